"""The plan of a run: the context, the units that can be mined separately, and the points.

`conceptgraph-part plan` writes it to the driver's disk. The search is over objects, and points with
the same attributes are one object, so the file of objects is small however many points there are.
The store with the points stays on the driver.
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
        """The description of the run: digest of the context, seeds, limits."""
        return json.loads((self.folder / "run.json").read_text())

    def units(self) -> list[tuple[str, bytes]]:
        """Returns the units of the plan, each with its name."""
        files = sorted((self.folder / "units").glob("*.unit"))
        return [(file.stem, file.read_bytes()) for file in files]

    def objects(self) -> list[int]:
        """Returns the object of each point, from 1; points with equal context rows share one."""
        known: dict[Hashable, int] = {}
        objects = [known.setdefault(row, len(known) + 1) for row in self._context()]
        if len(known) != self.run["objects"]:
            raise Refused(f"{len(known):,} rows differ, and not {self.run['objects']:,} as planned")
        return objects

    def _context(self) -> Iterator[Hashable]:
        """Returns the row of each point in the context, in a form that can be compared."""
        if self.run["k"] is not None:
            packed = self.rows("SELECT neighbors FROM context ORDER BY point_id")
            return (neighbors for (neighbors,) in packed)
        pairs = self.rows(
            "SELECT id, attribute_id FROM point LEFT JOIN incidence ON point_id = id ORDER BY 1, 2"
        )
        return (tuple(pair[1] for pair in row) for _, row in groupby(pairs, itemgetter(0)))

    def rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        """Yields the rows of a query of the store with the points and their context."""
        store = sqlite3.connect(f"file:{self.folder / 'context.db'}?mode=ro", uri=True)
        try:
            yield from store.execute(query)
        finally:
            store.close()


def find_program(program: str) -> str:
    """Returns the absolute path of the program, given by name or path."""
    found = shutil.which(program)
    if found is None:
        raise Refused(f"{program}: there is no such program; name it with --program")
    return str(Path(found).resolve())


def call(program: str, *words: str) -> None:
    """Runs the program to its end; raises `Refused` if it fails."""
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Refused(last_line(done.stderr) or f"{program} ended with code {done.returncode}")


def last_line(text: str) -> str:
    """Returns the last line that is not blank, which is the error of a program that fails."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def plan(
    program: str, source: str, folder: Path, options: Sequence[str] = (), units: int = 64
) -> Plan:
    """Plans a run for a table or context with `conceptgraph-part plan` and its options."""
    program = find_program(program)
    words = ["plan", source, "--to", str(folder), "--units", str(units), *options]
    call(program, *words)
    return Plan(folder, program)
