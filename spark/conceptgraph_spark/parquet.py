"""Readers of published tables, on the driver, in order and a range at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.fs
import pyarrow.parquet as pq


@dataclass
class Ordered:
    """A table whose files are each sorted by the first column, and do not overlap in it."""

    files: Sequence[pq.ParquetFile]
    kept: dict[tuple[int, int], pa.Table] = field(default_factory=dict)

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """Yields all rows from the first to the last."""
        for file in self.files:
            yield from file.iter_batches(columns=list(columns), batch_size=1 << 16)

    def between(self, first: int, last: int, columns: Sequence[str]) -> pa.Table:
        """Returns the rows whose first column is in a range of ids, both ends included.

        The first of `columns` must be the first column. Whole row groups are read, and the last
        ones are kept, so consecutive ranges, upwards or downwards, read each group once.
        """
        self.kept = {
            (at, group): self.kept.get((at, group)) or file.read_row_group(group, columns=columns)
            for at, file in enumerate(self.files)
            for group in range(file.num_row_groups)
            if overlaps(file.metadata.row_group(group), first, last)
        }
        pieces = [within(group, first, last) for group in self.kept.values()]
        return pa.concat_tables(pieces) if pieces else self.none(columns)

    def none(self, columns: Sequence[str]) -> pa.Table:
        """Returns an empty table with some columns."""
        return pa.table({name: pa.array([], pa.int64()) for name in columns})


def overlaps(group: pq.RowGroupMetaData, first: int, last: int) -> bool:
    """Returns True if a row group may have ids in a range."""
    ids = group.column(0).statistics
    return ids.min <= last and ids.max >= first


def within(rows: pa.Table, first: int, last: int) -> pa.Table:
    """Returns the rows with ids in a range, from rows sorted by their first column."""
    ids = rows.column(0).to_numpy()
    from_, to = np.searchsorted(ids, [first, last + 1])
    return rows.slice(from_, to - from_)


@dataclass
class Reader:
    """A reader of published clusters, covers and members as numpy arrays, by ranges of ids."""

    concept: Ordered
    cover: Ordered
    member: Ordered
    #: The object of each point.
    objects: np.ndarray

    def __post_init__(self) -> None:
        """Computes the points of each object."""
        self.points = (np.argsort(self.objects, kind="stable") + 1).astype(np.int32)
        counts = np.bincount(self.objects, minlength=1)[1:]
        self.starts = np.concatenate([[0], np.cumsum(counts)])

    def concepts(self, first: int, last: int) -> dict[str, np.ndarray]:
        """Returns the columns of a range of clusters; counts lie end to end, 0 is no centre."""
        columns = ["id", "size", "centre_id", "cohesion", "counts"]
        rows = self.concept.between(first, last, columns).combine_chunks()
        column = {name: whole(rows.column(name)) for name in rows.column_names}
        return {
            "size": column["size"].to_numpy(),
            "centre": column["centre_id"].fill_null(0).to_numpy(),
            "cohesion": column["cohesion"].fill_null(float("nan")).to_numpy(),
            "counts": column["counts"].flatten().to_numpy(),
        }

    def covers(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        """Returns the lower and upper ends of the covers above a range of clusters, in order."""
        rows = self.cover.between(first, last, ["lower_id", "upper_id"])
        lower, upper = (column.to_numpy() for column in rows.columns)
        order = np.lexsort((upper, lower))
        return lower[order], upper[order]

    def members(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        """Returns the points of a range of clusters in CSR form, ascending in each cluster.

        There is one more start than clusters, the end of the last one.
        """
        rows = self.member.between(first, last, ["concept_id", "objects"])
        lists = whole(rows.column("objects"))
        objects, lengths = lists.flatten().to_numpy() - 1, np.diff(lists.offsets.to_numpy())
        # Each object is replaced by its points, which are consecutive in `self.points`.
        begin, counts = self.starts[objects], np.diff(self.starts)[objects]
        ends = np.cumsum(counts)
        at = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts - begin, counts)
        points = self.points[at]
        cluster = np.repeat(np.repeat(np.arange(len(lengths)), lengths), counts)
        sizes = np.bincount(cluster, minlength=len(lengths))
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        return starts, points[np.lexsort((points, cluster))]


def whole(column: pa.ChunkedArray) -> pa.Array:
    """Returns a column as one array."""
    return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)


def ordered(folder: str) -> Ordered:
    """Opens the table in a folder, given by a path or an address that Arrow can read."""
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
    """Returns the sort key of a file; equal ids may be in several files."""
    groups = [file.metadata.row_group(at) for at in (0, file.num_row_groups - 1)]
    first, last = (group.column(0).statistics for group in groups)
    return first.min, last.max, groups[0].column(1).statistics.min
