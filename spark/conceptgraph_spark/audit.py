"""Is what was mined the whole lattice, and nothing twice? A run that fails here publishes nothing.

Each unit must be done exactly once: those of the plan, and those that were left of others. What
the units say they found must be what is there. And the two keys of a cluster must name it alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .errors import Collision, Refused
from .rounds import clusters


@dataclass(frozen=True)
class Totals:
    """How many clusters and covers there are."""

    clusters: int
    covers: int


def audit(planned: DataFrame, mined: DataFrame) -> Totals:
    """Checks all rounds; `planned` are the units of the plan.

    Raises `Refused` with what is wrong, and `Collision` where other seeds may help.
    """
    done = mined.where(F.col("done").isNotNull()).select("unit", "done.*")
    each_once(planned, done)
    told = done.agg(F.sum("clusters"), F.sum("covers")).first()
    found = clusters(mined)
    there = found.agg(F.count("*"), F.sum(F.size("lower"))).first()
    if tuple(told) != tuple(there):
        raise Refused(
            f"{there[0]} clusters and {there[1]} covers are there, "
            f"but the units found {told[0]} and {told[1]}"
        )
    named_alone(found)
    return Totals(clusters=there[0], covers=there[1])


def each_once(planned: DataFrame, done: DataFrame) -> None:
    """Every unit that was planned or left must be done, once."""
    count = F.count("*").cast("int")
    asked = planned.select("unit").union(done.select(F.explode("left")))
    asked = asked.groupBy("unit").agg(count.alias("asked"))
    given = done.groupBy("unit").agg(count.alias("given"))
    pairs = asked.join(given, "unit", "full").fillna(0)
    wrong = pairs.where("asked <> 1 OR given <> 1").first()
    if wrong is not None:
        raise Refused(
            f"unit {wrong['unit']} was asked for {times(wrong['asked'])} "
            f"and done {times(wrong['given'])}; both must be once"
        )


def named_alone(found: DataFrame) -> None:
    """No two clusters may have the same two keys."""
    twice = found.groupBy("key", "second").count().where("count > 1").first()
    if twice is None:
        return
    same = found.where((F.col("key") == twice["key"]) & (F.col("second") == twice["second"]))
    if same.select("members").distinct().count() == 1:
        size, often = same.first()["size"], times(twice["count"])
        raise Refused(f"a cluster of {size} points was found {often}")
    raise Collision(f"{twice['count']} clusters have the same two keys: take another --seed")


def times(count: int) -> str:
    """A number of times, in words."""
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")
