"""Answers are indexed by the labels of the user's data."""

import pickle

import numpy as np
import pandas
import pytest
from conceptgraph import Cluster, ConceptGraph, open_graph

VALUES = np.array([[0.0, 0], [1, 1], [2, 0], [10, 5], [11, 6], [12, 5]])
DATES = pandas.date_range("2024-01-30", periods=6)
PAIRS = pandas.MultiIndex.from_product([["a", "b"], [1, 2, 3]], names=["site", "visit"])
INDEXES = {
    "counted": pandas.RangeIndex(6),
    "counted from 50": pandas.RangeIndex(50, 56),
    "downwards": pandas.RangeIndex(5, -1, -1),
    "filtered": pandas.Index([3, 14, 15, 92, 65, 35]),
    "words": pandas.Index(["Ann", "Bo b", "C,d", '"e"', "{f}", "g1"]),
    "fractions": pandas.Index([0.5, 1.5, 2.5, 3.5, 4.5, 5.5]),
    "dates": DATES,
    "pairs": PAIRS,
    "objects": pandas.Index([1, "1 ", 2.5, ("t", 1), None, False], dtype=object),
    "categories": pandas.CategoricalIndex(list("uvwxyz")),
    "downward names": pandas.Index(["d6", "d5", "d4", "d3", "d2", "d1"]),
}


def fitted(index, **options):
    frame = pandas.DataFrame(VALUES, columns=["x", "y"], index=index)
    return frame, ConceptGraph(k=3, graph="full", **options).fit(frame)


@pytest.mark.parametrize("index", INDEXES.values(), ids=INDEXES.keys())
def test_an_answer_selects_rows_of_the_table(index):
    frame, graph = fitted(index)
    assert graph.index_.equals(index)
    one, other = index[0], index[1]
    both = graph.lca(one, other)
    assert both.rows.tolist() == [0, 1, 2]
    assert both.index.equals(index[:3])
    assert frame.iloc[both.rows].equals(frame.loc[both.index])
    assert one in both and index[5] not in both and "no such" not in both
    assert list(both) == index[:3].tolist() and len(both) == both.size == 3
    assert graph.lca([one, other]) == graph.lca(index[:2]) == graph.lca(*index[:2]) == both
    mask = np.arange(6) < 2
    assert graph.lca(mask) == graph.lca(pandas.Series(mask, index=index)) == both
    near = graph.nearest(one, 2)
    assert set(near.index) == {index[1], index[2]}
    assert frame.loc[near.index].shape == (2, 2)
    assert graph.containing(one)[0].rows[0] == 0
    for wanted in ([one, other], index[:2], mask, pandas.Series(mask, index=index)):
        assert graph.describe(wanted).startswith("2 points of 6. ")
    said = graph.why(one, index[5])
    assert said == graph.why(graph.names_[0], graph.names_[5]) != graph.why([one], index[5])
    means = graph.contrast([one, other], graph.lca(*index[3:])).set_index("column")
    assert means.loc["x", ["one", "other"]].tolist() == [0.5, 11]
    with pytest.raises(ValueError, match="is one point; give a set of points"):
        graph.contrast(one, both)
    assert both.centre in both and graph.containing(one)[0].centre in index


@pytest.mark.parametrize("index", INDEXES.values(), ids=INDEXES.keys())
def test_names_are_known_as_pictures_have_them(index):
    _, graph = fitted(index)
    for row, name in enumerate(graph.names_):
        if graph._labels.find(name) == row:
            assert row in graph.lca(name).rows
    assert len(set(graph.names_)) == 6


def test_rows_of_arrays_count_from_zero():
    graph = ConceptGraph(k=3, graph="full").fit(VALUES)
    assert graph.index_.tolist() == list(range(6))
    assert graph.lca(0, 1) == graph.lca("d1", "d2") == graph.lca(np.int64(0), np.array([1]))
    assert graph.lca(0, 1).index.tolist() == [0, 1, 2]
    assert VALUES[graph.lca(3, 4).rows][:, 0].tolist() == [10, 11, 12]


