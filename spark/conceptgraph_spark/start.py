"""A Spark session with what a run needs, where the caller brings none."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

#: Set for every session that is made here; `conf` of the caller goes before.
SETTINGS = {
    # A failed attempt of a task must leave nothing behind that is published: version 2 may.
    "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version": "1",
    # A second attempt beside a slow one would mine the same units again for nothing.
    "spark.speculation": "false",
    "spark.ui.showConsoleProgress": "false",
}


def session(master: str | None = None, conf: Mapping[str, str] | None = None) -> SparkSession:
    """Starts a session, or takes the running one.

    Without a master, Spark takes the one that `spark-submit` was given. `local[*]` is for a quick
    look: it never repeats a task that failed.
    """
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("conceptgraph")
    if master:
        builder = builder.master(master)
    if master and master.startswith("local"):
        # Workers on this machine need the packages of this Python.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    for key, value in {**SETTINGS, **(conf or {})}.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()
