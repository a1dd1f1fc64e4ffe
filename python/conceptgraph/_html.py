"""The HTML that a notebook shows for a graph and for a cluster.

The HTML has the colours of the page, light or dark, and neither scripts nor external resources.
"""

from __future__ import annotations

import html
import inspect
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _colours, _format
from ._format import counted
from ._order import label_name

if TYPE_CHECKING:
    from ._cluster import Cluster
    from ._export import GraphExports
    from ._queries import GraphQueries

#: The most characters of a cell, groups of a graph, and points and columns of a cluster.
LETTERS, GROUPS, POINTS, COLUMNS = 60, 20, 12, 5
#: The columns of the query `profile` that are shown.
PROFILE = ("feature", "mean", "overall", "difference")
FADED_STYLE = "opacity:0.7"
CELL = "text-align:left;vertical-align:top;padding:0.15em 0.8em 0.15em 0"


def graph_html(graph: GraphExports) -> str:
    """Return the groups of a graph as HTML, or its parameters if it is not fitted."""
    if not hasattr(graph, "_graph"):
        return parameters_html(graph)
    facts = graph.facts_
    units = _colours.coloured_units(graph)
    columns = graph._communities
    shares = class_shares(graph)
    has_classes = any(columns["class"][at] is not None for at in units.at)
    apart = any(columns["apart"][at] for at in units.at)
    # A group that is the whole graph has no separation.
    gaps = any(columns["separation"][at] is not None for at in units.at)
    heads = ["part" if units.is_continuum else "group", "points", *["separation"] * gaps]
    heads += ["class"] * has_classes + ["what sets it apart"] * apart
    rows = []
    for at, name, size, colour in zip(
        units.at[:GROUPS], units.names, units.sizes, units.colours, strict=False
    ):
        row = [f"{dot(colour)}&nbsp;{escape(name)}", f"{size:,}"]
        row += [number(columns["separation"][at], 2)] * gaps
        if has_classes:
            row.append(class_html(columns["purity"][at], columns["class"][at], shares))
        rows.append(row + [escape(columns["apart"][at] or "")] * apart)
    more = len(units.at) - GROUPS
    return box(
        f"<b>{html.escape(graph.verdict_)}</b>",
        faded(summary(facts)),
        table(heads, rows),
        faded(f"and {counted(more, heads[0])} more: communities()") if more > 0 else "",
        faded(quality_html(graph, units)),
    )


def cluster_html(cluster: Cluster) -> str:
    """Return a cluster or community as HTML: its points, and what sets it apart."""
    graph = cluster.graph
    points, of_all = counted(cluster.size, "point"), len(graph.names_)
    kind = "Community" if cluster.is_community else "Cluster"
    first = f"<b>{kind} {escape(cluster.name)}</b>: {points} of {of_all:,}"
    if cluster.title:
        first += f", {escape(cluster.title)}"
    majority = class_html(cluster.purity, cluster.label, class_shares(graph))
    if majority:
        first += f", {majority}"
    labels = [escape(label_name(label), 30) for label in cluster.index[:POINTS]]
    listing = ", ".join(labels)
    if cluster.size > len(labels):
        listing += f" and {cluster.size - len(labels):,} more"
    return box(
        first,
        html.escape(cluster.describe()),
        differences(cluster),
        f"<b>Points</b>: {listing}" if labels else "",
    )


def parameters_html(graph: Any) -> str:
    """Return the parameters of an estimator that is not fitted, the changed ones first."""
    signature = inspect.signature(type(graph).__init__).parameters
    changed: list[str] = []
    defaults: list[str] = []
    params = graph.get_params(deep=False)
    for name in sorted(params, key=list(signature).index):
        value = params[name]
        text = f"{name}={escape(repr(value))}"
        is_default = repr(signature[name].default) == repr(value)
        (defaults if is_default else changed).append(text)
    return box(
        f"<b>{escape(type(graph).__name__)}</b>, not fitted yet: call fit, or open_graph",
        f"<code>{', '.join(changed)}</code>" if changed else "",
        faded(f"defaults: {', '.join(defaults)}") if defaults else "",
    )


def summary(facts: dict[str, Any]) -> str:
    """Describe the kind and the input of a graph in a line."""
    parts = [counted(facts["points"], "point")]
    if facts["features"]:
        parts[0] += f" of {counted(facts['features'], 'column')}"
    if facts["k"] is not None:
        parts.append(f"k = {facts['k']:,}")
    kind = facts["kind"]
    if facts["min_size"]:
        kind += f", at least {counted(facts['min_size'], 'point')} each"
    parts.append(f"{counted(facts['concepts'], 'cluster')} ({kind})")
    parts.append(counted(facts["covers"], "cover"))
    if facts["metric"] is None:
        parts.append("a ready context")
    else:
        parts.append(f"{facts['metric']} distance, scale {facts['scale'] or 'none'}")
    return f"{escape(facts['name'])}: {html.escape('; '.join(parts))}"


