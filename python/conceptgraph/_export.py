"""Exports of a graph to other libraries, files, servers and pictures."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from . import _plot, _progress
from ._input import count
from ._optional import import_optional
from ._pictures import Page, Picture
from ._queries import GraphQueries

if TYPE_CHECKING:
    import igraph
    import networkx
    from matplotlib.axes import Axes


class GraphExports(GraphQueries):
    """The exports and pictures of a graph."""

    name: str

    def to_networkx(self) -> networkx.DiGraph:
        """Convert the graph to a directed graph of networkx.

        Returns
        -------
        networkx.DiGraph
            A node for each cluster, named c1, c2 and so on, with its size, purity, class, centre,
            cohesion and community; an edge from each cluster to each upper cover.

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
        for cluster in self._rows():
            graph.add_node(cluster.pop("concept"), **cluster)
        lower, upper = self._fitted_graph().covers()
        ends = zip(lower.tolist(), upper.tolist(), strict=True)
        graph.add_edges_from((f"c{low + 1}", f"c{up + 1}") for low, up in ends)
        return graph

    def to_igraph(self) -> igraph.Graph:
        """Convert the graph to a directed graph of igraph.

        Returns
        -------
        igraph.Graph
            A vertex for each cluster, in their order, with its name, size, purity, class, centre,
            cohesion and community; an edge from each cluster to each upper cover.

        Raises
        ------
        ImportError
            If igraph is not installed.

        """
        igraph = import_optional("igraph", "to_igraph")
        lower, upper = self._fitted_graph().covers()
        edges = list(zip(lower.tolist(), upper.tolist(), strict=True))
        rows = self._rows()
        graph = igraph.Graph(len(rows), edges, directed=True)
        for name in rows[0] if rows else []:
            graph.vs["name" if name == "concept" else name] = [row[name] for row in rows]
        return graph

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
        if "://" in str(path):
            raise ValueError(f"{path} is no file; to_neo4j loads the graph into a server")
        with _progress.progress_bar() as reporter:
            self._fitted_graph().save(fspath(path), force, reporter)

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

    def points(self, color: str = "community") -> Picture:
        """Draw the map of all points, near their neighbours, in the colours of their groups.

        Parameters
        ----------
        color : str, default "community"
            The source of the colours: ``"community"``, ``"class"`` or the name of a column.

        Returns
        -------
        Picture
            A picture that a notebook shows; ``.save("points.svg")`` writes it.

        Raises
        ------
        ValueError
            If there is no such column, or the graph has no points.

        """
        if not isinstance(color, str):
            raise TypeError("color must be a string; plot(color=values) takes values")
        return self._picture(points=True, color=color)

    def plot(self, color: Any = "community", ax: Axes | None = None) -> Picture:
        """Draw the points, near their neighbours, in the colours of their groups.

        Parameters
        ----------
        color : str or array of shape (n_points,), default "community"
            The source of the colours: ``"community"``, ``"class"``, the name of a column, or a
            value for each point. Strings, and up to ten whole numbers, have a colour each; other
            numbers have a colour bar. A Series is matched by its index, as in `fit`.
        ax : matplotlib.axes.Axes, optional
            The axes to draw on; by default those of a new figure.

        Returns
        -------
        Picture
            A picture that a notebook shows; ``.save("points.png")`` writes it, and ``.figure`` is
            the figure of matplotlib. Without matplotlib it is the picture of `points`.

        Raises
        ------
        ValueError
            If there is no such column, there are not as many values as points, or the graph has no
            points.
        ImportError
            If values are given, and matplotlib is not installed.

        Notes
        -----
        A point between two groups is a disc in two halves, and a point in no group is grey. If
        there is only one group, its parts have colours. pyplot is not used, so no figure is left
        open.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> "</svg>" in graph.plot().svg
        True

        """
        return _plot.points(self, color, ax)

    def plot_tree(self, ax: Axes | None = None) -> Picture:
        """Draw the tree of communities, with the separation at which communities join.

        The tree is that of ``hierarchy_``, with the leaves of ``leaves_``.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            The axes to draw on; by default those of a new figure.

        Returns
        -------
        Picture
            A picture that a notebook shows; ``.save("tree.svg")`` writes it. The formats ``.png``
            and ``.pdf`` need matplotlib.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> X = [[x + far, y] for far in (0, 20) for x in range(5) for y in range(4)]
        >>> graph = ConceptGraph(k=4).fit(X)
        >>> "g2: 20 points" in graph.plot_tree().svg
        True

        """
        return _plot.tree(self, ax)

    def draw(
        self,
        *,
        lca: Any = None,
        around: Any = None,
        radius: int = 1,
        containing: Any = None,
        largest: int | None = None,
        limit: int | None = None,
        color: str | None = None,
        force: bool = False,
    ) -> Picture:
        """Draw the whole graph as peaks, or a part of it as a line diagram.

        Peaks show each cluster as a circle: across, where its points stand along a line; up, its
        size. A part of more than 100 clusters is drawn as peaks too.

        Parameters
        ----------
        lca : list of labels, optional
            Draw the chains of covers from these points to the smallest cluster with all of them.
        around : Cluster or str, optional
            Draw a cluster and its neighbourhood.
        radius : int, default 1
            The most covers between that cluster and a drawn one, up and down.
        containing : label, optional
            Draw the clusters that contain a point.
        largest : int, optional
            Draw this many of the largest clusters.
        limit : int, optional
            The most clusters to draw, the nearest first.
        color : str, optional
            The source of the colours: ``"community"``, ``"class"`` or the name of a column; by
            default ``"community"`` if there are several groups, or else ``"class"``.
        force : bool, default False
            Draw even more than 20,000 clusters.

        Returns
        -------
        Picture
            A picture that a notebook shows; ``.save("part.svg")`` writes it.

        Raises
        ------
        ValueError
            If there is no such point, cluster or column, several parts are named, or there are too
            many clusters to draw.

        Examples
        --------
        >>> from conceptgraph import ConceptGraph
        >>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
        >>> "</svg>" in graph.draw(lca=[0, 1]).svg
        True

        """
        parts = [lca, around, containing, largest]
        if len([part for part in parts if part is not None]) > 1:
            raise ValueError("name one part: lca, around, containing or largest")
        return self._picture(
            peaks=all(part is None for part in [*parts, limit]),
            lca=None if lca is None else self._point_names(lca),
            around=None if around is None else self._argument("concept", around),
            radius=count(radius, "radius"),
            containing=None if containing is None else self._argument("point", containing),
            largest=count(largest, "largest", 1),
            limit=count(limit, "limit", 1),
            color=color,
            force=bool(force),
        )

    def page(self) -> Page:
        """Make the HTML page that explores the graph in a browser.

        Returns
        -------
        Page
            A page that a notebook shows in a frame; ``.save("page.html")`` writes it.

        """
        return Page(self._fitted_graph().page().decode())

    def _rows(self) -> list[dict[str, Any]]:
        names, columns = zip(*self._fitted_graph().clusters(), strict=True)
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]

    def _picture(self, **options: object) -> Picture:
        names = ["around", "containing", "lca", "largest", "color", "limit"]
        switches = dict.fromkeys(["points", "peaks", "force"], False)
        part = dict.fromkeys(names) | switches | {"radius": 1} | options
        graph = self._fitted_graph()

        def draw(file_format: str) -> bytes:
            return graph.draw(part | {"format": file_format})

        return Picture(draw("svg").decode(), draw)
