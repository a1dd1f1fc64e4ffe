"""Tables of pandas, polars and pyarrow, and the columns that accompany them."""

import pickle
import warnings
from decimal import Decimal

import numpy as np
import pandas
import pytest
from conceptgraph import ConceptGraph
from scipy import sparse

polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")

VALUES = np.random.default_rng(5).normal(size=(40, 3)).round(2)
VALUES[:20, 0] += 30
NAMES = ["far", "up", "wide"]
KINDS = {
    "pandas": lambda columns: pandas.DataFrame(columns),
    "polars": lambda columns: polars.DataFrame(columns),
    "pyarrow": lambda columns: pyarrow.table(columns),
    "a batch": lambda columns: pyarrow.RecordBatch.from_pydict(columns),
    "pandas of arrow": lambda columns: pandas.DataFrame(columns).convert_dtypes(
        dtype_backend="pyarrow"
    ),
}


@pytest.fixture(params=KINDS.values(), ids=KINDS.keys())
def table(request):
    def made(names=NAMES, values=VALUES):
        return request.param({name: values[:, at] for at, name in enumerate(names)})

    return made


def test_columns_go_by_their_names(table):
    graph = ConceptGraph(k=8, scale="none").fit(table())
    same = ConceptGraph(k=8, scale="none").fit(pandas.DataFrame(VALUES, columns=NAMES))
    assert graph.facts_["digest"] == same.facts_["digest"]
    assert list(graph.feature_names_in_) == NAMES and graph.n_features_in_ == 3
    turned = table(NAMES[::-1], VALUES[:, ::-1])
    more = table(["extra", *NAMES[::-1]], np.column_stack([VALUES[:, 0], VALUES[:, ::-1]]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for rows in (table(), turned, more):
            assert (graph.predict(rows) == graph.labels_).all()
            assert np.allclose(graph.transform(rows), graph.membership_)
    with pytest.raises(ValueError, match="there is no column far, wide; the graph needs them"):
        graph.predict(table(["Far", "up", "width"]))


def test_columns_may_be_called_as_those_of_arrays():
    graph = ConceptGraph(k=8, scale="none").fit(
        pandas.DataFrame(VALUES, columns=["x0", "x1", "x2"])
    )
    turned = pandas.DataFrame(VALUES[:, ::-1], columns=["x2", "x1", "x0"])
    assert (graph.predict(turned) == graph.labels_).all()
    with pytest.raises(ValueError, match="there is no column x1"):
        graph.predict(turned.rename(columns={"x1": "width"}))


def test_an_array_for_a_table_goes_by_position_and_says_so(table):
    graph = ConceptGraph(k=8).fit(table())
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        assert (graph.predict(VALUES) == graph.labels_).all()
    other = ConceptGraph(k=8).fit(VALUES)
    assert not hasattr(other, "feature_names_in_")
    assert (other.predict(table()) == other.labels_).all()


def test_names_that_are_numbers():
    for names in ([0, 1, 2], [2, 0, 1], [10, "b", 1.5], [("a", 1), ("a", 2), ("b", 1)]):
        frame = pandas.DataFrame(VALUES)
        frame.columns = pandas.Index(names, tupleize_cols=False)
        graph = ConceptGraph(k=8).fit(frame)
        assert (graph.predict(frame) == graph.labels_).all()
        assert (graph.predict(frame.iloc[:, ::-1]) == graph.labels_).all()
        assert not hasattr(graph, "feature_names_in_")
    levels = pandas.DataFrame(VALUES, columns=pandas.MultiIndex.from_tuples(names))
    assert (ConceptGraph(k=8).fit(levels).predict(levels) == graph.labels_).all()


def test_columns_have_the_roles_of_a_file(table):
    words = {
        "x": [1.0, 2, 4],
        "word": ["a", "b", "c"],
        "y": [1, 2, 2],
        "other": ["d", "d", "f"],
        "price": ["$1.50", "$2.50", "$0.50"],
    }
    made = type(table())
    frame = pandas.DataFrame(words)
    if made is polars.DataFrame:
        frame = polars.DataFrame(words)
    elif made is not pandas.DataFrame:
        frame = made.from_pydict(words)
    with pytest.warns(UserWarning, match="features: x, y, price\n  read: price without") as said:
        graph = ConceptGraph(k=2).fit(frame)
    assert "name: word\n  shown: other" in str(said[0].message)
    assert graph.names_ == ["a", "b", "c"]
    assert graph.feature_names_in_.tolist() == ["x", "y", "price"]
    assert list(graph.query("points")["other"]) == ["d", "d", "f"]
    assert (graph.predict(frame) == graph.labels_).all()


def test_a_shown_column_may_be_called_none():
    frame = pandas.DataFrame({"x": VALUES[:, 0], "None": ["a", "b"] * 20})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        graph = ConceptGraph(k=3).fit(frame)
    assert list(graph.query("points")["None"][:2]) == ["a", "b"]


def test_numbers_of_every_type_are_taken():
    tenths = [1, 2, 3, 14, 15, 16]
    truth = (
        ConceptGraph(k=2).fit(pandas.DataFrame({"x": [float(v) for v in tenths]})).facts_["digest"]
    )
    for values in (
        pandas.Series(tenths, dtype="Int64"),
        pandas.Series(tenths, dtype="Float32"),
        pandas.Series(tenths, dtype=object),
        pandas.Series([Decimal(value) for value in tenths]),
        pandas.Series(tenths, dtype="int64[pyarrow]"),
        pandas.Series(tenths, dtype=pandas.SparseDtype(float)),
        pandas.Series(tenths, dtype="uint8"),
    ):
        assert ConceptGraph(k=2).fit(pandas.DataFrame({"x": values})).facts_["digest"] == truth
    for kind in (polars.UInt8, polars.Float32, polars.Decimal(5, 1)):
        values = polars.DataFrame({"x": polars.Series(tenths).cast(kind)})
        assert ConceptGraph(k=2).fit(values).facts_["digest"] == truth
    for kind in (pyarrow.int16(), pyarrow.float32(), pyarrow.decimal128(21, 1)):
        values = pyarrow.table({"x": pyarrow.array(tenths).cast(kind)})
        assert ConceptGraph(k=2).fit(values).facts_["digest"] == truth


def test_gaps_and_masks_are_refused(table):
    gap = {"x": [1.0, 2.0, None], "y": [1, None, 3]}
    for frame in (
        pandas.DataFrame(gap),
        pandas.DataFrame(gap).convert_dtypes(),
        polars.DataFrame(gap),
        pyarrow.table(gap),
    ):
        with pytest.raises(
            ValueError, match="column 'x' has no value in 1 of 3 rows, the first of them 2; fill"
        ):
            ConceptGraph(k=2).fit(frame)
    for cell in ("", " ", "NA", "nan"):
        with pytest.raises(ValueError, match="column 'x' has no value in 1 of 3 rows"):
            ConceptGraph(k=2).fit(pandas.DataFrame({"x": ["$1.5", cell, "$2"], "y": [1.0, 2, 3]}))
    masked = np.ma.masked_array([[1.0, 2], [3, 4], [5, 6]], mask=[[0, 0], [0, 0], [0, 1]])
    with pytest.raises(ValueError, match="row 3, column 2: the value is masked"):
        ConceptGraph(k=2).fit(masked)
    whole = np.ma.masked_array(VALUES, mask=False)
    assert (
        ConceptGraph(k=8).fit(whole).facts_["digest"]
        == ConceptGraph(k=8).fit(VALUES).facts_["digest"]
    )
    with pytest.raises(ValueError, match="row 3, column 2: the value is masked"):
        ConceptGraph(k=2).fit(VALUES[:, :2]).predict(masked)
    with pytest.raises(ValueError, match="collect"):
        ConceptGraph().fit(polars.DataFrame({"x": [1.0, 2]}).lazy())
    with pytest.raises(ValueError, match="dates or times"):
        ConceptGraph().fit(np.array([["2024-01-01"], ["2024-01-02"]], dtype="datetime64[D]"))


def test_a_sparse_matrix_is_a_table_of_numbers():
    counts = np.random.default_rng(2).poisson(2, size=(60, 12)).astype(float)
    counts[:30, :6] = counts[30:, 6:] = 0
    counts[:, [0, 6]] += 1
    graph = ConceptGraph(metric="cosine", k=9).fit(counts + 0.0)
    for made in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix, sparse.csr_array):
        other = ConceptGraph(metric="cosine", k=9).fit(made(counts))
        assert other.facts_["digest"] == graph.facts_["digest"] and other.k_ == 9
        assert (other.predict(made(counts)) == graph.labels_).all()
    assert len(set(graph.labels_)) > 1
    huge = sparse.csr_matrix((100_000, 100_000))
    with pytest.raises(ValueError, match="TruncatedSVD"):
        ConceptGraph().fit(huge)


def test_truths_are_numbers_and_that_is_said():
    truths = VALUES > 0
    numbers = ConceptGraph(k=8).fit(truths.astype(float)).facts_["digest"]
    for given in (truths, sparse.csr_matrix(truths)):
        with pytest.warns(UserWarning, match='metric="context"'):
            assert ConceptGraph(k=8).fit(given).facts_["digest"] == numbers
    named = {name: truths[:, at] for at, name in enumerate(NAMES)}
    for made in KINDS.values():
        with pytest.warns(UserWarning, match='metric="context"'):
            ConceptGraph(k=8).fit(made(named))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ConceptGraph(k=8).fit(pandas.DataFrame(named).assign(more=VALUES[:, 0]))


def test_a_context_is_asked_for():
    crosses = np.array([[1, 0, 1], [1, 1, 0], [0, 0, 0], [1, 0, 1]], dtype=bool)
    named = {f"x{at}": crosses[:, at] for at in range(3)}
    graphs = [
        ConceptGraph(metric="context").fit(given)
        for given in (
            crosses,
            crosses.astype(int),
            crosses.tolist(),
            sparse.csr_matrix(crosses),
            sparse.coo_array(crosses.astype(float)),
            *(made(named) for made in KINDS.values()),
        )
    ]
    assert len({graph.facts_["digest"] for graph in graphs}) == 1
    graph = graphs[0]
    assert graph.k_ is None and graph.facts_["metric"] is None
    assert list(graph.lca(0, 3)) == [0, 3]
    assert graph.lca(0, 3).intent == ["x0", "x2"]
    for given in (crosses * 2, sparse.csr_matrix(crosses * 0.5), VALUES):
        with pytest.raises(ValueError, match="a context holds 1 or true"):
            ConceptGraph(metric="context").fit(given)
    for name, value in [("k", 5), ("scale", "standard"), ("anchors", 3)]:
        with pytest.raises(ValueError, match=f"{name}=.* has no meaning"):
            ConceptGraph(metric="context", **{name: value}).fit(crosses)


@pytest.mark.parametrize("made", KINDS.values(), ids=KINDS.keys())
def test_what_stands_beside_may_be_any_table(made):
    beside = made({"word": list("abcdef"), "year": [2001, 2002, 2003, 2004, 2005, 2006]})
    graph = ConceptGraph(k=3).fit(VALUES[:6], keep=beside)
    found = graph.query("points")
    assert found["word"].tolist() == list("abcdef")
    assert found["year"].tolist() == [2001, 2002, 2003, 2004, 2005, 2006]
    column = made({"kind": list("uuuvvv")})
    assert ConceptGraph(k=3).fit(VALUES[:6], labels=column).facts_["classes"] == 2


def test_series_of_polars_stand_beside():
    words = polars.Series("word", list("abcdef"))
    graph = ConceptGraph(k=3).fit(VALUES[:6], keep=words, labels=words, names=words)
    assert graph.names_ == list("abcdef")
    assert graph.query("points")["word"].tolist() == list("abcdef")


def test_values_beside_are_what_they_were():
    dates = pandas.date_range("2024-01-01", periods=6)
    for given in (dates, dates.values, dates.values.astype("datetime64[ns]"), list(dates)):
        graph = ConceptGraph(k=3).fit(VALUES[:6], names=given, labels=given)
        assert graph.names_[1] == "2024-01-02 00:00:00"
        assert graph.facts_["classes"] == 6
    gaps = polars.Series([1, None, 2, 2, 1, 1])
    graph = ConceptGraph(k=3, graph="full").fit(VALUES[:6], labels=gaps)
    assert graph.query("points")["class"].tolist() == [1, "unlabelled", 2, 2, 1, 1]
    assert len(graph.query("pure", 1, 0.5)) == len(graph.query("pure", "1", 0.5)) > 0
    twice = pandas.DataFrame([["a", "b"]] * 6, columns=["t", "t"])
    for keep, said in [
        (twice, "and so is another"),
        ({"t": [["a", "b"]] * 6}, "one-dimensional"),
        ({"t": "abcdef"}, "not str"),
    ]:
        with pytest.raises(ValueError, match=said):
            ConceptGraph(k=3).fit(VALUES[:6], keep=keep)
    for labels in ("class", {"a": 1}, {1, 2}, 5):
        with pytest.raises(ValueError, match="labels must be a column of values"):
            ConceptGraph(k=3).fit(VALUES[:6], labels=labels)
    with pytest.raises(ValueError, match="both written 1"):
        ConceptGraph(k=3).fit(VALUES[:6], labels=[1, "1", 1, 1, 1, 1])


@pytest.mark.parametrize(
    "written",
    [
        str,
        lambda value: f"{value}".replace(".", ","),
        lambda value: f"{value} kg",
        lambda value: f"{value} %",
    ],
)
def test_new_rows_are_read_as_the_fit_read_its_columns(written):
    table = pandas.DataFrame(VALUES, columns=NAMES)
    table["wide"] = table["wide"].map(written)
    table["known"] = ["yes", "no"] * 20
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        graph = ConceptGraph(k=8).fit(table)
    for some in (graph, pickle.loads(pickle.dumps(graph))):
        assert [some.predict(table.iloc[at : at + 1])[0] for at in range(4)] == [*graph.labels_[:4]]
    assert np.allclose(graph.transform(table.iloc[:1]), graph.membership_[:1])
    assert len(graph.predict(table.iloc[:0])) == 0
    for odd in ("2 g", "abc", None):
        with pytest.raises(ValueError, match='"wide": found|no value|not a finite number'):
            graph.predict(table.iloc[:1].assign(wide=odd))


def test_one_new_cell_has_one_meaning():
    table = pandas.DataFrame(VALUES, columns=NAMES)
    table["wide"] = [f"{value:.1f}".replace(".", ",") for value in table["wide"]]
    with pytest.warns(UserWarning, match="decimal commas"):
        graph = ConceptGraph(k=8, scale="none").fit(table)
    near = graph.outlier_scores(table.iloc[:1].assign(wide="1,125"))
    assert near < graph.outlier_scores(table.iloc[:1].assign(wide="1125"))


def test_a_cell_that_is_no_number_is_named():
    labels = [f"r{at}" for at in range(40)]
    table = pandas.DataFrame(VALUES, columns=NAMES, index=labels, dtype=object)
    for cell, said in ((np.inf, "inf is not a finite number"), ("abc", "'abc' is not a number")):
        table.loc["r3", "up"] = cell
        for kind in (object, float) if cell == np.inf else (object,):
            with pytest.raises(ValueError, match=f"row 'r3', column 'up': {said}"):
                ConceptGraph().fit(table.astype(kind))
