"""Bits of members become lists, meetings and homes, however many clusters are looked at at once."""

from __future__ import annotations

import pytest

pa = pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")


@pytest.mark.parametrize("pairs", [1, 40, 1 << 24])
def test_clusters_some_at_a_time(monkeypatch, pairs: int) -> None:
    from conceptgraph_spark import members

    monkeypatch.setattr(members, "PAIRS", pairs)
    random = np.random.default_rng(3)
    objects, clusters = 19, 30
    has = random.random((clusters, objects)) < 0.2
    has[:, 4] = False
    ids, sizes = random.permutation(clusters) + 1, has.sum(axis=1)
    weights = random.integers(0, 3, clusters) / 2
    batch = pa.record_batch(
        {
            "id": pa.array(ids, pa.int64()),
            "size": pa.array(sizes, pa.int32()),
            "weight": pa.array(weights, pa.float64()),
            "members": [np.packbits(row).tobytes() for row in has],
        }
    )
    halves = [batch.slice(0, 13), batch.slice(13)]

    def rows(function, *columns: str) -> list[tuple]:
        made = pa.Table.from_batches(function(objects)(halves))
        return list(zip(*(made.column(name).to_pylist() for name in columns), strict=True))

    listed = [(id_, list(np.nonzero(row)[0] + 1)) for id_, row in zip(ids, has, strict=True)]
    assert rows(members.lists, "concept_id", "objects") == listed
    met, homes = [], []
    for of in range(objects):
        holding = [at for at in range(clusters) if has[at, of]]
        if holding:
            met.append((of + 1, min(ids[at] for at in holding)))
        scores = [(sizes[at] * weights[at], -ids[at]) for at in holding if weights[at]]
        if scores:
            score, id_ = max(scores)
            homes.append((of + 1, score, -id_))
    assert rows(members.meetings, "object_id", "concept_id") == met
    assert rows(members.homes, "object_id", "score", "concept_id") == homes
