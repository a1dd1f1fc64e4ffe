"""Access to tables of pandas, polars and pyarrow, none of which need be installed."""

from __future__ import annotations

import sys
from decimal import Decimal
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from . import _conceptgraph as core

#: The largest whole number up to which a float keeps all digits.
MOST_WHOLE = 1 << 53

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


class FrameRoles(NamedTuple):
    """The roles of the columns of a table, as those of a file."""

    features: list[str]
    values: np.ndarray
    names: list[str] | None
    shown: list[tuple[str, list[str]]]
    lines: list[str]
    gaps: list[tuple[str, int]]
    notations: dict[str, Any]


def read(x: Any, names: list[str]) -> FrameRoles:
    """Give the columns of a table their roles."""
    cells = [cells_of(column(x, at)) for at in range(len(names))]
    return FrameRoles(*core.read_frame(names, cells))


def cells_of(values: Any) -> np.ndarray | list[str | None]:
    """Return a column as numbers, or as texts in which None is a gap."""
    array = numbers_of(values)
    if array is not None and not has_large_numbers(array):
        return array.astype(np.float64)
    return [None if is_missing(value) else text(value) for value in np.asarray(values, object)]


def holds_truths(x: Any, count: int) -> bool:
    """Return True if every column of a table holds truth values."""
    arrays = (numbers_of(column(x, at)) for at in range(count))
    return all(array is not None and array.dtype == bool for array in arrays)


def has_large_numbers(array: np.ndarray) -> bool:
    """Return True if whole numbers have more digits than a float keeps."""
    return array.dtype.kind in "iu" and array.size > 0 and int(abs(array).max()) > MOST_WHOLE


def text(value: Any) -> str:
    """Return a cell as text; a date at midnight has no time."""
    return str(plain(value)).removesuffix(" 00:00:00")


def plain(value: Any) -> Any:
    """Return a cell as a value of Python; pyarrow has cells of its own."""
    return value.as_py() if hasattr(value, "as_py") else value


def numbers(
    x: Any, names: list[str], selected: list[str], notations: dict[str, Any] | None = None
) -> np.ndarray:
    """Return some columns of a table, by name, as an array of numbers.

    The notations of columns of texts are those in which a fit read them.
    """
    arrays = {name: numbers_of(column(x, names.index(name))) for name in selected}
    others = [name for name, array in arrays.items() if array is None]
    if others:
        cells = [cells_of(column(x, names.index(name))) for name in others]
        known = {name: of for name, of in (notations or {}).items() if name in others}
        arrays |= dict(zip(others, core.read_rows(others, cells, known).T, strict=True))
    numeric = [array for array in arrays.values() if array is not None]
    return np.column_stack(numeric) if numeric else np.empty((len(x), 0))


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
