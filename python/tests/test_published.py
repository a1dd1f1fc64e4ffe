"""The files of a graph whose clusters come from a reader equal those of the program."""

import csv
import subprocess
import sys

import numpy as np
import pytest
from conceptgraph import ConceptGraph
from conceptgraph import _conceptgraph as core

X = np.array([[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)], float)
#: The files about communities, which a reader does not provide.
COMMUNITIES = {
    "Community",
    "HAS_GROUP",
    "IN_GROUP",
    "IN_JOIN",
    "IN_PART",
    "MOSTLY_IN",
    "MOST_LIKE",
    "OVERLAPS",
    "JOINED_IN",
    "PART_OF",
}


class Reader:
    """A reader of the clusters of a graph, a range of ids at a time."""

    def __init__(self, graph):
        self.statement = graph._graph.statement

    def columns(self, statement, first, last):
        found = self.statement(statement, {"first": first, "last": last})
        return [values for _, values in found]

    def concepts(self, first, last):
        size, centre, cohesion, *counts = self.columns(
            """SELECT size, coalesce(centre_id, 0), cohesion,
                coalesce(sum(count) FILTER (WHERE class_id = 1), 0),
                coalesce(sum(count) FILTER (WHERE class_id = 2), 0)
            FROM concept LEFT JOIN concept_class ON concept_id = id
            WHERE id BETWEEN :first AND :last GROUP BY id ORDER BY id""",
            first,
            last,
        )
        return {
            "size": np.array(size, np.int32),
            "centre": np.array(centre, np.int32),
            "cohesion": np.array(cohesion, float),
            "counts": np.array(counts, np.int32).T.ravel(),
        }

    def covers(self, first, last):
        statement = "SELECT * FROM cover WHERE lower_id BETWEEN :first AND :last ORDER BY 1, 2"
        return tuple(np.array(ends, np.int64) for ends in self.columns(statement, first, last))

    def members(self, first, last):
        statement = "SELECT * FROM member WHERE concept_id BETWEEN :first AND :last ORDER BY 1, 2"
        clusters, points = self.columns(statement, first, last)
        starts = np.searchsorted(clusters, np.arange(first, last + 2))
        return starts.astype(np.int64), np.array(points, np.int32)


@pytest.fixture
def graph(tmp_path):
    graph = ConceptGraph(k=4, graph="full", name="two").fit(X, labels=["a", "b"] * 20)
    graph.save(tmp_path / "two.db")
    return graph


def known(graph, **other):
    facts = ("kind", "concepts", "covers", "min_size", "dendrogram_purity", "chance")
    columns = "size, concepts, largest_pure_id, dendrogram_purity, chance"
    classes = graph._graph.statement(f"SELECT {columns} FROM class ORDER BY id")
    classes = list(zip(*(values for _, values in classes), strict=True))
    return {name: graph.facts_[name] for name in facts} | {"classes": classes} | other


def content(folder, members=True):
    """Return the rows of the files, without communities and the number of the load."""
    rows = {}
    for file in folder.glob("*.csv"):
        if file.stem in COMMUNITIES | {"Graph"} or (file.stem == "MEMBER_OF" and not members):
            continue
        with file.open(newline="") as text:
            table = list(csv.DictReader(text))
        for row in table:
            for column in ("load", "community", "share:double", "part"):
                row.pop(column, None)
        rows[file.stem] = table
    return rows


@pytest.mark.parametrize("members", [True, False])
def test_the_files_are_those_of_the_program(graph, tmp_path, members):
    place = tmp_path / "two.db"
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    words = ["export", place, "--format", "bulk", "-o", theirs]
    subprocess.run([sys.executable, "-m", "conceptgraph", *words], check=True)
    given = known(graph, members=members)
    command = core.import_files(place, given, Reader(graph), ours)
    assert command[:3] == ["neo4j-admin", "database", "import"]
    assert (ours / "MEMBER_OF.csv").exists() == members
    found = content(ours)
    assert found == content(theirs, members)
    assert len(found["Concept"]) == graph.facts_["concepts"]
    assert len(found["COVERED_BY"]) == graph.facts_["covers"]


def test_a_reader_that_fails_is_named(graph, tmp_path):
    class Failing(Reader):
        def covers(self, *_):
            raise ValueError("no covers today")

    with pytest.raises(OSError, match="two: ValueError: no covers today"):
        core.import_files(
            tmp_path / "two.db", known(graph, members=True), Failing(graph), tmp_path / "ours"
        )
    for wrong in ({"kind": "unknown"}, {"concepts": 1 << 32}):
        with pytest.raises(OSError, match="its clusters are of no kind, or too many"):
            core.import_files(
                tmp_path / "two.db",
                known(graph, members=True, **wrong),
                Reader(graph),
                tmp_path / "ours",
            )
    assert not (tmp_path / "ours").exists()
