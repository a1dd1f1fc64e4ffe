//! The verdict on whether groups stand apart, in a sentence.

use std::ops::Range;

use super::{Communities, Community, Level};
use crate::base::numbers::{group_thousands, pluralize};
use crate::base::words::join_words;

/// The number of different points below which each is a neighbour of each, so no group is found.
const MIN_POINTS: usize = 15;
/// The number of different points below which few gaps are wide enough to be seen.
const FEW_POINTS: usize = 60;
/// The separation from which on a group stands apart clearly.
pub const CLEAR_SEPARATION: f64 = 0.5;
/// The separation below which a group hardly stands apart.
const DOUBTFUL_SEPARATION: f64 = 0.2;
/// The most groups that are named.
const MAX_NAMED: usize = 6;

/// The way in which the number of groups came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupOrigin {
    Found,
    /// Found in a closer look, and so doubtful.
    CloseLook,
    /// Given by the user.
    Given,
}

/// Returns a sentence about the communities of points of which `distinct` have distinct values:
/// `3 groups stand apart: g3 clearly (0.61), g1 and g2 less (0.33).`
pub(crate) fn verdict(communities: &Communities, distinct: usize, origin: GroupOrigin) -> String {
    let groups = communities.groups();
    match groups.len() {
        count if origin == GroupOrigin::Given => {
            let clarity = if count > 1 { describe_clarity(groups) } else { String::new() };
            format!("Cut into {}{clarity}.", pluralize(count as u64, "group", "groups"))
        }
        0 => "No two different points are near one another, so there are no groups.".to_owned(),
        1 if distinct < MIN_POINTS => {
            let points = pluralize(distinct as u64, "different point", "different points");
            format!("{points}: too few to tell whether groups stand apart.")
        }
        1 => {
            let parts = communities.all.iter().filter(|one| one.level == Level::Part).count();
            let parts = match parts {
                0 => String::new(),
                parts => format!(" with {}", pluralize(parts as u64, "part", "parts")),
            };
            // Points with equal values are one node of the graph of near points.
            let few = match distinct < FEW_POINTS {
                true => format!("; {distinct} different points show only wide gaps"),
                false => String::new(),
            };
            format!("No groups stand apart: the table is one continuum{parts}{few}.")
        }
        count => {
            let count = group_thousands(count as u64);
            if origin == GroupOrigin::CloseLook {
                let least = groups.iter().map(separation_of).fold(1.0, f64::min);
                return format!(
                    "{count} groups may stand apart (at least {least:.2}): only the closer look, \
                     by 10 neighbours, finds them."
                );
            }
            let largest = largest_separation(groups);
            if largest < DOUBTFUL_SEPARATION {
                return format!("{count} groups hardly stand apart (at most {largest:.2}).");
            }
            format!("{count} groups stand apart{}.", describe_clarity(groups))
        }
    }
}

fn separation_of(one: &Community) -> f64 {
    one.separation.unwrap_or(1.0)
}

fn largest_separation(groups: &[Community]) -> f64 {
    groups.iter().map(separation_of).fold(0.0, f64::max)
}

/// Describes which groups are clear, less clear, and doubtful: by name, or by number if there are
/// many.
fn describe_clarity(groups: &[Community]) -> String {
    let of = |range: Range<f64>| -> Vec<&Community> {
        groups.iter().filter(|one| range.contains(&separation_of(one))).collect()
    };
    let clear = of(CLEAR_SEPARATION..f64::INFINITY);
    let less = of(DOUBTFUL_SEPARATION..CLEAR_SEPARATION);
    let doubtful = of(0.0..DOUBTFUL_SEPARATION);
    let least = |some: &[&Community]| {
        let numbers: Vec<String> =
            some.iter().map(|one| format!("{:.2}", separation_of(one))).collect();
        let least = numbers.iter().min().map_or("", String::as_str);
        let is_one = numbers.iter().all(|number| number == least);
        format!("({}{least})", if is_one { "" } else { "at least " })
    };
    if clear.len() == groups.len() {
        return format!(", all clearly {}", least(&clear));
    }
    if [less.len(), doubtful.len()].contains(&groups.len()) {
        return format!(", none clearly (at most {:.2})", largest_separation(groups));
    }
    let subject = |some: &[&Community]| match groups.len() <= MAX_NAMED {
        true => join_words(some.iter().map(|one| &one.name)),
        false => group_thousands(some.len() as u64),
    };
    let how = [(clear, "clearly"), (less, "less"), (doubtful, "hardly")];
    let clauses: Vec<String> = how
        .iter()
        .filter(|(some, _)| !some.is_empty())
        .map(|(some, how)| format!("{} {how} {}", subject(some), least(some)))
        .collect();
    let separator = if clauses.iter().any(|some| some.contains(',')) { "; " } else { ", " };
    format!(": {}", clauses.join(separator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_names_each_group_once_and_gives_the_separation_that_is_stored() {
        let communities = |separations: &[f64]| {
            let group = |(at, &separation): (usize, &f64)| Community {
                name: format!("g{}", at + 1),
                separation: Some(separation),
                ..Community::default()
            };
            let all = separations.iter().enumerate().map(group).collect();
            Communities { all, overlaps: Vec::new() }
        };
        let of = |separations: &[f64]| verdict(&communities(separations), 1000, GroupOrigin::Found);
        let specification: [(&[f64], &str); 6] = [
            (&[0.33, 0.33, 0.61], ": g3 clearly (0.61), g1 and g2 less (0.33)"),
            (&[0.9, 0.2, 0.3], ": g1 clearly (0.90), g2 and g3 less (at least 0.20)"),
            (&[1.0, 0.75], ", all clearly (at least 0.75)"),
            (&[0.4, 0.2], ", none clearly (at most 0.40)"),
            (&[1.0, 0.1, 0.3, 0.1], ": g1 clearly (1.00), g3 less (0.30), g2 and g4 hardly (0.10)"),
            (
                &[0.5, 0.6, 0.7, 0.4, 0.8, 0.9, 0.2],
                ": 5 clearly (at least 0.50), 2 less (at least 0.20)",
            ),
        ];
        for (separations, rest) in specification {
            let expected = format!("{} groups stand apart{rest}.", separations.len());
            assert_eq!(of(separations), expected);
        }
        assert_eq!(of(&[0.1, 0.0]), "2 groups hardly stand apart (at most 0.10).");
        let close =
            |separations: &[f64]| verdict(&communities(separations), 30, GroupOrigin::CloseLook);
        assert_eq!(
            close(&[0.9, 0.55]),
            "2 groups may stand apart (at least 0.55): only the closer look, by 10 neighbours, \
             finds them."
        );
        assert_eq!(
            close(&[1.0]),
            "No groups stand apart: the table is one continuum; 30 different points show only wide \
             gaps."
        );
        let given =
            |separations: &[f64]| verdict(&communities(separations), 1000, GroupOrigin::Given);
        assert_eq!(given(&[0.9, 0.1]), "Cut into 2 groups: g1 clearly (0.90), g2 hardly (0.10).");
        assert_eq!(given(&[0.0, 0.1]), "Cut into 2 groups, none clearly (at most 0.10).");
        assert_eq!(given(&[1.0]), "Cut into 1 group.");
        let few = verdict(&communities(&[1.0]), 3, GroupOrigin::Found);
        assert_eq!(few, "3 different points: too few to tell whether groups stand apart.");
    }
}
