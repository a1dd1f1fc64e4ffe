"""The files of `neo4j-admin database import`: those of `conceptgraph export --format bulk`.

The Python module `conceptgraph` writes them, and the digest of the graph in them, with the code of
the program: it is given the context as the plan has it, and reads the published tables in order.
The driver writes on its own disk, where `neo4j-admin` reads, and the folder appears whole.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyarrow.compute as pc

from .errors import Refused
from .parquet import Ordered, Reader, ordered
from .plan import Plan

#: The files have the members of clusters while these are at most as many, as `build` stores.
MOST_MEMBERS = 5_000_000


def writer() -> ModuleType:
    """The module that writes; a run that wants files asks for it before anything else."""
    try:
        from conceptgraph import _conceptgraph
    except ImportError:
        raise Refused("the files for neo4j-admin need the Python module conceptgraph: pip install "
                      "its wheel too, or leave --csv out") from None  # fmt: skip
    return _conceptgraph


def export(plan: Plan, tables: str, facts: dict[str, Any], folder: Path) -> str:
    """Writes the files into a new folder; returns the command that imports them.

    `tables` is the folder of the published tables, and `facts` what the graph is.
    """

    def read(table: str, *columns: str) -> list[tuple]:
        return listed(ordered(f"{tables}/{table}"), *columns)

    by_cluster = ("concept", "cover", "member")
    concept, cover, member = (ordered(f"{tables}/{table}") for table in by_cluster)
    sizes = (pc.sum(batch.column("size")).as_py() for batch in concept.batches(["size"]))
    known = {
        **facts,
        "members": sum(sizes) <= MOST_MEMBERS,
        "classes": read(
            "class", "size", "concepts", "largest_pure_id", "dendrogram_purity", "chance"
        ),
    }
    objects = np.array([of for (of,) in read("point", "object_id")], np.int64)
    reader = Reader(concept, cover, member, objects)
    try:
        command = writer().import_files(plan.folder / "context.db", known, reader, folder)
    except (OSError, ValueError) as error:
        raise Refused(str(error)) from error
    return shlex.join(command)


def listed(table: Ordered, *columns: str) -> list[tuple]:
    """The rows of a table in these columns."""
    return [
        tuple(row[column] for column in columns)
        for batch in table.batches(columns)
        for row in batch.to_pylist()
    ]
