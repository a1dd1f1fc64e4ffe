//! A picture in the DOT language, for Graphviz and the programs that read its files.
//!
//! Invariant: the same picture gives the same text; a cluster is `c812`. graphviz-rust prints the
//! text and escapes nothing: names come in through `quote_dot` alone.

use std::fmt::Display;

use graphviz_rust::dot_structures::{
    Attribute, Edge, EdgeTy, Graph as Dot, GraphAttributes, Id, Node as Statement, NodeId, Stmt,
    Vertex,
};
use graphviz_rust::printer::{DotPrinter, PrinterContext};

use super::captions::{Caption, caption};
use crate::figure::points::PointsError;
use crate::figure::shades::PointShades;
use crate::graph::Graph;
use crate::picture::colour::Colour;
use crate::picture::escape::quote_dot;
use crate::picture::style::Style;
use crate::picture::tooltip::tooltip;
use crate::picture::{Node, Picture};

/// Returns the DOT text of a picture.
pub(crate) fn dot(graph: &Graph, picture: &Picture, style: &Style) -> Result<String, PointsError> {
    let (theme, shades) = (style.theme, PointShades::new(graph, style)?);
    let graph = [
        attribute("rankdir", "BT"),
        attribute("bgcolor", theme.paper()),
        attribute("fontname", theme.fonts()),
        attribute("labelloc", "t"),
        raw_attribute("label", quote_dot(style.title.words(&picture.title))),
    ];
    let node = [
        attribute("shape", "box"),
        attribute("style", "rounded,filled"),
        attribute("fontname", theme.fonts()),
        attribute("fontcolor", theme.ink()),
    ];
    let edge = [attribute("arrowhead", "none"), attribute("color", theme.line())];
    let mut stmts = [
        GraphAttributes::Graph(graph.to_vec()),
        GraphAttributes::Node(node.to_vec()),
        GraphAttributes::Edge(edge.to_vec()),
    ]
    .map(Stmt::GAttribute)
    .to_vec();
    let colour = |node: &Node| shades.mix(&node.extent);
    let nodes = picture.nodes.iter();
    stmts.extend(nodes.map(|node| statement(picture, node, colour(node), style)));
    stmts.extend(picture.edges.iter().map(|edge| {
        let ends = [edge.0, edge.1]
            .map(|at| Vertex::N(NodeId(Id::Plain(picture.nodes[at].name.clone()), None)));
        let strong = [attribute("color", theme.ink()), attribute("penwidth", 2.2)];
        let attributes = if picture.strong.contains(edge) { strong.to_vec() } else { Vec::new() };
        Stmt::Edge(Edge { ty: EdgeTy::Chain(ends.to_vec()), attributes })
    }));
    let graph = Dot::DiGraph { id: Id::Plain("lattice".to_owned()), strict: false, stmts };
    Ok(graph.print(&mut PrinterContext::default()) + "\n")
}

fn statement(picture: &Picture, node: &Node, colour: Colour, style: &Style) -> Stmt {
    let theme = style.theme;
    let Caption { above, below, .. } = caption(picture, node, style);
    let lines: Vec<&str> = above.iter().chain(&below).map(|line| line.words.as_str()).collect();
    let mut attributes = vec![
        raw_attribute("label", quote_dot(&lines.join("\n"))),
        attribute("fillcolor", colour.mix(theme.paper(), 0.6)),
        attribute("color", if node.is_selected { theme.ink() } else { colour }),
        raw_attribute("tooltip", quote_dot(&tooltip(picture, node))),
    ];
    attributes.extend(node.is_selected.then(|| attribute("penwidth", 2.4)));
    let id = NodeId(Id::Plain(node.name.clone()), None);
    Stmt::Node(Statement { id, attributes })
}

/// Creates an attribute whose value needs no escapes: a number, a colour or a keyword.
fn attribute(name: &str, value: impl Display) -> Attribute {
    raw_attribute(name, format!("\"{value}\""))
}

/// Creates an attribute whose value is quoted already.
fn raw_attribute(name: &str, value: String) -> Attribute {
    Attribute(Id::Plain(name.to_owned()), Id::Plain(value))
}
