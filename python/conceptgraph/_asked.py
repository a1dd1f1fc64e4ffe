"""What a graph is asked, wherever it came from."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ._arrays import Arrays
from ._cluster import Cluster
from ._comparison import Comparison
from ._input import count
from ._needs import frame

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas


class Asked(Arrays):
    """Questions that a graph answers.

    Points are asked for by their labels: the index of the DataFrame that the graph was fitted to,
    or their rows from 0; their names, such as d1, are known too. Clusters are asked for by name, or
    as the `Cluster` of another answer.
    """

    _classes: dict[str, Any]
    digest_: str

    def lca(self, *points: Any) -> Cluster:
        """Find the smallest cluster that holds all of these points.

        Parameters
        ----------
        *points : label, or list of labels
            Points by their labels or names, one at least; also clusters, whose points these are.

        Returns
        -------
        Cluster
            The smallest cluster of the graph with all of them, of equally small ones the first.
            Where it is the cluster of all points, the smallest community with these points, if that
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
        """List the clusters and communities that hold a point, smallest first.

        Parameters
        ----------
        point : label
            A point by its label or name.
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
        >>> [cluster.size for cluster in graph.containing(0, limit=2)]
        [3, 4]

        """
        return self._clusters("containing", point, limit=limit)

    def landmarks(self, limit: int | None = 24) -> list[Cluster]:
        """List clusters that stand for the graph: cohesive, and together joining most pairs.

        Parameters
        ----------
        limit : int or None, default 24
            The most clusters that are listed; all that are known for None.

        Returns
        -------
        list of Cluster
            In the order in which they were chosen.

        """
        most = count(limit, "limit", 1)
        return self._clusters("landmarks", self.facts_["concepts"] if most is None else most)

    def cluster(self, name: Any) -> Cluster:
        """Find a cluster by its name.

        Parameters
        ----------
        name : str, Cluster, label or list of labels
            ``c12``, or a community, ``g1``; of points the smallest cluster with these.

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
        self._fitted()
        try:
            return self.cluster(name)
        except ValueError as error:
            raise KeyError(str(error)) from None

    def _ipython_key_completions_(self) -> list[str]:
        """List what a notebook offers behind ``graph[``: the communities."""
        return self._tree.names

    def communities(self) -> pandas.DataFrame:
        """Describe the communities: groups of points that stand apart, their parts, and joins.

        Returns
        -------
        DataFrame
            A row for each group by its name, the one with most points first, then for each part of
            one, then for what joins several. ``label`` is what it is in ``labels_``, and the column
            of ``membership_``; -1 of the others. A dict of lists where pandas is not installed.

        """
        labels = dict.fromkeys(range(len(self._tree.names)), -1)
        labels |= {at: label for label, at in enumerate(self._chosen)}
        columns = [*self._communities.items(), ("label", [*labels.values()])]
        return self._frame(columns, index="community")

    def why(self, one: Any, other: Any) -> str:
        """Say what two points have in common, or what separates them.

        Parameters
        ----------
        one, other : label
            Two points by their labels or names.

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
        """Say what sets two communities or clusters apart, column by column.

        Parameters
        ----------
        one, other : str or Cluster
            Two of them, such as ``g1`` and ``g2``.
        limit : int, optional
            The most columns that are listed; all without it.

        Returns
        -------
        DataFrame
            A row for each column of the table, those that differ most first: means or shares in
            either, and the difference in standard deviations; a dict of lists where pandas is not
            installed.

        Raises
        ------
        ValueError
            If there is no such cluster, or the graph keeps no columns.

        """
        return self.query("contrast", one, other, limit=limit)

    def compare(self, other: Asked) -> Comparison:
        """Say what changed from this graph to another one of the same points.

        Parameters
        ----------
        other : ConceptGraph
            A graph of these points, such as with another k. Points are the same by their names.

        Returns
        -------
        Comparison
            It is shown as a few sentences; ``.groups`` and ``.points`` are DataFrames.

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
        if not isinstance(other, Asked):
            raise TypeError(f"compare takes a ConceptGraph, not {type(other).__name__}")
        found = self._fitted().compare(other._fitted())
        groups, points = (self._frame(found[name]) for name in ("rows", "points"))
        return Comparison("; ".join(found["said"]), groups, points)

    def query(self, name: str, *words: Any, limit: int | None = None) -> pandas.DataFrame:
        """Answer a canned query.

        Parameters
        ----------
        name : str
            One of those that ``queries()`` lists; they are those of the command line.
        *words : object
            What the query is asked about: labels of points, clusters, names of classes, numbers.
        limit : int, optional
            The most rows; all without it.

        Returns
        -------
        DataFrame
            The columns that the command line prints. Where the first names points, the index has
            their labels. A dict of lists where pandas is not installed.

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
        >>> list(graph.query("largest", limit=3)["size"])
        [6, 5, 4]

        """
        return self._frame(self._columns(name, *words, limit=limit).items())

    def sql(self, statement: str, parameters: Mapping[str, Any] | None = None) -> pandas.DataFrame:
        """Run a reading statement of SQL, or of Cypher for a graph in Neo4j.

        Parameters
        ----------
        statement : str
            It may read every table that ``tables()`` lists.
        parameters : dict, optional
            Values of what the statement names with a colon, ``:size``, in Cypher ``$size``.

        Returns
        -------
        DataFrame
            All rows; a dict of lists where pandas is not installed.

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
            raise TypeError(f"a statement is a text, not {type(statement).__name__}")
        if parameters is not None and not hasattr(parameters, "keys"):
            raise TypeError('parameters are a dict of names and values, as in {"size": 9}')
        if not statement.strip():
            raise ValueError('the statement is empty; write one, as in "SELECT * FROM concept"')
        return frame(self._fitted().statement(statement, dict(parameters or {})))

    def queries(self) -> pandas.DataFrame:
        """List the canned queries.

        Returns
        -------
        DataFrame
            Of each query its name, how it is asked, and what it answers; a dict of lists where
            pandas is not installed.

        """
        rows = self._fitted().queries()
        names = ["query", "usage", "answers"]
        return frame([(name, [row[at] for row in rows]) for at, name in enumerate(names)])

    def tables(self) -> pandas.DataFrame:
        """List what statements of `sql` can read.

        Returns
        -------
        DataFrame
            Of each table or view its name, its columns and its definition, which says what they
            are; a dict of lists where pandas is not installed.

        """
        rows = self._fitted().tables()
        names = ["table", "columns", "definition"]
        return frame([(name, [row[at] for row in rows]) for at, name in enumerate(names)])

    @cached_property
    def _kinds(self) -> dict[str, list[tuple[str, bool]]]:
        """What the words of each query are, and whether they may be left out."""
        rows = self._fitted().queries()
        return {row[0]: [(kind, usual is not None) for _, kind, usual in row[3]] for row in rows}

    def _words(self, name: str, words: tuple[Any, ...]) -> list[str]:
        """Write the words of a question as the library reads them."""
        kinds = list(self._kinds.get(name, []))
        if ("points", False) in kinds:
            return [one for word in words for one in self._points(word)]
        kinds += [("", False)] * len(words)
        given = zip(words, kinds, strict=False)
        return [
            self._word(kind, word)
            for word, (kind, is_optional) in given
            if word is not None or not is_optional
        ]

    def _word(self, kind: str, word: Any) -> str:
        if isinstance(word, Cluster):
            return self._word_of(word)
        if kind == "class":
            # As `fit` was given it.
            names = (name for name, given in self._classes.items() if given == word)
            return next(names, str(word))
        if kind == "point":
            return self._labels.names[self._labels.row(word)]
        if kind != "concept":
            return str(word)
        # A name that is no point's is that of a cluster.
        if isinstance(word, str):
            if not self._is_point(word):
                return word
            if self._is_cluster(word):
                raise ValueError(
                    f'"{word}" is a point and {self._is_cluster(word)} too; ["{word}"], a list, is '
                    "the smallest cluster with the point, and answers have the other one"
                )
        return self._word_of(self.lca(word))

    def _points(self, word: Any) -> list[str]:
        """Write points, each by its name; those of a cluster by the cluster's."""
        if isinstance(word, Cluster):
            return [self._word_of(word)]
        # A name that is no point's is that of a cluster.
        if isinstance(word, str) and not self._is_point(word):
            return [word]
        rows = self._labels.rows([word])
        if not rows:
            raise ValueError("give at least one point")
        return [self._named("point", self._labels.names[row]) for row in rows]

    def _word_of(self, cluster: Cluster) -> str:
        """Write a cluster, which must be of this graph."""
        if cluster._digest != self.digest_:
            raise ValueError(
                f"{cluster.name} is a cluster of another graph, or of this one before another fit; "
                "give its points: list(cluster)"
            )
        return self._named("group" if cluster.is_community else "cluster", cluster.name)

    def _named(self, kind: str, name: str) -> str:
        """Write a name, with what it is of where it names something else too."""
        is_ambiguous = self._is_point(name) and self._is_cluster(name)
        return f"{kind}:{name}" if is_ambiguous else name

    def _is_point(self, word: str) -> bool:
        """Tell whether a word is the label of points, or the name of one."""
        return self._labels.knows(word) or self._labels.find(word) is not None

    def _is_cluster(self, word: str) -> str | None:
        """Tell what a word is besides a point."""
        if word in self._tree.names:
            return "a community"
        number = word[1:] if word[:1] in "cC" else ""
        known = number.isdecimal() and 1 <= int(number) <= self.n_concepts_
        return "a cluster" if known else None

    def _columns(self, name: str, *words: Any, limit: int | None = None) -> dict[str, list[Any]]:
        most = count(limit, "limit", 1)
        if not isinstance(name, str):
            raise TypeError(f"the name of a query is a word, not {type(name).__name__}")
        return dict(self._fitted().query(name, self._words(name, words), most))

    def _frame(
        self, columns: Iterable[tuple[str, list[Any]]], index: Any = None
    ) -> pandas.DataFrame:
        """Make a DataFrame with classes as `fit` was given them; of points by their labels."""
        rows, of_classes = dict(columns), {"class", "point_class"}
        if next(iter(rows), None) == "point":
            index = self.index_[self._labels.rows_of_names(rows["point"])]
        for name in rows.keys() & of_classes:
            rows[name] = [self._classes.get(value, value) for value in rows[name]]
        return frame(list(rows.items()), index, of_classes)

    def _clusters(self, name: str, *words: Any, limit: int | None = None) -> list[Cluster]:
        found = self._columns(name, *words, limit=limit)
        wanted = ("concept", "size", "purity", "class", "centre")
        rows = zip(*(found[column] for column in wanted), strict=True)
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
        """Find the label of the point of that name."""
        if name is None:
            return None
        return self.index_[self._labels.rows_of_names([name])].tolist()[0]
