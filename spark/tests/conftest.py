"""Fixtures: one Spark session for all tests, with two executors, each a JVM of its own."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
IRIS = [str(PROJECT / "examples/iris.csv"), "--label", "class", "--k", "20"]
#: Options for JVMs that live for minutes: the optimising compiler would not pay off. The quick
#: compiler alone gets a code cache of 48 MB by default, which a long session fills.
QUICK = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseSerialGC"


def lacking(reason: str) -> None:
    """Skips a test with a reason, or fails it if no test may be skipped."""
    if os.environ.get("CONCEPTGRAPH_TESTS"):
        pytest.fail(reason)
    pytest.skip(reason)


def built(name: str, variable: str) -> str:
    """Returns the path of a program, from an environment variable or from cargo's output."""
    made = [PROJECT / "target" / profile / name for profile in ("debug", "release")]
    named = os.environ.get(variable)
    found = next((path for path in ([Path(named)] if named else made) if path.is_file()), None)
    if found is None:
        lacking(f"needs the program: cargo build -p {name}, or name it in {variable}")
    return str(found)


@pytest.fixture(scope="session")
def program() -> str:
    """The program `conceptgraph-part`."""
    return built("conceptgraph-part", "CONCEPTGRAPH_PART")


@pytest.fixture(scope="session")
def conceptgraph() -> str:
    """The program that builds the same graphs on one machine."""
    return built("conceptgraph", "CONCEPTGRAPH")


@pytest.fixture(scope="session")
def vertebral() -> list[str]:
    """The options for a real table that is not part of the project, found as in the Rust tests."""
    named = os.environ.get("CONCEPTGRAPH_DATA")
    data = Path(named) if named else PROJECT / "../shared/data"
    file = data / "paper/vertebral.csv"
    if not file.is_file():
        lacking("needs the datasets: set CONCEPTGRAPH_DATA")
    return [str(file), "--label", "class", "--k", "30"]


@pytest.fixture(scope="session")
def spark() -> Iterator:
    """A Spark session with two executors that fail and are replaced as on a cluster."""
    try:
        import pyspark
    except ImportError:
        lacking("needs Spark: pip install ./spark[test]")
    if not shutil.which("java"):
        lacking("needs Java 17 or later: apt-get install default-jre-headless")
    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    from conceptgraph_spark import session

    conf = {
        "spark.driver.extraJavaOptions": QUICK,
        "spark.executor.extraJavaOptions": QUICK,
        "spark.sql.shuffle.partitions": "4",
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
    }
    spark = session("local-cluster[2,1,1024]", conf)
    spark.sparkContext.setLogLevel("OFF")
    application = spark.sparkContext.applicationId
    yield spark
    spark.stop()
    # Spark leaves the executors' folders, each with copies of the program, where it is installed.
    shutil.rmtree(Path(os.environ["SPARK_HOME"], "work", application), ignore_errors=True)


@dataclass
class Reference:
    """The graph that `conceptgraph build` makes of the same table."""

    program: str
    store: Path
    csv: Path

    def query(self, *words: str) -> list[list[str]]:
        """Returns the rows of a query without communities, which the tables do not have."""
        command = [self.program, "query", str(self.store), *words, "--format", "csv"]
        answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        rows = csv.reader(io.StringIO(answer))
        return [row for row in rows if not re.fullmatch(r"g[0-9].*", row[0])]

    def rows(self, query: str) -> list[tuple]:
        """Returns the rows of a statement over the store."""
        return sqlite3.connect(self.store).execute(query).fetchall()


@dataclass
class Built:
    """The output of a build on Spark."""

    graph: Path
    files: Path


