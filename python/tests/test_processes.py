"""Graphs in several processes and threads, with signals, and their cleanup."""

import contextlib
import multiprocessing
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from conceptgraph import ConceptGraph, open_graph
from conceptgraph import _conceptgraph as core
from conftest import WITHOUT_SKLEARN

#: The seconds after which a call counts as hanging, on a busy machine.
HANGS = 180
#: A statement that never ends.
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n"

#: A statement that takes a moment.
FEW = ENDLESS.replace("FROM n)", "FROM n WHERE i < 100000)").replace("sum(i)", "i")

X = np.array([[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)], float)


def fitted(k=4):
    return ConceptGraph(k=k, name="two").fit(X)


def in_child(work, seconds=HANGS):
    """Return the result of `work` in a forked process, which must not hang."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            answer = work()
            code = 0
        except BaseException as error:
            answer = repr(error)
        with contextlib.suppress(BaseException):
            os.write(writes, pickle.dumps(answer))
        os._exit(code)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        timer = threading.Timer(seconds, os.kill, [child, signal.SIGKILL])
        timer.start()
        said = pipe.read()
        _, status = os.waitpid(child, 0)
        timer.cancel()
    assert os.waitstatus_to_exitcode(status) == 0, pickle.loads(said) if said else "it hung"
    return pickle.loads(said)


def names(folder):
    return [path.name for path in Path(folder).iterdir()]


def asked(graph):
    """Return the answers to various queries, and the result of building another graph."""
    with tempfile.TemporaryDirectory() as folder:
        graph.save(Path(folder) / "saved.db")
        saved = open_graph(Path(folder) / "saved.db").facts_["digest"]
    return (
        graph.predict(X).tolist(),
        graph.lca("d1", "d2").name,
        graph.labels_.tolist(),
        [int(number) for number in graph.sql("SELECT count(*) AS n FROM concept")["n"]],
        len(graph.page().html),
        graph.to_networkx().number_of_nodes(),
        pickle.loads(pickle.dumps(graph)).facts_["digest"],
        saved,
        fitted(5).facts_["digest"],
    )


@pytest.fixture(
    params=[
        *("memory", "file"),
        *(pytest.param(kind, marks=pytest.mark.full) for kind in ("queried", "pickled")),
    ]
)
def somewhere(request, tmp_path):
    """A graph of each kind, after other threads computed for it."""
    graph = fitted()
    if request.param == "queried":
        graph.sql("SELECT 1")
    if request.param == "file":
        graph.save(tmp_path / "two.db")
        graph = open_graph(tmp_path / "two.db")
    if request.param == "pickled":
        graph = pickle.loads(pickle.dumps(graph))
    return graph


def test_a_forked_child_asks_and_builds(somewhere):
    there = asked(somewhere)
    assert in_child(lambda: asked(somewhere)) == there
    # The child of a child answers, and then the parent.
    assert in_child(lambda: in_child(lambda: asked(somewhere))) == there
    assert asked(somewhere) == there


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz")
def test_a_forked_child_draws(somewhere):
    there = somewhere.draw().svg
    assert in_child(lambda: somewhere.draw().svg) == there
    assert in_child(lambda: somewhere.draw(lca=("d1", "d9")).svg).startswith("<svg")


def test_a_child_that_lets_go_of_a_graph_leaves_it_to_its_parent(tmp_path):
    fitted().save(tmp_path / "two.db")
    graphs = [open_graph(tmp_path / "two.db"), fitted()]
    graphs[1].sql("SELECT 1")
    there = asked(graphs[0])
    in_child(lambda: graphs.clear())
    assert [asked(graph) for graph in graphs] == [there, there]
    assert names(tmp_path) == ["two.db"]


def test_a_child_opens_a_file_by_its_place_and_only_the_same_graph(tmp_path, monkeypatch):
    fitted().save(tmp_path / "two.db")
    monkeypatch.chdir(tmp_path)
    graph = open_graph("two.db")
    there = graph.lca("d1", "d2").name

    def elsewhere():
        os.chdir("/")
        return graph.lca("d1", "d2").name

    assert in_child(elsewhere) == there
    fitted(5).save(tmp_path / "two.db", force=True)

    def of_another():
        with pytest.raises(OSError, match="two.db: this is another graph now; open it again"):
            graph.lca("d1", "d2")

    in_child(of_another)
    assert graph.lca("d1", "d2").name == there


def test_a_graph_that_is_open_outlives_its_file(tmp_path):
    place = tmp_path / "two.db"
    fitted().save(place)
    graph, asked_before = open_graph(place), open_graph(place)
    there = (graph.lca("d1", "d2").name, graph.predict(X).tolist(), graph.page().html)
    count = "SELECT count(*) AS n FROM concept"
    clusters = list(asked_before.sql(count)["n"])

    def outlives(error, said):
        assert (graph.lca("d1", "d2").name, graph.predict(X).tolist(), graph.page().html) == there
        # Statements read the file, which the first statement opens.
        assert list(asked_before.sql(count)["n"]) == clusters
        with pytest.raises(error, match=said):
            graph.sql(count)

    fitted(5).save(place, force=True)
    outlives(OSError, "two.db: this is another graph now; open it again")
    place.unlink()
    outlives(FileNotFoundError, "two.db: no such file")


@pytest.mark.parametrize("is_stored", [True, False])
def test_a_graph_that_another_thread_asks_while_it_is_forked_says_so(tmp_path, is_stored):
    graph, other = fitted(), fitted()
    said = "another thread was asking this graph when"
    if is_stored:
        graph.save(tmp_path / "two.db")
        graph = open_graph(tmp_path / "two.db")
        said = "another thread was reading or writing a graph"
    asking = threading.Thread(target=counting, args=(graph,))
    asking.start()
    time.sleep(0.3)

    def ask():
        assert other.predict(X).tolist() == other.labels_.tolist()
        assert fitted().facts_["digest"] == other.facts_["digest"]
        with pytest.raises(RuntimeError, match=said):
            graph.lca("d1", "d2")
        with pytest.raises(RuntimeError, match="another thread was reading or writing a graph"):
            other.sql("SELECT 1")

    in_child(ask)
    assert asking.is_alive()
    assert graph.lca("d1", "d2").size == 2
    asking.join(HANGS)
    assert not asking.is_alive()


def test_no_child_waits_for_a_lock_that_another_thread_held():
    busy, graph = fitted(), fitted()
    done = []

    def work():
        while not done:
            busy.sql(f"SELECT DISTINCT hex(i * 7919 % 65521) || i FROM ({FEW}) ORDER BY 1 LIMIT 1")

    def ask():
        try:
            return len(graph.sql("SELECT * FROM member"))
        except RuntimeError as error:
            return str(error)

    asking = threading.Thread(target=work)
    asking.start()
    try:
        said = [in_child(ask, 20) for _ in range(20)]
    finally:
        done.append(True)
        asking.join(HANGS)
    assert any("another thread was reading or writing" in str(one) for one in said)


def counting(graph):
    """Run a statement of about two seconds."""
    graph.sql(ENDLESS.replace("FROM n)", "FROM n WHERE i < 5000000)"))


@pytest.mark.parametrize(
    "method", ["fork", "forkserver", pytest.param("spawn", marks=pytest.mark.full)]
)
def test_pools_of_processes(method):
    graph = fitted()
    there = asked(graph)
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        found = [pool.submit(asked, graph) for _ in range(4)]
        assert [one.result(HANGS) for one in found] == [there] * 4
    if method == "fork":
        # Children may inherit the graph.
        with context.Pool(2, initializer=inherit, initargs=(graph,)) as pool:
            assert pool.map_async(inherited, range(4)).get(HANGS) == [there] * 4


def inherit(graph):
    inherit.graph = graph


def inherited(_):
    return asked(inherit.graph)


@pytest.mark.full
def test_joblib():
    joblib = pytest.importorskip("joblib")
    graph = fitted()
    there = asked(graph)
    for backend in ("loky", "threading"):
        parallel = joblib.Parallel(n_jobs=2, backend=backend, timeout=HANGS)
        assert parallel(joblib.delayed(asked)(graph) for _ in range(4)) == [there] * 4


def test_threads_ask_one_graph_and_build_many(somewhere):
    there = asked(somewhere)
    with ThreadPoolExecutor(8) as pool:
        found = [pool.submit(asked, somewhere) for _ in range(12)]
        built = [pool.submit(fitted, k) for k in (3, 4, 5, 6) for _ in range(2)]
        assert [one.result(HANGS) for one in found] == [there] * 12
        digests = [one.result(HANGS).facts_["digest"] for one in built]
    assert digests == [fitted(k).facts_["digest"] for k in (3, 4, 5, 6) for _ in range(2)]


def test_long_work_of_others_is_not_waited_for(somewhere):
    with ThreadPoolExecutor(8) as pool:
        works = [pool.submit(counting, pickle.loads(pickle.dumps(somewhere))) for _ in range(3)]
        somewhere.lca("d1", "d2")
        assert not any(work.done() for work in works)


def test_the_environment_says_how_many_threads():
    code = WITHOUT_SKLEARN + (
        "import os, numpy as np\n"
        "from conceptgraph import ConceptGraph\n"
        "before = len(os.listdir('/proc/self/task'))\n"
        "ConceptGraph(k=3).fit(np.arange(40.0).reshape(20, 2))\n"
        "print(len(os.listdir('/proc/self/task')) - before)"
    )

    def made(threads):
        environment = os.environ | {"RAYON_NUM_THREADS": str(threads)}
        command = [sys.executable, "-c", code]
        said = subprocess.run(command, env=environment, capture_output=True, timeout=HANGS)
        return int(said.stdout)

    # Other libraries create threads too, so only the difference counts.
    assert made(4) - made(1) == 3


#: The most seconds until work ends, on a busy machine.
SOON = 15


class RaisedError(Exception):
    """The exception that a user's signal handler raises."""


