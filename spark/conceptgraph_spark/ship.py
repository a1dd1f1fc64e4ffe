"""The program and the context, brought to every executor.

One archive holds both. Spark copies it to each executor and unpacks it there, the program with its
run bit; nothing has to be installed on the cluster but Python with pyarrow.
"""

from __future__ import annotations

import tarfile
import uuid
from pathlib import Path

from pyspark import SparkContext

from .plan import Plan

#: What the program is called in the archive.
PROGRAM = "conceptgraph"


def ship(context: SparkContext, plan: Plan) -> str:
    """Ships what mining needs; returns the name by which an executor finds the folder."""
    # A name of its own: a session may run several plans.
    name = f"conceptgraph-{uuid.uuid4().hex}.tar.gz"
    path = plan.folder / name
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        archive.add(plan.program, PROGRAM)
        for part in ("run.json", "context.db"):
            archive.add(plan.folder / part, part)
    context.addArchive(str(path))
    return name


def unpacked(name: str) -> Path:
    """The folder on this executor."""
    from pyspark import SparkFiles

    return Path(SparkFiles.get(name))
