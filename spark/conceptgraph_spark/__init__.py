"""Concept graphs that are too large for one machine: conceptgraph on Apache Spark.

In a notebook::

    from conceptgraph_spark import ask, build

    build(spark, "vertebral.csv", "hdfs:///graphs/vertebral", ["--label", "class", "--k", "60"])
    ask(spark, "hdfs:///graphs/vertebral", "lca", points=["d1", "d51"]).show()
"""

from .errors import Collision, Refused

__all__ = ["Collision", "Limits", "Refused", "Totals", "ask", "build", "session"]

#: The modules of the other public names, which import Spark at their first use.
_PLACES = {
    "Limits": "graph", "build": "graph", "Totals": "audit", "ask": "queries", "session": "start"
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Imports a public name at its first use."""
    from importlib import import_module

    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_PLACES[name]}", __name__), name)
