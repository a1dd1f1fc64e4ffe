"""Overlapping hierarchical clusters of a table, as a graph to query and to draw.

Each point's k nearest neighbours make a binary table; its formal concepts are clusters that may
overlap, and their covers make a hierarchy (Yoneda, Sugiyama and Washio 2018).

>>> from conceptgraph import ConceptGraph
>>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
>>> graph.n_concepts_
10
>>> graph.lca("d1", "d2")
Cluster c5: 2 points, {d1,d2}
"""

from ._cluster import Cluster
from ._conceptgraph import __version__
from ._estimator import ConceptGraph, open_graph
from ._pictures import Page, Picture

__all__ = ["Cluster", "ConceptGraph", "Page", "Picture", "__version__", "open_graph"]
