"""Conversion of the input of a graph to arrays."""

from __future__ import annotations

import math
import operator
import sys
import warnings
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

from . import _frames
from ._labels import to_python

#: The warning for a table of truth values.
TRUTHS = (
    'every value is true or false, and is read as 1 or 0; metric="context" reads the table as a '
    "ready context, with an attribute per column"
)
#: The packages whose callers are warned: scikit-learn wraps some methods.
OWN_PACKAGES = ("conceptgraph", "sklearn")
#: The advice for a cell without a number.
FILL_IN = "fill it in or leave the row out"
#: The most bytes that a sparse matrix may take when it is made dense.
MOST_BYTES = 4 << 30


def is_sparse(x: Any) -> bool:
    """Return True if `x` is a sparse matrix of scipy, which need not be installed."""
    sparse = _frames.module("scipy.sparse")
    return sparse is not None and sparse.issparse(x)


def count(value: Any, parameter: str, least: int = 0, most: int = (1 << 32) - 1) -> int | None:
    """Convert a parameter to a whole number within bounds; None stays None."""
    if value is None:
        return None
    try:
        number = operator.index(int(value) if is_whole(value) else value)
    except TypeError:
        number = least - 1
    if number > most:
        raise ValueError(f"{parameter} must be at most {most:,}, not {value!r}")
    if number < least or isinstance(value, bool):
        raise ValueError(f"{parameter} must be a whole number from {least}, not {value!r}")
    return number


def is_whole(value: Any) -> bool:
    """Return True if `value` is a float without a fractional part, such as 10.0."""
    return isinstance(value, float | np.floating) and float(value).is_integer()


def amount(value: Any, parameter: str, least: int) -> str:
    """Convert a number of points, or a share of them, to the string that the library reads."""
    if isinstance(value, str):
        return value
    is_share = isinstance(value, float | np.floating) and value != 0
    if is_share and 0 < value < 1:
        return f"{100 * float(value):.15g}%"
    try:
        if value is None or (is_share and value == 1):
            raise ValueError
        return str(count(value, parameter, least))
    except ValueError:
        raise ValueError(
            f"{parameter} must be a whole number from {least}, or a share, such as 0.1 or "
            f'"10%", not {value!r}'
        ) from None


def word(value: Any, parameter: str, choices: tuple[str, ...]) -> str:
    """Check that a parameter is one of the known values."""
    if value not in choices:
        raise ValueError(
            f"{parameter} must be {', '.join(choices[:-1])} or {choices[-1]}, not {value!r}"
        )
    return str(value)


def table(x: Any) -> tuple[np.ndarray, list[str]]:
    """Return an array of numbers, points by features, and the names of the features."""
    given = array(x)
    values = numbers(given)
    if values.shape[0] < 2:
        raise ValueError(f"n_samples = {values.shape[0]}, and a graph needs at least 2 points")
    if given.dtype == bool:
        warn(TRUTHS)
    return values, names_of_columns(x, values.shape[1])


def frame(x: Any) -> _frames.FrameRoles | None:
    """Give the columns of a table their roles; None if `x` is an array."""
    names = _frames.columns(x)
    if names is None or len(x) < 2:
        return None
    roles = _frames.read(x, names_of_columns(x, len(names)))
    if roles.gaps:
        name, gaps = roles.gaps[0]
        refuse_gaps(x, [str(one) for one in names].index(name), gaps, roles.notations.get(name))
    if _frames.holds_truths(x, len(names)):
        warn(TRUTHS)
    # Labels are given beside the table.
    lines = [line for line in roles.lines if not line.startswith("label: ")]
    if lines:
        warn("the columns have these roles:\n  " + "\n  ".join(lines))
    return roles


def refuse_gaps(x: Any, at: int, gaps: int, notation: Any) -> None:
    """Refuse a column of a table with cells that are no finite numbers."""
    name = str((_frames.columns(x) or [])[at])
    cells = [_frames.plain(cell) for cell in _frames.column(x, at)]
    words = notation[-1] if notation else []
    first = ""
    for row, cell in enumerate(cells):
        label = to_python(x.index[row] if _frames.is_frame(x) else row)
        if isinstance(cell, str) and cell.strip() in words:
            found = f"{cell!r} is not a number; correct it or leave the row out"
            raise ValueError(f"row {label!r}, column {name!r}: {found}")
        if isinstance(cell, Real | Decimal) and abs(cell) == math.inf:
            found = f"{float(cell)} is not a finite number; {FILL_IN}"
            raise ValueError(f"row {label!r}, column {name!r}: {found}")
        # A text such as "NA" is a gap too, and the message does not name its row.
        if not first and _frames.is_missing(cell):
            first = f", the first of them {label!r}"
    raise ValueError(
        f"column {name!r} has no value in {gaps} of {len(x)} rows{first}; fill them in, such "
        "as with X.fillna(X.mean(numeric_only=True)), or leave these rows out"
    )


