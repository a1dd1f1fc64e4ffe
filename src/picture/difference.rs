//! How the clusters around one differ from it: which points larger ones add, and which smaller ones
//! lack.

use std::collections::BTreeSet;

use super::data::{Node, Picture};
use super::from_store::extent;
use crate::base::ids::PointId;
use crate::dataset::Features;
use crate::differences::{Columns, foremost};
use crate::store::StoredContext;

/// Of more clusters no card has room for names.
const CARDS: usize = 30;
/// So many letters of names leave room for `and 1,234 more`.
const LETTERS: usize = 22;
/// What begins a line of points that come in, and of those that are left out.
pub(super) const MORE: &str = "+ ";
pub(super) const LESS: &str = "− ";

/// Writes on each cluster how it differs from the one that was asked for, or else the smallest.
pub(super) fn tell(stored: &StoredContext, features: &Features, picture: &mut Picture) {
    let asked: Vec<usize> =
        (0..picture.nodes.len()).filter(|&at| picture.nodes[at].asked).collect();
    let center = match asked[..] {
        [] => 0,
        [center] => center,
        _ => return,
    };
    if picture.nodes.is_empty() || picture.nodes.len() > CARDS {
        return;
    }
    let extent = |node: &Node| BTreeSet::from_iter(extent(stored, node));
    let own = extent(&picture.nodes[center]);
    let columns = Columns::of(features, stored.points.kept());
    for at in (0..picture.nodes.len()).filter(|&at| at != center) {
        let node = &mut picture.nodes[at];
        if node.members.is_some() || node.size == 0 {
            continue;
        }
        let other = extent(node);
        if own.is_superset(&other) && 2 * other.len() < own.len() {
            // What is left is shorter than what is gone.
            let left: Vec<PointId> = other.into_iter().collect();
            node.introduced.clear();
            node.card_lines = lines(&columns, &left);
            if node.card_lines.is_empty() {
                node.card_lines = vec![format!("only {}", named(stored, &left))];
            }
            continue;
        }
        let (sign, differ): (_, BTreeSet<PointId>) = if own.is_subset(&other) {
            (MORE, &other - &own)
        } else if own.is_superset(&other) {
            (LESS, &own - &other)
        } else {
            continue;
        };
        let differ: Vec<PointId> = differ.into_iter().collect();
        node.introduced.clear();
        node.card_lines = vec![format!("{sign}{}", named(stored, &differ))];
    }
}

/// What sets these points apart, a line each: `petal_length 1.3 below`.
pub(super) fn lines(columns: &Columns<'_>, points: &[PointId]) -> Vec<String> {
    foremost(columns.against_all(points), 1).map(|one| one.in_brief("all")).collect()
}

/// The first names, and how many more there are.
fn named(stored: &StoredContext, points: &[PointId]) -> String {
    let mut words = String::new();
    for (at, &point) in points.iter().enumerate() {
        let name = stored.points.name(point);
        if at > 0 && words.chars().count() + name.chars().count() > LETTERS {
            return format!("{words} and {} more", points.len() - at);
        }
        words += if at > 0 { ", " } else { "" };
        words += name;
    }
    words
}
