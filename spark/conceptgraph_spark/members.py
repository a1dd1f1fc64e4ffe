"""Members as lists instead of bits, and what follows from them; columns at a time, in tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa

Batches = Iterable[pa.RecordBatch]


#: Bits are made bytes for about this many pairs of a cluster and an object at once.
PAIRS = 1 << 24


def pieces(batches: Batches, objects: int) -> Iterator[tuple[pa.RecordBatch, np.ndarray]]:
    """Some clusters, and for each of them and each object whether it is a member."""
    most, width = max(1, PAIRS // max(1, objects)), (objects + 7) // 8
    for batch in batches:
        for start in range(0, batch.num_rows, most):
            piece = batch.slice(start, most)
            whole = b"".join(piece.column("members").to_pylist())
            bits = np.frombuffer(whole, np.uint8).reshape(piece.num_rows, width)
            yield piece, np.unpackbits(bits, axis=1, count=objects).view(bool)


def lists(objects: int) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """A function for `mapInArrow` from (id, members) to (concept_id, objects)."""

    def listed(batches: Batches) -> Iterator[pa.RecordBatch]:
        for piece, has in pieces(batches, objects):
            ends = np.concatenate([[0], np.cumsum(has.sum(axis=1))]).astype(np.int32)
            ids = (np.nonzero(has)[1] + 1).astype(np.int32)
            members = pa.ListArray.from_arrays(pa.array(ends), pa.array(ids))
            yield pa.RecordBatch.from_arrays(
                [piece.column("id"), members], names=["concept_id", "objects"]
            )

    return listed


def meetings(objects: int) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """A function for `mapInArrow` from (id, members) to (object_id, concept_id).

    For each object it finds the least id in the part; who gives it clusters that mix classes alone
    learns where its points meet another class.
    """

    def first(batches: Batches) -> Iterator[pa.RecordBatch]:
        none = np.iinfo(np.int64).max
        least = np.full(objects, none)
        for piece, has in pieces(batches, objects):
            # Of clusters in order the first that holds an object has the least id.
            order = np.argsort(piece.column("id").to_numpy())
            ids, has = piece.column("id").to_numpy()[order], has[order]
            first_ids = np.where(has.any(axis=0), ids[has.argmax(axis=0)], none)
            least = np.minimum(least, first_ids)
        met = np.nonzero(least < none)[0]
        yield pa.RecordBatch.from_arrays(
            [pa.array((met + 1).astype(np.int32)), pa.array(least[met])],
            names=["object_id", "concept_id"],
        )

    return first


def homes(objects: int) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """A function for `mapInArrow` from (id, size, weight, members) to each object's best cluster.

    For each object it finds the highest score, size times weight, in the part, and the least id
    that has it.
    """

    def best(batches: Batches) -> Iterator[pa.RecordBatch]:
        scores, ids = np.zeros(objects), np.zeros(objects, np.int64)
        for piece, has in pieces(batches, objects):
            score = piece.column("weight").to_numpy() * piece.column("size").to_numpy()
            new = piece.column("id").to_numpy()
            # The best come first: rows by falling score, of equal ones by id.
            order = np.lexsort((new, -score))
            has, score, new = has[order], score[order], new[order]
            held, first = has.any(axis=0), has.argmax(axis=0)
            offered, by = score[first], new[first]
            better = held & ((offered > scores) | ((offered == scores) & (by < ids)))
            scores[better], ids[better] = offered[better], by[better]
        held = np.nonzero(scores)[0]
        yield pa.RecordBatch.from_arrays(
            [pa.array((held + 1).astype(np.int32)), pa.array(scores[held]), pa.array(ids[held])],
            names=["object_id", "score", "concept_id"],
        )

    return best
