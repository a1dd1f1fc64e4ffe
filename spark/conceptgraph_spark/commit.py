"""Committed steps: the output of a step is read back, and never computed again.

If a query plan spanned mining and later steps, Spark would mine again when an executor is lost in a
later join. So every step ends in committed Parquet files, and the next one begins with them.
"""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession

#: The options of every write: a failed attempt of a task leaves nothing, and zstd compresses well.
OPTIONS = {
    "mapreduce.fileoutputcommitter.algorithm.version": "1",
    "compression": "zstd",
}


def commit(rows: DataFrame, path: str) -> DataFrame:
    """Writes rows to a new folder, and returns them as read from there, with the same schema."""
    rows.write.options(**OPTIONS).mode("errorifexists").parquet(path)
    return reread(rows.sparkSession, path, rows)


def reread(spark: SparkSession, path: str, like: DataFrame) -> DataFrame:
    """Returns the committed rows of a step."""
    return spark.read.schema(like.schema).parquet(path)


def in_order(rows: DataFrame, parts: int, *by: object) -> DataFrame:
    """Sorts rows by some columns, within each partition and from partition to partition."""
    return rows.repartitionByRange(parts, *by).sortWithinPartitions(*by)
