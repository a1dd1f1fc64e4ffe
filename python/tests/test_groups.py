"""Groups, their shares, their tree, and points in no group."""

import warnings

import numpy as np
import pandas
import pytest
from conceptgraph import ConceptGraph, open_graph
from conceptgraph._tree import Tree, main_shares, sum_shares
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


def test_shares_and_labels_are_of_one_kind(found):
    shares = found.membership_.toarray()
    assert np.allclose(shares.sum(axis=1), 1)
    assert (found.labels_ == shares.argmax(axis=1)).all()
    assert np.allclose(found.probabilities_, shares.max(axis=1))
    frame = found.membership_frame_
    assert list(frame.columns) == list(found.get_feature_names_out())
    assert (frame.to_numpy() == shares).all()
    assert found.separation_.shape == (shares.shape[1],)
    assert (
        found.separation_.tolist() == found.communities()["separation"][: shares.shape[1]].tolist()
    )


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
    assert (tree["points"] == rows["points"][tree.index]).all()


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


def test_the_tree_is_cut_elsewhere(blobs, found):
    made = tree(*THREE)
    cuts = {count: [made.names[at] for at in cut] for count, cut in made.cuts().items()}
    assert cuts == {
        1: ["g1+g2+g3"],
        2: ["g1", "g2+g3"],
        3: ["g1", "g2", "g3"],
        4: ["g1", "g2", "g3.1", "g3.2"],
        5: ["g2", "g3", "g1.1", "g1.2", "g1.3"],
        6: ["g2", "g1.1", "g1.2", "g1.3", "g3.1", "g3.2"],
    }
    count = len(found.separation_)
    fewer = ConceptGraph(k=8, n_communities=count - 1).fit(blobs[0])
    assert fewer.membership_.shape[1] == count - 1 == len(set(fewer.labels_))
    assert np.allclose(fewer.membership_.sum(axis=1), 1)
    # Two groups became one, and the others stayed the same.
    pairs = pandas.crosstab(found.labels_, fewer.labels_) > 0
    assert (pairs.sum(axis=1) == 1).all() and sorted(pairs.sum(axis=0))[-1] == 2
    assert (fewer.predict(blobs[0]) == fewer.labels_).all()
    assert list(fewer.get_feature_names_out()) == list(fewer.membership_frame_.columns)
    assert fewer.n_communities_ == count - 1
    names = fewer.communities()["label"]
    assert names[names >= 0].sort_values().index.tolist() == list(fewer.get_feature_names_out())
    fewer.set_params(n_communities=None)
    assert len(set(fewer.labels_)) == count - 1
    with pytest.raises(ValueError, match=r"n_communities = 99 is not possible; .* into 1, 3, 4, 5"):
        ConceptGraph(k=8, n_communities=99).fit(blobs[0])
    with pytest.raises(ValueError, match="n_communities must be a whole number from 1, not 0"):
        ConceptGraph(n_communities=0).fit(blobs[0])


def test_parts_add_up_to_their_groups():
    values, _ = make_blobs(800, 2, centers=1, random_state=0)
    graph = ConceptGraph(k=8).fit(values)
    assert graph.membership_.shape == (800, 1)
    counts = sorted(graph._tree.cuts())
    assert len(counts) > 1
    parts = ConceptGraph(k=8, n_communities=counts[-1]).fit(values)
    assert np.allclose(parts.membership_.sum(axis=1), graph.membership_.sum(axis=1))
    assert set(parts.labels_) == set(range(counts[-1]))
    assert parts.get_feature_names_out()[0].startswith("g1.")
    assert np.allclose(parts.transform(values), parts.membership_.toarray())


def test_shares_are_added_up():
    starts, of = np.array([0, 2, 2, 5]), np.array([0, 1, 1, 0, 2])
    shares = np.array([0.25, 0.75, 0.5, 0.25, 0.25])
    rows = sum_shares(starts, of, shares, np.array([1, 0, 1]), 2)
    assert [array.tolist() for array in rows] == [
        [0, 2, 2, 4],
        [0, 1, 0, 1],
        [0.75, 0.25, 0.5, 0.5],
    ]
    labels, most = main_shares(*rows)
    assert labels.tolist() == [0, -1, 0] and most.tolist() == [0.75, 0, 0.5]


def test_the_score_tells_groups_from_none(blobs, found):
    assert found.score(blobs[0]) > 0.95
    assert ConceptGraph(k=8).fit(blobs[0][:, :1] * 0).score(blobs[0][:, :1]) == 0
    one = np.random.default_rng(3).normal(size=(400, 3))
    assert ConceptGraph(k=8).fit(one).score(one) < found.score(blobs[0])
    with pytest.raises(ValueError, match="no row"):
        found.score(blobs[0][:0])


def test_model_selection_and_pipelines_take_it():
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    values, truth = make_blobs(600, 3, centers=5, cluster_std=0.7, random_state=4)
    wild = np.column_stack([values, np.random.default_rng(0).normal(size=len(values)) * 200])
    grid = {"scale": ["none", "standard"], "n_communities": [None]}
    search = GridSearchCV(ConceptGraph(k=8), grid, cv=3).fit(wild)
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
    for name in ("labels_", "probabilities_", "outlier_scores_", "separation_", "linkage_"):
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
    assert graph.lca(0, 1).label is None


def test_what_was_decided_is_warned_of():
    graph = ConceptGraph()
    # The build chooses anchors only for very many points.
    graph.anchors_ = 2000
    with pytest.warns(UserWarning, match="anchors=0 searches all points"):
        graph._warn()
    graph.anchors = 2000
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        graph._warn()


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
        "separation_",
        "n_communities_",
        "names_",
        "facts_",
        "verdict_",
        "members_",
        "covers_",
        "membership_frame_",
    ]:
        assert not hasattr(graph, ask), ask
        with pytest.raises(NotFittedError, match="call fit"):
            getattr(graph, ask)
    for act in (
        lambda: graph["g1"],
        lambda: graph.landmarks(None),
        lambda: graph.plot_tree(),
        lambda: graph.get_feature_names_out(),
        lambda: graph.predict([[1.0]]),
        lambda: graph.save("x.db"),
        lambda: graph.compare(graph),
    ):
        with pytest.raises(NotFittedError, match="call fit"):
            act()


def test_few_different_rows_tell_nothing():
    three = np.repeat([[0.0, 0], [5, 5], [9, 1]], 200, axis=0)
    said = "3 different points: too few to tell whether groups stand apart."
    assert ConceptGraph().fit(three).verdict_ == said
    one = np.random.default_rng(0).normal(size=(300, 2))
    assert "one continuum" in ConceptGraph(k=8).fit(one).verdict_
