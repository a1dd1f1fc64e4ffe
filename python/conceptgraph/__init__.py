"""Overlapping hierarchical clusters of a table, as a graph to query and to draw.

The k nearest neighbours of each point form a binary table. Its formal concepts are clusters, which
may overlap, and the cover relation orders them into a hierarchy (Yoneda, Sugiyama and Washio 2018).
A graph keeps a few clusters per point, of every size.

>>> from conceptgraph import ConceptGraph
>>> graph = ConceptGraph(k=4).fit([[1, 1], [1, 2], [2, 1], [8, 8], [8, 9], [9, 8]])
>>> graph.facts_["concepts"]
8
>>> graph.lca(0, 1)
Cluster c4: 3 points around 0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._answers import Comparison
    from ._cluster import Cluster, Community
    from ._conceptgraph import __version__
    from ._estimator import ConceptGraph, open_graph
    from ._pictures import Page, Picture

__all__ = [
    "Cluster",
    "Community",
    "Comparison",
    "ConceptGraph",
    "Page",
    "Picture",
    "__version__",
    "open_graph",
]

_MODULES = {
    "Cluster": "._cluster",
    "Community": "._cluster",
    "Comparison": "._answers",
    "ConceptGraph": "._estimator",
    "Page": "._pictures",
    "Picture": "._pictures",
    "__version__": "._conceptgraph",
    "open_graph": "._estimator",
}


def __getattr__(name: str) -> Any:
    """Import a public name at its first use: the command-line program needs no numpy."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name], __name__), name)
