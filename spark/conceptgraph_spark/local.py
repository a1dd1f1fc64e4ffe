"""Rows of the driver as a DataFrame that can be read without a Python worker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import to_arrow_type
from pyspark.sql.types import StructType


def frame(spark: SparkSession, rows: Sequence[tuple[Any, ...]], schema: str) -> DataFrame:
    """Returns rows as a DataFrame with the columns of a schema."""
    typed = StructType.fromDDL(schema)
    columns = ([row[at] for row in rows] for at in range(len(typed)))
    arrays = [
        pa.array(column, to_arrow_type(field.dataType))
        for column, field in zip(columns, typed, strict=True)
    ]
    return spark.createDataFrame(pa.Table.from_arrays(arrays, names=typed.names), typed)
