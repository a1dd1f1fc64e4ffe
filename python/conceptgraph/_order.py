"""The order of rows by the index of X."""

from __future__ import annotations

import json
from typing import Any

from ._frames import is_a, is_frame


def index_of(x: Any) -> Any:
    """Return the index of a pandas DataFrame; None for other objects."""
    return x.index if is_frame(x) else None


def in_order_of(mine: Any, values: Any, what: str) -> Any:
    """Return a Series or DataFrame in the order of `mine`, the index of X.

    Values without an index go by position. All values go by position if one of the two indexes only
    counts from 0, and the two do not hold the same labels.
    """
    if mine is None or not is_a(values, "pandas", "DataFrame", "Series"):
        return values
    other = values.index
    # The library reports a different number of rows.
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
    """Return a label of an index, which may have several levels, as JSON."""
    return json.dumps(name_of(label), ensure_ascii=False)


def by_position(what: str) -> str:
    """Return the expression that makes a parameter go by position."""
    return "keep.reset_index(drop=True)" if what == "keep" else f"{what}.to_numpy()"


def only_counts(index: Any) -> bool:
    """Return True if an index only counts from 0, as the default one does."""
    return type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)


def name_of(label: Any) -> str:
    """Return a label of an index, which may have several levels, as a string."""
    return ", ".join(map(str, label)) if isinstance(label, tuple) else str(label)
