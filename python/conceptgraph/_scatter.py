"""Coloured discs for points, with legends and colour bars, by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _colours
from ._figures import escape_dollars, size_in_points
from ._format import shorten
from ._tree import entry_rows, main_shares

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._export import GraphExports

#: The most groups without names on the picture; with more, colours repeat.
MAX_UNNAMED_GROUPS = 8
#: The most groups that the legend names.
MAX_LEGEND_GROUPS = 48
#: The margin around the points, as a share of their extent.
MARGIN = 0.06
#: The height of a line of the legend, and the width of a colour bar with its numbers, in points.
LINE, BAR = 14.0, 62.0


class GroupScatter:
    """Points in the colours of their groups."""

    def __init__(self, graph: GraphExports) -> None:
        self.units = _colours.coloured_units(graph)
        self.first, self.second = _colours.unit_colours(self.units)

    def draw(self, ax: Axes, places: np.ndarray, inside: bool) -> None:
        """Draw the points, with two halves for a point between two groups, and a legend."""
        units = self.units
        scatter(ax, places, self.first, self.second, inside)
        # Each point counts once, where its share is largest.
        main = main_shares(*units.shares)[0]
        sizes = np.bincount(main[main >= 0], minlength=len(units.names)).tolist()
        shown = list(zip(units.colours, units.names, sizes, strict=True))[:MAX_LEGEND_GROUPS]
        legend: list[Any] = [(colour, f"{name}: {size:,}") for colour, name, size in shown]
        unnamed = len(units.names) - len(shown)
        if unnamed:
            legend.append(("none", f"{unnamed:,} smaller ones"))
        if self.second:
            pair = tuple(units.colours[:2])
            legend.append((pair, f"between groups: {len(self.second):,}"))
        alone = self.first.count(None)
        if alone:
            legend.append((None, f"in no group: {alone:,}"))
        title = "parts" if units.is_continuum else "groups"
        if len(units.names) > 1 or alone:
            add_legend(ax, legend, title, inside)
        else:
            fit(ax)
        if len(units.names) > MAX_UNNAMED_GROUPS or units.is_continuum:
            self.write_names(ax, places)

    def write_names(self, ax: Axes, places: np.ndarray) -> None:
        """Write the names of groups among their points, the largest first, where there is room."""
        from matplotlib.patheffects import withStroke

        starts, columns, values = self.units.shares
        rows = entry_rows(starts)
        # Letters are measured in typographic points: the size of one in data units.
        point = float(np.ptp(ax.get_xlim())) / size_in_points(ax)[0]
        used: list[np.ndarray] = []
        for place, name in enumerate(self.units.names):
            members = places[rows[(columns == place) & (values >= 0.5)]]
            if len(members) == 0:
                continue
            middle = np.median(members, axis=0)
            low, top = np.quantile(members[:, 1], [0.05, 0.95])
            ways = [middle, (middle[0], top + 9 * point), (middle[0], low - 9 * point)]
            room = np.array([6.6 * (len(name) + 0.5), 13.0]) * point
            if top - low < 45 * point:
                # The name would hide a small group: it stands above or below, where fewer points
                # are.
                hidden = [(np.abs(places - at) < room / 2).all(axis=1).sum() for at in ways[1:]]
                ways = ways[1:] if hidden[0] <= hidden[1] else ways[:0:-1]
            free = (at for at in ways if all((np.abs(at - one) > room).any() for one in used))
            at = next(free, None)
            if at is None:
                continue
            used.append(np.asarray(at))
            halo = withStroke(linewidth=2.5, foreground=ax.get_facecolor())
            words = ax.text(
                float(at[0]), float(at[1]), escape_dollars(name), weight="bold", zorder=6
            )
            words.set(ha="center", va="center", path_effects=[halo])


class ValueScatter:
    """Points in the colours of classes, words or numbers."""

    def __init__(self, graph: GraphExports, color: Any) -> None:
        self.values = _colours.colour_values(graph, color)
        self.order = None
        if isinstance(color, str) and color == "class":
            self.order = _colours.classes(graph)
        name = color if isinstance(color, str) else getattr(color, "name", None)
        self.name = "" if name is None else shorten(str(name), 40)

    def draw(self, ax: Axes, places: np.ndarray, inside: bool) -> None:
        """Draw the points, and a legend of words or a colour bar of numbers."""
        if isinstance(self.values, list):
            colours, legend = _colours.word_colours(self.values, self.order)
            scatter(ax, places, colours, {}, inside)
            add_legend(ax, legend, self.name, inside)
            return
        self.draw_numbers(ax, places, self.values, inside)

    def draw_numbers(self, ax: Axes, places: np.ndarray, values: np.ndarray, inside: bool) -> None:
        """Draw the points in a gradient, clipped at 2 % on either side against outliers."""
        from matplotlib.cm import ScalarMappable
        from matplotlib.colors import LinearSegmentedColormap, Normalize, to_hex

        is_finite = np.isfinite(values)
        finite = np.sort(values[is_finite])
        trimmed = len(finite) // 50
        low, high = (finite[trimmed], finite[-1 - trimmed]) if len(finite) else (0.0, 1.0)
        gradient = LinearSegmentedColormap.from_list("conceptgraph", _colours.GRADIENT)
        # A single value has the colour in the middle.
        norm = Normalize(*(low, high) if high > low else (low - 0.5, high + 0.5), clip=True)
        rgba = gradient(norm(np.where(is_finite, values, low)))
        colours = [to_hex(one) if ok else None for one, ok in zip(rgba, is_finite, strict=True)]
        scatter(ax, places, colours, {}, inside)
        room = fit(ax, BAR if inside and len(finite) else 0.0)
        if len(finite):
            ends = (bool(finite[0] < low), bool(finite[-1] > high))
            extend = {(True, True): "both", (True, False): "min", (False, True): "max"}
            at = 1.02 - room if inside else 1.03
            figure: Any = ax.figure
            bar = figure.colorbar(
                ScalarMappable(norm, gradient),
                cax=ax.inset_axes((at, 0.1, 0.035, 0.8)),
                extend=extend.get(ends, "neither"),
            )
            bar.set_label(escape_dollars(self.name))
        none = len(values) - len(finite)
        if none:
            ax.set_xlabel(f"none: {none:,}, grey", loc="left")


def scatter(
    ax: Axes, places: np.ndarray, first: list[str | None], second: dict[int, str], inside: bool
) -> None:
    """Draw a disc for each point: grey ones below, those of two colours on top."""
    from matplotlib.markers import MarkerStyle

    wide, high = size_in_points(ax)
    room = (wide * high / len(places)) ** 0.5
    # A legend inside the axes takes about half of them.
    radius = min(max((0.6 if inside else 0.9) * room**0.5, 0.8), 2.8 if inside else 4.2)
    # A rim separates discs that overlap.
    rim = {"edgecolors": [ax.get_facecolor()], "linewidths": 0.12 * radius * (radius > 1.3)}
    none = np.array([colour is None for colour in first], dtype=bool)
    both = np.zeros(len(first), dtype=bool)
    both[list(second)] = True
    # A pseudorandom order, so that no colour is always on top.
    mixed = np.argsort((np.arange(len(first)) * 2_654_435_761) % 2**32, kind="stable")
    for layer, (which, size) in enumerate([(none, 0.7), (~none & ~both, 1.0), (both, 1.0)], 2):
        rows = mixed[which[mixed]]
        colours = [first[row] or _colours.GREY for row in rows.tolist()]
        area = (2 * size * radius) ** 2
        if len(rows):
            ax.scatter(places[rows, 0], places[rows, 1], s=area, c=colours, zorder=layer, **rim)
    rows = mixed[both[mixed]]
    if len(rows):
        half = MarkerStyle("o", fillstyle="right")
        others = [second[row] for row in rows.tolist()]
        area = (1.84 * radius) ** 2
        ax.scatter(
            places[rows, 0], places[rows, 1], s=area, c=others, marker=half, zorder=5, linewidths=0
        )


def add_legend(ax: Axes, entries: list[Any], title: str, inside: bool) -> None:
    """Add a legend of colours and words; a pair of colours makes a disc in two halves.

    The legend stands beside the axes, or inside the user's own axes, with room left for it.
    """
    from matplotlib.lines import Line2D

    dots = []
    for colour, words in entries:
        one, other = colour if isinstance(colour, tuple) else (colour or _colours.GREY, None)
        dot = Line2D([], [], ls="", marker="o", ms=7, mew=0, color=one, label=escape_dollars(words))
        if other is not None:
            dot.set(fillstyle="left", markerfacecoloralt=other)
        dots.append(dot)
    column = max(int(size_in_points(ax)[1] / LINE) - 1, 4)
    place: Any = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
    legend = ax.legend(
        handles=dots,
        title=escape_dollars(title) or None,
        frameon=False,
        alignment="left",
        handletextpad=0.3,
        ncols=-(-len(dots) // column),
        **({"loc": "upper right"} if inside else place),
    )
    fit(ax, size_in_points(legend)[0] if inside else 0.0)


def fit(ax: Axes, wide: float = 0.0) -> float:
    """Fit the limits to the points, with equal scales and room on the right.

    `wide` is the room in typographic points. Returns the share of the axes that it takes.
    """
    across, up = size_in_points(ax)
    share = min((wide + 12) / across, 0.6) if wide else 0.0
    (left, right), (low, high) = ax.dataLim.intervalx, ax.dataLim.intervaly
    needed = ((right - left) / (across * (1 - share)), (high - low) / up)
    # The scale is 1 if all points have the same position.
    scale = (1 + 2 * MARGIN) * max(needed) or 1.0
    if not ax.get_autoscalex_on() and scale < np.ptp(ax.get_xlim()) / across:
        # Axes that share these limits already need more.
        return share
    start = (left + right - scale * across * (1 - share)) / 2
    middle = (low + high) / 2
    ax.set_xlim(start, start + scale * across)
    ax.set_ylim(middle - scale * up / 2, middle + scale * up / 2)
    return share
