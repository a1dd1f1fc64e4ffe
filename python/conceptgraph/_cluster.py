"""A cluster of a graph, or a community."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ._order import name_of

if TYPE_CHECKING:
    import pandas

    from ._asked import Asked


@dataclass(frozen=True)
class Cluster:
    """A cluster, or a community: what an answer says of it, and what the graph knows besides.

    ``len(cluster)`` is how many points it has, ``label in cluster`` whether a point is in it, and
    ``for label in cluster`` goes through their labels. ``a <= b`` says whether the points of a are
    all in b.

    Attributes
    ----------
    name : str
        ``c12``, or ``g1``, ``g1.2`` and ``g1+g4`` of a community.
    size : int
        How many points it has.
    purity : float or None
        The share of its most common class; None without classes.
    label : object or None
        That class, as `fit` was given it.
    centre : label or None
        The point that it lies around; None of a community, and of a cluster without points.
    graph : ConceptGraph
        The graph that it is a cluster of.

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
    graph: Asked = field(repr=False, compare=False)
    _digest: str = field(repr=False, compare=False, default="")

    @cached_property
    def rows(self) -> np.ndarray:
        """The rows of its points, ascending from 0: an array of whole numbers."""
        # Of a community the words of another query are not mistaken for those of points.
        question = "community" if self.is_community else "members"
        names = self.graph._columns(question, self)["point"]
        rows = np.sort(self.graph._labels.rows_of_names(names))
        rows.setflags(write=False)
        return rows

    @property
    def index(self) -> pandas.Index | np.ndarray:
        """The labels of its points, by row: ``X.loc[cluster.index]`` are their values."""
        return self.graph.index_[self.rows]

    @property
    def members(self) -> list[Any]:
        """The same as a list."""
        return list(self.index.tolist())

    @property
    def title(self) -> str | None:
        """What sets a community apart, in about five words; None of a cluster."""
        at = self._at
        return None if at is None else str(self.graph._communities["title"][at])

    @property
    def summary(self) -> str | None:
        """What is known of a community, in a paragraph; None of a cluster."""
        at = self._at
        return None if at is None else self.graph._summaries[at]

    @property
    def is_community(self) -> bool:
        """Whether it is a community, and no cluster."""
        return self.name.startswith("g")

    @property
    def intent(self) -> list[str]:
        """The attributes that all of its points have; none where the graph is that of a table.

        Of a community, what all of its points have in common, often nothing.
        """
        return list(self.graph._columns("intent", self)["attribute"])

    def describe(self) -> str:
        """Say in words what sets it apart, and what is next to it.

        Returns
        -------
        str
            A few sentences, on one line.

        """
        return str(self.graph._columns("describe", self)["description"][0])

    def rule(self) -> pandas.DataFrame:
        """Find at most three intervals of features that tell it from other points best.

        Returns
        -------
        DataFrame
            A row for each interval: the feature, its least and largest value, and how well all
            intervals so far fit (points, inside, precision, recall, f1); a dict of lists where
            pandas is not installed. No rows where no interval tells it apart.

        """
        return self.graph.query("rule", self)

    def parents(self) -> list[Cluster]:
        """List the clusters that cover it.

        Returns
        -------
        list of Cluster
            The smallest larger ones, by their numbers; none for the cluster of all points.

        """
        return self.graph._clusters("parents", self)

    def children(self) -> list[Cluster]:
        """List the clusters that it covers.

        Returns
        -------
        list of Cluster
            The largest smaller ones, by their numbers.

        """
        return self.graph._clusters("children", self)

    def __len__(self) -> int:
        """Count its points."""
        return self.size

    def __bool__(self) -> bool:
        """Be there, also without points."""
        return True

    def __iter__(self) -> Iterator[Any]:
        """Go through the labels of its points, by row."""
        return iter(self.members)

    def __contains__(self, label: Any) -> bool:
        """Tell whether a point is in it, by its label or name."""
        return self.graph._labels.find(label) in self._set

    def __le__(self, other: Cluster) -> bool:
        """Tell whether all of its points are in the other."""
        if not isinstance(other, Cluster):
            return NotImplemented
        # By name: graphs of the same points may have them in other rows.
        mine, theirs = ({one.graph.names_[row] for row in one.rows} for one in (self, other))
        return mine <= theirs

    def __lt__(self, other: Cluster) -> bool:
        """Tell whether all of its points are in the other, which has more."""
        if not isinstance(other, Cluster):
            return NotImplemented
        return self.size < other.size and self <= other

    def __ge__(self, other: Cluster) -> bool:
        """Tell whether all points of the other are in it."""
        return other <= self if isinstance(other, Cluster) else NotImplemented

    def __gt__(self, other: Cluster) -> bool:
        """Tell whether all points of the other are in it, and more."""
        return other < self if isinstance(other, Cluster) else NotImplemented

    @property
    def _at(self) -> int | None:
        """The number of a community, from 0."""
        names = self.graph._communities["community"]
        return names.index(self.name) if self.is_community else None

    @cached_property
    def _set(self) -> frozenset[int]:
        return frozenset(self.rows.tolist())

    def __repr__(self) -> str:
        """Say what it is on a line."""
        points = "1 point" if self.size == 1 else f"{self.size} points"
        most = "" if self.label is None else f", {100 * (self.purity or 0):.0f} % {self.label}"
        kind = "Community" if self.is_community else "Cluster"
        around = "" if self.centre is None else f" around {name_of(self.centre)}"
        return f"{kind} {self.name}: {points}{around}{most}"

    def _repr_html_(self) -> str:
        from . import _html

        return _html.of_cluster(self)
