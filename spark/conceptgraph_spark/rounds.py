"""Mining in rounds, until no unit is left.

Units are estimated to take equal work, but a single branch of the search can hold most of the
clusters. So a unit is searched up to a budget, and the rest is divided into new units that the next
round spreads over all executors.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .commit import commit
from .mine import miner
from .plan import Plan
from .schema import MINED
from .ship import ship

#: The most tasks per core: many tasks balance unequal units, and a failed one loses less.
TASKS_A_CORE = 8


def mine(plan: Plan, first: DataFrame, folder: str, budget: int, threads: int = 1) -> DataFrame:
    """Mines all units, and returns the committed rows of all rounds, with the columns of `MINED`.

    `first` are the units of the plan: rows of (unit, node).
    """
    spark = first.sparkSession
    shipped = ship(spark.sparkContext, plan)
    step = miner(shipped, budget, threads)
    most = TASKS_A_CORE * max(2, spark.sparkContext.defaultParallelism)
    rounds: list[str] = []
    units = first
    try:
        while left := units.count():
            path = f"{folder}/{len(rounds)}"
            spread = units.repartition(min(left, most))
            mined = commit(spread.mapInArrow(step, MINED), path)
            rounds.append(path)
            units = mined.where(F.col("node").isNotNull()).select("unit", "node")
    finally:
        shipped.archive.destroy()
    return gather(spark, rounds)


def gather(spark: SparkSession, rounds: Sequence[str]) -> DataFrame:
    """Returns the committed rows of some rounds."""
    return spark.read.schema(MINED).parquet(*rounds)


def clusters(mined: DataFrame) -> DataFrame:
    """Returns the clusters among the mined rows."""
    return mined.where(F.col("unit").isNull()).drop("unit", "node", "done")
