"""The columns that accompany the rows of a table: labels, names, and kept columns."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Set
from typing import Any

import numpy as np

from . import _frames
from ._frames import is_missing
from ._labels import plain
from ._order import in_order_of, index_of

#: The class of rows without a label.
UNLABELLED = "unlabelled"


def words(found: list[Any] | None, what: str) -> list[str] | None:
    """Convert the cells of a column to strings; each must have a value."""
    for row, value in enumerate(found or [], 1):
        if is_missing(value):
            raise ValueError(f"{what}: row {row} has none ({value}); give every row one")
    return None if found is None else [str(value) for value in found]


def classes(values: Any, x: Any) -> tuple[list[str] | None, dict[str, Any]]:
    """Return the class name of each row, and the user's label for each class name."""
    found = cells(values, "labels", x)
    if found is None:
        return None, {}
    given = [value for value in found if not is_missing(value)]
    if not given:
        raise ValueError("labels: no row has one; leave labels out")
    names = [UNLABELLED if is_missing(value) else str(value) for value in found]
    if len(given) < len(found) and any(str(value) == UNLABELLED for value in given):
        raise ValueError(
            f"a label is {UNLABELLED!r}, and rows without one are called so; rename it"
        )
    known: dict[str, Any] = {}
    for value in map(plain, given):
        if known.setdefault(str(value), value) != value:
            raise ValueError(f"two labels are both written {value}; rename one")
    return names, known


def cells(values: Any, what: str, x: Any) -> list[Any] | None:
    """Return the values of a column, in the order of the rows of X."""
    if values is None:
        return None
    if len(_frames.columns(values) or []) == 1:
        values = in_order_of(index_of(x), values, what)
        values = _frames.column(values, 0)
    found = column(in_order_of(index_of(x), values, what), what)
    # pandas stores whole numbers with gaps as floats.
    are_whole = [isinstance(one, float) and one.is_integer() for one in found]
    gaps = [is_missing(one) for one in found]
    if any(gaps) and all(map(operator.or_, are_whole, gaps)):
        return [one if gap else int(one) for one, gap in zip(found, gaps, strict=True)]
    return found


def column(values: Any, what: str) -> list[Any]:
    """Return the values of a column of any library."""
    if isinstance(values, str | bytes | Mapping | Set) or not isinstance(values, Iterable):
        raise ValueError(
            f'{what} must be a column of values, such as table["name"], not {type(values).__name__}'
        )
    if hasattr(values, "__array__"):
        found = np.asarray(values)
        if found.dtype.kind in "mM":
            # As objects, nanoseconds would become plain numbers.
            found = found.astype(f"{found.dtype.kind}8[us]")
    else:
        found = np.asarray(list(values), dtype=object)
    if found.ndim != 1:
        raise ValueError(f"{what} must be one-dimensional, not of shape {found.shape}")
    return list(found.astype(object))


def kept(columns: Any, x: Any) -> list[tuple[str, list[str]]]:
    """Return the columns of a table, Series or dict as strings; a missing value is empty."""
    if columns is None:
        return []
    if _frames.is_a(columns, "pandas", "Series"):
        if columns.name is None:
            raise ValueError("the Series to keep has no name; write keep={'text': texts}")
        columns = columns.to_frame()
    elif _frames.is_a(columns, "polars", "Series"):
        columns = columns.to_frame()
    names = _frames.columns(columns)
    if names is not None:
        columns = in_order_of(index_of(x), columns, "keep")
        found = [(name, _frames.column(columns, at)) for at, name in enumerate(names)]
    elif isinstance(columns, dict):
        found = [
            (name, in_order_of(index_of(x), of, f"keep[{name!r}]")) for name, of in columns.items()
        ]
    else:
        raise ValueError(
            "keep must be a DataFrame, a Series with a name or a dict of columns, as in "
            f"keep={{'text': texts}}, not {type(columns).__name__}"
        )
    return [
        (str(name), [word(value) for value in column(values, f"keep[{name!r}]")])
        for name, values in found
    ]


def word(value: Any) -> str:
    """Convert a cell to a string; booleans become 1 and 0, as in every table that is read."""
    if hasattr(value, "as_py"):
        # A cell of pyarrow.
        value = value.as_py()
    if is_missing(value):
        return ""
    return str(int(value)) if isinstance(value, bool | np.bool_) else str(value)
