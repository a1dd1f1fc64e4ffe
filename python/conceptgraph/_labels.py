"""The mapping between points and the labels of the user's own data."""

from __future__ import annotations

import json
import warnings
from collections.abc import Hashable, Iterable
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ._frames import is_frame, module
from ._order import in_order_of, name_of, only_counts

if TYPE_CHECKING:
    import pandas


def names_of(x: Any) -> list[str] | None:
    """Return the names of points from the index of a DataFrame, unless it only counts."""
    if not is_frame(x) or only_counts(x.index) or not x.index.is_unique:
        return None
    names = [name_of(label) for label in x.index]
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
    def _row_of_name(self) -> dict[str, int]:
        return {name: row for row, name in enumerate(self.names)}

    @cached_property
    def _row_of(self) -> dict[Any, int | None]:
        rows: dict[Any, int | None] = {}
        for row, label in enumerate(map(plain, self.index)):
            # A label that occurs twice has no row.
            rows[label] = None if label in rows else row
        return rows

    @classmethod
    def of_table(cls, x: Any, names: list[str], given: list[Any] | None) -> Labels:
        """Return the labels of a table: its index, the given names, or the rows from 0."""
        if is_frame(x):
            return cls(x.index, names)
        if given is None:
            return cls(np.arange(len(names)), names)
        labels = np.empty(len(names), dtype=object)
        for row, label in enumerate(given):
            labels[row] = plain(label)
        return cls(labels, names)

    @classmethod
    def of_names(cls, names: list[str]) -> Labels:
        """Return the labels of an opened graph: its names, or the rows if the names only count."""
        counted = [int(name[1:]) - 1 for name in names if name[:1] == "d" and name[1:].isdecimal()]
        if len(counted) == len(names) and counted == sorted(set(counted)):
            return cls(np.array(counted, dtype=np.int64), names)
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
            raise ValueError(self._fault(plain(label)))
        return row

    def find(self, label: Any) -> int | None:
        """Return the row of a label or name; None if there is no such point, or several."""
        label = plain(label)
        if not isinstance(label, Hashable):
            return None
        if self._is_label(label):
            row, named = self._row_of[label], self._row_of_name.get(str(label))
            # A label that is also the name of another point is ambiguous, unless it is a string.
            return row if isinstance(label, str) or named in (None, row) else None
        if isinstance(label, str) and label in self._row_of_name:
            return self._row_of_name[label]
        if isinstance(label, bool) or isinstance(self.index, np.ndarray):
            return None
        # An index may accept other spellings of a label, as one of dates does; but a year is no
        # day.
        if isinstance(label, str) and len(label) < len("2020-01-01"):
            return None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = self.index.get_indexer_for([label]).tolist()
        except (AssertionError, TypeError, ValueError):
            return None
        return found[0] if len(found) == 1 and found[0] >= 0 else None

    def knows(self, word: str) -> bool:
        """Return True if a string is the label or the name of a point."""
        return word in self._row_of or word in self._row_of_name

    def _is_label(self, label: Hashable) -> bool:
        if label not in self._row_of:
            return False
        # True equals 1, but is not the label 1.
        row = self._row_of[label]
        return not isinstance(label, bool) or row is None or self.index[row] is label

    def _fault(self, label: Any) -> str:
        said = json.dumps(label, ensure_ascii=False) if isinstance(label, str) else repr(label)
        if isinstance(label, Hashable) and self._is_label(label):
            if self._row_of[label] is not None:
                return f"{said} is the label of one point and the name of another; give the name"
            return f"several points have the label {said}; give each its own, as reset_index() does"
        known = [name for name in self._row_of if isinstance(name, str)] or self.names
        near = get_close_matches(label, known, 1) if isinstance(label, str) else []
        meant = f', did you mean "{near[0]}"?' if near else ""
        first, last = (plain(self.index[at]) for at in (0, -1))
        return f"there is no point {said}{meant or f'; their labels are {first!r} to {last!r}'}"

    def rows(self, points: Iterable[Any]) -> list[int]:
        """Return the rows of labels, of names, and of lists of them.

        Raises
        ------
        ValueError
            If there is no such point.

        """
        return [row for one in points for row in self._rows_of(one)]

    def _rows_of(self, one: Any) -> list[int]:
        # A tuple lists the labels of several points, unless it is itself the label of one.
        is_list = isinstance(one, Iterable) and not isinstance(one, str | bytes)
        if not is_list or (isinstance(one, tuple) and self.find(one) is not None):
            return [self.row(one)]
        if str(getattr(one, "dtype", "")) == "bool":
            one = self.in_order(one, "the truths")
        listed = [plain(value) for value in one]
        if isinstance(one, tuple) and getattr(self.index, "nlevels", 1) > 1:
            raise ValueError(self._fault(one))
        if not listed or not all(isinstance(value, bool) for value in listed):
            return [self.row(value) for value in listed]
        if len(listed) != len(self.names):
            raise ValueError(f"{len(listed)} truths for {len(self.names)} points; give one a point")
        return [row for row, is_wanted in enumerate(listed) if is_wanted]

    def in_order(self, values: Any, what: str) -> Any:
        """Return a Series in the order of the points, by its index."""
        mine = self.index
        if isinstance(mine, np.ndarray):
            # The rows of an array have no labels but their positions; a stored graph has names.
            pandas = module("pandas")
            mine = None if pandas is None or mine.dtype != object else pandas.Index(mine)
        return in_order_of(mine, values, what)

    def rows_of_names(self, names: Iterable[str]) -> np.ndarray:
        """Return the rows of points given by name."""
        return np.array([self._row_of_name[name] for name in names], dtype=np.intp)


def plain(value: Any) -> Any:
    """Convert a value of numpy, or a tuple of values, to plain Python."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    # `item` would turn a date of numpy into a number of nanoseconds.
    is_date = isinstance(value, np.datetime64 | np.timedelta64)
    return value.item() if isinstance(value, np.generic) and not is_date else value
