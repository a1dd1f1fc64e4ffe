//! The picture as a graph in the DOT language.
//!
//! Invariant: the same picture gives the same text; a cluster is `c812` in DOT and `id="c812"` in
//! an SVG, with a tooltip, so that a web page can hook in. graphviz-rust prints the text and
//! escapes nothing: names come in through [`escape`](super::escape) alone.

use std::ops::Range;

use graphviz_rust::dot_structures::{
    Attribute, Edge, EdgeTy, Graph, GraphAttributes, Id, Node as Statement, NodeId, Port, Stmt,
    Subgraph, Vertex,
};
use graphviz_rust::printer::{DotPrinter, PrinterContext};

use super::attribute::{plain, set};
use super::colour::{NEUTRAL, of_class, shape};
use super::columns::{columns, crossings, longest_chain};
use super::data::{Node, Picture};
use super::escape::quoted;
use super::heading::heading;
use super::label::{Density, Look, fill, label, relative_length, text};
use super::layout::Layout;
use super::roads;
use super::style::{RankDir, Style};
use super::tooltip::tooltip;

/// The DOT text of a picture in that layout.
///
/// # Panics
/// Where an index of the picture points nowhere, which [`Picture::check`] finds beforehand.
pub fn dot(picture: &Picture, style: &Style, layout: &Layout) -> String {
    let columns = columns(picture);
    let crossings = crossings(picture, &columns);
    let look = Look { picture, style, density: layout.density };
    let ranks = if layout.by_size { columns.len() } else { longest_chain(picture) };
    let gap = gap(&look, &crossings, ranks, layout.is_tight);
    let heading = heading(&look, layout, &columns);
    let mut stmts = defaults(&look, layout, heading, gap);
    let is_grouped = |at: &usize| picture.groups.iter().any(|group| group.nodes.contains(at));
    let free = (0..picture.nodes.len()).filter(|at| !is_grouped(at));
    stmts.extend(free.map(|at| cluster(&look, &picture.nodes[at], layout)));
    stmts.extend(picture.groups.iter().map(|group| {
        let inside = group.nodes.iter().map(|&at| cluster(&look, &picture.nodes[at], layout));
        roads::frame(&look, group, inside.collect())
    }));
    stmts.extend(picture.roads.iter().map(|road| roads::road(&look, road)));
    stmts.extend(roads::side_by_side(&look));
    if layout.by_size && picture.is_map() {
        stmts.extend(columns.windows(2).map(|pair| apart(picture, &pair[0], &pair[1])));
    }
    if layout.by_size {
        stmts.extend(columns.into_iter().map(|column| aligned(&picture.nodes[column])));
    }
    stmts.extend(picture.edges.iter().map(|&edge| cover(&look, edge, layout)));
    let graph = Graph::DiGraph { id: plain("lattice"), strict: false, stmts };
    graph.print(&mut PrinterContext::default()) + "\n"
}

/// The room between two columns, in inches: enough for edges to bend, and so that a page of dots
/// is not a strip.
fn gap(look: &Look, crossings: &[usize], ranks: usize, is_tight: bool) -> f64 {
    let bend = (crossings.iter().copied().max().unwrap_or(0) as f64).sqrt();
    let nodes = look.picture.nodes.len() as f64;
    match look.density {
        // The number of a road needs room.
        _ if !look.picture.roads.is_empty() => 0.6,
        Density::Cards | Density::Bars if is_tight => 0.2,
        Density::Dots if is_tight => 0.25,
        Density::Cards => (0.25 + 0.1 * bend).min(0.9),
        Density::Bars => (0.2 + 0.05 * bend).min(0.9),
        Density::Dots => (0.035 * nodes / ranks.max(1) as f64).clamp(0.6, 3.0),
    }
}

/// What holds for the graph, for every node and for every edge.
fn defaults(look: &Look, layout: &Layout, heading: Option<String>, gap: f64) -> Vec<Stmt> {
    let (style, theme) = (look.style, look.style.theme);
    let row = match look.density {
        Density::Cards => 0.14,
        Density::Bars => 0.07,
        Density::Dots => 0.03,
    };
    let (shape, outline, margin) = outline(look.density);
    let rankdir = match layout.rankdir {
        RankDir::LeftToRight => "LR",
        RankDir::BottomUp => "BT",
    };
    let mut graph = vec![
        set("rankdir", rankdir),
        set("ranksep", format!("{gap:.2}")),
        set("nodesep", row),
        set("bgcolor", theme.paper()),
        set("pad", if style.width.is_some() { 0.04 } else { 0.15 }),
        set("fontname", theme.fonts()),
    ];
    if !look.picture.groups.is_empty() {
        // So that a road ends at a frame.
        graph.push(set("compound", "true"));
    }
    if let Some(heading) = heading {
        graph.extend([set("labelloc", "t"), set("labeljust", "l")]);
        graph.push(Attribute(plain("label"), Id::Html(heading)));
    }
    if let Some(width) = style.width {
        // The pad stands outside of this.
        graph.push(set("size", format!("{:.3},1000", width - 0.08)));
    }
    if look.density == Density::Dots {
        // In a dense diagram straight lines are the most legible, and the quickest to lay.
        graph.extend([set("splines", "line"), set("nslimit", 0.5), set("mclimit", 0.2)]);
    } else if has_straight_lines(look, layout) {
        graph.push(set("splines", "polyline"));
    }
    let node = vec![
        set("shape", shape),
        set("style", outline),
        set("margin", margin),
        set("width", 0.1),
        set("height", 0.1),
        set("penwidth", 0.8),
        set("fontname", theme.fonts()),
    ];
    let edge = vec![
        set("arrowhead", "none"),
        set("color", theme.line()),
        set("penwidth", 0.8),
        set("fontname", theme.fonts()),
    ];
    vec![
        Stmt::GAttribute(GraphAttributes::Graph(graph)),
        Stmt::GAttribute(GraphAttributes::Node(node)),
        Stmt::GAttribute(GraphAttributes::Edge(edge)),
    ]
}

