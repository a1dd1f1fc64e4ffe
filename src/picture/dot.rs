//! A picture as a graph in the DOT language.
//!
//! Invariant: the same picture gives the same text; a cluster is `c812` in DOT and `id="c812"` in
//! an SVG, with a tooltip, so that a web page can hook in. graphviz-rust prints the text and
//! escapes nothing: names come in through [`escape`](super::escape) alone.

use std::fmt::Display;
use std::ops::Range;

use graphviz_rust::dot_structures::{
    Attribute, Edge, EdgeTy, Graph, GraphAttributes, Id, Node as Statement, NodeId, Port, Stmt,
    Subgraph, Vertex,
};
use graphviz_rust::printer::{DotPrinter, PrinterContext};

use super::colour::{Colour, NEUTRAL, class_colour};
use super::columns::columns;
use super::data::{GroupMap, Node, Picture};
use super::escape::quote_dot;
use super::heading::heading;
use super::label::{card_label, fill_colour, font_text, label, relative_length};
use super::layout::PictureLayout;
use super::tooltip::tooltip;
use crate::base::numbers::group_thousands;

/// The width of a link that all points share.
const MAX_LINK_WIDTH: f64 = 36.0;

/// Returns the DOT text of a picture.
///
/// # Panics
/// Panics if an index of the picture is out of range, which [`Picture::check`] finds beforehand.
pub(crate) fn dot(look: &PictureLayout) -> String {
    let picture = look.picture;
    let mut stmts = default_attributes(look);
    if let Some(groups) = picture.groups() {
        stmts.extend(card_statements(look, groups));
    } else {
        stmts.extend(picture.nodes.iter().map(|node| cluster_statement(look, node)));
        if look.aligns_sizes() {
            stmts.extend(columns(picture).into_iter().map(|column| same_rank(picture, column)));
        }
        stmts.extend(picture.edges.iter().map(|&edge| cover_statement(look, edge)));
        stmts.extend(row_statements(look));
    }
    let graph = Graph::DiGraph { id: plain_id("lattice"), strict: false, stmts };
    graph.print(&mut PrinterContext::default()) + "\n"
}

fn plain_id(word: impl Into<String>) -> Id {
    Id::Plain(word.into())
}

/// Creates an attribute whose value needs no escapes: a number, a colour or a keyword.
fn attribute(name: &str, value: impl Display) -> Attribute {
    raw_attribute(name, format!("\"{value}\""))
}

/// Creates an attribute whose value is quoted already, or markup.
fn raw_attribute(name: &str, value: String) -> Attribute {
    Attribute(plain_id(name), plain_id(value))
}

fn node_id(name: &str) -> NodeId {
    NodeId(plain_id(name), None)
}

fn edge_chain(nodes: Vec<NodeId>, attributes: Vec<Attribute>) -> Stmt {
    let ty = EdgeTy::Chain(nodes.into_iter().map(Vertex::N).collect());
    Stmt::Edge(Edge { ty, attributes })
}

fn default_attributes(look: &PictureLayout) -> Vec<Stmt> {
    let (style, theme) = (look.style, look.style.theme);
    let (paper, line, font) = (theme.paper(), theme.line(), theme.fonts());
    let rankdir = if look.is_upright() { "BT" } else { "LR" };
    // The space between two columns, enough for edges to bend, and between two rows.
    let [columns, rows] = match (look.draws_dots(), style.width) {
        (true, _) => [1.0, 0.03],
        (false, None) => [0.5, 0.14],
        (false, Some(_)) => [0.25, 0.14],
    };
    let packed = [attribute("pack", 12), attribute("packmode", "array_c1")];
    let splines = match (look.picture.groups(), look.draws_dots(), look.is_upright()) {
        (Some(_), ..) => vec![attribute("splines", true), attribute("outputorder", "edgesfirst")],
        // In a dense diagram, straight lines are the most legible, and the quickest to lay out.
        (_, true, _) => {
            vec![attribute("splines", "line"), attribute("nslimit", 0.5), attribute("mclimit", 0.2)]
        }
        // Larger clusters stand at the top, as in books on lattices.
        (_, _, true) => [&[attribute("splines", "polyline")][..], &packed].concat(),
        _ => [&[attribute("splines", true)][..], &packed].concat(),
    };
    let mut graph = vec![
        attribute("rankdir", rankdir),
        attribute("ranksep", columns),
        attribute("nodesep", rows),
        attribute("bgcolor", paper),
        // The pad is not part of the size.
        attribute("pad", if style.width.is_some() { 0.04 } else { 0.15 }),
        attribute("fontname", font),
    ];
    graph.extend(splines);
    graph.extend(style.width.map(|width| attribute("size", format!("{:.3},1000", width - 0.08))));
    if let Some(heading) = heading(look) {
        graph.extend([
            attribute("labelloc", "t"),
            attribute("labeljust", "l"),
            raw_attribute("label", heading),
        ]);
    }
    let mut node = outline_attributes(look.draws_dots());
    node.extend([attribute("width", 0.1), attribute("height", 0.1), attribute("penwidth", 0.8)]);
    node.push(attribute("fontname", font));
    let edge =
        [attribute("arrowhead", "none"), attribute("color", line), attribute("penwidth", 0.8)];
    let edge = [&edge[..], &[attribute("fontname", font)]].concat();
    [GraphAttributes::Graph(graph), GraphAttributes::Node(node), GraphAttributes::Edge(edge)]
        .map(Stmt::GAttribute)
        .to_vec()
}

