"""The estimator of a concept graph."""

from __future__ import annotations

import math
from functools import cached_property
from os import PathLike, fsdecode
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _conceptgraph as core
from . import _frames, _input, _progress, _row_columns
from ._answers import main_groups, of_one_state, strengths
from ._labels import Labels, index_names
from ._optional import import_optional
from ._pictures import GraphPictures
from ._sklearn import BaseEstimator, ClusterMixin, TransformerMixin

if TYPE_CHECKING:
    import networkx

METRICS = ("euclidean", "manhattan", "chebyshev", "cosine", "precomputed", "context")
GRAPHS = ("scales", "full")


class ConceptGraph(GraphPictures, ClusterMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Overlapping clusters of points and the hierarchy between them.

    Parameters
    ----------
    k : int, float, str or "auto", default "auto"
        The number of neighbours of each point, including itself; ``0.1`` and ``"10%"`` are a share
        of the points. "auto" takes 4 times the square root of the number of points, at most half of
        them, and fewer beyond 11,500 points. Groups have 15 neighbours or fewer, whatever k:
        ``facts_["group_k"]``.
    scale : {"auto", "none", "standard", "minmax"}, default "auto"
        The scaling of the columns before distances are computed. "auto" standardises columns whose
        spreads differ by more than a factor of ten.
    metric : {"euclidean", "manhattan", "chebyshev", "cosine", "precomputed", "context"}, \
            default "euclidean"
        The distance between points. "precomputed" takes distances: a square array of all, or a
        sparse graph of the nearest, as ``sklearn.neighbors.kneighbors_graph(mode="distance")``
        makes it; the graph keeps the neighbours without their distances. "context" takes a ready
        context: 1 or true where a row has an attribute.
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
        The number of groups, as ``--groups`` of the command line: the tree of communities is cut
        into this many. None takes the groups that stand apart.
    name : str, default "graph"
        The name of the graph in files and databases.

    Attributes
    ----------
    k_ : int or None
        The number of neighbours of each point; None for a ready context.
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
        >>> graph.facts_["concepts"], graph.lca(0, 1).majority
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
                _input.check_finite(X, frame.values, columns)
                graph = core.from_table(frame.values, columns, properties, options)
        found = {
            "_labels": Labels.from_table(X, graph.points()[0], point_names),
            "_classes": classes,
            "_notations": {} if frame is None else frame.notations,
        }
        column_names = _frames.columns(X)
        # scikit-learn knows only names that are strings.
        if column_names is not None and all(isinstance(name, str) for name in column_names):
            found["feature_names_in_"] = np.asarray(columns, dtype=object)
        self._set_graph(graph, columns, **found)
        # The text has no numbers, so Python shows it once for many fits.
        if self.anchors is None and self.facts_["anchors"] is not None:
            _input.warn(
                "neighbours were searched only among some of the points, the anchors "
                '(facts_["anchors"]), to save time; anchors=0 searches all points'
            )
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

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> ConceptGraph(k=4, n_communities=2).fit_predict(X)[[0, 39]].tolist()
        [0, 1]

        """
        return self._fit(X, labels, names, keep).labels_

    def fit_transform(
        self, X: Any, y: Any = None, *, labels: Any = None, names: Any = None, keep: Any = None
    ) -> np.ndarray:
        """Build the graph and return the strength of each point in each group.

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
            The strengths, as in ``membership_``.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> ConceptGraph(k=4).fit_transform(X)[0].round(2).tolist()
        [0.88, 0.0]

        """
        return self._fit(X, labels, names, keep).membership_

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
        remedy = "give the distance" if self.metric == "precomputed" else _input.FILL_IN
        _input.check_finite(X, values, columns, remedy)
        return core.from_table(values, columns, properties, options), columns

    def _refuse_ignored(self) -> None:
        ignored = ["scale"] if self.metric == "precomputed" else ["k", "scale", "anchors"]
        for name in ignored:
            value = getattr(self, name)
            if value not in ("auto", "none", None):
                raise ValueError(
                    f'{name}={value!r} has no meaning with metric="{self.metric}"; leave it out'
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
            "groups": _input.count(self.n_communities, "n_communities", 1),
        }

    def _set_graph(self, graph: core.Graph, columns: list[str], **found: Any) -> None:
        """Take over a graph, and forget the previous one."""
        state = {}
        for name, value in vars(self).items():
            is_cached = isinstance(getattr(type(self), name, None), cached_property)
            if not is_cached and (name.startswith("_") or not name.endswith("_")):
                state[name] = value
        state |= {"_graph": graph, "_classes": {}, "_notations": {}}
        state |= {"k_": graph.facts()["k"], "n_features_in_": len(columns)}
        # Replaced at once: what another thread computes meanwhile is not of the new graph.
        self.__dict__ = state | found

    # New rows.

    def predict(self, X: Any) -> np.ndarray:
        """Return the main group of each new row from 0, or -1 for none.

        Parameters
        ----------
        X : array or table of shape (n_rows, n_features)
            Rows with the columns that the graph was built from, unscaled.

        Returns
        -------
        ndarray of shape (n_rows,)
            The groups from 0, or -1 for none. A row with the values of a point gets the group of
            the point; nearly always so if there are more than 10,000 points. `transform` and
            `outlier_scores` measure how well a row fits its group.

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
        return main_groups(self._place(X)[0])

    def transform(self, X: Any) -> np.ndarray:
        """Return the strength with which each row belongs to each group, as in ``membership_``.

        Parameters
        ----------
        X : array or table of shape (n_rows, n_features)
            The input of `predict`.

        Returns
        -------
        ndarray of shape (n_rows, n_groups)
            The shares of the rows in the groups, less by their outlier scores: near 0 for a row
            that is far from all points. ``set_output(transform="pandas")`` makes it a DataFrame.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> ConceptGraph(k=4).fit(X).transform([[1.5, 1.5], [500, 2]]).round(2).tolist()
        [[1.0, 0.0], [0.0, 0.01]]

        """
        return strengths(*self._place(X))

    def outlier_scores(self, X: Any) -> np.ndarray:
        """Return the outlier score of each new row, from 0 to 1, as in ``outlier_scores_``.

        Parameters
        ----------
        X : array or table of shape (n_rows, n_features)
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
        return self._place(X)[1]

    @of_one_state
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
        levels = zip(self._tree.names, self._communities["level"], strict=True)
        return np.array([name for name, level in levels if level == "group"], dtype=object)

    @of_one_state
    def _place(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """Return the shares of new rows in the groups, and their outlier scores."""
        graph = self._fitted_graph()
        features = graph.features()
        if not features:
            # The library raises an error with the reason.
            return graph.place(np.empty((0, 0)))
        column_names = _frames.columns(X)
        are_named = hasattr(self, "feature_names_in_")
        # Column names that are not strings are not in feature_names_in_.
        are_named = are_named or features != _input.numbered(len(features))
        by_name = column_names is not None and (
            are_named or set(features) <= set(map(str, column_names))
        )
        values = _input.rows(X, features if by_name else None, self._notations)
        if values.shape[1] != len(features):
            raise ValueError(
                f"X has {values.shape[1]} features, but ConceptGraph is expecting {len(features)}"
                " features as input"
            )
        if column_names is None and hasattr(self, "feature_names_in_"):
            _input.warn(
                "X does not have valid feature names, but ConceptGraph was fitted with feature "
                "names: its columns are taken in their order"
            )
        _input.check_finite(X, values, features)
        return graph.place(values)

    # The graph elsewhere.

    def save(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Write the graph to a file, as ``conceptgraph build`` does.

        Parameters
        ----------
        path : str or path
            The SQLite file, usually ``NAME.db``.
        force : bool, default False
            Replace an existing graph.

        Raises
        ------
        OSError
            If the file exists, or cannot be written. No partial file is left.

        """
        file = fsdecode(path)
        if "://" in file:
            raise ValueError(f"{file} is no file; to_neo4j loads the graph into a server")
        with _progress.progress_bar() as reporter:
            self._fitted_graph().save(file, force, reporter)

    def to_neo4j(
        self,
        url: str,
        *,
        user: str | None = None,
        password: str | None = None,
        force: bool = False,
    ) -> None:
        """Load the graph into a Neo4j server.

        Parameters
        ----------
        url : str
            The address, such as ``bolt://localhost:7687``; ``?graph=`` may add another name for the
            graph.
        user, password : str, optional
            The user and password of the server; by default NEO4J_USERNAME and NEO4J_PASSWORD.
        force : bool, default False
            Replace an existing graph of that name.

        Raises
        ------
        OSError
            If the server cannot be reached, refuses the user, or has a graph of that name.

        """
        with _progress.progress_bar() as reporter:
            self._fitted_graph().load(url, user, password, self.name, force, reporter)

    @of_one_state
    def to_networkx(self) -> networkx.DiGraph:
        """Convert the graph to a directed graph of networkx.

        Returns
        -------
        networkx.DiGraph
            A node for each cluster, named c1, c2 and so on, with its size, purity, class, centre,
            cohesion and community, None where there is none; an edge from each cluster to each
            upper cover.

        Raises
        ------
        ImportError
            If networkx is not installed.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> graph.to_networkx().nodes["c8"]["size"]
        6

        """
        graph = import_optional("networkx", "to_networkx").DiGraph(name=self.facts_["name"])
        arrays = self._cluster_arrays
        named = {"class": self._class_names, "centre": self.names_, "community": self._tree.names}
        columns = {
            name: [None if at < 0 else named[name][at] for at in values.tolist()]
            if name in named
            else [None if value != value else value for value in values.tolist()]
            for name, values in arrays.items()
        }
        for at, row in enumerate(zip(*columns.values(), strict=True)):
            graph.add_node(f"c{at + 1}", **dict(zip(columns, row, strict=True)))
        lower, upper = self._fitted_graph().covers()
        ends = zip(lower.tolist(), upper.tolist(), strict=True)
        graph.add_edges_from((f"c{low + 1}", f"c{up + 1}") for low, up in ends)
        return graph


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
        The graph. The labels of its points are their names or, if these only number the rows of the
        table (d1, d2), the rows from 0. Its parameters are those that give this graph; k is "auto"
        if the number of neighbours is the automatic one.

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
    ...     open_graph(f"{folder}/six_points.db").facts_ == graph.facts_
    True

    """
    graph = core.open(fsdecode(place), user, password)
    facts = graph.facts()
    estimator = ConceptGraph(name=facts["name"], metric=facts["metric"] or "context")
    # By default a small lattice is stored whole.
    n, k, min_size = facts["points"], facts["k"], facts["min_size"]
    most = 100_000 if k is None else int(n * (math.log2(k) + 2))
    is_default = min_size == 0 and facts["concepts"] <= most
    estimator.set_params(graph="scales" if is_default else facts["kind"], min_size=min_size)
    estimator.set_params(n_communities=facts.get("groups"), members="members" not in facts)
    if facts["k"] is not None:
        anchors = facts["anchors"]
        is_auto = anchors is None and k == max(min(round(4 * n**0.5), n // 2), 1)
        estimator.set_params(k="auto" if is_auto else k, scale=facts["scale"], anchors=anchors)
    columns = graph.features()
    labels = Labels.from_names(graph.points()[0], graph.input_rows())
    estimator._set_graph(graph, columns, _labels=labels)
    if columns and columns != _input.numbered(len(columns)):
        estimator.feature_names_in_ = np.asarray(columns, dtype=object)
    return estimator
