"""The answers of a graph, compared with the command line and SQL."""

import csv
import io
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas
import pytest
from conceptgraph import ConceptGraph, open_graph
from conftest import EXAMPLES, WITHOUT_SKLEARN, content


def program(*words, cwd=None):
    command = [sys.executable, "-m", "conceptgraph", *map(str, words)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize(
    ("table", "options"),
    [
        ("iris", {}),
        ("iris", {"k": "50%"}),
        ("iris", {"k": 12, "graph": "full"}),
        ("iris", {"k": 20, "graph": "full", "members": False}),
        ("wine", {"scale": "standard"}),
        ("breast_cancer", {"scale": "minmax", "metric": "manhattan", "k": 9}),
        ("breast_cancer", {"k": 9, "graph": "full", "min_size": 5, "max_concepts": 100_000}),
        ("breast_cancer", {"anchors": 30, "k": 4}),
    ],
)
def test_the_digest_is_that_of_the_command_line(tmp_path, table, options):
    flags = [
        word
        for name, value in options.items()
        for word in (f"--{name.replace('_', '-')}", str(value))
        if name != "members"
    ]
    flags += ["--no-members"] * ("members" in options)
    program("build", EXAMPLES / f"{table}.csv", "--label", "class", *flags, "-q", cwd=tmp_path)
    frame = pandas.read_csv(EXAMPLES / f"{table}.csv")
    values, labels = frame.drop(columns="class"), frame["class"]
    graph = ConceptGraph(name=table, **options).fit(values, labels=labels)
    built = open_graph(tmp_path / f"{table}.db")
    assert built.digest_ == graph.digest_
    assert built.facts_ == graph.facts_
    graph.save(tmp_path / "saved.db")
    assert content(tmp_path / "saved.db") == content(tmp_path / f"{table}.db")


@pytest.mark.parametrize(
    "question",
    [
        ["lca", "d64", "d147"],
        ["containing", "d1", 10],
        ["pure", "versicolor", 0.95],
        ["communities"],
        ["membership", "d78"],
        ["landmarks", 5],
        ["contrast", "g2", "g3"],
        ["nearest", "d1", 5],
    ],
)
def test_queries_answer_as_the_command_line_does(graph, tmp_path, question):
    graph.save(tmp_path / "iris.db")
    out = program("query", tmp_path / "iris.db", *question, "--format", "csv")
    rows = list(csv.reader(io.StringIO(out)))
    found = graph.query(*question)
    assert list(found.columns) == rows[0]
    assert len(found) == len(rows) - 1 > 0
    for ours, theirs in zip(found.itertuples(index=False), rows[1:], strict=True):
        for one, other in zip(ours, theirs, strict=True):
            if isinstance(one, float):
                assert one == pytest.approx(float(other or "nan"), nan_ok=True)
            else:
                assert ("" if one is None else str(one)) == other


def test_a_cluster_knows_its_points_and_what_is_next_to_it(graph):
    cluster = graph.lca("d64", "d147")
    assert {63, 146} <= set(cluster.members)
    assert len(cluster.members) == cluster.size
    assert cluster.describe().startswith(cluster.name)
    for parent in cluster.parents():
        assert set(cluster.members) < set(parent.members)
        assert cluster in parent.children()
    assert graph.cluster(cluster.name) == cluster
    assert cluster.index.tolist() == cluster.rows.tolist() == cluster.members
    assert repr(cluster).startswith(
        f"Cluster {cluster.name}: {cluster.size} points around {cluster.centre}, "
    )
    assert cluster.centre in cluster


def test_a_community_has_a_title_and_a_summary(graph):
    titles = graph.communities()["title"]
    assert titles.is_unique
    for name in titles.index:
        one = graph[name]
        assert one.title == titles[name]
        assert one.summary.startswith(f"{name}: {one.title}. It is a ")
        assert len(one.typical) <= 3 and all(label in one for label in one.typical)
        assert bool(one.typical) == ("+" not in name and ".." not in name)
        assert one.describe().startswith(one.summary[: len(name) + len(one.title) + 10])
    cluster = graph.lca(0, 1)
    assert (cluster.title, cluster.summary, cluster.typical) == (None, None, [])


def test_the_verdict_is_that_of_the_command_line(graph, tmp_path):
    said = program("build", EXAMPLES / "iris.csv", "--label", "class", cwd=tmp_path)
    assert graph.verdict_ in said.splitlines()
    assert graph.verdict_.startswith(f"{graph.membership_.shape[1]} groups stand apart")
    assert open_graph(tmp_path / "iris.db").verdict_ == graph.verdict_


def test_a_community_stands_where_the_smallest_cluster_is_the_whole(graph):
    whole = set(range(150))
    pairs = [(f"d{one}", f"d{other}") for one in range(51, 151, 7) for other in range(54, 151, 9)]
    met = {pair: graph.lca(*pair) for pair in pairs}
    found = {pair: one for pair, one in met.items() if one.is_community}
    assert 0 < len(found) < len(pairs)
    members = graph.members_.toarray()
    for pair, one in found.items():
        rows = [int(name[1:]) - 1 for name in pair]
        assert members[members[:, rows].all(axis=1)].sum(axis=1).tolist() == [150]
        assert one.centre is None
        assert {int(name[1:]) - 1 for name in pair} <= set(one.members) < whole
        assert len(one.members) == one.size
        assert repr(one).startswith(f"Community {one.name}: {one.size} points, ")


def test_a_cluster_has_a_rule(graph):
    found = graph.lca("d64", "d147").rule()
    assert list(found.columns[:3]) == ["feature", "low", "high"]
    assert found["f1"].is_monotonic_increasing
    assert len(graph.cluster(f"c{graph.n_concepts_}").rule()) == 0


def test_members_that_are_not_kept_are_found_again(iris, tmp_path):
    values = iris.drop(columns="class")
    kept = ConceptGraph(k=20, graph="full").fit(values)
    ConceptGraph(k=20, graph="full", members=False).fit(values).save(tmp_path / "without.db")
    there = open_graph(tmp_path / "without.db")
    assert there.facts_["members"] == "none" and there.digest_ != kept.digest_
    assert there.sql("SELECT count(*) AS n FROM member")["n"].tolist() == [0]
    assert (there.members_ != kept.members_).nnz == 0
    both = there.lca(63, 146)
    assert both.members == kept.lca(63, 146).members and both.size < 150


def test_points_may_be_listed_and_have_any_name(iris):
    values = iris.drop(columns="class").set_index(
        pandas.Index([f"New York, {i}" for i in range(150)])
    )
    graph = ConceptGraph(k=10).fit(values)
    both = graph.lca("New York, 0", "New York, 1")
    assert both == graph.lca(["New York, 0", "New York, 1"]) == graph.lca(values.index[:2])
    assert both.centre in values.index and both.centre in both
    assert graph.draw(lca=("New York, 0", "New York, 1")).svg.count("New York, 1") > 0


def test_every_kind_of_numbers_is_taken(iris):
    tenths = (iris.drop(columns="class") * 10).round().astype("int64")
    truth = ConceptGraph(k=10).fit(tenths.to_numpy(dtype=float)).digest_
    array = tenths.to_numpy()
    for numbers in (
        array,
        array.astype("float32"),
        array.astype("float16"),
        array.astype("uint8"),
        array.astype(object),
        np.asfortranarray(array),
        np.repeat(np.repeat(array, 2, axis=0), 3, axis=1)[::2, ::3],
        array.tolist(),
        tenths.astype("Int64").set_axis(list("abcd"), axis=1).rename(columns=str).to_numpy(float),
    ):
        assert ConceptGraph(k=10).fit(numbers).digest_ == truth
    named = [ConceptGraph(k=10).fit(tenths.astype(kind)).digest_ for kind in ("Int64", "float64")]
    assert named[0] == named[1] != truth


def test_an_array_is_copied_once():
    # The last value is refused after the copy, and before anything else is computed from it.
    text = WITHOUT_SKLEARN + (
        "import numpy, re\n"
        "from conceptgraph import ConceptGraph\n"
        "values = numpy.ones((40_000, 200))[:, ::-1]\n"
        "values[-1, -1] = numpy.nan\n"
        # ru_maxrss would begin with the value of the test process.
        "status = lambda: open('/proc/self/status').read()\n"
        "peak = lambda: 1024 * int(re.search(r'VmHWM:\\s*(\\d+)', status())[1])\n"
        "before = peak()\n"
        "try:\n"
        "    ConceptGraph().fit(values)\n"
        "except ValueError as error:\n"
        "    print(error, (peak() - before) / values.nbytes, sep='|')\n"
    )
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    said, copies = ran.stdout.split("|")
    assert said.startswith('row 40000, column "x199": NaN')
    # Free memory of the process is used first, so the peak may grow by less than a copy.
    assert 0.5 < float(copies) < 1.5


def test_matrices_hold_members_covers_and_shares(graph):
    sizes = graph.sql("SELECT size FROM concept ORDER BY id")["size"].to_numpy()
    assert (np.asarray(graph.members_.sum(axis=1)).ravel() == sizes).all()
    assert graph.covers_.nnz == graph.n_covers_
    # The upper end of a cover has all members of the lower end.
    members = graph.members_.astype(int)
    shared = (members @ members.T).tocsr()
    lower, upper = graph.covers_.nonzero()
    assert (np.asarray(shared[lower, upper]).ravel() == sizes[lower]).all()
    sums = np.asarray(graph.membership_.sum(axis=1)).ravel()
    assert np.allclose(sums[sums > 0], 1)
    main = np.where(sums > 0, np.asarray(graph.membership_.argmax(axis=1)).ravel(), -1)
    assert (graph.labels_ == main).all()
    communities = graph.communities()
    groups = communities[communities["level"] == "group"]
    assert list(groups.index) == [f"g{at + 1}" for at in range(graph.membership_.shape[1])]
    assert list(groups["points"]) == list(np.diff(graph.membership_.tocsc().indptr))


def test_new_rows_find_their_communities(graph, iris):
    values = iris.drop(columns="class")
    # Rows of the table belong where their points do; of equal rows the first counts.
    first = values.drop_duplicates().index
    assert (graph.predict(values)[first] == graph.labels_[first]).all()
    shares = graph.predict_membership(values).toarray()
    assert np.allclose(shares[first], graph.membership_.toarray()[first])
    for point, cluster in zip(first[:5], graph.smallest(values.iloc[first[:5]]), strict=True):
        assert cluster == graph.containing(f"d{point + 1}", limit=1)[0]
    near = values.iloc[[0, 60, 120]].to_numpy() + 0.01
    assert len(graph.predict(near)) == 3
    with pytest.raises(ValueError, match="there is no column petal_width"):
        graph.predict(values.drop(columns="petal_width"))
    with pytest.raises(ValueError, match="expecting 4 features"):
        graph.predict(near[:, :3])
    with pytest.raises(ValueError, match="row 1, column 2: NaN"):
        graph.predict([[1.0, np.nan, 1.0, 1.0]])


def test_names_come_from_the_index(iris):
    frame = iris.drop(columns="class").set_index(pandas.Index([f"iris {i}" for i in range(150)]))
    graph = ConceptGraph(k=10).fit(frame)
    assert graph.names_[:2] == ["iris 0", "iris 1"]
    assert "iris 0" in graph.lca("iris 0", "iris 1").members
    assert list(graph.feature_names_in_) == list(frame.columns)


def test_kept_columns_are_those_of_the_command_line(tmp_path, iris):
    beside = pandas.DataFrame(
        {"site": ["North, by the lake", None, "South"] * 50, "year": [1935, np.nan, 1936] * 50}
    )
    table = tmp_path / "flowers.csv"
    pandas.concat([iris, beside], axis=1).to_csv(table, index=False)
    words = ["--label", "class", "--keep", "site", "--keep", "year", "--k", "12", "-q"]
    program("build", table, *words, cwd=tmp_path)
    built = open_graph(tmp_path / "flowers.db")
    values, labels = iris.drop(columns="class"), iris["class"]
    for keep in (beside, {name: beside[name].to_numpy() for name in beside}):
        graph = ConceptGraph(k=12, name="flowers").fit(values, labels=labels, keep=keep)
        assert graph.digest_ == built.digest_
        near = graph.query("nearest", "d1", 5)
        rows = [int(name[1:]) - 1 for name in near["point"]]
        sites = beside["site"][rows]
        assert [one or None for one in near["site"]] == [one or None for one in sites]
    context = ConceptGraph(metric="context").fit(values > 3, keep=beside)
    assert context.query("members", f"c{context.n_concepts_}")["site"][2] == "South"


def test_other_libraries_get_the_whole_graph(graph):
    made = graph.to_networkx()
    assert (made.number_of_nodes(), made.number_of_edges()) == (graph.n_concepts_, graph.n_covers_)
    assert made.nodes["c1"].keys() >= {"size", "purity", "class", "centre"}
    assert {"cohesion", "community"} <= made.nodes["c1"].keys()
    other = pytest.importorskip("igraph") and graph.to_igraph()
    assert (other.vcount(), other.ecount()) == (graph.n_concepts_, graph.n_covers_)
    assert other.vs[0]["name"] == "c1"


def test_pictures_and_pages_are_shown(graph, tmp_path):
    for picture in (graph.draw(), graph.draw(lca=("d1", "d51")), graph.draw(around="c150")):
        assert picture._repr_svg_().startswith("<svg ")
    graph.draw().save(tmp_path / "map.svg")
    assert "</svg>" in (tmp_path / "map.svg").read_text()
    points = graph.points(color="sepal_length")
    assert points.svg.startswith("<svg ") and points.svg.count("<circle ") > 100
    assert points.svg != graph.points().svg
    for name, begin in [
        ("p.svg", b"<svg "),
        ("p.png", b"\x89PNG"),
        ("p.pdf", b"%PDF"),
        ("p.tex", b"% concept"),
    ]:
        points.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begin)
    page = graph.page()
    assert page._repr_html_().startswith("<iframe ")
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().startswith("<!")


