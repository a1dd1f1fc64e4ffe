"""The canonical ids: clusters by size, then by members, counted from 1.

A sort over all machines without a window over all rows: ranges of equal weight, each sorted for
itself, and the number of rows in the ranges before. The ids are 64 bits wide.
"""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .commit import commit, in_order

#: Bits of `monotonically_increasing_id` that count the rows of one part.
PLACE = 33


def rank(found: DataFrame, parts: int, path: str) -> DataFrame:
    """The clusters with the column `id`.

    Of two sets of points of equal size, the one with the first point in which they differ comes
    first. Objects are numbered by their first points, and object 1 is the highest bit of the first
    byte of `members`, so that is the greater one.
    """
    ordered = in_order(found, parts, F.col("size").asc(), F.col("members").desc())
    # Where a row stands, fixed once it is written: the number of its part, then its place there.
    ordered = commit(ordered.withColumn("place", F.monotonically_increasing_id()), path)
    part = F.shiftright("place", PLACE).cast("int")
    counts = dict(ordered.groupBy(part.alias("part")).count().collect())
    before, offsets = 0, []
    for at in range(max(counts, default=0) + 1):
        offsets.append(before)
        before += counts.get(at, 0)
    known = F.array(*[F.lit(offset).cast("bigint") for offset in offsets])
    place = F.col("place").bitwiseAND((1 << PLACE) - 1)
    return ordered.withColumn("id", F.element_at(known, part + 1) + place + 1).drop("place")
