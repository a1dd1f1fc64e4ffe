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

use super::colour::{Colour, NEUTRAL, of_class};
use super::columns::columns;
use super::data::{Groups, Node, Picture};
use super::escape::quoted;
use super::heading::heading;
use super::label::{card, fill, label, relative_length, text};
use super::layout::Look;
use super::tooltip::tooltip;
use crate::base::numbers::grouped;

/// The width of a link that all points share.
const WIDEST: f64 = 36.0;

/// Returns the DOT text of a picture.
///
/// # Panics
/// Panics if an index of the picture is out of range, which [`Picture::check`] finds beforehand.
pub fn dot(look: &Look) -> String {
    let picture = look.picture;
    let mut stmts = defaults(look);
    if let Some(groups) = picture.groups() {
        stmts.extend(cards(look, groups));
    } else {
        stmts.extend(picture.nodes.iter().map(|node| cluster(look, node)));
        if look.by_size() {
            stmts.extend(columns(picture).into_iter().map(|column| same_rank(picture, column)));
        }
        stmts.extend(picture.edges.iter().map(|&edge| cover(look, edge)));
        stmts.extend(in_rows(look));
    }
    let graph = Graph::DiGraph { id: plain("lattice"), strict: false, stmts };
    graph.print(&mut PrinterContext::default()) + "\n"
}

fn plain(word: impl Into<String>) -> Id {
    Id::Plain(word.into())
}

/// Creates an attribute whose value needs no escapes: a number, a colour or a keyword.
fn set(name: &str, value: impl Display) -> Attribute {
    as_written(name, format!("\"{value}\""))
}

/// Creates an attribute whose value is quoted already, or markup.
fn as_written(name: &str, value: String) -> Attribute {
    Attribute(plain(name), plain(value))
}

/// Returns the node id for a name.
fn of_name(name: &str) -> NodeId {
    NodeId(plain(name), None)
}

/// Creates edges from node to node.
fn chain(nodes: Vec<NodeId>, attributes: Vec<Attribute>) -> Stmt {
    let ty = EdgeTy::Chain(nodes.into_iter().map(Vertex::N).collect());
    Stmt::Edge(Edge { ty, attributes })
}

/// Returns the attributes of the graph, of every node and of every edge.
fn defaults(look: &Look) -> Vec<Stmt> {
    let (style, theme) = (look.style, look.style.theme);
    let (paper, line, font) = (theme.paper(), theme.line(), theme.fonts());
    let rankdir = if look.is_upright() { "BT" } else { "LR" };
    // The space between two columns, enough for edges to bend, and between two rows.
    let [columns, rows] = match (look.is_dots(), style.width) {
        (true, _) => [1.0, 0.03],
        (false, None) => [0.5, 0.14],
        (false, Some(_)) => [0.25, 0.14],
    };
    let packed = [set("pack", 12), set("packmode", "array_c1")];
    let splines = match (look.picture.groups(), look.is_dots(), look.is_upright()) {
        (Some(_), ..) => vec![set("splines", true), set("outputorder", "edgesfirst")],
        // In a dense diagram, straight lines are the most legible, and the quickest to lay out.
        (_, true, _) => vec![set("splines", "line"), set("nslimit", 0.5), set("mclimit", 0.2)],
        // As in books on lattices, where larger clusters stand at the top. Parts without a line
        // between them stand below one another.
        (_, _, true) => [&[set("splines", "polyline")][..], &packed].concat(),
        _ => [&[set("splines", true)][..], &packed].concat(),
    };
    let mut graph = vec![
        set("rankdir", rankdir),
        set("ranksep", columns),
        set("nodesep", rows),
        set("bgcolor", paper),
        // The pad is not part of the size.
        set("pad", if style.width.is_some() { 0.04 } else { 0.15 }),
        set("fontname", font),
    ];
    graph.extend(splines);
    graph.extend(style.width.map(|width| set("size", format!("{:.3},1000", width - 0.08))));
    if let Some(heading) = heading(look) {
        graph.extend([set("labelloc", "t"), set("labeljust", "l"), as_written("label", heading)]);
    }
    let mut node = outline(look.is_dots());
    node.extend([set("width", 0.1), set("height", 0.1), set("penwidth", 0.8)]);
    node.push(set("fontname", font));
    let edge = [set("arrowhead", "none"), set("color", line), set("penwidth", 0.8)];
    let edge = [&edge[..], &[set("fontname", font)]].concat();
    [GraphAttributes::Graph(graph), GraphAttributes::Node(node), GraphAttributes::Edge(edge)]
        .map(Stmt::GAttribute)
        .to_vec()
}

fn outline(is_dot: bool) -> Vec<Attribute> {
    match is_dot {
        true => vec![set("shape", "circle"), set("style", "filled"), set("margin", 0)],
        false => vec![set("shape", "box"), set("style", "rounded,filled"), set("margin", "0.04,0")],
    }
}

/// Returns the statement of a node. A selected node is always a card.
fn cluster(look: &Look, node: &Node) -> Stmt {
    let mut more = match look.is_dots() && !node.asked {
        true => {
            let width = 0.07 + 0.22 * relative_length(look.picture, node);
            vec![set("label", ""), set("width", format!("{width:.3}"))]
        }
        false => vec![as_written("label", label(look, node))],
    };
    if node.asked {
        more.extend([set("penwidth", 2.4), set("class", "asked")]);
        more.extend(outline(false));
    }
    let theme = look.style.theme;
    let (class, purity) = node.majority().unzip();
    let hue = class.map_or(NEUTRAL, of_class);
    let fill = match node.size {
        0 => theme.paper(),
        _ => fill(look, purity.unwrap_or(0.5), hue),
    };
    let line = if node.asked { theme.ink() } else { hue.mix(theme.ink(), 0.15) };
    statement(look, node, [fill, line], more)
}

