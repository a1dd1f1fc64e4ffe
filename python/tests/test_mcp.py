"""The server for assistants, tested over standard input and output with the protocol's client."""

import csv
import json
import os
import re
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial

import pandas
import pytest
from conceptgraph import ConceptGraph, open_graph
from conftest import EXAMPLES

anyio = pytest.importorskip("anyio")
start_blocking_portal = pytest.importorskip("anyio.from_thread").start_blocking_portal
mcp = pytest.importorskip("mcp", reason="needs mcp: pip install 'conceptgraph[mcp]'")
Tools = pytest.importorskip("conceptgraph.mcp").Tools

SERVER = [sys.executable, "-m", "conceptgraph.mcp"]
#: A statement that never ends.
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
HELLO = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    },
}


class Asked:
    """A client that returns answers as text."""

    def __init__(self, client):
        self.client = client

    async def call(self, tool, **arguments):
        answer = await self.client.call_tool(tool, arguments)
        (content,) = answer.content
        assert not answer.is_error, f"{tool} {arguments}: {content.text}"
        return content.text

    async def refuses(self, tool, arguments, named):
        answer = await self.client.call_tool(tool, arguments)
        (content,) = answer.content
        said = f"{tool} {arguments}: {content.text}"
        assert answer.is_error and named in content.text and "\n" not in content.text, said


def started_by(command, store, *options):
    """Return the parameters of a server of a graph."""
    words = [*command[1:], str(store), *options]
    return mcp.StdioServerParameters(command=command[0], args=words, env=dict(os.environ))


def talked(talk, store, *options, command=SERVER, mode="auto"):
    """Start a server of a graph, and return the result of the coroutine `talk` with it."""

    async def run():
        async with mcp.Client(started_by(command, store, *options), mode=mode) as client:
            # An exception raised in here would arrive in nested exception groups.
            try:
                with anyio.fail_after(120):
                    return await talk(Asked(client)), None
            except Exception as error:
                return None, error

    answer, error = anyio.run(run)
    if error is not None:
        raise error
    return answer


def rows(text):
    """Return the rows of an answer without the notes in parentheses."""
    return list(csv.reader(line for line in text.splitlines() if not line.startswith("(")))


@pytest.fixture(scope="module")
def store(graph, tmp_path_factory):
    file = tmp_path_factory.mktemp("mcp") / "iris.db"
    graph.save(file)
    return file


