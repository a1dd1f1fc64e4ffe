"""Checks that the whole lattice was mined, each cluster once; otherwise nothing is published.

Each unit of the plan, and each unit that was left of another, must be done exactly once. The
numbers of clusters and covers that the units report must be those that are stored. No two clusters
may have the same pair of keys.
"""

from __future__ import annotations

from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .errors import Collision, Refused
from .rounds import clusters


@dataclass(frozen=True)
class Totals:
    """The numbers of clusters and covers."""

    clusters: int
    covers: int


def audit(planned: DataFrame, mined: DataFrame) -> Totals:
    """Checks the result of all rounds; `planned` are the units of the plan.

    Raises `Refused` with the fault, or `Collision` if other seeds may help.
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
    """Raises `Refused` unless every unit that was planned or left was done exactly once."""
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
    """Raises `Collision` or `Refused` if two clusters have the same pair of keys."""
    twice = found.groupBy("key", "second").count().where("count > 1").first()
    if twice is None:
        return
    same = found.where((F.col("key") == twice["key"]) & (F.col("second") == twice["second"]))
    if same.select("members").distinct().count() == 1:
        size, often = same.first()["size"], times(twice["count"])
        raise Refused(f"a cluster of {size} points was found {often}")
    raise Collision(f"{twice['count']} clusters have the same two keys: take another --seed")


def times(count: int) -> str:
    """Returns a number of times in words."""
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")
