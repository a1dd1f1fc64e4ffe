//! The verdict on whether groups stand apart, in a sentence.

use super::{Communities, Level, Overlap};
use crate::base::numbers::{group_thousands, pluralize};
use crate::base::words::join_words;
use crate::knn::group_k;

/// The multiple of k up to which points are too few for a single group to tell anything.
const MIN_POINTS_PER_K: usize = 4;
/// The separation from which on two groups are clearly apart.
pub const CLEAR_SEPARATION: f64 = 0.5;
/// The most pairs of groups that grow into one another and are named.
const MAX_PAIRS: usize = 3;

/// Returns a sentence about the communities of some points: `3 groups stand apart: g1 clearly
/// (0.98); g2 and g3 grow into one another (0.31).` Of the points, `distinct` have distinct values.
pub fn verdict(communities: &Communities, points: usize, distinct: usize) -> String {
    let groups = communities.groups();
    match groups.len() {
        0 => "No two different points are near one another, so there are no groups.".to_owned(),
        // Points with equal values are one node of the graph of near points.
        1 if distinct <= MIN_POINTS_PER_K * group_k(distinct) => {
            let points = match distinct == points {
                true => pluralize(points as u64, "point", "points"),
                false => pluralize(distinct as u64, "different point", "different points"),
            };
            format!("{points}: too few to tell whether groups stand apart.")
        }
        1 => {
            let parts = communities.all.iter().filter(|one| one.level == Level::Part).count();
            let parts = match parts {
                0 => String::new(),
                parts => format!(" with {}", pluralize(parts as u64, "part", "parts")),
            };
            format!("No groups stand apart: the table is one continuum{parts}.")
        }
        count => format!(
            "{} groups stand apart{}.",
            group_thousands(count as u64),
            describe_separation(communities)
        ),
    }
}

fn describe_separation(communities: &Communities) -> String {
    let least = |pairs: &mut dyn Iterator<Item = &Overlap>| {
        pairs.map(|pair| pair.separation).fold(1.0, f64::min)
    };
    let of = |pair: &Overlap, at: usize| [pair.one, pair.other].iter().any(|id| id.index() == at);
    let mut open: Vec<&Overlap> =
        communities.overlaps.iter().filter(|pair| pair.separation < CLEAR_SEPARATION).collect();
    open.sort_by(|a, b| a.separation.total_cmp(&b.separation));
    if open.is_empty() {
        let least = least(&mut communities.overlaps.iter());
        return format!(", all clearly (separation at least {least:.2})");
    }
    let mut clear: Vec<usize> = (0..communities.groups().len()).collect();
    clear.retain(|&at| !open.iter().any(|pair| of(pair, at)));
    let of_clear = |pair: &&Overlap| clear.iter().any(|&at| of(pair, at));
    let least = least(&mut communities.overlaps.iter().filter(of_clear));
    let clear = match &clear[..] {
        [] => None,
        few if few.len() <= MAX_PAIRS => {
            let names: Vec<&str> = few.iter().map(|&at| &*communities.all[at].name).collect();
            Some(format!("{} clearly ({least:.2})", join_words(&names)))
        }
        many => Some(format!("{} of them clearly (at least {least:.2})", many.len())),
    };
    let mut pairs: Vec<String> = Vec::new();
    for pair in open.iter().take(MAX_PAIRS) {
        let [one, other] = [pair.one, pair.other].map(|id| communities.name(id));
        let grow = if pairs.is_empty() { " grow into one another" } else { "" };
        pairs.push(format!("{one} and {other}{grow} ({:.2})", pair.separation));
    }
    if open.len() > MAX_PAIRS {
        pairs.push(pluralize((open.len() - MAX_PAIRS) as u64, "more pair", "more pairs"));
    }
    let parts: Vec<String> = clear.into_iter().chain([pairs.join(", ")]).collect();
    format!(": {}", parts.join("; "))
}
