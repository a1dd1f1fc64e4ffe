"""Tables are read a range at a time, and the module that writes files is asked for first."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """Seven clusters and nine covers, in several files and groups of two rows."""
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
            "intent_size": pa.array([7 - n for n in numbers], pa.int32()),
            "key": pa.array([10 * n for n in numbers], pa.int64()),
            "delta": pa.array(numbers, pa.int32()),
            "cohesion": pa.array([None if n < 2 else 1 / n for n in numbers], pa.float64()),
            "gap": pa.array([None if n == 7 else 1 for n in numbers], pa.int32()),
            "generator": pa.array([list(range(1, n)) for n in numbers], pa.list_(pa.int32())),
            "counts": pa.array([[n, 0] for n in numbers], pa.list_(pa.int32())),
        },
        5,
    )
    ends = [(1, 2), (1, 3), (1, 4), (2, 5), (3, 5), (3, 6), (4, 6), (5, 7), (6, 7)]
    lower, upper = (pa.array(column, pa.int64()) for column in zip(*ends, strict=True))
    write("cover", {"lower_id": lower, "upper_id": upper}, 4)
    return tmp_path


def test_every_range(tables: Path) -> None:
    from conceptgraph_spark.parquet import Reader, ordered

    # Object 1 is points 1 and 2, and so on.
    first_points = np.array([1, 3, 5, 7, 9, 11])
    concept, cover = ordered(str(tables / "concept")), ordered(str(tables / "cover"))
    reader = Reader(concept, cover, first_points)
    whole = reader.covers(1, 7)
    assert list(whole[0]) == [1, 1, 1, 2, 3, 3, 4, 5, 6]
    for first in range(7, 0, -1):
        for last in range(first, 8):
            rows = reader.concepts(first, last)
            numbers = list(range(first, last + 1))
            assert list(rows["size"]) == numbers
            assert list(rows["key"]) == [10 * n for n in numbers]
            lists = [
                list(rows["generator"][start:end])
                for start, end in zip(
                    rows["generator_ends"][:-1], rows["generator_ends"][1:], strict=True
                )
            ]
            assert lists == [list(range(1, 2 * n - 1, 2)) for n in numbers]
            assert list(rows["counts"]) == [count for n in numbers for count in (n, 0)]
            assert list(rows["gap"]) == [-1 if n == 7 else 1 for n in numbers]
            lower, upper = reader.covers(first, last)
            within = [first <= low <= last for low in whole[0]]
            assert list(zip(lower, upper, strict=True)) == [
                pair for pair, is_in in zip(zip(*whole, strict=True), within, strict=True) if is_in
            ]
    assert reader.find([30, 70, 30, 5], [3, 7, 4, 5]) == [3, 7, None, None]


def test_without_the_module_a_run_that_wants_files_is_refused(monkeypatch) -> None:
    from conceptgraph_spark import Refused
    from conceptgraph_spark.neo4j_admin import writer

    monkeypatch.setitem(sys.modules, "conceptgraph", None)
    with pytest.raises(Refused, match="need the Python module conceptgraph"):
        writer()
