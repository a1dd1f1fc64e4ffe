//! A map of a graph: its landmarks and the order among them, in their groups, as a first picture of
//! a table.
//!
//! Invariant: an edge leads from a landmark to each of the smallest landmarks that contain it (the
//! transitive reduction of inclusion among them); where it is not a cover it stands for a shortest
//! chain of covers, with how many clusters of it are left out. A point is introduced in each of the
//! smallest landmarks that hold it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::data::{Group, Node, Picture, Road};
use super::difference::lines;
use super::from_store::{node, without_clusters};
use crate::base::bitset::Bits;
use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::base::numbers::{counted, grouped, percent_of_class};
use crate::base::points::Points;
use crate::communities::{Communities, Overlap, verdict};
use crate::context::bits::{Set, as_set};
use crate::differences::Columns;
use crate::rule::{GOOD, Sorted, Step};
use crate::select::landmarks::Landmark;
use crate::store::{LatticeStore, Result, StoredContext};

/// A road joins two groups if at least one in twenty points of the smaller one lies in both.
const ROAD: u32 = 20;
/// Of a table with more values no rules are looked for.
const MOST_VALUES: usize = 2_000_000;

/// The picture of these concepts and the order among them.
///
/// # Errors
/// A failure of the store.
pub fn picture(
    store: &dyn LatticeStore,
    stored: &StoredContext,
    landmarks: &[Landmark],
) -> Result<Picture> {
    let mut ids: Vec<ConceptId> = landmarks.iter().map(|landmark| landmark.id).collect();
    ids.sort_unstable();
    let (n, features) = (stored.points.len(), store.features()?);
    let (concepts, members) = (store.concepts(&ids)?, store.members(&ids)?);
    let sets: Vec<Set> = members.iter().map(|members| as_set(n, members)).collect();
    // A rule looks at every value some ten times, for every cluster.
    let sorted = (features.values.len() <= MOST_VALUES).then(|| Sorted::of(&features));
    let columns = Columns::of(&features, stored.points.kept());
    let mut nodes = Vec::with_capacity(ids.len());
    for (at, (concept, members)) in concepts.into_iter().zip(&members).enumerate() {
        let inner: Vec<&Set> = sets[..at].iter().filter(|set| set.within(&sets[at])).collect();
        let here = |point: &&PointId| !inner.iter().any(|set| set.has(point.0));
        let introduced = members.iter().filter(here).map(|point| point.index()).collect();
        let shown = node(stored, concept.into(), at);
        let rule = sorted.as_ref().and_then(|sorted| rule_lines(sorted, members));
        let card_lines = card_lines(&stored.points, &columns, &shown, members, rule);
        nodes.push(Node { introduced, card_lines, ..shown });
    }
    let edges = reduced(&sets);
    let mut shortened = BTreeMap::new();
    for &(lower, upper) in &edges {
        let chain = store.path(ids[lower], ids[upper])?.unwrap_or_default();
        if chain.len() > 2 {
            shortened.insert((lower, upper), chain.len() - 2);
        }
    }
    let communities = store.communities()?;
    let (groups, roads) = groups(stored, &communities, &nodes);
    let verdict = verdict(&communities, stored.points.len());
    let verdict = verdict.replacen("No ", "no ", 1);
    let held = landmarks.last().map_or(0, |landmark| landmark.held);
    let (here, points) = (drawn(stored, ids.len()), of_points(stored, held as usize));
    let title = format!("{}: {verdict} Here {here}, with {points}", stored.facts.name);
    let column_limit = Some((nodes.len() as f64).sqrt().ceil() as usize);
    let empty = without_clusters(stored, &title, &BTreeSet::new());
    Ok(Picture { nodes, edges, shortened, column_limit, groups, roads, ..empty })
}

/// `16 of 1,502 clusters`.
fn drawn(stored: &StoredContext, clusters: usize) -> String {
    let all = counted(stored.facts.concepts.into(), "cluster", "clusters");
    format!("{} of {all}", grouped(clusters as u64))
}

