"""Spark makes the graph that one machine makes, however the work is cut."""

from pathlib import Path

import pytest
from conftest import IRIS, same_files, same_tables


@pytest.mark.parametrize(
    ("units", "budget"), [(1, 0), (2, 0), (7, 0), (7, 100)], ids=["1", "2", "7", "many rounds"]
)
def test_iris(spark, program, reference, tmp_path: Path, units: int, budget: int) -> None:
    from conceptgraph_spark import Limits, build

    graph, files = tmp_path / "graph", tmp_path / "files"
    limits = Limits(units=units, budget=budget)
    build(spark, IRIS[0], str(graph), IRIS[1:], limits=limits, program=program, csv=files)
    same_tables(graph, reference(IRIS))
    same_files(files, reference(IRIS))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["files", "graph"]


def test_an_iceberg(spark, program, reference, tmp_path: Path) -> None:
    from conceptgraph_spark import ask, build

    words = [*IRIS, "--min-size", "20"]
    build(spark, words[0], str(tmp_path / "graph"), words[1:], program=program)
    same_tables(tmp_path / "graph", reference(words))
    # No single smallest cluster with both is stored.
    for points in (["d16", "d99"], ["d1", "d99"], ["d107", "d16", "d51"]):
        answer = ask(spark, str(tmp_path / "graph"), "lca", points=points).collect()
        told = [row["concept"] for row in answer]
        assert told == [row[0] for row in reference(words).query("lca", *points)[1:]], points


def test_a_ready_context(spark, program, reference, tmp_path: Path) -> None:
    from conceptgraph_spark import build

    context = tmp_path / "small, context.dat"
    context.write_text("1 2 3\n\n2 3\n3 4\n1 2 3 4\n2 3\n")
    graph, files = tmp_path / "graph", tmp_path / "files"
    build(spark, str(context), str(graph), program=program, csv=files)
    same_tables(graph, reference([str(context)]))
    same_files(files, reference([str(context)]))


def test_vertebral(spark, program, reference, vertebral: list[str], tmp_path: Path) -> None:
    from conceptgraph_spark import Limits, build

    graph, files = tmp_path / "graph", tmp_path / "files"
    limits = Limits(units=7, budget=25_000)
    build(spark, vertebral[0], str(graph), vertebral[1:], limits=limits, program=program, csv=files)
    same_tables(graph, reference(vertebral))
    same_files(files, reference(vertebral))
