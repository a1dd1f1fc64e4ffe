"""Answers on points and sets of points, compared with the table and with the members."""

import re

import numpy as np
import pandas
import pytest
from conceptgraph import ConceptGraph
from conceptgraph._answers import METHODS


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
        (lambda: graph.describe(999), "there is no point 999; the 150 labels are from 0 to 149"),
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
    assert {"concept", "point", "in_group"} <= set(graph.sql()["table"])


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
    shares = graph.sql("SELECT share FROM in_group WHERE community_id = 2 AND point_id = 78")
    assert between.loc[77, "share"] == pytest.approx(shares["share"][0])
    assert set(between.index) == set(graph.community("g2")) & set(graph.community("g3")) > {77}
    assert len(graph.between(limit=3)) == 3
