"""What a graph is built from, as arrays and lists of words."""

from __future__ import annotations

import operator
import sys
from typing import Any

import numpy as np


def is_frame(x: Any) -> bool:
    """Tell whether it is a DataFrame of pandas, which need not be installed."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(x, pandas.DataFrame)


def is_sparse(x: Any) -> bool:
    """Tell whether it is a sparse matrix of scipy, which need not be installed."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and sparse.issparse(x)


def count(value: Any, what: str, least: int = 0) -> int | None:
    """Make a whole number of a parameter that may be None."""
    if value is None:
        return None
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if number < least:
        raise ValueError(f"{what} must be a whole number from {least}, not {value!r}")
    return number


def names_of(x: Any) -> list[str] | None:
    """Take the names of points from the index of a DataFrame, unless it only counts."""
    if not is_frame(x) or type(x.index).__name__ == "RangeIndex":
        return None
    return [str(name) for name in x.index]


def columns_of(x: Any, count: int) -> list[str]:
    """Take the names of columns from a DataFrame; otherwise they are x0, x1 and so on."""
    return [str(name) for name in x.columns] if is_frame(x) else [f"x{j}" for j in range(count)]


def table(x: Any) -> np.ndarray:
    """Make an array of numbers with at least two rows, points by features."""
    values = rows(x)
    if values.shape[0] < 2:
        raise ValueError(f"n_samples = {values.shape[0]}, and a graph needs at least 2 points")
    return values


def rows(x: Any) -> np.ndarray:
    """Make an array of numbers, rows by features."""
    refuse_sparse(x)
    if is_frame(x):
        twice = x.columns[x.columns.duplicated()]
        if len(twice):
            raise ValueError(f"two columns are called {twice[0]}; rename or drop one")
        text = [str(name) for name in x.columns if x[name].dtype.kind not in "fiub"]
        if text:
            raise ValueError(
                f"columns that are not numbers: {', '.join(text)}; drop them or encode them"
            )
        x = x.to_numpy(dtype=float, na_value=np.nan)
    values = np.asarray(x)
    if values.dtype.kind == "c":
        raise ValueError("Complex data not supported: give real numbers")
    if values.ndim == 1:
        raise ValueError(
            "Expected 2D array, got 1D array instead. Reshape your data: points by features"
        )
    if values.ndim != 2:
        raise ValueError(f"a table must have two dimensions, not {values.ndim}")
    if values.shape[1] == 0:
        raise ValueError(f"0 feature(s) (shape={values.shape}) while a minimum of 1 is required.")
    # These are copied once, into the table; others become numbers of one of these kinds before.
    if values.dtype in (np.float64, np.float32, np.int64):
        return values
    try:
        return values.astype(np.float64)
    except ValueError as error:
        raise ValueError(
            f"a value is not a number ({error}); drop its column or encode it"
        ) from None


def refuse_sparse(x: Any) -> None:
    """Refuse a sparse matrix where numbers are wanted."""
    if is_sparse(x):
        raise ValueError("sparse input is not supported for new rows; give their numbers")


def is_context(x: Any) -> bool:
    """Tell whether it says who has what: a sparse matrix or booleans."""
    if is_sparse(x):
        return True
    kind = x.dtypes.map(lambda d: d.kind).eq("b").all() if is_frame(x) else None
    return bool(kind) if kind is not None else getattr(x, "dtype", np.dtype(float)).kind == "b"


def context(x: Any) -> tuple[np.ndarray, np.ndarray, int]:
    """Make where rows begin, the attributes of each, and how many attributes there are."""
    if is_sparse(x):
        rows = x.tocsr()
        if not rows.data.all():
            rows = rows.copy()
            rows.eliminate_zeros()
        return rows.indptr, rows.indices, rows.shape[1]
    values = np.asarray(x)
    if values.ndim != 2:
        raise ValueError(f"a context must have two dimensions, not {values.ndim}")
    counts = values.sum(axis=1, dtype=np.int64)
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])
    return starts, np.nonzero(values)[1].astype(np.int64, copy=False), values.shape[1]
