"""Groups, their shares, their tree, and points in no group."""

import json
import pickle
import re
import threading

import numpy as np
import pandas
import pytest
from conceptgraph import ConceptGraph, open_graph
from conceptgraph._answers import Tree
from conftest import EXAMPLES
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score, roc_auc_score


@pytest.fixture(scope="module")
def blobs():
    return make_blobs(600, 3, centers=5, cluster_std=1.6, random_state=4)


@pytest.fixture(scope="module")
def found(blobs):
    return ConceptGraph(k=8).fit(blobs[0])


def tree(*rows):
    """Return a tree of communities from rows of (name, parent, separation)."""
    names, parents, separations = zip(*rows, strict=True)
    levels = ["part" if "." in name else "join" if "+" in name else "group" for name in names]
    columns = {"community": names, "level": levels, "parent": parents, "separation": separations}
    return Tree({name: list(of) for name, of in columns.items()})


THREE = (
    ("g1", "g1+g2+g3", 0.9),
    ("g2", "g2+g3", 0.2),
    ("g3", "g2+g3", 0.2),
    ("g1.1", "g1", 0.0),
    ("g1.2", "g1", 0.0),
    ("g1.3", "g1", 0.0),
    ("g3.1", "g3", 0.0),
    ("g3.2", "g3", 0.0),
    ("g2+g3", "g1+g2+g3", 0.9),
    ("g1+g2+g3", None, None),
)


def test_strengths_are_shares_less_by_the_outlier_score(found):
    told = found.sql(
        "SELECT point_id - 1 AS row, community_id - 1 AS at, share, outlier FROM in_group "
        "JOIN point ON point.id = point_id"
    )
    shares = np.zeros((600, len(found.get_feature_names_out())))
    shares[told["row"], told["at"]] = told["share"]
    outliers = found.sql("SELECT outlier FROM point ORDER BY id")["outlier"].to_numpy()
    assert np.allclose(shares.sum(axis=1), 1) and np.array_equal(outliers, found.outlier_scores_)
    assert np.allclose(found.membership_, shares * (1 - outliers)[:, None])
    assert (found.labels_ == shares.argmax(axis=1)).all()
    assert np.array_equal(found.probabilities_, found.membership_.max(axis=1))


def test_a_point_in_no_group_has_no_label():
    crosses = np.random.default_rng(1).random((41, 12)) < 0.5
    crosses[:20, :6] = crosses[20:40, 6:] = crosses[40] = False
    crosses[:20, 6] = crosses[20:40, 0] = True
    graph = ConceptGraph(metric="context").fit(crosses)
    assert graph.labels_[40] == -1 and graph.probabilities_[40] == 0
    assert len(set(graph.labels_[:20])) == len(set(graph.labels_[20:40])) == 1
    assert set(graph.labels_) == {-1, 0, 1}
    assert graph.outlier_scores_[40] == graph.outlier_scores_.max() == 1


def test_noise_stands_far_from_its_group():
    values, _ = make_blobs(1500, 4, centers=4, random_state=1)
    random = np.random.default_rng(0)
    noise = random.uniform(values.min(axis=0) - 2, values.max(axis=0) + 2, size=(150, 4))
    table, is_noise = np.vstack([values, noise]), np.repeat([0, 1], [1500, 150])
    graph = ConceptGraph(k=5, scale="none").fit(table)
    scores = graph.outlier_scores_
    assert scores.shape == (1650,) and scores.min() >= 0 and scores.max() <= 1
    assert roc_auc_score(is_noise, scores) > 0.98
    assert (scores[is_noise == 1] > 0.5).mean() > 0.9
    assert (scores[is_noise == 0] > 0.5).mean() < 0.05
    assert (graph.probabilities_[is_noise == 1] < 0.5).mean() > 0.9
    assert (graph.probabilities_[is_noise == 0] > 0.5).mean() > 0.9
    assert (graph.transform([[1e6] * 4]) < 1e-3).all() and graph.predict([[1e6] * 4])[0] in range(4)


def test_outliers_without_distances():
    from sklearn.neighbors import kneighbors_graph

    values, _ = make_blobs(300, 3, centers=2, cluster_std=0.8, random_state=2)
    table = np.vstack([values, np.array([[0, 40, 0], [0, -50, 3]]) + values.mean(axis=0)])
    near = kneighbors_graph(table, 15, mode="distance")
    graph = ConceptGraph(metric="precomputed").fit(near)
    scores = graph.outlier_scores_
    assert min(scores[300:]) > 0.9 and np.median(scores) == 0 and (scores > 0.9).sum() < 10
    same = ConceptGraph(k=3).fit(np.ones((10, 2)))
    assert same.outlier_scores_.tolist() == [0.0] * 10


def test_the_tree_is_that_of_the_communities(found):
    rows, tree = found.communities(), found.hierarchy_
    assert sorted(tree.index) == sorted(rows.index)
    for name, parent in tree["parent"].items():
        if isinstance(parent, str):
            assert list(tree.index).index(parent) < list(tree.index).index(name)
            assert tree["depth"][name] == tree["depth"][parent] + 1
            assert tree["height"][parent] >= tree["separation"][name]
        else:
            assert tree["depth"][name] == 0
    assert (tree["size"] == rows["size"][tree.index]).all()


