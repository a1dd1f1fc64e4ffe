"""The files of `neo4j-admin database import`: those of `conceptgraph export --format neo4j-admin`.

The program itself writes the folder for the context, with a single cluster in it. What depends on
the clusters is then replaced here, read from the published tables in order. The driver writes on
its own disk, where `neo4j-admin` reads, and the folder appears whole.
"""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .digest import digest
from .errors import Refused
from .parquet import Ordered, ordered
from .plan import Plan, call
from .purity_above import Shares
from .tables import label

#: Between the items of a list.
BETWEEN = "\x1f"
#: Labels of sizes by the greatest share of all points, and the number of colours: `look.rs`.
SIZES = (0.1, 0.4)
COLOURS = 8


def export(plan: Plan, tables: str, facts: dict[str, Any], folder: Path) -> str:
    """Writes the files into a new folder; returns the command that imports them.

    `tables` is the folder of the published tables, and `facts` what the graph is.
    """
    if folder.exists():
        raise Refused(f"{folder}: this exists already; name a new folder")
    beside = folder.parent / f".{folder.name}.partial"
    shutil.rmtree(beside, ignore_errors=True)
    try:
        told = call(plan.program, "export", str(plan.folder / "context.db"), "-o", str(beside),
                    "--format", "neo4j-admin", both=True)  # fmt: skip
        Export(plan, tables, beside).write(facts)
        beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    command = next(line for line in told.splitlines() if "neo4j-admin database" in line)
    return command.strip().replace(str(beside), str(folder))


class Export:
    """A folder on its way."""

    def __init__(self, plan: Plan, tables: str, at: Path) -> None:
        """Opens the published tables."""
        self.plan, self.at = plan, at
        self.concept, self.cover, self.introduced, self.point, self.class_ = (
            ordered(f"{tables}/{name}")
            for name in ("concept", "cover", "introduced", "point", "class")
        )
        names = [name for (name,) in plan.rows("SELECT name FROM class ORDER BY id")]
        self.classes = pa.array([quoted(name) for name in names], pa.string())
        names = [name for (name,) in plan.rows("SELECT name FROM point ORDER BY id")]
        self.labels = pa.array([label(name).replace('"', '""') for name in names], pa.string())

    def write(self, facts: dict[str, Any]) -> None:
        """Replaces what depends on the clusters."""
        columns = ["size", "concepts", "largest_pure_id", "dendrogram_purity", "chance"]
        classes = listed(self.class_, columns)
        boundary, homes = (
            [id_ for (id_,) in listed(self.point, [column])]
            for column in ("boundary_id", "home_id")
        )
        met = boundary if classes else []
        sum_ = digest(self.plan, facts, classes, met, self.concept, self.cover)
        self.graph({**facts, "digest": sum_})
        replace(
            self.at / "Class.csv",
            {
                "concepts:long": [str(row[1]) for row in classes],
                "largestPure:long": [cell(row[2]) for row in classes],
                "dendrogramPurity:double": [cell(row[3]) for row in classes],
                "chance:double": [cell(row[4]) for row in classes],
            },
        )
        of_points = {"boundary:long": boundary, "home:long": homes}
        cells = {name: [cell(id_) for id_ in ids] for name, ids in of_points.items()}
        replace(self.at / "Point.csv", cells)
        self.pairs("INTRODUCED_IN", self.introduced.batches(["point_id", "concept_id"]))
        self.pairs("COVERED_BY", self.cover.batches(["lower_id", "upper_id"]))
        self.concepts()
        self.has_class()

    def graph(self, facts: dict[str, Any]) -> None:
        """The facts that are not those of the context alone."""
        named = {"minSize:long": "min_size", "concepts:long": "concepts", "covers:long": "covers",
                 "kind": "kind", "digest": "digest"}  # fmt: skip
        file = self.at / "Graph.csv"
        text = file.read_bytes().decode()
        purities = {"dendrogramPurity": "dendrogram_purity", "chance": "chance"}
        for column, fact in purities.items():
            # A fact that is not known has no type in the header.
            typed = column + (":double" if facts[fact] is not None else "")
            text = text.replace(f'"{column}:double"', f'"{column}"')
            text = text.replace(f'"{column}"', f'"{typed}"')
            named[typed] = fact
        file.write_bytes(text.encode())
        cells = {name: [cell(facts[fact])] for name, fact in named.items()}
        replace(file, cells)

    def pairs(self, name: str, batches: Iterable[pa.RecordBatch]) -> None:
        """A relationship without properties."""
        self.rewrite(name, ([texts(column) for column in batch.columns] for batch in batches))

    def concepts(self) -> None:
        """The clusters."""
        graph = quoted(dict(self.plan.rows("SELECT key, value FROM graph"))["name"])
        columns = ["id", "size", "intent_size", "purity", "majority_class_id", "key", "delta",
                   "cohesion", "gap", "generator"]  # fmt: skip
        points = len(self.labels)

        def rows() -> Iterable[list[pa.Array]]:
            for batch in self.concept.batches(columns):
                of = dict(zip(columns, batch.columns, strict=True))
                class_ = pc.subtract(of["majority_class_id"], 1)
                names = pc.take(self.classes, class_)
                size = np.searchsorted(SIZES, of["size"].to_numpy() / max(points, 1)) + 1
                around = pc.multiply(pc.divide(class_, COLOURS), COLOURS)
                colour = pc.add(pc.subtract(class_, around), 1)
                colour = colour.cast(pa.string())
                colour = pc.binary_join_element_wise("Colour", colour, BETWEEN, "")
                look = pc.binary_join_element_wise(
                    pc.fill_null(colour, ""), "Size", texts(pa.array(size)), ""
                )
                generator = of["generator"]
                taken = pc.take(self.labels, pc.subtract(generator.flatten(), 1))
                named = pa.ListArray.from_arrays(offsets(generator), taken)
                braces = pc.binary_join_element_wise('"{', pc.binary_join(named, ","), '}"', "")
                ids = pa.ListArray.from_arrays(offsets(generator), texts(generator.flatten()))
                id_ = texts(of["id"])
                called = pc.binary_join_element_wise('"c', id_, '"', "")
                yield [
                    id_, repeated(graph, batch), id_, called, texts(of["size"]),
                    texts(of["intent_size"]), numbers(of["purity"]), pc.fill_null(names, ""),
                    texts(of["key"]),
                    texts(of["delta"]), numbers(of["cohesion"]), texts(of["gap"]), braces,
                    pc.binary_join(ids, BETWEEN), look,
                ]  # fmt: skip

        self.rewrite("Concept", rows())

    def has_class(self) -> None:
        """How many points of each class a cluster has, and where it is purer than all around it."""
        classes = len(self.classes)
        if not classes:
            return
        shares = Shares(self.concept, self.cover, classes)

        def rows() -> Iterable[list[pa.Array]]:
            for first in range(0, len(shares.size), 1 << 16):
                at = slice(first, first + (1 << 16))
                count, share, above = shares.count[at], shares.share(at), shares.above[at]
                has = count > 0
                concept, class_ = np.nonzero(has)
                purer = pa.array(above[has], mask=above[has] >= share[has])
                yield [
                    texts(pa.array(concept + first + 1)), texts(pa.array(class_ + 1)),
                    texts(pa.array(count[has])), numbers(pa.array(share[has])), numbers(purer),
                ]  # fmt: skip

        self.rewrite("HAS_CLASS", rows())

    def rewrite(self, name: str, rows: Iterable[list[pa.Array]]) -> None:
        """Keeps the header of a file and writes these columns of cells below."""
        file = self.at / f"{name}.csv"
        with file.open("rb") as old:
            header = old.readline()
        with file.open("wb") as new:
            new.write(header)
            for columns in rows:
                lines = pc.binary_join_element_wise(*columns, ",")
                lines = pc.binary_join_element_wise(lines, "\n", "")
                new.write(b"".join(line.as_buffer() for line in lines))


