"""A SQLite store of a graph that is small enough for one machine, as `conceptgraph build` makes it.

`conceptgraph part collect` makes it, from the clusters as they were mined.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame

from .mine import FOUND
from .plan import Plan, call


def collect(plan: Plan, found: DataFrame, to: Path) -> None:
    """Brings all clusters to the driver and stores them."""
    file = plan.folder / "found.arrow"
    with pa.ipc.new_stream(str(file), FOUND) as stream:
        stream.write_table(found.toArrow().cast(FOUND), max_chunksize=1 << 14)
    call(plan.program, "part", "collect", str(plan.folder), "--to", str(to), str(file))
    file.unlink()
