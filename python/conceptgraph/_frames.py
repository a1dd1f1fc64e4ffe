"""Access to tables of pandas, polars and pyarrow, none of which need be installed."""

from __future__ import annotations

import sys
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

#: The modules, their table types, and the attribute with the names of the columns.
KINDS = (
    ("pandas", "DataFrame", "columns"),
    ("polars", "DataFrame", "columns"),
    ("pyarrow", "Table", "column_names"),
    ("pyarrow", "RecordBatch", "column_names"),
)


def module(name: str) -> Any:
    """Return a module if it was imported; otherwise none of its objects exist."""
    return sys.modules.get(name)


def is_a(x: Any, module_name: str, *kinds: str) -> bool:
    """Return True if `x` has one of these types of a module, which need not be installed."""
    return any(isinstance(x, getattr(module(module_name), kind, ())) for kind in kinds)


def is_frame(x: Any) -> bool:
    """Return True if `x` is a pandas DataFrame, which has an index."""
    return is_a(x, "pandas", "DataFrame")


def columns(x: Any) -> list[Any] | None:
    """Return the names of a table's columns, or None if `x` is no table."""
    for module_name, kind, names in KINDS:
        if is_a(x, module_name, kind):
            return list(getattr(x, names))
    if is_a(x, "polars", "LazyFrame"):
        raise ValueError("the table is a LazyFrame; give its rows: X.collect()")
    return None


def column(x: Any, at: int) -> Any:
    """Return one column of a table, by position."""
    if is_frame(x):
        return x.iloc[:, at]
    if is_a(x, "polars", "DataFrame"):
        return x.to_series(at)
    return x.column(at)


def numbers(x: Any, positions: list[int]) -> np.ndarray:
    """Return some columns of a table, by position, as an array of numbers."""
    names = columns(x) or []
    arrays, others = [], []
    for at in positions:
        values = numbers_of(column(x, at))
        if values is None:
            others.append(str(names[at]))
        else:
            arrays.append(values)
    if others:
        raise ValueError(
            f"columns that are not numbers: {', '.join(others)}; drop them or encode them"
        )
    return np.column_stack(arrays) if arrays else np.empty((len(x), 0))


def numbers_of(values: Any) -> np.ndarray | None:
    """Return a column of numbers as an array, with NaN for gaps; None for other columns."""
    array = values.to_numpy() if is_a(values, "pandas", "Series") else np.asarray(values)
    if array.dtype.kind in "fiub":
        return array
    # Object arrays hold whole numbers with gaps, decimals, or booleans with gaps.
    if array.dtype.kind != "O" or not all(map(is_number_or_missing, array)):
        return None
    return np.array([np.nan if is_missing(value) else float(value) for value in array])


def is_number_or_missing(value: Any) -> bool:
    """Return True if `value` is a real number or missing."""
    return is_missing(value) or isinstance(value, Real | Decimal | np.bool_)


def is_missing(value: Any) -> bool:
    """Return True if `value` is missing: None, NaN, NA or NaT."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    # NaN of any type differs from itself.
    return isinstance(value, Real | Decimal | np.generic) and bool(value != value)
