"""Export of the files of `neo4j-admin database import`, as `conceptgraph export --format bulk`.

The Python module `conceptgraph` writes the files, and the digest of the graph in them, with the
code of the program: it gets the context from the plan, and reads the published tables in order. The
driver writes to its own disk, where `neo4j-admin` reads, and the folder appears only when it is
complete.
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

#: The most members of clusters that are written, the limit of `build` too.
MOST_MEMBERS = 5_000_000


def writer() -> ModuleType:
    """Returns the module that writes the files; a run checks for it first."""
    try:
        from conceptgraph import _conceptgraph
    except ImportError:
        raise Refused("the files for neo4j-admin need the Python module conceptgraph: pip install "
                      "its wheel too, or leave --csv out") from None  # fmt: skip
    return _conceptgraph


def export(plan: Plan, tables: str, facts: dict[str, Any], folder: Path) -> str:
    """Writes the files to a new folder, and returns the command that imports them.

    `tables` is the folder of the published tables, and `facts` are the facts of the graph.
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
    """Returns the rows of a table in some columns."""
    return [
        tuple(row[column] for column in columns)
        for batch in table.batches(columns)
        for row in batch.to_pylist()
    ]
