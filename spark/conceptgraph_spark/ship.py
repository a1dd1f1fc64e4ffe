"""The program and what it searches, brought to every executor.

One archive holds both and travels as a broadcast: also an executor that comes late gets it, and a
session keeps nothing of it when the run ends. (Files given to `addArchive` must stay in place for
as long as the session lives, or no executor can be replaced.) Nothing has to be installed on the
cluster but Python with pyarrow.
"""

from __future__ import annotations

import io
import os
import shutil
import tarfile
import tempfile
import uuid
from dataclasses import dataclass
from pathlib import Path

from pyspark import Broadcast, SparkContext, SparkFiles

from .plan import Plan

#: What the program is called in the archive.
PROGRAM = "conceptgraph-part"


@dataclass(frozen=True)
class Shipped:
    """An archive on its way, and what its folder is called on every executor."""

    name: str
    archive: Broadcast


def ship(context: SparkContext, plan: Plan) -> Shipped:
    """Ships what mining needs."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=1) as archive:
        archive.add(plan.program, PROGRAM)
        for part in ("run.json", "objects.json"):
            archive.add(plan.folder / part, part)
    return Shipped(f"conceptgraph-{uuid.uuid4().hex}", context.broadcast(packed.getvalue()))


def unpacked(shipped: Shipped) -> Path:
    """The folder on this executor; the first task that asks unpacks it."""
    root = Path(SparkFiles.getRootDirectory())
    folder = root / shipped.name
    if not folder.is_dir():
        beside = Path(tempfile.mkdtemp(prefix=f"{shipped.name}-", dir=root))
        with tarfile.open(fileobj=io.BytesIO(shipped.archive.value)) as archive:
            archive.extractall(beside, filter="fully_trusted")
        try:
            os.rename(beside, folder)  # noqa: PTH104 (it fails when another task was first)
        except OSError:
            shutil.rmtree(beside)
    return folder
