"""Positions of points and placement of new rows, by the compiled module."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conceptgraph import ConceptGraph
from conceptgraph import _conceptgraph as core
from scipy import sparse
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn.neighbors import NearestNeighbors, kneighbors_graph

KNOWN = {"names": None, "labels": None, "keep": []}


def options(**changed):
    wanted = {
        "name": "graph",
        "k": None,
        "anchors": None,
        "metric": "euclidean",
        "scale": "none",
        "graph": "scales",
        "min_size": "0",
        "max_concepts": None,
        "members": True,
        "max_memory": None,
        "groups": None,
        "reporter": None,
    }
    return {**wanted, **changed}


def from_table(values, **changed):
    names = [f"x{j}" for j in range(values.shape[1])]
    return core.from_table(values, names, KNOWN, options(**changed))


def from_neighbors(matrix, **changed):
    rows = (matrix.indptr, matrix.indices, matrix.data)
    return core.from_neighbors(*rows, KNOWN, options(metric="precomputed", **changed))


def heaps(count=3, each=60, width=4, seed=0):
    random = np.random.default_rng(seed)
    return np.concatenate([random.normal(9 * at, 1, (each, width)) for at in range(count)])


@pytest.fixture(scope="module")
def table():
    return heaps()


@pytest.fixture(scope="module")
def core_graph(table):
    return from_table(table, k="10")


def neighbours(graph):
    """Return the rows of the neighbours of each point, which differ by numbers in LEB128."""
    packed = dict(graph.statement("SELECT hex(neighbors) AS x FROM context ORDER BY point_id"))["x"]
    found = []
    for row in map(bytes.fromhex, packed):
        steps, shift = [0], 0
        for at, byte in enumerate(row, 1):
            steps[-1] |= (byte & 127) << shift
            shift = shift + 7 if byte > 127 else 0
            if shift == 0 and at < len(row):
                steps.append(0)
        found.append(np.cumsum(steps).tolist())
    return found


def test_rows_of_the_table_belong_where_its_points_do(table, core_graph):
    own, scores = core_graph.place()
    assert own.shape == (180, 3) and scores.shape == (180,)
    for one, other in zip(core_graph.place(table), (own, scores), strict=True):
        assert np.array_equal(one, other)


def test_shares_are_those_of_the_groups_without_their_parts():
    random = np.random.default_rng(1)
    middles = [(0, 0), (7, 0), (60, 0), (67, 0), (60, 7)]
    values = np.concatenate([random.normal(middle, 1, (400, 2)) for middle in middles])
    graph = ConceptGraph(k=10, scale="none").fit(values)
    names, levels = graph.communities().index, graph.communities()["level"]
    assert (levels == "part").any() and (levels == "join").any()
    assert list(names[levels == "group"]) == list(graph.get_feature_names_out())
    told = graph.sql(
        "SELECT point_id - 1 AS row, community.name AS name, share, outlier FROM in_group "
        "JOIN community ON community.id = community_id JOIN point ON point.id = point_id"
    )
    strengths = np.zeros_like(graph.membership_)
    columns = [list(names).index(name) for name in told["name"]]
    strengths[told["row"], columns] = told["share"] * (1 - told["outlier"])
    assert np.allclose(strengths, graph.membership_)
    assert np.allclose(told.groupby("row")["share"].sum(), 1)
    assert np.allclose(graph.transform(values), graph.membership_)
    assert (graph.predict(values) == graph.labels_).all()


def test_a_stored_graph_places_rows_alike(table, core_graph, tmp_path):
    core_graph.save(str(tmp_path / "graph.db"), False)
    stored = core.open(str(tmp_path / "graph.db"))
    rows = np.random.default_rng(3).normal(9, 8, (500, 4))
    for given in ((), (rows,)):
        for one, other in zip(core_graph.place(*given), stored.place(*given), strict=True):
            assert np.array_equal(one, other)
    assert np.array_equal(core_graph.positions(), stored.positions())


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev", "cosine"])
def test_rows_by_themselves_are_placed_as_all_together(metric):
    random = np.random.default_rng(2)
    graph = from_table(random.normal(size=(700, 30)) + 1, k="12", metric=metric)
    rows = random.normal(size=(200, 30)) + 1
    shares, scores = graph.place(rows)
    for at in range(0, 200, 7):
        share, score = graph.place(rows[at : at + 1])
        assert np.array_equal(share[0], shares[at]) and score[0] == scores[at]


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.int64])
def test_no_rows_make_empty_arrays(core_graph, kind):
    rows = np.empty((0, 4), np.float32 if kind == np.float16 else kind)
    shares, scores = core_graph.place(rows)
    assert (shares.shape, scores.shape) == ((0, 3), (0,))


def test_rows_without_distances_are_told_by_their_number(table):
    graph = from_table(table + 20, k="10", metric="cosine")
    rows = np.ones((3, 4))
    rows[2] = 0
    with pytest.raises(ValueError, match="row 3 has only zeros"):
        graph.place(rows)
    graph = from_table(table, k="10")
    rows[1] = 1e300
    with pytest.raises(ValueError, match="row 2 has values so large"):
        graph.place(rows)
    with pytest.raises(ValueError, match="found 3 columns, but the graph has 4 features"):
        graph.place(rows[:, :3])
    with pytest.raises(ValueError, match="a value is not a finite number"):
        graph.place(np.array([[0, np.nan, 0, 0]]))


def test_graphs_without_distances_place_no_rows():
    context = core.from_context(
        np.array([0, 1, 2]), np.array([0, 1]), ["a", "b"], KNOWN, options(metric="euclidean")
    )
    given = from_table(squareform(pdist(heaps(2, 10))), k="4", metric="precomputed")
    for graph in (context, given):
        with pytest.raises(ValueError, match="this graph was made from"):
            graph.place(np.empty((0, 0)))


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    values = np.random.default_rng(0).normal(size=(1000, 64)).astype(np.float32)
    path = str(tmp_path_factory.mktemp("stored") / "graph.db")
    from_table(values, k="10").save(path, False)
    return path


def test_ctrl_c_ends_it_soon(stored):
    random = np.random.default_rng(1)
    # An opened graph has to search the nearest points again.
    graph = core.open(stored)
    rows = random.normal(size=(30_000, 64))
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.2, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        graph.place(rows)
        # The work was quicker than the timer.
        timer.join()
        time.sleep(1)
    # The limit allows for a busy machine.
    assert time.monotonic() - sent[0] < 15
    assert len(graph.place(rows[:10])[0]) == 10


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev", "cosine"])
def test_outlier_scores_follow_from_the_nearest_different_points(metric):
    values = heaps() + 30
    values[7] = values[3]
    graph = ConceptGraph(metric=metric, scale="none").fit(values)
    scores, labels = graph.outlier_scores_, graph.labels_
    # The 15 nearest points include the point itself, and equal points count as one.
    near = NearestNeighbors(n_neighbors=15, metric=metric).fit(np.delete(values, 7, axis=0))
    widths = near.kneighbors(values)[0][:, -1]
    medians = np.array([np.median(widths[labels == group]) for group in range(labels.max() + 1)])
    assert np.allclose(scores, np.clip(1 - medians[labels] / widths, 0, 1))
    assert scores[7] == scores[3]
    assert np.array_equal(graph.outlier_scores(values), scores)
    assert (graph.outlier_scores(-values) > 0.9).all()


def test_the_context_has_the_neighbours_of_each_point(table, core_graph):
    near = NearestNeighbors(n_neighbors=10).fit(table).kneighbors(table)[1]
    assert neighbours(core_graph) == [sorted(row) for row in near]
    ready = core.from_context(
        np.array([0, 2, 3]), np.array([1, 0, 1]), ["a", "b"], KNOWN, options()
    )
    crosses = ready.statement("SELECT point_id, attribute_id FROM incidence ORDER BY 1, 2")
    assert [values for _, values in crosses] == [[1, 1, 2], [1, 2, 2]]


def test_points_near_one_another_stand_near(table, core_graph):
    positions = core_graph.positions()
    assert positions.shape == (len(table), 2)
    assert np.abs(positions).max() == 1
    heap = np.arange(len(table)) // 60
    middles = np.array([positions[heap == at].mean(axis=0) for at in range(3)])
    assert (cdist(positions, middles).argmin(axis=1) == heap).all()


def test_a_matrix_of_distances_gives_the_same_neighbours(table, core_graph):
    distances = squareform(pdist(table))
    given = from_table(distances, k="10", metric="precomputed", scale="auto")
    assert neighbours(core_graph) == neighbours(given)
    assert given.facts()["metric"] == "precomputed"
    assert given.features() == []
    # Parts and the numbers of equally large groups depend on the order of the values, which
    # distances do not give.
    first, second = (graph.place()[0].argmax(axis=1) for graph in (core_graph, given))
    assert len(set(zip(first, second, strict=True))) == len(set(first)) == len(set(second)) == 3
    assert (
        from_table(distances, metric="precomputed").facts()["k"] == from_table(table).facts()["k"]
    )


def test_what_is_no_matrix_of_distances_is_told_by_row_and_column(table):
    distances = squareform(pdist(table[:5]))
    for row, column, value, words in [
        (1, 1, 0.5, r"row 2 \(d2\), column 2 \(d2\): found 0.5, the distance of a point"),
        (3, 1, -1.0, r"row 4 \(d4\), column 2 \(d2\): found -1, a negative distance"),
        (3, 1, 99.0, r"row 4 \(d4\), column 2 \(d2\): found 99, but"),
    ]:
        wrong = distances.copy()
        wrong[row, column] = value
        with pytest.raises(ValueError, match=words):
            from_table(wrong, k="2", metric="precomputed")
    wrong[2, 1] = np.nan
    with pytest.raises(ValueError, match=r"X\[2, 1\]: NaN is not a finite number; give the dist"):
        ConceptGraph(k=2, metric="precomputed").fit(wrong)
    with pytest.raises(ValueError, match="a table of size 5 x 4 is not a distance matrix"):
        from_table(distances[:, :4], k="2", metric="precomputed")
    with pytest.raises(ValueError, match='scale = "standard" is for features'):
        from_table(distances, k="2", metric="precomputed", scale="standard")


def test_sparse_distances_give_the_same_neighbours(table, core_graph):
    given = kneighbors_graph(table, 10, mode="distance", include_self=True)
    others = kneighbors_graph(table, 9, mode="distance")
    many = kneighbors_graph(table, 30, mode="distance")
    graphs = [
        from_neighbors(given),
        from_neighbors(others),
        from_neighbors(many, k="10"),
        from_neighbors(sparse.csr_matrix(many), k="10", scale="auto"),
    ]
    assert all(neighbours(one) == neighbours(core_graph) for one in graphs)
    assert [graph.facts()["k"] for graph in graphs] == [10] * 4
    assert not any(graph.notes for graph in graphs)


def test_an_explicit_zero_is_a_neighbour():
    starts, targets = np.array([0, 2, 3, 4]), np.array([1, 2, 0, 0])
    graph = core.from_neighbors(starts, targets, np.array([0, 5.0, 0, 5]), KNOWN, options())
    assert neighbours(graph) == [[0, 1, 2], [0, 1], [0, 2]]
    two = core.from_neighbors(starts, targets, np.array([0, 5.0, 0, 5]), KNOWN, options(k="2"))
    assert neighbours(two) == [[0, 1], [0, 1], [0, 2]]
    three = core.from_neighbors(starts, targets, np.array([0, 5.0, 0, 5]), KNOWN, options(k="3"))
    assert "2 points have fewer than k neighbours; all are kept." in three.notes


def test_sparse_distances_make_the_graph_of_the_command_line(table, tmp_path):
    matrix = kneighbors_graph(table, 12, mode="distance").tocoo()
    links = ["source,target,distance"]
    names = [f"d{at + 1}" for at in range(len(table))]
    for source, target, value in zip(matrix.row, matrix.col, matrix.data, strict=True):
        links.append(f"{names[source]},{names[target]},{float(value)!r}")
    (tmp_path / "graph.csv").write_text("\n".join(links))
    for k in (None, 8):
        words = ["build", tmp_path / "graph.csv", "--neighbors", "-o", tmp_path / f"{k}.db"]
        words += [] if k is None else ["-k", str(k)]
        run = [sys.executable, "-m", "conceptgraph", *map(str, words)]
        subprocess.run(run, check=True, cwd=tmp_path, capture_output=True)
        known = {**KNOWN, "names": names}
        wanted = options(k=None if k is None else str(k), metric="precomputed")
        rows = (matrix.tocsr().indptr, matrix.tocsr().indices, matrix.tocsr().data)
        graph = core.from_neighbors(*rows, known, wanted)
        assert graph.facts() == core.open(str(tmp_path / f"{k}.db")).facts()


def test_what_is_no_graph_of_distances_is_refused(table):
    matrix = kneighbors_graph(table, 5, mode="distance")
    for changed, words in [
        ({"k": "0"}, "k: k = 0 is not possible"),
        ({"k": "5%"}, "k of given neighbours must be a number"),
        ({"anchors": 20}, "anchors are for tables"),
        ({"scale": "minmax"}, 'scale = "minmax" is for features'),
    ]:
        with pytest.raises(ValueError, match=words):
            from_neighbors(matrix, **changed)
    for value in (-1.0, np.nan, np.inf):
        wrong = matrix.copy()
        wrong.data[7] = value
        column = wrong.indices[7] + 1
        with pytest.raises(ValueError, match=f"row 2, column {column}: .* is not a distance"):
            from_neighbors(wrong)
    for starts, targets in [([0, 1, 2], [1, 2]), ([0, 1, 9], [1, 0]), ([0, 1, 2], [-1, 0])]:
        given = (np.array(starts), np.array(targets), np.ones(2))
        with pytest.raises(ValueError, match="not a square sparse matrix"):
            core.from_neighbors(*given, KNOWN, options())
    with pytest.raises(ValueError, match="a graph needs at least 2 rows, not 1"):
        core.from_neighbors(np.array([0, 0]), np.array([], int), np.array([]), KNOWN, options())


def test_a_graph_beside_itself_and_another():
    values = heaps()
    graph = from_table(values, k="10")
    same = graph.compare(graph)
    assert same["said"] == ["nothing changed among 180 points; both are the same graph"]
    assert set(dict(same["rows"])["change"]) == {"same"}
    assert not dict(same["points"])["point"]
    moved = values.copy()
    moved[:10] += 18
    other = from_table(moved, k="10")
    found = graph.compare(other)
    points = dict(found["points"])
    assert points["point"] == [f"d{at + 1}" for at in range(10)]
    assert found["said"][-1].startswith("10 of 180 points changed community: 10 moved")
    back = dict(other.compare(graph)["points"])
    assert (back["one"], back["other"]) == (points["other"], points["one"])
    fewer = from_table(values[:100], k="10")
    with pytest.raises(ValueError, match="are of different tables"):
        fewer.compare(from_table(heaps(seed=9), k="10"))
    assert graph.compare(fewer)["said"][0] == "80 points are in the first graph alone and left out"


def test_graphs_are_compared_both_ways_at_once(core_graph):
    other = from_table(heaps(seed=4), k="8")
    said = []

    def compare(one, two):
        for _ in range(30):
            said.append(one.compare(two)["said"])

    threads = [
        threading.Thread(target=compare, args=pair)
        for pair in [(core_graph, other), (other, core_graph)]
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert len(said) == 60
