"""A server for assistants, by the Model Context Protocol: ``python -m conceptgraph.mcp STORE``.

The server answers over standard input and output. It has a tool for each of the queries that tell
most, for the placement of a new row, and for statements that read. It needs ``pip install
'conceptgraph[mcp]'``.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from . import _conceptgraph as core
from ._words import counted

try:
    import anyio.to_thread
    from jsonschema import Draft202012Validator
    from mcp import MCPError, types
    from mcp.server import Server
    from mcp.server.stdio import stdio_server
except ImportError as error:
    _FAULT = "the server for assistants needs the package mcp: pip install 'conceptgraph[mcp]'"
    if __name__ == "__main__":
        sys.exit(f"error: {_FAULT}")
    raise ImportError(_FAULT) from error

#: The queries that are tools, in the order in which they are usually asked. An assistant chooses
#: worse from more tools, and a statement finds the answers of the other queries too.
TELLING = (
    *("communities", "describe", "contrast", "community", "membership", "between", "why"),
    *("nearest", "lca", "containing", "members", "landmarks", "rule"),
)
#: The default and the largest number of rows of an answer, and the most characters.
ROWS, MOST_ROWS, MOST_LETTERS = 20, 1000, 20_000
#: The seconds before a call ends. Most clients give up after a minute, without helpful advice.
PATIENCE = 50

ABOUT = "What this graph is: its size, columns and classes, and whether groups stand apart"
PLACE = "Where a new row belongs: its smallest cluster, landmarks, communities and nearest points"
SCHEMA = "The tables or nodes that statements can query, with their columns; or how one is defined"
STATEMENT = {
    "sql": "The rows of a reading statement in the SQL of SQLite; see `schema` first",
    "cypher": "The rows of a reading statement in Cypher; see `schema` first. $graph is the name "
    "of this graph, which its nodes have: MATCH (p:Point {graph: $graph})",
}
INSTRUCTIONS = (
    "{} is a table whose {} (its rows) are in {} that overlap (c1, c2, ...) and in communities, "
    "groups of like points (g1, g2, ...). {} Begin with `about` and `communities`, then ask "
    "`describe` and `contrast` of communities, and `why` of two points."
)
CHANCE = (
    " A purity is the share of the most common class: compare it with the share of that class "
    "among all points, which `about` tells, and the dendrogram purity with `chance`."
)
REPLACED = "(the graph was replaced by another one: clusters and communities have other names now)"

#: The JSON schema of each kind of argument; other kinds are strings.
TYPES: dict[str, dict[str, Any]] = {
    "points": {"type": "array", "items": {"type": "string"}, "minItems": 1},
    "count": {"type": "integer", "minimum": 1},
    "limit": {"type": "integer", "minimum": 1, "maximum": MOST_ROWS},
    "share": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
    "row": {"type": "object", "additionalProperties": {"type": ["number", "string"]}},
}
MEANS = {
    "point": "a point, such as {}",
    "points": "points, such as {}; clusters and communities stand for all their points",
    "concept": "a cluster, such as c12; a community, such as g1; or a point, such as {}, for the "
    "smallest cluster with it",
    "class": "a class; `about` names them",
    "community": "a community, such as g1",
    "limit": "at most this many rows",
    "row": "a value for each feature column, by its name; `about` names them",
    "table": "one of them",
    "statement": "a statement that reads",
}

#: The name, the kind and the default value of each argument of a tool.
Words = list[tuple[str, str, str | None]]


class Tools:
    """The tools for one graph, which is opened again if it was replaced."""

    def __init__(self, store: str, queries: Path | None = None) -> None:
        self.store, self.queries = store, queries
        self.language = "cypher" if "://" in store else "sql"
        self.open()

    def open(self) -> None:
        """Open the graph, and make the descriptions of its tools."""
        self.graph = core.open(self.store, queries=self.queries)
        self.points, self.classes = self.graph.points()
        known = {name: (does, limited(words)) for name, _, does, words in self.graph.queries()}
        own = {file.stem for file in self.queries.iterdir()} if self.queries else set()
        tools: dict[str, tuple[str, Words]] = {"about": (ABOUT, [])}
        tools |= {name: known[name] for name in [*TELLING, *sorted(own & known.keys())]}
        tools["place"] = PLACE, [("row", "row", None)]
        tools["schema"] = SCHEMA, [("table", "table", "")]
        words = limited([("statement", "statement", None)])
        tools[self.language] = STATEMENT[self.language], words
        self.words = {name: words for name, (_, words) in tools.items()}
        point = plain(self.points[0]) if self.points else "d1"
        self.offered = {name: tool(name, *of, point) for name, of in tools.items()}

    def instructions(self) -> str:
        """Return the instructions: a description of the graph, and the first tools to call."""
        facts = self.graph.facts()
        counts = counted(facts["points"], "point"), counted(facts["concepts"], "cluster")
        said = INSTRUCTIONS.format(plain(facts["name"]), *counts, self.graph.verdict())
        return said + CHANCE if self.classes else said

    def answer(self, name: str, given: dict[str, Any], look: Callable[..., None]) -> str:
        """Answer a call; `look` is called repeatedly, and raises an exception to end the call."""
        try:
            self.graph.still_there()
        except OSError:
            self.open()
            return f"{self.answer(name, given, look)}{REPLACED}\n"
        given = {word: value for word, value in given.items() if value is not None}
        schema = self.offered[name].input_schema
        faults = [
            ": ".join([*map(str, fault.absolute_path), fault.message])
            for fault in Draft202012Validator(schema).iter_errors(given)
        ]
        if faults:
            takes = ", ".join(schema["properties"]) or "nothing"
            raise ValueError(f"{'; '.join(faults)}; {name} takes {takes}")
        if name == "about":
            return self.about()
        if name == "schema":
            return self.schema(given.get("table"))
        if name == "place":
            words = [f"{column}={value}" for column, value in given["row"].items()]
            # There is only one row, so the column with its number is left out.
            return table(self.graph.placed(words, 3, look)[1:], 1, 1)
        most = int(given.get("limit", schema["properties"]["limit"]["default"]))
        if name == self.language:
            statement = given["statement"].strip("; \t\r\n")
            if not statement:
                raise ValueError("the statement is empty")
            columns = self.graph.statement(statement, None, look)
            return table(columns, len(columns[0][1]) if columns else 0, most)
        columns, total, notes = self.graph.answer(name, self.typed(name, given), most, look)
        return table(columns, total, most) + "".join(f"({plain(note)})\n" for note in notes)

    def typed(self, name: str, given: dict[str, Any]) -> list[str]:
        """Return the arguments of a query as strings, in the order of the command line."""
        typed: list[str] = []
        left_out = None
        for word, kind, usual in self.words[name][:-1]:
            # A default number is written out, so that the arguments after it keep their position.
            value = given.get(word, usual if kind in ("count", "share") else None)
            if value is None:
                left_out = left_out or word
            elif not left_out:
                value = int(value) if kind == "count" else value
                typed += value if isinstance(value, list) else [str(value)]
            elif word in given:
                raise ValueError(f"{word} needs {left_out} too")
        return typed

    def about(self) -> str:
        """Return the facts of the graph, its columns and classes, and the verdict."""
        sizes = sorted(Counter(self.classes or []).items())
        lines = self.graph.facts() | {
            "digest": None,
            "feature columns": ", ".join(self.graph.features()),
            "kept columns": ", ".join(self.graph.kept()),
            "classes": ", ".join(f"{label} ({size:,})" for label, size in sizes),
            "names of points": " to ".join([*self.points[:1], *self.points[1:][-1:]]),
        }
        shown = ((key.replace("_", " "), cell(value)) for key, value in lines.items() if value)
        return short("".join(f"{key:<22} {value}\n" for key, value in shown) + self.graph.verdict())

    def schema(self, wanted: str | None) -> str:
        """Return the tables that statements can query, or the definition of one."""
        tables = {name: (columns, defined) for name, columns, defined in self.graph.tables()}
        if wanted is None:
            return short("".join(f"{name}: {', '.join(of)}\n" for name, (of, _) in tables.items()))
        if wanted not in tables:
            raise ValueError(f"there is no {wanted!r}; there are {', '.join(tables)}")
        return short(tables[wanted][1])


def limited(words: Words) -> Words:
    """Return the arguments of a tool with a limit of rows in place of the query's own limit."""
    usual = next((usual for word, _, usual in words if word == "count" and usual), str(ROWS))
    own = ("limit", "count")
    typed = [one for one in words if one[0] not in own and one[1] != "intervals"]
    return [*typed, ("limit", "limit", usual)]


