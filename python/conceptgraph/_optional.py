"""Optional dependencies, imported when they are needed."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


def import_optional(module: str, feature: str) -> Any:
    """Import an optional dependency for a feature."""
    try:
        return __import__(module, fromlist=["_"])
    except ImportError as error:
        advice = f"pip install {module.split('.')[0]}"
        raise ImportError(f"{feature} needs {module}: {advice}") from error


def data_frame(
    columns: list[tuple[str, list[Any]]], index: Any = None, as_objects: Container[str] = ()
) -> pandas.DataFrame:
    """Make a DataFrame if pandas is installed, else a dict of lists.

    `index` is the name of a column or a list of labels. pandas would convert whole numbers with
    gaps to floats: the columns in `as_objects` keep their values as they are.
    """
    try:
        import pandas
    except ImportError:
        return dict(columns)
    # An answer may have two columns of the same name.
    table = pandas.DataFrame(dict(enumerate(values for _, values in columns)))
    for at, (name, values) in enumerate(columns):
        if name in as_objects and None in values:
            table[at] = pandas.Series(values, dtype=object)
    table = table.set_axis([name for name, _ in columns], axis=1)
    if isinstance(index, str):
        return table.set_index(index)
    return table if index is None else table.set_axis(index, axis=0)
