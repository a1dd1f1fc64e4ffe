"""The server for assistants, tested over standard input and output with the protocol's client."""

import io
import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pandas
import pytest
from conceptgraph import ConceptGraph, open_graph
from conftest import EXAMPLES

anyio = pytest.importorskip("anyio")
mcp = pytest.importorskip("mcp", reason="needs mcp: pip install 'conceptgraph[mcp]'")

SERVER = [sys.executable, "-m", "conceptgraph.mcp"]
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
#: Statements that never end, and never have a row.
ENDLESS = [
    f"{NUMBERS} SELECT count(*) FROM n",
    f"{NUMBERS} SELECT i FROM n ORDER BY -i",
    f"{NUMBERS} SELECT count(DISTINCT i) FROM n",
]
FLOWER = {"sepal_length": 5.1, "sepal_width": 3.5, "petal_length": 1.4, "petal_width": "0.2"}
HELLO = """{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion":
"2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}}"""


class Asked:
    """A client that returns answers as text."""

    def __init__(self, client):
        self.client = client

    async def call(self, tool, is_error=False, **arguments):
        answer = await self.client.call_tool(tool, arguments)
        (content,) = answer.content
        assert answer.is_error == is_error, f"{tool} {arguments}: {content.text}"
        return content.text

    async def refuses(self, tool, arguments, named):
        said = await self.call(tool, is_error=True, **arguments)
        assert named in said and "\n" not in said, said


def talked(talk, store, *options, mode="auto"):
    """Start a server of a graph, and return the result of the coroutine `talk` with it."""

    words = [*SERVER[1:], str(store), *options]
    server = mcp.StdioServerParameters(command=SERVER[0], args=words, env=dict(os.environ))

    async def run():
        async with mcp.Client(server, mode=mode) as client:
            with anyio.fail_after(120):
                return await talk(Asked(client))

    return anyio.run(run)


def table(text):
    """Return the rows of an answer as a DataFrame, and their number as it is said."""
    rows, count = text.rsplit("(rows: ", 1)
    return pandas.read_csv(io.StringIO(rows)), count.splitlines()[0][:-1]


@pytest.fixture(scope="module")
def store(graph, tmp_path_factory):
    file = tmp_path_factory.mktemp("mcp") / "iris.db"
    graph.save(file)
    return file


@pytest.fixture(scope="module")
def wine(tmp_path_factory):
    table = pandas.read_csv(EXAMPLES / "wine.csv")
    file = tmp_path_factory.mktemp("mcp") / "wine.db"
    graph = ConceptGraph(name="wine").fit(table.drop(columns="class"), labels=table["class"])
    graph.save(file)
    return file


#: The queries that are tools, with the words on the command line and the arguments of a call.
QUERIES = [
    ("describe g1", {"cluster": "g1"}),
    ("why d1 d51", {"one": "d1", "other": "d51"}),
    ("contrast g1 d64 3", {"one": "g1", "other": "d64", "limit": 3}),
    ("lca d64 d147", {"points": ["d64", "d147"]}),
    ("members c264", {"cluster": "c264", "limit": 1000}),
    ("outliers 5", {"limit": 5}),
]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_answers_as_the_graph_does(store, mode):
    async def talk(asked):
        tools = (await asked.client.list_tools()).tools
        for tool in tools:
            assert tool.annotations.read_only_hint and tool.annotations.idempotent_hint
            assert len(tool.description) > 30
        text = await asked.call("groups")
        for part in ("150 points, d1 to d150. 4 groups", "petal_width\n", "setosa (50)", "g1,low"):
            assert part in text
        for query, arguments in QUERIES:
            words = query.split()
            found, count = table(await asked.call(words[0], **arguments))
            command = [sys.executable, "-m", "conceptgraph", "query", store, *words]
            wanted = subprocess.check_output([*command, "--format", "csv"], text=True)
            pandas.testing.assert_frame_equal(found, pandas.read_csv(io.StringIO(wanted)))
            assert count.startswith(f"{len(found)} of ")
        assert "(rows: 3 of 50)" in await asked.call("members", cluster="g1", limit=3)
        found, _ = table(await asked.call("place", row=FLOWER))
        assert found["nearest"][0] == "d1 0, d18 0.1, d5 0.141421"
        schema = await asked.call("schema")
        assert "rows (point, row, sepal_length, sepal_width, petal_length, petal_w" in schema
        assert re.search(r"purity +REAL,", schema)
        select = "SELECT id, size FROM concept ORDER BY size DESC, id LIMIT 30;"
        found, count = table(await asked.call("sql", statement=select, limit=30))
        assert found.equals(open_graph(store).sql(select[:-1])) and count == "30"
        return {tool.name for tool in tools}

    names = {query.split()[0] for query, _ in QUERIES} | {"groups", "place", "schema", "sql"}
    assert talked(talk, store, mode=mode) == names


def test_the_document_shows_what_is_answered(wine):
    shown = (EXAMPLES / "assistants.md").read_text(encoding="utf-8")
    settings = json.loads(re.search(r"```json\n(.*?)```", shown, re.DOTALL)[1])
    (set_up,) = settings["mcpServers"].values()
    assert [set_up["command"], *set_up["args"]] == ["python", *SERVER[1:], "wine.db"]
    tool, arguments = re.search(r"the assistant calls\s+`(\w+) (\{.*?\})`", shown).groups()
    said = talked(lambda asked: asked.call(tool, **json.loads(arguments)), wine)
    assert f"```text\n{said}\n```\n" in shown