/// Whether lines are straight, as in books on lattices, where larger clusters stand at the top; the
/// lines of a map are not.
fn has_straight_lines(look: &Look, layout: &Layout) -> bool {
    layout.rankdir == RankDir::BottomUp && look.picture.groups.is_empty()
}

fn outline(density: Density) -> (&'static str, &'static str, &'static str) {
    match density {
        Density::Cards => ("box", "rounded,filled", "0.04,0"),
        Density::Bars => ("box", "rounded,filled", "0.02,0"),
        Density::Dots => ("circle", "filled", "0"),
    }
}

/// A node. A selected one is always a card or a bar.
fn cluster(look: &Look, node: &Node, layout: &Layout) -> Stmt {
    let (picture, theme) = (look.picture, look.style.theme);
    let density = match layout.density {
        Density::Dots if node.asked && layout.is_tight => Density::Bars,
        _ if node.asked && !layout.is_tight => Density::Cards,
        density => density,
    };
    let hue = node.majority().map_or(NEUTRAL, |(class, _)| of_class(class));
    let purity = node.majority().map_or(0.5, |(_, purity)| purity);
    let filled = if node.size == 0 { theme.paper() } else { fill(look, purity, hue, density) };
    let mut attributes = vec![
        set("id", &node.id),
        set("fillcolor", filled),
        set("color", if node.asked { theme.ink() } else { hue.mix(theme.ink(), 0.15) }),
        Attribute(plain("tooltip"), Id::Escaped(quoted(&tooltip(picture, node)))),
    ];
    if density == Density::Dots {
        attributes.push(set("label", ""));
        attributes
            .push(set("width", format!("{:.3}", 0.07 + 0.22 * relative_length(picture, node))));
        // Squares and the like mark classes that share a colour.
        let class = node.majority().map(|(class, _)| shape(class));
        attributes.extend(class.filter(|&of| of != "circle").map(|of| set("shape", of)));
    } else {
        let look = Look { density, ..*look };
        attributes.push(Attribute(plain("label"), Id::Html(label(&look, node))));
    }
    if node.asked {
        attributes.extend([set("penwidth", 2.4), set("class", "asked")]);
        let (shape, style, margin) = outline(density);
        attributes.extend([set("shape", shape), set("style", style), set("margin", margin)]);
    }
    Stmt::Node(Statement { id: NodeId(plain(&node.id), None), attributes })
}

/// Clusters that stand in one column.
fn aligned(nodes: &[Node]) -> Stmt {
    let nodes = nodes.iter().map(|node| NodeId(plain(&node.id), None));
    let nodes = nodes.map(|id| Stmt::Node(Statement { id, attributes: Vec::new() }));
    let stmts = std::iter::once(Stmt::Attribute(set("rank", "same"))).chain(nodes).collect();
    Stmt::Subgraph(Subgraph { id: Id::Anonymous(String::new()), stmts })
}

/// An invisible edge between two columns, which no other edge may join.
fn apart(picture: &Picture, left: &Range<usize>, right: &Range<usize>) -> Stmt {
    let end =
        |column: &Range<usize>| Vertex::N(NodeId(plain(&picture.nodes[column.start].id), None));
    let attributes = vec![set("style", "invis")];
    Stmt::Edge(Edge { ty: EdgeTy::Pair(end(left), end(right)), attributes })
}

/// A cover, or a dashed line for a chain of them.
fn cover(look: &Look, edge: (usize, usize), layout: &Layout) -> Stmt {
    let (lower, upper) = (&look.picture.nodes[edge.0], &look.picture.nodes[edge.1]);
    let (start, end) = match layout.rankdir {
        RankDir::LeftToRight => ("e", "w"),
        RankDir::BottomUp => ("n", "s"),
    };
    let port = |node: &Node, side: &str| {
        let has_port = look.density != Density::Dots && !has_straight_lines(look, layout);
        let port = has_port.then(|| Port(None, Some(side.to_owned())));
        Vertex::N(NodeId(plain(&node.id), port))
    };
    let theme = look.style.theme;
    let mut attributes = vec![set("id", format!("{}-{}", lower.id, upper.id))];
    if lower.asked && upper.asked {
        attributes.extend([set("color", theme.ink()), set("penwidth", 1.8), set("class", "asked")]);
    }
    if let Some(left_out) = look.picture.shortened.get(&edge) {
        let words = format!("\u{a0}{left_out} between\u{a0}");
        let label = text(&words, 7.0, theme.faint());
        attributes.push(set("style", "dashed"));
        attributes.push(Attribute(plain("label"), Id::Html(format!("<{label}>"))));
    }
    Stmt::Edge(Edge { ty: EdgeTy::Pair(port(lower, start), port(upper, end)), attributes })
}
