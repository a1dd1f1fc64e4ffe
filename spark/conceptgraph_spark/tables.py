"""The published tables: Parquet with zstd, the columns of `schema.TABLES`, rows in order of ids.

Each file of a table is sorted by its first columns, and no two files overlap in them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StructType

from . import members
from .audit import Totals
from .commit import OPTIONS, in_order
from .covers import gaps
from .local import frame
from .plan import Plan
from .schema import TABLES

#: Of `graph.json`.
FORMAT = 1
#: Rows of the driver that are written at once; there may be many points.
ROWS = 1_000_000
#: What makes a name confusing between braces.
CONFUSING = re.compile(r'[,{}\[\]"\\ \t\n\r]')


class Tables:
    """The tables of one graph on their way into a folder."""

    def __init__(self, plan: Plan, ranked: DataFrame, edges: DataFrame, folder: str) -> None:
        """Takes the clusters with their ids, and the covers."""
        self.plan, self.ranked, self.edges, self.folder = plan, ranked, edges, folder
        self.spark: SparkSession = ranked.sparkSession
        self.objects: int = plan.run["objects"]

    def write_all(self, parts: int) -> None:
        """Writes every table; large ones in that many parts."""
        ranked, id_ = self.ranked, F.col("id")
        led = F.col("majority").alias("majority_class_id")
        concept = ranked.select(
            "id", "size", "intent_size", led, "purity", "key", F.col("second").alias("second_key"),
            "delta", "cohesion", "generator", F.col("classes").alias("counts"),
        )  # fmt: skip
        concept = concept.join(gaps(self.edges), "id", "left")
        self._write("concept", in_order(concept, parts, "id"))
        cover = self.edges.select("lower_id", "upper_id")
        self._write("cover", in_order(cover, parts, "lower_id", "upper_id"))
        extent = in_order(ranked.select("id", "members"), parts, "id")
        listed = extent.mapInArrow(members.lists(self.objects), TABLES["member"])
        self._write("member", listed)
        introduced = ranked.select(F.explode("introduced").alias("object_id"), id_)
        introduced = introduced.withColumnRenamed("id", "concept_id")
        self._write("introduced", in_order(introduced, 1, "object_id", "concept_id"))
        firsts = self.plan.first_points()
        of_first = dict(zip(firsts, range(1, len(firsts) + 1), strict=True))
        self._objects(firsts)
        self._points(of_first)
        self._classes()
        self._context(of_first)

    def facts(self, totals: Totals) -> dict[str, Any]:
        """What the graph is, with the names and in the order of a store."""
        run = self.plan.run
        # The seal is of the file that holds the context, not of the graph.
        facts = dict(self.plan.rows("SELECT key, value FROM graph"))
        computed = ("kind", "min_size", "dendrogram_purity", "chance")
        facts |= {key: run[key] for key in computed}
        return facts | {"concepts": totals.clusters, "covers": totals.covers, "digest": None}

    def describe(self, totals: Totals) -> str:
        """The text of `graph.json`: what the graph is, and what is in its tables."""
        description = {
            "format": FORMAT,
            "graph": self.facts(totals),
            "run": self.plan.run,
            "tables": TABLES,
        }
        return json.dumps(description, indent=1, ensure_ascii=False) + "\n"

    def _write(self, table: str, rows: DataFrame, mode: str = "errorifexists") -> None:
        typed = StructType.fromDDL(TABLES[table])
        rows = rows.select([F.col(field.name).cast(field.dataType) for field in typed])
        rows.write.options(**OPTIONS).mode(mode).parquet(f"{self.folder}/{table}")

    def _write_rows(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Rows of the driver, each piece into a file."""
        for piece in pieces(rows):
            self._write(table, frame(self.spark, piece, TABLES[table]).coalesce(1), "append")

    def _objects(self, firsts: list[int]) -> None:
        objects = self.plan.objects
        columns = (objects[name] for name in ("sizes", "keys", "second_keys"))
        self._write_rows("object", zip(range(1, len(firsts) + 1), firsts, *columns, strict=True))

    def _points(self, of_first: dict[int, int]) -> None:
        mixed = self.ranked.where("purity < 1").select("id", "members")
        met = mixed.mapInArrow(members.meetings(self.objects), "object_id INT, concept_id BIGINT")
        met = dict(met.groupBy("object_id").agg(F.min("concept_id")).collect())
        counting = self.ranked.where("weight > 0").select("id", "size", "weight", "members")
        homes = counting.mapInArrow(
            members.homes(self.objects), "object_id INT, score DOUBLE, concept_id BIGINT"
        )
        # The highest score, of equal ones the first cluster.
        best = F.max(F.struct("score", -F.col("concept_id")))
        homes = homes.groupBy("object_id").agg(best.alias("best")).collect()
        homes = {row["object_id"]: -row["best"][1] for row in homes}

        def point(
            id_: int, row: int, name: str, class_id: int | None, first: int
        ) -> tuple[Any, ...]:
            of = of_first[first]
            return id_, row, name, label(name), class_id, of, met.get(of), homes.get(of)

        known = self.plan.rows('SELECT id, "row", name, class_id, twin_id FROM point ORDER BY id')
        self._write_rows("point", (point(*row) for row in known))

    def _classes(self) -> None:
        known = list(self.plan.rows("SELECT id, name, size FROM class ORDER BY id"))
        # The first of the largest that are pure.
        pure = F.when(F.col("purity") == 1, F.struct("size", -F.col("id")))
        led = self.ranked.where("majority IS NOT NULL").groupBy("majority")
        led = led.agg(F.count("*").alias("concepts"), F.max(pure).alias("pure")).collect()
        led = {row["majority"]: (row["concepts"], row["pure"] and -row["pure"][1]) for row in led}
        none = [None] * len(known)
        purity = self.plan.run.get("class_dendrogram_purity") or none
        chance = self.plan.run.get("class_chance") or none
        self._write_rows(
            "class",
            [
                (id_, name, size, *led.get(id_, (0, None)), *means)
                for (id_, name, size), *means in zip(known, purity, chance, strict=True)
            ],
        )

    def _context(self, of_first: dict[int, int]) -> None:
        for table in ("feature", "measurement", "kept_column", "kept", "attribute"):
            names = [name.split()[0] for name in TABLES[table].split(", ")]
            query = f"SELECT {', '.join(names)} FROM {table} ORDER BY {names[0]}, {names[1]}"
            self._write_rows(table, self.plan.rows(query))
        query = "SELECT point_id, attribute_id FROM clarified ORDER BY point_id, attribute_id"
        pairs = self.plan.rows(query)
        self._write_rows("clarified", ((of_first[point], attribute) for point, attribute in pairs))


def pieces(rows: Iterable[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    """Rows in lists that are not too long; an empty one where there are no rows."""
    left = iter(rows)
    piece = list(islice(left, ROWS))
    yield piece
    while piece := list(islice(left, ROWS)):
        yield piece


def label(name: str) -> str:
    """A point's name as it stands between braces: quoted where it would confuse."""
    confusing = not name or CONFUSING.search(name)
    return json.dumps(name, ensure_ascii=False) if confusing else name
