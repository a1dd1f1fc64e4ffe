//! How points flow from the communities of one graph to those of another, as an alluvial diagram
//! (Rosvall and Bergstrom, *Mapping change in large networks*, 2010) in the DOT language.
//!
//! Invariant: each point that is in a community of either graph flows once, from its main community
//! to its main community; blocks and lines are as high as their points are many. Blocks of the
//! second graph stand where most of their points come from. A community has the colour of the one
//! that it matches; a new one has none.

use std::collections::BTreeMap;

use graphviz_rust::dot_structures::{
    Attribute, Edge, EdgeTy, Graph, GraphAttributes, Id, Node, NodeId, Port, Stmt, Subgraph, Vertex,
};
use graphviz_rust::printer::{DotPrinter, PrinterContext};

use super::attribute::{plain, set};
use super::colour::{Colour, NEUTRAL, of_class};
use super::escape::quoted;
use super::label::{cut, text};
use super::style::Style;
use crate::base::numbers::{counted, grouped, percent};
use crate::compare::{Comparison, Flow, Group, Kind};

/// How high all points are together, in points of the page.
const HEIGHT: f64 = 400.0;
/// A community has at least that much of the page, so that its name has room.
const LEAST: f64 = 17.0;
/// How wide a block is.
const BLOCK: f64 = 10.0;
/// A community of this height has a second line.
const TWO_LINES: f64 = 26.0;

/// How often sides are sorted.
const ROUNDS: usize = 8;

/// The communities of both sides from the top down; none stands for the points in no community.
type Order = [Vec<Option<usize>>; 2];

/// A community, or the points in none, as a block.
struct Block<'a> {
    id: String,
    group: Option<&'a Group>,
    /// Where its flows end, each with how many points, from the top down.
    ends: Vec<(String, u32)>,
    colour: Colour,
}

impl Block<'_> {
    fn points(&self) -> u32 {
        self.ends.iter().map(|(_, points)| points).sum()
    }

    fn name(&self) -> &str {
        self.group.map_or("no group", |group| &group.name)
    }

    /// The class of most of its points, in words.
    fn class(&self) -> Option<String> {
        let (class, share) = self.group?.class.as_ref()?;
        Some(format!("{} {}", percent(*share), cut(class)))
    }

    /// How many letters its longer line has.
    fn letters(&self) -> usize {
        let name = self.name().chars().count() + 3 + grouped(self.points().into()).len();
        let class = self.class().map_or(0, |class| class.chars().count() * 4 / 5);
        name.max(class)
    }
}

/// The DOT text of the flows between two graphs.
pub fn dot(comparison: &Comparison, style: &Style) -> String {
    let flows = &comparison.flows;
    let all: u32 = flows.iter().map(|flow| flow.points).sum();
    let height = |points: u32| f64::from(points) / f64::from(all.max(1)) * style.scaled(HEIGHT);
    let sides = blocks(comparison);
    let mut stmts = defaults(comparison, style);
    for (side, blocks) in sides.iter().enumerate() {
        // Captions of one width, so that blocks stand in line.
        let wide = blocks.iter().map(|block| block.letters()).max().unwrap_or(0) as f64;
        let wide = (wide * style.scaled(6.0)).round();
        stmts.extend(blocks.iter().map(|block| node(block, side, style, wide, &height)));
        stmts.push(column(blocks));
    }
    let colours: BTreeMap<&str, Colour> =
        sides[0].iter().map(|block| (&*block.id, block.colour)).collect();
    stmts.extend(flows.iter().map(|flow| {
        let [from, to] = ids(flow);
        let width = height(flow.points).max(0.4);
        line(comparison, flow, width, colours.get(&*from).copied().unwrap_or(NEUTRAL), [&from, &to])
    }));
    let graph = Graph::DiGraph { id: plain("flows"), strict: false, stmts };
    graph.print(&mut PrinterContext::default()) + "\n"
}

/// What the blocks at the ends of a flow are called.
fn ids(flow: &Flow) -> [String; 2] {
    let id = |side: &str, at: Option<usize>| match at {
        Some(at) => format!("{side}{}", at + 1),
        None => format!("{side}_none"),
    };
    [id("a", flow.main[0]), id("b", flow.main[1])]
}

