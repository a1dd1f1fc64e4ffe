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
    let rows = match group.nodes.len() {
        few @ 0..=FEW => few,
        many => (many as f64).sqrt().ceil() as usize,
    };
    let end = |&at: &usize| Vertex::N(NodeId(plain(&look.picture.nodes[at].id), None));
    let apart = |(left, right)| {
        let ty = EdgeTy::Pair(end(left), end(right));
        Stmt::Edge(Edge { ty, attributes: vec![set("style", "invis")] })
    };
    group.nodes.iter().zip(group.nodes.iter().skip(rows)).map(apart).collect()
}

/// Invisible edges between frames, so that these fill a page instead of one tall column: a frame to
/// which no road leads stands behind the one that is a column's worth of frames before it.
pub(super) fn side_by_side(look: &Look) -> Vec<Stmt> {
    let Picture { groups, nodes, roads, .. } = look.picture;
    let columns = (nodes.len() as f64).sqrt().round().max(3.0) as usize;
    let column = (groups.len() / columns).max(1);
    let is_free = |to: &usize| !roads.iter().any(|road| road.to == *to);
    let end =
        |at: Option<&usize>| Vertex::N(NodeId(plain(at.map_or("", |&at| &*nodes[at].id)), None));
    let apart = |to: usize| {
        let ty = EdgeTy::Pair(end(groups[to - column].nodes.last()), end(groups[to].nodes.first()));
        Stmt::Edge(Edge { ty, attributes: vec![set("style", "invis")] })
    };
    (column..groups.len()).filter(is_free).map(apart).collect()
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
}