def tool(name: str, does: str, words: Words, point: str) -> types.Tool:
    """Make the description of a tool; `point` is the name of a point, as an example."""
    properties = {
        word: TYPES.get(kind, {"type": "string"})
        | ({"description": MEANS[kind].format(point)} if kind in MEANS else {})
        | ({"default": int(usual)} if kind == "limit" and usual else {})
        for word, kind, usual in words
    }
    schema = {
        "type": "object",
        "properties": properties,
        "required": [word for word, _, usual in words if usual is None],
        "additionalProperties": False,
    }
    hints = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    return types.Tool(name=name, description=does, input_schema=schema, annotations=hints)


def table(columns: list[tuple[str, list[Any]]], total: int | None, most: int) -> str:
    """Return rows as CSV, with their number and, if it is known, the number without the limit."""
    rows = list(zip(*(values for _, values in columns), strict=True))[:most]
    if [name for name, _ in columns] == ["description"]:
        return short("\n".join(text for (text,) in rows))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([plain(name) for name, _ in columns])
    writer.writerows([map(cell, row) for row in rows])
    text = out.getvalue()
    if len(text) > MOST_LETTERS:
        text = text[: text.rfind("\n", 0, MOST_LETTERS) + 1]
    given = max(text.count("\n") - 1, 0)
    if given < len(rows):
        said = f"the first {given:,}, no more fits; ask for fewer rows or columns"
    elif (given >= most) if total is None else (given < total):
        of = ", and there may be more" if total is None else f" of {total:,}; for more"
        said = f"the first {given:,}{of}: a limit up to {MOST_ROWS:,}"
    else:
        said = counted(given, "row")
    return f"{text}({said})\n"