fn outline_attributes(is_dot: bool) -> Vec<Attribute> {
    match is_dot {
        true => {
            vec![attribute("shape", "circle"), attribute("style", "filled"), attribute("margin", 0)]
        }
        false => vec![
            attribute("shape", "box"),
            attribute("style", "rounded,filled"),
            attribute("margin", "0.04,0"),
        ],
    }
}

/// Returns the statement of a node. A selected node is always a card.
fn cluster_statement(look: &PictureLayout, node: &Node) -> Stmt {
    let mut more = match look.draws_dots() && !node.is_selected {
        true => {
            let width = 0.07 + 0.22 * relative_length(look.picture, node);
            vec![attribute("label", ""), attribute("width", format!("{width:.3}"))]
        }
        false => vec![raw_attribute("label", label(look, node))],
    };
    if node.is_selected {
        more.extend([attribute("penwidth", 2.4), attribute("class", "asked")]);
        more.extend(outline_attributes(false));
    }
    let theme = look.style.theme;
    let (class, purity) = node.majority().unzip();
    let hue = class.map_or(NEUTRAL, class_colour);
    let fill = match node.size {
        0 => theme.paper(),
        _ => fill_colour(look, purity.unwrap_or(0.5), hue),
    };
    let line = if node.is_selected { theme.ink() } else { hue.mix(theme.ink(), 0.15) };
    node_statement(look, node, [fill, line], more)
}

fn node_statement(
    look: &PictureLayout,
    node: &Node,
    [fill, line]: [Colour; 2],
    more: Vec<Attribute>,
) -> Stmt {
    let mut attributes = vec![
        attribute("id", &node.id),
        attribute("fillcolor", fill),
        attribute("color", line),
        raw_attribute("tooltip", quote_dot(&tooltip(look.picture, node))),
    ];
    attributes.extend(more);
    Stmt::Node(Statement { id: node_id(&format!("\"{}\"", node.id)), attributes })
}

