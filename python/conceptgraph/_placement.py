"""The placement of new rows in a graph."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _frames, _input, _tree
from ._cluster import Cluster
from ._export import GraphExports
from ._sklearn import BaseEstimator, ClusterMixin, TransformerMixin

if TYPE_CHECKING:
    from scipy import sparse

    from ._arrays import Shares


class GraphPlacement(GraphExports, ClusterMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """The placement of new rows, with the methods of scikit-learn's estimators."""

    def predict(self, X: Any) -> np.ndarray:
        """Return the main group of each new row from 0, or -1 for none.

        Parameters
        ----------
        X : array or DataFrame of shape (n_rows, n_features)
            Rows with the columns that the graph was built from, unscaled.

        Returns
        -------
        ndarray of shape (n_rows,)
            The groups from 0, or -1 for none. A row with the values of a point gets the group of
            the point; nearly always so if there are more than 10,000 points.

        Raises
        ------
        ValueError
            If columns are missing or values are not finite, or the graph was built from a ready
            context, which has no columns.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> graph.predict([[1.5, 1.5], [23.5, 2]]).tolist()
        [0, 1]

        """
        return _tree.main_shares(*self._place(X))[0]

    def predict_membership(self, X: Any) -> sparse.csr_matrix:
        """Return the share of each new row in each group.

        Parameters
        ----------
        X : array or DataFrame of shape (n_rows, n_features)
            The input of `predict`.

        Returns
        -------
        sparse matrix of shape (n_rows, n_groups)
            Shares between 0 and 1, as in ``membership_``.

        Raises
        ------
        ImportError
            If scipy is not installed.

        """
        return self._to_sparse(self._place(X), "predict_membership")

    def transform(self, X: Any) -> np.ndarray:
        """Return the share of each row in each group, as a dense array.

        Parameters
        ----------
        X : array or DataFrame of shape (n_rows, n_features)
            The input of `predict`.

        Returns
        -------
        ndarray of shape (n_rows, n_groups)
            Shares between 0 and 1; ``set_output(transform="pandas")`` makes it a DataFrame.

        """
        return self._to_dense(self._place(X))

    def outlier_scores(self, X: Any) -> np.ndarray:
        """Return the outlier score of each new row, from 0 to 1.

        Parameters
        ----------
        X : array or DataFrame of shape (n_rows, n_features)
            The input of `predict`.

        Returns
        -------
        ndarray of shape (n_rows,)
            The scores: 0.5 if the nearest points of a row are twice as far as is usual in its
            group. A row with the values of a point has the score of the point.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> graph.outlier_scores([[1.5, 1.5], [500, 2]]).round(2).tolist()
        [0.0, 0.99]

        """
        return self._fitted_graph().outlier_scores(self._checked_rows(X))

    def score(self, X: Any, y: Any = None) -> float:
        """Return the clarity with which rows belong to one group each, beyond chance.

        The score is (s - c) / (1 - c), where s is the mean share of a row in its main group, and c
        the value of s if neighbours were drawn from all rows: the sum of the squares of the groups'
        shares of the rows. Classes play no part in it.

        Parameters
        ----------
        X : array or DataFrame of shape (n_rows, n_features)
            The input of `predict`.
        y : None
            Not used.

        Returns
        -------
        float
            1 if every row is in one of several groups alone; 0 if there is only one group, or no
            more clarity than by chance; negative if there is less. Groups, and so this score,
            depend on ``metric``, ``scale`` and ``n_communities``, and not on k.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> ConceptGraph(k=4).fit(X).score(X)
        1.0

        """
        labels, shares = _tree.main_shares(*self._place(X))
        if not len(labels):
            raise ValueError("there is no row to score")
        chance = float(((np.bincount(labels[labels >= 0]) / len(labels)) ** 2).sum())
        return 0.0 if chance == 1 else (float(shares.mean()) - chance) / (1 - chance)

    def smallest(self, X: Any) -> list[Cluster | None]:
        """Return the smallest cluster of each new row, by its nearest points.

        Parameters
        ----------
        X : array or DataFrame of shape (n_rows, n_features)
            The input of `predict`.

        Returns
        -------
        list of Cluster or None
            A cluster per row; None if no cluster contains the row.

        """
        rows = self._checked_rows(X)
        names = [
            None if at < 0 else f"c{at + 1}" for at in self._fitted_graph().smallest(rows).tolist()
        ]
        clusters = {name: self.cluster(name) for name in set(names) if name is not None}
        return [None if name is None else clusters[name] for name in names]

    def _place(self, X: Any) -> Shares:
        return self._sum_shares(
            self._fitted_graph().place(self._checked_rows(X)), self._cut_communities
        )

    def _checked_rows(self, X: Any) -> np.ndarray:
        """Return rows as an array with the columns of the graph, in their order."""
        features = self._fitted_graph().features()
        if not features:
            # The library raises an error with the reason.
            return np.empty((0, 0))
        column_names = _frames.columns(X)
        are_named = hasattr(self, "feature_names_in_")
        # Column names that are not strings are not in feature_names_in_.
        are_named = are_named or features != _input.numbered(len(features))
        by_name = column_names is not None and (
            are_named or set(features) <= set(map(str, column_names))
        )
        values = _input.rows(X, features if by_name else None)
        if values.shape[1] != len(features):
            raise ValueError(
                f"X has {values.shape[1]} features, but ConceptGraph is expecting {len(features)}"
                " features as input"
            )
        if column_names is None and hasattr(self, "feature_names_in_"):
            warnings.warn(
                "X does not have valid feature names, but ConceptGraph was fitted with feature "
                "names: its columns are taken in their order",
                UserWarning,
                stacklevel=4,
            )
        return values