/// The blocks of both sides, from the top down.
fn blocks(comparison: &Comparison) -> [Vec<Block<'_>>; 2] {
    let flows = &comparison.flows;
    let partner = |side: usize, at: usize| {
        let is_here = |found: &&crate::compare::Match| {
            let here = [found.one, found.other][side];
            found.kind == Kind::Community && found.is_match() && here == Some(at)
        };
        comparison.matches.iter().find(is_here).and_then(|found| found.one)
    };
    let colour = |side: usize, at: Option<usize>| match (side, at) {
        (_, None) => NEUTRAL,
        (0, Some(at)) => of_class(at),
        (_, Some(at)) => partner(1, at).map_or(NEUTRAL, of_class),
    };
    let groups = comparison.groups(Kind::Community);
    let mut order: Order = [Vec::new(), Vec::new()];
    for (side, order) in order.iter_mut().enumerate() {
        *order = flows.iter().map(|flow| flow.main[side]).collect();
        order.sort_by_key(|at| at.unwrap_or(usize::MAX));
        order.dedup();
    }
    let order = untangled(order, flows);
    let place = |order: &[Option<usize>], at| order.iter().position(|other| *other == at);
    let side = |side: usize| {
        let block = |&at: &Option<usize>| {
            let mut here: Vec<&Flow> = flows.iter().filter(|flow| flow.main[side] == at).collect();
            here.sort_by_key(|flow| place(&order[1 - side], flow.main[1 - side]));
            let end = |flow: &&Flow| {
                let other = ids(flow)[1 - side].clone();
                (other, flow.points)
            };
            Block {
                id: here.first().map(|flow| ids(flow)[side].clone()).unwrap_or_default(),
                group: at.map(|at| &groups[side][at]),
                ends: here.iter().map(end).collect(),
                colour: colour(side, at),
            }
        };
        order[side].iter().map(block).collect()
    };
    [side(0), side(1)]
}

/// An order of both sides in which few lines cross: each side in turn by the mean place of where
/// its points come from or go to (Sugiyama, Tagawa and Toda 1981), as long as that helps. Points in
/// no community stay last.
fn untangled(mut order: Order, flows: &[Flow]) -> Order {
    let mut best = (crossings(&order, flows), order.clone());
    for round in 0..ROUNDS {
        let side = 1 - round % 2;
        let place = |at| order[1 - side].iter().position(|other| *other == at).unwrap_or(0) as u64;
        let mean = |at: Option<usize>| {
            let here = || flows.iter().filter(move |flow| flow.main[side] == at);
            let points: u64 = here().map(|flow| u64::from(flow.points)).sum();
            let weigh = |flow: &Flow| place(flow.main[1 - side]) * u64::from(flow.points);
            here().map(weigh).sum::<u64>() as f64 / points.max(1) as f64
        };
        let mut sorted = order[side].clone();
        sorted.sort_by(|&a, &b| {
            a.is_none().cmp(&b.is_none()).then_with(|| mean(a).total_cmp(&mean(b)))
        });
        order[side] = sorted;
        let found = crossings(&order, flows);
        if found < best.0 {
            best = (found, order.clone());
        }
    }
    best.1
}

/// How many points cross how many others.
fn crossings(order: &Order, flows: &[Flow]) -> u64 {
    let place = |side: usize, at| order[side].iter().position(|other| *other == at).unwrap_or(0);
    let ends = |flow: &Flow| [place(0, flow.main[0]), place(1, flow.main[1])];
    let ends: Vec<[usize; 2]> = flows.iter().map(ends).collect();
    let mut crossings = 0;
    for (at, one) in ends.iter().enumerate() {
        for (other, flow) in ends[..at].iter().zip(flows) {
            if (one[0] < other[0] && one[1] > other[1]) || (one[0] > other[0] && one[1] < other[1])
            {
                crossings += u64::from(flow.points) * u64::from(flows[at].points);
            }
        }
    }
    crossings
}