def ended(work, after=0.3, error=KeyboardInterrupt):
    """Return the seconds that `work` takes to end after a signal."""
    began = []

    def send():
        began.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    # If the work does not end, the test process is killed.
    last = threading.Timer(HANGS, os.kill, [os.getpid(), signal.SIGKILL])
    timer.start()
    last.start()
    try:
        with pytest.raises(error):
            work()
            # The work was done before the signal.
            timer.join()
            time.sleep(0.1)
        return time.monotonic() - began[0]
    finally:
        last.cancel()


def test_ctrl_c_ends_a_statement_and_the_graph_goes_on(somewhere):
    there = asked(somewhere)
    for _ in range(3):
        assert ended(lambda: somewhere.sql(ENDLESS)) < SOON
        assert asked(somewhere) == there


def test_ctrl_c_ends_the_rows_of_a_statement(somewhere):
    endless = ENDLESS.replace("SELECT sum(i) FROM n", "SELECT i FROM n WHERE i < 30000000")
    assert ended(lambda: somewhere.sql(endless)) < SOON
    assert somewhere.lca("d1", "d2").size == 2


def test_a_handler_may_raise_what_it_likes(somewhere):
    def handler(*_):
        raise RaisedError

    before = signal.signal(signal.SIGINT, handler)
    try:
        assert ended(lambda: somewhere.sql(ENDLESS), error=RaisedError) < SOON
        assert somewhere.lca("d1", "d2").size == 2
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_handler_may_ask_a_graph_that_is_being_asked(somewhere):
    found = []

    def handler(*_):
        found.append(somewhere.lca("d1", "d2").size)
        raise RaisedError

    before = signal.signal(signal.SIGINT, handler)
    try:
        assert ended(lambda: somewhere.sql(ENDLESS), error=RaisedError) < SOON
        # Statements are executed one at a time.
        signal.signal(signal.SIGINT, lambda *_: found.append(len(somewhere.sql("SELECT 1"))))
        timer = threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT])
        timer.start()
        counting(somewhere)
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert found == [2, 1]


