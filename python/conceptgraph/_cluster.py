"""Clusters and communities of a graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ._order import label_name

if TYPE_CHECKING:
    import pandas

    from ._queries import GraphQueries


@dataclass(frozen=True)
class Cluster:
    """A cluster or a community of a graph.

    ``len(cluster)`` is the number of its points, ``label in cluster`` tells whether a point is in
    it, and ``for label in cluster`` iterates over the labels of its points. ``a <= b`` is True if
    all points of a are in b.

    Attributes
    ----------
    name : str
        The name of a cluster, such as ``c12``, or of a community: ``g1``, ``g1.2``, ``g1+g4``.
    size : int
        The number of points.
    purity : float or None
        The share of the most common class; None without classes.
    label : object or None
        The most common class, as `fit` was given it.
    centre : label or None
        The point around which the cluster lies; None
        for a community, and for a cluster without points.
    graph : ConceptGraph
        The graph of the cluster.

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

    name: str
    size: int
    purity: float | None
    label: Any
    centre: Any
    graph: GraphQueries = field(repr=False, compare=False)
    _digest: str = field(repr=False, compare=False, default="")

    @cached_property
    def rows(self) -> np.ndarray:
        """The rows of the points, ascending from 0: an array of integers."""
        query = "community" if self.is_community else "members"
        names = self.graph._columns(query, self)["point"]
        rows = np.sort(self.graph._labels.rows_of_names(names))
        rows.setflags(write=False)
        return rows

    @property
    def index(self) -> pandas.Index | np.ndarray:
        """The labels of the points by row: ``X.loc[cluster.index]`` are their values."""
        return self.graph.index_[self.rows]

    @property
    def members(self) -> list[Any]:
        """The labels of the points by row, as a list."""
        return list(self.index.tolist())

    @property
    def title(self) -> str | None:
        """A caption of about five words that sets a community apart; None for a cluster."""
        at = self._at
        return None if at is None else str(self.graph._communities["title"][at])

    @property
    def typical(self) -> list[Any]:
        """The labels of up to three typical points of a group or part, the most typical first.

        Most of the points have them among their neighbours. Empty for a join and for a cluster.
        """
        names = [] if self._at is None else self.graph._typical[self._at]
        return list(self.graph.index_[self.graph._labels.rows_of_names(names)].tolist())

    @property
    def summary(self) -> str | None:
        """A paragraph about a community; None for a cluster."""
        at = self._at
        return None if at is None else self.graph._summaries[at]

    @property
    def is_community(self) -> bool:
        """True for a community, False for a cluster."""
        return self.name.startswith("g")

    @property
    def intent(self) -> list[str]:
        """The attributes that all points have; empty for the graph of a table.

        For a community these are often none.
        """
        return list(self.graph._columns("intent", self)["attribute"])

    def describe(self) -> str:
        """Describe in words what sets the cluster apart, and what is next to it.

        Returns
        -------
        str
            A few sentences, on one line.

        """
        return str(self.graph._columns("describe", self)["description"][0])

    def rule(self) -> pandas.DataFrame:
        """Find at most three intervals of features that best tell the cluster from other points.

        Returns
        -------
        DataFrame
            A row for each interval: the feature, its least and largest value, and the fit of all
            intervals so far (points, inside, precision, recall, f1). No rows if no interval tells
            the cluster apart. A dict of lists if pandas is not installed.

        """
        return self.graph.query("rule", self)

    def parents(self) -> list[Cluster]:
        """Return the upper covers: the smallest larger clusters.

        Returns
        -------
        list of Cluster
            The upper covers by number; empty for the cluster of all points.

        """
        return self.graph._clusters("parents", self)

    def children(self) -> list[Cluster]:
        """Return the lower covers: the largest smaller clusters.

        Returns
        -------
        list of Cluster
            The lower covers by number.

        """
        return self.graph._clusters("children", self)

    def __len__(self) -> int:
        """Return the number of points."""
        return self.size

    def __bool__(self) -> bool:
        """Return True, also for a cluster without points."""
        return True

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the labels of the points by row."""
        return iter(self.members)

    def __contains__(self, label: Any) -> bool:
        """Return True if the cluster contains a point, given by its label or name."""
        return self.graph._labels.find(label) in self._set

    def __le__(self, other: Cluster) -> bool:
        """Return True if all points are in the other cluster."""
        if not isinstance(other, Cluster):
            return NotImplemented
        # Points are compared by name: two graphs may have the same points in different rows.
        mine, theirs = ({one.graph.names_[row] for row in one.rows} for one in (self, other))
        return mine <= theirs

    def __lt__(self, other: Cluster) -> bool:
        """Return True if all points are in the other cluster, which has more."""
        if not isinstance(other, Cluster):
            return NotImplemented
        return self.size < other.size and self <= other

    def __ge__(self, other: Cluster) -> bool:
        """Return True if all points of the other cluster are in this one."""
        return other <= self if isinstance(other, Cluster) else NotImplemented

    def __gt__(self, other: Cluster) -> bool:
        """Return True if all points of the other cluster are in this one, which has more."""
        return other < self if isinstance(other, Cluster) else NotImplemented

    @property
    def _at(self) -> int | None:
        """The index of a community from 0, or None for a cluster."""
        names = self.graph._communities["community"]
        return names.index(self.name) if self.is_community else None

    @cached_property
    def _set(self) -> frozenset[int]:
        return frozenset(self.rows.tolist())

    def __repr__(self) -> str:
        """Return a one-line description."""
        points = "1 point" if self.size == 1 else f"{self.size} points"
        majority = "" if self.label is None else f", {100 * (self.purity or 0):.0f} % {self.label}"
        kind = "Community" if self.is_community else "Cluster"
        around = "" if self.centre is None else f" around {label_name(self.centre)}"
        return f"{kind} {self.name}: {points}{around}{majority}"

    def _repr_html_(self) -> str:
        from . import _html

        return _html.cluster_html(self)
