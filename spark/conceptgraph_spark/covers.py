"""The covers: the keys of lower covers are resolved to ids by a join on both keys."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .commit import commit
from .errors import Refused


def resolve(ranked: DataFrame, path: str) -> DataFrame:
    """Returns the covers as rows of (lower_id, upper_id)."""
    lower = F.col("lower")
    wanted = ranked.select(F.col("id").alias("upper_id"), F.explode("lower").alias("lower")).select(
        "upper_id", lower["key"].alias("key"), lower["second"].alias("second")
    )
    names = ranked.select("key", "second", F.col("id").alias("lower_id"))
    joined = wanted.join(names, ["key", "second"], "left")
    edges = commit(joined.select("lower_id", "upper_id"), path)
    lost = edges.where(F.col("lower_id").isNull()).first()
    if lost is not None:
        raise Refused(f"a lower cover of cluster c{lost['upper_id']} is not among the clusters")
    wrong = edges.where(F.col("lower_id") >= F.col("upper_id")).first()
    if wrong is not None:
        raise Refused(f"cluster c{wrong['lower_id']} is not smaller than c{wrong['upper_id']}")
    return edges
