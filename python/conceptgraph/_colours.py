"""Colours of groups, classes and values, the same as in the program's own pictures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _frames, _tree
from ._format import shorten

if TYPE_CHECKING:
    from ._export import GraphExports

#: The palette of Okabe and Ito, blue and orange first, with purple in place of black, in the order
#: of src/picture/colour.rs.
PALETTE = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#7b52ab")
INK, NEUTRAL, GREY = "#1f2328", "#6b7f99", "#b1b2b4"
#: The gradient from the least value to the largest: viridis without its last yellow.
GRADIENT = ("#440154", "#3f4889", "#24878e", "#56c667", "#d2e21b")
#: The most distinct words or whole numbers that have a colour each.
MAX_COLOURED = 10


def mix(colour: str, other: str, share: float) -> str:
    """Mix a colour with another one, whose share is from 0 to 1."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(int(a * (1 - share) + b * share + 0.5) for a, b in pairs).hex()


def class_colour(place: int) -> str:
    """Return the colour of a class or a group; beyond the palette the colours repeat, darker."""
    return mix(PALETTE[place % len(PALETTE)], INK, 0.3 * min(place // len(PALETTE), 3))


@dataclass(frozen=True)
class ColouredUnits:
    """The communities that have a colour: the groups, or the parts of a continuum.

    Attributes
    ----------
    at : list of int
        The positions of the communities in the tree.
    names : list of str
        The names of the communities.
    sizes : list of int
        The number of points of each; a point may be in several.
    is_continuum : bool
        True if the communities are the parts of the only group.
    shares : tuple of arrays
        The shares of the points in the communities, in CSR form: starts, columns, values.
    colours : list of str
        The colours; in a continuum they lead from one end to the other.

    """

    at: list[int]
    names: list[str]
    sizes: list[int]
    is_continuum: bool
    shares: tuple[np.ndarray, np.ndarray, np.ndarray]
    colours: list[str]


def coloured_units(graph: GraphExports) -> ColouredUnits:
    """Return the communities that have a colour in the pictures of a graph."""
    tree, at = graph._tree, graph._cut_communities
    parts = tree.children[at[0]] if len(at) == 1 and tree.levels[at[0]] == "group" else []
    shares, colours = graph._shares, [class_colour(place) for place in range(len(at))]
    if parts:
        at = parts
        shares = graph._sum_shares(graph._fitted_graph().membership(), parts)
        colours = gradient_colours(graph._fitted_graph().positions(), shares, len(parts))
    sizes = [graph._communities["points"][one] for one in at]
    names = [tree.names[one] for one in at]
    return ColouredUnits(at, names, sizes, bool(parts), shares, colours)


def gradient_colours(places: np.ndarray, shares: tuple[np.ndarray, ...], count: int) -> list[str]:
    """Grade the colours of parts along the map, so that neighbouring parts differ little."""
    starts, columns, values = shares
    across = np.bincount(columns, values * places[_tree.entry_rows(starts), 0], count)
    middles = across / np.maximum(np.bincount(columns, values, count), 1e-9)
    ranks = np.argsort(np.argsort(middles, kind="stable"), kind="stable")
    steps = [rank / max(count - 1, 1) for rank in ranks.tolist()]
    return [mix(mix(PALETTE[0], PALETTE[2], step), NEUTRAL, 0.25) for step in steps]


def unit_colours(units: ColouredUnits) -> tuple[list[str | None], dict[int, str]]:
    """Return the colour of each point, None without a group, and the second colour of some.

    A point in several groups has a second colour, by row. In a continuum, a point between parts has
    a mix of their colours instead.
    """
    starts, columns, values = units.shares
    counts, colours = np.diff(starts), np.array(units.colours, dtype=object)
    first_colours = np.full(len(counts), None, dtype=object)
    first_colours[counts == 1] = colours[columns[starts[:-1][counts == 1]]]
    second: dict[int, str] = {}
    for row in np.flatnonzero(counts > 1).tolist():
        cells = slice(starts[row], starts[row + 1])
        order = np.lexsort((columns[cells], -values[cells]))
        shares, here = values[cells][order].tolist(), colours[columns[cells][order]].tolist()
        first_colours[row], sum_ = here[0], shares[0]
        if not units.is_continuum:
            second[row] = here[1]
            continue
        for colour, share in zip(here[1:], shares[1:], strict=True):
            sum_ += share
            first_colours[row] = mix(first_colours[row], colour, share / max(sum_, 1e-9))
    first: list[str | None] = first_colours.tolist()
    return first, second


def word_colours(
    values: list[Any], order: list[Any] | None = None
) -> tuple[list[str | None], list[tuple[str | None, str]]]:
    """Return the colour of each value, and the entries of the legend.

    Colours are assigned in the given order, or in the order of the values. If there are too many
    values, the most frequent ones get a colour. Missing values and the remaining ones have none.
    """
    words = [None if _frames.is_missing(value) else value for value in values]
    counts = Counter(word for word in words if word is not None)
    if order is None:
        try:
            order = sorted(counts)
        except TypeError:
            order = sorted(counts, key=str)
    if len(order) > MAX_COLOURED:
        order = sorted(order, key=lambda word: -counts[word])[: MAX_COLOURED - 1]
    colours = {word: class_colour(place) for place, word in enumerate(order)}
    legend: list[tuple[str | None, str]] = [
        (colour, f"{shorten(str(word), 40)}: {counts[word]:,}") for word, colour in colours.items()
    ]
    more, none = len(counts) - len(order), words.count(None)
    if more:
        rest = len(words) - none - sum(counts[word] for word in order)
        legend.append((None, f"{more:,} others: {rest:,}"))
    if none:
        legend.append((None, f"none: {none:,}"))
    return [None if word is None else colours.get(word) for word in words], legend


def colour_values(graph: GraphExports, color: Any) -> list[Any] | np.ndarray:
    """Return the values that colour the points: numbers as an array, words as a list.

    Raises
    ------
    ValueError
        If there is no such column, or there are not as many values as points.

    """
    if isinstance(color, str):
        return numbers_or_words(column(graph, color))
    points = len(graph.names_)
    # A Series is matched by its index, as labels are in `fit`.
    color = graph._labels.in_order(color, "color")
    shape = np.shape(color)
    if shape != (points,):
        raise ValueError(f"color must be a name or {points:,} values, not of shape {shape}")
    return numbers_or_words(color)


def classes(graph: GraphExports) -> list[Any] | None:
    """Return the classes in the order in which the program's pictures colour them."""
    core = graph._fitted_graph()
    if core.points()[1] is None:
        return None
    names = dict(core.query("classes", [], None))["class"]
    return [graph._classes.get(name, name) for name in names]


def column(graph: GraphExports, name: str) -> list[Any]:
    """Return the class of each point, a column of the table, or a kept column."""
    core = graph._fitted_graph()
    classes = core.points()[1]
    if name == "class" and classes is not None:
        return [graph._classes.get(one, one) for one in classes]
    if name in core.features():
        statement = (
            "SELECT value FROM measurement JOIN feature ON feature.id = feature_id "
            "WHERE feature.name = :name ORDER BY point_id"
        )
        try:
            return core.statement(statement, {"name": name})[0][1]
        except ValueError:
            # A Neo4j server does not run SQL.
            message = (
                f"the values of {name} are not read from a server; give them: color=X[{name!r}]"
            )
            raise ValueError(message) from None
    # The kept columns follow point, class and smallest cluster.
    kept_columns = dict(core.query("points", [], None)[3:])
    # The query appends an underscore to a kept column of one of these names.
    if name in ("point", "class", "concept"):
        name += "_"
    if name not in kept_columns:
        # This raises an error that lists the columns.
        graph.points(color=name.removesuffix("_"))
    return kept_columns[name]


def numbers_or_words(values: Any) -> list[Any] | np.ndarray:
    """Return numbers for a gradient as an array; words and few whole numbers as a list."""
    numbers = _frames.numbers_of(values)
    if numbers is None or numbers.dtype.kind == "b":
        return list(values)
    finite = numbers[np.isfinite(numbers)]
    few = len(np.unique(finite)) <= MAX_COLOURED
    if few and (numbers.dtype.kind in "iu" or is_whole(values)):
        return [int(one) if np.isfinite(one) else None for one in numbers.tolist()]
    return numbers.astype(float)


def is_whole(values: Any) -> bool:
    """Return True if all values that are not missing have an integer type."""
    return all(_frames.is_missing(one) or isinstance(one, int | np.integer) for one in values)
