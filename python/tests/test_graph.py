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
    assert built.facts_["digest"] == graph.facts_["digest"]
    assert built.facts_ == graph.facts_
    graph.save(tmp_path / "saved.db")
    assert content(tmp_path / "saved.db") == content(tmp_path / f"{table}.db")


@pytest.mark.parametrize(
    "question",
    [
        ["pure", "versicolor", 0.95],
        ["membership", "d78"],
        ["profile", "g2"],
        ["communities"],
        ["contrast", "g2", "g3"],
        ["nearest", "d1", 5],
        ["between", "g2", "g3"],
        ["outliers", 5],
    ],
)
def test_queries_answer_as_the_command_line_does(graph, tmp_path, question):
    graph.save(tmp_path / "iris.db")
    out = program("query", tmp_path / "iris.db", *question, "--format", "csv")
    rows = list(csv.reader(io.StringIO(out)))
    name, *words = question
    found = getattr(graph, name)(*words) if hasattr(graph, name) else graph.query(*question)
    if name == "communities":
        found = found.drop(columns="colour").reset_index()
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
    assert {63, 146} <= set(cluster)
    assert len(list(cluster)) == len(cluster) == cluster.size == 13
    assert cluster.describe() == graph.describe(cluster.name)
    assert cluster.describe().startswith(f"{cluster.name} has 13 of the 150 points")
    for parent in cluster.parents():
        assert cluster < parent and cluster in parent.children()
    assert graph.cluster(cluster.name) == cluster and hash(graph.cluster(cluster.name))
    assert cluster.index.tolist() == cluster.rows.tolist() == list(cluster)
    assert (cluster.majority, round(cluster.purity, 2)) == ("virginica", 0.54)
    centre = cluster.centre
    assert repr(cluster) == (f"Cluster {cluster.name}: 13 points around {centre}, 54 % virginica")
    assert centre in cluster and cluster.intent == []
    assert cluster.why("g1") == graph.why(cluster, graph.community("g1"))


def test_a_community_has_a_title_and_a_place_in_the_tree(graph):
    rows = graph.communities()
    assert rows["title"].is_unique
    for name, row in rows.iterrows():
        one = graph.community(name)
        assert (one.title, one.level, one.size) == (row["title"], row["level"], row["size"])
        assert one.describe() == graph.describe(name)
        assert one.describe().startswith(f"{name}: {one.title}. It is a ")
        assert len(one.typical) <= 3 and all(label in one for label in one.typical)
        assert bool(one.typical) == (one.level != "join")
        assert one.separation == (None if np.isnan(row["separation"]) else row["separation"])
        assert [above.name for above in one.parents()] == [row["parent"]] * bool(
            one.separation is not None
        )
        assert all(below <= one and one in below.parents() for below in one.children())
    whole = graph.community(rows.index[-1])
    assert len(whole) == 150 and whole.parents() == []


def test_the_verdict_is_that_of_the_command_line(graph, tmp_path):
    said = program("build", EXAMPLES / "iris.csv", "--label", "class", cwd=tmp_path)
    assert graph.verdict_ in said.splitlines()
    assert graph.verdict_.startswith(f"{graph.membership_.shape[1]} groups stand apart")
    assert open_graph(tmp_path / "iris.db").verdict_ == graph.verdict_


def test_a_cluster_has_a_rule(graph):
    found = graph.lca("d64", "d147").rule()
    assert list(found.columns[:3]) == ["feature", "low", "high"]
    assert found["f1"].is_monotonic_increasing
    assert len(graph.cluster(f"c{graph.facts_['concepts']}").rule()) == 0


def test_members_that_are_not_kept_are_found_again(iris, tmp_path):
    values = iris.drop(columns="class")
    kept = ConceptGraph(k=20, graph="full").fit(values)
    ConceptGraph(k=20, graph="full", members=False).fit(values).save(tmp_path / "without.db")
    there = open_graph(tmp_path / "without.db")
    assert there.facts_["members"] == "none" and there.facts_["digest"] != kept.facts_["digest"]
    assert there.sql("SELECT count(*) AS n FROM member")["n"].tolist() == [0]
    assert (there.members_ != kept.members_).nnz == 0
    both = there.lca(63, 146)
    assert list(both) == list(kept.lca(63, 146)) and both.size < 150


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
    truth = ConceptGraph(k=10).fit(tenths.to_numpy(dtype=float)).facts_["digest"]
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
        assert ConceptGraph(k=10).fit(numbers).facts_["digest"] == truth
    named = [
        ConceptGraph(k=10).fit(tenths.astype(kind)).facts_["digest"]
        for kind in ("Int64", "float64")
    ]
    assert named[0] == named[1] != truth


