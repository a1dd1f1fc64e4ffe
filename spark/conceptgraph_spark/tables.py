"""The published tables: Parquet with zstd, columns of `schema.TABLES`, rows in order of ids.

Invariant: each file of a table is sorted by its first columns, and no two files overlap in them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StructType

from . import members
from .audit import Totals
from .commit import OPTIONS, in_order
from .local import frame
from .plan import Plan
from .schema import TABLES

#: The version of the format of `graph.json`.
FORMAT = 1
#: The most rows of the driver that are written at once; there may be many points.
ROWS = 1_000_000


class Tables:
    """The tables of a graph that are being written to a folder."""

    def __init__(self, plan: Plan, ranked: DataFrame, edges: DataFrame, folder: str) -> None:
        """Keeps the plan, the clusters with their ids, the covers, and the folder."""
        self.plan, self.ranked, self.edges, self.folder = plan, ranked, edges, folder
        self.spark: SparkSession = ranked.sparkSession
        #: The object of each point.
        self.objects = plan.objects()

    def write_all(self, parts: int) -> None:
        """Writes every table; the large ones in `parts` partitions."""
        led, counts = F.col("majority").alias("majority_class_id"), F.col("classes").alias("counts")
        columns = ["id", "size", led, "purity", "centre_id", "cohesion", counts]
        concept = self._centred().select(*columns)
        self._write("concept", in_order(concept, parts, "id"))
        self._write("cover", in_order(self.edges, parts, "lower_id", "upper_id"))
        extent = in_order(self.ranked.select("id", "members"), parts, "id")
        lists = members.lists(self.plan.run["objects"])
        self._write("member", extent.mapInArrow(lists, TABLES["member"]))
        self._points()
        self._classes()
        self._context()

    def facts(self, totals: Totals) -> dict[str, Any]:
        """Returns the facts of the graph, named and ordered as in a store."""
        run = self.plan.run
        # The digest is of the file that holds the context, not of the graph.
        facts = dict(self.plan.rows("SELECT key, value FROM graph"))
        facts |= {"kind": run["kind"], "min_size": run["min_size"], "digest": None}
        facts |= {key: self._of_whole(key) for key in ("dendrogram_purity", "chance")}
        return facts | {"concepts": totals.clusters, "covers": totals.covers}

    def describe(self, totals: Totals) -> str:
        """Returns the text of `graph.json`: the facts of the graph, and its columns by table."""
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
        """Writes rows of the driver, each piece to a file."""
        for piece in pieces(rows):
            self._write(table, frame(self.spark, piece, TABLES[table]).coalesce(1), "append")

    def _of_whole(self, key: str) -> float | list[float | None] | None:
        """Returns a purity of the full lattice, or None if small clusters are left out."""
        return None if self.plan.run["min_size"] else self.plan.run.get(key)

    def _centred(self) -> DataFrame:
        """Returns the clusters with the column `centre_id`, the first point of the centre."""
        if self.plan.run["objects"] == len(self.objects):
            return self.ranked.withColumn("centre_id", F.col("centre"))
        firsts: dict[int, int] = {}
        for point, of in enumerate(self.objects, 1):
            firsts.setdefault(of, point)
        centres = frame(self.spark, list(firsts.items()), "centre INT, centre_id INT")
        return self.ranked.join(centres, "centre", "left")

    def _points(self) -> None:
        columns = 'id, "row", name, class_id, map_x, map_y'
        known = self.plan.rows(f"SELECT {columns} FROM point ORDER BY id")
        self._write_rows("point", ((*row, of) for row, of in zip(known, self.objects, strict=True)))

    def _classes(self) -> None:
        known = list(self.plan.rows("SELECT id, name, size FROM class ORDER BY id"))
        # The first of the largest pure clusters.
        pure = F.when(F.col("purity") == 1, F.struct("size", -F.col("id")))
        led = self.ranked.where("majority IS NOT NULL").groupBy("majority")
        led = led.agg(F.count("*").alias("concepts"), F.max(pure).alias("pure")).collect()
        led = {row["majority"]: (row["concepts"], row["pure"] and -row["pure"][1]) for row in led}
        none = [None] * len(known)
        purity = self._of_whole("class_dendrogram_purity") or none
        chance = self._of_whole("class_chance") or none
        self._write_rows(
            "class",
            [
                (id_, name, size, *led.get(id_, (0, None)), *means)
                for (id_, name, size), *means in zip(known, purity, chance, strict=True)
            ],
        )

    def _context(self) -> None:
        of_points = ("measurement", "kept", "neighbor", "incidence")
        for table in ("feature", "kept_column", "attribute", *of_points):
            names = [name.split()[0] for name in TABLES[table].split(", ")]
            query = f"SELECT {', '.join(names)} FROM {table} ORDER BY {names[0]}, {names[1]}"
            self._write_rows(table, self.plan.rows(query))


def pieces(rows: Iterable[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    """Yields rows in lists of at most `ROWS`; one empty list if there are no rows."""
    left = iter(rows)
    piece = list(islice(left, ROWS))
    yield piece
    while piece := list(islice(left, ROWS)):
        yield piece