def warn(message: str) -> None:
    """Warn the caller of the package."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals["__name__"].partition(".")[0] in OWN_PACKAGES:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, UserWarning, stacklevel=level)


def check_finite(x: Any, values: np.ndarray, columns: list[str], remedy: str = FILL_IN) -> None:
    """Refuse values that are not finite; name the first one by its row and column."""
    if values.dtype.kind != "f":
        return
    for start in range(0, len(values), 1 << 14):
        at = np.argwhere(~np.isfinite(values[start : start + (1 << 14)]))
        if len(at):
            row, column = start + int(at[0, 0]), int(at[0, 1])
            where = f"X[{row}, {column}]"
            if _frames.columns(x) is not None:
                label = x.index[row] if _frames.is_frame(x) else row
                where = f"row {to_python(label)!r}, column {columns[column]!r}"
            found = str(values[row, column]).replace("nan", "NaN")
            raise ValueError(f"{where}: {found} is not a finite number; {remedy}")


def names_of_columns(x: Any, count: int) -> list[str]:
    """Return the names of the columns of a table; without names they are x0, x1 and so on."""
    names = _frames.columns(x)
    if names is None:
        return numbered(count)
    strings = [str(name) for name in names]
    duplicates = sorted({name for name in strings if strings.count(name) > 1})
    if duplicates:
        raise ValueError(f"two columns are called {duplicates[0]}; rename or drop one")
    return strings


def numbered(count: int) -> list[str]:
    """Return default names for columns."""
    return [f"x{at}" for at in range(count)]


def rows(
    x: Any, selected: list[str] | None = None, notations: dict[str, Any] | None = None
) -> np.ndarray:
    """Return an array of numbers, rows by features; `selected` are columns of a table."""
    return numbers(array(x, selected, notations))


def array(
    x: Any, selected: list[str] | None = None, notations: dict[str, Any] | None = None
) -> np.ndarray:
    """Convert any input to an array; `selected` are columns of a table, in known notations."""
    names = _frames.columns(x)
    if names is not None:
        strings = names_of_columns(x, len(names))
        missing = [name for name in selected or [] if name not in strings]
        if missing:
            raise ValueError(f"there is no column {', '.join(missing)}; the graph needs them")
        return _frames.numbers(x, strings, selected or strings, notations)
    if is_sparse(x):
        return dense(x)
    if isinstance(x, np.ma.MaskedArray):
        return unmasked(x)
    try:
        return np.asarray(x)
    except ValueError as error:
        if "inhomogeneous" not in str(error):
            raise
        raise ValueError("the rows have different lengths; make them equal") from None


def numbers(values: np.ndarray) -> np.ndarray:
    """Check that an array has numbers, rows by features."""
    if values.dtype.kind == "c":
        raise ValueError("Complex data not supported: give real numbers")
    if values.ndim == 1:
        raise ValueError(
            "Expected 2D array, got 1D array instead. Reshape your data: points by features"
        )
    if values.ndim == 0:
        kind = type(values.item()).__name__
        raise ValueError(f"Expected 2D array, got scalar array instead: a {kind} is no table")
    if values.ndim != 2:
        raise ValueError(f"a table must have two dimensions, not {values.ndim}")
    if values.shape[1] == 0:
        raise ValueError(f"0 feature(s) (shape={values.shape}) while a minimum of 1 is required.")
    # The library copies arrays of these types once, into the table; others are converted before.
    if values.dtype in (np.float64, np.float32, np.int64):
        return values
    if values.dtype.kind in "mM":
        raise ValueError(f"values are dates or times ({values.dtype}); convert them to numbers")
    try:
        return values.astype(np.float64)
    except (TypeError, ValueError) as error:
        message = f"a value is not a number ({error}); drop its column or encode it"
        raise type(error)(message) from None


def dense(x: Any) -> np.ndarray:
    """Convert a sparse matrix to a dense array, unless it is too large."""
    size = x.shape[0] * x.shape[1] * x.dtype.itemsize
    if size > MOST_BYTES:
        raise ValueError(
            f"the sparse matrix would take {size >> 20:,} MiB as a dense array; reduce its columns "
            "(sklearn.decomposition.TruncatedSVD), or give the nearest neighbours of each point "
            '(sklearn.neighbors.kneighbors_graph) with metric="precomputed"'
        )
    written: np.ndarray = x.toarray()
    return written


def unmasked(x: Any) -> np.ndarray:
    """Return the values of a masked array, none of which may be masked."""
    masked = np.argwhere(np.ma.getmaskarray(x))
    if len(masked):
        row, *column = (masked[0] + 1).tolist()
        where = f"row {row}, column {column[0]}" if column else f"row {row}"
        raise ValueError(f"{where}: the value is masked; fill it in or leave the row out")
    return np.asarray(x)


def context(x: Any) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Return a context in CSR form (starts, attributes), and the names of all attributes."""
    if is_sparse(x):
        by_row = x.tocsr()
        odd = by_row.data[(by_row.data != 0) & (by_row.data != 1)]
        refuse_others(odd)
        if not by_row.data.all():
            by_row = by_row.copy()
            by_row.eliminate_zeros()
        return by_row.indptr, by_row.indices, names_of_columns(x, by_row.shape[1])
    values = rows(x)
    refuse_others(values[(values != 0) & (values != 1)])
    is_set = values == 1
    counts = is_set.sum(axis=1, dtype=np.int64)
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])
    attributes = np.nonzero(is_set)[1].astype(np.int64, copy=False)
    return starts, attributes, names_of_columns(x, values.shape[1])


def refuse_others(values: np.ndarray) -> None:
    """Refuse values of a context that are neither 1 nor 0."""
    if len(values):
        raise ValueError(
            f"a context holds 1 or true where a row has an attribute and 0 elsewhere, not "
            f"{values[0]}; write X > 0, or leave out metric for a table of numbers"
        )


def neighbour_graph(x: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a graph of neighbours in CSR form: starts, neighbours and distances."""
    if x.shape[0] != x.shape[1]:
        raise ValueError(f"a graph of neighbours must be square, not of shape {x.shape}")
    by_row = x.tocsr()
    return by_row.indptr, by_row.indices, by_row.data.astype(np.float64)
