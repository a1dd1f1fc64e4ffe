"""Rows in the order of those of X, by their indexes."""

from __future__ import annotations

import json
from typing import Any

from ._frames import is_a, is_frame


def index_of(x: Any) -> Any:
    """Take the index of a DataFrame; None of what has none."""
    return x.index if is_frame(x) else None


def in_order_of(mine: Any, values: Any, what: str) -> Any:
    """Put the rows of a Series or DataFrame in the order of this index, that of X.

    What has no index goes by position; so does all where one of two indexes only counts from 0, and
    they do not hold the same labels.
    """
    if mine is None or not is_a(values, "pandas", "DataFrame", "Series"):
        return values
    other = values.index
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


def only_counts(index: Any) -> bool:
    """Tell whether an index only counts from 0, as the default one does."""
    return type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)


def name_of(label: Any) -> str:
    """Write a label of an index, which may have several levels."""
    return ", ".join(map(str, label)) if isinstance(label, tuple) else str(label)
