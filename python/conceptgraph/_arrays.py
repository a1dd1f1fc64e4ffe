"""What a graph is: its facts, and its matrices."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ._needs import needs, not_fitted

if TYPE_CHECKING:
    from scipy import sparse

    from ._conceptgraph import Graph


class Arrays:
    """A graph as facts and arrays, which are read when they are asked for the first time."""

    n_concepts_: int
    _graph: Graph

    @property
    def facts_(self) -> dict[str, Any]:
        """What the graph is, by name: kind, points, k, metric and so on."""
        return self._fitted().facts()

    @property
    def names_(self) -> list[str]:
        """The names of the points, by row."""
        return self._fitted().points()[0]

    @property
    def verdict_(self) -> str:
        """Whether groups stand apart, in a sentence."""
        return self._fitted().verdict()

    @cached_property
    def labels_(self) -> np.ndarray:
        """The main group of each point from 0, -1 for none: an array of shape (n_points,)."""
        starts, groups, shares, _ = self._fitted().membership()
        labels = np.full(len(starts) - 1, -1, dtype=np.intp)
        for point, (start, end) in enumerate(pairwise(starts)):
            if end > start:
                labels[point] = groups[start + np.argmax(shares[start:end])]
        return labels

    @cached_property
    def membership_(self) -> sparse.csr_matrix:
        """The share of each point in each group.

        A sparse matrix of shape (n_points, n_groups): column 0 is g1. Shares are between 0 and 1;
        those of a point add up to 1, or it has none. ImportError where scipy is not installed.
        """
        sparse = needs("scipy.sparse", "membership_")
        starts, groups, shares, count = groups_alone(*self._fitted().membership())
        return sparse.csr_matrix((shares, groups, starts), shape=(len(starts) - 1, count))

    @cached_property
    def members_(self) -> sparse.csr_matrix:
        """Which point is in which cluster.

        A sparse matrix of booleans of shape (n_concepts_, n_points): row 0 is cluster c1. It has a
        byte and a column number for each member, which is much for a large graph: `Cluster.members`
        reads those of one. ImportError where scipy is not installed.
        """
        sparse = needs("scipy.sparse", "members_")
        starts, rows = self._fitted().members()
        shape = (self.n_concepts_, len(self.names_))
        return sparse.csr_matrix((np.ones(len(rows), bool), rows, starts), shape=shape)

    @cached_property
    def covers_(self) -> sparse.csr_matrix:
        """Which cluster is covered by which.

        A sparse matrix of booleans of shape (n_concepts_, n_concepts_), smaller clusters in rows,
        larger ones in columns: row 0 is cluster c1. ImportError where scipy is not installed.
        """
        sparse = needs("scipy.sparse", "covers_")
        lower, upper = self._fitted().covers()
        shape = (self.n_concepts_, self.n_concepts_)
        return sparse.csr_matrix((np.ones(len(lower), bool), (lower, upper)), shape=shape)

    def _fitted(self) -> Graph:
        if not hasattr(self, "_graph"):
            raise not_fitted("this ConceptGraph has no graph yet: call fit, or open_graph")
        return self._graph


def groups_alone(
    starts: np.ndarray, communities: np.ndarray, shares: np.ndarray, count: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Leave out the parts of groups, which come after the `count` groups."""
    kept = communities < count
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(kept, dtype=np.int64)])
    return before[starts], communities[kept], shares[kept], count