def test_the_tree_is_a_linkage_of_scipy(found):
    hierarchy = pytest.importorskip("scipy.cluster.hierarchy")
    assert hierarchy.is_valid_linkage(found.linkage_) and hierarchy.is_monotonic(found.linkage_)
    drawn = hierarchy.dendrogram(found.linkage_, labels=found.leaves_, no_plot=True)
    assert sorted(drawn["ivl"]) == sorted(found.leaves_)
    made = tree(*THREE)
    leaves = [made.names[at] for at in made.leaves()]
    assert leaves == ["g1.1", "g1.2", "g1.3", "g2", "g3.1", "g3.2"]
    assert made.linkage().tolist() == [
        [4, 5, 0, 2],
        [0, 1, 0, 2],
        [2, 7, 0, 3],
        [3, 6, 0.2, 3],
        [8, 9, 0.9, 6],
    ]
    assert tree(("g1", None, None)).linkage().shape == (0, 4)


def test_the_tree_is_cut_into_any_number_of_groups(blobs, found):
    fits, faults = {}, {}
    for count in range(1, 40):
        try:
            fits[count] = ConceptGraph(k=8, n_communities=count).fit(blobs[0])
        except ValueError as error:
            faults[count] = str(error)
    least, most = min(fits), max(fits)
    assert list(fits) == list(range(least, most + 1))
    for count, fault in faults.items():
        possible = f"least {least}" if count < least else f"most {most}"
        assert fault == f"the points can be cut into at {possible} groups, not {count}"
    assert least < len(found.get_feature_names_out()) < most < 39
    for count in range(least, most + 1):
        cut = fits[count]
        names = [f"g{at + 1}" for at in range(count)]
        rows = cut.communities()
        assert list(rows.index[rows["level"] == "group"]) == names
        assert list(cut.get_feature_names_out()) == names
        assert cut.membership_.shape == (600, count) and set(cut.labels_) == set(range(count))
        assert cut.facts_["groups"] == count and cut.verdict_.startswith(f"Cut into {count} groups")
        assert (cut.predict(blobs[0]) == cut.labels_).all()
        if count > least:
            # Each group lies in one group of the coarser cut, but for a point with a small share.
            coarser = [set(fits[count - 1].community(f"g{at + 1}")) for at in range(count - 1)]
            for name in names:
                assert min(len(set(cut.community(name)) - group) for group in coarser) <= 1
    for wrong in (0, -1, 2.5, "3", True):
        with pytest.raises(ValueError, match="n_communities must be a whole number from 1, not"):
            ConceptGraph(n_communities=wrong).fit(blobs[0])


def test_every_surface_has_the_groups_of_a_cut(blobs, found, tmp_path):
    count = len(found.get_feature_names_out()) + 2
    cut = ConceptGraph(k=8, n_communities=count).fit(blobs[0])
    cut.save(tmp_path / "cut.db")
    there = open_graph(tmp_path / "cut.db")
    assert there.n_communities == count
    for one in (there, pickle.loads(pickle.dumps(cut))):
        assert np.array_equal(one.membership_, cut.membership_)
        assert np.array_equal(one.labels_, cut.labels_)
        assert np.array_equal(one.transform(blobs[0]), cut.transform(blobs[0]))
        assert one.communities().equals(cut.communities()) and one.facts_ == cut.facts_
        assert str(one.compare(cut)).startswith("nothing changed among 600 points")
    changed = found.compare(cut)
    assert not str(changed).startswith("nothing changed") and len(changed.points)
    assert set(changed.groups.loc[changed.groups["kind"] == "community", "other"].dropna()) <= {
        f"g{at + 1}" for at in range(count)
    }
    page = json.loads(re.search(r'id="data"[^>]*>([^<]*)<', cut.page().html)[1])
    groups = [one["name"] for one in page["communities"] if one["level"] == "group"]
    assert groups == list(cut.get_feature_names_out()) and len(groups) == count
    # The parameter alone changes nothing before another fit.
    cut.set_params(n_communities=None)
    assert len(set(cut.labels_)) == count
    assert np.array_equal(cut.fit(blobs[0]).labels_, found.labels_)


def test_model_selection_and_pipelines_take_it():
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    values, truth = make_blobs(600, 3, centers=5, cluster_std=0.7, random_state=4)
    wild = np.column_stack([values, np.random.default_rng(0).normal(size=len(values)) * 200])
    grid = {"scale": ["none", "standard"], "n_communities": [None]}
    search = GridSearchCV(ConceptGraph(k=8), grid, cv=3, scoring="adjusted_rand_score")
    search.fit(wild, truth)
    assert search.best_params_["scale"] == "standard"
    assert adjusted_rand_score(truth, search.predict(wild)) > 0.9
    steps = make_pipeline(StandardScaler(), ConceptGraph(k=8, scale="none"))
    frame = pandas.DataFrame(values, index=[f"row {at}" for at in range(len(values))])
    frame.columns = ["a", "b", "c"]
    shares = steps.set_output(transform="pandas").fit_transform(frame)
    assert shares.index.equals(frame.index) and shares.columns[0] == "g1"
    assert steps.transform(frame).equals(shares)


