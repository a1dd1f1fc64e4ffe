"""Concept graphs that fit no single machine: conceptgraph on Apache Spark.

In a notebook::

    from conceptgraph_spark import ask, build

    build(spark, "vertebral.csv", "hdfs:///graphs/vertebral", ["--label", "class", "--k", "60"])
    ask(spark, "hdfs:///graphs/vertebral", "lca", points=["d1", "d51"]).show()
"""

from .errors import Collision, Refused

__all__ = ["Collision", "Limits", "Refused", "Totals", "ask", "build", "session"]

#: Where the other names are; these need Spark, which is imported when one is asked for.
_PLACES = {
    "Limits": "graph", "build": "graph", "Totals": "audit", "ask": "queries", "session": "start"
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Imports a name when it is first used."""
    from importlib import import_module

    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_PLACES[name]}", __name__), name)