/// Returns the statement of a node with its fill and line colours, and more attributes.
fn statement(look: &Look, node: &Node, [fill, line]: [Colour; 2], more: Vec<Attribute>) -> Stmt {
    let mut attributes = vec![
        set("id", &node.id),
        set("fillcolor", fill),
        set("color", line),
        as_written("tooltip", quoted(&tooltip(look.picture, node))),
    ];
    attributes.extend(more);
    Stmt::Node(Statement { id: of_name(&format!("\"{}\"", node.id)), attributes })
}

/// Returns the cards of communities, each about where its points are, and a line between any two
/// that share points; on a narrow page the cards stand below one another.
fn cards(look: &Look, groups: &Groups) -> Vec<Stmt> {
    let theme = look.style.theme;
    let is_narrow = look.is_upright();
    let layout = match is_narrow {
        true => vec![set("rankdir", "TB"), set("ranksep", 0.5)],
        false => vec![
            set("layout", "nop"),
            set("overlap", "prism"),
            set("overlap_scaling", 0),
            set("sep", "+16"),
        ],
    };
    let mut stmts = vec![Stmt::GAttribute(GraphAttributes::Graph(layout))];
    let spread = 55.0 * (groups.cards.len() as f64).sqrt();
    for ((node, place), hue) in groups.cards.iter().zip(&groups.places).zip(&groups.colours) {
        let [x, y] = place.map(|at| format!("{:.0}", at * spread));
        let label = as_written("label", card(look, node));
        let more = vec![set("margin", "0.1,0.05"), set("pos", format!("{x},{y}")), label];
        let colours = [hue.mix(theme.paper(), 0.8), hue.mix(theme.ink(), 0.15)];
        stmts.push(statement(look, node, colours, more));
    }
    let card = |at: usize| of_name(&format!("\"{}\"", groups.cards[at].id));
    if is_narrow && groups.cards.len() > 1 {
        let all = (0..groups.cards.len()).map(card).collect();
        stmts.push(chain(all, vec![set("style", "invis")]));
    }
    for &(one, other, points) in &groups.links {
        let share = f64::from(points) / f64::from(look.picture.size.max(1));
        let width = (WIDEST * share.sqrt()).max(0.8);
        let said = text(&format!("\u{a0}{}", grouped(points.into())), 9.0, theme.ink());
        let look = vec![
            set("color", theme.ink().mix(theme.paper(), 0.7)),
            set("penwidth", format!("{width:.1}")),
            set("constraint", false),
            as_written("label", format!("<{said}>")),
        ];
        stmts.push(chain(vec![card(one), card(other)], look));
    }
    stmts
}

/// Returns a subgraph of the clusters in one column.
fn same_rank(picture: &Picture, column: Range<usize>) -> Stmt {
    let node = |node: &Node| Stmt::Node(Statement { id: of_name(&node.id), attributes: vec![] });
    let mut stmts = vec![Stmt::Attribute(set("rank", "same"))];
    stmts.extend(picture.nodes[column].iter().map(node));
    Stmt::Subgraph(Subgraph { id: Id::Anonymous(String::new()), stmts })
}

/// Returns invisible lines that put clusters without lines in rows, the smallest first.
fn in_rows(look: &Look) -> Vec<Stmt> {
    let picture = look.picture;
    let mut is_free = vec![true; picture.nodes.len()];
    picture.edges.iter().for_each(|&(one, other)| (is_free[one], is_free[other]) = (false, false));
    let free = picture.nodes.iter().zip(is_free).filter(|(_, is_free)| *is_free);
    let free: Vec<&str> = free.map(|(node, _)| &*node.id).collect();
    let rows = match look.is_upright() {
        true => free.len().div_ceil(look.row()).max(1),
        false => look.row(),
    };
    let rows: Vec<&[&str]> = free.chunks(rows).collect();
    let mut lines: Vec<Vec<&str>> = rows.iter().map(|row| row.to_vec()).collect();
    // The lines that keep rows together lead from a first node to a second one, as within a row, so
    // that they do not pull the rows apart.
    lines.extend(rows.windows(2).filter_map(|pair| match (pair[0], pair[1]) {
        ([first, ..], [_, next, ..]) | ([_, next, ..], [first]) => Some(vec![*first, *next]),
        _ => None,
    }));
    let lines = lines.into_iter().filter(|line| line.len() > 1);
    let invisible = || vec![set("style", "invis"), set("weight", 9)];
    lines.map(|line| chain(line.into_iter().map(of_name).collect(), invisible())).collect()
}

/// Returns a cover, or a dashed line for a chain of covers.
fn cover(look: &Look, edge: (usize, usize)) -> Stmt {
    let (lower, upper) = (&look.picture.nodes[edge.0], &look.picture.nodes[edge.1]);
    let has_ports = !look.is_dots() && !look.is_upright();
    let port = |side| has_ports.then(|| Port(None, Some(String::from(side))));
    let theme = look.style.theme;
    let mut attributes = vec![set("id", format!("{}-{}", lower.id, upper.id))];
    if lower.asked && upper.asked {
        attributes.extend([set("color", theme.ink()), set("penwidth", 1.8), set("class", "asked")]);
    }
    if let Some(left_out) = look.picture.shortened.get(&edge) {
        let label = text(&format!("\u{a0}{left_out} between\u{a0}"), 7.0, theme.faint());
        attributes.extend([set("style", "dashed"), as_written("label", format!("<{label}>"))]);
    }
    let ends = [(lower, "e"), (upper, "w")].map(|(end, side)| NodeId(plain(&*end.id), port(side)));
    chain(ends.to_vec(), attributes)
}
