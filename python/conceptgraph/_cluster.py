"""Clusters and communities: the sets of points that a graph is made of."""

from __future__ import annotations

import html
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ._order import label_name

if TYPE_CHECKING:
    import pandas

    from ._answers import GraphAnswers


class PointSet:
    """A set of points of a graph: the common part of `Cluster` and `Community`.

    ``len(cluster)`` is the number of points, ``label in cluster`` is True if a point belongs to it,
    and ``for label in cluster`` iterates over its points. ``a <= b`` is True if b has all points of
    a. Two of one graph are equal if they have one name.

    Attributes
    ----------
    name : str
        The name: ``c12`` of a cluster; ``g1``, ``g1.2`` or ``g1+g4`` of a community.
    graph : ConceptGraph
        The graph.

    """

    is_community = False

    def __init__(self, graph: GraphAnswers, position: int, name: str) -> None:
        self.graph = graph
        self.name = name
        self._place = position
        self._digest = graph._digest

    @cached_property
    def rows(self) -> np.ndarray:
        """The rows of the points, ascending from 0: ``array[cluster.rows]`` are their values."""
        rows = self.graph._fitted_graph().rows(self.is_community, self._position)
        rows.setflags(write=False)
        return rows

    @property
    def index(self) -> pandas.Index | np.ndarray:
        """The labels of the points by row: ``X.loc[cluster.index]`` are their values."""
        return self.graph.index_[self.rows]

    @property
    def size(self) -> int:
        """The number of points."""
        return int(self._fact("size"))

    @property
    def purity(self) -> float | None:
        """The share of the majority class; None without classes."""
        purity = self._fact("purity")
        return None if purity is None or np.isnan(purity) else float(purity)

    @property
    def majority(self) -> Any:
        """The majority class, as `fit` was given it; None without classes."""
        name = self._fact("class")
        return self.graph._classes.get(name, name)

    def describe(self) -> str:
        """Describe in words what sets the points apart, and what is near them.

        Returns
        -------
        str
            A few sentences, on one line.

        """
        return self.graph.describe(self)

    def why(self, other: Any) -> str:
        """Describe what this set and another one have in common, and what separates them.

        Parameters
        ----------
        other : Cluster, Community, name, mask, list of labels or label
            The other points.

        Returns
        -------
        str
            A few sentences, on one line.

        """
        return self.graph.why(self, other)

    def contrast(self, other: Any, limit: int | None = None) -> pandas.DataFrame:
        """Return the differences between this set and another one: see `ConceptGraph.contrast`.

        Parameters
        ----------
        other : Cluster, Community, name, mask or list of labels
            The other points.
        limit : int, optional
            The most columns to list; all by default.

        Returns
        -------
        DataFrame
            A row for each column of the table, the largest difference first.

        """
        return self.graph.contrast(self, other, limit)

    def rule(self) -> pandas.DataFrame:
        """Find at most three intervals of features that best tell the points from all others.

        Returns
        -------
        DataFrame
            A row for each interval: the feature, its least and largest value, and the fit of all
            intervals so far (points, inside, precision, recall, f1). No rows if no interval tells
            the points apart. A dict of lists if pandas is not installed.

        """
        return self.graph._frame(self.graph._columns("rule", [self._word()]).items())

    def parents(self) -> list[Cluster | Community]:
        """Return the upper covers of a cluster, the smallest larger ones; or the community above.

        Returns
        -------
        list of Cluster or Community
            The parents by number; empty for the whole.

        """
        return self.graph._clusters("parents", [self._word()])

    def children(self) -> list[Cluster | Community]:
        """Return the lower covers of a cluster, the largest smaller ones; or the communities below.

        Returns
        -------
        list of Cluster or Community
            The children by number.

        """
        return self.graph._clusters("children", [self._word()])

    @property
    def _position(self) -> int:
        """The position in the graph, which must not have been fitted again."""
        self.graph._own(self)
        return self._place

    def _fact(self, column: str) -> Any:
        raise NotImplementedError

    def _word(self) -> str:
        """Return the name for the library, with its kind if a point has the name too."""
        self.graph._own(self)
        kind = "group" if self.is_community else "cluster"
        return f"{kind}:{self.name}" if self.name in self.graph._labels.row_of_name else self.name

    def __len__(self) -> int:
        return self.size

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        return iter(self.index.tolist())

    def __contains__(self, label: Any) -> bool:
        row = self.graph._labels.find(label)
        at = 0 if row is None else int(np.searchsorted(self.rows, row))
        return row is not None and at < len(self.rows) and self.rows[at] == row

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PointSet):
            return NotImplemented
        return (self.name, self._digest) == (other.name, other._digest)

    def __hash__(self) -> int:
        return hash((self.name, self._digest))

    def __le__(self, other: PointSet) -> bool:
        if not isinstance(other, PointSet):
            return NotImplemented
        if self._digest == other._digest:
            return bool(np.isin(self.rows, other.rows).all())
        # Two graphs may have the same points in different rows.
        mine, theirs = ({one.graph.names_[row] for row in one.rows} for one in (self, other))
        return mine <= theirs

    def __lt__(self, other: PointSet) -> bool:
        if not isinstance(other, PointSet):
            return NotImplemented
        return self.size < other.size and self <= other

    def __ge__(self, other: PointSet) -> bool:
        return other <= self if isinstance(other, PointSet) else NotImplemented

    def __gt__(self, other: PointSet) -> bool:
        return other < self if isinstance(other, PointSet) else NotImplemented

    def __repr__(self) -> str:
        if self._digest != self.graph._digest:
            return f"{type(self).__name__} {self.name} of a graph before another fit"
        points = "1 point" if self.size == 1 else f"{self.size:,} points"
        majority = self.majority
        share = "" if majority is None else f", {100 * (self.purity or 0):.0f} % {majority}"
        return f"{type(self).__name__} {self.name}: {points}{self._caption()}{share}"

    def _caption(self) -> str:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return f"<b>{html.escape(repr(self))}</b><br/>{html.escape(self.describe())}"