/// What holds for the graph, for every node and for every edge.
fn defaults(comparison: &Comparison, style: &Style) -> Vec<Stmt> {
    let theme = style.theme;
    let named = |side: usize| match &comparison.made[side] {
        Some(made) => format!("{} ({made})", cut(&comparison.names[side])),
        None => cut(&comparison.names[side]).into_owned(),
    };
    let title = format!("{} and {}", named(0), named(1));
    let points = counted(comparison.common.into(), "point", "points");
    let changed = grouped(comparison.changed.len() as u64);
    let rows = [
        format!("<B>{}</B>", text(&title, style.scaled(13.0), theme.ink())),
        text(
            &format!("{points} in both; {changed} changed company"),
            style.scaled(9.0),
            theme.ink(),
        ),
        text(
            "left and right: groups by the points that have their largest share there; \
             colours follow matches",
            style.scaled(7.0),
            theme.faint(),
        ),
    ];
    let rows: String =
        rows.iter().map(|row| format!(r#"<TR><TD ALIGN="LEFT">{row}</TD></TR>"#)).collect();
    let table = r#"<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="2" CELLSPACING="0">"#;
    let mut graph = vec![
        set("rankdir", "LR"),
        set("ranksep", format!("{:.2}", style.scaled(2.8))),
        set("nodesep", format!("{:.2}", style.scaled(0.1))),
        set("bgcolor", theme.paper()),
        set("pad", if style.width.is_some() { 0.04 } else { 0.15 }),
        set("fontname", theme.fonts()),
        set("labelloc", "t"),
        set("labeljust", "l"),
        Attribute(plain("label"), Id::Html(format!("<{table}{rows}</TABLE>>"))),
    ];
    if let Some(width) = style.width {
        // The pad stands outside of this.
        graph.push(set("size", format!("{:.3},1000", width - 0.08)));
    }
    let node = vec![set("shape", "plain"), set("fontname", theme.fonts())];
    let edge = vec![set("dir", "none")];
    vec![
        Stmt::GAttribute(GraphAttributes::Graph(graph)),
        Stmt::GAttribute(GraphAttributes::Node(node)),
        Stmt::GAttribute(GraphAttributes::Edge(edge)),
    ]
}

/// A block, cut where its flows end, with its name on the outer side.
fn node(
    block: &Block,
    side: usize,
    style: &Style,
    wide: f64,
    height: &impl Fn(u32) -> f64,
) -> Stmt {
    let theme = style.theme;
    let (points, name) = (block.points(), block.name());
    let mut caption = format!(
        "<B>{}</B>{}",
        text(name, style.scaled(9.0), theme.ink()),
        text(&format!("\u{a0}\u{a0}{}", grouped(points.into())), style.scaled(9.0), theme.ink()),
    );
    if let Some(words) = block.class().filter(|_| height(points) >= style.scaled(TWO_LINES)) {
        let align = ["RIGHT", "LEFT"][side];
        let line = text(&words, style.scaled(7.0), theme.faint());
        caption = format!(r#"{caption}<BR ALIGN="{align}"/>{line}<BR ALIGN="{align}"/>"#);
    }
    let (rows, align) = (block.ends.len(), ["RIGHT", "LEFT"][side]);
    let caption = format!(
        "<TD ROWSPAN=\"{rows}\" WIDTH=\"{wide}\" ALIGN=\"{align}\" BALIGN=\"{align}\" \
         CELLPADDING=\"3\">{caption}</TD>"
    );
    let mut table = String::new();
    let short = (style.scaled(LEAST) - height(points)).max(0.0) / rows.max(1) as f64;
    for (at, (other, points)) in block.ends.iter().enumerate() {
        // Heights are whole numbers to Graphviz, where they are not 0.
        let high = (height(*points) + short).round().max(1.0);
        let bar = format!(
            r#"<TD PORT="{other}" FIXEDSIZE="TRUE" WIDTH="{}" HEIGHT="{high}" BGCOLOR="{}"></TD>"#,
            style.scaled(BLOCK).round(),
            block.colour
        );
        let caption = if at == 0 { &*caption } else { "" };
        let cells = if side == 0 { [caption, &bar] } else { [&bar, caption] };
        table.push_str(&format!("<TR>{}</TR>", cells.concat()));
    }
    let begin = r#"<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0">"#;
    let attributes = vec![
        set("id", &block.id),
        Attribute(plain("label"), Id::Html(format!("<{begin}{table}</TABLE>>"))),
    ];
    Stmt::Node(Node { id: NodeId(plain(&block.id), None), attributes })
}

/// The blocks of a side, one below the other in their order.
fn column(blocks: &[Block]) -> Stmt {
    let vertex = |block: &Block| Vertex::N(NodeId(plain(&block.id), None));
    let below = |pair: &[Block]| {
        let ty = EdgeTy::Pair(vertex(&pair[0]), vertex(&pair[1]));
        Stmt::Edge(Edge { ty, attributes: vec![set("style", "invis")] })
    };
    let rank = Stmt::Attribute(set("rank", "same"));
    let nodes = blocks.iter().map(|block| {
        Stmt::Node(Node { id: NodeId(plain(&block.id), None), attributes: Vec::new() })
    });
    let stmts = std::iter::once(rank).chain(nodes).chain(blocks.windows(2).map(below)).collect();
    Stmt::Subgraph(Subgraph { id: Id::Anonymous(String::new()), stmts })
}

/// A flow, with what it is where it is pointed at.
fn line(
    comparison: &Comparison,
    flow: &Flow,
    width: f64,
    colour: Colour,
    [from, to]: [&String; 2],
) -> Stmt {
    let end = |node: &str, port: &str, side: &str| {
        Vertex::N(NodeId(plain(node), Some(Port(Some(plain(port)), Some(side.to_owned())))))
    };
    let name = |side: usize| {
        let groups = &comparison.groups(Kind::Community)[side];
        flow.main[side].map_or("no group", |at| &groups[at].name).to_owned()
    };
    let points = counted(flow.points.into(), "point", "points");
    let tooltip = format!("{points} from {} to {}", name(0), name(1));
    let attributes = vec![
        set("id", format!("{from}-{to}")),
        set("penwidth", format!("{width:.2}")),
        set("color", format!("{colour}99")),
        Attribute(plain("tooltip"), Id::Escaped(quoted(&tooltip))),
    ];
    let ty = EdgeTy::Pair(end(from, to, "e"), end(to, from, "w"));
    Stmt::Edge(Edge { ty, attributes })
}
