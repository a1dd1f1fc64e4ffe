"""Steps that stand: what a step wrote is read again, and never computed a second time.

A plan that went on from mining would mine again when an executor is lost in the middle of a later
join. So every step ends in Parquet files that are committed, and the next one begins with these.
"""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession

#: For every write: a failed attempt of a task leaves nothing, and zstd packs well.
OPTIONS = {
    "mapreduce.fileoutputcommitter.algorithm.version": "1",
    "compression": "zstd",
}


def commit(rows: DataFrame, path: str) -> DataFrame:
    """Writes rows into a new folder and reads them from there, with the same schema."""
    rows.write.options(**OPTIONS).mode("errorifexists").parquet(path)
    return reread(rows.sparkSession, path, rows)


def reread(spark: SparkSession, path: str, like: DataFrame) -> DataFrame:
    """What a step has committed."""
    return spark.read.schema(like.schema).parquet(path)


def in_order(rows: DataFrame, parts: int, *by: object) -> DataFrame:
    """Rows in the order of these columns: within each part, and from part to part."""
    return rows.repartitionByRange(parts, *by).sortWithinPartitions(*by)
