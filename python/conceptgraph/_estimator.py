"""A concept graph, as an estimator and as something to ask."""

from __future__ import annotations

from functools import cached_property
from os import PathLike, fsdecode
from typing import Any

import numpy as np

from . import _beside, _frames, _html, _input, _progress
from . import _conceptgraph as core
from ._labels import Labels, names_of
from ._placed import Placed
from ._tree import Tree

METRICS = ("euclidean", "manhattan", "chebyshev", "cosine", "precomputed", "context")
GRAPHS = ("scales", "full")


class ConceptGraph(Placed):
    """Overlapping clusters of points and the hierarchy between them.

    Parameters
    ----------
    k : int, float, str or "auto", default "auto"
        Neighbours of each point, itself among them; ``0.1`` and ``"10%"`` are a share of the
        points. "auto" takes 4 times the square root of the number of points, at most half of them,
        and fewer beyond 11,500 points.
    scale : {"auto", "none", "standard", "minmax"}, default "auto"
        Scaling of the columns before distances are taken. "auto" standardises columns whose
        spreads differ more than ten times.
    metric : {"euclidean", "manhattan", "chebyshev", "cosine", "precomputed", "context"}, \
            default "euclidean"
        Distance between points. "precomputed" takes distances: a square array of all, or a sparse
        graph of the nearest, as ``sklearn.neighbors.kneighbors_graph(mode="distance")`` makes it.
        "context" takes a ready context: 1 or true where a row has an attribute.
    anchors : int or None, default None
        Look for neighbours among that many points only; 0 for all. None is all of them, unless k
        is "auto" and that would take long.
    graph : {"scales", "full"}, default "scales"
        Which clusters are kept: a few a point, of every size, or all of the full lattice. The full
        lattice is kept in any case where it is no larger.
    min_size : int or str, default 0
        With ``graph="full"``: clusters with fewer points are left out.
    max_concepts : int or None, default None
        With ``graph="full"``: there are at most that many clusters.
    members : bool, default True
        With ``graph="full"``: keep the members of clusters. More than 5 million members are kept
        only without them, and found again when they are asked for.
    max_memory : str or None, default None
        Stop before taking more memory, such as ``"4G"``.
    n_communities : int or None, default None
        Cut the tree of communities (``hierarchy_``) into this many, for ``labels_``, shares and new
        rows. None takes the groups that stand apart, which the verdict and files are about.
    name : str, default "graph"
        What the graph is called in files and databases.

    Attributes
    ----------
    labels_ : ndarray of shape (n_points,)
        The main group of each point from 0; -1 for a point in none.
    probabilities_ : ndarray of shape (n_points,)
        The share of each point in its main group.
    membership_ : sparse matrix of shape (n_points, n_groups)
        The share of each point in each group.
    membership_frame_ : DataFrame of shape (n_points, n_groups)
        The same, by the labels of points and the names of groups.
    outlier_scores_ : ndarray of shape (n_points,)
        How far each point stands from its group, from 0 to 1.
    verdict_ : str
        Whether groups stand apart, in a sentence.
    n_communities_ : int
        How many groups ``labels_`` are of.
    separation_ : ndarray of shape (n_groups,)
        How far each group stands apart from what is next to it, from 0 to 1.
    hierarchy_ : DataFrame
        The tree of communities: the whole, what joins groups, groups, and their parts.
    linkage_ : ndarray of shape (n_leaves - 1, 4)
        The same for ``scipy.cluster.hierarchy.dendrogram``.
    leaves_ : list of str
        The names of its leaves.
    names_ : list of str
        What pictures and files call the points: d1 and so on, or the labels of the index.
    index_ : pandas.Index or ndarray of shape (n_points,)
        The labels of the points: the index of the DataFrame, or the rows from 0.
    members_ : sparse matrix of shape (n_concepts_, n_points)
        Which point is in which cluster.
    covers_ : sparse matrix of shape (n_concepts_, n_concepts_)
        Which cluster is covered by which.
    k_ : int or None
        Neighbours that were taken; None for a ready context.
    anchors_ : int or None
        Among how many anchors; None where every point is one.
    n_concepts_, n_covers_ : int
        Clusters, and covers between them.
    digest_ : str
        SHA-256 of the content: the same as that of the command line.
    facts_ : dict
        What the graph is, by name: kind, points, k, metric and so on.
    notes_ : list of str
        What was said while the graph was built; what is of consequence is a warning too.
    n_features_in_ : int
        Columns of the table.
    feature_names_in_ : ndarray of str
        Their names, where all are words.

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

    # What scikit-learn asks of an estimator.

    def __sklearn_tags__(self) -> Any:
        """Say to scikit-learn what is taken."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = self.metric == "precomputed"
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        """Say to scikit-learn whether there is a graph."""
        return hasattr(self, "_graph")

    def _repr_html_(self) -> str:
        """Show what was found, and not scikit-learn's diagram of an estimator."""
        return _html.of_graph(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def __getstate__(self) -> dict[str, Any]:
        """Pack the graph as the bytes of its file."""
        state = dict(super().__getstate__())
        if state.pop("_graph", None) is not None:
            state["_file"] = self._graph.packed()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Unpack the graph."""
        state = dict(state)
        packed = state.pop("_file", None)
        super().__setstate__(state)
        if packed is not None:
            self._graph = core.of_bytes(packed)

    # Building.

    def fit(
        self, X: Any, y: Any = None, *, labels: Any = None, names: Any = None, keep: Any = None
    ) -> ConceptGraph:
        """Build the graph.

        Parameters
        ----------
        X : array or table of shape (n_points, n_features)
            Numbers, unscaled: an array, a sparse matrix, or a table of pandas, polars or pyarrow.
            The index of a DataFrame of pandas names the points. With ``metric="precomputed"`` and
            "context" something else: see there.
        y : None
            Not used, as scikit-learn's clusterers take it.
        labels : array of shape (n_points,), optional
            Classes of the points. They are shown, and play no part in the clusters. Rows without
            one are a class of their own, "unlabelled".
        names : array of shape (n_points,), optional
            Names of the points instead of d1, d2 and so on.
        keep : table, Series with a name, or dict of columns, optional
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
            If there are more clusters than `max_concepts` or more members than a graph keeps, or it
            takes more than `max_memory`.

        Warns
        -----
        UserWarning
            If something was decided that the answers depend on: neighbours are looked for among
            some points only, all values are true or false.

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
        >>> graph.n_concepts_, graph.lca(0, 1).label
        (8, 'near')

        """
        return self._fit(X, labels, names, keep)

    def _fit(self, X: Any, labels: Any, names: Any, keep: Any) -> ConceptGraph:
        named, classes = _beside.classes(labels, X)
        called = _beside.cells(names, "names", X)
        known = {
            "names": _beside.words(called, "names") or names_of(X),
            "labels": named,
            "keep": _beside.kept(keep, X),
        }
        with _progress.shown() as reporter:
            graph, columns = self._built(X, known, {**self._options(), "reporter": reporter})
        self._take(graph, columns)
        self._labels = Labels.of_table(X, self.names_, called)
        self._classes = classes
        given = _frames.columns(X)
        # As scikit-learn does, which knows no other names.
        if given is not None and all(isinstance(name, str) for name in given):
            self.feature_names_in_ = np.asarray(columns, dtype=object)
        self._warn()
        return self

    def fit_predict(
        self, X: Any, y: Any = None, *, labels: Any = None, names: Any = None, keep: Any = None
    ) -> np.ndarray:
        """Build the graph and give the main group of each point.

        Parameters
        ----------
        X : array or table of shape (n_points, n_features)
            As `fit` takes it.
        y : None
            Not used.
        labels, names, keep : object, optional
            As `fit` takes them.

        Returns
        -------
        ndarray of shape (n_points,)
            Groups from 0; -1 for a point in none.

        """
        return self._fit(X, labels, names, keep).labels_

    def fit_transform(
        self, X: Any, y: Any = None, *, labels: Any = None, names: Any = None, keep: Any = None
    ) -> np.ndarray:
        """Build the graph and give the share of each point in each group.

        Parameters
        ----------
        X : array or table of shape (n_points, n_features)
            As `fit` takes it.
        y : None
            Not used.
        labels, names, keep : object, optional
            As `fit` takes them.

        Returns
        -------
        ndarray of shape (n_points, n_groups)
            Shares between 0 and 1, as in ``membership_``.

        """
        return self._dense(self._fit(X, labels, names, keep)._shares)

    def _built(self, X: Any, known: Any, options: Any) -> tuple[core.Graph, list[str]]:
        if self.metric in ("context", "precomputed"):
            self._refuse_ignored()
        if self.metric == "context":
            starts, attributes, columns = _input.context(X)
            options["metric"] = "euclidean"
            return core.of_context(starts, attributes, columns, known, options), columns
        if self.metric == "precomputed" and _input.is_sparse(X):
            links = _input.neighbour_graph(X)
            columns = _input.names_of_columns(X, X.shape[1])
            return core.of_neighbors(*links, known, options), columns
        values, columns = _input.table(X)
        return core.of_table(values, columns, known, options), columns

    def _refuse_ignored(self) -> None:
        without = ["scale"] if self.metric == "precomputed" else ["k", "scale", "anchors"]
        for name in without:
            value = getattr(self, name)
            if value not in ("auto", "none", None):
                raise ValueError(
                    f'{name}={value!r} has no meaning with metric="{self.metric}"; leave it out'
                )

    def _warn(self) -> None:
        """Say what was decided that answers depend on."""
        # Without numbers, so that many fits say it once.
        if self.anchors_ is not None and self.anchors is None:
            _input.warn(
                "neighbours are looked for among some of the points, the anchors (anchors_), since "
                "to look among all would take long; anchors=0 looks among all"
            )

    def _refuse_for_scales(self) -> None:
        """Refuse what only the full lattice can be cut by."""
        usual = {"min_size": (0, "0"), "max_concepts": (None,), "members": (True,)}
        for name, values in usual.items():
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

    def _take(self, graph: core.Graph, columns: list[str]) -> None:
        """Be this graph, and nothing of one that was there."""
        cut_into = _input.count(self.n_communities, "n_communities", 1)
        communities = dict(graph.query("communities", [], None))
        tree = Tree(communities)
        chosen = tree.cut(cut_into)
        for name in list(vars(self)):
            is_ours = isinstance(getattr(type(self), name, None), cached_property)
            if is_ours or (name.endswith("_") and not name.startswith("_")):
                delattr(self, name)
        self._graph, self._communities, self._cut = graph, communities, (tree, chosen)
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
        With the graph that is there. Its points have their names for labels or, where these are
        d1, d2 and so on, the rows of the table from 0.

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
    found = ConceptGraph(name=facts["name"], metric=facts["metric"] or "context")
    if facts["k"] is not None:
        found.set_params(k=facts["k"], scale=facts["scale"], anchors=facts["anchors"])
    columns = graph.features()
    found._take(graph, columns)
    if columns and columns != _input.numbered(len(columns)):
        found.feature_names_in_ = np.asarray(columns, dtype=object)
    return found