def test_labels_that_stand_twice_are_told_apart_by_row():
    index = pandas.Index(list("aabcde"))
    _, graph = fitted(index)
    assert graph.names_ == [f"d{row + 1}" for row in range(6)]
    with pytest.raises(ValueError, match='several points have the label "a"'):
        graph.lca("a")
    both = graph.lca("d1", "b")
    assert both.rows.tolist() == [0, 1, 2] and both.index.tolist() == ["a", "a", "b"]
    assert "c" not in both and "b" in both


def test_a_stored_graph_has_its_names_or_rows_for_labels(tmp_path):
    for name, index in INDEXES.items():
        _, graph = fitted(index)
        graph.save(tmp_path / f"{name}.db")
        there = open_graph(tmp_path / f"{name}.db")
        expected = list(range(6)) if name == "counted" else graph.names_
        assert list(there.index_) == expected
        assert there.lca(expected[0], expected[1]).rows.tolist() == [0, 1, 2]
        assert list(there.feature_names_in_) == ["x", "y"] and there.n_features_in_ == 2


def test_rows_that_were_left_out_keep_their_numbers(tmp_path):
    from test_graph import program

    frame = pandas.DataFrame(VALUES, columns=["x", "y"])
    gap = pandas.concat([frame.iloc[:1], pandas.DataFrame({"x": [None], "y": [1]}), frame.iloc[1:]])
    gap.to_csv(tmp_path / "t.csv", index=False)
    words = ["t.csv", "--missing", "drop", "--k", "3", "--graph", "full", "-q"]
    program("build", *words, cwd=tmp_path)
    there = open_graph(tmp_path / "t.db")
    table = pandas.read_csv(tmp_path / "t.csv")
    assert there.index_.tolist() == [0, 2, 3, 4, 5, 6]
    both = there.lca(0, 2)
    assert both.rows.tolist() == [0, 1, 2] and both.index.tolist() == [0, 2, 3]
    assert table.loc[both.index, "x"].tolist() == [0, 1, 2]


def test_points_that_are_not_there():
    _, graph = fitted(INDEXES["filtered"])
    _, words = fitted(INDEXES["words"])
    _, pairs = fitted(PAIRS)
    cases = [
        (lambda: graph.lca(4), "there is no point 4; the 6 labels are such as 3 and 35"),
        (lambda: graph.lca(14.5), "there is no point 14.5"),
        (lambda: graph.lca(True), "there is no point True"),
        (lambda: graph.lca([True, False]), "2 booleans for 6 points"),
        (lambda: graph.lca(None), "there is no point None"),
        (lambda: graph.lca([3, [14]]), "there is no point [14]"),
        (lambda: graph.lca(), "give at least one point"),
        (lambda: graph.lca([]), "give at least one point"),
        (lambda: graph.containing("An"), 'there is no point "An"'),
        (lambda: words.containing("An"), 'there is no point "An", did you mean "Ann"?'),
        (
            lambda: pairs.lca(("a", 4)),
            "there is no point ('a', 4); the 6 labels are such as ('a', 1) and ('b', 3)",
        ),
        (lambda: pairs.containing(("a", 4)), "there is no point ('a', 4)"),
        (lambda: graph.nearest(4), "there is no point 4"),
        (lambda: graph.why(3, 4), "there is no point 4"),
        (lambda: graph.draw(containing=4), "there is no point 4"),
        (lambda: graph.draw(lca=[3, 4]), "there is no point 4"),
        (lambda: graph.contrast([3, 4], [14]), "there is no point 4"),
        (lambda: pairs.describe(("a", 1)), "('a', 1) is one point; give a set of points"),
        (lambda: words.describe("g1"), '"g1" is a point and a community too; give ["g1"] for the'),
    ]
    for act, said in cases:
        with pytest.raises(ValueError) as raised:
            act()
        assert said in str(raised.value), raised.value


def test_a_cluster_stands_wherever_one_is_taken():
    _, graph = fitted(INDEXES["counted"])
    near, far = graph.lca(0, 1), graph.lca(3, 4)
    assert graph.cluster(near.name) == near
    assert graph.query("profile", near).equals(graph.query("profile", near.name))
    assert graph.lca(near, far).size == 6
    assert graph.contrast(near, far)["column"].tolist() == ["x", "y"]
    assert graph.draw(around=near).svg == graph.draw(around=near.name).svg
    for name in ("c99", "c0", "c", "", "99"):
        with pytest.raises(ValueError, match=f"there is no cluster '{name}'; there are c1 to c"):
            graph.cluster(name)


