"""Pictures of the points and of the tree of communities, by matplotlib if it is installed."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _colours, _tree_layout
from ._figures import (
    escape_dollars,
    has_matplotlib,
    new_axes,
    plain_text,
    set_title,
    size_in_points,
    to_picture,
)
from ._pictures import Picture
from ._scatter import GroupScatter, ValueScatter

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._export import GraphExports

#: The most points that a notebook shows as SVG; beyond it shows a PNG, which is faster.
MAX_SVG_POINTS = 3000
#: The width of the picture of points, and its least and largest height, in inches.
WIDE, LOW, HIGH = 6.4, 2.6, 5.6
#: The width of the tree without text, and the height of a line of text, in inches.
TREE, ROW = 4.2, 0.19


def points(graph: GraphExports, color: Any = "community", ax: Axes | None = None) -> Picture:
    """Draw the points at their positions on the map: see `ConceptGraph.plot`."""
    check(ax)
    if ax is None and not has_matplotlib():
        if not isinstance(color, str):
            raise ImportError("colours by values need matplotlib: pip install matplotlib")
        return graph.points(color=color)
    places = graph._fitted_graph().positions()
    if len(places) == 0:
        raise ValueError("the graph has no points, so there is no map of them")
    if isinstance(color, str) and color == "community":
        scatter: Any = GroupScatter(graph)
    else:
        scatter = ValueScatter(graph, color)
    with plain_text():
        given = ax
        if ax is None:
            across, up = np.maximum(np.ptp(places, axis=0), 1e-9)
            wide = min(WIDE, max(HIGH * across / up, LOW))
            ax = new_axes(wide, float(np.clip(wide * up / across, LOW, HIGH)))
        ax.set_aspect("equal")
        ax.set_xticks([])
        ax.set_yticks([])
        for spine in ax.spines.values():
            spine.set(color=_colours.GREY, linewidth=0.6)
        set_title(ax, graph.verdict_, given is None)
        scatter.draw(ax, places, given is not None)
    return to_picture(ax, given is None, len(places) > MAX_SVG_POINTS)


def check(ax: Any) -> None:
    """Raise an error unless `ax` is None or the axes of matplotlib."""
    if not (ax is None or hasattr(ax, "set_aspect")):
        raise TypeError(
            f"ax must be the axes of matplotlib, such as figure.subplots(), not {type(ax).__name__}"
        )


def tree(graph: GraphExports, ax: Axes | None = None) -> Picture:
    """Draw the tree of communities: see `ConceptGraph.plot_tree`."""
    check(ax)
    if ax is None and not has_matplotlib():
        return Picture(
            _tree_layout.tree_svg(graph.verdict_, _tree_layout.tree_layout(graph)), refuse
        )
    with plain_text():
        given = ax
        if ax is None:
            layout = _tree_layout.tree_layout(graph)
            rows = sum(len(leaf.lines) for leaf in layout.leaves) + 1.2
            ax = new_axes(TREE, 0.5 if layout.nothing else max(ROW * rows, 1.0))
        else:
            # The text is as long as there is room for.
            wide, high = size_in_points(ax)
            detailed = high / max(len(graph.leaves_), 1) > 150 * ROW
            layout = _tree_layout.tree_layout(graph, max(int(wide / 10), 12), detailed)
        if layout.nothing is not None:
            ax.set_axis_off()
            lines = textwrap.fill(layout.nothing, max(int(size_in_points(ax)[0] / 5), 24))
            ax.text(0, 0.9, escape_dollars(lines), va="top", transform=ax.transAxes)
        else:
            draw_tree(ax, layout, given is None)
        set_title(ax, graph.verdict_, given is None)
    return to_picture(ax, given is None, False)


def draw_tree(ax: Axes, layout: _tree_layout.TreeLayout, is_own: bool) -> None:
    """Draw the lines and the leaves, with the root on the left and the text on the right."""
    for (low, row), (high, other), colour in layout.lines:
        style: Any = {"color": colour or _colours.NEUTRAL, "lw": 1.8}
        ax.plot([low, high], [row, other], solid_capstyle="projecting", **style)
    rows = [leaf.row for leaf in layout.leaves]
    end = -_tree_layout.STUB_LENGTH
    ax.scatter([end] * len(rows), rows, c=[leaf.colour for leaf in layout.leaves], s=36, zorder=3)
    # The text of close leaves is small.
    size = min(9.0, 0.8 * size_in_points(ax)[1] / (len(rows) + 1))
    words = [
        ax.annotate(
            escape_dollars("\n".join(leaf.lines)),
            (end, leaf.row),
            (8, 0),
            textcoords="offset points",
            va="center",
            fontsize=size,
        )
        for leaf in layout.leaves
    ]
    wide, high = size_in_points(ax)
    longest = max(size_in_points(one)[0] for one in words) + 12
    if is_own:
        wide += longest
        figure: Any = ax.figure
        figure.set_size_inches(wide / 72, high / 72)
    span = (1 + 2 * _tree_layout.STUB_LENGTH) / (1 - min(longest / wide, 0.8))
    ax.set_xlim(1 + _tree_layout.STUB_LENGTH, 1 + _tree_layout.STUB_LENGTH - span)
    ax.set_ylim(len(rows) - 0.3, -0.6)
    ax.set_xticks(np.linspace(1, 0, 6))
    ax.set_yticks([])
    ax.set_xlabel(_tree_layout.AXIS_TITLE if wide > 300 else "separation", loc="left")
    ax.spines[["top", "left", "right"]].set_visible(False)
    ax.spines["bottom"].set_bounds(0, 1)


def refuse(file_format: str) -> bytes:
    """Raise the error that formats other than SVG need matplotlib."""
    raise ValueError(f"a .{file_format} of the tree needs matplotlib: pip install matplotlib")
