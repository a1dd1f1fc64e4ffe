"""Output in a notebook: HTML of graphs and clusters, pictures, and the map on axes."""

import json
import pickle
import re
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pandas
import pytest
from conceptgraph import ConceptGraph

EVIL = '<script>alert("x")</script>'
SVG_TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.fixture(scope="module")
def blobs():
    places = np.random.default_rng(0).normal(size=(90, 2)) + np.repeat([[0], [20], [40]], 30, 0)
    table = pandas.DataFrame(places, columns=["$a_b$", EVIL])
    table.index = [f"{EVIL} {row}" for row in range(90)]
    labels = np.repeat(["鸢尾花", "$x_1$", EVIL], 30)
    kept = {"few": np.tile([1, 2, 3], 30), "many": [f"word {row % 20}" for row in range(90)]}
    return ConceptGraph(name=EVIL).fit(table, labels=labels, keep=kept)


@pytest.fixture
def axes():
    figures = pytest.importorskip("matplotlib.figure")
    return figures.Figure().subplots()


def words(picture):
    return ["".join(text.itertext()).strip() for text in ET.fromstring(picture.svg).iter(SVG_TEXT)]


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def colours_of_points(ax):
    """Return the colours of the points that are drawn whole, as hexadecimal numbers."""
    from matplotlib.colors import to_hex

    faces = ax.collections[0].get_facecolors()
    return [to_hex(face) for face in faces]


# HTML.


def test_a_graph_shows_its_verdict_and_its_groups(graph):
    html = graph._repr_html_()
    assert f"<b>{graph.verdict_}</b>" in html
    found = re.findall(r"<tr>(.*?)</tr>", html)[1:]
    known = graph.communities().query("level == 'group'")
    assert len(found) == len(known) == 4
    for text, (name, row) in zip(found, known.iterrows(), strict=True):
        title, *numbers, majority = re.findall("<td>(.*?)</td>", text)
        assert f'<span style="color:{row["colour"]}">&#9679;</span> {name}</th>' in text
        assert (title, majority) == (row["title"], row["class"])
        assert numbers == [str(row["size"]), f"{row['separation']:.2f}", f"{row['purity']:.2f}"]
    assert graph._repr_mimebundle_() == {"text/plain": repr(graph), "text/html": html}


def test_a_graph_that_is_not_fitted_shows_its_parameters():
    html = ConceptGraph(k=7, name=EVIL)._repr_html_()
    assert html.startswith("<code>ConceptGraph(k=7, name=") and "not fitted" in html
    assert "<script" not in html


def test_clusters_and_communities_show_what_sets_them_apart(graph, blobs):
    for one in (graph.lca("d64", "d147"), graph.community("g2")):
        assert one._repr_html_().startswith(f"<b>{one!r}</b><br/>{one.name}")
    for one in (blobs, blobs.lca(*blobs.index_[:2]), blobs.community("g1")):
        html = one._repr_html_()
        assert "&lt;script&gt;" in html and "<script" not in html and len(html) < 10_000
        # The HTML is well-formed.
        ET.fromstring(f"<p>{html}</p>")
    assert "<iframe " in blobs.page()._repr_html_() and EVIL not in blobs.page()._repr_html_()


def test_of_many_groups_some_are_shown():
    middles = np.random.default_rng(0).normal(size=(30, 5)) * 100
    around = np.random.default_rng(1).normal(size=(600, 5))
    graph = ConceptGraph(k=8).fit(np.repeat(middles, 20, 0) + around)
    assert len(graph.get_feature_names_out()) == 30
    assert graph._repr_html_().count("<tr>") == 1 + 20


# Pictures.


def test_a_picture_is_saved_by_its_suffix(graph, tmp_path):
    picture = graph.plot()
    assert picture == graph.plot() and hash(picture) == hash(graph.plot())
    assert "max-width:100%" in picture._repr_html_() and picture.svg != graph.draw(tree=True).svg
    for name, begin in [
        ("a.svg", b"<svg "),
        ("C.PNG", b"\x89PNG"),
        ("d.pdf", b"%PDF"),
        ("e.tex", b"% concept"),
    ]:
        for path in (tmp_path / name, str(tmp_path / name)):
            picture.save(path)
            assert (tmp_path / name).read_bytes().startswith(begin)
    with pytest.raises(ValueError, match=r"the suffix must be \.svg, \.png, \.pdf or \.tex"):
        picture.save(tmp_path / "a.jpg")
    with pytest.raises(ValueError, match=r"the suffix must be \.html"):
        graph.page().save(tmp_path / "a.svg.gz")
    with pytest.raises(TypeError):
        picture.save(None)
    with pytest.raises(FileNotFoundError):
        picture.save(tmp_path / "no" / "a.svg")
    assert not (tmp_path / "a.jpg").exists()


