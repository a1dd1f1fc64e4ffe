"""A cluster of a graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._estimator import ConceptGraph


@dataclass(frozen=True)
class Cluster:
    """A cluster: what a row of an answer says of it, and what the graph knows besides.

    Attributes
    ----------
    name : str
        ``c12``, or its generator in braces where the graph does not store it.
    size : int
        How many points it has.
    purity : float or None
        The share of its most common class; None without classes.
    label : str or None
        That class.
    generator : str
        A few points whose smallest cluster it is: ``{d1,d51}``.

    """

    name: str
    size: int
    purity: float | None
    label: str | None
    generator: str
    graph: ConceptGraph = field(repr=False, compare=False)

    @property
    def members(self) -> list[str]:
        """The names of its points, by row."""
        return list(self.graph._columns("members", self.name)["point"])

    def describe(self) -> str:
        """Say in words what sets it apart, what is next to it, and how stable it is."""
        return self.graph._columns("describe", self.name)["description"][0]

    def parents(self) -> list[Cluster]:
        """List the clusters that cover it, smallest first."""
        return self.graph._clusters("parents", self.name)

    def children(self) -> list[Cluster]:
        """List the clusters that it covers, largest first."""
        return self.graph._clusters("children", self.name)

    def __repr__(self) -> str:
        """Say what it is on a line."""
        points = "1 point" if self.size == 1 else f"{self.size} points"
        most = "" if self.label is None else f", {100 * (self.purity or 0):.0f} % {self.label}"
        return f"Cluster {self.name}: {points}{most}, {self.generator}"
