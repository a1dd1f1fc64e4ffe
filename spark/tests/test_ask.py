"""The queries answer as the program does over the same graph; and the command line works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import IRIS, PROJECT, QUICK

ASKED = [
    (["lca", "d51", "d102"], {"points": ["d51", "d102"]}),
    (["lca", "d7", "d7"], {"points": ["d7", "d7"]}),
    (["lca", "d51", "d53", "d102"], {"points": ["d51", "d53", "d102"]}),
    (["containing", "d1", "100"], {"point": "d1"}),
    (["containing", "d99", "3"], {"point": "d99", "limit": 3}),
    (["purity", "c6000"], {"concept": "c6000"}),
    (["purity", "c1"], {"concept": 1}),
    (["purity"], {}),
    (["classes"], {}),
    (["parents", "c6000"], {"concept": "c6000"}),
    (["parents", "c6106"], {"concept": "c6106"}),
    (["children", "c6000"], {"concept": "c6000"}),
    (["children", "c1"], {"concept": "c1"}),
    (["largest", "5"], {"limit": 5}),
    (["largest", "100"], {}),
]


@pytest.mark.parametrize(("words", "parameters"), ASKED, ids=[" ".join(w) for w, _ in ASKED])
def test_answers(spark, iris, reference, words: list[str], parameters: dict) -> None:
    from conceptgraph_spark import ask

    answer = ask(spark, str(iris.graph), words[0], **parameters)
    header, *rows = reference(IRIS).query(*words)
    assert answer.columns == header
    found = [tuple(row) for row in answer.collect()]
    if words[0] == "containing":
        # The program's limit also counts communities, which are left out here.
        found = found[: len(rows)]
    assert len(found) == len(rows)
    for made, known in zip(found, rows, strict=True):
        for value, cell in zip(made, known, strict=True):
            right = abs(value - float(cell)) < 1e-12 if isinstance(value, float) else None
            assert right or (right is None and ("" if value is None else str(value)) == cell)


def test_every_query_is_asked() -> None:
    from conceptgraph_spark.queries import catalogue

    ours = catalogue()
    assert set(ours) == {words[0] for words, _ in ASKED}
    for name, query in ours.items():
        theirs = (PROJECT / f"queries/{name}.sql").read_text().splitlines()
        # The program's titles may mention communities too.
        kinds = ("-- parameter: ", "-- columns: ")
        header = [line for line in query.text.splitlines() if line.startswith(kinds)]
        assert [line for line in theirs if line.startswith(kinds)] == header


@pytest.mark.parametrize(
    ("query", "parameters", "why"),
    [
        ("nothing", {}, "there is no such query; there are children"),
        ("lca", {}, "lca needs a points"),
        ("lca", {"points": ["d1", "d999"]}, "there is no point d999"),
        ("containing", {"point": "' OR 1 = 1"}, "there is no point ' OR 1 = 1"),
        ("containing", {"point": "d1", "limit": "x"}, "x: this is not a count"),
        ("parents", {"concept": "c99999"}, "there is no cluster c99999; there are 6,106"),
        ("parents", {"concept": "d1"}, "d1: clusters are called c1, c2 and so on"),
        ("parents", {"cluster": 1}, "parents takes no cluster"),
    ],
)
def test_refusals(spark, iris, query: str, parameters: dict, why: str) -> None:
    from conceptgraph_spark import Refused, ask

    with pytest.raises(Refused, match=why):
        ask(spark, str(iris.graph), query, **parameters)


def run(*words: str) -> subprocess.CompletedProcess:
    """Runs the command in a new process."""
    environment = {**os.environ, "PYTHONPATH": str(PROJECT / "spark"), "JDK_JAVA_OPTIONS": QUICK}
    command = [sys.executable, "-m", "conceptgraph_spark", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


@pytest.mark.full
def test_the_command(spark, program, tmp_path: Path) -> None:
    graph = str(tmp_path / "graph")
    local = ["--master", "local[2]", "--conf", "spark.ui.enabled=false"]
    words = [str(PROJECT / "examples/figure1.csv"), "--to", graph]
    made = run(*words, "--id", "name", "--k", "4", "--program", program,
               "--conf", "spark.sql.shuffle.partitions=4", *local)  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("16 clusters, 27 covers\n")
    asked = run("ask", graph, "lca", "1", "4", "--format", "json", *local)
    assert [row["concept"] for row in json.loads(asked.stdout)] == ["c10"]
    again = run(*words, "--program", program, *local)
    assert again.returncode == 1
    assert again.stderr.splitlines()[-1].endswith("graph: this exists already; name a new folder")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["no.csv", "--to", "x"], "no.csv: there is no such file"),
        ([IRIS[0]], "required: --to"),
        (["--to", "x", IRIS[0]], "INPUT comes first"),
        ([IRIS[0], "--to", "x", "--units", "-1"], "--units: invalid count value"),
        (["ask", "x", "nothing"], "nothing: there is no such query"),
        (["ask", "x", "parents", "c1", "c2"], "parents takes no more than 1: c2"),
    ],
)
def test_wrong_words(words: list[str], why: str) -> None:
    pytest.importorskip("pyspark", reason="needs Spark: pip install ./spark[test]")
    told = run(*words)
    assert told.returncode in (1, 2) and told.stdout == ""
    assert why in told.stderr.splitlines()[-1]