def test_a_stored_graph_has_the_same_groups(found, tmp_path):
    found.save(tmp_path / "blobs.db")
    there = open_graph(tmp_path / "blobs.db")
    for name in (
        "labels_",
        "probabilities_",
        "outlier_scores_",
        "membership_",
        "linkage_",
        "embedding_",
    ):
        assert np.array_equal(getattr(there, name), getattr(found, name), equal_nan=True), name
    assert there.hierarchy_.equals(found.hierarchy_)


def test_a_second_fit_leaves_nothing_of_the_first(blobs):
    frame = pandas.DataFrame(blobs[0], columns=list("abc"))
    graph = ConceptGraph(k=8).fit(frame, labels=blobs[1])
    for name in ("labels_", "hierarchy_", "outlier_scores_", "membership_", "members_", "covers_"):
        getattr(graph, name)
    graph.fit(blobs[0][:100, :2])
    fresh = ConceptGraph(k=8).fit(blobs[0][:100, :2])
    assert vars(graph).keys() == vars(fresh).keys()
    assert graph.n_features_in_ == 2 and not hasattr(graph, "feature_names_in_")
    assert graph.labels_.shape == graph.outlier_scores_.shape == (100,)
    assert graph.lca(0, 1).majority is None


def test_nothing_is_known_before_a_fit():
    from sklearn.exceptions import NotFittedError

    graph = ConceptGraph()
    for ask in [
        "labels_",
        "probabilities_",
        "outlier_scores_",
        "membership_",
        "hierarchy_",
        "linkage_",
        "leaves_",
        "index_",
        "embedding_",
        "notes_",
        "names_",
        "facts_",
        "verdict_",
        "members_",
        "covers_",
    ]:
        assert not hasattr(graph, ask), ask
        with pytest.raises(NotFittedError, match="call fit"):
            getattr(graph, ask)
    for act in (
        lambda: graph.community("g1"),
        lambda: graph.landmarks(None),
        lambda: graph.plot(),
        lambda: graph.get_feature_names_out(),
        lambda: graph.predict([[1.0]]),
        lambda: graph.save("x.db"),
        lambda: graph.compare(graph),
        lambda: graph.describe([1]),
        lambda: graph.contrast("g1", "g2"),
        lambda: graph.why("a", 1),
        lambda: graph.lca(0),
        lambda: graph.nearest(0),
        lambda: graph.between("g1", "g2"),
        lambda: graph.query("profile", "g1"),
        lambda: graph.sql(),
        lambda: graph.draw(around="c1"),
        lambda: graph.draw(lca=[0]),
        lambda: graph.plot([1, 2]),
    ):
        with pytest.raises(NotFittedError, match="call fit"):
            act()


def test_few_different_rows_tell_nothing():
    three = np.repeat([[0.0, 0], [5, 5], [9, 1]], 200, axis=0)
    said = "3 different points: too few to tell whether groups stand apart."
    assert ConceptGraph().fit(three).verdict_ == said
    one = np.random.default_rng(0).normal(size=(300, 2))
    assert "one continuum" in ConceptGraph(k=8).fit(one).verdict_


def test_an_opened_graph_has_the_parameters_that_give_it(blobs, tmp_path):
    rows = blobs[0][:40]
    for given in (ConceptGraph(graph="full", min_size=3, k=9), ConceptGraph(n_communities=2)):
        given.fit(rows).save(tmp_path / f"{given.k}.db")
        there = open_graph(tmp_path / f"{given.k}.db")
        assert (there.k, there.min_size) == (given.k, given.min_size)
        assert there.graph == given.graph
        assert there.fit(rows).facts_ == given.facts_
    assert there.fit(rows[:10]).k_ == 5


def test_a_reader_sees_one_state_during_a_fit(blobs):
    graph, faults, is_over = ConceptGraph(k=5).fit(blobs[0][:80]), [], threading.Event()

    def read():
        while not is_over.is_set():
            try:
                graph.communities()
                graph.hierarchy_.keys()
                graph.describe("g1")
            except Exception as error:
                faults.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    for count in (40, 80) * 4:
        graph.fit(blobs[0][:count])
    is_over.set()
    reader.join()
    assert not faults and len(graph.labels_) == 80


def test_groups_that_merge_are_named():

    frame = pandas.read_csv(EXAMPLES / "iris.csv").drop(columns="class")
    merged = ConceptGraph(n_communities=3).fit(frame)
    change = str(ConceptGraph().fit(frame).compare(merged))
    assert "g2 and g3 merged into g1 of the second graph" in change


def test_a_graph_without_columns_has_no_contrast(blobs):
    graph = ConceptGraph(metric="context").fit(blobs[0][:40] > 0)
    with pytest.raises(ValueError, match="this graph has no columns to compare"):
        graph.contrast([0], [1])
