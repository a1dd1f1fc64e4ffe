"""Colours of groups, classes and values, the same as in the program's own pictures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _frames
from ._conceptgraph import palette
from ._format import shorten

if TYPE_CHECKING:
    from ._export import GraphExports

INK, NEUTRAL, GREY = "#1f2328", "#6b7f99", "#b1b2b4"
#: The gradient from the least value to the largest: viridis without its last yellow.
GRADIENT = ("#440154", "#3f4889", "#24878e", "#56c667", "#d2e21b")
#: The most distinct words or whole numbers that have a colour each.
MAX_COLOURED = 10


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
        The colours, those of the program's own pictures.

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
    shares = graph._shares
    if parts:
        at = parts
        shares = graph._sum_shares(graph._fitted_graph().membership(), parts)
    known = graph._fitted_graph().colours()
    # A join of groups has the colour of its first group.
    colours = [known[tree.first_group(one)] for one in at]
    sizes = [graph._communities["points"][one] for one in at]
    names = [tree.names[one] for one in at]
    return ColouredUnits(at, names, sizes, bool(parts), shares, colours)


def unit_colours(units: ColouredUnits) -> tuple[list[str | None], dict[int, str]]:
    """Return the colour of each point, None without a group, and the second colour of some.

    A point in several groups has a second colour, by row. In a continuum nearly every point is
    between two parts, and has the colour of one.
    """
    starts, columns, values = units.shares
    counts, colours = np.diff(starts), np.array(units.colours, dtype=object)
    first_colours = np.full(len(counts), None, dtype=object)
    first_colours[counts == 1] = colours[columns[starts[:-1][counts == 1]]]
    second: dict[int, str] = {}
    for row in np.flatnonzero(counts > 1).tolist():
        cells = slice(starts[row], starts[row + 1])
        order = np.lexsort((columns[cells], -values[cells]))
        here = colours[columns[cells][order]].tolist()
        first_colours[row] = here[0]
        if not units.is_continuum:
            second[row] = here[1]
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
    colours = dict(zip(order, palette(len(order)), strict=True))
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