/// `148 of 150 points`, or `all 150 points`.
fn of_points(stored: &StoredContext, held: usize) -> String {
    let all = counted(stored.facts.points.into(), "point", "points");
    match held as u32 == stored.facts.points {
        true => format!("all {all}"),
        false => format!("{} of {all}", grouped(held as u64)),
    }
}

/// The groups of these clusters, and what they have in common.
fn groups(
    stored: &StoredContext,
    communities: &Communities,
    nodes: &[Node],
) -> (Vec<Group>, Vec<Road>) {
    let (mut groups, mut places) = (Vec::new(), BTreeMap::new());
    for (number, one) in CommunityId::first(communities.all.len()).zip(communities.groups()) {
        let is_here = |at: &usize| nodes[*at].community == Some(number);
        let nodes: Vec<usize> = (0..nodes.len()).filter(is_here).collect();
        if nodes.is_empty() {
            continue;
        }
        let class = one.majority_and_purity.zip(stored.points.classes());
        let class =
            class.map(|((class, purity), classes)| percent_of_class(purity, classes.name(class)));
        let apart = one.most_apart().map(str::to_owned);
        let lines = class.into_iter().chain(apart).collect();
        places.insert(number, groups.len());
        groups.push(Group { id: one.name.clone(), points: one.points, lines, nodes });
    }
    let road = |overlap: &Overlap| {
        let smaller = [overlap.one, overlap.other].map(|id| communities.all[id.index()].points);
        if overlap.points == 0 || ROAD * overlap.points < smaller[0].min(smaller[1]) {
            return None;
        }
        let (from, to) = (*places.get(&overlap.one)?, *places.get(&overlap.other)?);
        Some(Road { from, to, points: overlap.points })
    };
    let mut roads: Vec<Road> = communities.overlaps.iter().filter_map(road).collect();
    // The broadest, in their first order.
    let mut widths: Vec<u32> = roads.iter().map(|road| road.points).collect();
    widths.sort_unstable_by_key(|&points| Reverse(points));
    let most = (3 * groups.len()).div_ceil(2);
    let least = widths.get(most.saturating_sub(1)).copied().unwrap_or(0);
    roads.retain(|road| road.points >= least);
    (groups, roads)
}

/// The pairs of sets, smaller first, of which one lies in the other and none lies between.
fn reduced(sets: &[Set]) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for lower in 0..sets.len() {
        let mut above: Vec<usize> = Vec::new();
        for upper in lower + 1..sets.len() {
            let within = |low: usize| sets[low].within(&sets[upper]);
            if within(lower) && !above.iter().any(|&between| within(between)) {
                above.push(upper);
            }
        }
        edges.extend(above.into_iter().map(|upper| (lower, upper)));
    }
    edges
}

/// The rule of a cluster where it is good, an interval a line.
fn rule_lines(sorted: &Sorted<'_>, members: &[PointId]) -> Option<Vec<String>> {
    let steps = sorted.rule(members);
    let is_good = |step: &&Step| step.f1(members.len() as u32) >= GOOD;
    steps.last().filter(is_good)?;
    let line = |step: &Step| step.interval.in_words(sorted.features()).replace("<=", "≤");
    Some(steps.iter().map(line).map(|line| line.replace(">=", "≥")).collect())
}

/// `97 % setosa`, then its rule, or what sets it apart: `petal_length 1.3 below`.
fn card_lines(
    points: &Points,
    columns: &Columns<'_>,
    node: &Node,
    members: &[PointId],
    rule: Option<Vec<String>>,
) -> Vec<String> {
    let class = node
        .majority()
        .zip(points.classes())
        .map(|((class, purity), classes)| percent_of_class(purity, &classes.names()[class]));
    class.into_iter().chain(rule.unwrap_or_else(|| lines(columns, members))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_three_sets_within_each_other_the_first_leads_to_the_second_alone() {
        let set =
            |members: &[u32]| as_set(9, &members.iter().map(|&p| PointId(p)).collect::<Vec<_>>());
        let sets = [set(&[1]), set(&[2]), set(&[1, 3]), set(&[1, 2, 3, 4]), set(&[2, 5, 6, 7])];
        assert_eq!(reduced(&sets), [(0, 2), (1, 3), (1, 4), (2, 3)]);
    }
}
