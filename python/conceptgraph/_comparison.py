"""What changed between two graphs of the same points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Comparison:
    """What changed from one graph to another one of the same points.

    Attributes
    ----------
    verdict : str
        What changed, in a few sentences.
    groups : DataFrame
        A row for each group or landmark of either graph: the one most like it in the other, how
        many points they share, and their Jaccard index; a dict of lists where pandas is not
        installed.
    points : DataFrame
        A row for each point that changed company, by its label: its group in either graph.

    """

    verdict: str
    groups: pandas.DataFrame = field(repr=False)
    points: pandas.DataFrame = field(repr=False)

    def __repr__(self) -> str:
        """Say what changed."""
        return self.verdict
