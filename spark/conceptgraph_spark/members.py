"""Conversion of members from bits to lists, in tasks, some clusters at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa

Batches = Iterable[pa.RecordBatch]

#: The number of pairs of a cluster and an object whose bits are unpacked at once.
PAIRS = 1 << 24


def pieces(batches: Batches, objects: int) -> Iterator[tuple[pa.RecordBatch, np.ndarray]]:
    """Yields some clusters at a time, with a matrix of booleans: clusters by objects."""
    most, width = max(1, PAIRS // max(1, objects)), (objects + 7) // 8
    for batch in batches:
        for start in range(0, batch.num_rows, most):
            piece = batch.slice(start, most)
            whole = b"".join(piece.column("members").to_pylist())
            bits = np.frombuffer(whole, np.uint8).reshape(piece.num_rows, width)
            yield piece, np.unpackbits(bits, axis=1, count=objects).view(bool)


def lists(objects: int) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """Returns a function for `mapInArrow` from (id, members) to (concept_id, objects)."""

    def listed(batches: Batches) -> Iterator[pa.RecordBatch]:
        for piece, has in pieces(batches, objects):
            ends = np.concatenate([[0], np.cumsum(has.sum(axis=1))]).astype(np.int32)
            ids = (np.nonzero(has)[1] + 1).astype(np.int32)
            members = pa.ListArray.from_arrays(pa.array(ends), pa.array(ids))
            yield pa.RecordBatch.from_arrays(
                [piece.column("id"), members], names=["concept_id", "objects"]
            )

    return listed