def test_clusters_are_ordered_by_their_points():
    _, graph = fitted(INDEXES["words"])
    near, whole = graph.lca("Ann", "Bo b"), graph.lca("Ann", "g1")
    far = graph.lca('"e"', "g1")
    assert near < whole and near <= whole and whole > near and whole >= near and near <= near
    assert not near < near and not near < far and not far <= near
    with pytest.raises(TypeError):
        assert near < 3
    with pytest.raises(ValueError, match="read-only"):
        near.rows[0] = 1


def test_classes_are_those_that_were_given():
    labels = [7, 7, 7, 2, 2, 2]
    frame = pandas.DataFrame(VALUES)
    for given in (labels, np.array(labels), pandas.Series(labels), pandas.DataFrame({"y": labels})):
        graph = ConceptGraph(k=3, graph="full").fit(frame, labels=given)
        assert graph.lca(0, 1).majority == 7 and type(graph.lca(0, 1).majority) is not str
        assert set(graph.communities()["class"]) <= {7, 2}
        assert graph.query("points")["class"].tolist() == labels
        assert set(graph.nearest(0, 3)["point_class"]) <= {7, 2}
        # The empty cluster has no class.
        found = graph.query("largest")["class"].tolist()
        assert None in found and {type(one) for one in found} == {int, type(None)}


def test_rows_without_a_label_are_a_class_of_their_own():
    for none in (None, np.nan, pandas.NA):
        graph = ConceptGraph(k=3).fit(VALUES, labels=["a", None, none, "b", none, "b"])
        classes = graph.query("points")["class"]
        assert classes.fillna("-").str[0].tolist() == list("auubub")
        assert classes[1] == "unlabelled"
    with pytest.raises(ValueError, match="no row has a label"):
        ConceptGraph(k=3).fit(VALUES, labels=[None] * 6)
    with pytest.raises(ValueError, match="rename it"):
        ConceptGraph(k=3).fit(VALUES, labels=["unlabelled", None, "a", "a", "a", "a"])


def test_points_that_are_called_as_clusters_are():
    for letter in "cg":
        values = np.random.default_rng(0).normal(size=(80, 2)) + np.repeat([[0], [9]], 40, axis=0)
        names = [f"{letter}{number}" for number in range(80, 0, -1)]
        graph = ConceptGraph(k=6, graph="full").fit(pandas.DataFrame(values, index=names))
        for cluster in graph.containing(names[3]):
            assert names[3] in cluster and len(cluster.rows) == cluster.size
            if not cluster.is_community:
                for child in cluster.children():
                    assert set(child.rows) < set(cluster.rows)
                said = cluster.describe()
                assert f" {cluster.size} of the 80 points" in said or " of all 80 points" in said
        with pytest.raises(ValueError, match=f'"{letter}1" is a point and a c'):
            graph.describe(f"{letter}1")
        found = graph.cluster("c1") if letter == "c" else graph.community("g1")
        assert f"{letter}1" in graph.lca(f"{letter}1") and found.name == f"{letter}1"
        assert graph.describe([f"{letter}1"]).startswith("1 point of 80. ")
        assert found.describe() == graph.describe(found) != graph.describe([f"{letter}1"])
        assert graph.draw(around=found).svg and graph.draw(containing=f"{letter}1").svg


def test_a_cluster_is_of_one_graph():
    frame, graph = fitted(INDEXES["words"])
    both = graph.lca("Ann", "Bo b")
    other = ConceptGraph(k=2, graph="full").fit(frame)
    again = fitted(INDEXES["words"])[1]
    assert again.lca(both) == both and again.describe(both) == both.describe()
    asks = [other.lca, other.describe, lambda one: other.draw(around=one)]
    asks += [lambda one: other.query("profile", one), lambda one: other.why(one, "Ann")]
    for ask in asks:
        with pytest.raises(ValueError, match=f"{both.name} is of another graph"):
            ask(both)
    kept = both.size, len(both.rows)
    graph.fit(frame.iloc[::-1])
    for ask in (Cluster.describe, Cluster.children, lambda one: one.size, lambda one: one.centre):
        with pytest.raises(ValueError, match="before another fit; give a list of its points"):
            ask(both)
    assert kept == (3, len(both.rows))


