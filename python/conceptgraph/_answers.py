"""The results of a fit, and the answers of a graph."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

import numpy as np

from ._cluster import Cluster, Community, PointSet
from ._input import count
from ._optional import data_frame, import_optional
from ._sklearn import NotFittedError

if TYPE_CHECKING:
    import pandas
    from scipy import sparse

    from ._conceptgraph import Graph
    from ._labels import Labels

    Communities: TypeAlias = list[Cluster | Community]

#: The queries of the command line that have a method here.
METHODS = {
    **{name: f"{name}(...)" for name in ("lca", "containing", "contrast", "why", "describe")},
    **{name: f"{name}()" for name in ("between", "outliers", "landmarks", "communities")},
    "nearest": "nearest(point)",
    "concept": 'cluster("c1")',
    "members": 'cluster("c1").index',
    "intent": 'cluster("c1").intent',
    "rule": 'community("g1").rule()',
    "parents": 'cluster("c1").parents()',
    "children": 'cluster("c1").children()',
}


Method = TypeVar("Method", bound=Callable[..., Any])


def of_one_state(method: Method) -> Method:
    """Make a method read one state of its graph, even if another thread fits it meanwhile."""

    @wraps(method)
    def answer(graph: Any, *values: Any, **named: Any) -> Any:
        # A fit replaces the dict of the graph, and this one keeps what is computed for it.
        state = object.__new__(type(graph))
        state.__dict__ = graph.__dict__
        return method(state, *values, **named)

    return cast(Method, answer)


@dataclass(frozen=True)
class Comparison:
    """The changes from one graph to another graph of the same points.

    Attributes
    ----------
    verdict : str
        A few sentences on the changes.
    groups : DataFrame
        A row for each group or landmark of either graph: the most similar one in the other graph,
        the number of points in both, and their Jaccard index; a dict of lists if pandas is not
        installed.
    points : DataFrame
        A row for each point that changed community, by its label: its group in either graph.

    """

    verdict: str
    groups: pandas.DataFrame = field(repr=False)
    points: pandas.DataFrame = field(repr=False)

    def __repr__(self) -> str:
        return self.verdict


class GraphAnswers:
    """The results of a fit, and the answers of a graph.

    A point is given by its label: the index of the DataFrame, or the row from 0; its name, such as
    ``"d1"``, is accepted too. A set of points is given as a `Cluster` or `Community`, by its name,
    as a mask of booleans, or as a list of labels.
    """

    _graph: Graph
    _labels: Labels
    _classes: dict[Any, Any]

    # Results.

    @cached_property
    def labels_(self) -> np.ndarray:
        """The main group of each point from 0, or -1 for none: an array of shape (n_points,)."""
        return main_groups(self._placement[0])

    @cached_property
    def membership_(self) -> np.ndarray:
        """The strength with which each point belongs to each group.

        An array of shape (n_points, n_groups); column 0 is g1. The strength is the share of the
        point in the group, less by its outlier score: share * (1 - outlier score). The shares of a
        point add up to 1, unless it is in no group; they are in the table ``in_group`` of `sql`.
        """
        return strengths(*self._placement)

    @property
    def probabilities_(self) -> np.ndarray:
        """The strength with which each point belongs to its main group, from 0 to 1.

        An array of shape (n_points,): 1 in the midst of a group, about 0.5 halfway between two or
        where neighbours are twice as far as usual, and near 0 far from all groups.
        """
        return largest(self.membership_)

    @property
    def outlier_scores_(self) -> np.ndarray:
        """The outlier score of each point, from 0 to 1: an array of shape (n_points,).

        The score is 1 - m / w, at least 0, where w is the distance to the last of the 15 nearest
        points, the point itself included and whatever k, and m the median of w over the main group
        of the point: 0.5 means a neighbourhood twice as wide as usual. Equal rows count once.
        Without distances, as for a ready context, 1 / w is the number of points that have the point
        among their neighbours, or the sum over its attributes of the number of points that have
        each.
        """
        return self._placement[1]

    @cached_property
    def embedding_(self) -> np.ndarray:
        """The places of the points on the map, near their neighbours: shape (n_points, 2)."""
        return self._fitted_graph().positions()

    @cached_property
    @of_one_state
    def hierarchy_(self) -> pandas.DataFrame:
        """The tree of communities, from the whole to the parts of groups.

        A row for each community by its name, each before its children: ``parent``, ``depth`` from
        0, ``level`` (join, group or part), ``size``, ``separation`` from what it touches most,
        and ``height``, the separation at which its children join. A dict of lists if pandas is not
        installed.
        """
        tree = self._tree
        order = tree.downwards()
        found = self._communities
        separations = [np.nan if one is None else one for one in found["separation"]]
        columns: list[tuple[str, list[Any]]] = [
            ("community", [tree.names[at] for at in order]),
            ("parent", [found["parent"][at] for at in order]),
            ("depth", [tree.depth(at) for at in order]),
            ("level", [found["level"][at] for at in order]),
            ("size", [found["size"][at] for at in order]),
            ("separation", [separations[at] for at in order]),
            ("height", [tree.heights[at] for at in order]),
        ]
        return data_frame(columns, index="community")

    @cached_property
    @of_one_state
    def linkage_(self) -> np.ndarray:
        """The linkage matrix of the tree over ``leaves_``, in the format of scipy.

        An array of shape (n_leaves - 1, 4) for ``scipy.cluster.hierarchy.dendrogram``: the two
        nodes that join, the separation at which they join, and the number of leaves below.
        """
        return self._tree.linkage()

    @property
    @of_one_state
    def leaves_(self) -> list[str]:
        """The names of the leaves of ``linkage_``: parts, and groups without parts."""
        return [self._tree.names[at] for at in self._tree.leaves()]

    @property
    def verdict_(self) -> str:
        """A sentence that says whether groups stand apart."""
        return self._fitted_graph().verdict()

    @property
    def facts_(self) -> dict[str, Any]:
        """The facts of the graph by name: points, k, metric, concepts, digest and so on."""
        return self._fitted_graph().facts()

    @property
    def notes_(self) -> list[str]:
        """The notes of the build; important ones are warnings too."""
        return self._fitted_graph().notes

    @cached_property
    def names_(self) -> list[str]:
        """The names of the points by row, as in pictures, files and statements."""
        return self._fitted_graph().points()[0]

    @property
    def index_(self) -> pandas.Index | np.ndarray:
        """The labels of the points: the index of the DataFrame, or the rows from 0."""
        self._fitted_graph()
        return self._labels.index

    @cached_property
    @of_one_state
    def members_(self) -> sparse.csr_matrix:
        """The members of the clusters: a sparse matrix of booleans, clusters by points.

        Row 0 is cluster c1. Raises ImportError if scipy is not installed.
        """
        sparse = import_optional("scipy.sparse", "members_")
        starts, rows = self._fitted_graph().members()
        shape = (len(starts) - 1, len(self.names_))
        return sparse.csr_matrix((np.ones(len(rows), bool), rows, starts), shape=shape)

    @cached_property
    @of_one_state
    def covers_(self) -> sparse.csr_matrix:
        """The covers: a sparse matrix of booleans, smaller clusters by larger ones.

        Row 0 and column 0 are cluster c1. Raises ImportError if scipy is not installed.
        """
        sparse = import_optional("scipy.sparse", "covers_")
        lower, upper = self._fitted_graph().covers()
        shape = (self._cluster_count,) * 2
        return sparse.csr_matrix((np.ones(len(lower), bool), (lower, upper)), shape=shape)

    # Clusters and communities.

    def cluster(self, name: str) -> Cluster:
        """Return the cluster of a name.

        Parameters
        ----------
        name : str
            A cluster such as ``c12``.

        Returns
        -------
        Cluster
            The cluster.

        Raises
        ------
        ValueError
            If there is no such cluster.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> graph.cluster("c8").size
        6

        """
        found = self._find(name)
        if isinstance(found, Cluster):
            return found
        if found is not None:
            raise ValueError(f'{name} is a community; write community("{found.name}")')
        raise ValueError(f"there is no cluster {name!r}; there are c1 to c{self._cluster_count}")

    def community(self, name: str) -> Community:
        """Return the community of a name.

        Parameters
        ----------
        name : str
            A group such as ``g1``, a part such as ``g1.2``, or a join such as ``g1+g4``.

        Returns
        -------
        Community
            The community.

        Raises
        ------
        ValueError
            If there is no such community.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> ConceptGraph(k=4).fit(X).community("g2").rows.min()
        np.int64(20)

        """
        found = self._find(name)
        if isinstance(found, Community):
            return found
        if found is not None:
            raise ValueError(f'{name} is a cluster; write cluster("{found.name}")')
        known = ", ".join(self._tree.names[:20])
        raise ValueError(f"there is no community {name!r}; there are {known}")

    @of_one_state
    def communities(self) -> pandas.DataFrame:
        """Describe the communities: groups of points that stand apart, their parts, and joins.

        Returns
        -------
        DataFrame
            A row for each group by its name, most points first, then for each part of a group, then
            for each join of groups. Row 0 is the group 0 of ``labels_``, row 1 the group 1, and so
            on. ``colour`` is the colour in pictures. A dict of lists if pandas is not installed.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> graph.communities()["size"].to_dict()
        {'g1': 20, 'g2': 20, 'g1+g2': 40}

        """
        colours = self._fitted_graph().colours()
        return self._frame([*self._communities.items(), ("colour", colours)], index="community")

    def lca(self, *points: Any) -> Cluster | Community:
        """Return the smallest cluster that contains all of some points.

        Parameters
        ----------
        *points : label, or set of points
            Points by their labels, or sets that stand for all of their points.

        Returns
        -------
        Cluster or Community
            The smallest cluster with all of these points; of equally small ones the first. If it is
            the cluster of all points, the smallest community with these points, provided that it
            has fewer.

        Raises
        ------
        ValueError
            If there is no such point.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> list(graph.lca(0, 2))
        [0, 1, 2]

        """
        graph = self._fitted_graph()
        rows = self._labels.plain_rows(points)
        if rows is None:
            rows = [row for one in points for row in self._rows(one)]
        if not rows:
            raise ValueError("give at least one point")
        is_community, position = graph.lca(rows)
        return self._at(is_community, position)

    def containing(self, point: Any, limit: int | None = None) -> Communities:
        """Return the clusters and communities that contain a point, smallest first.

        Parameters
        ----------
        point : label
            A point by its label.
        limit : int, optional
            The most clusters to list; all by default.

        Returns
        -------
        list of Cluster or Community
            The clusters by size, then by number.

        Raises
        ------
        ValueError
            If there is no such point.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> [cluster.size for cluster in graph.containing(0, limit=2)]
        [3, 4]

        """
        return self._clusters("containing", [self._point(point)], limit)

    def landmarks(self, limit: int | None = 24) -> Communities:
        """Return clusters that represent the graph: cohesive, and together joining most pairs.

        Parameters
        ----------
        limit : int or None, default 24
            The most clusters to list; None lists all landmarks.

        Returns
        -------
        list of Cluster
            The landmarks in the order in which they were chosen.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> graph.landmarks(limit=2)
        [Cluster c144: 6 points around 5, Cluster c146: 6 points around 25]

        """
        return self._clusters("landmarks", [], self.facts_["concepts"] if limit is None else limit)

    # Descriptions.

    @of_one_state
    def describe(self, points: Any) -> str:
        """Describe in words what sets some points apart, and what is near them.

        Parameters
        ----------
        points : Cluster, Community, name, mask or list of labels
            A set of points.

        Returns
        -------
        str
            A few sentences, on one line; the first says which points are described.

        Raises
        ------
        ValueError
            If there is no such set, or no such point.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> graph.describe(graph.labels_ == 1)[:30]
        '20 points of 40. All are in g2'

        """
        return str(self._columns("describe", [self._set_word(points)])["description"][0])

    @of_one_state
    def why(self, one: Any, other: Any) -> str:
        """Describe what two points or sets have in common, and what separates them.

        Parameters
        ----------
        one, other : label; or Cluster, Community, name, mask or list of labels
            Two points, or two sets of points.

        Returns
        -------
        str
            A few sentences, on one line.

        Raises
        ------
        ValueError
            If there is no such point or set, or both are one point.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> graph.why(0, 39)[:55]
        'Only the cluster of all points contains d1 and d40. d1 '

        """
        words = [
            self._set_word(value) if self._is_set(value) else self._point(value)
            for value in (one, other)
        ]
        return str(self._columns("why", words)["description"][0])

    @of_one_state
    def contrast(self, one: Any, other: Any, limit: int | None = None) -> pandas.DataFrame:
        """Return the differences between two sets of points, column by column.

        Points of both sets are on neither side, unless one set contains the other: then the smaller
        is compared with the rest of the larger.

        Parameters
        ----------
        one, other : Cluster, Community, name, mask or list of labels
            Two sets of points, such as ``"g1"`` or ``graph.labels_ == 0``.
        limit : int, optional
            The most columns to list; all by default.

        Returns
        -------
        DataFrame
            A row for each column of the table, the largest difference first: the mean or share in
            each set, and the difference in standard deviations or by Cohen's h. The name of
            ``.columns`` says which points were compared. A dict of lists if pandas is not
            installed.

        Raises
        ------
        ValueError
            If there is no such set, or the graph keeps no columns.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> graph.contrast("g1", graph.labels_ == 1)[["column", "one", "other"]].values.tolist()
        [['x0', 2.0, 22.0], ['x1', 1.5, 1.5]]

        """
        words = [self._set_word(one), self._set_word(other)]
        most = count(limit, "limit", 1) or (1 << 31)
        columns, _, notes = self._fitted_graph().answer("contrast", words, most)
        if not columns[0][1] and not self.facts_["features"]:
            # The first note is the reason why there are no rows.
            raise ValueError(notes[0])
        frame = self._frame(columns)
        sides = next((note for note in notes if note.startswith("one: ")), "")
        if hasattr(frame, "columns"):
            frame.columns.name = sides.split(";")[0]
        return frame

    @of_one_state
    def between(
        self, one: Any = None, other: Any = None, limit: int | None = None
    ) -> pandas.DataFrame:
        """Return the points between two groups: in both of them, with similar shares.

        Parameters
        ----------
        one, other : str or Community, optional
            Two groups; by default all pairs of groups.
        limit : int, optional
            The most points to list; all by default.

        Returns
        -------
        DataFrame
            A row for each point by its label: its two groups, and its share in each. First are
            those with the largest product of the smaller share and the separation of the groups.
            A dict of lists if pandas is not installed.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> len(graph.between("g1", "g2"))
        0

        """
        if (one is None) != (other is None):
            raise ValueError("give two groups, or none for all pairs")
        groups = [] if one is None else [one, other]
        words = [self.community(one)._word() for one in groups]
        return self._frame(self._columns("between", words, limit).items())

    @of_one_state
    def nearest(self, point: Any, limit: int | None = 10) -> pandas.DataFrame:
        """Return the nearest points of a point.

        Parameters
        ----------
        point : label
            A point by its label.
        limit : int or None, default 10
            The most points to list; None lists all that the graph keeps, at most 15.

        Returns
        -------
        DataFrame
            A row for each point by its label, the nearest first: its distance, and the smallest
            cluster with both points. A dict of lists if pandas is not installed.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> graph.nearest(0, limit=2)["distance"].tolist()
        [1.0, 1.0]

        """
        words = [self._point(point), str(count(limit, "limit", 1) or 1 << 31)]
        return self._frame(self._columns("nearest", words).items())

    @of_one_state
    def outliers(self, limit: int | None = None) -> pandas.DataFrame:
        """Return the points that are far from their own group, the farthest first.

        Parameters
        ----------
        limit : int, optional
            The most points to list; all by default.

        Returns
        -------
        DataFrame
            A row for each point by its label: its group, outlier score and distance. A dict of
            lists if pandas is not installed.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> graph.outliers(limit=1).index.tolist()
        [0]

        """
        return self._frame(self._columns("outliers", [], limit).items())

    @of_one_state
    def compare(self, other: GraphAnswers) -> Comparison:
        """Return the changes from this graph to another graph of the same points.

        Parameters
        ----------
        other : ConceptGraph
            A graph of the same points, for example with another k. Points are matched by name.

        Returns
        -------
        Comparison
            A comparison that prints as a few sentences; ``.groups`` and ``.points`` are DataFrames.

        Raises
        ------
        ValueError
            If the graphs have no points in common.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> coarse, fine = ConceptGraph(k=8).fit(X), ConceptGraph(k=4).fit(X)
        >>> len(coarse.compare(fine).points)
        0

        """
        if not isinstance(other, GraphAnswers):
            raise TypeError(f"compare takes a ConceptGraph, not {type(other).__name__}")
        changes = self._fitted_graph().compare(other._fitted_graph())
        groups, points = (self._frame(changes[name]) for name in ("rows", "points"))
        return Comparison("; ".join(changes["said"]), groups, points)

    # Queries and statements.

    @of_one_state
    def query(
        self, name: str | None = None, *words: Any, limit: int | None = None
    ) -> pandas.DataFrame:
        """Answer a query of the command line that has no method here.

        Parameters
        ----------
        name : str, optional
            The name of the query; without it, the queries are listed.
        *words : object
            The arguments of the query: labels of points, clusters, names of classes, numbers.
        limit : int, optional
            The most rows; all by default.

        Returns
        -------
        DataFrame
            The columns that the command line prints. If the first column names points, the index
            holds their labels. A dict of lists if pandas is not installed.

        Raises
        ------
        ValueError
            If there is no such query, or it does not take these arguments.
        OSError
            If the file or the server fails.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> list(graph.query("largest", limit=3)["size"])
        [6, 5, 4]

        """
        if name is None:
            rows = [row for row in self._fitted_graph().queries() if row[0] not in METHODS]
            heads = enumerate(("query", "usage", "answers"))
            return data_frame([(head, [row[at] for row in rows]) for at, head in heads])
        if not isinstance(name, str):
            raise TypeError(f"the name of a query must be a string, not {type(name).__name__}")
        if name in METHODS:
            raise ValueError(f"{name} is a method: {METHODS[name]}")
        known = [one for one in self._parameter_kinds if one not in METHODS]
        if name not in known:
            raise ValueError(f'there is no query "{name}"; there are {", ".join(known)}')
        return self._frame(self._columns(name, self._words(name, words), limit).items())

    @of_one_state
    def sql(
        self, statement: str | None = None, parameters: Mapping[str, Any] | None = None
    ) -> pandas.DataFrame:
        """Run a reading statement of SQL, or of Cypher for a graph in Neo4j.

        Parameters
        ----------
        statement : str, optional
            A statement that only reads; without it, the tables are listed, with their columns and
            definitions.
        parameters : dict, optional
            The values of the parameters, written ``:size`` in SQL and ``$size`` in Cypher.

        Returns
        -------
        DataFrame
            All rows; a dict of lists if pandas is not installed.

        Raises
        ------
        ValueError
            If the statement is wrong, or would change something, or parameters are missing.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> wanted = "SELECT count(*) AS clusters FROM concept WHERE size > :size"
        >>> graph.sql(wanted, {"size": 3})["clusters"].tolist()
        [3]

        """
        if statement is None:
            rows = self._fitted_graph().tables()
            heads = enumerate(("table", "columns", "definition"))
            return data_frame([(head, [row[at] for row in rows]) for at, head in heads])
        if not isinstance(statement, str):
            raise TypeError(f"a statement must be a string, not {type(statement).__name__}")
        if parameters is not None and not hasattr(parameters, "keys"):
            raise TypeError('parameters must be a dict of names and values, as in {"size": 9}')
        if not statement.strip():
            raise ValueError('the statement is empty; write one, as in "SELECT * FROM concept"')
        return data_frame(self._fitted_graph().statement(statement, dict(parameters or {})))

    # Words of the library, and rows of its answers.

    def _fitted_graph(self) -> Graph:
        if not hasattr(self, "_graph"):
            raise NotFittedError("this ConceptGraph has no graph yet: call fit, or open_graph")
        return self._graph

    @cached_property
    def _placement(self) -> tuple[np.ndarray, np.ndarray]:
        """The shares of the points in the groups, and their outlier scores."""
        return self._fitted_graph().place()

    @cached_property
    def _digest(self) -> str:
        return str(self.facts_["digest"])

    @cached_property
    def _cluster_count(self) -> int:
        return int(self.facts_["concepts"])

    @cached_property
    def _cluster_arrays(self) -> dict[str, np.ndarray]:
        return self._fitted_graph().clusters()

    @cached_property
    def _class_names(self) -> list[str]:
        return self._fitted_graph().classes()

    @cached_property
    def _communities(self) -> dict[str, list[Any]]:
        return dict(self._fitted_graph().query("communities", [], None))

    @cached_property
    def _typical(self) -> list[list[str]]:
        return self._fitted_graph().typical()

    @cached_property
    def _tree(self) -> Tree:
        return Tree(self._communities)

    @cached_property
    def _parameter_kinds(self) -> dict[str, list[str]]:
        queries = self._fitted_graph().queries()
        return {row[0]: [kind for _, kind, _ in row[3]] for row in queries}

    def _at(self, is_community: bool, position: int) -> Cluster | Community:
        if is_community:
            return Community(self, position, self._tree.names[position])
        return Cluster(self, position, f"c{position + 1}")

    def _find(self, name: Any) -> Cluster | Community | None:
        """Return the cluster or community of a name, or of this graph; None if there is none."""
        self._fitted_graph()
        if isinstance(name, PointSet):
            return self._at(name.is_community, self._own(name)._position)
        if not isinstance(name, str):
            raise TypeError(f'give a name, such as "c12" or "g1", not {name!r}')
        if name[:1] in "cC" and name[1:].isdecimal():
            position = int(name[1:]) - 1
            is_known = 0 <= position < self._cluster_count
            return self._at(False, position) if is_known else None
        names = self._tree.names
        return self._at(True, names.index(name)) if name in names else None

    def _own(self, one: PointSet) -> PointSet:
        """Return a cluster or community, which must be of this graph."""
        if one._digest != self._digest:
            raise ValueError(
                f"{one.name} is of another graph, or of this one before another fit; give a list "
                "of its points"
            )
        return one

    def _is_set(self, value: Any) -> bool:
        """Return True if a value is a set of points, and not one point."""
        self._fitted_graph()
        if isinstance(value, PointSet):
            return True
        if isinstance(value, str):
            return not self._labels.contains(value)
        is_list = isinstance(value, Iterable) and not isinstance(value, bytes)
        return is_list and not (isinstance(value, tuple) and self._labels.find(value) is not None)

    def _rows(self, value: Any) -> list[int]:
        """Return the rows of a point or of a set of points."""
        if isinstance(value, str) and not self._labels.contains(value):
            value = self._find(value) or value
        if isinstance(value, PointSet):
            return list(self._own(value).rows.tolist())
        return self._labels.rows([value])

    def _set_word(self, value: Any) -> str:
        """Return a set of points as a word of the library."""
        self._fitted_graph()
        found = None
        if isinstance(value, str | PointSet):
            found = self._find(value)
            is_point = isinstance(value, str) and self._labels.contains(value)
            if found is not None and is_point:
                kind = "community" if found.is_community else "cluster"
                raise ValueError(
                    f'"{value}" is a point and a {kind} too; give ["{value}"] for the point, or '
                    f'{kind}("{value}")'
                )
            if found is None and not is_point:
                example = self._tree.names[0] if self._tree.names else "c1"
                raise ValueError(
                    f'there is no cluster or community "{value}"; give one, such as "{example}", a '
                    "mask, or a list of labels"
                )
        if found is not None:
            return found._word()
        if not self._is_set(value):
            self._labels.row(value)
            raise ValueError(
                f"{value!r} is one point; give a set of points: [{value!r}], a mask such as "
                'labels_ == 0, or a name such as "g1"'
            )
        rows = sorted(set(self._labels.rows([value])))
        if not rows:
            raise ValueError("the set has no points; give at least one")
        names = (json.dumps(self._labels.names[row], ensure_ascii=False) for row in rows)
        return f"{{{','.join(names)}}}"

    def _point(self, label: Any) -> str:
        """Return a point as a word of the library."""
        self._fitted_graph()
        if isinstance(label, PointSet):
            raise ValueError(f"{label.name} is a set of points; give one point by its label")
        name = self._labels.names[self._labels.row(label)]
        return f"point:{name}" if self._find(name) is not None else name

    def _words(self, query: str, values: tuple[Any, ...]) -> list[str]:
        """Return the arguments of a query as words of the library."""
        self._fitted_graph()
        kinds = list(self._parameter_kinds.get(query, []))
        if kinds[:1] == ["points"]:
            rows = [row for value in values for row in self._rows(value)]
            return [self._point(self.names_[row]) for row in rows]
        kinds += [""] * len(values)
        return [self._word_of(kind, value) for kind, value in zip(kinds, values, strict=False)]

    def _word_of(self, kind: str, value: Any) -> str:
        self._fitted_graph()
        if kind == "point":
            return self._point(value)
        if kind in ("concept", "community") or isinstance(value, PointSet):
            found = self._find(value) if isinstance(value, str | PointSet) else None
            if found is not None:
                return found._word()
            is_point = self._labels.find(value) is not None
            if isinstance(value, str) and not is_point:
                raise ValueError(f'there is no cluster "{value}"; give one, such as "c12" or "g1"')
            advice = f" or lca({value!r})" if is_point else ""
            raise ValueError(f'{value!r} is no cluster; give one, such as "c12" or "g1"{advice}')
        if kind == "class":
            # A class may be given as `fit` got it.
            names = (name for name, label in self._classes.items() if label == value)
            return str(next(names, value))
        return str(value)

    def _columns(
        self, name: str, words: list[str], limit: int | None = None
    ) -> dict[str, list[Any]]:
        return dict(self._fitted_graph().query(name, words, count(limit, "limit", 1)))

    def _frame(
        self, columns: Iterable[tuple[str, list[Any]]], index: Any = None
    ) -> pandas.DataFrame:
        """Make a DataFrame with the user's classes; rows of points are indexed by label."""
        rows, of_classes = dict(columns), {"class", "point_class"}
        if next(iter(rows), None) == "point":
            index = self.index_[self._labels.rows_of_names(rows["point"])]
        for name in rows.keys() & of_classes:
            rows[name] = [self._classes.get(value, value) for value in rows[name]]
        return data_frame(list(rows.items()), index, of_classes)

    def _clusters(self, name: str, words: list[str], limit: int | None = None) -> Communities:
        names = self._columns(name, words, limit)["concept"]
        return [found for name in names if (found := self._find(name)) is not None]


