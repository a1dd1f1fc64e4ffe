"""A task of mining: it takes units, and yields clusters and the units that are left.

The program runs as a child of the Python worker. It reads the units from files, writes clusters as
an Arrow stream to a pipe, and ends when the worker ends. The output of a task counts only when
Spark has committed the task, so a task can be repeated at any time.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pyarrow as pa

from .plan import last_line
from .schema import CLUSTER, columns
from .ship import PROGRAM, Shipped, unpacked

Batches = Iterable[pa.RecordBatch]

#: The columns of `schema.MINED` as types of Arrow.
NAME = pa.struct([("key", pa.int64()), ("second", pa.int64())])
FOUND = pa.schema(
    [
        ("key", pa.int64()),
        ("second", pa.int64()),
        ("size", pa.int32()),
        ("members", pa.binary()),
        ("centre", pa.int32()),
        ("majority", pa.int32()),
        ("purity", pa.float64()),
        ("classes", pa.list_(pa.int32())),
        ("lower", pa.list_(NAME)),
        ("cohesion", pa.float64()),
    ]
)
DONE = pa.struct(
    [("clusters", pa.int64()), ("covers", pa.int64()), ("left", pa.list_(pa.string()))]
)
MINED = pa.schema([*FOUND, ("unit", pa.string()), ("node", pa.binary()), ("done", DONE)])
assert FOUND.names == columns(CLUSTER)


class MiningFailed(Exception):
    """A failure of the program in a task, which Spark then retries."""


def miner(
    shipped: Shipped, budget: int, threads: int
) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """Returns a function for `mapInArrow` over rows of (unit, node)."""

    def mine(units: Batches) -> Iterator[pa.RecordBatch]:
        rows = [row for batch in units for row in batch.to_pylist()]
        if not rows:
            return
        with tempfile.TemporaryDirectory(prefix="mine-", dir=unpacked(shipped)) as folder:
            yield from run(unpacked(shipped), Path(folder), rows, budget, threads)

    return mine


def run(
    shipped: Path, folder: Path, units: list[dict], budget: int, threads: int
) -> Iterator[pa.RecordBatch]:
    """Runs the program over some units in a new, empty folder, and yields its output."""
    files = [folder / f"{row['unit']}.unit" for row in units]
    for file, row in zip(files, units, strict=True):
        file.write_bytes(row["node"])
    left = folder / "left"
    command = [shipped / PROGRAM, "mine", shipped, "--left", left]
    command += ["--budget", str(budget), "--threads", str(threads), *files]
    complaints = folder / "stderr"
    with complaints.open("wb") as stderr:
        child = subprocess.Popen(
            [str(word) for word in command],
            # The pipe is open until the worker ends; the program watches it.
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
        )
    found = covers = 0
    try:
        try:
            for batch in pa.ipc.open_stream(child.stdout):
                found += batch.num_rows
                covers += len(batch.column("lower").flatten())
                yield widened(batch)
        except pa.ArrowInvalid as error:
            # A program that fails truncates the stream, and writes the reason to standard error.
            broken = str(error)
        else:
            broken = ""
        code = child.wait()
    finally:
        child.kill()
        child.wait()
        child.stdin.close()
        child.stdout.close()
    if code != 0 or broken:
        told = last_line(complaints.read_text(errors="replace")) or broken
        raise MiningFailed(f"{told} ({PROGRAM} mine ended with code {code})")
    done = json.loads((left / "done.json").read_text())["units"]
    told = [sum(unit[what] for unit in done) for what in ("clusters", "covers")]
    if told != [found, covers]:
        raise MiningFailed(
            f"{found} clusters and {covers} covers came, not {told[0]} and {told[1]}"
        )
    yield from accounts(left, done)


def accounts(left: Path, done: list[dict]) -> Iterator[pa.RecordBatch]:
    """Yields the units that were done, and the units that are left."""
    yield narrow(
        unit=[unit["unit"] for unit in done],
        done=[{key: unit[key] for key in ("clusters", "covers", "left")} for unit in done],
    )
    names = [name for unit in done for name in unit["left"]]
    for first in range(0, len(names), 1000):
        some = names[first : first + 1000]
        yield narrow(unit=some, node=[(left / f"{name}.unit").read_bytes() for name in some])


def widened(found: pa.RecordBatch) -> pa.RecordBatch:
    """Adds the columns of units to clusters, filled with nulls."""
    if found.schema.names != FOUND.names:
        raise MiningFailed(f"the program writes other columns: {', '.join(found.schema.names)}")
    missing = [pa.nulls(found.num_rows, field.type) for field in list(MINED)[len(FOUND) :]]
    columns = [column.cast(field.type) for column, field in zip(found.columns, FOUND, strict=True)]
    return pa.RecordBatch.from_arrays([*columns, *missing], schema=MINED)


def narrow(**columns: list) -> pa.RecordBatch:
    """Returns rows of `MINED` with some columns; the others are null."""
    rows = len(columns["unit"])
    arrays = [
        pa.array(columns[field.name], field.type)
        if field.name in columns
        else pa.nulls(rows, field.type)
        for field in MINED
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=MINED)
