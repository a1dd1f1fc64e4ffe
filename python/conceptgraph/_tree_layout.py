"""The layout of the tree of communities, and its SVG for use without matplotlib."""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _colours
from ._format import class_share, counted, shorten

if TYPE_CHECKING:
    from ._export import GraphExports

#: The most leaves for which each leaf has two lines of text.
MAX_DETAILED_LEAVES = 16
#: The most characters of a line beside a leaf.
MAX_LETTERS = 64
#: The length by which a leaf and the root extend beyond their join, in units of separation.
STUB_LENGTH = 0.03
#: The label of the axis.
AXIS_TITLE = "separation, from 1 (nothing connects them) to 0 (no gap)"
#: The most characters of a line of the title.
TITLE_LETTERS = 76


@dataclass(frozen=True)
class Leaf:
    """A community without children: its row, its colour, and the lines of its description."""

    row: int
    colour: str
    lines: list[str]


@dataclass(frozen=True)
class TreeLayout:
    """The layout of a tree: leaves in rows, and lines at separations.

    Attributes
    ----------
    leaves : list of Leaf
        The leaves from top to bottom.
    lines : list of tuple
        Two ends, each a separation and a row, and a colour; None is the neutral colour.
    nothing : str or None
        The reason why there is nothing to draw, or None.

    """

    leaves: list[Leaf]
    lines: list[tuple[tuple[float, float], tuple[float, float], str | None]]
    nothing: str | None


def tree_layout(
    graph: GraphExports, letters: int = MAX_LETTERS, detailed: bool = True
) -> TreeLayout:
    """Lay out the tree of a graph, with one or two lines of at most `letters` characters a leaf."""
    tree, colours = graph._tree, community_colours(graph)
    order = tree.leaves()
    detailed = detailed and len(order) <= MAX_DETAILED_LEAVES
    leaves = [
        Leaf(
            row, colours.get(at, _colours.NEUTRAL), description_lines(graph, at, letters, detailed)
        )
        for row, at in enumerate(order)
    ]
    if len(order) < 2:
        descriptions = "".join(f"{leaf.lines[0]}. " for leaf in leaves)
        reason = "It is one group without parts" if order else "There are no communities"
        return TreeLayout(leaves, [], f"{descriptions}{reason}, so there is no tree to draw.")
    rows: dict[int, float] = {at: row for row, at in enumerate(order)}
    lines = []
    for at in tree.upwards():
        height, colour, below = tree.heights[at], colours.get(at), tree.children[at]
        if below:
            rows[at] = (rows[below[0]] + rows[below[-1]]) / 2
            lines.append(((height, rows[below[0]]), (height, rows[below[-1]]), colour))
        parent = tree.parents[at]
        to = height + STUB_LENGTH if parent is None else tree.heights[parent]
        lines.append(((height if below else -STUB_LENGTH, rows[at]), (to, rows[at]), colour))
    return TreeLayout(leaves, lines, None)


def community_colours(graph: GraphExports) -> dict[int, str]:
    """Return the colours of the communities that are coloured, and of their parts."""
    tree, units = graph._tree, _colours.coloured_units(graph)
    colours = dict(zip(units.at, units.colours, strict=True))
    known = graph._fitted_graph().colours()
    for at in tree.downwards():
        parent = tree.parents[at]
        if at not in colours and parent in colours:
            colours[at] = known[tree.first_group(at)]
    return colours


def description_lines(graph: GraphExports, at: int, letters: int, detailed: bool) -> list[str]:
    """Describe a community: its name, points and class, and what sets it apart."""
    columns = graph._communities
    first = f"{columns['community'][at]}: {counted(columns['points'][at], 'point')}"
    purity, label, apart = (columns[name][at] for name in ("purity", "class", "apart"))
    if purity is not None and label is not None and detailed:
        first += f", {class_share(purity, label)}"
    if not apart:
        return [shorten(first, letters)]
    if not detailed:
        return [shorten(f"{first}, {apart}", letters)]
    return [shorten(first, letters), shorten(apart, letters)]


def tree_svg(title: str, layout: TreeLayout) -> str:
    """Return a tree as an SVG document."""
    deep = 30 if any(len(leaf.lines) > 1 for leaf in layout.leaves) else 17
    title_lines = textwrap.wrap(title, TITLE_LETTERS) or [""]
    left, wide, top = 24, 300, 28 + 18 * len(title_lines)
    bottom = top + deep * len(layout.leaves)
    longest = max((len(line) for leaf in layout.leaves for line in leaf.lines), default=0)
    width = max(
        left + wide + 40 + 7 * longest, 2 * left + 8 * max(map(len, title_lines), default=0)
    )
    out = [
        svg_text(left, 28 + 18 * at, line, 'font-size="14"') for at, line in enumerate(title_lines)
    ]
    if layout.nothing is not None:
        reason_lines = textwrap.wrap(layout.nothing, TITLE_LETTERS)
        out += [svg_text(left, top + 17 * at, line) for at, line in enumerate(reason_lines)]
        return svg_document(width, top + 17 * len(reason_lines), out)

    def x(separation: float) -> float:
        return round(left + wide * (1 - separation), 2)

    def y(row: float) -> float:
        return round(top + deep * (row + 0.5), 2)

    for (low, row), (high, other), colour in layout.lines:
        ends = f'x1="{x(low)}" y1="{y(row)}" x2="{x(high)}" y2="{y(other)}"'
        out.append(f'<line {ends} stroke="{colour or _colours.NEUTRAL}" stroke-width="2"/>')
    for leaf in layout.leaves:
        middle = y(leaf.row)
        out.append(f'<circle cx="{x(-STUB_LENGTH)}" cy="{middle}" r="4" fill="{leaf.colour}"/>')
        first = middle + 4 - 6.5 * (len(leaf.lines) - 1)
        for at, line in enumerate(leaf.lines):
            out.append(svg_text(x(-STUB_LENGTH) + 10, first + 13 * at, line))
    ends = f'x1="{x(1)}" y1="{bottom + 4}" x2="{x(0)}" y2="{bottom + 4}"'
    out.append(f'<line {ends} stroke="{_colours.INK}"/>')
    for tick in (1.0, 0.8, 0.6, 0.4, 0.2, 0.0):
        out.append(svg_text(x(tick), bottom + 18, f"{tick:.1f}", 'text-anchor="middle"'))
    out.append(svg_text(x(0.5), bottom + 34, AXIS_TITLE, 'text-anchor="middle"'))
    return svg_document(width, bottom + 44, out)


def svg_text(x: float, y: float, content: str, attributes: str = "") -> str:
    """Return an SVG text element."""
    return f'<text x="{x}" y="{y}" {attributes}>{html.escape(content)}</text>'


def svg_document(width: float, height: float, shapes: list[str]) -> str:
    """Return an SVG document of shapes on a white background."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="Helvetica,Arial,sans-serif" '
        f'font-size="11" fill="{_colours.INK}">'
    )
    paper = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    return "\n".join([head, paper, *shapes, "</svg>", ""])