def test_faults_say_what_is_possible(store):
    async def talk(asked):
        for tool, arguments, named in [
            ("descirbe", {}, "Unknown tool: descirbe"),
            ("describe", {}, "cluster: Field required"),
            ("describe", {"cluster": "g99"}, "this graph has g1 to g4"),
            ("describe", {"cluster": ["g1"]}, "cluster: Input should be a valid string"),
            ("describe", {"cluster": "g1", "deep": 1}, "takes ['cluster'], not ['deep']"),
            ("members", {"cluster": "g1", "limit": 0}, "limit: Input should be greater than"),
            ("place", {"row": {"petal_width": 1}}, "sepal_length"),
            ("sql", {"statement": "DELETE FROM point"}, "only read"),
            ("sql", {"statement": "VACUUM INTO 'x.db'"}, "only read"),
            ("sql", {"statement": "SELECT petal_width FROM point"}, "petal_width is a column of"),
        ]:
            await asked.refuses(tool, arguments, named)

    before = store.read_bytes()
    talked(talk, store)
    assert store.read_bytes() == before


def test_answers_have_limits(store):
    async def talk(asked):
        text = await asked.call("sql", statement=f"{NUMBERS} SELECT i FROM n", limit=1000)
        found, count = table(text)
        assert list(found["i"]) == [*range(1, 1001)]
        assert count == "1,000, and there are more"
        wide = "SELECT printf('%.900c', 'x') AS x FROM point"
        text = await asked.call("sql", statement=wide, limit=150)
        assert len(text) < 20_200 and "(rows: 22, and there are more)\n(no more fits" in text
        select = "SELECT 'a' || char(10) || 'b,c', 1 / 3.0, 1e9 / 7, NULL"
        text = await asked.call("sql", statement=select)
        assert text.endswith('"a\nb,c",0.333333,142857142.85714287,\n(rows: 1)')
        assert await asked.call("sql", statement="SELECT 1 AS x WHERE false") == "x\n(rows: 0)"

    talked(talk, store)


def test_statements_end(store):
    async def too_late(asked):
        for statement in ENDLESS:
            await asked.refuses("sql", {"statement": statement}, "no answer within 1 s")
        children = Path(f"/proc/self/task/{os.getpid()}/children")
        if children.exists():
            (server,) = children.read_text().split()
            peak = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{server}/status").read_text())[1]
            assert int(peak) < 300_000

    async def given_up(asked):
        for pause in (0.5, 0):
            with anyio.move_on_after(pause):
                await asked.call("sql", statement=ENDLESS[0])
            await asked.call("describe", cluster="g1")
        # Calls wait for another one, and are cancelled without it.
        some = ENDLESS[0].replace("FROM n)", "FROM n LIMIT 3000000)")
        async with anyio.create_task_group() as group:
            group.start_soon(partial(asked.call, "sql", statement=some))
            group.start_soon(asked.call, "schema")
            with anyio.move_on_after(0.2):
                await asked.call("sql", statement=ENDLESS[0])

    talked(too_late, store, "--timeout", "1")
    talked(given_up, store, "--timeout", "1000")


def test_lines_that_are_no_requests_and_the_end_of_the_input(store):
    lines = ["", "{", "no json", "\0\ufffd", "[[[[[", '{"jsonrpc": "2.0", "id": 7,', '{"a": 1}']
    call = {"name": "sql", "arguments": {"statement": ENDLESS[0]}}
    requests = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/shout", "params": {}}),
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}),
    ]
    command, pipe = [*SERVER, store, "--timeout", "1000"], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8") as server:
        for text in [*lines, HELLO.replace("\n", " "), *lines, *requests]:
            print(text, file=server.stdin, flush=True)
        assert json.loads(server.stdout.readline())["id"] == 0
        assert json.loads(server.stdout.readline())["error"]["code"] == -32601
        server.stdin.close()
        assert server.wait(30) == 0


def test_a_graph_that_is_replaced(store, wine, tmp_path):
    file = tmp_path / "graph.db"
    file.write_bytes(wine.read_bytes())

    async def talk(asked):
        assert "alcohol" in await asked.call("groups")
        open_graph(store).save(file, force=True)
        await asked.refuses("describe", {"cluster": "g1"}, "another graph is here now")
        assert "petal" in await asked.call("describe", cluster="g1")
        file.unlink()
        await asked.refuses("groups", {}, "no such file")
        open_graph(wine).save(file)
        await asked.refuses("groups", {}, "another graph is here now")
        assert "alcohol" in await asked.call("groups")

    talked(talk, file)


def test_a_store_or_a_package_that_is_not_there(store, tmp_path):
    (tmp_path / "mcp.py").write_text("raise ImportError")
    for folder, place, named in [
        (EXAMPLES, tmp_path / "none.db", "none.db: no such file"),
        (EXAMPLES, "wine.csv", "this is not a concept graph"),
        (EXAMPLES, "bolt://127.0.0.1:1", "127.0.0.1:1"),
        (tmp_path, store, "the server needs the package mcp: pip install 'conceptgraph[mcp]'"),
    ]:
        command = [*SERVER, str(place)]
        ran = subprocess.run(command, cwd=folder, input="", capture_output=True, text=True)
        assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (1, "", 1), ran.stderr
        assert ran.stderr.startswith("error: ") and named in ran.stderr
