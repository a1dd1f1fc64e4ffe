//! The changes with each step away from a cluster: points that come in, and points that are left
//! out.

use std::collections::BTreeSet;

use super::data::{Node, Picture};
use crate::base::ids::PointId;
use crate::base::numbers::pluralize;
use crate::base::points::Points;
use crate::differences::{MeasuredColumns, select_notable};
use crate::graph::{Graph, Result};

/// The most clusters of a picture whose cards have room for names.
const MAX_CARDS: usize = 30;
/// The number of letters of names that fit on a card.
const MAX_LETTERS: usize = 22;
/// The beginnings of a line of points that come in, and of a line of points that are left out.
pub(super) const ADDED_SIGN: &str = "+ ";
pub(super) const REMOVED_SIGN: &str = "− ";

/// Writes on each cluster the change of the step to it, from its neighbours nearer to the selected
/// cluster or else the smallest: the points that come in on the way up or are left out on the way
/// down, where the attributes of a ready context come in.
pub(super) fn write_differences(graph: &Graph, picture: &mut Picture) -> Result<()> {
    let (points, features, ready) = (graph.points()?, graph.features()?, graph.ready_context()?);
    let asked: Vec<usize> =
        (0..picture.nodes.len()).filter(|&at| picture.nodes[at].is_selected).collect();
    let center = match asked[..] {
        [] => 0,
        [center] => center,
        _ => return Ok(()),
    };
    if picture.nodes.is_empty() || picture.nodes.len() > MAX_CARDS {
        return Ok(());
    }
    let extent = |node: &Node| BTreeSet::from_iter(node.extent.iter().copied());
    let extents: Vec<BTreeSet<PointId>> = picture.nodes.iter().map(extent).collect();
    let columns = MeasuredColumns::new(features, points.shown_columns());
    let is_below = |at: usize| extents[at].is_subset(&extents[center]);
    let is_on_the_way = |at: &usize| is_below(*at) || extents[*at].is_superset(&extents[center]);
    for at in (0..picture.nodes.len()).filter(|&at| at != center) {
        let (own, node) = (&extents[at], &mut picture.nodes[at]);
        if node.members.is_some() || node.size == 0 {
            continue;
        }
        node.introduced.clear();
        let lower = picture.edges.iter().filter(|edge| edge.1 == at).map(|edge| edge.0);
        let lower: Vec<usize> = lower.filter(is_on_the_way).collect();
        let upper = picture.edges.iter().filter(|edge| edge.0 == at).map(|edge| edge.1);
        let upper: Vec<usize> = upper.filter(is_on_the_way).collect();
        if !is_below(at) && !lower.is_empty() {
            let before: BTreeSet<PointId> =
                lower.iter().flat_map(|&lower| &extents[lower]).copied().collect();
            node.card_lines = describe_step(points, &columns, ADDED_SIGN, own - &before);
        } else if let Some(context) = ready {
            let shared = |some: &BTreeSet<PointId>| {
                context.intent_of(&some.iter().copied().collect::<Vec<_>>())
            };
            let before: BTreeSet<u32> =
                upper.iter().flat_map(|&upper| shared(&extents[upper])).collect();
            let new = shared(own).into_iter().filter(|attribute| !before.contains(attribute));
            let name = |at: u32| context.attributes()[at as usize].clone();
            node.attributes = new.map(name).collect();
        } else if let Some(&first) = upper.first() {
            let is_in_all = |point: &&PointId| upper.iter().all(|&at| extents[at].contains(point));
            let before: BTreeSet<PointId> =
                extents[first].iter().filter(is_in_all).copied().collect();
            // The remaining points may be fewer than those that are left out.
            node.card_lines = match 2 * own.len() < before.len() {
                true => describe_step(points, &columns, "only ", own.clone()),
                false => describe_step(points, &columns, REMOVED_SIGN, &before - own),
            };
        }
    }
    Ok(())
}

/// Returns the lines on some points: `+ d4, d7`, or what sets many points apart.
fn describe_step(
    all: &Points,
    columns: &MeasuredColumns<'_>,
    sign: &str,
    points: BTreeSet<PointId>,
) -> Vec<String> {
    let points: Vec<PointId> = points.into_iter().collect();
    let (mut names, mut named) = (String::new(), 0);
    for name in points.iter().map(|&point| all.name(point)) {
        if named > 0 && names.chars().count() + name.chars().count() > MAX_LETTERS {
            break;
        }
        names += if named > 0 { ", " } else { "" };
        names += name;
        named += 1;
    }
    match points.len() {
        0 => Vec::new(),
        count if count == named => vec![format!("{sign}{names}")],
        count => {
            let apart = difference_lines(columns, &points).into_iter().next();
            let all = format!("{sign}{}", pluralize(count as u64, "point", "points"));
            vec![all, apart.unwrap_or_else(|| names + ", …")]
        }
    }
}

/// Returns the differences that set points apart, one per line: `petal_length 1.3 below`.
pub(super) fn difference_lines(columns: &MeasuredColumns<'_>, points: &[PointId]) -> Vec<String> {
    select_notable(columns.differences_from_all(points), 1).map(|one| one.brief_text()).collect()
}
