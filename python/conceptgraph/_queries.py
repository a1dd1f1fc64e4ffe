"""The queries of a graph, fitted or opened."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ._arrays import GraphArrays
from ._cluster import Cluster
from ._comparison import Comparison
from ._input import count
from ._optional import data_frame

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas


class GraphQueries(GraphArrays):
    """The queries of a graph.

    Points are given by their labels: the index of the DataFrame that the graph was fitted to, or
    the rows from 0. Their names, such as d1, are accepted too. Clusters are given by name, or as
    the `Cluster` of another answer.
    """

    _classes: dict[str, Any]
    digest_: str

    def lca(self, *points: Any) -> Cluster:
        """Find the smallest cluster that contains all of these points.

        Parameters
        ----------
        *points : label, or list of labels
            Points by their labels or names, at least one; a cluster stands for its points.

        Returns
        -------
        Cluster
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
        >>> graph.lca(0, 2).members
        [0, 1, 2]

        """
        if not points:
            raise ValueError("give at least one point")
        return self._clusters("lca", *points)[0]

    def containing(self, point: Any, limit: int | None = None) -> list[Cluster]:
        """Return the clusters and communities that contain a point, smallest first.

        Parameters
        ----------
        point : label
            A point by its label or name.
        limit : int, optional
            The most columns to list; all by default.

        Returns
        -------
        list of Cluster
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
        return self._clusters("containing", point, limit=limit)

    def landmarks(self, limit: int | None = 24) -> list[Cluster]:
        """Return clusters that represent the graph: cohesive, and together joining most pairs.

        Parameters
        ----------
        limit : int or None, default 24
            The most clusters to list; None lists all landmarks.

        Returns
        -------
        list of Cluster
            The landmarks in the order in which they were chosen.

        """
        row_limit = count(limit, "limit", 1)
        return self._clusters(
            "landmarks", self.facts_["concepts"] if row_limit is None else row_limit
        )

    def cluster(self, name: Any) -> Cluster:
        """Find a cluster by its name.

        Parameters
        ----------
        name : str, Cluster, label or list of labels
            A cluster such as ``c12`` or a community such as ``g1``; points stand for the smallest
            cluster with them.

        Returns
        -------
        Cluster
            The cluster of that name.

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
        return self._clusters("concept", name)[0]

    def __getitem__(self, name: Any) -> Cluster:
        """Find a cluster or community by its name: ``graph["g1"]``."""
        self._fitted_graph()
        try:
            return self.cluster(name)
        except ValueError as error:
            raise KeyError(str(error)) from None

    def _ipython_key_completions_(self) -> list[str]:
        """List the names that a notebook offers after ``graph[``: the communities."""
        return self._tree.names

    def communities(self) -> pandas.DataFrame:
        """Describe the communities: groups of points that stand apart, their parts, and joins.

        Returns
        -------
        DataFrame
            A row for each group by its name, most points first, then for each part of a group, then
            for each join of groups. ``label`` is the number of the community in ``labels_`` and its
            column in ``membership_``, or -1. A dict of lists if pandas is not installed.

        """
        labels = dict.fromkeys(range(len(self._tree.names)), -1)
        labels |= {at: label for label, at in enumerate(self._cut_communities)}
        columns = [*self._communities.items(), ("label", [*labels.values()])]
        return self._frame(columns, index="community")

    def why(self, one: Any, other: Any) -> str:
        """Describe what two points have in common, or what separates them.

        Parameters
        ----------
        one, other : label
            The two points, by their labels or names.

        Returns
        -------
        str
            A few sentences, on one line.

        Raises
        ------
        ValueError
            If there is no such point.

        """
        return str(self._columns("why", one, other)["description"][0])

    def contrast(self, one: Any, other: Any, limit: int | None = None) -> pandas.DataFrame:
        """Return the differences between two communities or clusters, column by column.

        Parameters
        ----------
        one, other : str or Cluster
            The two communities or clusters, such as ``g1`` and ``g2``.
        limit : int, optional
            The most columns that are listed; all without it.

        Returns
        -------
        DataFrame
            A row for each column of the table, the largest difference first: the mean or share in
            each of the two, and the difference in standard deviations. A dict of lists if pandas is
            not installed.

        Raises
        ------
        ValueError
            If there is no such cluster, or the graph keeps no columns.

        """
        return self.query("contrast", one, other, limit=limit)

    def compare(self, other: GraphQueries) -> Comparison:
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
        if not isinstance(other, GraphQueries):
            raise TypeError(f"compare takes a ConceptGraph, not {type(other).__name__}")
        changes = self._fitted_graph().compare(other._fitted_graph())
        groups, points = (self._frame(changes[name]) for name in ("rows", "points"))
        return Comparison("; ".join(changes["said"]), groups, points)

    def query(self, name: str, *words: Any, limit: int | None = None) -> pandas.DataFrame:
        """Answer a canned query.

        Parameters
        ----------
        name : str
            A name that ``queries()`` lists; the queries are those of the command line.
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
        return self._frame(self._columns(name, *words, limit=limit).items())

    def sql(self, statement: str, parameters: Mapping[str, Any] | None = None) -> pandas.DataFrame:
        """Run a reading statement of SQL, or of Cypher for a graph in Neo4j.

        Parameters
        ----------
        statement : str
            A statement that only reads; ``tables()`` lists the tables.
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
        if not isinstance(statement, str):
            raise TypeError(f"a statement must be a string, not {type(statement).__name__}")
        if parameters is not None and not hasattr(parameters, "keys"):
            raise TypeError('parameters must be a dict of names and values, as in {"size": 9}')
        if not statement.strip():
            raise ValueError('the statement is empty; write one, as in "SELECT * FROM concept"')
        return data_frame(self._fitted_graph().statement(statement, dict(parameters or {})))

    def queries(self) -> pandas.DataFrame:
        """List the canned queries.

        Returns
        -------
        DataFrame
            The name, the usage and the answer of each query; a dict of lists if pandas is not
            installed.

        """
        rows = self._fitted_graph().queries()
        names = ["query", "usage", "answers"]
        return data_frame([(name, [row[at] for row in rows]) for at, name in enumerate(names)])

    def tables(self) -> pandas.DataFrame:
        """List the tables and views that statements of `sql` can read.

        Returns
        -------
        DataFrame
            The name, the columns and the definition of each table or view; the comments in a
            definition describe its columns. A dict of lists if pandas is not installed.

        """
        rows = self._fitted_graph().tables()
        names = ["table", "columns", "definition"]
        return data_frame([(name, [row[at] for row in rows]) for at, name in enumerate(names)])

    @cached_property
    def _parameter_kinds(self) -> dict[str, list[tuple[str, bool]]]:
        """The kinds of the arguments of each query, and whether each may be left out."""
        rows = self._fitted_graph().queries()
        return {
            row[0]: [(kind, default is not None) for _, kind, default in row[3]] for row in rows
        }

    def _arguments(self, name: str, values: tuple[Any, ...]) -> list[str]:
        """Convert the arguments of a query to the strings that the library reads."""
        kinds = list(self._parameter_kinds.get(name, []))
        if ("points", False) in kinds:
            return [one for value in values for one in self._point_names(value)]
        kinds += [("", False)] * len(values)
        pairs = zip(values, kinds, strict=False)
        return [
            self._argument(kind, value)
            for value, (kind, is_optional) in pairs
            if value is not None or not is_optional
        ]

    def _argument(self, kind: str, value: Any) -> str:
        if isinstance(value, Cluster):
            return self._cluster_name(value)
        if kind == "class":
            # A class may be given as `fit` got it.
            names = (name for name, label in self._classes.items() if label == value)
            return next(names, str(value))
        if kind == "point":
            return self._labels.names[self._labels.row(value)]
        if kind != "concept":
            return str(value)
        # A string that names no point names a cluster.
        if isinstance(value, str):
            if not self._is_point(value):
                return value
            other_kind = self._cluster_kind(value)
            if other_kind:
                raise ValueError(
                    f'"{value}" is a point and {other_kind} too; give ["{value}"] for the smallest '
                    f"cluster with the point, or {other_kind} as the Cluster of another answer"
                )
        return self._cluster_name(self.lca(value))

    def _point_names(self, value: Any) -> list[str]:
        """Convert points to their names; a cluster becomes its own name."""
        if isinstance(value, Cluster):
            return [self._cluster_name(value)]
        # A string that names no point names a cluster.
        if isinstance(value, str) and not self._is_point(value):
            return [value]
        rows = self._labels.rows([value])
        if not rows:
            raise ValueError("give at least one point")
        return [self._with_kind("point", self._labels.names[row]) for row in rows]

    def _cluster_name(self, cluster: Cluster) -> str:
        """Return the name of a cluster, which must be of this graph."""
        if cluster._digest != self.digest_:
            raise ValueError(
                f"{cluster.name} is a cluster of another graph, or of this one before another fit; "
                "give its points: list(cluster)"
            )
        return self._with_kind("group" if cluster.is_community else "cluster", cluster.name)

    def _with_kind(self, kind: str, name: str) -> str:
        """Prefix a name with its kind if it is ambiguous."""
        is_ambiguous = self._is_point(name) and self._cluster_kind(name)
        return f"{kind}:{name}" if is_ambiguous else name

    def _is_point(self, text: str) -> bool:
        """Return True if a string is the label or the name of a point."""
        return self._labels.contains(text) or self._labels.find(text) is not None

    def _cluster_kind(self, text: str) -> str | None:
        """Return "a cluster" or "a community" if a string names one, else None."""
        if text in self._tree.names:
            return "a community"
        number = text[1:] if text[:1] in "cC" else ""
        is_cluster = number.isdecimal() and 1 <= int(number) <= self.n_concepts_
        return "a cluster" if is_cluster else None

    def _columns(self, name: str, *values: Any, limit: int | None = None) -> dict[str, list[Any]]:
        row_limit = count(limit, "limit", 1)
        if not isinstance(name, str):
            raise TypeError(f"the name of a query must be a string, not {type(name).__name__}")
        return dict(self._fitted_graph().query(name, self._arguments(name, values), row_limit))

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

    def _clusters(self, name: str, *values: Any, limit: int | None = None) -> list[Cluster]:
        answer = self._columns(name, *values, limit=limit)
        names = ("concept", "size", "purity", "class", "centre")
        rows = zip(*(answer[column] for column in names), strict=True)
        return [
            Cluster(
                name,
                size,
                purity,
                self._classes.get(label, label),
                self._label_of(centre),
                self,
                self.digest_,
            )
            for name, size, purity, label, centre in rows
        ]

    def _label_of(self, name: str | None) -> Any:
        """Return the label of the point of that name."""
        if name is None:
            return None
        return self.index_[self._labels.rows_of_names([name])].tolist()[0]