def test_groups_have_one_colour_everywhere(graph, axes):
    rows = graph.communities().query("level == 'group'")
    page = json.loads(re.search(r'id="data"[^>]*>([^<]*)<', graph.page().html)[1])
    there = {one["name"]: one["colour"] for one in page["communities"]}
    svg, tree = graph.plot().svg, graph.draw(tree=True).svg
    graph.plot(ax=axes)
    drawn = colours_of_points(axes)
    for at, (name, colour) in enumerate(rows["colour"].items()):
        assert colour in svg and colour in tree and there[name] == colour
        # The points of a part have a shade of the colour of its group.
        known = graph.hierarchy_.index[graph.hierarchy_["parent"] == name]
        shades = set(graph.communities()["colour"][known]) or {colour}
        assert {drawn[row] for row in np.flatnonzero(graph.labels_ == at)} == shades


def test_names_of_groups_stand_on_plots(graph, blobs, axes):
    said = " ".join(words(graph.plot()))
    assert all(name in said for name in ("g1", "g2", "g3", "g4"))
    graph.plot(ax=axes)
    texts = [text.get_text() for text in axes.texts]
    assert sorted(text[:2] for text in texts if re.match("g[1-4]", text)) == [
        "g1",
        "g2",
        "g3",
        "g4",
    ]
    # Names that look like formulas are no formulas of matplotlib.
    blobs.plot("class", ax=axes)
    axes.figure.canvas.draw()
    assert any(r"\$x_1\$" in text for text in legend(axes))
    said = " ".join(words(blobs.plot("class")))
    assert "$x_1$" in said and "鸢尾花" in said and EVIL in said
    assert "$a_b$" in " ".join(words(blobs.plot("$a_b$")))


def test_axes_that_are_given_are_drawn_on(graph, axes):
    assert graph.plot(ax=axes) is axes
    whole, halves = axes.collections[:2]
    assert np.allclose(whole.get_offsets(), graph.embedding_)
    # A point between groups has a half in the colour of its second group.
    between = (graph.membership_ > 0).sum(axis=1) > 1
    assert between.any() and np.allclose(halves.get_offsets(), graph.embedding_[between])
    low, high = np.array([axes.get_xlim(), axes.get_ylim()]).T
    assert (low < graph.embedding_).all() and (graph.embedding_ < high).all()
    shared = axes.figure.__class__().subplots(1, 3, sharex=True, sharey=True)
    for ax, color in zip(shared, ["community", "class", "petal_width"], strict=True):
        assert graph.plot(color, ax=ax) is ax
    shared[0].figure.canvas.draw()
    assert np.ptp(shared[0].get_xlim()) < 4 * np.ptp(graph.embedding_[:, 0])
    for wrong in ("x", 3, axes.figure, [axes]):
        with pytest.raises(TypeError, match="ax must be axes of matplotlib"):
            graph.plot(ax=wrong)


def test_a_picture_needs_no_matplotlib(graph, monkeypatch):
    there = graph.plot(np.arange(150.0))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert graph.plot(np.arange(150.0)) == there


def test_points_are_coloured_by_classes_columns_and_values(blobs, axes):
    def shown(color):
        axes.clear()
        blobs.plot(color, ax=axes)
        assert set(" ".join(words(blobs.plot(color))).split()) >= {
            word for text in legend(axes) for word in text.replace("\\", "").split()
        }
        return colours_of_points(axes)

    for color, sides in [
        ("class", np.repeat([0, 1, 2], 30)),
        ("few", np.tile([0, 1, 2], 30)),
        (np.arange(90) < 30, np.arange(90) < 30),
        (pandas.Series(np.tile(["u", "v"], 45), index=blobs.index_), np.tile([0, 1], 45)),
    ]:
        drawn = shown(color)
        pairs = set(zip(drawn, np.asarray(sides).tolist(), strict=True))
        assert len(pairs) == len(set(drawn)) == len(set(np.asarray(sides).tolist()))
    numbers = pandas.Series(np.arange(90.0), index=blobs.index_, name="height")
    numbers.iloc[:4] = np.nan
    drawn = shown(numbers)
    assert len(set(drawn[:4])) == 1 and len(set(drawn)) > 10
    assert "height" in " ".join(words(blobs.plot(numbers)))
    # Values are matched by the index, as in `fit`; without an index, by position.
    assert blobs.plot(numbers[::-1]) == blobs.plot(numbers)
    assert blobs.plot(numbers[::-1].to_numpy()) != blobs.plot(numbers)
    with pytest.raises(ValueError, match='no column "none" to colour by.*few, many'):
        blobs.plot("none")
    with pytest.raises(ValueError, match=r"a name or 90 values, not of shape \(3,\)"):
        blobs.plot([1, 2, 3])


def test_a_tree_has_its_leaves(graph, blobs):
    said = words(graph.draw(tree=True))
    for name in graph.leaves_:
        assert any(re.match(rf"{re.escape(name)}\b", word) for word in said)
    assert "$x_1$" in " ".join(words(blobs.draw(tree=True)))
    few = ConceptGraph().fit(np.arange(20.0).reshape(10, 2))
    assert {"g1", "10", few.verdict_} <= set(words(few.draw(tree=True)))


def test_a_picture_is_pickled(graph):
    picture = pickle.loads(pickle.dumps(graph.plot()))
    assert picture == graph.plot() and picture._drawn("svg") == picture.svg.encode()
    with pytest.raises(TypeError, match="color must be a name"):
        graph.draw(color=graph.labels_)
