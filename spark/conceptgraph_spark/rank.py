"""Canonical ids: clusters are numbered from 1, by size and then by members.

The sort is distributed, without a window over all rows: ranges of about equal size are each sorted,
and the numbers of rows in the ranges before give the offsets. The ids have 64 bits.
"""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .commit import commit, in_order

#: The bits of `monotonically_increasing_id` that count the rows of a partition.
PLACE = 33


def rank(found: DataFrame, parts: int, path: str) -> DataFrame:
    """Returns the clusters with the column `id`.

    If two sets have the same size, the one with the first point in which they differ comes first.
    Objects are numbered by their first points, and object 1 is the highest bit of the first byte of
    `members`, so this is the one with the greater `members`.
    """
    ordered = in_order(found, parts, F.col("size").asc(), F.col("members").desc())
    # The position of a row is fixed once it is written: its partition, then its row there.
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