def test_an_array_is_copied_once():
    # The labels are refused after the copy, and before anything else is computed from it.
    text = WITHOUT_SKLEARN + (
        "import numpy, re\n"
        "from conceptgraph import ConceptGraph\n"
        "values = numpy.ones((40_000, 200))[:, ::-1]\n"
        # ru_maxrss would begin with the value of the test process.
        "status = lambda: open('/proc/self/status').read()\n"
        "peak = lambda: 1024 * int(re.search(r'VmHWM:\\s*(\\d+)', status())[1])\n"
        "before = peak()\n"
        "try:\n"
        "    ConceptGraph().fit(values, labels=['a'])\n"
        "except ValueError as error:\n"
        "    print(error, (peak() - before) / values.nbytes, sep='|')\n"
    )
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    said, copies = ran.stdout.split("|")
    assert said.startswith("1 labels for 40000 rows")
    # Free memory of the process is used first, so the peak may grow by less than a copy.
    assert 0.5 < float(copies) < 1.5


def test_matrices_hold_members_covers_and_shares(graph):
    sizes = graph.sql("SELECT size FROM concept ORDER BY id")["size"].to_numpy()
    assert (np.asarray(graph.members_.sum(axis=1)).ravel() == sizes).all()
    assert graph.covers_.nnz == graph.facts_["covers"]
    # The upper end of a cover has all members of the lower end.
    members = graph.members_.astype(int)
    shared = (members @ members.T).tocsr()
    lower, upper = graph.covers_.nonzero()
    assert (np.asarray(shared[lower, upper]).ravel() == sizes[lower]).all()
    communities = graph.communities()
    groups = communities[communities["level"] == "group"]
    assert list(groups.index) == list(graph.get_feature_names_out()) == ["g1", "g2", "g3", "g4"]
    assert list(groups["size"]) == list((graph.membership_ > 0).sum(axis=0))
    assert graph.embedding_.shape == (150, 2) and np.abs(graph.embedding_).max() <= 1
    places = graph.sql("SELECT map_x, map_y FROM point ORDER BY id").to_numpy()
    assert np.allclose(places, graph.embedding_, atol=1e-6)


def test_new_rows_find_their_communities(graph, iris):
    values = iris.drop(columns="class")
    # Rows of the table belong where their points do; of equal rows the first counts.
    first = values.drop_duplicates().index
    assert (graph.predict(values)[first] == graph.labels_[first]).all()
    assert np.allclose(graph.transform(values)[first], graph.membership_[first])
    assert np.allclose(graph.outlier_scores(values)[first], graph.outlier_scores_[first])
    assert (graph.transform(values.iloc[:2] + 1e6) < 1e-4).all()
    near = values.iloc[[0, 60, 120]].to_numpy() + 0.01
    assert len(graph.predict(near)) == 3
    with pytest.raises(ValueError, match="there is no column petal_width"):
        graph.predict(values.drop(columns="petal_width"))
    with pytest.raises(ValueError, match="expecting 4 features"):
        graph.predict(near[:, :3])
    with pytest.raises(ValueError, match=r"X\[0, 1\]: NaN is not a finite number"):
        graph.predict([[1.0, np.nan, 1.0, 1.0]])
    values.loc[3, "petal_width"] = np.inf
    with pytest.raises(ValueError, match="row 3, column 'petal_width': inf is not a finite"):
        graph.predict(values)


def test_names_come_from_the_index(iris):
    frame = iris.drop(columns="class").set_index(pandas.Index([f"iris {i}" for i in range(150)]))
    graph = ConceptGraph(k=10).fit(frame)
    assert graph.names_[:2] == ["iris 0", "iris 1"]
    assert "iris 0" in list(graph.lca("iris 0", "iris 1"))
    assert list(graph.feature_names_in_) == list(frame.columns)
    # A series of more rows gives those of X.
    half = ConceptGraph(k=10).fit(frame.iloc[::2], labels=iris["class"].set_axis(frame.index))
    assert half.query("points")["class"].tolist() == iris["class"][::2].tolist()
    with pytest.raises(ValueError, match="150 labels for 75 rows"):
        ConceptGraph(k=10).fit(frame.iloc[::2], labels=iris["class"])


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
        assert graph.facts_["digest"] == built.facts_["digest"]
        near = graph.nearest("d1", 5)
        rows = [int(name[1:]) - 1 for name in near["point"]]
        sites = beside["site"][rows]
        assert [one or None for one in near["site"]] == [one or None for one in sites]
    context = ConceptGraph(metric="context").fit(values > 3, keep=beside)
    assert context.query("points")["site"][2] == "South"


def test_other_libraries_get_the_whole_graph(graph):
    made = graph.to_networkx()
    counts = (graph.facts_["concepts"], graph.facts_["covers"])
    assert (made.number_of_nodes(), made.number_of_edges()) == counts
    assert made.nodes["c1"].keys() >= {"size", "purity", "class", "centre"}
    assert {"cohesion", "community"} <= made.nodes["c1"].keys()
    assert (
        made.nodes["c2"]["centre"]
        == graph.names_[graph.index_.tolist().index(graph.cluster("c2").centre)]
    )


