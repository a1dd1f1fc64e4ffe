"""Output in a notebook: HTML of graphs and clusters, and pictures with or without matplotlib."""

import json
import re
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pandas
import pytest
from conceptgraph import ConceptGraph, _colours
from conceptgraph._conceptgraph import palette

EVIL = '<script>alert("x")</script>'


@pytest.fixture(scope="module")
def blobs():
    places = np.random.default_rng(0).normal(size=(90, 2)) + np.repeat([[0], [20], [40]], 30, 0)
    table = pandas.DataFrame(places, columns=["$a_b$", EVIL])
    table.index = [f"{EVIL} {row}" for row in range(90)]
    labels = np.repeat(["鸢尾花", "$x_1$", EVIL], 30)
    kept = {"few": np.tile([1, 2, 3], 30), "many": [f"word {row % 20}" for row in range(90)]}
    return ConceptGraph(name=EVIL).fit(table, labels=labels, keep=kept)


@pytest.fixture
def no_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)


@pytest.fixture
def pyplot():
    """Pyplot without a screen; its figures are closed at the end of the test."""
    pytest.importorskip("matplotlib")
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def rows(html):
    cells = re.compile(r"<td[^>]*>(.*?)</td>")
    found = (cells.findall(row) for row in re.findall(r"<tr>(.*?)</tr>", html))
    return [[re.sub("<[^>]*>", "", cell).replace("&nbsp;", "") for cell in row] for row in found]


def words(picture):
    return ["".join(text.itertext()).strip() for text in ET.fromstring(picture.svg).iter(SVG_TEXT)]


SVG_TEXT = "{http://www.w3.org/2000/svg}text"


# HTML.


def test_a_graph_shows_its_verdict_and_its_groups(graph):
    html = graph._repr_html_()
    assert f"<b>{graph.verdict_}</b>" in html
    known = graph.communities()
    shown = rows(html)[1:]
    assert [row[0] for row in shown] == ["g1", "g2", "g3", "g4"]
    for name, points, separation, label, apart in shown:
        assert int(points) == known.loc[name, "points"]
        assert separation == f"{known.loc[name, 'separation']:.2f}"
        assert label.endswith(f"{known.loc[name, 'class']} (33 % of all)")
        assert known.loc[name, "apart"].startswith(apart.removesuffix(", …"))
    assert f"{graph.n_concepts_:,} clusters (scales)" in html
    assert re.search(r"in the clusters 0.94, by chance 0.37", html)


def test_a_graph_that_is_not_fitted_shows_its_parameters():
    html = ConceptGraph(k=7, name=EVIL)._repr_html_()
    assert "not fitted" in html
    given = re.search("<code>(.*?)</code>", html).group(1)
    assert given.startswith("k=7, name=")
    assert "metric=&#x27;euclidean&#x27;" in html and "metric" not in given
    assert "<script" not in html


def test_a_notebook_takes_the_html_and_not_a_diagram(graph):
    bundle = graph._repr_mimebundle_()
    assert bundle == {"text/plain": repr(graph), "text/html": graph._repr_html_()}


def test_clusters_and_communities_show_points_and_what_sets_them_apart(graph):
    cluster = graph.lca("d64", "d147")
    html = cluster._repr_html_()
    assert f"<b>Cluster {cluster.name}</b>: 13 points of 150, " in html
    assert "54 % virginica" in html and "(33 % of all)" in html
    assert (
        "<b>Points</b>: 63, 68, 72, 78, 83, 87, 113, 119, 123, 126, 133, 134 and 1 more</div>"
        in html
    )
    profile = graph.query("profile", cluster).set_index("feature")
    shown = rows(html)[1:]
    assert {row[0] for row in shown} == set(profile.index)
    for name, mean, _, difference in shown:
        assert float(mean) == pytest.approx(profile.loc[name, "mean"], rel=0.01)
        assert difference == f"{profile.loc[name, 'difference']:+.1f}"
    differences = [abs(float(row[3])) for row in shown]
    assert differences == sorted(differences, reverse=True)
    community = graph["g2"]._repr_html_()
    assert "<b>Community g2</b>: 48 points of 150, " in community
    assert " and 36 more</div>" in community


def test_html_is_escaped_small_and_has_the_colours_of_the_page(blobs):
    for html in (
        blobs._repr_html_(),
        blobs.lca(*blobs.index_[:2])._repr_html_(),
        blobs["g1"]._repr_html_(),
    ):
        assert "&lt;script&gt;" in html
        assert "<script" not in html and "http" not in html
        assert not re.search(r"[^-]color:|background:(?!#[0-9a-f]{6})", html)
        assert len(html) < 10_000
        # The HTML is well-formed.
        ET.fromstring(html.replace("&nbsp;", " "))
    assert "in no group" not in blobs._repr_html_()


