"""The estimator of a concept graph."""

from __future__ import annotations

from functools import cached_property
from os import PathLike, fsdecode
from typing import Any

import numpy as np

from . import _conceptgraph as core
from . import _frames, _html, _input, _progress, _row_columns
from ._labels import Labels, index_names
from ._placement import GraphPlacement
from ._tree import Tree

METRICS = ("euclidean", "manhattan", "chebyshev", "cosine", "precomputed", "context")
GRAPHS = ("scales", "full")


class ConceptGraph(GraphPlacement):
    """Overlapping clusters of points and the hierarchy between them.

    Parameters
    ----------
    k : int, float, str or "auto", default "auto"
        The number of neighbours of each point, including itself; ``0.1`` and ``"10%"`` are a share
        of the points. "auto" takes 4 times the square root of the number of points, at most half of
        them, and fewer beyond 11,500 points.
    scale : {"auto", "none", "standard", "minmax"}, default "auto"
        The scaling of the columns before distances are computed. "auto" standardises columns whose
        spreads differ by more than a factor of ten.
    metric : {"euclidean", "manhattan", "chebyshev", "cosine", "precomputed", "context"}, \
            default "euclidean"
        The distance between points. "precomputed" takes distances: a square array of all, or a
        sparse graph of the nearest, as ``sklearn.neighbors.kneighbors_graph(mode="distance")``
        makes it. "context" takes a ready context: 1 or true where a row has an attribute.
    anchors : int or None, default None
        The number of points among which neighbours are searched; 0 for all. None searches all
        points, unless k is "auto" and the search would take long.
    graph : {"scales", "full"}, default "scales"
        The clusters to keep: "scales" keeps a few per point, of every size, "full" the full
        lattice. The full lattice is kept in any case if it is no larger.
    min_size : int or str, default 0
        With ``graph="full"``: leave out clusters with fewer points.
    max_concepts : int or None, default None
        With ``graph="full"``: the most clusters that the graph may have.
    members : bool, default True
        With ``graph="full"``: keep the members of clusters. A graph with more than 5 million
        members is kept only without them; they are then computed when they are needed.
    max_memory : str or None, default None
        The memory limit, such as ``"4G"``; the build stops before it takes more.
    n_communities : int or None, default None
        The number of communities into which the tree (``hierarchy_``) is cut for ``labels_``,
        shares and new rows. None takes the groups that stand apart, to which the verdict and files
        refer.
    name : str, default "graph"
        The name of the graph in files and databases.

    Attributes
    ----------
    labels_ : ndarray of shape (n_points,)
        The main group of each point from 0; -1 for a point in none.
    probabilities_ : ndarray of shape (n_points,)
        The share of each point in its main group.
    membership_ : sparse matrix of shape (n_points, n_groups)
        The share of each point in each group.
    membership_frame_ : DataFrame of shape (n_points, n_groups)
        The share of each point in each group, by the labels of points and the names of groups.
    outlier_scores_ : ndarray of shape (n_points,)
        The outlier score of each point, from 0 to 1.
    verdict_ : str
        A sentence that says whether groups stand apart.
    n_communities_ : int
        The number of groups in ``labels_``.
    separation_ : ndarray of shape (n_groups,)
        The separation of each group from what it touches most, from 0 to 1.
    hierarchy_ : DataFrame
        The tree of communities: the whole, joins of groups, groups, and their parts.
    linkage_ : ndarray of shape (n_leaves - 1, 4)
        The tree as a linkage matrix for ``scipy.cluster.hierarchy.dendrogram``.
    leaves_ : list of str
        The names of the leaves of the tree.
    names_ : list of str
        The names of the points in pictures and files: d1 and so on, or the labels of the index.
    index_ : pandas.Index or ndarray of shape (n_points,)
        The labels of the points: the index of the DataFrame, or the rows from 0.
    members_ : sparse matrix of shape (n_concepts_, n_points)
        The membership matrix of clusters and points.
    covers_ : sparse matrix of shape (n_concepts_, n_concepts_)
        The cover relation of the clusters.
    k_ : int or None
        The number of neighbours of each point; None for a ready context.
    anchors_ : int or None
        The number of anchors; None if every point is one.
    n_concepts_, n_covers_ : int
        The numbers of clusters and of covers between them.
    digest_ : str
        The SHA-256 of the content, the same as on the command line.
    facts_ : dict
        The facts of the graph by name: kind, points, k, metric and so on.
    notes_ : list of str
        The notes of the build; important ones are warnings too.
    n_features_in_ : int
        The number of columns of the table.
    feature_names_in_ : ndarray of str
        The names of the columns, if all are strings.

    Notes
    -----
    Nothing is random: the same table gives the same graph, with the same digest, on every machine.
    If tqdm is installed, long work shows a progress bar on a terminal or in a notebook.

    References
    ----------
    Yoneda, Sugiyama and Washio, Learning Graph Representation via Formal Concept Analysis (2018).

    Examples
    --------
    >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
    >>> graph = ConceptGraph(k=4).fit(X)
    >>> graph.verdict_
    '2 groups stand apart, all clearly (1.00).'
    >>> graph.labels_[[0, 19, 20, 39]].tolist()
    [0, 0, 1, 1]

    """

    k_: int | None
    anchors_: int | None
    n_concepts_: int
    n_covers_: int
    digest_: str
    notes_: list[str]
    n_features_in_: int
    feature_names_in_: np.ndarray

    def __init__(
        self,
        k: int | float | str = "auto",
        *,
        scale: str = "auto",
        metric: str = "euclidean",
        anchors: int | None = None,
        graph: str = "scales",
        min_size: int | str = 0,
        max_concepts: int | None = None,
        members: bool = True,
        max_memory: str | None = None,
        n_communities: int | None = None,
        name: str = "graph",
    ) -> None:
        self.k = k
        self.scale = scale
        self.metric = metric
        self.anchors = anchors
        self.graph = graph
        self.min_size = min_size
        self.max_concepts = max_concepts
        self.members = members
        self.max_memory = max_memory
        self.n_communities = n_communities
        self.name = name

    # The interface of a scikit-learn estimator.

    def __sklearn_tags__(self) -> Any:
        """Return the tags that tell scikit-learn which input is accepted."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = self.metric == "precomputed"
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        """Return True if there is a graph."""
        return hasattr(self, "_graph")

    def _repr_html_(self) -> str:
        """Return the groups as HTML, in place of scikit-learn's diagram of an estimator."""
        return _html.graph_html(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def __getstate__(self) -> dict[str, Any]:
        """Return the state, with the graph as the bytes of its file."""
        state = dict(super().__getstate__())
        if state.pop("_graph", None) is not None:
            state["_file"] = self._graph.to_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state, with the graph from the bytes of its file."""
        state = dict(state)
        packed = state.pop("_file", None)
        super().__setstate__(state)
        if packed is not None:
            self._graph = core.from_bytes(packed)

    # Building.

    def fit(
        self, X: Any, y: Any = None, *, labels: Any = None, names: Any = None, keep: Any = None
    ) -> ConceptGraph:
        """Build the graph.

        Parameters
        ----------
        X : array or table of shape (n_points, n_features)
            Unscaled numbers: an array, a sparse matrix, or a table of pandas, polars or pyarrow.
            The columns of a table have roles as those of a file: numbers are features, words and
            dates are shown, and columns that number the rows, are constant or repeat another are
            left out. The index of a pandas DataFrame names the points. The metrics "precomputed"
            and "context" take other input, described there.
        y : None
            Not used; present for compatibility with scikit-learn.
        labels : array of shape (n_points,), optional
            The classes of the points. They are shown, and do not affect the clusters. Rows without
            a class form a class of their own, "unlabelled".
        names : array of shape (n_points,), optional
            The names of the points instead of d1, d2 and so on.
        keep : table, Series with a name, or dict of columns, optional
            Columns that are shown beside the points, such as the texts behind embedding vectors.
            They do not affect the clusters. Booleans become 1 and 0.

        Returns
        -------
        ConceptGraph
            The estimator itself.

        Raises
        ------
        ValueError
            If the table or a parameter is invalid, for example because a value is missing, or if
            the indexes of X and of `labels`, `names` or `keep` name different rows.
        MemoryError
            If there are more clusters than `max_concepts` or more members than a graph keeps, or
            the build takes more than `max_memory`.

        Warns
        -----
        UserWarning
            If the build made a decision that affects the answers: columns of a table are no
            features, neighbours are searched among some points only, or all values are true or
            false.

        Notes
        -----
        If X is a DataFrame, a Series or DataFrame in `labels`, `names` or `keep` is matched by its
        index: rows in another order are put in order. Arrays and lists go by position. All rows go
        by position too if one of the two indexes only counts from 0, and the other has other
        labels.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]]
        >>> graph = ConceptGraph(k=4).fit(X, labels=["near"] * 3 + ["far"] * 3)
        >>> graph.n_concepts_, graph.lca(0, 1).label
        (8, 'near')

        """
        return self._fit(X, labels, names, keep)

    def _fit(self, X: Any, labels: Any, names: Any, keep: Any) -> ConceptGraph:
        class_of, classes = _row_columns.class_names(labels, X)
        point_names = _row_columns.in_row_order(names, "names", X)
        frame = None if self.metric in ("context", "precomputed") else _input.frame(X)
        row_names = _row_columns.to_strings(point_names, "names") or index_names(X)
        kept = _row_columns.kept_columns(keep, X)
        if frame is not None:
            row_names = row_names or frame.names
            taken = {name for name, _ in kept}
            if (label_name := getattr(labels, "name", None)) is not None:
                taken.add(str(label_name))
            kept = [column for column in frame.shown if column[0] not in taken] + kept
        properties = {"names": row_names, "labels": class_of, "keep": kept}
        with _progress.progress_bar() as reporter:
            options = {**self._options(), "reporter": reporter}
            if frame is None:
                graph, columns = self._build(X, properties, options)
            else:
                columns = frame.features
                graph = core.from_table(frame.values, columns, properties, options)
        self._set_graph(graph, columns)
        self._labels = Labels.from_table(X, self.names_, point_names)
        self._classes = classes
        column_names = _frames.columns(X)
        # scikit-learn knows only names that are strings.
        if column_names is not None and all(isinstance(name, str) for name in column_names):
            self.feature_names_in_ = np.asarray(columns, dtype=object)
        self._warn()
        return self

    def fit_predict(
        self, X: Any, y: Any = None, *, labels: Any = None, names: Any = None, keep: Any = None
    ) -> np.ndarray:
        """Build the graph and return the main group of each point.

        Parameters
        ----------
        X : array or table of shape (n_points, n_features)
            The input of `fit`.
        y : None
            Not used.
        labels, names, keep : object, optional
            The parameters of `fit`.

        Returns
        -------
        ndarray of shape (n_points,)
            The groups from 0; -1 for a point in none.

        """
        return self._fit(X, labels, names, keep).labels_

    def fit_transform(
        self, X: Any, y: Any = None, *, labels: Any = None, names: Any = None, keep: Any = None
    ) -> np.ndarray:
        """Build the graph and return the share of each point in each group.

        Parameters
        ----------
        X : array or table of shape (n_points, n_features)
            The input of `fit`.
        y : None
            Not used.
        labels, names, keep : object, optional
            The parameters of `fit`.

        Returns
        -------
        ndarray of shape (n_points, n_groups)
            Shares between 0 and 1, as in ``membership_``.

        """
        return self._to_dense(self._fit(X, labels, names, keep)._shares)

    def _build(self, X: Any, properties: Any, options: Any) -> tuple[core.Graph, list[str]]:
        if self.metric in ("context", "precomputed"):
            self._refuse_ignored()
        if self.metric == "context":
            starts, attributes, columns = _input.context(X)
            options["metric"] = "euclidean"
            return core.from_context(starts, attributes, columns, properties, options), columns
        if self.metric == "precomputed" and _input.is_sparse(X):
            links = _input.neighbour_graph(X)
            columns = _input.names_of_columns(X, X.shape[1])
            return core.from_neighbors(*links, properties, options), columns
        values, columns = _input.table(X)
        return core.from_table(values, columns, properties, options), columns

    def _refuse_ignored(self) -> None:
        ignored = ["scale"] if self.metric == "precomputed" else ["k", "scale", "anchors"]
        for name in ignored:
            value = getattr(self, name)
            if value not in ("auto", "none", None):
                raise ValueError(
                    f'{name}={value!r} has no meaning with metric="{self.metric}"; leave it out'
                )

    def _warn(self) -> None:
        """Warn of decisions of the build that affect the answers."""
        # The text has no numbers, so Python shows it once for many fits.
        if self.anchors_ is not None and self.anchors is None:
            _input.warn(
                "neighbours were searched only among some of the points, the anchors (anchors_), "
                "to save time; anchors=0 searches all points"
            )

    def _refuse_for_scales(self) -> None:
        """Refuse parameters that apply only to the full lattice."""
        defaults = {"min_size": (0, "0"), "max_concepts": (None,), "members": (True,)}
        for name, values in defaults.items():
            if self.graph == "scales" and getattr(self, name) not in values:
                raise ValueError(f'{name} is for the full lattice; give graph="full" too')

    def _options(self) -> dict[str, Any]:
        self._refuse_for_scales()
        return {
            "name": str(self.name),
            "k": None if self.k in ("auto", None) else _input.amount(self.k, "k", 1),
            "anchors": _input.count(self.anchors, "anchors"),
            "metric": _input.word(self.metric, "metric", METRICS),
            "scale": str(self.scale),
            "graph": _input.word(self.graph, "graph", GRAPHS),
            "min_size": _input.amount(self.min_size, "min_size", 0),
            "max_concepts": _input.count(self.max_concepts, "max_concepts", most=1 << 62),
            "members": bool(self.members),
            "max_memory": None if self.max_memory is None else str(self.max_memory),
        }

    def _set_graph(self, graph: core.Graph, columns: list[str]) -> None:
        """Take over a graph, and forget the previous one."""
        cut_size = _input.count(self.n_communities, "n_communities", 1)
        communities = dict(graph.query("communities", [], None))
        tree = Tree(communities)
        cut = tree.cut(cut_size)
        for name in list(vars(self)):
            is_cached = isinstance(getattr(type(self), name, None), cached_property)
            if is_cached or (name.endswith("_") and not name.startswith("_")):
                delattr(self, name)
        self._graph, self._communities, self._cut = graph, communities, (tree, cut)
        self._classes = {}
        facts = graph.facts()
        self.k_, self.anchors_ = facts["k"], facts["anchors"]
        self.n_concepts_, self.n_covers_ = facts["concepts"], facts["covers"]
        self.digest_ = facts["digest"]
        self.notes_ = graph.notes
        self.n_features_in_ = len(columns)


def open_graph(
    place: str | PathLike[str], *, user: str | None = None, password: str | None = None
) -> ConceptGraph:
    """Open a graph in a file or in a Neo4j server.

    Parameters
    ----------
    place : str or Path
        The place, such as ``iris.db`` or ``bolt://localhost:7687?graph=iris``.
    user, password : str, optional
        The user and password of the server; by default NEO4J_USERNAME and NEO4J_PASSWORD.

    Returns
    -------
    ConceptGraph
        The graph. The labels of its points are their names or, if these are d1, d2 and so on, the
        rows of the table from 0.

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
    graph = core.open(fsdecode(place), user, password)
    facts = graph.facts()
    estimator = ConceptGraph(name=facts["name"], metric=facts["metric"] or "context")
    if facts["k"] is not None:
        estimator.set_params(k=facts["k"], scale=facts["scale"], anchors=facts["anchors"])
    columns = graph.features()
    estimator._set_graph(graph, columns)
    if columns and columns != _input.numbered(len(columns)):
        estimator.feature_names_in_ = np.asarray(columns, dtype=object)
    return estimator