def test_pictures_and_pages_are_shown(graph, tmp_path):
    for picture in (graph.draw(), graph.draw(lca=("d1", "d51")), graph.draw(around="c150")):
        assert picture._repr_html_().startswith("<svg ")
    graph.draw().save(tmp_path / "map.svg")
    assert "</svg>" in (tmp_path / "map.svg").read_text()
    points = graph.plot("sepal_length")
    assert points.svg.startswith("<svg ") and points.svg.count("<circle ") > 100
    assert points.svg != graph.plot().svg
    page = graph.page()
    assert page._repr_html_().startswith("<iframe ")
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().startswith("<!")


def test_a_graph_travels_as_bytes(graph):
    again = pickle.loads(pickle.dumps(graph))
    assert again.facts_["digest"] == graph.facts_["digest"]
    assert again.lca("d1", "d2") == graph.lca("d1", "d2")


#: The parameters of the estimator and of `fit` that are refused, and what is said.
REFUSED = [
    ({"k": 0}, {}, "k must be a whole number from 1, or a share"),
    ({"k": "some"}, {}, "k: "),
    ({"metric": "near"}, {}, "metric must be euclidean"),
    ({"scale": None}, {}, "scale must be auto,"),
    ({"graph": "lca"}, {}, "graph must be scales or full, not 'lca'"),
    ({"min_size": 5}, {}, 'min_size is for the full lattice; give graph="full" too'),
    ({"members": False}, {}, 'members is for the full lattice; give graph="full" too'),
    ({"anchors": -1}, {}, "anchors must be a whole"),
    ({"graph": "full", "max_concepts": 0.5}, {}, "max_concepts must be"),
    ({"max_memory": "much"}, {}, "max_memory: "),
    ({}, {"labels": [None] * 150}, "no row has a label"),
    ({}, {"labels": ["a"]}, "1 labels for 150 rows"),
    ({}, {"names": ["a"] * 150}, "rows 1 and 2"),
    ({}, {"keep": pandas.Series(range(150))}, "keep={'text': texts}"),
    ({}, {"keep": {"x": "ab"}}, "must be a column of values"),
    ({}, {"keep": {"": range(150)}}, "which is no name"),
    ({}, {"X": None}, "a NoneType is no table"),
    ({}, {"X": [["a"], ["b"]]}, "a value is not a number"),
    ({}, {"X": [[1.0], [np.nan]]}, "X[1, 0]: NaN is not a finite number"),
]


def test_faults_of_a_fit_are_said(iris):
    values = iris.drop(columns="class")
    gaps = values.astype("Float64").mask(values > 7)
    cases = [
        *REFUSED,
        ({}, {"X": pandas.concat([values] * 2, axis=1)}, "two columns"),
        ({}, {"X": gaps}, "column 'sepal_length' has no value in 12 of 150 rows, the first of"),
        ({}, {"keep": values}, '"sepal_length", and so is'),
    ]
    for options, given, said in cases:
        with pytest.raises(ValueError) as raised:
            ConceptGraph(**options).fit(**{"X": values, **given})
        assert said in str(raised.value)
    with pytest.raises(MemoryError, match="more than 10 clusters"):
        ConceptGraph(k="50%", graph="full", max_concepts=10).fit(values)


def test_faults_are_said_as_on_the_command_line(graph, iris, tmp_path):
    values = iris.drop(columns="class")
    large = ConceptGraph(k="45%", graph="full").fit(values)
    context = ConceptGraph(metric="context").fit(values > 3)
    cases = [
        (lambda: graph.lca("d999"), ValueError, 'there is no point "d999"'),
        (lambda: graph.lca(), ValueError, "give at least one point"),
        (
            lambda: graph.query("larges"),
            ValueError,
            'there is no query "larges"; there are boundary',
        ),
        (lambda: graph.sql(" "), ValueError, "the statement is empty"),
        (lambda: graph.sql("SELEC"), ValueError, 'near "SELEC"'),
        (lambda: graph.sql("DELETE FROM point"), ValueError, "statements here only read"),
        (lambda: graph.plot("colour"), ValueError, 'no column "colour" to colour by'),
        (lambda: graph.plot().save("x.gif"), ValueError, "x.gif: the suffix must be"),
        (lambda: large.draw(), ValueError, "are more than the 20,000"),
        (lambda: graph.to_neo4j("iris.db"), OSError, "this is not a URL"),
        (lambda: graph.to_neo4j("bolt://localhost:1"), OSError, "connection refused"),
        (lambda: graph.draw(around="c0"), ValueError, 'there is no cluster "c0"; give one'),
        (lambda: graph.draw(around="c1", largest=5), ValueError, "name one part"),
        (lambda: graph.save(Path(tmp_path, "no/such/x.db")), OSError, "x.db"),
        (lambda: open_graph(tmp_path / "none.db"), OSError, "no such file"),
        (lambda: context.predict(values), ValueError, "ready context"),
        (lambda: ConceptGraph().lca("d1"), Exception, "call fit"),
    ]
    for act, kind, said in cases:
        with pytest.raises(kind) as raised:
            act()
        assert said in str(raised.value)
        # The temporary path of an unsaved graph does not appear in an error.
        assert said[:4] != "near" or str(raised.value).startswith(said)
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
