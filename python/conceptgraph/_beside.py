"""What belongs to the rows of a table: labels, names, and columns that are kept."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

from ._input import is_frame


def words(values: Any, what: str, x: Any) -> list[str] | None:
    """Make a list of words of labels or names."""
    if values is None:
        return None
    found = np.asarray(in_order_of(x, values, what), dtype=object)
    if found.ndim != 1:
        raise ValueError(f"{what} must be one-dimensional, not of shape {found.shape}")
    for row, value in enumerate(found, 1):
        if is_missing(value):
            raise ValueError(f"{what}: row {row} has none ({value}); give every row one")
    return [str(value) for value in found]


def kept(columns: Any, x: Any) -> list[tuple[str, list[str]]]:
    """Make columns of words of a DataFrame, Series or dict; what is missing is an empty word."""
    if columns is None:
        return []
    if is_series(columns):
        if columns.name is None:
            raise ValueError("the Series to keep has no name; write keep={'text': texts}")
        columns = columns.to_frame()
    if is_frame(columns):
        columns = in_order_of(x, columns, "keep")
    elif not isinstance(columns, dict):
        raise ValueError(
            "keep must be a DataFrame, a Series with a name or a dict of columns, as in "
            f"keep={{'text': texts}}, not {type(columns).__name__}"
        )
    else:
        columns = {
            name: in_order_of(x, values, f"keep[{name!r}]") for name, values in columns.items()
        }
    return [(str(name), [word(value) for value in values]) for name, values in columns.items()]


def word(value: Any) -> str:
    """Make a word of a cell; truth is 1 and 0, as in every table that is read."""
    if hasattr(value, "as_py"):
        # A cell of pyarrow.
        value = value.as_py()
    if is_missing(value):
        return ""
    return str(int(value)) if isinstance(value, bool | np.bool_) else str(value)


def is_missing(value: Any) -> bool:
    """Tell whether it stands for no value."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or bool(value != value)


def is_series(x: Any) -> bool:
    """Tell whether it is a Series of pandas, which need not be installed."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(x, pandas.Series)


def in_order_of(x: Any, values: Any, what: str) -> Any:
    """Put the rows of a Series or DataFrame in the order of those of X, by their indexes.

    What has no index goes by position; so does all where one of two indexes only counts from 0, and
    they do not hold the same labels.
    """
    if not is_frame(x) or not (is_frame(values) or is_series(values)):
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
    text = ", ".join(map(str, label)) if isinstance(label, tuple) else str(label)
    return json.dumps(text, ensure_ascii=False)


def by_position(what: str) -> str:
    """Write what goes by position."""
    return "keep.reset_index(drop=True)" if what == "keep" else f"{what}.to_numpy()"


def only_counts(index: Any) -> bool:
    """Tell whether an index only counts from 0, as the default one does."""
    return type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)
