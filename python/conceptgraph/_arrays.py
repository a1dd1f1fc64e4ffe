"""What a graph is: its facts, its groups, and its matrices."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _outliers, _tree
from ._labels import Labels
from ._needs import frame, needs
from ._sklearn import NotFittedError
from ._tree import Tree

if TYPE_CHECKING:
    import pandas
    from scipy import sparse

    from ._conceptgraph import Graph

#: The shares of rows: where those of each begin, columns, shares.
Shares = tuple[np.ndarray, np.ndarray, np.ndarray]


class Arrays:
    """A graph as facts and arrays, which are read when they are asked for the first time."""

    n_concepts_: int
    _graph: Graph
    _cut: tuple[Tree, list[int]]

    @property
    def facts_(self) -> dict[str, Any]:
        """What the graph is, by name: kind, points, k, metric and so on."""
        return self._fitted().facts()

    @cached_property
    def names_(self) -> list[str]:
        """The names of the points, by row, as pictures and files have them."""
        return self._fitted().points()[0]

    @property
    def index_(self) -> pandas.Index | np.ndarray:
        """The labels of the points: the index of the DataFrame, or the rows from 0."""
        return self._labels.index

    @property
    def verdict_(self) -> str:
        """Whether groups stand apart, in a sentence."""
        return self._fitted().verdict()

    @cached_property
    def labels_(self) -> np.ndarray:
        """The main group of each point from 0, -1 for none: an array of shape (n_points,)."""
        return self._main[0]

    @cached_property
    def probabilities_(self) -> np.ndarray:
        """The share of each point in its main group, 0 of one in none: of shape (n_points,)."""
        return self._main[1]

    @cached_property
    def outlier_scores_(self) -> np.ndarray:
        """How far each point stands from its group, from 0: an array of shape (n_points,).

        It is 1 - m / r, at least 0: r is how far the k-th nearest point is, and m the median of
        that in the point's main group. At 0.5 a point has twice as wide a neighbourhood as its
        group. Without distances, as in a ready context, 1 / r is how many points have the point
        among their neighbours, or an attribute in common with it.
        """
        graph = self._fitted()
        widths = graph.reach()
        if widths is None:
            starts, attributes, names = graph.context()
            are_points = graph.facts()["metric"] is not None and len(names) == len(self.names_)
            widths = _outliers.widths_of(starts, attributes, len(names), are_points)
        return _outliers.of_widths(widths, self.labels_)

    @cached_property
    def membership_(self) -> sparse.csr_matrix:
        """The share of each point in each group.

        A sparse matrix of shape (n_points, n_groups): column 0 is g1. Shares are between 0 and 1;
        those of a point add up to 1, or it has none. ImportError where scipy is not installed.
        """
        return self._matrix(self._shares, "membership_")

    @property
    def membership_frame_(self) -> pandas.DataFrame:
        """The same as a DataFrame: a row for each point by its label, a column for each group.

        ImportError where pandas is not installed.
        """
        return needs("pandas", "membership_frame_").DataFrame(
            self._dense(self._shares), index=self.index_, columns=self.get_feature_names_out()
        )

    @property
    def n_communities_(self) -> int:
        """How many groups ``labels_`` are of: those that stand apart, or as many as were wanted."""
        return len(self._chosen)

    @property
    def separation_(self) -> np.ndarray:
        """How far each group stands apart from what is next to it, from 0 to 1.

        An array of shape (n_groups,): 1 where nothing connects the two, 0 without a gap, NaN of a
        group that is all.
        """
        return np.array([self._tree.separations[at] for at in self._chosen], dtype=float)

    @cached_property
    def hierarchy_(self) -> pandas.DataFrame:
        """The tree of communities, from the whole to the parts of groups.

        A row for each, by name, before what lies in it: ``parent``, ``depth`` from 0, ``level``
        (join, group or part), ``points``, ``separation`` from what it joins next, and ``height``,
        the separation at which what lies in it joins. A dict of lists where pandas is not
        installed.
        """
        tree, points = self._tree, self._communities["points"]
        order = tree.downwards()
        parents = [tree.parents[at] for at in order]
        rows: list[tuple[str, list[Any]]] = [
            ("community", [tree.names[at] for at in order]),
            ("parent", [None if at is None else tree.names[at] for at in parents]),
            ("depth", [tree.depth(at) for at in order]),
            ("level", [tree.levels[at] for at in order]),
            ("points", [points[at] for at in order]),
            ("separation", [tree.separations[at] for at in order]),
            ("height", [tree.heights[at] for at in order]),
        ]
        return frame(rows, index="community")

    @cached_property
    def linkage_(self) -> np.ndarray:
        """The tree as scipy's hierarchical clustering has it, over ``leaves_``.

        An array of shape (n_leaves - 1, 4) for ``scipy.cluster.hierarchy.dendrogram``: what joins,
        the separation at which it does, and of how many leaves.
        """
        return self._tree.linkage()

    @property
    def leaves_(self) -> list[str]:
        """The names of the leaves of ``linkage_``: parts, and groups without parts."""
        return [self._tree.names[at] for at in self._tree.leaves()]

    @cached_property
    def members_(self) -> sparse.csr_matrix:
        """Which point is in which cluster.

        A sparse matrix of booleans of shape (n_concepts_, n_points): row 0 is cluster c1. It has a
        byte and a column number for each member, which is much for a large graph: `Cluster.rows`
        reads those of one. A graph that was fitted with ``members=False`` finds them again.
        ImportError where scipy is not installed.
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

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Name the columns of `transform`: the groups.

        Parameters
        ----------
        input_features : None
            Not used.

        Returns
        -------
        ndarray of str
            g1, g2 and so on.

        """
        return np.array([self._tree.names[at] for at in self._chosen], dtype=object)

    @cached_property
    def _labels(self) -> Labels:
        return Labels.of_names(self.names_)

    @cached_property
    def _communities(self) -> dict[str, list[Any]]:
        return dict(self._fitted().query("communities", [], None))

    @cached_property
    def _summaries(self) -> list[str]:
        return self._fitted().summaries()

    @property
    def _tree(self) -> Tree:
        self._fitted()
        return self._cut[0]

    @property
    def _chosen(self) -> list[int]:
        """The communities that labels are of, by their places in the tree."""
        self._fitted()
        return self._cut[1]

    @cached_property
    def _shares(self) -> Shares:
        return self._summed(self._fitted().membership(), self._chosen)

    @cached_property
    def _main(self) -> tuple[np.ndarray, np.ndarray]:
        return _tree.main(*self._shares)

    def _summed(
        self, found: tuple[np.ndarray, np.ndarray, np.ndarray, int], wanted: list[int]
    ) -> Shares:
        """Add up the shares of rows in some communities, by their places in the tree."""
        starts, communities, shares, _ = found
        return _tree.summed(starts, communities, shares, self._tree.within(wanted), len(wanted))

    def _matrix(self, shares: Shares, what: str) -> sparse.csr_matrix:
        starts, columns, values = shares
        shape = (len(starts) - 1, len(self._chosen))
        return needs("scipy.sparse", what).csr_matrix((values, columns, starts), shape=shape)

    def _dense(self, shares: Shares) -> np.ndarray:
        starts, columns, values = shares
        found = np.zeros((len(starts) - 1, len(self._chosen)))
        found[_tree.rows_of(starts), columns] = values
        return found

    def _fitted(self) -> Graph:
        if not hasattr(self, "_graph"):
            raise NotFittedError("this ConceptGraph has no graph yet: call fit, or open_graph")
        return self._graph
