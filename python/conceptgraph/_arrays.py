"""The facts, groups and matrices of a graph."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _tree
from ._labels import Labels
from ._optional import data_frame, import_optional
from ._sklearn import NotFittedError
from ._tree import Tree

if TYPE_CHECKING:
    import pandas
    from scipy import sparse

    from ._conceptgraph import Graph

#: Shares in CSR form: the start of each row, the columns, and the shares.
Shares = tuple[np.ndarray, np.ndarray, np.ndarray]


class GraphArrays:
    """The facts and arrays of a graph; the arrays are computed at their first use."""

    n_concepts_: int
    _graph: Graph
    _cut: tuple[Tree, list[int]]

    @property
    def facts_(self) -> dict[str, Any]:
        """The facts of the graph by name: kind, points, k, metric and so on."""
        return self._fitted_graph().facts()

    @cached_property
    def names_(self) -> list[str]:
        """The names of the points by row, as in pictures and files."""
        return self._fitted_graph().points()[0]

    @property
    def index_(self) -> pandas.Index | np.ndarray:
        """The labels of the points: the index of the DataFrame, or the rows from 0."""
        return self._labels.index

    @property
    def verdict_(self) -> str:
        """A sentence that says whether groups stand apart."""
        return self._fitted_graph().verdict()

    @cached_property
    def labels_(self) -> np.ndarray:
        """The main group of each point from 0, or -1 for none: an array of shape (n_points,)."""
        return self._main_communities[0]

    @cached_property
    def probabilities_(self) -> np.ndarray:
        """The share of each point in its main group, or 0: an array of shape (n_points,)."""
        return self._main_communities[1]

    @cached_property
    def outlier_scores_(self) -> np.ndarray:
        """The outlier score of each point, from 0 to 1: an array of shape (n_points,).

        The score is 1 - m / w, at least 0, where w is the distance to the last of the 15 nearest
        points, the point itself included, and m the median of w over the main group of the point. A
        score of 0.5 means a neighbourhood twice as wide as the median. Without distances, as for a
        ready context, 1 / w is the number of points that have the point among their neighbours, or
        the sum over its attributes of the number of points that have each.
        """
        return self._fitted_graph().outlier_scores()

    @cached_property
    def membership_(self) -> sparse.csr_matrix:
        """The share of each point in each group.

        A sparse matrix of shape (n_points, n_groups): column 0 is g1. Shares are between 0 and 1;
        the shares of a point add up to 1, unless it is in no group. Raises ImportError if scipy is
        not installed.
        """
        return self._to_sparse(self._shares, "membership_")

    @property
    def membership_frame_(self) -> pandas.DataFrame:
        """The share of each point in each group, as a DataFrame.

        The rows are the points by their labels, the columns the groups. Raises ImportError if
        pandas is not installed.
        """
        return import_optional("pandas", "membership_frame_").DataFrame(
            self._to_dense(self._shares), index=self.index_, columns=self.get_feature_names_out()
        )

    @property
    def n_communities_(self) -> int:
        """The number of groups in ``labels_``: the groups that stand apart, or `n_communities`."""
        return len(self._cut_communities)

    @property
    def separation_(self) -> np.ndarray:
        """The separation of each group from what it touches most, from 0 to 1.

        An array of shape (n_groups,): 1 if nothing connects the two, 0 if there is no gap, NaN for
        a group that joins nothing.
        """
        return np.array([self._tree.separations[at] for at in self._cut_communities], dtype=float)

    @cached_property
    def hierarchy_(self) -> pandas.DataFrame:
        """The tree of communities, from the whole to the parts of groups.

        A row for each community by its name, each before its children: ``parent``, ``depth`` from
        0, ``level`` (join, group or part), ``points``, ``separation`` from what it touches most,
        and ``height``, the separation at which its children join. A dict of lists if pandas is not
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
        return data_frame(rows, index="community")

    @cached_property
    def linkage_(self) -> np.ndarray:
        """The linkage matrix of the tree over ``leaves_``, in the format of scipy.

        An array of shape (n_leaves - 1, 4) for ``scipy.cluster.hierarchy.dendrogram``: the two
        nodes that join, the separation at which they join, and the number of leaves below.
        """
        return self._tree.linkage()

    @property
    def leaves_(self) -> list[str]:
        """The names of the leaves of ``linkage_``: parts, and groups without parts."""
        return [self._tree.names[at] for at in self._tree.leaves()]

    @cached_property
    def members_(self) -> sparse.csr_matrix:
        """The membership matrix of clusters and points.

        A sparse matrix of booleans of shape (n_concepts_, n_points): row 0 is cluster c1. It takes
        a byte and a column number per member, which is much for a large graph; `Cluster.rows` reads
        the members of one cluster. If the graph was fitted with ``members=False``, they are
        computed again. Raises ImportError if scipy is not installed.
        """
        sparse = import_optional("scipy.sparse", "members_")
        starts, rows = self._fitted_graph().members()
        shape = (self.n_concepts_, len(self.names_))
        return sparse.csr_matrix((np.ones(len(rows), bool), rows, starts), shape=shape)

    @cached_property
    def covers_(self) -> sparse.csr_matrix:
        """The cover relation of the clusters.

        A sparse matrix of booleans of shape (n_concepts_, n_concepts_), with the smaller clusters
        in rows and the larger ones in columns: row 0 is cluster c1. Raises ImportError if scipy is
        not installed.
        """
        sparse = import_optional("scipy.sparse", "covers_")
        lower, upper = self._fitted_graph().covers()
        shape = (self.n_concepts_, self.n_concepts_)
        return sparse.csr_matrix((np.ones(len(lower), bool), (lower, upper)), shape=shape)

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Return the names of the groups, which are the columns of `transform`.

        Parameters
        ----------
        input_features : None
            Not used.

        Returns
        -------
        ndarray of str
            g1, g2 and so on.

        """
        return np.array([self._tree.names[at] for at in self._cut_communities], dtype=object)

    @cached_property
    def _labels(self) -> Labels:
        return Labels.from_names(self.names_)

    @cached_property
    def _communities(self) -> dict[str, list[Any]]:
        return dict(self._fitted_graph().query("communities", [], None))

    @cached_property
    def _summaries(self) -> list[str]:
        return self._fitted_graph().summaries()

    @cached_property
    def _typical(self) -> list[list[str]]:
        return self._fitted_graph().typical()

    @property
    def _tree(self) -> Tree:
        self._fitted_graph()
        return self._cut[0]

    @property
    def _cut_communities(self) -> list[int]:
        """The communities that ``labels_`` counts, by their positions in the tree."""
        self._fitted_graph()
        return self._cut[1]

    @cached_property
    def _shares(self) -> Shares:
        return self._sum_shares(self._fitted_graph().membership(), self._cut_communities)

    @cached_property
    def _main_communities(self) -> tuple[np.ndarray, np.ndarray]:
        return _tree.main_shares(*self._shares)

    def _sum_shares(
        self, membership: tuple[np.ndarray, np.ndarray, np.ndarray, int], chosen: list[int]
    ) -> Shares:
        """Add up the shares of rows over communities, given by their positions in the tree."""
        starts, communities, shares, _ = membership
        return _tree.sum_shares(
            starts, communities, shares, self._tree.ancestor_columns(chosen), len(chosen)
        )

    def _to_sparse(self, shares: Shares, feature: str) -> sparse.csr_matrix:
        starts, columns, values = shares
        shape = (len(starts) - 1, len(self._cut_communities))
        return import_optional("scipy.sparse", feature).csr_matrix(
            (values, columns, starts), shape=shape
        )

    def _to_dense(self, shares: Shares) -> np.ndarray:
        starts, columns, values = shares
        dense = np.zeros((len(starts) - 1, len(self._cut_communities)))
        dense[_tree.entry_rows(starts), columns] = values
        return dense

    def _fitted_graph(self) -> Graph:
        if not hasattr(self, "_graph"):
            raise NotFittedError("this ConceptGraph has no graph yet: call fit, or open_graph")
        return self._graph