def listed(table: Ordered, columns: list[str]) -> list[tuple]:
    """The rows of a table in these columns."""
    return [
        tuple(row[column] for column in columns)
        for batch in table.batches(columns)
        for row in batch.to_pylist()
    ]


def offsets(lists: pa.ListArray) -> pa.Array:
    """Where the lists of a column begin, from 0, and where the last one ends."""
    return pc.subtract(lists.offsets, lists.offsets[0])


def repeated(text: str, batch: pa.RecordBatch) -> pa.Array:
    """One cell for all rows."""
    return pa.repeat(pa.scalar(text), batch.num_rows)


def texts(column: pa.Array) -> pa.Array:
    """Whole numbers as cells; nothing is an empty cell."""
    return pc.fill_null(column.cast(pa.string()), "")


def numbers(column: pa.Array) -> pa.Array:
    """Fractions as cells; only few are different."""
    column = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    encoded = column.dictionary_encode()
    written = pa.array([cell(number) for number in encoded.dictionary.to_pylist()], pa.string())
    return pc.fill_null(pc.take(written, encoded.indices), "")


def cell(value: str | float | None) -> str:
    """A value as the program writes it; fractions shortest and without an exponent."""
    if isinstance(value, float):
        return np.format_float_positional(value, unique=True, trim="-")
    return quoted(value) if isinstance(value, str) else "" if value is None else str(value)


def quoted(text: str) -> str:
    """A text, always quoted: an empty cell means nothing, and an empty text is something."""
    return '"' + text.replace('"', '""') + '"'


#: A cell with the comma or the end of the line after it.
CELL = re.compile(r'("(?:[^"]|"")*"|[^,\n]*)(,|\n)')


def replace(file: Path, columns: dict[str, Sequence[str]]) -> None:
    """Replaces the cells of these columns, and leaves all others as they are."""
    # As bytes: a name may hold the end of a line of another system.
    text = file.read_bytes().decode()
    header = next(csv.reader([text.split("\n", 1)[0]]))
    places = {header.index(name): cells for name, cells in columns.items()}
    out, column, row = [], 0, -1
    for match in CELL.finditer(text):
        written, end = match.groups()
        if row >= 0 and column in places:
            written = places[column][row]
        out.append(written + end)
        column, row = (column + 1, row) if end == "," else (0, row + 1)
    file.write_bytes("".join(out).encode())
