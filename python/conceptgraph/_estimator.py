"""A concept graph, as an estimator and as something to ask."""

from __future__ import annotations

import inspect
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from . import _conceptgraph as core
from . import _input
from ._cluster import Cluster
from ._pictures import Page, Picture


def _needs(module: str, what: str) -> Any:
    """Import what only some answers need."""
    try:
        return __import__(module, fromlist=["_"])
    except ImportError as error:
        raise ImportError(f"{what} needs {module}: pip install {module.split('.')[0]}") from error


class ConceptGraph:
    """Overlapping clusters of points and the hierarchy between them.

    Parameters
    ----------
    k : int, str or "auto", default "auto"
        Neighbours of each point, itself among them; ``"10%"`` is a share of the points. "auto"
        takes the number whose graph keeps near and far best (cophenetic correlation).
    scale : {"none", "standard", "minmax"}, default "none"
        Scaling of the columns before distances are taken.
    metric : {"euclidean", "manhattan", "chebyshev", "cosine"}, default "euclidean"
        Distance between points.
    anchors : int or None, default None
        Look for neighbours among that many points only; 0 for all. None chooses where there are
        more than 3,000 points.
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
    cophenetic_ : float or None
        How well the graph keeps near and far: a rank correlation, at most 1.
    n_concepts_, n_covers_ : int
        Clusters, and covers between them.
    digest_ : str
        SHA-256 of the content: the same as that of the command line.
    labels_ : ndarray of shape (n_points,)
        The main community of each point from 0; -1 for a point in none.
    notes_ : list of str
        What was said while the graph was built.

    Examples
    --------
    >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
    >>> graph.fit_predict([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]]).tolist()
    [0, 0, 0, 1, 1, 1]

    References
    ----------
    Yoneda, Sugiyama and Washio, Learning Graph Representation via Formal Concept Analysis (2018).

    """

    _estimator_type = "clusterer"

    def __init__(
        self,
        k: int | str = "auto",
        *,
        scale: str = "none",
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
        """Get the parameters by name."""
        names = list(inspect.signature(type(self).__init__).parameters)[1:]
        return {name: getattr(self, name) for name in names}

    def set_params(self, **params: Any) -> ConceptGraph:
        """Set parameters by name."""
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise ValueError(f"there is no parameter {name!r}; there are {', '.join(known)}")
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Any:
        """Say to scikit-learn what this is."""
        utils = _needs("sklearn.utils", "tags")
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

    def fit(self, X: Any, y: Any = None, *, labels: Any = None, names: Any = None) -> ConceptGraph:
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

        Returns
        -------
        ConceptGraph
            The estimator itself.

        """
        classes = _input.words(labels, "labels")
        called = _input.words(names, "names") or _input.names_of(X)
        if _input.is_context(X):
            starts, attributes, count = _input.context(X)
            columns = _input.columns_of(X, count)
            graph = core.of_context(starts, attributes, columns, called, classes, self._options())
        else:
            values = _input.table(X)
            columns = _input.columns_of(X, values.shape[1])
            graph = core.of_table(values, columns, called, classes, self._options())
            self.n_features_in_ = values.shape[1]
            if _input.is_frame(X) and all(isinstance(name, str) for name in X.columns):
                self.feature_names_in_ = np.asarray(X.columns, dtype=object)
        return self._take(graph)

    def fit_predict(self, X: Any, y: Any = None, **kwargs: Any) -> np.ndarray:
        """Build the graph and give the main community of each point from 0, -1 for none."""
        return self.fit(X, y, **kwargs).labels_

    def predict(self, X: Any) -> np.ndarray:
        """Give the main community of each new row from 0, -1 for none.

        Parameters
        ----------
        X : array or DataFrame of shape (n_rows, n_features)
            Rows with the columns that the graph was built from, unscaled.

        Returns
        -------
        ndarray of shape (n_rows,)
            A row with the values of a point gets that point's community.

        """
        _, starts, communities, _, _ = self._placed(X)
        # The largest share comes first.
        first = np.append(communities, -1)[starts[:-1]]
        return np.where(np.diff(starts) > 0, first, -1).astype(np.intp)

    def predict_membership(self, X: Any) -> Any:
        """Give the share of each new row in each community: a sparse matrix, as membership_."""
        sparse = _needs("scipy.sparse", "predict_membership")
        _, starts, communities, shares, count = self._placed(X)
        found = sparse.csr_matrix((shares, communities, starts), shape=(len(starts) - 1, count))
        found.sort_indices()
        return found

    def smallest(self, X: Any) -> list[Cluster | None]:
        """Find the smallest cluster of each new row; None where no cluster holds it."""
        names = [None if at < 0 else f"c{at + 1}" for at in self._placed(X)[0].tolist()]
        known = {name: self.cluster(name) for name in set(names) if name is not None}
        return [None if name is None else known[name] for name in names]

    def _placed(self, X: Any) -> Any:
        graph = self._fitted()
        features = graph.features()
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
        return graph.place(values)

    def _options(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "k": None if self.k in (None, "auto") else str(self.k),
            "anchors": self.anchors,
            "metric": self.metric,
            "scale": self.scale,
            "graph": self.graph,
            "min_size": str(self.min_size),
            "max_concepts": self.max_concepts,
            "max_memory": self.max_memory,
        }

    def _take(self, graph: Any) -> ConceptGraph:
        for name in ("labels_", "membership_", "members_", "covers_"):
            vars(self).pop(name, None)
        self._graph = graph
        facts = graph.facts()
        self.k_, self.anchors_ = facts["k"], facts["anchors"]
        self.cophenetic_ = facts["cophenetic_correlation"]
        self.n_concepts_, self.n_covers_ = facts["concepts"], facts["covers"]
        self.digest_ = facts["digest"]
        self.notes_ = graph.notes
        return self

    # What the graph is.

    @property
    def facts_(self) -> dict[str, Any]:
        """What the graph is: kind, points, k, metric and so on."""
        return self._fitted().facts()

    @property
    def names_(self) -> list[str]:
        """The names of the points, by row."""
        return self._fitted().points()[0]

    @cached_property
    def labels_(self) -> np.ndarray:
        """The main community of each point from 0, -1 for none: an array of shape (n_points,)."""
        starts, communities, shares, _ = self._fitted().membership()
        labels = np.full(len(starts) - 1, -1, dtype=np.intp)
        for point, (start, end) in enumerate(pairwise(starts)):
            if end > start:
                labels[point] = communities[start + np.argmax(shares[start:end])]
        return labels

    @cached_property
    def membership_(self) -> Any:
        """The share of each point in each community: a sparse matrix, points by communities."""
        sparse = _needs("scipy.sparse", "membership_")
        starts, communities, shares, count = self._fitted().membership()
        return sparse.csr_matrix((shares, communities, starts), shape=(len(starts) - 1, count))

    @cached_property
    def members_(self) -> Any:
        """Who is in which cluster: a sparse matrix of booleans, clusters by points."""
        sparse = _needs("scipy.sparse", "members_")
        starts, rows = self._fitted().members()
        shape = (self.n_concepts_, len(self.names_))
        return sparse.csr_matrix((np.ones(len(rows), bool), rows, starts), shape=shape)

    @cached_property
    def covers_(self) -> Any:
        """Which cluster is covered by which: a sparse matrix of booleans, lower by upper."""
        sparse = _needs("scipy.sparse", "covers_")
        lower, upper = self._fitted().covers()
        shape = (self.n_concepts_, self.n_concepts_)
        return sparse.csr_matrix((np.ones(len(lower), bool), (lower, upper)), shape=shape)

    # Questions.

    def lca(self, *points: str) -> Cluster:
        """Find the smallest cluster that holds all of these points."""
        return self._clusters("lca", *points)[0]

    def containing(self, point: str, limit: int = 100) -> list[Cluster]:
        """List the clusters that hold a point, smallest first."""
        return self._clusters("containing", point, str(limit))

    def landmarks(self, limit: int = 24) -> list[Cluster]:
        """List clusters that stand for the graph: cohesive, and together holding most points."""
        return self._clusters("landmarks", str(limit))

    def cluster(self, name: str) -> Cluster:
        """Find a cluster by its name, ``c12`` or ``{d1,d5}``."""
        return self._clusters("concept", name)[0]

    def communities(self) -> Any:
        """Describe the communities, largest first, as a DataFrame where pandas is installed."""
        return self.query("communities")

    def query(self, name: str, *words: Any, limit: int | None = None) -> Any:
        """Answer a canned query, as a DataFrame where pandas is installed, else as a dict of lists.

        The queries are those of the command line: ``graph.query("pure", "versicolor", 0.95)``.
        """
        return _frame(self._fitted().query(name, [str(word) for word in words], limit))

    def sql(self, statement: str) -> Any:
        """Run a reading statement of SQL (of Cypher for a graph in Neo4j)."""
        return _frame(self._fitted().statement(statement))

    def queries(self) -> Any:
        """List the canned queries with their words and what they answer."""
        rows = self._fitted().queries()
        names = ["query", "usage", "answers"]
        return _frame(list(zip(names, map(list, zip(*rows, strict=True)), strict=True)))

    # Elsewhere.

    def to_networkx(self) -> Any:
        """Make a directed graph of networkx: clusters, and edges from lower to upper."""
        graph = _needs("networkx", "to_networkx").DiGraph(name=self.facts_["name"])
        for cluster in self._rows():
            graph.add_node(cluster.pop("concept"), **cluster)
        lower, upper = self._fitted().covers()
        ends = zip(lower.tolist(), upper.tolist(), strict=True)
        graph.add_edges_from((f"c{low + 1}", f"c{up + 1}") for low, up in ends)
        return graph

    def to_igraph(self) -> Any:
        """Make a directed graph of igraph: clusters, and edges from lower to upper."""
        lower, upper = self._fitted().covers()
        edges = list(zip(lower.tolist(), upper.tolist(), strict=True))
        rows = list(self._rows())
        graph = _needs("igraph", "to_igraph").Graph(len(rows), edges, directed=True)
        for name in rows[0] if rows else []:
            graph.vs["name" if name == "concept" else name] = [row[name] for row in rows]
        return graph

    def _rows(self) -> list[dict[str, Any]]:
        names, columns = zip(*self._fitted().clusters(), strict=True)
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Write the graph into a file, as ``conceptgraph build`` does."""
        self._fitted().save(str(path), force)

    def to_neo4j(
        self,
        url: str,
        *,
        user: str | None = None,
        password: str | None = None,
        force: bool = False,
    ) -> None:
        """Load the graph into a Neo4j server; user and password may be in the environment."""
        self._fitted().load(url, user, password, self.name, force)

    def map(self, clusters: int = 24) -> Picture:
        """Draw communities with the clusters that stand for them, and the points they share."""
        return self._picture("map", str(clusters))

    def draw(
        self,
        *,
        lca: tuple[str, ...] | None = None,
        around: str | None = None,
        containing: str | None = None,
        largest: int | None = None,
        limit: int | None = None,
    ) -> Picture:
        """Draw a part of the graph: an LCA, what is around a cluster, or what contains a point."""
        words: list[str] = []
        if lca is not None:
            words += ["lca", ",".join(lca)]
        given = {"around": around, "containing": containing, "largest": largest, "limit": limit}
        for name, value in given.items():
            words += [] if value is None else [name, str(value)]
        return self._picture(*words)

    def page(self) -> Page:
        """Make the page to explore the graph in a browser."""
        return Page(self._fitted().drawn([], "html").decode())

    def _picture(self, *words: str) -> Picture:
        return Picture(self._fitted().drawn(list(words), "svg").decode())

    # Inside.

    def _fitted(self) -> Any:
        if not hasattr(self, "_graph"):
            raise _not_fitted("this ConceptGraph has no graph yet: call fit, or open_graph")
        return self._graph

    def _columns(self, name: str, *words: str) -> dict[str, list[Any]]:
        return dict(self._fitted().query(name, list(words), None))

    def _clusters(self, name: str, *words: str) -> list[Cluster]:
        found = self._columns(name, *words)
        wanted = ("concept", "size", "purity", "class", "generator")
        rows = zip(*(found[column] for column in wanted), strict=True)
        return [Cluster(*row, graph=self) for row in rows]


def _frame(columns: list[tuple[str, list[Any]]]) -> Any:
    """Make a DataFrame where pandas is installed, else a dict of lists."""
    try:
        import pandas
    except ImportError:
        return dict(columns)
    # An answer may have two columns of one name.
    found = pandas.DataFrame(dict(enumerate(values for _, values in columns)))
    return found.set_axis([name for name, _ in columns], axis=1)


def _not_fitted(message: str) -> Exception:
    """Make scikit-learn's own exception where it is installed."""
    try:
        from sklearn.exceptions import NotFittedError
    except ImportError:
        return AttributeError(message)
    return NotFittedError(message)


def open_graph(place: str | Path, *, user: str | None = None, password: str | None = None) -> Any:
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

    """
    graph = core.open(str(place), user, password)
    facts = graph.facts()
    found = ConceptGraph(name=facts["name"])
    if facts["k"] is not None:
        found.set_params(k=facts["k"], metric=facts["metric"], scale=facts["scale"])
        found.set_params(anchors=facts["anchors"])
    return found._take(graph)
