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

use super::colour::{Colour, FAINT, INK, LINE, NEUTRAL, WHITE, of_class};
use super::columns::{columns, crossings, longest_chain};
use super::escape::quoted;
use super::heading::heading;
use super::label::{Density, extent, label, text};
use super::picture::{Node, Picture};
use super::tooltip::tooltip;

/// The DOT text of a picture.
///
/// # Panics
/// Where an index of the picture points nowhere, which [`Picture::check`] finds beforehand.
pub fn dot(picture: &Picture) -> String {
    let columns = columns(picture);
    let tallest = columns.iter().map(Range::len).max().unwrap_or(0);
    let density = Density::of(picture.nodes.len(), tallest);
    let crossings = crossings(picture, &columns);
    // Graphviz lays a stop in every column that an edge passes. Beyond some ten thousand stops it
    // takes minutes; let it choose its own, looser columns then.
    let by_size = crossings.iter().sum::<usize>() <= MOST_STOPS;
    let ranks = if by_size { columns.len() } else { longest_chain(picture) };
    let gap = gap(picture, &crossings, ranks, density);
    let heading = heading(picture, &columns, by_size, density);
    let mut stmts = defaults(heading, gap, density);
    stmts.extend(picture.nodes.iter().map(|node| cluster(picture, node, density)));
    if picture.tallest.is_some() {
        stmts.extend(columns.windows(2).map(|pair| apart(picture, &pair[0], &pair[1])));
    }
    if by_size {
        stmts.extend(columns.into_iter().map(|column| aligned(&picture.nodes[column])));
    }
    stmts.extend(picture.edges.iter().map(|&edge| cover(picture, edge, density)));
    let graph = Graph::DiGraph { id: plain("lattice"), strict: false, stmts };
    graph.print(&mut PrinterContext::default()) + "\n"
}

const MOST_STOPS: usize = 12_000;
/// The same letters in every format: SVG viewers choose, the others take the first they have.
const FONTS: &str = "Helvetica,Arial,sans-serif";

/// The room between two columns, in inches: enough for the edges to bend, and for a page of dots
/// not to become a strip.
fn gap(picture: &Picture, crossings: &[usize], ranks: usize, density: Density) -> f64 {
    let bend = (crossings.iter().copied().max().unwrap_or(0) as f64).sqrt();
    match density {
        Density::Cards => (0.25 + 0.1 * bend).min(0.9),
        Density::Bars => (0.2 + 0.05 * bend).min(0.9),
        Density::Dots => (0.035 * picture.nodes.len() as f64 / ranks.max(1) as f64).clamp(0.6, 3.0),
    }
}

/// What holds for the graph, for every node and for every edge.
fn defaults(heading: String, gap: f64, density: Density) -> Vec<Stmt> {
    let row = match density {
        Density::Cards => 0.14,
        Density::Bars => 0.07,
        Density::Dots => 0.03,
    };
    let (shape, style, margin) = outline(density);
    let mut graph = vec![
        set("rankdir", "LR"),
        set("ranksep", format!("{gap:.2}")),
        set("nodesep", row),
        set("bgcolor", WHITE),
        set("pad", 0.15),
        set("fontname", FONTS),
        set("labelloc", "t"),
        set("labeljust", "l"),
        Attribute(plain("label"), Id::Html(heading)),
    ];
    if density == Density::Dots {
        // Straight lines are what a dense Hasse diagram reads best with, and the quickest to lay.
        graph.extend([set("splines", "line"), set("nslimit", 0.5), set("mclimit", 0.2)]);
    }
    let node = vec![
        set("shape", shape),
        set("style", style),
        set("margin", margin),
        set("width", 0.1),
        set("height", 0.1),
        set("penwidth", 0.8),
        set("fontname", FONTS),
    ];
    let edge = vec![
        set("arrowhead", "none"),
        set("color", LINE),
        set("penwidth", 0.8),
        set("fontname", FONTS),
    ];
    vec![
        Stmt::GAttribute(GraphAttributes::Graph(graph)),
        Stmt::GAttribute(GraphAttributes::Node(node)),
        Stmt::GAttribute(GraphAttributes::Edge(edge)),
    ]
}

/// Shape, style and margin of a node.
fn outline(density: Density) -> (&'static str, &'static str, &'static str) {
    match density {
        Density::Cards => ("box", "rounded,filled", "0.04,0"),
        Density::Bars => ("box", "rounded,filled", "0.02,0"),
        Density::Dots => ("circle", "filled", "0"),
    }
}

