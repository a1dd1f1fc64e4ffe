"""Members as lists instead of bits, and what follows from them; columns at a time, in tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa

Batches = Iterable[pa.RecordBatch]


def bits(members: pa.Array, points: int) -> np.ndarray:
    """A row a cluster and a column a point: whether it is a member."""
    width = (points + 7) // 8
    whole = np.frombuffer(b"".join(members.to_pylist()), np.uint8).reshape(len(members), width)
    return np.unpackbits(whole, axis=1, count=points).view(bool)


def lists(points: int) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """A function for `mapInArrow` from (id, members) to (concept_id, points)."""

    def listed(batches: Batches) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            has = bits(batch.column("members"), points)
            ends = np.concatenate([[0], np.cumsum(has.sum(axis=1))]).astype(np.int32)
            ids = (np.nonzero(has)[1] + 1).astype(np.int32)
            members = pa.ListArray.from_arrays(pa.array(ends), pa.array(ids))
            yield pa.RecordBatch.from_arrays(
                [batch.column("id"), members], names=["concept_id", "points"]
            )

    return listed


def meetings(points: int) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """A function for `mapInArrow` from (id, members) to (point_id, concept_id).

    For each point it finds the least id in the part; who gives it clusters that mix classes alone
    learns where the point meets another class.
    """

    def first(batches: Batches) -> Iterator[pa.RecordBatch]:
        none = np.iinfo(np.int64).max
        least = np.full(points, none)
        for batch in batches:
            has = bits(batch.column("members"), points)
            ids = batch.column("id").to_numpy()
            least = np.minimum(least, np.where(has, ids[:, None], none).min(axis=0, initial=none))
        met = np.nonzero(least < none)[0]
        yield pa.RecordBatch.from_arrays(
            [pa.array((met + 1).astype(np.int32)), pa.array(least[met])],
            names=["point_id", "concept_id"],
        )

    return first


def homes(points: int) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """A function for `mapInArrow` from (id, size, weight, members) to each point's best cluster.

    For each point it finds the highest score, size times weight, in the part, and the least id that
    has it.
    """

    def best(batches: Batches) -> Iterator[pa.RecordBatch]:
        scores, ids = np.zeros(points), np.zeros(points, np.int64)
        for batch in batches:
            has = bits(batch.column("members"), points)
            score = batch.column("weight").to_numpy() * batch.column("size").to_numpy()
            new = batch.column("id").to_numpy()
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
            names=["point_id", "score", "concept_id"],
        )

    return best
