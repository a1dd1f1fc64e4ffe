"""The changes between two graphs of the same points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Comparison:
    """The changes from one graph to another graph of the same points.

    Attributes
    ----------
    verdict : str
        A few sentences on the changes.
    groups : DataFrame
        A row for each group or landmark of either graph: the most similar one in the other graph,
        the number of points in both, and their Jaccard index; a dict of lists if pandas is not
        installed.
    points : DataFrame
        A row for each point that changed community, by its label: its group in either graph.

    """

    verdict: str
    groups: pandas.DataFrame = field(repr=False)
    points: pandas.DataFrame = field(repr=False)

    def __repr__(self) -> str:
        """Return the verdict."""
        return self.verdict
