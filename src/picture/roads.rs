//! The communities of a map: a frame around the clusters of each, and roads between them.
//!
//! Invariant: the square of a road's width grows with the points that belong to both, and its
//! number says how many these are.

use graphviz_rust::dot_structures::{
    Attribute, Edge, EdgeTy, GraphAttributes, Id, NodeId, Stmt, Subgraph, Vertex,
};

use super::attribute::{plain, set};
use super::data::{Group, Picture, Road};
use super::label::{Look, cut, table, text};
use crate::base::numbers::grouped;

/// How wide a road of all points would be.
const WIDEST: f64 = 36.0;
/// Up to so many clusters of a community stand in one column.
const FEW: usize = 3;

/// A frame with what it stands for, and the clusters in it.
pub(super) fn frame(look: &Look, group: &Group, clusters: Vec<Stmt>) -> Stmt {
    let theme = look.style.theme;
    let caption = format!("{}: {} points", group.id, grouped(group.points.into()));
    let mut rows = vec![format!("<B>{}</B>", text(&caption, 11.0, theme.ink()))];
    rows.extend(group.lines.iter().map(|line| text(&cut(line), 8.0, theme.ink())));
    let attributes = vec![
        set("id", &group.id),
        set("style", "rounded,filled"),
        set("fillcolor", theme.ink().mix(theme.paper(), 0.96)),
        set("color", theme.ink().mix(theme.paper(), 0.6)),
        set("margin", 8),
        set("labeljust", "l"),
        Attribute(plain("label"), Id::Html(table(&rows, 0))),
    ];
    let attributes = Stmt::GAttribute(GraphAttributes::Graph(attributes));
    let columns = columns(look, group);
    let stmts = std::iter::once(attributes).chain(clusters).chain(columns).collect();
    Stmt::Subgraph(Subgraph { id: plain(format!("cluster_{}", group.id)), stmts })
}

/// Invisible edges that put many clusters in several columns.
fn columns(look: &Look, group: &Group) -> Vec<Stmt> {
    let rows = rows(group);
    let end = |&at: &usize| Vertex::N(NodeId(plain(&look.picture.nodes[at].id), None));
    let apart = |(left, right)| {
        let ty = EdgeTy::Pair(end(left), end(right));
        Stmt::Edge(Edge { ty, attributes: vec![set("style", "invis")] })
    };
    group.nodes.iter().zip(group.nodes.iter().skip(rows)).map(apart).collect()
}

/// How many clusters of a community stand in one column.
fn rows(group: &Group) -> usize {
    match group.nodes.len() {
        few @ 0..=FEW => few,
        many => (many as f64).sqrt().ceil() as usize,
    }
}

/// How tall a cluster is in a frame, and how tall the caption.
const CLUSTER: usize = 10;
const CAPTION: usize = 7;

/// Invisible edges between frames, so that these fill a page instead of one tall column.
pub(super) fn side_by_side(look: &Look) -> Vec<Stmt> {
    let Picture { groups, nodes, .. } = look.picture;
    let columns = (nodes.len() as f64).sqrt().round().max(3.0) as usize;
    let (first, end) = places(look.picture, columns);
    let node = |group: &Group, column: usize| {
        let rows = rows(group);
        let inside = &group.nodes[column * rows..((column + 1) * rows).min(group.nodes.len())];
        Vertex::N(NodeId(plain(&nodes[inside[(inside.len() - 1) / 2]].id), None))
    };
    let is_road = |from, to| look.picture.roads.iter().any(|r| (r.from, r.to) == (from, to));
    let line = |to: usize| {
        // The one that ends where this begins, or nearest to it.
        let before = (0..groups.len()).filter(|&from| end[from] <= first[to] && first[to] > 0);
        let from = before.max_by_key(|&from| (end[from], is_road(from, to)))?;
        let last = end[from] - first[from] - 1;
        let ty = EdgeTy::Pair(node(&groups[from], last), node(&groups[to], 0));
        let line = Edge { ty, attributes: vec![set("style", "invis")] };
        (!is_road(from, to)).then_some(Stmt::Edge(line))
    };
    (0..groups.len()).filter_map(line).collect()
}

