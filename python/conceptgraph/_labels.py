"""The labels of points: the index of the user's table, or the rows from 0."""

from __future__ import annotations

import json
import warnings
from collections.abc import Hashable, Iterable, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ._frames import is_frame, is_missing, module, plain
from ._order import is_default_index, label_name, reorder

if TYPE_CHECKING:
    import pandas


def index_names(x: Any) -> list[str] | None:
    """Return the names of points from the index of a DataFrame, unless it only counts."""
    if not is_frame(x) or is_default_index(x.index) or not x.index.is_unique:
        return None
    names = [label_name(label) for label in x.index]
    return names if len(set(names)) == len(names) else [str(label) for label in x.index]


class Labels:
    """The labels of the points: the index of a DataFrame, or the rows from 0.

    Attributes
    ----------
    index : pandas.Index or ndarray of shape (n_points,)
        The label of each point.
    names : list of str
        The name of each point in the graph, such as d1.

    """

    def __init__(self, index: pandas.Index | np.ndarray, names: list[str]) -> None:
        self.index = index
        self.names = names

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the index and the names; the rest is computed from them."""
        return Labels, (self.index, self.names)

    @cached_property
    def row_of_name(self) -> dict[str, int]:
        return {name: row for row, name in enumerate(self.names)}

    @cached_property
    def _row_of(self) -> dict[Any, int | None]:
        rows: dict[Any, int | None] = {}
        for row, label in enumerate(map(to_python, self.index)):
            # A label that occurs twice has no row.
            rows[label] = None if label in rows else row
        return rows

    @classmethod
    def from_table(cls, x: Any, names: list[str], point_names: list[Any] | None) -> Labels:
        """Return the labels of a table: its index, the given names, or the rows from 0."""
        if is_frame(x):
            return cls(x.index, names)
        if point_names is None:
            return cls(np.arange(len(names)), names)
        labels = np.empty(len(names), dtype=object)
        for row, label in enumerate(point_names):
            labels[row] = to_python(label)
        return cls(labels, names)

    @classmethod
    def from_names(cls, names: list[str], rows: list[int] | None) -> Labels:
        """Return the labels of an opened graph: the rows that its names number, or the names."""
        if rows is not None:
            return cls(np.array(rows, dtype=np.int64), names)
        return cls(np.array(names, dtype=object), names)

    def row(self, label: Any) -> int:
        """Return the row of a label or name.

        Raises
        ------
        ValueError
            If there is no such point, or there are several.

        """
        row = self.find(label)
        if row is None:
            raise ValueError(self._fault(to_python(label)))
        return row

    def find(self, label: Any) -> int | None:
        """Return the row of a label or name; None if there is no such point, or several."""
        label = to_python(label)
        if not isinstance(label, Hashable):
            return None
        if self._is_label(label):
            row, other = self._row_of[label], self.row_of_name.get(str(label))
            # A label that is also the name of another point is ambiguous, unless it is a string.
            return row if isinstance(label, str) or other in (None, row) else None
        if isinstance(label, str) and label in self.row_of_name:
            return self.row_of_name[label]
        if isinstance(label, bool) or isinstance(self.index, np.ndarray):
            return None
        # An index may accept other spellings of a label, as one of dates does; but a year is no
        # day.
        if isinstance(label, str) and len(label) < len("2020-01-01"):
            return None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                positions = self.index.get_indexer_for([label]).tolist()
        except (AssertionError, TypeError, ValueError):
            return None
        return positions[0] if len(positions) == 1 and positions[0] >= 0 else None

    def contains(self, text: str) -> bool:
        """Return True if a string is the label or the name of a point."""
        return text in self._row_of or text in self.row_of_name

    def _is_label(self, label: Hashable) -> bool:
        if label not in self._row_of:
            return False
        # True equals 1, but is not the label 1.
        row = self._row_of[label]
        return not isinstance(label, bool) or row is None or self.index[row] is label

    def _fault(self, label: Any) -> str:
        shown = json.dumps(label, ensure_ascii=False) if isinstance(label, str) else repr(label)
        if isinstance(label, Hashable) and self._is_label(label):
            if self._row_of[label] is not None:
                return f"{shown} is the label of one point and the name of another; give the name"
            return (
                f"several points have the label {shown}; give each its own, as reset_index() does"
            )
        candidates = [name for name in self._row_of if isinstance(name, str)] or self.names
        similar = get_close_matches(label, candidates, 1) if isinstance(label, str) else []
        suggestion = f', did you mean "{similar[0]}"?' if similar else ""
        first, last = (to_python(self.index[at]) for at in (0, -1))
        is_range = type(first) is type(last) is int and last - first == len(self.index) - 1
        words = f"from {first!r} to {last!r}" if is_range else f"such as {first!r} and {last!r}"
        examples = f"; the {len(self.index):,} labels are {words}"
        return f"there is no point {shown}{suggestion or examples}"

    def plain_rows(self, labels: Sequence[Any]) -> list[int] | None:
        """Return the rows of whole numbers and strings; None if one needs a closer look."""
        known, rows = self._plain_rows, []
        for label in labels:
            # True equals 1, but is not the label 1.
            if type(label) is not int and type(label) is not str:
                return None
            row = known.get(label)
            if row is None:
                return None
            rows.append(row)
        return rows

    @cached_property
    def _plain_rows(self) -> dict[Any, int]:
        known = dict.fromkeys([*self._row_of, *self.row_of_name])
        plain = (label for label in known if type(label) in (int, str))
        return {label: row for label in plain if (row := self.find(label)) is not None}

    def rows(self, points: Iterable[Any]) -> list[int]:
        """Return the rows of labels, of names, and of lists and masks of them.

        Raises
        ------
        ValueError
            If there is no such point.

        """
        return [row for one in points for row in self._entry_rows(one)]

    def _entry_rows(self, one: Any) -> list[int]:
        # A tuple lists the labels of several points, unless it is itself the label of one.
        is_list = isinstance(one, Iterable) and not isinstance(one, str | bytes)
        if not is_list or (isinstance(one, tuple) and self.find(one) is not None):
            return [self.row(one)]
        kind = str(getattr(one, "dtype", ""))
        if kind.startswith("bool"):
            one = self.in_order(one, "the booleans")
        values = [to_python(plain(value)) for value in one]
        is_whole = kind.startswith(("int", "uint")) and len(values) == len(self.names) > 2
        if is_whole and set(values) <= {0, 1}:
            raise ValueError(
                f"{len(values)} numbers 0 and 1 would list the points 0 and 1; for a mask of the "
                "points write mask == 1"
            )
        if isinstance(one, tuple) and getattr(self.index, "nlevels", 1) > 1:
            raise ValueError(self._fault(one))
        if not values or not all(isinstance(value, bool) for value in values):
            self._refuse_gaps(values)
            return [self.row(value) for value in values]
        if len(values) != len(self.names):
            raise ValueError(
                f"{len(values)} booleans for {len(self.names)} points; give one per point"
            )
        return [row for row, is_wanted in enumerate(values) if is_wanted]

    def _refuse_gaps(self, values: list[Any]) -> None:
        """Refuse a mask with a missing value."""
        gaps = [at for at, value in enumerate(values) if is_missing(value)]
        others = [value for value in values if not is_missing(value)]
        if gaps and others and all(isinstance(value, bool) for value in others):
            raise ValueError(
                f"the booleans have no value at position {gaps[0]} ({values[gaps[0]]}); give every "
                "point one, as fillna(False) does"
            )

    def in_order(self, values: Any, parameter: str) -> Any:
        """Return a Series in the order of the points, by its index."""
        index = self.index
        if isinstance(index, np.ndarray):
            # The rows of an array have no labels but their positions; a stored graph has names.
            pandas = module("pandas")
            index = None if pandas is None or index.dtype != object else pandas.Index(index)
        return reorder(index, values, parameter)

    def rows_of_names(self, names: Iterable[str]) -> np.ndarray:
        """Return the rows of points given by name."""
        return np.array([self.row_of_name[name] for name in names], dtype=np.intp)


def to_python(value: Any) -> Any:
    """Convert a value of numpy, or a tuple of values, to plain Python."""
    if isinstance(value, tuple):
        return tuple(map(to_python, value))
    # `item` would turn a date of numpy into a number of nanoseconds.
    is_date = isinstance(value, np.datetime64 | np.timedelta64)
    return value.item() if isinstance(value, np.generic) and not is_date else value