class Cluster(PointSet):
    """A cluster of a graph: points that share neighbours, or attributes of a ready context.

    `PointSet` documents what it has in common with a community.

    Examples
    --------
    >>> from conceptgraph import ConceptGraph
    >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
    >>> cluster = graph.lca(0, 1)
    >>> cluster
    Cluster c4: 3 points around 0
    >>> cluster.rows.tolist(), 2 in cluster, 3 in cluster
    ([0, 1, 2], True, False)
    >>> [parent.name for parent in cluster.parents()]
    ['c6', 'c7']
    >>> cluster < cluster.parents()[0]
    True

    """

    @property
    def centre(self) -> Any:
        """The label of the point that the cluster lies around; None for the empty cluster."""
        row = int(self.graph._cluster_arrays["centre"][self._position])
        return None if row < 0 else self.graph.index_[[row]].tolist()[0]

    @property
    def intent(self) -> list[str]:
        """The attributes that all points have; empty for the graph of a table."""
        return list(self.graph._columns("intent", [self._word()])["attribute"])

    def _fact(self, column: str) -> Any:
        value = self.graph._cluster_arrays[column][self._position]
        if column != "class":
            return value
        return self.graph._class_names[value] if value >= 0 else None

    def _caption(self) -> str:
        return "" if self.centre is None else f" around {label_name(self.centre)}"


class Community(PointSet):
    """A community of a graph: a group that stands apart, a part of one, or a join of several.

    `PointSet` documents what it has in common with a cluster.

    Examples
    --------
    >>> from conceptgraph import ConceptGraph
    >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
    >>> graph = ConceptGraph(k=4).fit(X)
    >>> graph.community("g1")
    Community g1: 20 points, low x0
    >>> graph.community("g1").separation, 3 in graph.community("g1")
    (1.0, True)

    """

    is_community = True

    @property
    def level(self) -> str:
        """The level: group, part or join."""
        return str(self._fact("level"))

    @property
    def title(self) -> str:
        """A caption of about five words that no other community has."""
        return str(self._fact("title"))

    @property
    def separation(self) -> float | None:
        """The separation from what the community touches most, from 0 to 1; None for the whole."""
        separation = self._fact("separation")
        return None if separation is None else float(separation)

    @property
    def typical(self) -> list[Any]:
        """The labels of up to three typical points, the most typical first; empty for a join.

        Most of the points have them among their neighbours.
        """
        rows = self.graph._labels.rows_of_names(self.graph._typical[self._position])
        return list(self.graph.index_[rows].tolist())

    def _fact(self, column: str) -> Any:
        return self.graph._communities[column][self._position]

    def _caption(self) -> str:
        return f", {self.title}"
