"""A cluster of a graph, or a community."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas

    from ._asked import Asked


@dataclass(frozen=True)
class Cluster:
    """A cluster, or a community: what an answer says of it, and what the graph knows besides.

    Attributes
    ----------
    name : str
        ``c12``, or its generator in braces where the graph does not store it; ``g1+g4`` of a
        community.
    size : int
        How many points it has.
    purity : float or None
        The share of its most common class; None without classes.
    label : str or None
        That class.
    generator : str or None
        A few points whose smallest cluster it is: ``{d1,d51}``; None of a community, which only has
        members.
    graph : ConceptGraph
        The graph that it is a cluster of.

    Examples
    --------
    >>> from conceptgraph import ConceptGraph
    >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
    >>> cluster = graph.lca("d1", "d2")
    >>> cluster
    Cluster c4: 3 points, {d1}
    >>> cluster.members
    ['d1', 'd2', 'd3']
    >>> [parent.name for parent in cluster.parents()]
    ['c6', 'c7']

    """

    name: str
    size: int
    purity: float | None
    label: str | None
    generator: str | None
    graph: Asked = field(repr=False, compare=False)

    @property
    def members(self) -> list[str]:
        """The names of its points, by row."""
        return list(self.graph._columns("members", self.name)["point"])

    def describe(self) -> str:
        """Say in words what sets it apart, what is next to it, and how stable it is.

        Returns
        -------
        str
            A few sentences, on one line.

        """
        return str(self.graph._columns("describe", self.name)["description"][0])

    def rule(self) -> pandas.DataFrame:
        """Find at most three intervals of features that tell it from other points best.

        Returns
        -------
        DataFrame
            A row for each interval: the feature, its least and largest value, and how well all
            intervals so far fit (points, inside, precision, recall, f1); a dict of lists where
            pandas is not installed. No rows where no interval tells it apart.

        """
        return self.graph.query("rule", self.name)

    def parents(self) -> list[Cluster]:
        """List the clusters that cover it.

        Returns
        -------
        list of Cluster
            The smallest larger ones, by their numbers; none for the cluster of all points.

        """
        return self.graph._clusters("parents", self.name)

    def children(self) -> list[Cluster]:
        """List the clusters that it covers.

        Returns
        -------
        list of Cluster
            The largest smaller ones, by their numbers.

        """
        return self.graph._clusters("children", self.name)

    def __repr__(self) -> str:
        """Say what it is on a line."""
        points = "1 point" if self.size == 1 else f"{self.size} points"
        most = "" if self.label is None else f", {100 * (self.purity or 0):.0f} % {self.label}"
        if self.generator is None:
            return f"Community {self.name}: {points}{most}"
        return f"Cluster {self.name}: {points}{most}, {self.generator}"