def test_a_signal_whose_handler_returns_ends_nothing(somewhere):
    seen = []
    before = signal.signal(signal.SIGINT, lambda *_: seen.append(1))
    try:
        timer = threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT])
        timer.start()
        counting(somewhere)
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [1]


def test_ctrl_c_ends_a_wait_for_another_thread_and_that_goes_on(somewhere):
    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(counting, somewhere)
        time.sleep(0.2)
        assert ended(lambda: somewhere.sql("SELECT 1"), after=0.1) < SOON
        assert not asking.done()
        # Answers that need no statement do not wait.
        assert somewhere.lca("d1", "d2").size == 2
        assert not asking.done()
        asking.result(HANGS)
    assert len(somewhere.sql("SELECT 1")) == 1


@pytest.fixture(scope="module")
def large():
    """A graph of some 30,000 clusters."""
    rows = np.random.default_rng(0).normal(size=(2000, 4))
    return ConceptGraph(k=12, graph="full").fit(rows)


@pytest.mark.parametrize("work", ["pickle", "sql", "save", "members", "clusters", "fit"])
def test_ctrl_c_ends_what_takes_long(large, tmp_path, work):
    digest = large.facts_["digest"]
    works = {
        "pickle": lambda: [pickle.dumps(large) for _ in range(20)],
        "sql": lambda: [pickle.loads(pickle.dumps(large)).sql("SELECT 1") for _ in range(20)],
        "save": lambda: [large.save(tmp_path / f"{at}.db") for at in range(20)],
        "members": lambda: [large._graph.members() for _ in range(2000)],
        "clusters": lambda: [large._graph.clusters() for _ in range(2000)],
        "fit": lambda: [ConceptGraph(k=4).fit(X * at) for at in range(1, 10_000)],
    }
    assert ended(works[work]) < SOON
    assert large.facts_["digest"] == digest
    assert large.lca("d1", "d2").size > 1
    assert not [name for name in names(tmp_path) if name.startswith(".")]


