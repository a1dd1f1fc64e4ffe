"""The answers of a graph, compared with the command line and SQL."""

import csv
import io
import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas
import pytest
from conceptgraph import ConceptGraph, open_graph
from conceptgraph._answers import METHODS
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
        assert (one.title, one.level, one.size) == (row["title"], row["level"], row["points"])
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


def test_the_lca_is_the_smallest_cluster_with_all_points(graph, iris):
    random = np.random.default_rng(0)
    full = ConceptGraph(k=9, graph="full").fit(iris.drop(columns="class"))
    met = 0
    for one, count in ((graph, 700), (full, 300)):
        members = one.members_.toarray()
        sizes = members.sum(axis=1)
        groups = [set(one.community(name)) for name in one.communities().index]
        for _ in range(count):
            # Near points have a small cluster, and far ones only that of all points.
            near = random.integers(140) + random.choice(10, random.integers(1, 4), replace=False)
            rows = near if random.random() < 0.7 else random.choice(150, 2, replace=False)
            found = one.lca(*rows.tolist())
            smallest = sizes[members[:, rows].all(axis=1)].min()
            assert set(rows) <= set(found) and found.size == len(found.rows)
            if smallest < 150:
                assert not found.is_community and found.size == smallest
            else:
                assert found.size == min(len(group) for group in groups if set(rows) <= group)
                met += found.is_community and found.size < 150
    assert met > 10
    # A set stands for all of its points.
    cluster = graph.lca("d64", "d147")
    assert graph.lca(cluster) == graph.lca(cluster.name) == graph.lca(*cluster) == cluster
    assert graph.lca(graph.community("g1"), 50) == graph.lca("g1", "d51") == graph.lca(range(51))


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
    assert list(groups["points"]) == list((graph.membership_ > 0).sum(axis=0))
    assert graph.embedding_.shape == (150, 2) and np.abs(graph.embedding_).max() <= 1
    places = graph.sql("SELECT x, y FROM point ORDER BY id").to_numpy()
    assert np.allclose(places, graph.embedding_, atol=1e-6)


def test_contrast_is_the_difference_of_means(graph, iris):
    values, random = iris.drop(columns="class"), np.random.default_rng(4)
    pairs = [(graph.labels_ == 0, graph.labels_ == 1), (iris["class"] == "virginica", "g1")]
    pairs += [(random.random(150) < 0.4, random.random(150) < 0.5) for _ in range(20)]
    # The smaller of two nested sets is compared with the rest of the larger.
    pairs += [([3, 5, 7, 9], "g1"), (graph.community("g1"), graph.community(graph.leaves_[0]))]
    for given in pairs:
        rows = [set(graph.community(one)) if isinstance(one, str) else one for one in given]
        rows = [
            set(graph.index_[one]) if isinstance(one, np.ndarray | pandas.Series) else set(one)
            for one in rows
        ]
        shared = rows[0] & rows[1]
        is_nested = shared in rows
        one, other = ((one if is_nested and one == shared else one - shared) for one in rows)
        found = graph.contrast(*given).set_index("column")
        assert list(found.index[:4].sort_values()) == sorted(values.columns)
        for name in values:
            means = [values[name][sorted(side)].mean() for side in (one, other)]
            assert found.loc[name, ["one", "other"]].tolist() == pytest.approx(means)
        differences = found["difference"].abs().tolist()
        assert differences == sorted(differences, reverse=True)
        said = graph.contrast(*given, limit=1)
        assert len(said) == 1
        counts = re.findall(r"(?:one|other): (?:the )?(\d+)", said.columns.name)
        assert list(map(int, counts)) == [len(one), len(other)]


def test_sets_of_points_are_described_by_what_was_taken(graph):
    mask = graph.labels_ == 1
    rows = np.flatnonzero(mask).tolist()
    said = graph.describe(mask)
    assert said.startswith(f"{len(rows)} points of 150. ")
    assert said == graph.describe(rows) == graph.describe(graph.index_[mask])
    assert graph.describe("g2") == graph.describe(graph.community("g2"))
    assert graph.describe("g2") == graph.community("g2").describe() != said
    assert graph.describe([7]).startswith("1 point of 150. ")
    assert graph.why(0, [1, 2]).startswith("One is d1. It is in g1. 2 points are listed.")
    assert graph.why("g1", mask).startswith("g1 has 50 points. ")
    assert graph.why(0, 50) == graph.why("d1", "d51")
    assert graph.community("g1").contrast(mask).equals(graph.contrast("g1", mask))