def test_a_ready_context_has_no_columns_to_differ_in():
    truth = np.random.default_rng(0).random((30, 6)) < 0.4
    graph = ConceptGraph(metric="context").fit(truth)
    html = graph._repr_html_()
    alone = int((graph.labels_ < 0).sum())
    assert "a ready context" in html and "separation" not in html
    assert f"{alone} points (10 %) in no group" in html
    assert "<table" not in graph.cluster("c20")._repr_html_()


def test_of_many_groups_some_are_shown():
    middles = np.random.default_rng(0).normal(size=(30, 5)) * 100
    around = np.random.default_rng(1).normal(size=(600, 5))
    graph = ConceptGraph(k=8).fit(np.repeat(middles, 20, 0) + around)
    assert len(graph.separation_) == 30
    html = graph._repr_html_()
    assert len(rows(html)) == 1 + 20
    assert "and 10 groups more" in html


# Pictures.


@pytest.mark.parametrize("draw", ["plot", "plot_tree"])
def test_a_picture_is_saved_by_its_suffix(graph, pyplot, tmp_path, draw):
    picture = getattr(graph, draw)()
    for name, begin in [("a.svg", b"<?xml"), ("b.png", b"\x89PNG"), ("C.PNG", b"\x89PNG")]:
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begin)
    picture.save(str(tmp_path / "d.pdf"))
    assert (tmp_path / "d.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(ValueError, match=r"the suffix must be \.svg, \.png or \.pdf"):
        picture.save(tmp_path / "a.jpg")
    with pytest.raises(TypeError):
        picture.save(None)
    with pytest.raises(FileNotFoundError):
        picture.save(tmp_path / "no" / "a.svg")
    assert not (tmp_path / "a.jpg").exists()
    assert pyplot.get_fignums() == []


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_the_same_graph_gives_the_same_bytes(graph, pyplot, tmp_path, suffix):
    def saved(picture):
        picture.save(tmp_path / f"picture.{suffix}")
        return (tmp_path / f"picture.{suffix}").read_bytes()

    points, tree = graph.plot(), graph.plot_tree()
    assert saved(points) == saved(points) == saved(graph.plot())
    assert saved(tree) == saved(tree) == saved(graph.plot_tree())
    assert saved(points) != saved(tree)


def test_the_legend_has_the_groups_and_their_sizes(graph, pyplot):
    said = words(graph.plot())
    for at, name in enumerate(("g1", "g2", "g3", "g4")):
        assert f"{name}: {(graph.labels_ == at).sum()}" in said
    between = int((np.diff(graph.membership_.indptr) > 1).sum())
    assert between and f"between groups: {between}" in said
    assert " ".join(said).count(graph.verdict_.split(":")[0]) == 1


def test_groups_have_the_colours_of_the_programs_pictures(graph, pyplot):
    ours, theirs = graph.plot().svg, graph.points().svg
    page = json.loads(re.search(r'id="data"[^>]*>([^<]*)<', graph.page().html)[1])
    units = _colours.coloured_units(graph)
    assert len(units.names) == 4 and units.colours == palette(4)
    assert palette(5)[4] not in ours
    for name, colour in zip(units.names, units.colours, strict=True):
        # The legend entry of a group in the program's picture has its colour.
        assert colour in ours and colour in theirs
        assert {"name": name, "colour": colour} in [
            {key: one[key] for key in ("name", "colour")} for one in page["communities"]
        ]


def test_a_continuum_has_the_colours_of_its_parts(pyplot):
    line = ConceptGraph().fit(np.column_stack([np.linspace(0, 1, 200), np.zeros(200)]))
    parts = line.communities().query("level == 'part'")
    assert len(parts) > 1
    said = words(line.plot())
    sizes = [int(word.split(": ")[1]) for word in said if word.split(": ")[0] in parts.index]
    assert len(sizes) == len(parts) and sum(sizes) == 200
    assert not any(word.startswith("in no group") for word in said)


def test_points_are_coloured_by_classes_columns_and_values(blobs, pyplot):
    assert {"class", "鸢尾花: 30", "$x_1$: 30", f"{EVIL}: 30"} <= set(words(blobs.plot("class")))
    assert "$a_b$" in words(blobs.plot("$a_b$"))
    assert {"1: 30", "2: 30", "3: 30"} <= set(words(blobs.plot("few")))
    assert "11 others: 45" in words(blobs.plot("many"))
    assert {"False: 60", "True: 30"} <= set(words(blobs.plot(np.arange(90) < 30)))
    numbers = pandas.Series(np.arange(90.0), index=blobs.index_, name="height")
    numbers.iloc[:4] = np.nan
    picture = blobs.plot(numbers)
    assert {"height", "none: 4, grey"} <= set(words(picture))
    # Values are matched by the index, as in `fit`; without an index, by position.
    assert blobs.plot(numbers[::-1]) == picture
    assert blobs.plot(numbers[::-1].to_numpy()) != picture


def test_what_cannot_colour_points_is_said(blobs, pyplot):
    with pytest.raises(ValueError, match='no column "none" to colour by.*few, many'):
        blobs.plot("none")
    with pytest.raises(ValueError, match="90 values, not of shape"):
        blobs.plot([1, 2, 3])


def test_axes_that_are_given_are_drawn_on(graph, pyplot):
    figure, axes = pyplot.subplots(1, 2)
    shown = [graph.plot(ax=axes[0]), graph.plot_tree(ax=axes[1])]
    assert all(picture.figure is figure for picture in shown)
    assert len(axes[0].collections) and len(axes[1].texts) == len(graph.leaves_)
    # The notebook already shows a figure of pyplot.
    for picture in shown:
        assert picture._repr_svg_() is None and picture._repr_png_() is None
    assert pyplot.get_fignums() == [figure.number]


def test_axes_may_share_their_limits(graph, pyplot):
    figure, axes = pyplot.subplots(1, 3, sharex=True, sharey=True)
    for ax, color in zip(axes, ["community", "class", "petal_width"], strict=True):
        graph.plot(color, ax=ax)
    figure.canvas.draw()
    reach = np.ptp(axes[0].collections[0].get_offsets()[:, 0])
    assert np.ptp(axes[0].get_xlim()) < 4 * reach


def test_a_notebook_shows_many_points_as_png(pyplot, monkeypatch, graph):
    import conceptgraph._plot

    few = graph.plot()
    assert few._repr_svg_() == few.svg and few._repr_png_() is None
    monkeypatch.setattr(conceptgraph._plot, "MAX_SVG_POINTS", 100)
    many = graph.plot()
    assert many._repr_svg_() is None
    png, size = many._repr_png_()
    assert png.startswith(b"\x89PNG") and 200 < size["width"] < 1000


def test_a_tree_has_its_leaves_in_their_order(graph, pyplot):
    said = words(graph.plot_tree())
    sizes = graph.communities()["points"]
    first = [word.split(":")[0] for word in said if re.match(r"g[\d.]+: ", word)]
    assert first == graph.leaves_
    for name in graph.leaves_:
        assert any(word.startswith(f"{name}: {sizes[name]} points") for word in said)
    assert any(word.startswith("separation") for word in said)


def test_a_tree_of_names_that_look_like_formulas(blobs, pyplot):
    said = " ".join(words(blobs.plot_tree()))
    assert "100 % $x_1$" in said and "$a_b$" in said and "100 % 鸢尾花" in said


def test_one_group_without_parts_is_no_tree(pyplot, monkeypatch):
    few = ConceptGraph().fit(np.arange(20.0).reshape(10, 2))
    drawn = " ".join(words(few.plot_tree()))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    written = " ".join(words(few.plot_tree()))
    for said in (drawn, written):
        assert "g1: 10 points." in said and "no tree to draw" in said


def test_without_matplotlib_the_program_draws_points(no_matplotlib, graph):
    assert graph.plot() == graph.points()
    assert graph.plot("class") == graph.points(color="class")
    with pytest.raises(ImportError, match="pip install matplotlib"):
        graph.plot(np.arange(150.0))


def test_without_matplotlib_a_tree_is_an_svg(no_matplotlib, graph, blobs, tmp_path):
    for one in (graph, blobs):
        picture = one.plot_tree()
        assert picture._repr_svg_() == picture.svg == one.plot_tree().svg
        said = words(picture)
        assert [word.split(":")[0] for word in said if re.match(r"g[\d.]+: ", word)] == one.leaves_
        picture.save(tmp_path / "tree.svg")
        assert (tmp_path / "tree.svg").read_text(encoding="utf-8") == picture.svg
        for name in ("tree.png", "tree.PDF"):
            with pytest.raises(ValueError, match="needs matplotlib: pip install matplotlib"):
                picture.save(tmp_path / name)
            assert not (tmp_path / name).exists()


def test_it_is_drawn_on_axes_alone(blobs):
    figures = pytest.importorskip("matplotlib.figure")
    for wrong in ("x", 3, figures.Figure(), [figures.Figure().subplots()]):
        for draw in (blobs.plot, blobs.plot_tree):
            with pytest.raises(TypeError, match="ax must be the axes of matplotlib"):
                draw(ax=wrong)
