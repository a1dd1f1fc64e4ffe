"""The order of rows by the index of X."""

from __future__ import annotations

import json
from typing import Any

from ._frames import is_a, is_frame


def index_of(x: Any) -> Any:
    """Return the index of a pandas DataFrame; None for other objects."""
    return x.index if is_frame(x) else None


def reorder(own_index: Any, values: Any, parameter: str) -> Any:
    """Return a Series or DataFrame in the order of `mine`, the index of X.

    Values without an index go by position. All values go by position if one of the two indexes only
    counts from 0, and the two do not hold the same labels.
    """
    if own_index is None or not is_a(values, "pandas", "DataFrame", "Series"):
        return values
    other_index = values.index
    if own_index.equals(other_index):
        return values
    # The library reports a different number of rows, unless X has some of the rows.
    if len(other_index) < len(own_index):
        return values
    if own_index.is_unique and other_index.is_unique:
        rows = other_index.get_indexer(own_index)
        missing = own_index[rows < 0]
        if missing.empty:
            return values.iloc[rows]
        message = f"the index of {parameter} has no {label_json(missing[0])}, which that of X has"
    else:
        index, of = (other_index, parameter) if own_index.is_unique else (own_index, "X")
        duplicate = label_json(index[index.duplicated()][0])
        message = (
            f"the index of {of} has {duplicate} twice, so the rows of {parameter} cannot be matched"
        )
    if is_default_index(own_index) or is_default_index(other_index):
        return values
    raise ValueError(f"{message}; {positional_expression(parameter)} goes by position")


def label_json(label: Any) -> str:
    """Return a label of an index, which may have several levels, as JSON."""
    return json.dumps(label_name(label), ensure_ascii=False)


def positional_expression(parameter: str) -> str:
    """Return the expression that makes a parameter go by position."""
    return "keep.reset_index(drop=True)" if parameter == "keep" else f"{parameter}.to_numpy()"


def is_default_index(index: Any) -> bool:
    """Return True if an index only counts from 0, as the default one does."""
    return type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)


def label_name(label: Any) -> str:
    """Return a label of an index, which may have several levels, as a string."""
    return ", ".join(map(str, label)) if isinstance(label, tuple) else str(label)