/// Returns the cards of communities, each about where its points are, and their links.
fn card_statements(look: &PictureLayout, groups: &GroupMap) -> Vec<Stmt> {
    let theme = look.style.theme;
    let is_narrow = look.is_upright();
    let layout = match is_narrow {
        true => vec![attribute("rankdir", "TB"), attribute("ranksep", 0.5)],
        false => vec![
            attribute("layout", "nop"),
            attribute("overlap", "prism"),
            attribute("overlap_scaling", 0),
            attribute("sep", "+16"),
        ],
    };
    let mut stmts = vec![Stmt::GAttribute(GraphAttributes::Graph(layout))];
    let spread = 55.0 * (groups.cards.len() as f64).sqrt();
    for ((node, place), hue) in groups.cards.iter().zip(&groups.places).zip(&groups.colours) {
        let [x, y] = place.map(|at| format!("{:.0}", at * spread));
        let label = raw_attribute("label", card_label(look, node));
        let more =
            vec![attribute("margin", "0.1,0.05"), attribute("pos", format!("{x},{y}")), label];
        let colours = [hue.mix(theme.paper(), 0.8), hue.mix(theme.ink(), 0.15)];
        stmts.push(node_statement(look, node, colours, more));
    }
    let card = |at: usize| node_id(&format!("\"{}\"", groups.cards[at].id));
    if is_narrow && groups.cards.len() > 1 {
        let all = (0..groups.cards.len()).map(card).collect();
        stmts.push(edge_chain(all, vec![attribute("style", "invis")]));
    }
    for &(one, other, points) in &groups.links {
        let share = f64::from(points) / f64::from(look.picture.size.max(1));
        let width = (MAX_LINK_WIDTH * share.sqrt()).max(0.8);
        let said =
            font_text(&format!("\u{a0}{}", group_thousands(points.into())), 9.0, theme.ink());
        let look = vec![
            attribute("color", theme.ink().mix(theme.paper(), 0.7)),
            attribute("penwidth", format!("{width:.1}")),
            attribute("constraint", false),
            raw_attribute("label", format!("<{said}>")),
        ];
        stmts.push(edge_chain(vec![card(one), card(other)], look));
    }
    stmts
}

fn same_rank(picture: &Picture, column: Range<usize>) -> Stmt {
    let node = |node: &Node| Stmt::Node(Statement { id: node_id(&node.id), attributes: vec![] });
    let mut stmts = vec![Stmt::Attribute(attribute("rank", "same"))];
    stmts.extend(picture.nodes[column].iter().map(node));
    Stmt::Subgraph(Subgraph { id: Id::Anonymous(String::new()), stmts })
}

/// Returns invisible lines that put clusters without lines in rows, the smallest first.
fn row_statements(look: &PictureLayout) -> Vec<Stmt> {
    let picture = look.picture;
    let mut is_free = vec![true; picture.nodes.len()];
    picture.edges.iter().for_each(|&(one, other)| (is_free[one], is_free[other]) = (false, false));
    let free = picture.nodes.iter().zip(is_free).filter(|(_, is_free)| *is_free);
    let free: Vec<&str> = free.map(|(node, _)| &*node.id).collect();
    let rows = match look.is_upright() {
        true => free.len().div_ceil(look.row_length()).max(1),
        false => look.row_length(),
    };
    let rows: Vec<&[&str]> = free.chunks(rows).collect();
    let mut lines: Vec<Vec<&str>> = rows.iter().map(|row| row.to_vec()).collect();
    // Lines between rows lead from a first node to a second one, so that they do not pull rows
    // apart.
    lines.extend(rows.windows(2).filter_map(|pair| match (pair[0], pair[1]) {
        ([first, ..], [_, next, ..]) | ([_, next, ..], [first]) => Some(vec![*first, *next]),
        _ => None,
    }));
    let lines = lines.into_iter().filter(|line| line.len() > 1);
    let invisible = || vec![attribute("style", "invis"), attribute("weight", 9)];
    lines.map(|line| edge_chain(line.into_iter().map(node_id).collect(), invisible())).collect()
}

/// Returns a cover, or a dashed line for a chain of covers.
fn cover_statement(look: &PictureLayout, edge: (usize, usize)) -> Stmt {
    let (lower, upper) = (&look.picture.nodes[edge.0], &look.picture.nodes[edge.1]);
    let has_ports = !look.draws_dots() && !look.is_upright();
    let port = |side| has_ports.then(|| Port(None, Some(String::from(side))));
    let theme = look.style.theme;
    let mut attributes = vec![attribute("id", format!("{}-{}", lower.id, upper.id))];
    if lower.is_selected && upper.is_selected {
        attributes.extend([
            attribute("color", theme.ink()),
            attribute("penwidth", 1.8),
            attribute("class", "asked"),
        ]);
    }
    if let Some(left_out) = look.picture.cut_chains.get(&edge) {
        let label = font_text(&format!("\u{a0}{left_out} between\u{a0}"), 7.0, theme.faint());
        attributes
            .extend([attribute("style", "dashed"), raw_attribute("label", format!("<{label}>"))]);
    }
    let ends =
        [(lower, "e"), (upper, "w")].map(|(end, side)| NodeId(plain_id(&*end.id), port(side)));
    edge_chain(ends.to_vec(), attributes)
}
