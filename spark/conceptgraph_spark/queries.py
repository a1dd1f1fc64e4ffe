"""Queries of a published graph: those of `queries/`, and the user's own SQL.

A file of `queries/` is Spark SQL over the tables, with named parameters; its header lists its
parameters and columns, as in the program's own queries.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pyspark.errors import AnalysisException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from .errors import Refused
from .schema import TABLES

HERE = Path(__file__).parent
#: The other name of the table `member` of objects: a view of points has the name, as in a store.
BY_OBJECT = {"member": "extent"}
#: The type of a parameter as the caller gives it, and as Spark gets it.
Given = str | int | Sequence[str] | None
Bound = str | int | Column


@dataclass(frozen=True)
class Query:
    """A query in a file."""

    name: str
    text: str

    @property
    def title(self) -> str:
        """The title of the query."""
        return self._header("title")[0]

    @property
    def parameters(self) -> dict[str, tuple[str, str | None]]:
        """The parameters in order: the kind and the default value of each by its name."""
        known = {}
        for line in self._header("parameter"):
            words, _, default = line.partition(" = ")
            name, kind = words.split()
            known[name] = (kind, default or None)
        return known

    def _header(self, key: str) -> list[str]:
        start = f"-- {key}: "
        return [line[len(start) :] for line in self.text.splitlines() if line.startswith(start)]


def catalogue() -> dict[str, Query]:
    """Returns all queries by name."""
    # The folder is beside the package in a clone, and inside it when it is installed.
    folders = [HERE / "queries", HERE.parent / "queries"]
    folder = next(folder for folder in folders if folder.is_dir())
    return {file.stem: Query(file.stem, file.read_text()) for file in sorted(folder.glob("*.sql"))}


def views(spark: SparkSession, folder: str) -> SparkSession:
    """Returns a new session in which the tables of a graph are views, for `session.sql`."""
    try:
        graph = spark.read.text(f"{folder}/graph.json", wholetext=True).first()[0]
    except AnalysisException as error:
        raise Refused(f"{folder}: there is no graph here") from error
    graph = json.loads(graph)["graph"]
    own = spark.newSession()
    for table, schema in TABLES.items():
        name = BY_OBJECT.get(table, table)
        own.read.schema(schema).parquet(f"{folder}/{table}").createOrReplaceTempView(name)
    facts = own.range(1).select(*[F.lit(value).alias(key) for key, value in graph.items()])
    facts.createOrReplaceTempView("graph")
    statements = (HERE / "views.sql").read_text()
    for statement in statements.split(";\n"):
        if statement.strip():
            own.sql(statement)
    return own


def ask(spark: SparkSession, folder: str, query: str, **parameters: Given) -> DataFrame:
    """Answers a query over a published graph: `ask(spark, folder, "lca", points=["d1"])`.

    A concept is a number or a name such as `c12`. The rows are in the order that the query states.
    """
    known = catalogue()
    if query not in known:
        raise Refused(f"{query}: there is no such query; there are {', '.join(known)}")
    found = known[query]
    if query == "purity" and parameters.get("concept") is None:
        return ask(spark, folder, "classes")
    for name in parameters:
        if name not in found.parameters:
            raise Refused(f"{query} takes no {name}")
    given = {}
    for name, (kind, default) in found.parameters.items():
        value = parameters.get(name, default)
        if value is None:
            raise Refused(f"{query} needs a {kind}: {name}")
        given[name] = typed(kind, value)
    own = views(spark, folder)
    check(own, found, given)
    return own.sql(found.text.rstrip().rstrip(";"), args=given)


def typed(kind: str, value: Given) -> Bound:
    """Converts a parameter to the type that Spark takes."""
    if kind == "count":
        if not str(value).isdecimal():
            raise Refused(f"{value}: this is not a count")
        return int(value)
    if kind == "concept":
        if not str(value).removeprefix("c").isdecimal():
            raise Refused(f"{value}: clusters are called c1, c2 and so on")
        return str(value)
    if kind == "points":
        names: Sequence[str] = [value] if isinstance(value, str) else list(value)
        return F.array(*[F.lit(str(name)) for name in names])
    return str(value)


def check(own: SparkSession, query: Query, given: dict[str, Bound]) -> None:
    """Raises `Refused` if a point or cluster does not exist: an empty answer would mislead."""
    for name, (kind, _) in query.parameters.items():
        if kind in ("point", "points"):
            asked = given[name] if kind == "points" else F.array(F.lit(given[name]))
            asked = own.range(1).select(F.explode(asked).alias("name"))
            lost = asked.join(own.table("point"), "name", "left_anti").first()
            if lost is not None:
                raise Refused(f"there is no point {lost['name']}")
        elif kind == "concept":
            number = int(given[name].removeprefix("c"))
            concepts = own.table("graph").first()["concepts"]
            if not 1 <= number <= concepts:
                raise Refused(f"there is no cluster c{number}; there are {concepts:,}")
