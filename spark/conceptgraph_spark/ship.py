"""Distribution of the program and its input to every executor.

One archive holds both and is a broadcast variable: an executor that starts late gets it too, and
the session keeps nothing of it after the run. (Files given to `addArchive` must stay in place as
long as the session lives, or no executor can be replaced.) Nothing has to be installed on the
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

#: The name of the program in the archive.
PROGRAM = "conceptgraph-part"


@dataclass(frozen=True)
class Shipped:
    """A broadcast archive, and the name of its folder on every executor."""

    name: str
    archive: Broadcast


def ship(context: SparkContext, plan: Plan) -> Shipped:
    """Broadcasts the program and the input of mining."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=1) as archive:
        archive.add(plan.program, PROGRAM)
        for part in ("run.json", "objects.json"):
            archive.add(plan.folder / part, part)
    return Shipped(f"conceptgraph-{uuid.uuid4().hex}", context.broadcast(packed.getvalue()))


def unpacked(shipped: Shipped) -> Path:
    """Returns the folder on this executor; the first task unpacks the archive."""
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
