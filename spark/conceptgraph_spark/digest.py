"""The digest of a graph: SHA-256 over its content, the same 64 letters as in a store.

Written as `src/store/digest.rs` writes it: every text and every list is preceded by its length,
every number is 8 bytes, the least first. One pass over the clusters and the covers, on the driver.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from .parquet import Ordered
from .plan import Plan


class Digest:
    """A digest on its way."""

    def __init__(self) -> None:
        """Begins with nothing."""
        self.sum = hashlib.sha256()

    def number(self, number: int) -> None:
        """Adds a number; a negative one as its complement."""
        self.sum.update(struct.pack("<Q", number & 0xFFFF_FFFF_FFFF_FFFF))

    def real(self, number: float) -> None:
        """Adds the bits of a fraction."""
        self.sum.update(struct.pack("<d", number))

    def text(self, text: str) -> None:
        """Adds a text with its length in bytes."""
        self.number(len(text.encode()))
        self.sum.update(text.encode())

    def each(self, items: Sequence[Any], one: Callable[[Any], None]) -> None:
        """Adds a list with its length."""
        self.number(len(items))
        for item in items:
            one(item)

    def maybe(self, number: float | None, one: Callable[[Any], None]) -> None:
        """Adds whether there is a number, then it, or 0."""
        self.number(number is not None)
        one(number or 0)

    def value(self, value: str | float | None) -> None:
        """Adds a fact with its type."""
        kinds = {int: (1, self.number), float: (2, self.real), str: (3, self.text)}
        if value is None:
            self.number(0)
        else:
            kind, one = kinds[type(value)]
            self.number(kind)
            one(value)


def digest(
    plan: Plan,
    facts: dict[str, Any],
    classes: Sequence[tuple[int, int, int | None, float | None, float | None]],
    boundary: Sequence[int | None],
    concept: Ordered,
    cover: Ordered,
) -> str:
    """The digest of a graph.

    `facts` are those of the graph, in order; `classes` are rows of (size, concepts, largest_pure,
    dendrogram_purity, chance), and `boundary` one id a point, empty without classes.
    """
    new = Digest()
    for key, value in facts.items():
        if key not in ("name", "digest"):
            new.text(key)
            new.value(value)
    points = plan.rows("SELECT name, class_id, key FROM point ORDER BY id")
    led = [class_ - 1 for _, class_, _ in points if class_ is not None]
    new.each([name for name, _, _ in points], new.text)
    new.each([name for (name,) in plan.rows("SELECT name FROM class ORDER BY id")], new.text)
    new.each(led, new.number)
    new.each([key for _, _, key in points], new.number)
    new.each([name for (name,) in plan.rows("SELECT name FROM attribute ORDER BY id")], new.text)
    pairs = plan.rows("SELECT point_id, attribute_id FROM incidence ORDER BY 1, 2")
    rows = {point: [a - 1 for _, a in of] for point, of in groupby(pairs, lambda pair: pair[0])}
    for point in range(1, len(points) + 1):
        new.each(rows.get(point, []), new.number)
    new.each([name for (name,) in plan.rows("SELECT name FROM feature ORDER BY id")], new.text)
    values = plan.rows("SELECT value FROM measurement ORDER BY point_id, feature_id")
    new.each([value for (value,) in values], new.real)
    new.number(len(classes))
    for size, concepts, pure, purity, _ in classes:
        new.number(size)
        new.number(concepts)
        new.maybe(pure, new.number)
        new.maybe(purity, new.real)
    new.each(boundary, lambda id_: new.maybe(id_, new.number))
    new.each([row for (row,) in plan.rows('SELECT "row" FROM point ORDER BY id')], new.number)
    new.each([name for (name,) in plan.rows("SELECT name FROM kept_column ORDER BY id")], new.text)
    kept = plan.rows("SELECT value FROM kept ORDER BY point_id, kept_column_id")
    new.each([cell for (cell,) in kept], new.text)
    for words in records(concept, cover):
        new.sum.update(words)
    return new.sum.hexdigest()


def records(concept: Ordered, cover: Ordered) -> Iterator[np.ndarray]:
    """Of each cluster its size, intent size and key, and the list of the covers above it."""
    above = covers_of(cover)
    for batch in concept.batches(["id", "size", "intent_size", "key"]):
        ids, *fixed = (column.to_numpy() for column in batch.columns)
        lower, upper = above(ids[0], ids[-1])
        counts = np.bincount(lower - ids[0], minlength=len(ids))
        starts = 4 * np.arange(len(ids)) + np.cumsum(counts) - counts
        words = np.empty(4 * len(ids) + len(lower), "<i8")
        of_cluster = np.zeros(len(words), bool)
        for at, column in enumerate([*fixed, counts]):
            words[starts + at] = column
            of_cluster[starts + at] = True
        words[~of_cluster] = upper - 1
        yield words


def covers_of(cover: Ordered) -> Callable[[int, int], tuple[np.ndarray, np.ndarray]]:
    """A function that gives the covers above the clusters of a range, asked for in order."""
    batches: Iterable = cover.batches(["lower_id", "upper_id"])
    pieces = ([column.to_numpy() for column in batch.columns] for batch in batches)
    waiting = [np.empty(0, np.int64), np.empty(0, np.int64)]

    def above(first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        nonlocal waiting
        taken = [waiting]
        while not len(taken[-1][0]) or taken[-1][0][-1] <= last:
            piece = next(pieces, None)
            if piece is None:
                break
            taken.append(piece)
        lower, upper = (np.concatenate(columns) for columns in zip(*taken, strict=True))
        end = np.searchsorted(lower, last, side="right")
        waiting = [lower[end:], upper[end:]]
        return lower[:end], upper[:end]

    return above
