"""Optional dependencies, imported when they are needed."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


def needs(module: str, what: str) -> Any:
    """Import an optional dependency for the feature `what`."""
    try:
        return __import__(module, fromlist=["_"])
    except ImportError as error:
        raise ImportError(f"{what} needs {module}: pip install {module.split('.')[0]}") from error


def frame(
    columns: list[tuple[str, list[Any]]], index: Any = None, as_given: Container[str] = ()
) -> pandas.DataFrame:
    """Make a DataFrame if pandas is installed, else a dict of lists.

    `index` is the name of a column or a list of labels. pandas would convert whole numbers with
    gaps to floats: the columns named in `as_given` keep their values as they are.
    """
    try:
        import pandas
    except ImportError:
        return dict(columns)
    # An answer may have two columns of the same name.
    found = pandas.DataFrame(dict(enumerate(values for _, values in columns)))
    for at, (name, values) in enumerate(columns):
        if name in as_given and None in values:
            found[at] = pandas.Series(values, dtype=object)
    found = found.set_axis([name for name, _ in columns], axis=1)
    if isinstance(index, str):
        return found.set_index(index)
    return found if index is None else found.set_axis(index, axis=0)
