"""Pictures and pages, which a notebook shows, and the map of the points on axes of matplotlib."""

from __future__ import annotations

import copyreg
import html
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _conceptgraph as core
from . import _frames
from ._answers import GraphAnswers, of_one_state
from ._input import count

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The formats that a picture can be saved in.
FORMATS = ("svg", "png", "pdf", "tex")
#: The colour of points without one.
GREY = "#b1b2b4"
#: The most distinct whole numbers that have a colour each.
MOST_COLOURED = 10


class Picture:
    """A picture that a notebook shows.

    Attributes
    ----------
    svg : str
        The picture as SVG.

    """

    def __init__(self, drawn: Callable[[str], bytes]) -> None:
        self._drawn = drawn
        self.svg = drawn("svg").decode()

    def _repr_html_(self) -> str:
        # No wider than the column of the notebook.
        return self.svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file.

        Parameters
        ----------
        path : str or Path
            The file, ``.svg``, ``.png``, ``.pdf`` or ``.tex``; an existing file is replaced.
            Graphviz draws ``.png`` and ``.pdf``.

        Raises
        ------
        ValueError
            If the suffix is none of these, or Graphviz is missing.
        OSError
            If the file cannot be written.

        """
        path = Path(fspath(path))
        suffix = path.suffix.lower().removeprefix(".")
        if suffix not in FORMATS:
            raise ValueError(f"{path}: the suffix must be .svg, .png, .pdf or .tex")
        path.write_bytes(self.svg.encode() if suffix == "svg" else self._drawn(suffix))

    def __eq__(self, other: object) -> bool:
        """Return True if both pictures have the same SVG."""
        return self.svg == other.svg if isinstance(other, Picture) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.svg)

    def __repr__(self) -> str:
        return f"Picture of {len(self.svg)} letters of SVG"


@dataclass(frozen=True)
class Page:
    """A page that explores a graph, which a notebook shows in a frame.

    Attributes
    ----------
    html : str
        The HTML, which is self-contained.

    """

    html: str

    def _repr_html_(self) -> str:
        frame = 'style="width: 100%; height: 640px; border: 1px solid #ddd"'
        return f'<iframe {frame} srcdoc="{html.escape(self.html, quote=True)}"></iframe>'

    def save(self, path: str | PathLike[str]) -> None:
        """Write the page to an HTML file.

        Parameters
        ----------
        path : str or Path
            The file, such as ``iris.html``; an existing file is replaced.

        Raises
        ------
        ValueError
            If the suffix is not ``.html``.

        """
        path = Path(fspath(path))
        if path.suffix.lower() not in (".html", ".htm"):
            raise ValueError(f"{path}: a page is HTML; the suffix must be .html")
        path.write_text(self.html, encoding="utf-8")

    def __repr__(self) -> str:
        return f"Page of {len(self.html)} letters of HTML"


class GraphPictures(GraphAnswers):
    """The pictures and the page of a graph."""

    @of_one_state
    def plot(self, color: Any = "community", ax: Axes | None = None) -> Picture | Axes:
        """Draw the points at the places of ``embedding_``, in the colours of their groups.

        Parameters
        ----------
        color : str or array of shape (n_points,), default "community"
            The source of the colours: ``"community"``, ``"part"``, ``"class"``, the name of a
            column, or a value for each point. Strings, and up to ten whole numbers, have a colour
            each; other numbers have a gradient. A Series is matched by its index, as in `fit`.
        ax : matplotlib.axes.Axes, optional
            Axes to draw on, in the coordinates of ``embedding_``.

        Returns
        -------
        Picture or matplotlib.axes.Axes
            A picture that a notebook shows, and ``.save("points.png")`` writes; or the given axes.

        Raises
        ------
        ValueError
            If there is no such column, there are not as many values as points, or the graph has no
            points.

        Notes
        -----
        A point between two groups has the colours of both, and a point in no group is grey. The
        colours of groups are those of ``communities()["colour"]``.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> "</svg>" in graph.plot().svg
        True

        """
        name, values = color, None
        if not isinstance(color, str):
            name, values = getattr(color, "name", None), self._colour_values(color)
            name = None if name is None else str(name)
        if ax is None:
            return self._picture(points=True, color=name, values=values)
        if not hasattr(ax, "set_aspect"):
            kind = type(ax).__name__
            raise TypeError(f"ax must be axes of matplotlib, such as figure.subplots(), not {kind}")
        self._draw_map(ax, name, values)
        return ax

    @of_one_state
    def draw(
        self,
        *,
        lca: Any = None,
        around: Any = None,
        radius: int = 1,
        containing: Any = None,
        largest: int | None = None,
        tree: bool = False,
        limit: int | None = None,
        color: str | None = None,
        force: bool = False,
    ) -> Picture:
        """Draw the graph as peaks, a part of it as a line diagram, or the tree of communities.

        Peaks show each cluster as a circle: across, where its points stand along a line; up, its
        size. A part of more than 100 clusters is drawn as peaks too.

        Parameters
        ----------
        lca : list of labels, optional
            Draw the chains of covers from these points to the smallest cluster with all of them.
        around : Cluster, Community or name, optional
            Draw a cluster and its neighbourhood.
        radius : int, default 1
            The most covers between that cluster and a drawn one, up and down.
        containing : label, optional
            Draw the clusters that contain a point.
        largest : int, optional
            Draw this many of the largest clusters.
        tree : bool, default False
            Draw the tree of communities.
        limit : int, optional
            The most clusters to draw, the nearest first.
        color : str, optional
            The source of the colours: ``"community"``, ``"class"`` or the name of a column; by
            default ``"community"`` if there are several groups, or else ``"class"``.
        force : bool, default False
            Draw even more than 20,000 clusters.

        Returns
        -------
        Picture
            A picture that a notebook shows; ``.save("part.svg")`` writes it.

        Raises
        ------
        ValueError
            If there is no such point, cluster or column, several parts are named, or there are too
            many clusters to draw.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> "</svg>" in graph.draw(lca=[0, 1]).svg
        True

        """
        if not isinstance(color, str | None):
            kind = type(color).__name__
            raise TypeError(f'color must be a name, such as "class", not {kind}; plot takes values')
        parts = [lca, around, containing, largest, tree or None]
        if len([part for part in parts if part is not None]) > 1:
            raise ValueError("name one part: lca, around, containing, largest or tree")
        return self._picture(
            peaks=all(part is None for part in [*parts, limit]),
            lca=None if lca is None else self._words("lca", (lca,)),
            around=None if around is None else self._word_of("concept", around),
            radius=count(radius, "radius"),
            containing=None if containing is None else self._point(containing),
            largest=count(largest, "largest", 1),
            tree=bool(tree),
            limit=count(limit, "limit", 1),
            color=color,
            force=bool(force),
        )

    def page(self) -> Page:
        """Make the HTML page that explores the graph in a browser.

        Returns
        -------
        Page
            A page that a notebook shows in a frame; ``.save("page.html")`` writes it.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> graph.page().html[:15]
        '<!DOCTYPE html>'

        """
        return Page(self._fitted_graph().page().decode())

    @of_one_state
    def _repr_html_(self) -> str:
        """Return the verdict and the groups as HTML."""
        if not hasattr(self, "_graph"):
            return f"<code>{html.escape(repr(self))}</code>, not fitted yet: call fit"
        found = self._communities
        heads = ["title", "size", "separation", "purity", "class"]
        heads = [head for head in heads if any(one is not None for one in found[head])]
        rows = [f"<tr><th></th>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"]
        colours = self._fitted_graph().colours()
        groups = [at for at, level in enumerate(found["level"]) if level == "group"][:20]
        for at in groups:
            values = (found[head][at] for head in heads)
            texts = (f"{one:.2f}" if isinstance(one, float) else str(one or "") for one in values)
            cells = "".join(f"<td>{html.escape(text)}</td>" for text in texts)
            dot = f'<span style="color:{colours[at]}">&#9679;</span>'
            rows.append(f"<tr><th>{dot} {found['community'][at]}</th>{cells}</tr>")
        return f"<b>{html.escape(self.verdict_)}</b><table>{''.join(rows)}</table>"

    def _picture(self, **options: object) -> Picture:
        names = ["around", "containing", "lca", "largest", "color", "limit", "values"]
        switches = dict.fromkeys(["points", "peaks", "tree", "force"], False)
        part = dict.fromkeys(names) | switches | {"radius": 1} | options
        return Picture(partial(draw, self._fitted_graph(), part))

    def _colour_values(self, color: Any) -> Any:
        """Return numbers for a gradient, or words with their order."""
        points = len(self.names_)
        color = self._labels.in_order(color, "color")
        if np.shape(color) != (points,):
            raise ValueError(
                f"color must be a name or {points:,} values, not of shape {np.shape(color)}"
            )
        numbers = _frames.numbers_of(color)
        if numbers is not None and numbers.dtype.kind != "b":
            known = np.unique(numbers[np.isfinite(numbers)])
            if len(known) > MOST_COLOURED or not (known == np.floor(known)).all():
                return numbers.astype(float).tolist()
            order = [str(int(one)) for one in known.tolist()]
            return [str(int(one)) if np.isfinite(one) else None for one in numbers], order
        cells = [None if _frames.is_missing(one) else str(one) for one in list(color)]
        return cells, sorted({one for one in cells if one is not None})

    def _draw_map(self, ax: Axes, name: str | None, values: Any) -> None:
        from matplotlib.legend_handler import HandlerTuple
        from matplotlib.lines import Line2D
        from matplotlib.markers import MarkerStyle
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path as Curve

        figure: Any = ax.get_figure()
        wide = ax.get_window_extent().width / figure.dpi
        colours, outlines, labels, legend = self._fitted_graph().map(name, values, wide)
        places = self.embedding_
        ax.set_aspect("equal")
        ax.set(xticks=[], yticks=[])
        for colour, curve in outlines:
            steps = [Curve.MOVETO] + [Curve.CURVE4] * (len(curve) - 1)
            patch = PathPatch(Curve(curve, steps), fill=False, edgecolor=colour, linewidth=0.8)
            ax.add_patch(patch)
        radius = float(np.clip(60 * wide / len(places) ** 0.5 / 6.4, 1.0, 4.0))
        for which, style in ((0, "full"), (1, "right")):
            drawn = [row for row, of in enumerate(colours) if which == 0 or len(of) > 1]
            shown = [(colours[row] + [GREY])[which] for row in drawn]
            marker = MarkerStyle("o", fillstyle=style)  # type: ignore[arg-type]
            area = (2 * radius) ** 2
            across, up = places[drawn].T
            ax.scatter(across, up, s=area, c=shown, marker=marker, linewidths=0)
        for words, at, anchor, size, is_bold, colour in labels:
            weight = "bold" if is_bold else "normal"
            text = escape(words)
            ax.text(
                at[0],
                at[1],
                text,
                ha=anchor,
                va="baseline",
                fontsize=size,
                weight=weight,
                color=colour,
            )
        # The names of groups stand beside the outermost points.
        ax.margins(0.05, 0.15)
        title, entries = None, []
        for marks, words in legend:
            if not marks and words.endswith(":"):
                title = words[:-1]
                continue
            dots = [
                Line2D([], [], ls="", marker="o", mew=0, color=mark or GREY)
                for mark in marks or ["none"]
            ]
            entries.append((tuple(dots), escape(words)))
        if entries:
            ax.legend(
                *zip(*entries, strict=True),
                title=title,
                handler_map={tuple: HandlerTuple(ndivide=None, pad=0.2)},
                loc="upper left",
                bbox_to_anchor=(0, 0),
                frameon=False,
                fontsize="small",
                ncols=3,
            )


def draw(graph: core.Graph, part: dict[str, object], file_format: str) -> bytes:
    """Draw a part of a graph in a file format."""
    return graph.draw(part | {"format": file_format})


def packed(graph: core.Graph) -> tuple[Any, ...]:
    """Return what a graph is unpickled from: the bytes of its file."""
    return core.from_bytes, (graph.to_bytes(),)


copyreg.pickle(core.Graph, packed)


def escape(text: str) -> str:
    """Escape dollars, which would begin a formula of matplotlib."""
    return text.replace("$", r"\$")
