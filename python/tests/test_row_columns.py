"""Labels, names and kept columns are matched to the points row by row."""

import numpy as np
import pandas
import pytest
from conceptgraph import ConceptGraph

X = pandas.DataFrame(
    {"x": [0.0, 1, 2, 10, 11, 12], "y": [0.0, 1, 0, 5, 6, 5]}, index=[f"n{i}" for i in range(6)]
)
BESIDE = pandas.DataFrame({"text": list("abcdef"), "class": list("uuuvvv")}, index=X.index)
COUNTED = pandas.RangeIndex(6)
PAIRS = pandas.MultiIndex.from_product([["a", "b"], [1, 2, 3]])


def shown(x=X, **beside):
    """Return the points with their labels, names and kept columns."""
    graph = ConceptGraph(k=3).fit(x, **beside)
    answer = graph.query("points").iloc[::-1]
    return answer.assign(row=[list(graph.names_).index(name) for name in answer["point"]])


def cells(column, x=X, **beside):
    return "".join(map(str, shown(x, **beside).sort_values("row")[column]))


def test_rows_are_matched_by_the_index():
    turned = BESIDE.iloc[::-1]
    mixed = BESIDE.sample(frac=1, random_state=3)
    for beside in (BESIDE, turned, mixed):
        assert cells("text", keep=beside[["text"]]) == "abcdef"
        assert cells("text", keep=beside["text"]) == "abcdef"
        assert cells("text", keep={"text": beside["text"]}) == "abcdef"
        assert cells("class", labels=beside["class"]) == "uuuvvv"
        graph = ConceptGraph(k=3).fit(X, names=beside["text"])
        assert list(graph.names_) == list("abcdef")
    there = BESIDE[["text"]].set_axis(PAIRS)
    assert cells("text", X.set_axis(PAIRS), keep=there.iloc[::-1]) == "abcdef"


def test_what_has_no_index_goes_by_position():
    turned = BESIDE.iloc[::-1]
    text = turned["text"]
    for keep in (text.to_numpy(), list(text), text.array):
        assert cells("text", keep={"text": keep}) == "fedcba"
    assert cells("class", labels=list(turned["class"])) == "vvvuuu"
    # X is an array without an index too.
    assert cells("text", X.to_numpy(), keep=turned[["text"]]) == "fedcba"


def test_an_index_that_only_counts_goes_by_position():
    text = BESIDE["text"]
    fresh = text.reset_index(drop=True)
    tail = fresh.set_axis(pandas.RangeIndex(100, 106))
    drawn = fresh.set_axis([31, 4, 15, 92, 6, 53])
    for x, keep in [
        (X, fresh),
        (X.set_axis(COUNTED), text),
        (X.set_axis(COUNTED), tail),
        (X.set_axis(COUNTED), drawn),
        (X.set_axis(tail.index), fresh),
        (X.set_axis(drawn.index), fresh),
        (X.set_axis(drawn.index), drawn),
        # Labels that occur twice, as in a table appended to itself.
        (X.set_axis(COUNTED), fresh.set_axis([0, 1, 2, 0, 1, 2])),
    ]:
        assert cells("text", x, keep=keep) == "abcdef"


def test_counted_rows_in_another_order_are_matched():
    fresh = BESIDE["text"].set_axis(COUNTED)
    assert cells("text", X.set_axis(COUNTED), keep=fresh.iloc[::-1]) == "abcdef"
    mixed = X.set_axis(COUNTED).iloc[[3, 1, 5, 0, 2, 4]]
    assert cells("text", mixed, keep=fresh) == "dbface"
    tail = fresh.set_axis(pandas.RangeIndex(100, 106))
    assert cells("text", X.set_axis(tail.index), keep=tail.iloc[::-1]) == "abcdef"


def test_other_rows_are_refused():
    text = BESIDE["text"]
    tail, other = pandas.RangeIndex(100, 106), pandas.RangeIndex(103, 109)
    twice = [*X.index[:5], "n0"]
    cases = [
        (X, {"labels": text.set_axis([*X.index[:4], "m4", "m5"])}, 'labels has no "n4", which'),
        (X, {"labels": text.set_axis(tail[::-1])}, "labels.to_numpy() goes by position"),
        (X, {"names": text.set_axis(twice)}, 'index of names has "n0" twice'),
        (X, {"keep": text.set_axis(twice)}, "keep.reset_index(drop=True) goes by position"),
        (X, {"keep": {"text": text.set_axis(twice)}}, "keep['text'].to_numpy() goes by position"),
        (X.set_axis(twice), {"labels": text}, 'index of X has "n0" twice'),
        (X.set_axis(tail), {"keep": text.set_axis(other)}, 'keep has no "100"'),
        (X.set_axis(tail), {"keep": text}, 'keep has no "100"'),
        (X.set_axis(PAIRS), {"labels": text}, 'labels has no "a, 1"'),
        (X.rename({"n2": "n\n"}), {"labels": text}, r'labels has no "n\n"'),
        (X, {"labels": text.iloc[:4]}, "4 labels for 6 rows"),
        (X, {"keep": text.rename(None)}, "write keep={'text': texts}"),
        (X, {"keep": list(text)}, "as in keep={'text': texts}, not list"),
    ]
    for x, beside, said in cases:
        with pytest.raises(ValueError) as raised:
            ConceptGraph(k=3).fit(x, **beside)
        assert said in str(raised.value) and "\n" not in str(raised.value)


def test_truth_is_one_and_zero():
    truth = [True, False, None, True, False, True]
    nullable = pandas.Series(truth, dtype="boolean", index=X.index)
    for values in (truth, np.array(truth), nullable, nullable.array):
        answer = shown(keep={"t": values}).sort_values("row")["t"]
        assert answer.tolist()[:2] == [1, 0] and answer.isna().iloc[2]
    whole = pandas.Series([True, False] * 3, name="t", index=X.index)
    assert cells("t", keep=whole) == cells("t", keep={"t": whole.to_numpy()}) == "101010"
    assert cells("t", keep=whole.to_frame()) == "101010"
