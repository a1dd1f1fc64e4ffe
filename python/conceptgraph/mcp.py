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
from ._format import counted

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

#: The queries that are tools, in the order in which they are usually called. An assistant chooses
#: worse from more tools, and a statement finds the answers of the other queries too.
QUERY_TOOLS = (
    *("communities", "describe", "contrast", "community", "membership", "between", "why"),
    *("outliers", "nearest", "lca", "containing", "members", "landmarks", "rule"),
)
#: The default and the largest number of rows of an answer, and the most characters.
ROWS, MOST_ROWS, MOST_LETTERS = 20, 1000, 20_000
#: The seconds before a call ends. Most clients give up after a minute, without helpful advice.
CALL_TIMEOUT = 50

ABOUT = "The size, columns and classes of this graph, and its verdict on groups"
PLACE = "The place of a new row: its smallest cluster, landmarks, communities and nearest points"
SCHEMA = "The tables or nodes that statements can query, with columns; or the definition of one"
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
DESCRIPTIONS = {
    "point": "a point, such as {}",
    "points": "points, such as {}; clusters and communities stand for all their points",
    "concept": "a cluster, such as c12; a community, such as g1; or a point, such as {}, for the "
    "smallest cluster with it",
    "class": "a class; `about` names them",
    "community": "a community, such as g1",
    "limit": "the largest number of rows",
    "row": "a value for each feature column, by its name; `about` names them",
    "table": "one of them",
    "statement": "a statement that reads",
}

#: The name, the kind and the default value of each argument of a tool.
ArgumentList = list[tuple[str, str, str | None]]


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
        queries = {
            name: (description, with_limit(arguments))
            for name, _, description, arguments in self.graph.queries()
        }
        own_names = {file.stem for file in self.queries.iterdir()} if self.queries else set()
        tools: dict[str, tuple[str, ArgumentList]] = {"about": (ABOUT, [])}
        tools |= {
            name: queries[name] for name in [*QUERY_TOOLS, *sorted(own_names & queries.keys())]
        }
        tools["place"] = PLACE, [("row", "row", None)]
        tools["schema"] = SCHEMA, [("table", "table", "")]
        arguments = with_limit([("statement", "statement", None)])
        tools[self.language] = STATEMENT[self.language], arguments
        self.arguments = {name: arguments for name, (_, arguments) in tools.items()}
        point = one_line(self.points[0]) if self.points else "d1"
        self.definitions = {
            name: tool(name, *definition, point) for name, definition in tools.items()
        }

    def instructions(self) -> str:
        """Return the instructions: a description of the graph, and the first tools to call."""
        facts = self.graph.facts()
        counts = counted(facts["points"], "point"), counted(facts["concepts"], "cluster")
        text = INSTRUCTIONS.format(one_line(facts["name"]), *counts, self.graph.verdict())
        return text + CHANCE if self.classes else text

    def answer(self, name: str, arguments: dict[str, Any], check: Callable[..., None]) -> str:
        """Answer a call; `check` is called repeatedly, and raises an exception to end the call."""
        try:
            self.graph.check_store()
        except OSError:
            self.open()
            return f"{self.answer(name, arguments, check)}{REPLACED}\n"
        arguments = {key: value for key, value in arguments.items() if value is not None}
        schema = self.definitions[name].input_schema
        faults = [
            ": ".join([*map(str, fault.absolute_path), fault.message])
            for fault in Draft202012Validator(schema).iter_errors(arguments)
        ]
        if faults:
            names = ", ".join(schema["properties"]) or "nothing"
            raise ValueError(f"{'; '.join(faults)}; {name} takes {names}")
        if name == "about":
            return self.about()
        if name == "schema":
            return self.schema(arguments.get("table"))
        if name == "place":
            cells = [f"{column}={value}" for column, value in arguments["row"].items()]
            # There is only one row, so the column with its number is left out.
            return table(self.graph.placed(cells, 3, check)[1:], 1, 1)
        limit = int(arguments.get("limit", schema["properties"]["limit"]["default"]))
        if name == self.language:
            statement = arguments["statement"].strip("; \t\r\n")
            if not statement:
                raise ValueError("the statement is empty")
            columns = self.graph.statement(statement, None, check)
            return table(columns, len(columns[0][1]) if columns else 0, limit)
        columns, total, notes = self.graph.answer(
            name, self.query_arguments(name, arguments), limit, check
        )
        return table(columns, total, limit) + "".join(f"({one_line(note)})\n" for note in notes)

    def query_arguments(self, name: str, arguments: dict[str, Any]) -> list[str]:
        """Return the arguments of a query as strings, in the order of the command line."""
        values: list[str] = []
        missing = None
        for argument, kind, default in self.arguments[name][:-1]:
            # A default number is written out, so that the arguments after it keep their position.
            value = arguments.get(argument, default if kind in ("count", "share") else None)
            if value is None:
                missing = missing or argument
            elif not missing:
                value = int(value) if kind == "count" else value
                values += value if isinstance(value, list) else [str(value)]
            elif argument in arguments:
                raise ValueError(f"{argument} needs {missing} too")
        return values

    def about(self) -> str:
        """Return the facts of the graph, its columns and classes, and the verdict."""
        sizes = sorted(Counter(self.classes or []).items())
        lines = self.graph.facts() | {
            "digest": None,
            "feature columns": ", ".join(self.graph.features()),
            "kept columns": ", ".join(self.graph.shown_columns()),
            "classes": ", ".join(f"{label} ({size:,})" for label, size in sizes),
            "names of points": " to ".join([*self.points[:1], *self.points[1:][-1:]]),
        }
        lines_shown = (
            (key.replace("_", " "), cell(value)) for key, value in lines.items() if value
        )
        return truncate(
            "".join(f"{key:<22} {value}\n" for key, value in lines_shown) + self.graph.verdict()
        )

    def schema(self, name: str | None) -> str:
        """Return the tables that statements can query, or the definition of one."""
        tables = {name: (columns, defined) for name, columns, defined in self.graph.tables()}
        if name is None:
            return truncate(
                "".join(f"{name}: {', '.join(columns)}\n" for name, (columns, _) in tables.items())
            )
        if name not in tables:
            raise ValueError(f"there is no {name!r}; there are {', '.join(tables)}")
        return truncate(tables[name][1])


