"""A complete run: plan, mine, audit, rank, resolve, publish."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyspark import cloudpickle
from pyspark.sql import SparkSession

import conceptgraph_spark

from . import bulk, rounds
from .audit import Totals, audit
from .covers import resolve
from .errors import Collision, Refused
from .local import frame
from .plan import Plan, plan
from .publish import Publication
from .rank import rank
from .schema import UNIT
from .tables import Tables

#: Our code travels with each task, so it need not be installed on a cluster.
cloudpickle.register_pickle_by_value(conceptgraph_spark)

#: The number of clusters per partition of a sort: some 100 MB.
ROWS_A_PART = 500_000
#: The most clusters that a unit is searched for in one round: seconds of work.
BUDGET = 5_000_000
#: The number of pairs of seeds that are tried if keys collide.
SEEDS = 3


@dataclass(frozen=True)
class Limits:
    """The limits that divide the work."""

    #: The number of units of the plan; take some for each core.
    units: int = 64
    #: The most clusters that a unit is searched for in one round; 0 for all.
    budget: int = BUDGET
    #: The number of threads of the program in each task, the same as `spark.task.cpus`.
    threads: int = 1


def build(
    spark: SparkSession,
    source: str,
    target: str,
    options: Sequence[str] = (),
    *,
    limits: Limits | None = None,
    program: str = "conceptgraph-part",
    csv: str | Path | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Totals:
    """Builds the graph of a table or context, and publishes it as the folder `target`.

    `source` is a file on the driver's disk; `options` are those of `conceptgraph-part plan`;
    `target` is a path of any scheme that Spark can write to. `csv` is a new folder on the driver's
    disk for the files that `neo4j-admin database import` reads. `say` is called with a line for
    each step.

    Raises `Refused` if the run fails, and then leaves nothing behind.
    """
    limits = limits or Limits()
    if csv:
        bulk.writer()
    if csv and Path(csv).exists():
        raise Refused(f"{csv}: this exists already; name another")
    seeds = [["--seed", str(at)] if at else [] for at in range(SEEDS)]
    if "--seed" in options or any(word.startswith("--seed=") for word in options):
        seeds = [[]]
    for at, seed in enumerate(seeds, 1):
        # The driver's folder is deleted after the attempt; executors have copies of what they need.
        with (
            Publication(spark, target) as publication,
            tempfile.TemporaryDirectory(prefix="conceptgraph-") as folder,
        ):
            try:
                run = Path(folder) / "run"
                planned = plan(program, source, run, [*options, *seed], limits.units)
                return attempt(spark, planned, publication, limits, csv, say)
            except Collision as collision:
                if at == len(seeds):
                    raise
                say(f"{collision}; trying the next")
    raise AssertionError("the last attempt returns or raises")


def attempt(
    spark: SparkSession,
    planned: Plan,
    publication: Publication,
    limits: Limits,
    csv: str | Path | None,
    say: Callable[[str], None],
) -> Totals:
    """Executes a run with one pair of seeds."""
    units = frame(spark, planned.units(), UNIT)
    say(f"planned: {units.count():,} units over {planned.run['objects']:,} different rows")
    mined = rounds.mine(planned, units, f"{publication.work}/mined", limits.budget, limits.threads)
    totals = audit(units, mined)
    say(f"mined: {totals.clusters:,} clusters, {totals.covers:,} covers")
    parts = max(spark.sparkContext.defaultParallelism, -(-totals.clusters // ROWS_A_PART))
    ranked = rank(rounds.clusters(mined), parts, f"{publication.work}/ranked")
    say("ranked")
    edges = resolve(ranked, f"{publication.work}/edges")
    say("covers resolved")
    tables = Tables(planned, ranked, edges, publication.graph)
    tables.write_all(parts)
    publication.write("graph.json", tables.describe(totals))
    say("tables written")
    if csv:
        command = bulk.export(planned, publication.graph, tables.facts(totals), Path(csv))
        say(f"written: {csv}; with the server stopped: {command}")
    publication.publish()
    return totals