def cell(value: Any) -> Any:
    """Format a value for one line; a float is rounded to four decimals or four digits."""
    if isinstance(value, float) and math.isfinite(value):
        return round(value, 4) if abs(value) >= 0.1 else float(f"{value:.3e}")
    if isinstance(value, bool | list | dict):
        value = json.dumps(value, ensure_ascii=False)
    return plain(value) if isinstance(value, str) else value


def plain(text: str) -> str:
    """Return a text on one line, truncated after 1000 characters."""
    text = text if len(text) <= 1000 else f"{text[:1000]}…"
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def short(text: str) -> str:
    """Return a text that ends with a line break, truncated to the most characters of an answer."""
    fits = text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}… (no more fits)"
    return fits.rstrip("\n") + "\n"


async def serve(tools: Tools) -> None:
    """Answer a client until its input ends: one call at a time, each of which can be cancelled."""
    line = anyio.Lock()

    async def listed(*_: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=list(tools.offered.values()))

    async def called(_: Any, call: types.CallToolRequestParams) -> types.CallToolResult:
        if call.name not in tools.offered:
            fault = f"there is no tool {call.name!r}; there are {', '.join(tools.offered)}"
            raise MCPError(types.INVALID_PARAMS, plain(fault))
        given_up = threading.Event()

        def look(*_: Any) -> None:
            if given_up.is_set():
                raise InterruptedError

        failed, text = True, f"no answer within {PATIENCE} s; ask for less"
        work = partial(tools.answer, call.name, call.arguments or {}, look)
        try:
            with anyio.move_on_after(PATIENCE):
                async with line:
                    text = await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
                    failed = False
        except KeyboardInterrupt:
            text = "interrupted by the end of a call that was given up; ask again"
        except Exception as error:
            text = plain(str(error))
        finally:
            given_up.set()
        said = types.TextContent(type="text", text=text)
        return types.CallToolResult(content=[said], is_error=failed)

    server = Server(
        "conceptgraph",
        version=core.__version__,
        instructions=tools.instructions(),
        on_list_tools=listed,
        on_call_tool=called,
    )
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


def main() -> None:
    """Run the server for the graph that the command line names."""
    does = "Answer an assistant about a graph, by the Model Context Protocol. Nothing is written."
    parser = argparse.ArgumentParser("python -m conceptgraph.mcp", description=does)
    parser.add_argument("store", help="iris.db, or bolt://localhost:7687?graph=iris")
    usual = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    usual = usual / "conceptgraph" / "queries"
    own = (
        "folder with your own queries, which become tools [default: ~/.config/conceptgraph/queries]"
    )
    parser.add_argument("--queries", metavar="DIR", type=Path, help=own)
    asked = parser.parse_args()
    # Nothing is written, so an interrupt needs no cleanup.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        tools = Tools(asked.store, asked.queries or (usual if usual.is_dir() else None))
        anyio.run(serve, tools)
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")
    # A call that was given up may still be running; its answer is not needed.
    os._exit(0)


if __name__ == "__main__":
    main()
