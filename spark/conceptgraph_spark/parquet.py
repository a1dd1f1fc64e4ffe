"""Published tables, read in order on the driver, a piece at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.fs
import pyarrow.parquet as pq


@dataclass(frozen=True)
class Ordered:
    """A table whose files are each sorted by the first column and do not overlap in it."""

    files: Sequence[pq.ParquetFile]

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """All rows, from the first to the last."""
        for file in self.files:
            yield from file.iter_batches(columns=list(columns), batch_size=1 << 16)

    def groups_down(self, columns: Sequence[str]) -> Iterator[pa.Table]:
        """Groups of rows from the last to the first; within a group the rows go up."""
        for file in reversed(self.files):
            for group in reversed(range(file.num_row_groups)):
                yield file.read_row_group(group, columns=list(columns))

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(file.metadata.num_rows for file in self.files)


def ordered(folder: str) -> Ordered:
    """Opens the table of a folder, by a path or an address that Arrow can read."""
    # Hadoop writes file:/x and s3a://x where Arrow reads file:///x and s3://x.
    if folder.startswith("file:/") and not folder.startswith("file://"):
        folder = f"file://{folder.removeprefix('file:')}"
    folder = folder.replace("s3a://", "s3://", 1)
    if "://" in folder:
        files, path = pyarrow.fs.FileSystem.from_uri(folder)
    else:
        files, path = pyarrow.fs.LocalFileSystem(), folder
    found = files.get_file_info(pyarrow.fs.FileSelector(path))
    parts = [each.path for each in found if each.path.endswith(".parquet")]
    opened = [pq.ParquetFile(files.open_input_file(part)) for part in parts]
    kept = [file for file in opened if file.metadata.num_rows]
    kept.sort(key=first_row)
    return Ordered(kept)


def first_row(file: pq.ParquetFile) -> tuple:
    """What orders files; rows that agree in the first column may be in two files or more."""
    groups = [file.metadata.row_group(at) for at in (0, file.num_row_groups - 1)]
    first, last = (group.column(0).statistics for group in groups)
    return first.min, last.max, groups[0].column(1).statistics.min