def test_what_is_no_set_or_no_point_is_refused(graph):
    mask = graph.labels_ == 0
    refused = [
        (lambda: graph.contrast("d1", "g1"), "'d1' is one point; give a set of points: ['d1']"),
        (lambda: graph.contrast("g1", 7), "7 is one point; give a set of points: [7]"),
        (lambda: graph.describe(7), "7 is one point"),
        (lambda: graph.describe("d999"), 'there is no cluster or community "d999"; give one, such'),
        (lambda: graph.describe(999), "there is no point 999; the labels are from 0 to 149"),
        (lambda: graph.describe(mask[:5]), "5 booleans for 150 points"),
        (lambda: graph.describe([]), "the set has no points"),
        (lambda: graph.contrast(mask & False, mask), "the set has no points"),
        (lambda: graph.why(0, 0), "d1"),
        (lambda: graph.why(0, "g9"), 'there is no cluster or community "g9"'),
        (lambda: graph.nearest("g1"), 'there is no point "g1"'),
        (lambda: graph.nearest(graph.community("g1")), "g1 is a set of points; give one point"),
        (lambda: graph.containing([1, 2]), "there is no point [1, 2]"),
        (lambda: graph.nearest(0, limit=0), "limit must be a whole number from 1, not 0"),
        (lambda: graph.between("g1"), "give two groups, or none for all pairs"),
        (lambda: graph.between("g1", "c3"), 'c3 is a cluster; write cluster("c3")'),
        (lambda: graph.cluster("g1"), 'g1 is a community; write community("g1")'),
        (lambda: graph.community("c1"), 'c1 is a cluster; write cluster("c1")'),
        (lambda: graph.cluster("c0"), "there is no cluster 'c0'; there are c1 to c366"),
        (lambda: graph.community("g9"), "there is no community 'g9'; there are g1, g2, g3, g4, g1"),
        (lambda: graph.query("profile", 3), "3 is no cluster; give one, such as"),
    ]
    refused += [
        (lambda name=name: graph.query(name, "g1"), f"{name} is a method: ") for name in METHODS
    ]
    for act, said in refused:
        with pytest.raises(ValueError) as raised:
            act()
        assert said in str(raised.value), raised.value
    for act in (lambda: graph.cluster(3), lambda: graph.community(["g1"]), lambda: graph.query(1)):
        with pytest.raises(TypeError):
            act()
    listed = graph.query()["query"]
    assert set(listed) & {"pure", "largest"} and not set(listed) & {"lca", "members", "rule"}
    assert {"concept", "point", "belongs"} <= set(graph.sql()["table"])


def test_points_are_near_far_and_between(graph, iris):
    values = iris.drop(columns="class").to_numpy()
    distances = np.sqrt(((values - values[77]) ** 2).sum(axis=1))
    near = graph.nearest(77)
    assert len(near) == 10 and list(near["distance"]) == pytest.approx(sorted(distances)[1:11])
    assert distances[near.index] == pytest.approx(near["distance"].to_numpy())
    for row, name in near["concept"].items():
        assert graph.lca(77, row).name == name
    far = graph.outliers()["outlier"]
    assert far.is_monotonic_decreasing and (graph.outlier_scores_[far.index] == far).all()
    between = graph.between("g2", graph.community("g3"))
    shares = graph.sql("SELECT share FROM belongs WHERE community_id = 2 AND point_id = 78")
    assert between.loc[77, "share"] == pytest.approx(shares["share"][0])
    assert set(between.index) == set(graph.community("g2")) & set(graph.community("g3")) > {77}
    assert len(graph.between(limit=3)) == 3


def test_new_rows_find_their_communities(graph, iris):
    values = iris.drop(columns="class")
    # Rows of the table belong where their points do; of equal rows the first counts.
    first = values.drop_duplicates().index
    assert (graph.predict(values)[first] == graph.labels_[first]).all()
    assert np.allclose(graph.transform(values)[first], graph.membership_[first])
    assert np.allclose(graph.outlier_scores(values)[first], graph.outlier_scores_[first])
    assert (graph.transform([[1e6] * 4]) < 1e-4).all() and graph.predict([[1e6] * 4])[0] >= 0
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
        assert picture._repr_svg_().startswith("<svg ")
    graph.draw().save(tmp_path / "map.svg")
    assert "</svg>" in (tmp_path / "map.svg").read_text()
    points = graph.plot("sepal_length")
    assert points.svg.startswith("<svg ") and points.svg.count("<circle ") > 100
    assert points.svg != graph.plot().svg
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
    assert again.facts_["digest"] == graph.facts_["digest"]
    assert again.lca("d1", "d2") == graph.lca("d1", "d2")


def test_faults_are_said_as_on_the_command_line(graph, iris, tmp_path):
    values, labels = iris.drop(columns="class"), iris["class"]
    cases = [
        (lambda: graph.lca("d999"), ValueError, 'there is no point "d999"'),
        (lambda: graph.lca(), ValueError, "give at least one point"),
        (lambda: graph.query("larges"), ValueError, 'did you mean "largest"'),
        (lambda: graph.sql(" "), ValueError, "the statement is empty"),
        (lambda: graph.plot("colour"), ValueError, 'no column "colour" to colour by'),
        (lambda: graph.plot().save("x.gif"), ValueError, "the suffix must be"),
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
            "column 'sepal_length' has no value in 12 of 150 rows, the first of them 102",
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
        (
            lambda: ConceptGraph().fit([[1.0], [np.nan]]),
            ValueError,
            "X[1, 0]: NaN is not a finite number",
        ),
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