/// In which column each frame begins, and before which it ends: behind those that a road comes
/// from, and so that columns are about equally tall.
fn places(picture: &Picture, columns: usize) -> (Vec<usize>, Vec<usize>) {
    let groups = &picture.groups;
    let width = |group: &Group| group.nodes.len().div_ceil(rows(group).max(1));
    let height = |group: &Group| CLUSTER * rows(group) + CAPTION;
    let area: usize = groups.iter().map(|group| width(group) * height(group)).sum();
    let (mut first, mut end, mut filled) = (Vec::new(), Vec::new(), Vec::new());
    for (to, group) in groups.iter().enumerate() {
        // Roads lead to a later frame.
        let roads = picture.roads.iter().filter(|road| road.to == to);
        let least = roads.map(|road| end[road.from]).max().unwrap_or(0);
        let (width, height) = (width(group), height(group));
        let most = least.max(columns.saturating_sub(width));
        filled.resize(filled.len().max(most + width), 0);
        let tall = |&at: &usize| filled[at..at + width].iter().copied().max().unwrap_or(0);
        let fits = |at: &usize| (tall(at) + height) * columns <= area;
        let lowest = || (least..=most).min_by_key(tall);
        let at = (least..=most).find(fits).or_else(lowest).unwrap_or(least);
        let reach = tall(&at) + height;
        filled[at..at + width].fill(reach);
        first.push(at);
        end.push(at + width);
    }
    (first, end)
}

/// A line between two frames with points in both.
pub(super) fn road(look: &Look, road: &Road) -> Stmt {
    let (picture, theme) = (look.picture, look.style.theme);
    let ends = [road.from, road.to].map(|at| &picture.groups[at]);
    // Between the largest cluster of each, cut off at the frames.
    let end = |group: &Group| {
        let at = group.nodes.last().copied().unwrap_or_default();
        Vertex::N(NodeId(plain(&picture.nodes[at].id), None))
    };
    let width = WIDEST * (f64::from(road.points) / f64::from(picture.size.max(1))).sqrt();
    let points = text(&grouped(road.points.into()), 8.0, theme.ink());
    let attributes = vec![
        set("id", format!("{}-{}", ends[0].id, ends[1].id)),
        set("ltail", format!("cluster_{}", ends[0].id)),
        set("lhead", format!("cluster_{}", ends[1].id)),
        set("color", theme.ink().mix(theme.paper(), 0.7)),
        set("penwidth", format!("{:.1}", width.max(0.8))),
        // An ordinary label would stand at the middle of the edge, which may lie inside a frame.
        Attribute(plain("xlabel"), Id::Html(format!("<{points}>"))),
    ];
    Stmt::Edge(Edge { ty: EdgeTy::Pair(end(ends[0]), end(ends[1])), attributes })
}

#[cfg(test)]
mod tests {
    use super::super::dot::dot;
    use super::super::layout::Layout;
    use super::super::style::Style;
    use super::*;

    #[test]
    fn communities_are_frames_with_roads_between_them() {
        let group = |id: &str, nodes: &[usize]| Group {
            id: id.to_owned(),
            points: 2,
            lines: vec!["<b> 1.0 above".to_owned()],
            nodes: nodes.to_vec(),
        };
        let picture = Picture {
            groups: vec![group("g1", &[0, 2, 3, 4]), group("g2", &[1])],
            roads: vec![Road { from: 0, to: 1, points: 1 }],
            edges: Vec::new(),
            column_limit: Some(2),
            ..Picture::chain(5)
        };
        let style = Style::default();
        let text = dot(&picture, &style, &Layout::all(&picture, &style)[0]);
        assert_eq!(text.matches("subgraph cluster_g").count(), 2, "{text}");
        assert_eq!(text.matches("tooltip=").count(), 5, "every cluster once");
        assert!(text.contains("c1 -> c4 [style=\"invis\""), "a second column: {text}");
        assert!(text.contains("c5 -> c2 [id=\"g1-g2\""), "from the largest of each: {text}");
        assert!(text.contains("penwidth=\"16.1\"") && text.contains("&lt;b&gt; 1.0 above"));
        assert!(!text.contains("rank=\"same\""), "frames have no columns");
    }

    #[test]
    fn frames_fill_columns_behind_those_that_roads_come_from() {
        let group = |at: usize| Group {
            id: format!("g{at}"),
            points: 9,
            lines: Vec::new(),
            nodes: (at * 2..at * 2 + 2).collect(),
        };
        let road = |from, to| Road { from, to, points: 1 };
        let mut picture = Picture { groups: (0..10).map(group).collect(), ..Picture::chain(20) };
        picture.edges.clear();
        let alone = places(&picture, 5);
        assert_eq!(alone.0, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
        assert_eq!(alone.1, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        picture.roads = vec![road(0, 1), road(0, 9), road(1, 2)];
        let (first, end) = places(&picture, 5);
        assert_eq!(first, [0, 1, 2, 0, 1, 2, 3, 3, 4, 4]);
        assert!(picture.roads.iter().all(|road| end[road.from] <= first[road.to]));
        // A wide frame in a picture of few columns.
        picture.groups.truncate(1);
        picture.groups[0].nodes = (0..16).collect();
        assert_eq!(places(&picture, 3), (vec![0], vec![4]));
    }
}
