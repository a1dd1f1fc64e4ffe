"""Atomic publication of a folder.

Everything is written to `.NAME.partial` next to the target, which is renamed at the end. On a file
system (HDFS too) a rename is atomic. On an object store it copies file by file: there, a reader
waits for `graph.json`, or for the command to end.
"""

from __future__ import annotations

from types import TracebackType

from pyspark.sql import SparkSession

from .errors import Refused


class Publication:
    """A target folder that is being written, by any scheme that Hadoop supports."""

    def __init__(self, spark: SparkSession, target: str) -> None:
        """Raises `Refused` if the target exists, or another run is writing it."""
        jvm, context = spark._jvm, spark.sparkContext
        self._path = jvm.org.apache.hadoop.fs.Path
        path = self._path(target)
        self._files = path.getFileSystem(context._jsc.hadoopConfiguration())
        self._target = self._files.makeQualified(path)
        beside = f".{path.getName()}.partial"
        self._partial = self._path(self._target.getParent(), beside)
        if self._files.exists(self._target):
            raise Refused(f"{target}: this exists already; name a new folder")
        if self._files.exists(self._partial):
            raise Refused(
                f"{self._partial}: another run writes here, or died; delete it if none runs"
            )

    def __enter__(self) -> Publication:
        """Creates the temporary folder."""
        self._files.mkdirs(self._partial)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Deletes the temporary folder."""
        self._files.delete(self._partial, True)

    @property
    def work(self) -> str:
        """The folder where steps are committed; it is deleted at the end."""
        return f"{self._partial}/work"

    @property
    def graph(self) -> str:
        """The folder that becomes the target."""
        return f"{self._partial}/graph"

    def write(self, name: str, text: str) -> None:
        """Writes a small file to the graph's folder."""
        out = self._files.create(self._path(f"{self.graph}/{name}"), False)
        try:
            out.write(bytearray(text.encode()))
        finally:
            out.close()

    def publish(self) -> None:
        """Renames the graph's folder to the target."""
        if not self._files.rename(self._path(self.graph), self._target):
            raise Refused(f"{self._target}: the finished graph could not be renamed to this")
