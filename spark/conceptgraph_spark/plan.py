"""The plan of a run: what is searched, units that can be mined apart, and the points.

`conceptgraph-part plan` makes it, on the driver and on its own disk. A search goes over objects,
and points with the same attributes are one: their file is small however many points there are. The
store with the points stays on the driver.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from .errors import Refused


@dataclass(frozen=True)
class Plan:
    """A folder that `conceptgraph-part plan` has written."""

    folder: Path
    program: str

    @property
    def run(self) -> dict[str, Any]:
        """What the run is: digest of the context, seeds, limits."""
        return json.loads((self.folder / "run.json").read_text())

    def units(self) -> list[tuple[str, bytes]]:
        """The units to begin with, each with its name."""
        files = sorted((self.folder / "units").glob("*.unit"))
        return [(file.stem, file.read_bytes()) for file in files]

    def objects(self) -> list[int]:
        """The object of each point, from 1: points with equal rows in the context are one."""
        known: dict[Hashable, int] = {}
        objects = [known.setdefault(row, len(known) + 1) for row in self._context()]
        if len(known) != self.run["objects"]:
            raise Refused(f"{len(known):,} rows differ, and not {self.run['objects']:,} as planned")
        return objects

    def _context(self) -> Iterator[Hashable]:
        """What tells the row of each point in the context from others."""
        if self.run["k"] is not None:
            packed = self.rows("SELECT neighbors FROM context ORDER BY point_id")
            return (neighbors for (neighbors,) in packed)
        pairs = self.rows(
            "SELECT id, attribute_id FROM point LEFT JOIN incidence ON point_id = id ORDER BY 1, 2"
        )
        return (tuple(pair[1] for pair in row) for _, row in groupby(pairs, itemgetter(0)))

    def rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        """Asks the store that holds the points and their context."""
        store = sqlite3.connect(f"file:{self.folder / 'context.db'}?mode=ro", uri=True)
        try:
            yield from store.execute(query)
        finally:
            store.close()


def find_program(program: str) -> str:
    """The whole path of the program, by name or path."""
    found = shutil.which(program)
    if found is None:
        raise Refused(f"{program}: there is no such program; name it with --program")
    return str(Path(found).resolve())


def call(program: str, *words: str) -> None:
    """Runs the program to its end."""
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Refused(last_line(done.stderr) or f"{program} ended with code {done.returncode}")


def last_line(text: str) -> str:
    """The last line that says something: what a program ends with when it fails."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def plan(
    program: str, source: str, folder: Path, options: Sequence[str] = (), units: int = 64
) -> Plan:
    """Plans a run for a table or context, with options of `conceptgraph-part plan`."""
    program = find_program(program)
    words = ["plan", source, "--to", str(folder), "--units", str(units), *options]
    call(program, *words)
    return Plan(folder, program)