@pytest.fixture(scope="module")
def talked_in_turn(store):
    """Return a function that runs a coroutine with the client of a server that tests share."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(mcp.Client(started_by(SERVER, store))) as client,
    ):

        async def run(talk):
            with anyio.fail_after(120):
                return await talk(Asked(client))

        yield partial(portal.call, run)


@pytest.fixture(scope="module")
def wine(tmp_path_factory):
    table = pandas.read_csv(EXAMPLES / "wine.csv")
    file = tmp_path_factory.mktemp("mcp") / "wine.db"
    graph = ConceptGraph(name="wine").fit(table.drop(columns="class"), labels=table["class"])
    graph.save(file)
    return file


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_it_says_what_it_is(store, mode):
    async def talk(asked):
        told = asked.client
        assert told.server_info.name == "conceptgraph"
        for part in ("iris", "150 points", "communities", "stand apart", "`about`", "chance"):
            assert part in told.instructions
        tools = (await told.list_tools()).tools
        for tool in tools:
            assert tool.annotations.read_only_hint and tool.annotations.open_world_hint is False
            assert tool.input_schema["type"] == "object" and len(tool.description) > 20
        names = [tool.name for tool in tools]
        assert "sql" in names and "cypher" not in names
        return await asked.call("lca", points=["d64", "d147"])

    assert "c264" in talked(talk, store, mode=mode)


FLOWER = {"sepal_length": 5.1, "sepal_width": 3.5, "petal_length": 1.4, "petal_width": "0.2"}
#: The arguments of calls to every tool, and a part of each answer.
CALLS = [
    ("about", {}, "setosa (50), versicolor (50), virginica (50)"),
    ("about", {}, "dendrogram purity"),
    ("communities", {}, "4 groups stand apart"),
    ("describe", {"concept": "g1"}, "It is a group"),
    ("contrast", {"one": "g1", "other": "g2"}, "petal_length,"),
    ("community", {"community": "g1"}, "the first 20 of 50; for more: a limit up to 1,000"),
    ("membership", {"point": "d1"}, "d1,setosa,g1,group,"),
    ("between", {}, "separation"),
    ("why", {"point": "d1", "other": "d51"}, "d51"),
    ("outliers", {"limit": 1}, "d16,setosa,g1,0.5936,0.3606"),
    ("nearest", {"point": "d1"}, "the first 10 of 15"),
    ("lca", {"points": ["d64", "d147"]}, "c264,13,0.5385,virginica,d120"),
    ("containing", {"point": "d1", "limit": 2}, "size,purity,class,centre"),
    ("members", {"concept": "d147"}, "d147,virginica"),
    ("landmarks", {"limit": 3}, "(3 clusters hold"),
    ("rule", {"concept": "g1"}, "petal"),
    ("place", {"row": FLOWER}, "communities,nearest"),
    ("schema", {}, "rows: point, row, sepal_length"),
    ("schema", {"table": "point"}, "CREATE TABLE point"),
    ("sql", {"statement": "SELECT count(*) AS n FROM rows;"}, "n\n150\n(1 row)\n"),
    ("sql", {"statement": "SELECT 1 WHERE false"}, "1\n(0 rows)\n"),
]


def test_every_tool_answers(talked_in_turn):
    async def talk(asked):
        for tool, arguments, named in CALLS:
            text = await asked.call(tool, **arguments)
            assert named in text, text
        return {tool.name for tool in (await asked.client.list_tools()).tools}

    assert talked_in_turn(talk) == {tool for tool, *_ in CALLS}


def test_answers_are_those_of_the_graph(talked_in_turn, store):
    there = open_graph(store)

    async def talk(asked):
        found = rows(await asked.call("containing", point="d1", limit=1000))
        wanted = there.query("containing", "d1")
        assert [row[:2] for row in found[1:]] == wanted[["concept", "size"]].astype(
            str
        ).values.tolist()
        assert found[0] == list(wanted.columns)
        found = rows(await asked.call("contrast", one="g1", other="g2"))
        wanted = there.query("contrast", "g1", "g2")
        assert [row[0] for row in found[1:]] == wanted["column"].tolist()
        assert [float(row[-1]) for row in found[1:]] == pytest.approx(
            wanted["difference"].tolist(), abs=1e-4
        )
        text = await asked.call("why", point="d1", other="d51")
        assert text.splitlines()[0] == there.why("d1", "d51").splitlines()[0]
        select = "SELECT id, size FROM concept ORDER BY size DESC, id LIMIT 30"
        found = rows(await asked.call("sql", statement=select, limit=30))
        assert found[1:] == there.sql(select).astype(str).values.tolist()

    talked_in_turn(talk)


def test_the_document_shows_what_is_answered(wine):
    shown = (EXAMPLES / "assistants.md").read_text(encoding="utf-8")
    (set_up,) = json.loads(re.search(r"```json\n(.*?)```", shown, re.DOTALL)[1])[
        "mcpServers"
    ].values()
    assert (set_up["command"], set_up["args"][-1]) == ("python", "wine.db")
    command = [sys.executable, *set_up["args"][:-1]]
    tool, arguments = re.search(r"the assistant calls\s+`(\w+) (\{.*?\})`", shown).groups()

    async def talk(asked):
        return await asked.call(tool, **json.loads(arguments))

    assert f"```text\n{talked(talk, wine, command=command)}```\n" in shown


def test_answers_have_limits(talked_in_turn):
    async def talk(asked):
        both = "SELECT a.name FROM point a, point b"
        text = await asked.call("sql", statement=both, limit=1000)
        assert len(text.splitlines()) == 1002
        assert "(the first 1,000 of 22,500; for more: a limit up to 1,000)" in text
        await asked.refuses("sql", {"statement": both, "limit": 1001}, "maximum of 1000")
        wide = "SELECT printf('%.900c', 'x') FROM point"
        text = await asked.call("sql", statement=wide, limit=150)
        assert len(text) < 20_200 and "no more fits" in text
        text = await asked.call(
            "sql", statement="SELECT 'a' || char(10) || 'b,c', 1 / 3.0, 1e-5 / 3"
        )
        assert text.splitlines()[1:] == ['"a\\nb,c",0.3333,3.333e-06', "(1 row)"]
        assert "(the first 3 of " in await asked.call("membership", limit=3)

    talked_in_turn(talk)


def test_faults_say_what_is_possible(talked_in_turn, store):
    async def talk(asked):
        for tool, arguments, named in [
            ("describe", {}, "'concept' is a required property; describe takes concept, limit"),
            ("describe", {"concept": "g99"}, "this graph has g1 to g4"),
            ("describe", {"cluster": "g1"}, "'cluster' was unexpected"),
            ("describe", {"concept": ["g1", "g2"]}, "concept: ['g1', 'g2'] is not of type"),
            ("why", {"point": "d1", "other": "d1"}, "given twice"),
            ("why", {"point": "d1", "other": "d999"}, "d1 to d150"),
            ("why", {"point": True, "other": "d1"}, "point: True is not of type 'string'"),
            ("lca", {"points": []}, "points: [] "),
            ("between", {"other": "g2"}, "other needs community too"),
            ("members", {"concept": "g1", "limit": 0}, "limit: 0 is less than the minimum"),
            ("members", {"concept": "g1", "limit": "many"}, "limit: 'many' is not of type"),
            ("place", {"row": {"petal_width": 1}}, "sepal_length"),
            ("place", {"row": [1, 2]}, "row: [1, 2] is not of type 'object'"),
            ("about", {"of": 1}, "about takes nothing"),
            ("schema", {"table": "nothing"}, "there are attribute, belongs"),
            ("sql", {"statement": " ; "}, "empty"),
            ("sql", {"statement": "SELECT 1; SELECT 2"}, "statement"),
            ("sql", {"statement": "DELETE FROM point"}, "only read"),
            ("sql", {"statement": "ATTACH 'x.db' AS x"}, "only read"),
            ("sql", {"statement": "VACUUM INTO 'x.db'"}, "only read"),
            ("sql", {"statement": "SELECT load_extension('x')"}, "not authorized"),
            ("sql", {"statement": "SELECT petal_width FROM point"}, "petal_width is a column of"),
        ]:
            await asked.refuses(tool, arguments, named)
        with pytest.raises(mcp.MCPError, match="no tool 'descirbe'; there are about, communities"):
            await asked.client.call_tool("descirbe", {})
        # The server still runs.
        await asked.call("about")

    before = store.read_bytes()
    talked_in_turn(talk)
    assert store.read_bytes() == before


@contextmanager
def running(store):
    """Start a server, and kill it if it does not end."""
    pipe = subprocess.PIPE
    server = subprocess.Popen([*SERVER, store], stdin=pipe, stdout=pipe, encoding="utf-8")
    last = threading.Timer(120, server.kill)
    last.start()
    try:
        yield server
    finally:
        last.cancel()
        server.kill()
        server.stdout.close()
        server.wait()


def test_lines_that_are_no_requests(store):
    lines = ["", "{", "no json", "\0\ufffd", "[[[[[", '{"jsonrpc": "2.0", "id": 7,', '{"a": 1}']
    requests = [
        HELLO,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/shout", "params": {}},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "about"}},
    ]
    with running(store) as server:
        begin, *others = map(json.dumps, requests)
        for line in [*lines, begin, *lines, *others]:
            print(line, file=server.stdin, flush=True)
        answers = {}
        while 2 not in answers:
            answer = json.loads(server.stdout.readline())
            answers[answer.get("id")] = answer
        server.stdin.close()
        assert server.wait(30) == 0
    assert answers[1]["error"]["code"] == -32601
    assert "150" in answers[2]["result"]["content"][0]["text"]


def test_what_is_given_up_ends(talked_in_turn):
    async def talk(asked):
        for pause in (0.5, 0):
            with anyio.move_on_after(pause):
                await asked.call("sql", statement=ENDLESS)
            began = time.monotonic()
            await asked.call("membership", point="d1")
            assert time.monotonic() - began < 20
        # A call that waits for another one is cancelled without it.
        found = []

        async def first():
            some = ENDLESS.replace("FROM n)", "FROM n LIMIT 3000000)")
            found.append(await asked.call("sql", statement=some))

        async with anyio.create_task_group() as group:
            group.start_soon(first)
            with anyio.move_on_after(0.2):
                await asked.call("sql", statement=ENDLESS)
        assert "3000000" in found[0]

    talked_in_turn(talk)


def test_an_answer_that_takes_too_long_says_so(store):
    code = "import conceptgraph.mcp as server; server.CALL_TIMEOUT = 1; server.main()"

    async def talk(asked):
        await asked.refuses("sql", {"statement": ENDLESS}, "no answer within 1 s; ask for less")
        return await asked.call("membership", point="d1")

    assert "d1,setosa" in talked(talk, store, command=[sys.executable, "-c", code])


def test_the_end_of_the_input_ends_it(store):
    endless = {"name": "sql", "arguments": {"statement": ENDLESS}}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": endless}
    for requests in ([], [HELLO], [HELLO, call]):
        with running(store) as server:
            for request in requests:
                print(json.dumps(request), file=server.stdin, flush=True)
            if requests:
                server.stdout.readline()
                time.sleep(0.3)
            server.stdin.close()
            assert server.wait(30) == 0


def test_a_graph_that_is_replaced(store, wine, tmp_path):
    file = tmp_path / "graph.db"
    file.write_bytes(wine.read_bytes())

    async def talk(asked):
        assert "alcohol" in await asked.call("about")
        open_graph(store).save(file, force=True)
        text = await asked.call("about")
        assert "petal" in text and "was replaced by another one" in text
        assert "was replaced" not in await asked.call("about")
        file.unlink()
        await asked.refuses("about", {}, "no such file")
        open_graph(wine).save(file)
        assert "alcohol" in await asked.call("about")

    talked(talk, file)


def test_queries_of_ones_own_are_tools(store, tmp_path):
    (tmp_path / "largest_of.sql").write_text(
        "-- title: the largest clusters led by a class\n-- parameter: class class\n"
        "-- parameter: limit count = 5\n-- columns: size\n"
        "SELECT size FROM cluster WHERE class = :class ORDER BY size DESC LIMIT :limit\n"
    )

    async def talk(asked):
        tools = {tool.name: tool for tool in (await asked.client.list_tools()).tools}
        assert tools["largest_of"].input_schema["required"] == ["class"]
        assert len(rows(await asked.call("largest_of", **{"class": "setosa", "limit": 2}))) == 3
        await asked.refuses("largest_of", {"class": "tulip"}, "there are")

    talked(talk, store, "--queries", str(tmp_path))


def test_a_graph_without_a_table(tmp_path):
    context = [[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 1]]
    ConceptGraph(metric="context").fit(context).save(tmp_path / "context.db")

    async def talk(asked):
        assert "purity" not in asked.client.instructions
        for tool in ("about", "communities", "between", "landmarks", "schema"):
            await asked.call(tool)
        await asked.refuses("place", {"row": {"x": 1}}, "ready context")

    talked(talk, tmp_path / "context.db")


def started(*words, **how):
    """Run a server to its end, and return its exit code and its errors."""
    command = [*SERVER, *map(str, words)]
    ran = subprocess.run(command, input="", capture_output=True, text=True, timeout=60, **how)
    return ran.returncode, ran.stderr


def test_a_store_that_is_not_there(tmp_path):
    for place, named in [
        (tmp_path / "none.db", "none.db: no such file"),
        (EXAMPLES / "wine.csv", "this is not a concept graph"),
        ("bolt://127.0.0.1:1", "127.0.0.1:1"),
    ]:
        with pytest.raises((OSError, ValueError), match=re.escape(named)):
            Tools(str(place))
    code, said = started(tmp_path / "none.db")
    assert (code, said[:7], len(said.splitlines())) == (1, "error: ", 1), said
    assert "none.db: no such file" in said
    assert started()[0] == 2


def test_without_its_package_it_says_what_to_install(store, tmp_path):
    (tmp_path / "mcp.py").write_text("raise ImportError")
    code, said = started(store, cwd=tmp_path)
    assert (code, said) == (
        1,
        "error: the server for assistants needs the package mcp: pip install 'conceptgraph[mcp]'\n",
    )
    code = "import conceptgraph.mcp"
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert "ImportError: the server for assistants needs the package mcp" in ran.stderr
