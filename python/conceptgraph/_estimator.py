"""A concept graph, as an estimator and as something to ask."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _arrays, _beside, _input, _progress
from . import _conceptgraph as core
from ._cluster import Cluster
from ._elsewhere import Elsewhere
from ._needs import needs

if TYPE_CHECKING:
    from scipy import sparse


class ConceptGraph(Elsewhere):
    """Overlapping clusters of points and the hierarchy between them.

    Parameters
    ----------
    k : int, str or "auto", default "auto"
        Neighbours of each point, itself among them; ``"10%"`` is a share of the points. "auto"
        takes the number whose clusters tell most of groups (``telling_``).
    scale : {"auto", "none", "standard", "minmax"}, default "auto"
        Scaling of the columns before distances are taken. "auto" standardises columns whose
        spreads differ more than ten times.
    metric : {"euclidean", "manhattan", "chebyshev", "cosine"}, default "euclidean"
        Distance between points.
    anchors : int or None, default None
        Look for neighbours among that many points only; 0 for all. None is all of them, unless k
        is chosen and that would take long.
    graph : {"auto", "full", "lca", "largest:N"}, default "auto"
        Which clusters are kept.
    min_size : int or str, default 0
        Clusters with fewer points are left out.
    max_concepts : int or None, default None
        The full lattice has at most that many clusters.
    max_memory : str or None, default None
        Stop before taking more memory, such as ``"4G"``.
    name : str, default "graph"
        What the graph is called in files and databases.

    Attributes
    ----------
    k_ : int or None
        Neighbours that were taken; None for a ready context.
    anchors_ : int or None
        Among how many anchors; None where every point is one.
    telling_ : float or None
        How pure the clusters of two points of a group are, beyond chance, at most 1.
    n_concepts_, n_covers_ : int
        Clusters, and covers between them.
    digest_ : str
        SHA-256 of the content: the same as that of the command line.
    labels_ : ndarray of shape (n_points,)
        The main group of each point from 0; -1 for a point in none.
    verdict_ : str
        Whether groups stand apart, in a sentence.
    notes_ : list of str
        What was said while the graph was built.

    Notes
    -----
    Nothing is random: the same table gives the same graph, with the same digest, on every machine.
    Where tqdm is installed, long work shows how far it is, on a terminal or in a notebook.

    References
    ----------
    Yoneda, Sugiyama and Washio, Learning Graph Representation via Formal Concept Analysis (2018).

    Examples
    --------
    >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
    >>> graph = ConceptGraph(k=4).fit(X)
    >>> graph.verdict_
    '2 groups stand apart, all clearly (separation at least 1.00).'
    >>> graph.labels_[[0, 19, 20, 39]].tolist()
    [0, 0, 1, 1]

    """

    _estimator_type = "clusterer"

    def __init__(
        self,
        k: int | str = "auto",
        *,
        scale: str = "auto",
        metric: str = "euclidean",
        anchors: int | None = None,
        graph: str = "auto",
        min_size: int | str = 0,
        max_concepts: int | None = None,
        max_memory: str | None = None,
        name: str = "graph",
    ) -> None:
        self.k = k
        self.scale = scale
        self.metric = metric
        self.anchors = anchors
        self.graph = graph
        self.min_size = min_size
        self.max_concepts = max_concepts
        self.max_memory = max_memory
        self.name = name

    # What scikit-learn asks of an estimator.

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Get the parameters by name.

        Parameters
        ----------
        deep : bool, default True
            Not used: no parameter is an estimator.

        Returns
        -------
        dict
            The parameters as they were given.

        """
        names = list(inspect.signature(type(self).__init__).parameters)[1:]
        return {name: getattr(self, name) for name in names}

    def set_params(self, **params: Any) -> ConceptGraph:
        """Set parameters by name; a graph that is there stays as it is until the next `fit`.

        Parameters
        ----------
        **params : object
            Parameters of `ConceptGraph`.

        Returns
        -------
        ConceptGraph
            The estimator itself.

        """
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise ValueError(f"there is no parameter {name!r}; there are {', '.join(known)}")
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Any:
        """Say to scikit-learn what this is."""
        utils = needs("sklearn.utils", "tags")
        return utils.Tags(
            estimator_type="clusterer",
            target_tags=utils.TargetTags(required=False),
            # A sparse matrix is a ready context.
            input_tags=utils.InputTags(sparse=True),
        )

    def __sklearn_is_fitted__(self) -> bool:
        """Say to scikit-learn whether there is a graph."""
        return hasattr(self, "_graph")

    def __repr__(self) -> str:
        """Show the parameters that are not the usual ones."""
        usual = type(self)().get_params()
        given = {name: value for name, value in self.get_params().items() if value != usual[name]}
        return f"ConceptGraph({', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def __getstate__(self) -> dict[str, Any]:
        """Pack the graph as the bytes of its file."""
        own = {name: value for name, value in vars(self).items() if name != "_graph"}
        if hasattr(self, "_graph"):
            own["_file"] = self._graph.packed()
        return own

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Unpack the graph into a file of its own."""
        packed = state.pop("_file", None)
        vars(self).update(state)
        if packed is not None:
            self._graph = core.of_bytes(packed)

    # Building.

    def fit(
        self, X: Any, y: Any = None, *, labels: Any = None, names: Any = None, keep: Any = None
    ) -> ConceptGraph:
        """Build the graph.

        Parameters
        ----------
        X : array or DataFrame of shape (n_points, n_features)
            Numbers, unscaled; the index of a DataFrame names the points. A sparse matrix or an
            array of booleans is a ready context: who has which attribute, as with the neighbours
            of each point.
        y : None
            Not used, as scikit-learn's clusterers take it.
        labels : array of shape (n_points,), optional
            Classes of the points. They are shown, and play no part in the clusters.
        names : array of shape (n_points,), optional
            Names of the points instead of d1, d2 and so on.
        keep : DataFrame, Series with a name, or dict of columns, optional
            Columns that are shown beside the points, such as the texts that vectors stand for.
            They play no part in the clusters. Truth is 1 and 0.

        Returns
        -------
        ConceptGraph
            The estimator itself.

        Raises
        ------
        ValueError
            If the table or a parameter is not what it should be, such as a value that is missing,
            or if the indexes of X and of `labels`, `names` or `keep` name different rows.
        MemoryError
            If there are more clusters than `max_concepts`, or it takes more than `max_memory`.

        Notes
        -----
        Where X is a DataFrame, a Series or DataFrame in `labels`, `names` or `keep` is matched by
        its index: rows in another order are put in order. Arrays and lists go by position. So do
        all rows where one of the two indexes only counts from 0, and the other has other labels.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]]
        >>> graph = ConceptGraph(k=4).fit(X, labels=["near"] * 3 + ["far"] * 3)
        >>> graph.n_concepts_, graph.lca("d1", "d2").label
        (8, 'near')

        """
        known = {
            "names": _beside.words(names, "names", X) or _input.names_of(X),
            "labels": _beside.words(labels, "labels", X),
            "keep": _beside.kept(keep, X),
        }
        with _progress.shown() as reporter:
            rest = (known, {**self._options(), "reporter": reporter})
            if _input.is_context(X):
                starts, attributes, count = _input.context(X)
                columns = _input.columns_of(X, count)
                return self._take(core.of_context(starts, attributes, columns, *rest))
            values = _input.table(X)
            columns = _input.columns_of(X, values.shape[1])
            self._take(core.of_table(values, columns, *rest))
        self.n_features_in_ = len(columns)
        if _input.is_frame(X) and all(isinstance(name, str) for name in X.columns):
            self.feature_names_in_ = np.asarray(X.columns, dtype=object)
        return self

    def fit_predict(self, X: Any, y: Any = None, **kwargs: Any) -> np.ndarray:
        """Build the graph and give the main group of each point.

        Parameters
        ----------
        X : array or DataFrame of shape (n_points, n_features)
            As `fit` takes it.
        y : None
            Not used.
        **kwargs : object
            `labels`, `names` and `keep`, as `fit` takes them.

        Returns
        -------
        ndarray of shape (n_points,)
            Groups from 0; -1 for a point in none.

        """
        return self.fit(X, y, **kwargs).labels_

    def predict(self, X: Any) -> np.ndarray:
        """Give the main group of each new row from 0, -1 for none.

        Parameters
        ----------
        X : array or DataFrame of shape (n_rows, n_features)
            Rows with the columns that the graph was built from, unscaled.

        Returns
        -------
        ndarray of shape (n_rows,)
            Groups from 0, -1 for none. A row with the values of a point gets that point's group; of
            more than 10,000 points, nearly always.

        Raises
        ------
        ValueError
            If columns are missing or values are not finite, or the graph was made from a ready
            context, which has no columns.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> graph.predict([[1.5, 1.5], [23.5, 2]]).tolist()
        [0, 1]

        """
        starts, groups, _, _ = self._fitted().place(self._new_rows(X))
        # The largest share comes first.
        first = np.append(groups, -1)[starts[:-1]]
        return np.where(np.diff(starts) > 0, first, -1).astype(np.intp)

    def predict_membership(self, X: Any) -> sparse.csr_matrix:
        """Give the share of each new row in each group.

        Parameters
        ----------
        X : array or DataFrame of shape (n_rows, n_features)
            As `predict` takes it.

        Returns
        -------
        sparse matrix of shape (n_rows, n_groups)
            Shares between 0 and 1, as in ``membership_``.

        Raises
        ------
        ImportError
            If scipy is not installed.

        """
        sparse = needs("scipy.sparse", "predict_membership")
        starts, groups, shares, count = _arrays.groups_alone(
            *self._fitted().place(self._new_rows(X))
        )
        found = sparse.csr_matrix((shares, groups, starts), shape=(len(starts) - 1, count))
        found.sort_indices()
        return found

    def smallest(self, X: Any) -> list[Cluster | None]:
        """Find the smallest cluster of each new row, by its nearest points.

        Parameters
        ----------
        X : array or DataFrame of shape (n_rows, n_features)
            As `predict` takes it.

        Returns
        -------
        list of Cluster or None
            One a row; None where no cluster holds it.

        """
        smallest = self._fitted().smallest(self._new_rows(X)).tolist()
        names = [None if at < 0 else f"c{at + 1}" for at in smallest]
        known = {name: self.cluster(name) for name in set(names) if name is not None}
        return [None if name is None else known[name] for name in names]

    def _new_rows(self, X: Any) -> np.ndarray:
        graph = self._fitted()
        features = graph.features()
        _input.refuse_sparse(X)
        if not features:
            # It was made from a ready context: the library says that rows have no place there.
            graph.place(np.empty((0, 0)))
        if _input.is_frame(X):
            missing = [name for name in features if name not in X.columns]
            if missing:
                raise ValueError(f"there is no column {', '.join(missing)}; the graph needs them")
            X = X[features]
        values = _input.rows(X)
        if values.shape[1] != len(features):
            raise ValueError(
                f"X has {values.shape[1]} features, but ConceptGraph is expecting {len(features)}"
                " features as input"
            )
        return values

    def _options(self) -> dict[str, Any]:
        return {
            "name": str(self.name),
            "k": None if self.k in (None, "auto") else str(self.k),
            "anchors": _input.count(self.anchors, "anchors"),
            "metric": str(self.metric),
            "scale": str(self.scale),
            "graph": str(self.graph),
            "min_size": str(self.min_size),
            "max_concepts": _input.count(self.max_concepts, "max_concepts"),
            "max_memory": None if self.max_memory is None else str(self.max_memory),
        }

    def _take(self, graph: Any) -> ConceptGraph:
        for name in ("labels_", "membership_", "members_", "covers_"):
            vars(self).pop(name, None)
        self._graph = graph
        facts = graph.facts()
        self.k_, self.anchors_ = facts["k"], facts["anchors"]
        self.telling_ = facts["telling"]
        self.n_concepts_, self.n_covers_ = facts["concepts"], facts["covers"]
        self.digest_ = facts["digest"]
        self.notes_ = graph.notes
        return self


def open_graph(
    place: str | Path, *, user: str | None = None, password: str | None = None
) -> ConceptGraph:
    """Open a graph file, or a graph in a Neo4j server.

    Parameters
    ----------
    place : str or Path
        ``iris.db``, or ``bolt://localhost:7687?graph=iris``.
    user, password : str, optional
        For the server; otherwise those of NEO4J_USERNAME and NEO4J_PASSWORD.

    Returns
    -------
    ConceptGraph
        With the graph that is there.

    Raises
    ------
    OSError
        If there is no such file or graph, it is damaged, or the server cannot be reached.

    Examples
    --------
    >>> from conceptgraph import ConceptGraph, open_graph
    >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     graph.save(f"{folder}/six_points.db")
    ...     open_graph(f"{folder}/six_points.db").digest_ == graph.digest_
    True

    """
    graph = core.open(str(place), user, password)
    facts = graph.facts()
    found = ConceptGraph(name=facts["name"])
    if facts["k"] is not None:
        found.set_params(k=facts["k"], metric=facts["metric"], scale=facts["scale"])
        found.set_params(anchors=facts["anchors"])
    return found._take(graph)
