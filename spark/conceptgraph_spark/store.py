"""A SQLite store of a graph that is small enough for one machine, as `conceptgraph build` makes it.

`conceptgraph part collect` makes it, from the clusters as they were mined.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame

from .mine import FOUND
from .plan import Plan, call

#: The columns that may be empty in what the program writes, and reads again.
EMPTY = ("majority", "purity", "cohesion")


def collect(plan: Plan, found: DataFrame, to: Path) -> None:
    """Brings all clusters to the driver and stores them."""
    file = plan.folder / "found.arrow"
    fields = [pa.field(one.name, whole(one.type), one.name in EMPTY) for one in FOUND]
    schema = pa.schema(fields, {"conceptgraph.digest": plan.run["digest"]})
    with pa.ipc.new_stream(str(file), schema) as stream:
        stream.write_table(found.toArrow().cast(schema), max_chunksize=1 << 14)
    call(plan.program, "part", "collect", str(plan.folder), "--to", str(to), str(file))
    file.unlink()


def whole(kind: pa.DataType) -> pa.DataType:
    """The same type with nothing empty in it."""
    if pa.types.is_list(kind):
        return pa.list_(pa.field("item", whole(kind.value_type), nullable=False))
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(each.name, whole(each.type), nullable=False) for each in kind])
    return kind