def quality_html(graph: GraphExports, units: _colours.ColouredUnits) -> str:
    """Describe the quality: points in no group or between groups, and purity beside chance."""
    facts, group_counts = graph.facts_, np.diff(units.shares[0])
    lines = []
    alone, between = int((group_counts == 0).sum()), int((group_counts > 1).sum())
    unit = "part" if units.is_continuum else "group"
    if alone:
        lines.append(
            f"{counted(alone, 'point')} ({_format.percent(alone / len(group_counts))}) in no {unit}"
        )
    if between:
        share = _format.percent(between / len(group_counts))
        lines.append(f"{counted(between, 'point')} ({share}) between {unit}s")
    if facts["dendrogram_purity"] is not None:
        lines.append(
            f"purity of the classes in the clusters {facts['dendrogram_purity']:.2f}, by chance "
            f"{facts['chance']:.2f}"
        )
    return "<br/>".join(lines)


def differences(cluster: Cluster) -> str:
    """Return a table of the columns in which a cluster differs most from all points."""
    profile = cluster.graph._columns("profile", cluster) if cluster.graph.facts_["features"] else {}
    rows = zip(*(profile.get(name, []) for name in PROFILE), strict=True)
    changed = [row for row in rows if row[1] is not None and row[3]]
    changed.sort(key=lambda row: -abs(row[3]))
    cells = [
        [escape(name), number(mean), number(overall), f"{difference:+.1f}"]
        for name, mean, overall, difference in changed[:COLUMNS]
        if abs(difference) >= 0.05
    ]
    heads = ["column", "mean here", "mean of all", "difference in standard deviations"]
    return table(heads, cells) if cells else ""


def class_shares(graph: GraphQueries) -> dict[str, float]:
    """Return the share of each class among all points, which is its purity by chance."""
    classes = graph._fitted_graph().points()[1] or []
    return {name: count / len(classes) for name, count in Counter(classes).items()}


def class_html(purity: float | None, label: Any, shares: dict[str, float]) -> str:
    """Return the most common class, and its share among all points, as HTML."""
    if purity is None or label is None:
        return ""
    majority = escape(_format.class_share(purity, label))
    by_chance = shares.get(str(label))
    if by_chance is not None:
        majority += f" <span {style(FADED_STYLE)}>({_format.percent(by_chance)} of all)</span>"
    return f"<span {style('white-space:nowrap')}>{majority}</span>"


def box(*parts: str) -> str:
    """Stack lines and tables vertically."""
    inner = "".join(f"<div {style('margin:0.3em 0')}>{part}</div>" for part in parts if part)
    return f"<div {style('max-width:70em;line-height:1.45')}>{inner}</div>"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Return a table; the cells are HTML already."""
    head = "".join(f'<th {style(CELL)} scope="col">{html.escape(one)}</th>' for one in heads)
    cells = "".join(
        f"<tr>{''.join(f'<td {style(CELL)}>{cell}</td>' for cell in row)}</tr>" for row in rows
    )
    return (
        f"<table {style('border-collapse:collapse;margin:0.3em 0')}>"
        f"<thead><tr>{head}</tr></thead><tbody>{cells}</tbody></table>"
    )


def dot(colour: str) -> str:
    """Return a dot in a colour."""
    shape = "display:inline-block;width:0.7em;height:0.7em;border-radius:50%"
    return f"<span {style(f'{shape};background:{colour}')}></span>"


def faded(content: str) -> str:
    """Return HTML with less opacity."""
    return f"<span {style(FADED_STYLE)}>{content}</span>" if content else ""


def style(rules: str) -> str:
    """Return a style attribute."""
    return f'style="{rules}"'


def escape(text: Any, limit: int = LETTERS) -> str:
    """Escape text for HTML; shorten long text and put the first 1000 characters in a tooltip."""
    text = str(text)
    shortened = _format.shorten(text, limit)
    if shortened == " ".join(text.split()):
        return html.escape(shortened)
    return f'<span title="{html.escape(text[:1000])}">{html.escape(shortened)}</span>'


def number(value: float | None, digits: int | None = None) -> str:
    """Format a number to three significant digits, or to `digits` decimals."""
    if value is None:
        return ""
    if digits is not None:
        return f"{value:.{digits}f}"
    return f"{value:,.0f}" if 1000 <= abs(value) < 1e15 else f"{value:#.3g}".rstrip(".")
