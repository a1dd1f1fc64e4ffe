"""Bits of members become lists, however many clusters are converted at once."""

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
    has[7] = False
    ids = random.permutation(clusters) + 1
    batch = pa.record_batch(
        {
            "id": pa.array(ids, pa.int64()),
            "members": [np.packbits(row).tobytes() for row in has],
        }
    )
    halves = [batch.slice(0, 13), batch.slice(13)]
    made = pa.Table.from_batches(members.lists(objects)(halves))
    assert made.column("concept_id").to_pylist() == list(ids)
    assert made.column("objects").to_pylist() == [list(np.nonzero(row)[0] + 1) for row in has]
