"""A server for assistants over standard input and output, by the Model Context Protocol."""

from __future__ import annotations

import argparse
import csv
import io
import signal
import sys
import textwrap
from collections import Counter
from typing import Annotated, Any

from . import _conceptgraph as core

try:
    import anyio.from_thread
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations
    from pydantic import Field, ValidationError
except ImportError:
    sys.exit("error: the server needs the package mcp: pip install 'conceptgraph[mcp]'")

Cluster = Annotated[str, Field(description="c12, community g1, listed points d1,d2, or a point")]
Points = Annotated[list[str], Field(description="names of points", min_length=1)]
Row = Annotated[dict[str, float | str], Field(description="a value for each column, by its name")]
Limit = Annotated[int, Field(description="the largest number of rows", ge=1, le=1000)]
READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)


class GraphServer(MCPServer[Any]):
    """Answers about a table whose rows, the points, are in clusters of every size (c1, c2, ...).

    Communities (g1, g2, ...) are groups of like points. Begin with `groups`; then `describe` and
    `contrast` communities, and ask `why` of two points.
    """

    def __init__(self, store: str, timeout: float) -> None:
        super().__init__("conceptgraph", instructions=type(self).__doc__, log_level="ERROR")
        self.graph, self.store, self.timeout = core.open(store), store, timeout
        self.turn, self.check = anyio.Lock(), lambda *_: anyio.from_thread.check_cancelled()
        tools = "groups describe why contrast lca members outliers place schema"
        for tool in (*tools.split(), "cypher" if "://" in store else "sql"):
            self.add_tool(getattr(self, tool), annotations=READS, structured_output=False)

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Answer one call at a time; a fault is one line."""
        takes = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        if others := sorted(arguments.keys() - takes.get(name, arguments)):
            raise ToolError(f"{name} takes {list(takes[name])}, not {others}")
        try:
            async with self.turn:
                with anyio.fail_after(self.timeout):
                    return await super().call_tool(name, arguments, context)
        except (ToolError, TimeoutError) as error:
            fault = error.__cause__ or error
            text = str(fault) or f"no answer within {self.timeout:g} s; ask for less"
            if isinstance(fault, ValidationError):
                faults = ([*map(str, one["loc"]), one["msg"]] for one in fault.errors())
                text = "; ".join(map(": ".join, faults))
            raise ToolError(" ".join(text.split())) from None

    def opened(self) -> core.Graph:
        """Return the graph; if it was replaced, the next call gets the new one."""
        try:
            self.graph.check_store()
        except OSError:
            self.graph = core.open(self.store)
            raise ToolError("another graph is here now; call `groups` again") from None
        return self.graph

    def ask(self, query: str, words: list[str], limit: int = 20) -> str:
        """Answer a canned query."""
        return table(limit, *self.opened().answer(query, words, limit, self.check))

    def groups(self, limit: Limit = 20) -> str:
        """Call this first: size, columns, classes and verdict of the graph, and its communities."""
        names, classes = (graph := self.opened()).points()
        head = f"{len(names):,} points, {names[0]} to {names[-1]}. {graph.verdict()}"
        columns = ", ".join([*graph.features(), *graph.shown_columns()])
        sizes = ", ".join(f"{name} ({n:,})" for name, n in sorted(Counter(classes).items()))
        for text in (f"columns: {columns}", f"classes: {sizes or 'none'}"):
            head += f"\n{textwrap.shorten(text, 2_000, placeholder=' …')}"
        return f"{head}\n\n{self.ask('communities', [], limit)}"

    def describe(self, cluster: Cluster) -> str:
        """A cluster or community in words: its classes, its columns, its neighbours."""
        return self.ask("describe", [cluster])

    def why(self, one: Cluster, other: Cluster) -> str:
        """What two points or sets have in common, or what separates them, in words."""
        return self.ask("why", [one, other])

    def contrast(self, one: Cluster, other: Cluster, limit: Limit = 20) -> str:
        """The differences of two communities or clusters column by column, the largest first."""
        return self.ask("contrast", [one, other], limit)

    def lca(self, points: Points) -> str:
        """The smallest cluster with all these points, which tells how alike they are."""
        return self.ask("lca", points)

    def members(self, cluster: Cluster, limit: Limit = 20) -> str:
        """The points of a cluster or community."""
        return self.ask("members", [cluster], limit)

    def outliers(self, limit: Limit = 20) -> str:
        """The most untypical points: their neighbourhood is wider than usual in their group."""
        return self.ask("outliers", [], limit)

    def place(self, row: Row) -> str:
        """The place of a new row: its smallest cluster, communities and nearest points."""
        cells = [f"{column}={value}" for column, value in row.items()]
        return table(1, self.opened().placed(cells, 3, self.check))

    def schema(self) -> str:
        """All tables and views, or labels and relationships, that a statement can read."""
        all_tables = self.opened().tables()
        return "\n".join(f"{name} ({', '.join(names)}): {made}" for name, names, made in all_tables)

    def sql(self, statement: str, limit: Limit = 20) -> str:
        """The rows of a statement in the SQL of SQLite that reads; see `schema` first."""
        return table(limit, self.opened().statement(statement, None, limit + 1, self.check))

    def cypher(self, statement: str, limit: Limit = 20) -> str:
        """The rows of a statement in Cypher that reads, such as MATCH (p:Point {graph: $graph})."""
        return self.sql(statement, limit)


def table(limit: int, columns: Any, total: int | None = None, notes: Any = ()) -> str:
    """Return rows as CSV, with their number and the number of all rows, if it is known."""
    rows = list(zip(*([name, *values] for name, values in columns), strict=True))
    out, end, count = io.StringIO(), 0, 0
    for at, row in enumerate(rows[: limit + 1]):
        cells = (f"{v:.6g}" if isinstance(v, float) and abs(v) < 1e6 else v for v in row)
        csv.writer(out, lineterminator="\n").writerow(cells)
        if out.tell() > 20_000:
            notes = ["no more fits; ask for fewer rows, fewer columns or parts of cells", *notes]
            break
        end, count = out.tell(), at
    known = f" of {total:,}" if total else ", and there are more" if rows[count + 1 :] else ""
    lines = (f"({note})" for note in (f"rows: {count:,}{known}", *notes))
    return out.getvalue()[:end] + "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m conceptgraph.mcp", description=__doc__)
    parser.add_argument("store", help="iris.db, or bolt://localhost:7687?graph=iris")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for a call [10]")
    arguments = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        GraphServer(arguments.store, arguments.timeout).run("stdio")
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")
