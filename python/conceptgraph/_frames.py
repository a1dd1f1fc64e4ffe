"""Tables of pandas, polars and pyarrow, none of which need be installed."""

from __future__ import annotations

import sys
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

#: Modules, their tables, and what holds the names of columns.
KINDS = (
    ("pandas", "DataFrame", "columns"),
    ("polars", "DataFrame", "columns"),
    ("pyarrow", "Table", "column_names"),
    ("pyarrow", "RecordBatch", "column_names"),
)


def module(name: str) -> Any:
    """Find a module that somebody imported, without which there is nothing of its kind."""
    return sys.modules.get(name)


def is_a(x: Any, of: str, *kinds: str) -> bool:
    """Tell whether it is one of these kinds of a module, which need not be installed."""
    return any(isinstance(x, getattr(module(of), kind, ())) for kind in kinds)


def is_frame(x: Any) -> bool:
    """Tell whether it is a DataFrame of pandas, which has an index."""
    return is_a(x, "pandas", "DataFrame")


def columns(x: Any) -> list[Any] | None:
    """Take the names of a table's columns; None of what has none."""
    for of, kind, names in KINDS:
        if is_a(x, of, kind):
            return list(getattr(x, names))
    if is_a(x, "polars", "LazyFrame"):
        raise ValueError("the table is a LazyFrame; give its rows: X.collect()")
    return None


def column(x: Any, at: int) -> Any:
    """Take one column of a table, by its place."""
    if is_frame(x):
        return x.iloc[:, at]
    if is_a(x, "polars", "DataFrame"):
        return x.to_series(at)
    return x.column(at)


def numbers(x: Any, wanted: list[int]) -> np.ndarray:
    """Make an array of the numbers in some columns of a table, by their places."""
    names = columns(x) or []
    found, text = [], []
    for at in wanted:
        values = numbers_of(column(x, at))
        if values is None:
            text.append(str(names[at]))
        else:
            found.append(values)
    if text:
        raise ValueError(
            f"columns that are not numbers: {', '.join(text)}; drop them or encode them"
        )
    return np.column_stack(found) if found else np.empty((len(x), 0))


def numbers_of(values: Any) -> np.ndarray | None:
    """Make an array of a column of numbers, NaN where there is none; None of other columns."""
    found = values.to_numpy() if is_a(values, "pandas", "Series") else np.asarray(values)
    if found.dtype.kind in "fiub":
        return found
    # Objects are whole numbers with gaps, decimals, truth with gaps.
    if found.dtype.kind != "O" or not all(map(is_number_or_missing, found)):
        return None
    return np.array([np.nan if is_missing(value) else float(value) for value in found])


def is_number_or_missing(value: Any) -> bool:
    """Tell whether it is a real number, or stands for none."""
    return is_missing(value) or isinstance(value, Real | Decimal | np.bool_)


def is_missing(value: Any) -> bool:
    """Tell whether it stands for no value."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    # Not a number, of whatever type.
    return isinstance(value, Real | Decimal | np.generic) and bool(value != value)
