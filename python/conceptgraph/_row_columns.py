"""The columns that accompany the rows of a table: labels, names, and kept columns."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Set
from typing import Any

import numpy as np

from . import _frames
from ._frames import is_missing, plain
from ._labels import to_python
from ._order import index_of, reorder

#: The class of rows without a label.
UNLABELLED = "unlabelled"


def to_strings(values: list[Any] | None, column: str) -> list[str] | None:
    """Convert the cells of a column to strings; each must have a value."""
    for row, value in enumerate(values or [], 1):
        if is_missing(value):
            raise ValueError(f"{column}: row {row} has no value ({value}); give every row one")
    return None if values is None else [str(value) for value in values]


def class_names(values: Any, x: Any) -> tuple[list[str] | None, dict[str | None, Any]]:
    """Return the class name of each row, and the user's label for each class name."""
    labels = in_row_order(values, "labels", x)
    if labels is None:
        return None, {}
    present = [value for value in labels if not is_missing(value)]
    if not present:
        raise ValueError("labels: no row has a label; leave labels out")
    names = [UNLABELLED if is_missing(value) else str(value) for value in labels]
    if len(present) < len(labels) and any(str(value) == UNLABELLED for value in present):
        raise ValueError(
            f"a label is {UNLABELLED!r}, the class of the rows without a label; rename it"
        )
    label_of: dict[str | None, Any] = {}
    for value in map(to_python, present):
        if label_of.setdefault(str(value), value) != value:
            raise ValueError(f"two labels are both written {value}; rename one")
    return names, label_of


def in_row_order(values: Any, parameter: str, x: Any) -> list[Any] | None:
    """Return the values of a column, in the order of the rows of X."""
    if values is None:
        return None
    if len(_frames.columns(values) or []) == 1:
        values = reorder(index_of(x), values, parameter)
        values = _frames.column(values, 0)
    cells = to_list(reorder(index_of(x), values, parameter), parameter)
    # pandas stores whole numbers with gaps as floats.
    are_whole = [isinstance(cell, float) and cell.is_integer() for cell in cells]
    gaps = [is_missing(cell) for cell in cells]
    if any(gaps) and all(map(operator.or_, are_whole, gaps)):
        return [cell if gap else int(cell) for cell, gap in zip(cells, gaps, strict=True)]
    return cells


def to_list(values: Any, parameter: str) -> list[Any]:
    """Return the values of a column of any library."""
    if isinstance(values, str | bytes | Mapping | Set) or not isinstance(values, Iterable):
        raise ValueError(
            f'{parameter} must be a column of values, such as table["name"], '
            f"not {type(values).__name__}"
        )
    if hasattr(values, "__array__"):
        cells = np.asarray(values)
        if cells.dtype.kind in "mM":
            # As objects, nanoseconds would become plain numbers.
            cells = cells.astype(f"{cells.dtype.kind}8[us]")
    else:
        cells = np.asarray(list(values), dtype=object)
    if cells.ndim != 1:
        raise ValueError(f"{parameter} must be one-dimensional, not of shape {cells.shape}")
    return list(cells.astype(object))


def kept_columns(columns: Any, x: Any) -> list[tuple[str, list[str]]]:
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
        columns = reorder(index_of(x), columns, "keep")
        named = [(name, _frames.column(columns, at)) for at, name in enumerate(names)]
    elif isinstance(columns, dict):
        named = [
            (name, reorder(index_of(x), column, f"keep[{name!r}]"))
            for name, column in columns.items()
        ]
    else:
        raise ValueError(
            "keep must be a DataFrame, a Series with a name or a dict of columns, as in "
            f"keep={{'text': texts}}, not {type(columns).__name__}"
        )
    return [
        (str(name), [to_string(value) for value in to_list(values, f"keep[{name!r}]")])
        for name, values in named
    ]


def to_string(value: Any) -> str:
    """Convert a cell to a string; booleans become 1 and 0, as in every table that is read."""
    value = plain(value)
    if is_missing(value):
        return ""
    return str(int(value)) if isinstance(value, bool | np.bool_) else str(value)