def with_limit(arguments: ArgumentList) -> ArgumentList:
    """Return the arguments of a tool with a limit of rows in place of the query's own limit."""
    default = next(
        (default for name, _, default in arguments if name == "count" and default), str(ROWS)
    )
    replaced = ("limit", "count")
    kept = [
        argument
        for argument in arguments
        if argument[0] not in replaced and argument[1] != "intervals"
    ]
    return [*kept, ("limit", "limit", default)]


def tool(name: str, description: str, arguments: ArgumentList, point: str) -> types.Tool:
    """Make the description of a tool; `point` is the name of a point, as an example."""
    properties = {
        argument: TYPES.get(kind, {"type": "string"})
        | ({"description": DESCRIPTIONS[kind].format(point)} if kind in DESCRIPTIONS else {})
        | ({"default": int(default)} if kind == "limit" and default else {})
        for argument, kind, default in arguments
    }
    schema = {
        "type": "object",
        "properties": properties,
        "required": [argument for argument, _, default in arguments if default is None],
        "additionalProperties": False,
    }
    hints = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    return types.Tool(name=name, description=description, input_schema=schema, annotations=hints)


def table(columns: list[tuple[str, list[Any]]], total: int | None, limit: int) -> str:
    """Return rows as CSV, with their number and, if it is known, the number without the limit."""
    rows = list(zip(*(values for _, values in columns), strict=True))[:limit]
    if [name for name, _ in columns] == ["description"]:
        return truncate("\n".join(text for (text,) in rows))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([one_line(name) for name, _ in columns])
    writer.writerows([map(cell, row) for row in rows])
    text = out.getvalue()
    if len(text) > MOST_LETTERS:
        text = text[: text.rfind("\n", 0, MOST_LETTERS) + 1]
    count = max(text.count("\n") - 1, 0)
    if count < len(rows):
        note = f"the first {count:,}, no more fits; ask for fewer rows or columns"
    elif (count >= limit) if total is None else (count < total):
        remainder = ", and there may be more" if total is None else f" of {total:,}; for more"
        note = f"the first {count:,}{remainder}: a limit up to {MOST_ROWS:,}"
    else:
        note = counted(count, "row")
    return f"{text}({note})\n"


def cell(value: Any) -> Any:
    """Format a value for one line; a float is rounded to four decimals or four digits."""
    if isinstance(value, float) and math.isfinite(value):
        return round(value, 4) if abs(value) >= 0.1 else float(f"{value:.3e}")
    if isinstance(value, bool | list | dict):
        value = json.dumps(value, ensure_ascii=False)
    return one_line(value) if isinstance(value, str) else value


def one_line(text: str) -> str:
    """Return a text on one line, truncated after 1000 characters."""
    text = text if len(text) <= 1000 else f"{text[:1000]}…"
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def truncate(text: str) -> str:
    """Return a text that ends with a line break, truncated to the most characters of an answer."""
    fits = text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}… (no more fits)"
    return fits.rstrip("\n") + "\n"


async def serve(tools: Tools) -> None:
    """Answer a client until its input ends: one call at a time, each of which can be cancelled."""
    line = anyio.Lock()

    async def list_tools(*_: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=list(tools.definitions.values()))

    async def call_tool(_: Any, call: types.CallToolRequestParams) -> types.CallToolResult:
        if call.name not in tools.definitions:
            fault = f"there is no tool {call.name!r}; there are {', '.join(tools.definitions)}"
            raise MCPError(types.INVALID_PARAMS, one_line(fault))
        cancelled = threading.Event()

        def check(*_: Any) -> None:
            if cancelled.is_set():
                raise InterruptedError

        failed, text = True, f"no answer within {CALL_TIMEOUT} s; ask for less"
        work = partial(tools.answer, call.name, call.arguments or {}, check)
        try:
            with anyio.move_on_after(CALL_TIMEOUT):
                async with line:
                    text = await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
                    failed = False
        except KeyboardInterrupt:
            text = "interrupted by the cancellation of another call; call again"
        except Exception as error:
            text = one_line(str(error))
        finally:
            cancelled.set()
        content = types.TextContent(type="text", text=text)
        return types.CallToolResult(content=[content], is_error=failed)

    server = Server(
        "conceptgraph",
        version=core.__version__,
        instructions=tools.instructions(),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


def main() -> None:
    """Run the server for the graph that the command line names."""
    description = (
        "Answer an assistant about a graph, by the Model Context Protocol. Nothing is written."
    )
    parser = argparse.ArgumentParser("python -m conceptgraph.mcp", description=description)
    parser.add_argument("store", help="iris.db, or bolt://localhost:7687?graph=iris")
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    folder = folder / "conceptgraph" / "queries"
    queries_help = (
        "folder with your own queries, which become tools [default: ~/.config/conceptgraph/queries]"
    )
    parser.add_argument("--queries", metavar="DIR", type=Path, help=queries_help)
    arguments = parser.parse_args()
    # Nothing is written, so an interrupt needs no cleanup.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        tools = Tools(arguments.store, arguments.queries or (folder if folder.is_dir() else None))
        anyio.run(serve, tools)
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")
    # A cancelled call may still be running; its answer is not needed.
    os._exit(0)


if __name__ == "__main__":
    main()