/// A node. What was asked for keeps its card in any crowd.
fn cluster(picture: &Picture, node: &Node, crowd: Density) -> Stmt {
    let density = if node.asked { Density::Cards } else { crowd };
    let hue = node.majority().map_or(NEUTRAL, |(class, _)| of_class(class));
    let mut attributes = vec![
        set("id", &node.id),
        set("fillcolor", fill(node, hue, density)),
        set("color", if node.asked { INK } else { hue.mix(INK, 0.15) }),
        Attribute(plain("tooltip"), Id::Escaped(quoted(&tooltip(picture, node)))),
    ];
    if density == Density::Dots {
        attributes.push(set("label", ""));
        attributes.push(set("width", format!("{:.3}", 0.07 + 0.22 * extent(picture, node))));
    } else {
        attributes.push(Attribute(plain("label"), Id::Html(label(picture, node, density))));
    }
    if node.asked {
        attributes.extend([set("penwidth", 2.4), set("class", "asked")]);
        let (shape, style, margin) = outline(density);
        attributes.extend([set("shape", shape), set("style", style), set("margin", margin)]);
    }
    Stmt::Node(Statement { id: NodeId(plain(&node.id), None), attributes })
}

/// The hue of the majority class, the paler the more mixed the cluster; text must stay readable.
fn fill(node: &Node, hue: Colour, density: Density) -> Colour {
    let full = if density == Density::Dots { 0.85 } else { 0.3 };
    let purity = node.majority().map_or(0.5, |(_, purity)| purity);
    if node.size == 0 { WHITE } else { hue.mix(WHITE, 1.0 - full * purity * purity) }
}

/// Clusters that stand in one column.
fn aligned(nodes: &[Node]) -> Stmt {
    let nodes = nodes.iter().map(|node| NodeId(plain(&node.id), None));
    let nodes = nodes.map(|id| Stmt::Node(Statement { id, attributes: Vec::new() }));
    let stmts = std::iter::once(Stmt::Attribute(set("rank", "same"))).chain(nodes).collect();
    Stmt::Subgraph(Subgraph { id: Id::Anonymous(String::new()), stmts })
}

/// An edge that nobody sees, between two columns that none may join.
fn apart(picture: &Picture, left: &Range<usize>, right: &Range<usize>) -> Stmt {
    let end =
        |column: &Range<usize>| Vertex::N(NodeId(plain(&picture.nodes[column.start].id), None));
    let attributes = vec![set("style", "invis")];
    Stmt::Edge(Edge { ty: EdgeTy::Pair(end(left), end(right)), attributes })
}

/// A cover, or a dashed line for a chain of them.
fn cover(picture: &Picture, edge: (usize, usize), density: Density) -> Stmt {
    let (lower, upper) = (&picture.nodes[edge.0], &picture.nodes[edge.1]);
    let end = |node: &Node, side: &str| {
        let port = (density != Density::Dots).then(|| Port(None, Some(side.to_owned())));
        Vertex::N(NodeId(plain(&node.id), port))
    };
    let mut attributes = vec![set("id", format!("{}-{}", lower.id, upper.id))];
    if lower.asked && upper.asked {
        attributes.extend([set("color", INK), set("penwidth", 1.8), set("class", "asked")]);
    }
    if let Some(left_out) = picture.shortened.get(&edge) {
        let label = text(&format!("\u{a0}{left_out} between\u{a0}"), 7, FAINT);
        attributes.push(set("style", "dashed"));
        attributes.push(Attribute(plain("label"), Id::Html(format!("<{label}>"))));
    }
    Stmt::Edge(Edge { ty: EdgeTy::Pair(end(lower, "e"), end(upper, "w")), attributes })
}

fn plain(id: impl Into<String>) -> Id {
    Id::Plain(id.into())
}

/// An attribute of our own making, which has nothing to escape: a number, a colour, a keyword.
fn set(name: &str, value: impl ToString) -> Attribute {
    Attribute(plain(name), Id::Escaped(format!("\"{}\"", value.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(length: u32) -> Picture {
        let node = |id: u32| Node { id: format!("c{id}"), size: id, ..Node::default() };
        let edges = (1..length as usize).map(|upper| (upper - 1, upper)).collect();
        Picture {
            size: length,
            nodes: (1..=length).map(node).collect(),
            edges,
            ..Picture::default()
        }
    }

    #[test]
    fn the_same_picture_gives_the_same_bytes() {
        let picture = chain(30);
        assert_eq!(dot(&picture), dot(&picture.clone()));
    }

    #[test]
    fn every_density_draws_every_cluster_and_cover() {
        for length in [1, 20, 200, 500] {
            let text = dot(&chain(length));
            assert_eq!(text.matches("tooltip=").count(), length as usize);
            assert_eq!(text.matches(" -> ").count(), length as usize - 1);
        }
        assert!(dot(&Picture::default()).starts_with("digraph lattice {"));
    }

    #[test]
    fn a_shortened_chain_is_dashed_and_counted() {
        let mut picture = chain(3);
        picture.shortened.insert((0, 1), 12);
        let text = dot(&picture);
        assert_eq!(text.matches("style=\"dashed\"").count(), 1);
        assert!(text.contains("12 between"));
    }

    #[test]
    fn what_was_asked_for_is_marked() {
        let mut picture = chain(3);
        picture.nodes[0].asked = true;
        assert_eq!(dot(&picture).matches("class=\"asked\"").count(), 1);
        picture.nodes[1].asked = true;
        assert_eq!(dot(&picture).matches("class=\"asked\"").count(), 3);
    }
}