def resident():
    """Return the resident memory of this process in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    kept = []

    def one(k):
        graph = ConceptGraph(k=k).fit(X)
        assert list(graph.sql("SELECT count(*) AS n FROM point")["n"]) == [len(X)]
        other = pickle.loads(pickle.dumps(graph))
        assert list(other.sql("SELECT count(*) AS n FROM point")["n"]) == [len(X)]
        return graph, other

    for k in range(2, 7):
        kept.append(one(k))
    descriptors, memory = len(names("/proc/self/fd")), resident()
    kept.append(one(4))
    assert len(names("/proc/self/fd")) == descriptors
    for at in range(50):
        one(2 + at % 5)
    assert len(names("/proc/self/fd")) == descriptors
    assert names(tmp_path) == []
    # Keeping 50 graphs would take some 25 MB.
    assert resident() - memory < 12 << 20


def test_the_same_graph_has_the_same_bytes(tmp_path):
    packed = [fitted()._graph.to_bytes() for _ in range(2)]
    assert packed[0] == packed[1]
    assert core.from_bytes(packed[0]).to_bytes() == packed[0]
    (tmp_path / "packed.db").write_bytes(packed[0])
    assert open_graph(tmp_path / "packed.db").facts_["digest"] == fitted().facts_["digest"]
    for broken in (b"", b"no graph", packed[0][:5000], packed[0][:100] + bytes(5000)):
        with pytest.raises(OSError):
            core.from_bytes(broken).facts()


def test_statements_only_read(somewhere):
    for statement in (
        "DELETE FROM point",
        "ATTACH '/tmp/x.db' AS x",
        "PRAGMA user_version = 3",
        "VACUUM INTO '/tmp/conceptgraph_written.db'",
        "CREATE TABLE x (y)",
    ):
        with pytest.raises(ValueError, match="statements here only read"):
            somewhere.sql(statement)
    assert not Path("/tmp/conceptgraph_written.db").exists()


def test_a_wrong_statement_names_no_path(somewhere):
    with pytest.raises(ValueError) as raised:
        somewhere.sql("SELECT nowhere FROM point")
    assert str(raised.value).startswith("no such column: nowhere")


def test_errors_are_those_of_python(tmp_path):
    graph = fitted()
    there = tmp_path / "two.db"
    graph.save(there)
    for error, work, said in (
        (FileExistsError, lambda: graph.save(there), f"{there}: this file exists; name another"),
        (FileNotFoundError, lambda: open_graph(tmp_path / "x.db"), f"{tmp_path}/x.db: no such"),
        (FileNotFoundError, lambda: graph.save(tmp_path / "x" / "y.db"), f"{tmp_path}/x/y.db: the"),
        (IsADirectoryError, lambda: open_graph(tmp_path), f"{tmp_path}: this is a folder"),
        (IsADirectoryError, lambda: graph.save(tmp_path), f"{tmp_path}: this is a folder"),
        (ConnectionError, lambda: open_graph("bolt://localhost:9"), "bolt://localhost:9: conn"),
        (ConnectionError, lambda: graph.to_neo4j("bolt://localhost:9"), "bolt://localhost:9: con"),
    ):
        with pytest.raises(OSError) as raised:
            work()
        assert isinstance(raised.value, error), raised
        assert str(raised.value).startswith(said)
        assert raised.value.args == (str(raised.value),)


def test_what_may_not_be_read_or_written(tmp_path):
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    try:
        graph = fitted()
        graph.save(folder / "two.db")
        (folder / "closed").mkdir()
        graph.save(folder / "closed" / "two.db")
        (folder / "two.db").chmod(0)
        (folder / "closed").chmod(0)
        folder.chmod(0o555)

        def refused():
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            found = []
            for work in (
                lambda: open_graph(folder / "two.db"),
                lambda: open_graph(folder / "closed" / "two.db"),
                lambda: graph.save(folder / "new.db"),
                lambda: graph.save("/dev/null/x.db"),
            ):
                try:
                    work()
                except OSError as error:
                    found.append((type(error).__name__, str(error)))
            return found

        kinds = in_child(refused)
        assert [kind for kind, _ in kinds][:3] == ["PermissionError"] * 3, kinds
        assert len(kinds) == 4
        # A read-only file is not replaced, although its folder is writable.
        (folder / "two.db").chmod(0o444)
        with pytest.raises(PermissionError, match="this file may only be read"):
            graph.save(folder / "two.db", force=True)
    finally:
        subprocess.run(["chmod", "-R", "u+rwx", folder], check=True)
        subprocess.run(["rm", "-r", folder], check=True)


#: Terms of the command line, which messages of the Python module must not contain.
TYPED = ("usage", "POINT", "--", "`conceptgraph", "LIMIT", "the command")


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda g, _: g.query("profile"), 'concept is missing; "profile" takes concept'),
        (lambda g, _: g.query("largest", 1, 2), '"2" is one word too many; "largest" takes'),
        (lambda g, _: g.query("largest", 0), 'limit must be a positive integer, not "0"'),
        (lambda g, _: g.query("pure", "x"), "this graph has no classes; build it with"),
        (lambda g, _: g.query("profile", "c999"), 'there is no cluster "c999"'),
        (lambda g, _: g.query("unknown"), 'there is no query "unknown"'),
        (lambda g, _: g._graph.query("containing", ["x"]), 'there is no point "x"; this graph has'),
        (lambda g, _: g.draw(around="c999"), 'there is no cluster "c999"'),
        (lambda g, _: g.draw(lca=("d1", "d2"), limit=1), "an LCA cannot be drawn in part"),
        (lambda g, _: g.plot("x"), 'no column "x" to colour by'),
        (lambda g, at: open_graph(at / "x.db"), "make a graph with `fit` and `save`"),
        (lambda g, at: (g.save(at / "y.db"), g.save(at / "y.db")), "or replace it with force=True"),
        (lambda g, at: open_graph("bolt://localhost:9"), "connection refused"),
        (
            lambda g, at: ConceptGraph(k=2, graph="full", min_size=99).fit(X),
            "a min_size of 99 is more than",
        ),
        (
            lambda g, at: ConceptGraph(k=8, graph="full", max_concepts=2).fit(X),
            "choose a larger min_size",
        ),
        (lambda g, at: ConceptGraph(k=8, max_memory="1K").fit(X), "max_memory allows more"),
        (lambda g, at: ConceptGraph(k="x").fit(X), 'k: "x" is neither a number of points'),
    ],
)
def test_messages_speak_of_python(tmp_path, work, said):
    with pytest.raises((ValueError, OSError, MemoryError)) as raised:
        work(fitted(), tmp_path)
    assert said in str(raised.value)
    assert not [word for word in TYPED if word in str(raised.value)]


def test_a_picture_that_is_too_large_says_what_helps(large):
    with pytest.raises(ValueError, match="or draw them with force=True"):
        large.draw()


def test_a_statement_has_parameters(somewhere):
    def run(text, **given):
        return [values for _, values in somewhere._graph.statement(text, given)]

    point = "SELECT name FROM point WHERE id = :id OR name = :name ORDER BY id"
    assert run(point, id=2, name="d5") == [["d2", "d5"]]
    for value, found in (
        (None, None),
        (True, 1),
        (2**62, 2**62),
        (0.5, 0.5),
        (np.int64(3), 3),
        (np.float32(0.5), 0.5),
        ("it's; \0 ü", "it's; \0 ü"),
        ([1, "a", None, [2.5]], '[1,"a",null,[2.5]]'),
        ((1, 2), "[1,2]"),
    ):
        assert run("SELECT :value AS value", value=value) == [[found]]
    named = "SELECT name FROM point WHERE name IN (SELECT value FROM json_each(:names))"
    assert run(named, names=["d1", "d3"]) == [["d1", "d3"]]
    assert somewhere._graph.statement("SELECT 1 AS one") == [("one", [1])]
    for text, given, said in (
        (
            "SELECT :a, :b",
            {"a": 1},
            'the statement has the parameter :b, and no value is given for "b"',
        ),
        ("SELECT :a", {"a": 1, "b": 1}, '"b" is given, and the statement has no parameter :b'),
        ("SELECT ?", {}, "the statement has the parameter ?; write :name instead"),
        ("SELECT ?1", {"a": 1}, "the statement has the parameter ?1; write :name instead"),
        ("SELECT @a", {"a": 1}, "the statement has the parameter @a; write :name instead"),
        ("SELECT :a", {"a": object()}, "parameter \"a\" is <class 'object'>; give None"),
        ("SELECT :a", {"a": 2**70}, "parameter \"a\" is <class 'int'>; give None"),
        ("SELECT :a", {"a": float("nan")}, "parameter \"a\" is <class 'float'>; give None"),
        ("SELEKT :a", {"a": 1}, 'near "SELEKT": syntax error'),
    ):
        with pytest.raises(ValueError) as raised:
            run(text, **given)
        assert str(raised.value).startswith(said)


def test_statements_return_whatever_there_is(somewhere):
    def run(text):
        return somewhere._graph.statement(text)

    assert run("SELECT 1 AS a, 2 AS a") == [("a", [1]), ("a", [2])]
    assert run("SELECT 9223372036854775807 + 1 AS a") == [("a", [float(2**63)])]
    assert run("SELECT x'00ff' AS a") == [("a", ["2 bytes"])]
    assert run("SELECT name FROM point WHERE 0") == [("name", [])]
    with pytest.raises(ValueError, match="integer overflow"):
        run("SELECT sum(9223372036854775807) FROM point")


def test_tables_and_queries_describe_themselves(somewhere):
    tables = {name: (columns, said) for name, columns, said in somewhere._graph.tables()}
    assert {"concept", "cover", "point", "member", "community"} <= set(tables)
    for name, (columns, said) in tables.items():
        assert said.startswith("CREATE ")
        found = somewhere._graph.statement(f'SELECT * FROM "{name}" LIMIT 0')
        assert [column for column, _ in found] == columns
    queries = {name: rest for name, *rest in somewhere._graph.queries()}
    usage, title, parameters = queries["pure"]
    assert usage == "pure CLASS [PURITY] [SIZE] [LIMIT]"
    assert title
    assert parameters == [
        ("class", "class", None),
        ("purity", "share", "1"),
        ("size", "count", "1"),
        ("limit", "count", "100"),
    ]
    kinds = {kind for _, _, all_of in queries.values() for _, kind, _ in all_of}
    assert kinds <= {
        "point",
        "points",
        "concept",
        "class",
        "community",
        "set",
        "count",
        "share",
        "intervals",
    }


def test_without_a_limit_all_rows_are_given():
    rows = np.random.default_rng(0).normal(size=(300, 3))
    rows[:150] += 12
    labels = ["a"] * 150 + ["b"] * 150
    graph = ConceptGraph(k=12).fit(rows, labels=labels)
    count = graph.facts_["concepts"]
    assert count > 500

    def number(statement):
        return int(graph.sql(statement)["n"][0])

    assert len(graph.query("largest")) == count
    assert len(graph.query("largest", limit=7)) == 7
    with_point = number(
        "SELECT count(*) AS n FROM member JOIN point ON point.id = point_id WHERE name = 'd1'"
    )
    found = graph.containing("d1")
    assert sum(not one.is_community for one in found) == with_point > 20
    # The query `pure` returns only maximal clusters.
    assert len(graph.query("pure", "a", 0.9)) == len(graph.query("pure", "a", 0.9, 1, 10**6)) > 100
    assert len(graph.between(limit=10**6)) == len(graph.between())
    assert len(graph.query("community", "g1")) == number(
        "SELECT count(*) AS n FROM in_group WHERE community_id = 1"
    )
    assert len(graph.communities()) == number("SELECT count(*) AS n FROM community")
    assert len(graph.query("boundary")) == number(
        "SELECT count(DISTINCT point_id) AS n FROM member JOIN cluster ON cluster.id = concept_id "
        "WHERE purity < 1"
    )


class Short:
    """A reader that returns no clusters, although some are announced."""

    def concepts(self, *_):
        shorts = {name: np.empty(0, np.int32) for name in ("size", "centre", "counts")}
        return shorts | {"cohesion": np.empty(0)}


def test_a_panic_is_an_exception(tmp_path, capfd):
    graph = fitted()
    graph.save(tmp_path / "two.db")
    known = {
        "kind": "full",
        "concepts": 3,
        "covers": 2,
        "min_size": 0,
        "dendrogram_purity": None,
        "chance": None,
        "members": False,
        "classes": [],
    }
    with pytest.raises(RuntimeError, match="conceptgraph panicked: index out of bounds"):
        core.import_files(tmp_path / "two.db", known, Short(), tmp_path / "files")
    assert "panicked at" in capfd.readouterr().err
    assert graph.lca("d1", "d2").size == 2
    assert in_child(fitted).facts_["digest"] == graph.facts_["digest"]
