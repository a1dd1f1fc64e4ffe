"""What a graph is asked, wherever it came from."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ._cluster import Cluster
from ._pictures import Page, Picture


def needs(module: str, what: str) -> Any:
    """Import what only some answers need."""
    try:
        return __import__(module, fromlist=["_"])
    except ImportError as error:
        raise ImportError(f"{what} needs {module}: pip install {module.split('.')[0]}") from error


class Asked:
    """A graph that is there: its facts, matrices, clusters, queries and pictures."""

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
        sparse = needs("scipy.sparse", "membership_")
        starts, communities, shares, count = self._fitted().membership()
        return sparse.csr_matrix((shares, communities, starts), shape=(len(starts) - 1, count))

    @cached_property
    def members_(self) -> Any:
        """Who is in which cluster: a sparse matrix of booleans, clusters by points."""
        sparse = needs("scipy.sparse", "members_")
        starts, rows = self._fitted().members()
        shape = (self.n_concepts_, len(self.names_))
        return sparse.csr_matrix((np.ones(len(rows), bool), rows, starts), shape=shape)

    @cached_property
    def covers_(self) -> Any:
        """Which cluster is covered by which: a sparse matrix of booleans, lower by upper."""
        sparse = needs("scipy.sparse", "covers_")
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
        graph = needs("networkx", "to_networkx").DiGraph(name=self.facts_["name"])
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
        graph = needs("igraph", "to_igraph").Graph(len(rows), edges, directed=True)
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