class Tree:
    """The tree of communities: the whole, joins of groups, groups, and their parts."""

    def __init__(self, communities: dict[str, list[Any]]) -> None:
        self.names: list[str] = communities["community"]
        places = {name: at for at, name in enumerate(self.names)}
        self.parents = [places.get(parent) for parent in communities["parent"]]
        self.children: list[list[int]] = [[] for _ in self.names]
        for at, parent in enumerate(self.parents):
            if parent is not None:
                self.children[parent].append(at)
        #: The separation at which the children of each community join; 0 without children.
        self.heights = [0.0] * len(self.names)
        separations = communities["separation"]
        for at in self.downwards()[::-1]:
            below = self.children[at]
            joins = [separations[one] or 0.0 for one in below] + [self.heights[it] for it in below]
            self.heights[at] = max(joins, default=0.0)

    def depth(self, at: int) -> int:
        """Return the number of ancestors of a community."""
        parent = self.parents[at]
        return 0 if parent is None else 1 + self.depth(parent)

    def downwards(self) -> list[int]:
        """Return the positions of all communities, each before its children."""
        pending = [at for at, parent in enumerate(self.parents) if parent is None][::-1]
        order = []
        while pending:
            order.append(pending.pop())
            pending += self.children[order[-1]][::-1]
        return order

    def leaves(self) -> list[int]:
        """Return the positions of the leaves, in the order of the tree."""
        return [at for at in self.downwards() if not self.children[at]]

    def linkage(self) -> np.ndarray:
        """Return the linkage matrix over the leaves, in the format of scipy."""
        places = {at: leaf for leaf, at in enumerate(self.leaves())}
        sizes = [1] * len(places)
        joins = []
        inner = [at for at in self.downwards()[::-1] if self.children[at]]
        for at in sorted(inner, key=lambda at: (self.heights[at], -self.depth(at))):
            one, *others = (places[child] for child in self.children[at])
            for other in others:
                sizes.append(sizes[one] + sizes[other])
                joins.append([min(one, other), max(one, other), self.heights[at], sizes[-1]])
                one = len(sizes) - 1
            places[at] = one
        return np.array(joins, dtype=float).reshape(-1, 4)


def main_groups(shares: np.ndarray) -> np.ndarray:
    """Return the group of the largest share in each row, the first of equal ones; -1 for none."""
    if shares.shape[1] == 0:
        return np.full(len(shares), -1)
    groups: np.ndarray = np.where(shares.any(axis=1), shares.argmax(axis=1), -1)
    return groups


def largest(rows: np.ndarray) -> np.ndarray:
    """Return the largest value of each row, at least 0."""
    found: np.ndarray = rows.max(axis=1, initial=0.0)
    return found


def strengths(shares: np.ndarray, outlier_scores: np.ndarray) -> np.ndarray:
    """Return the shares of rows in groups, less by their outlier scores."""
    found: np.ndarray = shares * (1 - outlier_scores)[:, None]
    return found