def test_truths_and_colours_go_by_the_index(tmp_path):
    frame, graph = fitted(INDEXES["words"])
    wanted = pandas.Series(frame.index.isin(["Ann", "C,d"]), index=frame.index)
    assert graph.lca(wanted) == graph.lca(wanted.iloc[::-1]) == graph.lca("Ann", "C,d")
    with pytest.raises(ValueError, match="the index of the booleans has no"):
        graph.lca(wanted.set_axis(list("uvwxyz")))
    graph.save(tmp_path / "t.db")
    there = open_graph(tmp_path / "t.db")
    assert there.lca(wanted.iloc[::-1]) == there.lca("Ann", "C,d")


def test_names_of_an_array_are_its_labels():
    ids = [5, 4, 3, 2, 1, 0]
    graph = ConceptGraph(k=3, graph="full").fit(VALUES, names=ids)
    assert graph.lca(5, 4).rows.tolist() == [0, 1, 2]
    assert graph.lca(5, 4).index.tolist() == [5, 4, 3] and graph.index_.tolist() == ids
    for given in (pandas.Series(ids), pandas.DataFrame({"id": ids}), np.array(ids)):
        assert ConceptGraph(k=3).fit(VALUES, names=given).index_.tolist() == ids
    assert pickle.loads(pickle.dumps(graph)).lca(5, 4).index.tolist() == [5, 4, 3]
    frame = pandas.DataFrame(VALUES)
    named = ConceptGraph(k=3, graph="full").fit(frame, names=ids)
    with pytest.raises(ValueError, match="5 is the label of one point and the name of another"):
        named.lca(5, 4)
    assert named.lca("5", "4").index.tolist() == [0, 1, 2]


def test_days_are_no_months():
    frame, graph = fitted(DATES)
    assert graph.lca("2024-01-30", "2024-01-31") == graph.lca(*frame.index[:2])
    assert graph.lca(frame.index.values[:2]) == graph.lca(*frame.index[:2])
    assert "2024-01-30" in graph.lca("2024-01-30")
    for month in ("2024", "2024-01"):
        with pytest.raises(ValueError, match="there is no"):
            graph.lca(month)


def test_names_that_count_otherwise_are_labels(tmp_path):
    names = [f"d{2 * at + 2}" for at in range(len(VALUES))]
    graph = ConceptGraph(k=3).fit(pandas.DataFrame(VALUES, columns=["x", "y"], index=names))
    graph.save(bytes(tmp_path / "even.db"))
    assert open_graph(tmp_path / "even.db").index_.tolist() == names


def test_sets_of_points_are_read_or_refused():
    pyarrow = pytest.importorskip("pyarrow")
    graph = ConceptGraph(k=3).fit(pandas.DataFrame(VALUES, columns=["x", "y"]))
    mask = [row < 3 for row in range(len(VALUES))]
    assert graph.describe(pyarrow.array(mask)) == graph.describe(mask)
    assert graph.lca(pyarrow.array([0, 1])) == graph.lca(0, 1)
    gap = pandas.array([None, *mask[1:]], dtype="boolean")
    for one in (gap, pandas.Series(gap)):
        with pytest.raises(ValueError, match="the booleans have no value at position 0"):
            graph.describe(one)
    with pytest.raises(ValueError, match="write mask == 1"):
        graph.describe(np.array(mask).astype(int))


def test_a_longer_series_is_matched_by_the_index():
    frame = pandas.DataFrame(VALUES, columns=["x", "y"])
    part = frame.iloc[:-1]
    graph = ConceptGraph(k=3).fit(part, labels=pandas.Series(["a"] * 3 + ["b"] * (len(VALUES) - 3)))
    assert graph.lca(0, 1).majority == "a"
    assert graph.plot(frame["x"]).svg == graph.plot(part["x"]).svg
    assert graph.describe(frame["x"] < 3) == graph.describe(part["x"] < 3)
