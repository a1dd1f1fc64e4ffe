"""Tables are read a range at a time, and a run checks first for the module that writes files."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """Seven clusters with members and nine covers, in several files and groups of two rows."""
    import pyarrow.parquet as pq

    def write(table: str, columns: dict, rows: int) -> None:
        whole = pa.table(columns)
        (tmp_path / table).mkdir()
        for first in range(0, whole.num_rows, rows):
            file = tmp_path / table / f"part-{first}.parquet"
            pq.write_table(whole.slice(first, rows), file, row_group_size=2)

    numbers = range(1, 8)
    write(
        "concept",
        {
            "id": pa.array(numbers, pa.int64()),
            "size": pa.array(numbers, pa.int32()),
            "centre_id": pa.array([None if n == 1 else 2 * n for n in numbers], pa.int32()),
            "cohesion": pa.array([None if n < 2 else 1 / n for n in numbers], pa.float64()),
            "counts": pa.array([[n, 0] for n in numbers], pa.list_(pa.int32())),
        },
        5,
    )
    ends = [(1, 2), (1, 3), (1, 4), (2, 5), (3, 5), (3, 6), (4, 6), (5, 7), (6, 7)]
    lower, upper = (pa.array(column, pa.int64()) for column in zip(*ends, strict=True))
    write("cover", {"lower_id": lower, "upper_id": upper}, 4)
    lists = pa.array([list(range(1, n)) for n in numbers], pa.list_(pa.int32()))
    write("member", {"concept_id": pa.array(numbers, pa.int64()), "objects": lists}, 3)
    return tmp_path


def test_every_range(tables: Path) -> None:
    from conceptgraph_spark.parquet import Reader, ordered

    # Object 2 is points 2 and 4, object 3 is points 3, 5 and 9.
    objects = np.array([1, 2, 3, 2, 3, 4, 5, 6, 3])
    points = {of: [at + 1 for at in np.nonzero(objects == of)[0]] for of in range(1, 7)}
    concept, cover, member = (
        ordered(str(tables / name)) for name in ("concept", "cover", "member")
    )
    reader = Reader(concept, cover, member, objects)
    whole = reader.covers(1, 7)
    assert list(whole[0]) == [1, 1, 1, 2, 3, 3, 4, 5, 6]
    for first in range(7, 0, -1):
        for last in range(first, 8):
            rows = reader.concepts(first, last)
            numbers = list(range(first, last + 1))
            assert list(rows["size"]) == numbers
            assert list(rows["centre"]) == [0 if n == 1 else 2 * n for n in numbers]
            cohesions = [None if n < 2 else 1 / n for n in numbers]
            assert [None if np.isnan(one) else one for one in rows["cohesion"]] == cohesions
            assert list(rows["counts"]) == [count for n in numbers for count in (n, 0)]
            starts, listed = reader.members(first, last)
            assert (starts.dtype, listed.dtype) == (np.int64, np.int32)
            lists = [list(listed[start:end]) for start, end in pairwise(starts)]
            assert lists == [
                sorted(point for of in range(1, n) for point in points[of]) for n in numbers
            ]
            lower, upper = reader.covers(first, last)
            within = [first <= low <= last for low in whole[0]]
            assert list(zip(lower, upper, strict=True)) == [
                pair for pair, is_in in zip(zip(*whole, strict=True), within, strict=True) if is_in
            ]


def test_without_the_module_a_run_that_wants_files_is_refused(monkeypatch) -> None:
    from conceptgraph_spark import Refused
    from conceptgraph_spark.bulk import writer

    monkeypatch.setitem(sys.modules, "conceptgraph", None)
    with pytest.raises(Refused, match="need the Python module conceptgraph"):
        writer()