@pytest.fixture(scope="session")
def iris(spark, program: str, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The graph of iris, built once."""
    from conceptgraph_spark import build

    folder = tmp_path_factory.mktemp("iris")
    built = Built(folder / "graph", folder / "files")
    build(spark, IRIS[0], str(built.graph), IRIS[1:], program=program, csv=built.files)
    return built


@pytest.fixture(scope="session")
def reference(conceptgraph: str, tmp_path_factory: pytest.TempPathFactory):
    """Returns a function that builds the graph of a table with the program, once."""
    made: dict[tuple[str, ...], Reference] = {}

    def build(words: list[str]) -> Reference:
        if tuple(words) not in made:
            folder = tmp_path_factory.mktemp("reference")
            store, files = folder / "graph.db", folder / "csv"
            run = [conceptgraph, "build", *words, "--graph", "full", "--to", str(store), "--quiet"]
            subprocess.run(run, check=True)
            run = [conceptgraph, "export", str(store), "-o", str(files), "--format", "bulk"]
            subprocess.run(run, check=True, capture_output=True)
            made[tuple(words)] = Reference(conceptgraph, store, files)
        return made[tuple(words)]

    return build


#: The patterns of values that depend on communities, and their replacements: the group of a cluster
#: or a point; the purities, if only some clusters are made; and the digest.
OF_COMMUNITIES = {
    "Concept.csv": (rb',"g[0-9]+",', b",,"),
    "Point.csv": (rb',"g[0-9]+",[0-9.e-]+,("g[0-9.]+")?,', b",,,,"),
    "Class.csv": (rb",[0-9.e-]*,[0-9.e-]*\n", b",a purity,a chance\n"),
    "Graph.csv": (rb'[0-9.e-]*,[0-9.e-]*,"[0-9a-f]{64}"', b'a purity,a chance,"a digest"'),
}


def same_files(files: Path, reference: Reference) -> None:
    """Checks that the files for bulk import equal those of the program."""
    expected = sorted(file.name for file in reference.csv.iterdir())
    assert sorted(file.name for file in files.iterdir()) == expected
    # Only the program finds communities: here these files have only a header.
    alone = {
        "Community.csv",
        "HAS_GROUP.csv",
        "IN_GROUP.csv",
        "IN_JOIN.csv",
        "IN_PART.csv",
        "MOSTLY_IN.csv",
        "MOST_LIKE.csv",
        "OVERLAPS.csv",
        "JOINED_IN.csv",
        "PART_OF.csv",
    }
    for name in (name for name in expected if name not in alone):
        made, known = (folder.joinpath(name).read_bytes() for folder in (files, reference.csv))
        if name in OF_COMMUNITIES:
            pattern, nothing = OF_COMMUNITIES[name]
            made, known = (re.sub(pattern, nothing, content) for content in (made, known))
        if made != known:
            # A diff of a million lines would take too long, so only the first difference is shown.
            pairs = zip(made.split(b"\n"), known.split(b"\n"), strict=False)
            wrong = next((pair for pair in pairs if pair[0] != pair[1]), "one is longer")
            pytest.fail(f"{name}: {wrong}")


def same_tables(graph: Path, reference: Reference) -> None:
    """Checks that the tables equal those of the store: points, covers, centres, members."""
    import pyarrow.dataset as ds

    def rows(table: str, *columns: str) -> list[tuple]:
        read = ds.dataset(graph / table, format="parquet").to_table(columns=list(columns))
        return sorted(zip(*(column.to_pylist() for column in read.columns), strict=True))

    for table, columns in [
        ("cover", ("lower_id", "upper_id")),
        ("concept", ("id", "size", "majority_class_id", "purity", "centre_id", "cohesion")),
        ("point", ("id", "row", "name", "class_id", "map_x", "map_y")),
        ("class", ("id", "name", "size", "concepts", "largest_pure_id")),
        ("neighbor", ("point_id", "rank", "neighbor_id", "distance")),
        ("incidence", ("point_id", "attribute_id")),
        ("attribute", ("id", "name")),
        ("feature", ("id", "name", "mean", "deviation", "least", "largest")),
        ("measurement", ("point_id", "feature_id", "value")),
        ("kept_column", ("id", "name", "is_number")),
        ("kept", ("point_id", "kept_column_id", "value")),
    ]:
        names = ", ".join(f'"{column}"' for column in columns)
        query = f"SELECT {names} FROM {table} ORDER BY 1, 2"
        assert rows(table, *columns) == reference.rows(query), table
    # The points of an object are exactly those with the same row in the context.
    points: dict[int, list[int]] = {}
    for point, object_id in rows("point", "id", "object_id"):
        points.setdefault(object_id, []).append(point)
    assert list(points) == list(range(1, len(points) + 1))
    context: dict[tuple, list[int]] = {}
    for point, *row in reference.rows(
        "SELECT id, neighbors, (SELECT json_group_array(attribute_id) FROM incidence "
        "WHERE point_id = id) FROM point LEFT JOIN context ON point_id = id ORDER BY id"
    ):
        context.setdefault(tuple(row), []).append(point)
    assert list(points.values()) == list(context.values())
    members: dict[int, list[int]] = {id_: [] for (id_,) in reference.rows("SELECT id FROM concept")}
    for id_, point in reference.rows("SELECT concept_id, point_id FROM member ORDER BY 1, 2"):
        members[id_].append(point)
    made = {
        id_: sorted(point for of in ids for point in points[of])
        for id_, ids in rows("member", "concept_id", "objects")
    }
    assert made == members
