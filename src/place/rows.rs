//! Placed rows as rows of values.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{CommunityPlacement, Placement};
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::name_list::quote;
use crate::base::rows::Value;
use crate::graph::{Graph, Result};
use crate::query::{Names, cluster_row};

/// The columns of a placed row: its number; its smallest concept, as other answers show concepts;
/// lists of the landmarks that contain it, of its communities with shares, of its nearest points
/// with distances, and of the classes of its k nearest points with counts; its outlier score; and a
/// remark if it is far from all points.
pub const PLACEMENT_COLUMNS: [&str; 12] = [
    "row",
    "concept",
    "size",
    "purity",
    "class",
    "centre",
    "landmarks",
    "communities",
    "nearest",
    "classes",
    "outlier",
    "remark",
];

/// The least distance from all points of a row that is far from them, in usual widths of a
/// neighbourhood in its group.
const FAR: f64 = 2.0;

/// The cells of the concepts that were met.
#[derive(Debug, Default)]
pub(super) struct ConceptCells {
    known: HashMap<ConceptId, Vec<Value>>,
}

impl ConceptCells {
    /// Returns placed rows as rows of values, given their numbers.
    pub(super) fn rows(
        &mut self,
        graph: &Graph,
        numbers: &[u64],
        placed: Vec<Placement>,
    ) -> Result<Vec<Vec<Value>>> {
        let (points, all, names) = (graph.points()?, graph.communities()?, Names::new(graph)?);
        for id in placed.iter().filter_map(|one| one.clusters.smallest) {
            if let Entry::Vacant(new) = self.known.entry(id)
                && let Some(concept) = graph.concept(id)?
            {
                new.insert(names.row(&cluster_row(&concept)));
            }
        }
        let classes = points.classes();
        let mut rows = Vec::with_capacity(placed.len());
        for (&number, Placement { nearest, classes: counts, communities, clusters, .. }) in
            numbers.iter().zip(placed)
        {
            let mut row = vec![Value::count(number)];
            match clusters.smallest.and_then(|id| self.known.get(&id)) {
                Some(cells) => row.extend(cells.iter().cloned()),
                None => row.extend([const { Value::Null }; 5]),
            }
            let landmark = |id: &ConceptId| id.to_string();
            row.push(join_with_commas(clusters.landmarks.iter().map(landmark)));
            let community = |(id, share): &(CommunityId, f64)| {
                format!("{} {}", all.name(*id), format_short(*share))
            };
            row.push(join_with_commas(communities.shares.iter().map(community)));
            let near = |&(point, distance): &(PointId, f64)| {
                format!("{} {}", quote(points.name(point)), format_short(distance))
            };
            row.push(join_with_commas(nearest.iter().map(near)));
            let mut counts: Vec<(ClassId, u32)> =
                ClassId::first(counts.len()).zip(counts).filter(|(_, count)| *count > 0).collect();
            counts.sort_by_key(|&(class, count)| (std::cmp::Reverse(count), class));
            let class = |(class, count): (ClassId, u32)| {
                format!("{} {count}", quote(classes.map_or("", |classes| classes.name(class))))
            };
            row.push(join_with_commas(counts.into_iter().map(class)));
            row.push(Value::Real(communities.outlier));
            row.push(remark(&communities));
            rows.push(row);
        }
        Ok(rows)
    }
}

/// Returns a remark on a row that is far from all points; null for any other.
fn remark(found: &CommunityPlacement) -> Value {
    match found.distance > FAR * found.usual_width {
        true => {
            let [far, usual] = [found.distance, found.usual_width].map(|far| format_digits(far, 3));
            Value::Text(format!("far from all points: {far} where {usual} is usual"))
        }
        false => Value::Null,
    }
}

/// Joins words with commas; null if there are none.
fn join_with_commas(words: impl Iterator<Item = String>) -> Value {
    let words: Vec<String> = words.collect();
    if words.is_empty() { Value::Null } else { Value::Text(words.join(", ")) }
}

/// Formats a number to at most six digits.
fn format_short(number: f64) -> String {
    format_digits(number, 6)
}

fn format_digits(number: f64, digits: usize) -> String {
    let rounded: f64 = format!("{number:.0$e}", digits - 1).parse().unwrap_or(number);
    let text = format!("{rounded:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_six_digits() {
        let words = [0.0, 1.0, 0.5, 2.0_f64.sqrt(), 1e-9, 123_456_789.0].map(format_short);
        assert_eq!(words, ["0", "1", "0.5", "1.41421", "1e-9", "123457000"]);
    }
}
