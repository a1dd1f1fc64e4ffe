"""What belongs to the rows of a table: labels, names, and columns that are kept."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from . import _frames
from ._frames import is_frame, is_missing
from ._labels import name_of, only_counts

#: The class of rows without a label.
UNLABELLED = "unlabelled"


def words(values: Any, what: str, x: Any) -> list[str] | None:
    """Make a list of words of names."""
    found = cells(values, what, x)
    for row, value in enumerate(found or [], 1):
        if is_missing(value):
            raise ValueError(f"{what}: row {row} has none ({value}); give every row one")
    return None if found is None else [str(value) for value in found]


def classes(values: Any, x: Any) -> tuple[list[str] | None, dict[str, Any]]:
    """Make a list of the names of classes, and find the label of the user's of each name."""
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
    return names, {str(value): value for value in given}


def cells(values: Any, what: str, x: Any) -> list[Any] | None:
    """List the values of a column, in the order of the rows of X."""
    if values is None:
        return None
    if _frames.columns(values) is not None and len(_frames.columns(values) or []) == 1:
        values = in_order_of(x, values, what)
        values = _frames.column(values, 0)
    found = np.asarray(in_order_of(x, values, what), dtype=object)
    if found.ndim != 1:
        raise ValueError(f"{what} must be one-dimensional, not of shape {found.shape}")
    return list(found)


def kept(columns: Any, x: Any) -> list[tuple[str, list[str]]]:
    """Make columns of words of a table, Series or dict; what is missing is an empty word."""
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
        columns = in_order_of(x, columns, "keep")
        found = {name: _frames.column(columns, at) for at, name in enumerate(names)}
    elif isinstance(columns, dict):
        found = {name: in_order_of(x, of, f"keep[{name!r}]") for name, of in columns.items()}
    else:
        raise ValueError(
            "keep must be a DataFrame, a Series with a name or a dict of columns, as in "
            f"keep={{'text': texts}}, not {type(columns).__name__}"
        )
    return [(str(name), [word(value) for value in values]) for name, values in found.items()]


def word(value: Any) -> str:
    """Make a word of a cell; truth is 1 and 0, as in every table that is read."""
    if hasattr(value, "as_py"):
        # A cell of pyarrow.
        value = value.as_py()
    if is_missing(value):
        return ""
    return str(int(value)) if isinstance(value, bool | np.bool_) else str(value)


def in_order_of(x: Any, values: Any, what: str) -> Any:
    """Put the rows of a Series or DataFrame in the order of those of X, by their indexes.

    What has no index goes by position; so does all where one of two indexes only counts from 0, and
    they do not hold the same labels.
    """
    if not is_frame(x) or not _frames.is_a(values, "pandas", "DataFrame", "Series"):
        return values
    mine, other = x.index, values.index
    # Where the numbers of rows differ, the library says so.
    if mine.equals(other) or len(mine) != len(other):
        return values
    if mine.is_unique and other.is_unique:
        rows = other.get_indexer(mine)
        absent = mine[rows < 0]
        if absent.empty:
            return values.iloc[rows]
        fault = f"the index of {what} has no {said(absent[0])}, which that of X has"
    else:
        index, of = (other, what) if mine.is_unique else (mine, "X")
        twice = said(index[index.duplicated()][0])
        fault = f"the index of {of} has {twice} twice, so the rows of {what} cannot be matched"
    if only_counts(mine) or only_counts(other):
        return values
    raise ValueError(f"{fault}; {by_position(what)} goes by position")


def said(label: Any) -> str:
    """Write a label of an index, which may have several levels, on one line."""
    return json.dumps(name_of(label), ensure_ascii=False)


def by_position(what: str) -> str:
    """Write what goes by position."""
    return "keep.reset_index(drop=True)" if what == "keep" else f"{what}.to_numpy()"
