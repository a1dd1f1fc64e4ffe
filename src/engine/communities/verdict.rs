//! The verdict on whether groups stand apart, in a sentence.

use super::{Communities, Community, Level};
use crate::base::numbers::{group_thousands, pluralize};
use crate::base::words::join_words;
use crate::knn::group_k;

/// The multiple of k up to which points are too few for a single group to tell anything.
const MIN_POINTS_PER_K: usize = 4;
/// The separation from which on a group stands apart clearly.
pub const CLEAR_SEPARATION: f64 = 0.5;
/// The most groups that are named.
const MAX_NAMED: usize = 6;

/// Returns a sentence about the communities of some points: `3 groups stand apart: g3 clearly
/// (0.61), g1 and g2 less (0.33).` Of the points, `distinct` have distinct values.
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
        count => {
            let count = group_thousands(count as u64);
            format!("{count} groups stand apart{}.", describe_clarity(groups))
        }
    }
}

/// Describes which groups are clear and which less: by name, or by number if there are many.
fn describe_clarity(groups: &[Community]) -> String {
    let separation = |one: &&Community| one.separation.unwrap_or(1.0);
    let (clear, less): (Vec<_>, Vec<_>) =
        groups.iter().partition(|one| separation(one) >= CLEAR_SEPARATION);
    let least = |some: &[&Community]| {
        let numbers: Vec<String> =
            some.iter().map(|one| format!("{:.2}", separation(one))).collect();
        let least = numbers.iter().min().map_or("", String::as_str);
        let is_one = numbers.iter().all(|number| number == least);
        format!("({}{least})", if is_one { "" } else { "at least " })
    };
    if less.is_empty() {
        return format!(", all clearly {}", least(&clear));
    }
    if clear.is_empty() {
        let most = less.iter().map(separation).fold(0.0, f64::max);
        return format!(", none clearly (at most {most:.2})");
    }
    let subject = |some: &[&Community]| match groups.len() <= MAX_NAMED {
        true => join_words(some.iter().map(|one| &one.name)),
        false => group_thousands(some.len() as u64),
    };
    let [clear, less] = [(clear, "clearly"), (less, "less")]
        .map(|(some, how)| format!("{} {how} {}", subject(&some), least(&some)));
    let between = if [&clear, &less].iter().any(|some| some.contains(',')) { ';' } else { ',' };
    format!(": {clear}{between} {less}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_names_each_group_once_and_gives_the_separation_that_is_stored() {
        let of = |separations: &[f64]| {
            let group = |(at, &separation): (usize, &f64)| Community {
                name: format!("g{}", at + 1),
                level: Level::Group,
                parent: None,
                points: 1,
                separation: Some(separation),
                touching: 0,
                cohesion: None,
                majority_and_purity: None,
                cluster: None,
                title: String::new(),
                apart: None,
            };
            let all = separations.iter().enumerate().map(group).collect();
            verdict(&Communities { all, overlaps: Vec::new() }, 1000, 1000)
        };
        let specification: [(&[f64], &str); 6] = [
            (&[0.33, 0.33, 0.61], ": g3 clearly (0.61), g1 and g2 less (0.33)"),
            (&[0.9, 0.2, 0.3], ": g1 clearly (0.90), g2 and g3 less (at least 0.20)"),
            (&[1.0, 0.75], ", all clearly (at least 0.75)"),
            (&[0.1, 0.2], ", none clearly (at most 0.20)"),
            (&[1.0, 0.2, 0.3, 0.4], ": g1 clearly (1.00); g2, g3 and g4 less (at least 0.20)"),
            (
                &[0.5, 0.6, 0.7, 0.4, 0.8, 0.9, 0.2],
                ": 5 clearly (at least 0.50), 2 less (at least 0.20)",
            ),
        ];
        for (separations, rest) in specification {
            let expected = format!("{} groups stand apart{rest}.", separations.len());
            assert_eq!(of(separations), expected);
        }
    }
}
