"""What a graph is asked, wherever it came from."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._arrays import Arrays
from ._cluster import Cluster
from ._needs import frame

if TYPE_CHECKING:
    import pandas


class Asked(Arrays):
    """Questions that a graph answers."""

    def lca(self, *points: str) -> Cluster:
        """Find the smallest cluster that holds all of these points.

        Parameters
        ----------
        *points : str
            Names of points, one at least; or a list of them.

        Returns
        -------
        Cluster
            Their lowest common ancestor. Where not all clusters are stored it is a smallest one
            among those that are, of several the first. Where it is the cluster of all points, the
            smallest community with these points, if that has fewer.

        Raises
        ------
        ValueError
            If there is no such point.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> graph.lca("d1", "d3").members
        ['d1', 'd2', 'd3']

        """
        return self._clusters("lca", *([braces(points)] if points else []))[0]

    def containing(self, point: str, limit: int | None = None) -> list[Cluster]:
        """List the clusters and communities that hold a point, smallest first.

        Parameters
        ----------
        point : str
            The name of a point.
        limit : int, optional
            The most that are listed; all without it.

        Returns
        -------
        list of Cluster
            The smallest first, of equal size by their numbers.

        Raises
        ------
        ValueError
            If there is no such point.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> [cluster.size for cluster in graph.containing("d1", limit=2)]
        [3, 4]

        """
        return self._clusters("containing", point, *([] if limit is None else [limit]))

    def landmarks(self, limit: int = 24) -> list[Cluster]:
        """List clusters that stand for the graph: cohesive, and together joining most pairs.

        Parameters
        ----------
        limit : int, default 24
            The most clusters that are listed.

        Returns
        -------
        list of Cluster
            In the order in which they were chosen.

        """
        return self._clusters("landmarks", limit)

    def cluster(self, name: str) -> Cluster:
        """Find a cluster by its name.

        Parameters
        ----------
        name : str
            ``c12``, ``{d1,d5}`` for the smallest cluster with these points, or a community,
            ``g1``.

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

    def communities(self) -> pandas.DataFrame:
        """Describe the communities: groups of points that stand apart, their parts, and joins.

        Returns
        -------
        DataFrame
            A row for each group, the one with most points first, then for each part of one, then
            for what joins several; row 0 is group 0 of ``labels_`` and the first column of
            ``membership_``. A dict of lists where pandas is not installed.

        """
        return self.query("communities")

    def query(self, name: str, *words: Any, limit: int | None = None) -> pandas.DataFrame:
        """Answer a canned query.

        Parameters
        ----------
        name : str
            One of those that ``queries()`` lists; they are those of the command line.
        *words : object
            What the query is asked about: names of points, clusters and classes, numbers.
        limit : int, optional
            The most rows; all without it.

        Returns
        -------
        DataFrame
            The columns that the command line prints; a dict of lists where pandas is not installed.

        Raises
        ------
        ValueError
            If there is no such query, or it cannot be asked about these words.
        OSError
            If the file or the server fails.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> list(graph.query("largest", 3)["size"])
        [6, 5, 4]

        """
        return frame(self._fitted().query(name, [str(word) for word in words], limit))

    def sql(self, statement: str) -> pandas.DataFrame:
        """Run a reading statement of SQL, or of Cypher for a graph in Neo4j.

        Parameters
        ----------
        statement : str
            It may read every table: ``concept``, ``cover``, ``point``, ``member`` and so on.

        Returns
        -------
        DataFrame
            All rows; a dict of lists where pandas is not installed.

        Raises
        ------
        ValueError
            If the statement is wrong, or would change something.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> list(graph.sql("SELECT count(*) AS clusters FROM concept")["clusters"])
        [8]

        """
        if not statement.strip():
            raise ValueError('the statement is empty; write one, as in "SELECT * FROM concept"')
        return frame(self._fitted().statement(statement))

    def queries(self) -> pandas.DataFrame:
        """List the canned queries.

        Returns
        -------
        DataFrame
            Of each query its name, how it is asked, and what it answers; a dict of lists where
            pandas is not installed.

        """
        rows = [query[:3] for query in self._fitted().queries()]
        names = ["query", "usage", "answers"]
        return frame(list(zip(names, map(list, zip(*rows, strict=True)), strict=True)))

    def _columns(self, name: str, *words: object) -> dict[str, list[Any]]:
        return dict(self._fitted().query(name, [str(word) for word in words], None))

    def _clusters(self, name: str, *words: object) -> list[Cluster]:
        found = self._columns(name, *words)
        wanted = ("concept", "size", "purity", "class", "generator")
        rows = zip(*(found[column] for column in wanted), strict=True)
        return [
            Cluster(name, size, purity, label, generator, self)
            for name, size, purity, label, generator in rows
        ]


def braces(points: Iterable[object]) -> str:
    """Write points, or lists of them, as the library reads them, whatever their names hold."""
    lists = (
        [one] if isinstance(one, str) or not isinstance(one, Iterable) else one for one in points
    )
    names = [json.dumps(str(name), ensure_ascii=False) for some in lists for name in some]
    return f"{{{','.join(names)}}}"
