"""A Spark session with the settings of a run."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

#: The default settings of a session; the caller's `conf` takes precedence.
SETTINGS = {
    # With version 2, a failed attempt of a task may leave files that are then published.
    "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version": "1",
    # A speculative attempt beside a slow one would mine the same units twice.
    "spark.speculation": "false",
    "spark.ui.showConsoleProgress": "false",
}


def session(master: str | None = None, conf: Mapping[str, str] | None = None) -> SparkSession:
    """Starts a session, or returns the running one.

    Without a master, Spark uses the one that `spark-submit` was given. `local[*]` is for a quick
    look: it never retries a task that failed.
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
