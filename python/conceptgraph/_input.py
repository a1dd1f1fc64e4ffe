"""What a graph is built from, as arrays and lists of words."""

from __future__ import annotations

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


def words(values: Any, what: str) -> list[str] | None:
    """Make a list of words of labels or names."""
    if values is None:
        return None
    found = np.asarray(values, dtype=object)
    if found.ndim != 1:
        raise ValueError(f"{what} must be one-dimensional, not of shape {found.shape}")
    return [str(value) for value in found]


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
    if is_sparse(x):
        raise ValueError("sparse input is not supported for new rows; give their numbers")
    if is_frame(x):
        text = [str(name) for name in x.columns if x[name].dtype.kind not in "fiub"]
        if text:
            raise ValueError(
                f"columns that are not numbers: {', '.join(text)}; drop them or encode them"
            )
        x = x.to_numpy(dtype=float)
    values = np.asarray(x)
    if values.dtype.kind == "c":
        raise ValueError("Complex data not supported: give real numbers")
    values = np.ascontiguousarray(values, dtype=np.float64)
    if values.ndim == 1:
        raise ValueError(
            "Expected 2D array, got 1D array instead. Reshape your data: points by features"
        )
    if values.ndim != 2:
        raise ValueError(f"a table must have two dimensions, not {values.ndim}")
    if values.shape[1] == 0:
        raise ValueError(f"0 feature(s) (shape={values.shape}) while a minimum of 1 is required.")
    return values


def is_context(x: Any) -> bool:
    """Tell whether it says who has what: a sparse matrix or booleans."""
    if is_sparse(x):
        return True
    kind = x.dtypes.map(lambda d: d.kind).eq("b").all() if is_frame(x) else None
    return bool(kind) if kind is not None else getattr(x, "dtype", np.dtype(float)).kind == "b"


def context(x: Any) -> tuple[np.ndarray, np.ndarray, int]:
    """Make where rows begin, the attributes of each, and how many attributes there are."""
    if is_sparse(x):
        rows = x.tocsr(copy=True)
        rows.eliminate_zeros()
        return rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.shape[1]
    values = np.asarray(x)
    if values.ndim != 2:
        raise ValueError(f"a context must have two dimensions, not {values.ndim}")
    counts = values.sum(axis=1, dtype=np.int64)
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])
    return starts, np.nonzero(values)[1].astype(np.int64), values.shape[1]