def test_a_graph_travels_as_bytes(graph):
    again = pickle.loads(pickle.dumps(graph))
    assert again.digest_ == graph.digest_
    assert again.lca("d1", "d2") == graph.lca("d1", "d2")


def test_faults_are_said_as_on_the_command_line(graph, iris, tmp_path):
    values, labels = iris.drop(columns="class"), iris["class"]
    cases = [
        (lambda: graph.lca("d999"), ValueError, 'there is no point "d999"'),
        (lambda: graph.lca(), ValueError, "give at least one point"),
        (lambda: graph.query("lcaa"), ValueError, 'did you mean "lca"'),
        (lambda: graph.sql(" "), ValueError, "the statement is empty"),
        (lambda: graph.points("colour"), ValueError, 'no column "colour" to colour by'),
        (lambda: graph.points().save("x.gif"), ValueError, "the suffix must be"),
        (
            lambda: ConceptGraph(k="45%", graph="full").fit(values).draw(),
            ValueError,
            "are more than the 20,000",
        ),
        (lambda: graph.to_neo4j("iris.db"), OSError, "this is not a URL"),
        (lambda: graph.to_neo4j("bolt://localhost:1"), OSError, "connection refused"),
        (lambda: graph.sql("DELETE FROM point"), ValueError, "statements here only read"),
        (lambda: graph.draw(around="c0"), ValueError, 'there is no cluster "c0"'),
        (lambda: graph.draw(around="c1", largest=5), ValueError, "name one part"),
        (lambda: graph.save(Path(tmp_path, "no/such/x.db")), OSError, "x.db"),
        (lambda: open_graph(tmp_path / "none.db"), OSError, "no such file"),
        (
            lambda: ConceptGraph(k=0).fit(values),
            ValueError,
            "k must be a whole number from 1, or a share",
        ),
        (lambda: ConceptGraph(k="some").fit(values), ValueError, "k: "),
        (lambda: ConceptGraph(metric="near").fit(values), ValueError, "metric must be euclidean"),
        (lambda: ConceptGraph(scale=None).fit(values), ValueError, "scale must be auto,"),
        (
            lambda: ConceptGraph(graph="lca").fit(values),
            ValueError,
            "graph must be scales or full, not 'lca'",
        ),
        (
            lambda: ConceptGraph(min_size=5).fit(values),
            ValueError,
            'min_size is for the full lattice; give graph="full" too',
        ),
        (
            lambda: ConceptGraph(members=False).fit(values),
            ValueError,
            'members is for the full lattice; give graph="full" too',
        ),
        (lambda: ConceptGraph(anchors=-1).fit(values), ValueError, "anchors must be a whole"),
        (
            lambda: ConceptGraph(graph="full", max_concepts=0.5).fit(values),
            ValueError,
            "max_concepts must be",
        ),
        (lambda: ConceptGraph(max_memory="much").fit(values), ValueError, "max_memory: "),
        (lambda: ConceptGraph().fit(None), ValueError, "a NoneType is no table"),
        (lambda: ConceptGraph().fit([["a"], ["b"]]), ValueError, "a value is not a number"),
        (
            lambda: ConceptGraph().fit(pandas.concat([values] * 2, axis=1)),
            ValueError,
            "two columns",
        ),
        (
            lambda: ConceptGraph().fit(values.astype("Float64").mask(values > 7)),
            ValueError,
            'column "sepal_length" has no value in 12 of 150 rows',
        ),
        (lambda: ConceptGraph().fit(values, labels=[None] * 150), ValueError, "no row has a label"),
        (
            lambda: ConceptGraph(metric="context").fit(values > 3).predict(values),
            ValueError,
            "ready context",
        ),
        (lambda: ConceptGraph().fit(values, labels=["a"]), ValueError, "1 labels for 150 rows"),
        (lambda: ConceptGraph().fit(values, names=["a"] * 150), ValueError, "rows 1 and 2"),
        (
            lambda: ConceptGraph().fit(values, keep=labels.rename(None)),
            ValueError,
            "keep={'text': texts}",
        ),
        (
            lambda: ConceptGraph().fit(values, keep={"x": "ab"}),
            ValueError,
            "must be a column of values",
        ),
        (lambda: ConceptGraph().fit(values, keep=values), ValueError, '"sepal_length", and so is'),
        (lambda: ConceptGraph().fit(values, keep={"": labels}), ValueError, "which is no name"),
        (lambda: ConceptGraph().fit([[1.0], [np.nan]]), ValueError, 'row 2, column "x0": NaN'),
        (lambda: ConceptGraph().lca("d1"), Exception, "call fit"),
        (
            lambda: ConceptGraph(k="50%", graph="full", max_concepts=10).fit(values),
            MemoryError,
            "more than 10 clusters",
        ),
    ]
    for act, kind, said in cases:
        with pytest.raises(kind) as raised:
            act()
        assert said in str(raised.value)
    # The temporary path of an unsaved graph does not appear in an error.
    with pytest.raises(ValueError, match="^near"):
        graph.sql("SELEC")
    graph.save(tmp_path / "here.db")
    with pytest.raises(OSError, match="replace it"):
        graph.save(tmp_path / "here.db")
    graph.save(tmp_path / "here.db", force=True)


def test_ctrl_c_ends_a_long_fit(tmp_path):
    text = WITHOUT_SKLEARN + (
        "import os, signal, threading, numpy\n"
        "from conceptgraph import ConceptGraph\n"
        # A background job may have SIGINT ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "values = numpy.random.default_rng(0).normal(size=(300, 20))\n"
        "try:\n"
        "    ConceptGraph(k='50%', graph='full', max_concepts=10**12).fit(values)\n"
        "except KeyboardInterrupt:\n"
        "    print('ended')\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.stdout, ran.returncode) == ("ended\n", 0), ran.stderr
