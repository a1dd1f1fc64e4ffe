//! The map of a graph, as a first picture of a table: its communities, and its landmarks with the
//! order among them, which are drawn if there are no communities.
//!
//! Invariant: an edge leads from a landmark to each of the smallest landmarks that contain it (the
//! transitive reduction of inclusion among them); an edge that is not a cover stands for a shortest
//! chain of covers, with the number of its clusters that are left out. A point is introduced in
//! each of the smallest landmarks that hold it.

use std::collections::{BTreeMap, BTreeSet};

use super::data::{Node, Picture};
use super::difference::difference_lines;
use super::from_store::{cluster_node, own_attributes, picture_of_points};
use super::groups::{NamedLandmark, group_map};
use crate::base::bitset::Bits;
use crate::base::ids::{ConceptId, PointId};
use crate::base::numbers::{group_thousands, pluralize};
use crate::context::bits::{BitSet, point_set};
use crate::differences::MeasuredColumns;
use crate::graph::{Graph, Result};
use crate::rule::{GOOD_F1, RuleStep, SortedFeatures};
use crate::select::landmarks::Landmark;

/// The most values of a table for which rules are found.
const MAX_RULE_VALUES: usize = 2_000_000;

/// Returns the picture of landmarks and the order among them, and of the communities.
pub(crate) fn map_picture(graph: &Graph, landmarks: &[Landmark]) -> Result<Picture> {
    let mut ids: Vec<ConceptId> = landmarks.iter().map(|landmark| landmark.id).collect();
    ids.sort_unstable();
    let (points, features, ready) = (graph.points()?, graph.features()?, graph.ready_context()?);
    let (concepts, all) = (graph.concepts()?, graph.members()?);
    let members: Vec<Vec<PointId>> = ids.iter().map(|&id| all.points(id)).collect();
    let sets: Vec<BitSet> =
        members.iter().map(|members| point_set(points.len(), members)).collect();
    // A rule reads every value some ten times, for every cluster.
    let sorted = (features.values.len() <= MAX_RULE_VALUES).then(|| SortedFeatures::new(features));
    let columns = MeasuredColumns::new(features, points.shown_columns());
    let (mut nodes, mut named) = (Vec::new(), Vec::new());
    let clusters = ids.iter().filter_map(|&id| concepts.get(id)).zip(&members);
    for (at, (concept, extent)) in clusters.enumerate() {
        let inner: Vec<&BitSet> =
            sets[..at].iter().filter(|set| set.is_subset(&sets[at])).collect();
        let here = |point: &&PointId| !inner.iter().any(|set| set.has(point.0));
        let introduced = extent.iter().filter(here).map(|point| point.index()).collect();
        let shown = cluster_node(concept, extent.clone());
        let rule = match ready {
            None => sorted.as_ref().and_then(|sorted| cluster_rule(sorted, extent)),
            Some(context) => {
                Some(own_attributes(context, &shown)).filter(|names| !names.is_empty())
            }
        };
        let said = rule.clone().filter(|_| ready.is_none());
        let said = said.unwrap_or_else(|| difference_lines(&columns, extent));
        let card_lines = shown.describe_majority(points).into_iter().chain(said).collect();
        named.push(NamedLandmark { name: shown.name.clone(), points: extent, rule });
        nodes.push(Node { introduced, card_lines, ..shown });
    }
    let edges = transitive_reduction(&sets);
    let (covers, mut shortened) = (graph.covers()?, BTreeMap::new());
    for &(lower, upper) in &edges {
        let chain = covers.path(ids[lower], ids[upper]).unwrap_or_default();
        if chain.len() > 2 {
            shortened.insert((lower, upper), chain.len() - 2);
        }
    }
    let groups = group_map(points, graph.communities()?, graph.membership()?, &named);
    let verdict = graph.verdict()?.replacen("No ", "no ", 1);
    let here = match groups.cards.is_empty() {
        true => {
            let all = pluralize(graph.facts().concepts.into(), "cluster", "clusters");
            format!(" Here {} of {all}.", group_thousands(ids.len() as u64))
        }
        false => String::new(),
    };
    let title = format!("{}: {verdict}{here}", graph.facts().name);
    let empty = picture_of_points(points, &title, &BTreeSet::new());
    Ok(Picture { nodes, edges, cut_chains: shortened, map: Some(groups), ..empty })
}

/// Returns the pairs of nested sets, the smaller first, between which no set lies.
fn transitive_reduction(sets: &[BitSet]) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for lower in 0..sets.len() {
        let mut above: Vec<usize> = Vec::new();
        for upper in lower + 1..sets.len() {
            let within = |low: usize| sets[low].is_subset(&sets[upper]);
            if within(lower) && !above.iter().any(|&between| within(between)) {
                above.push(upper);
            }
        }
        edges.extend(above.into_iter().map(|upper| (lower, upper)));
    }
    edges
}

/// Returns the rule of a cluster, an interval per line, or `None` if the rule is not good.
fn cluster_rule(sorted: &SortedFeatures<'_>, members: &[PointId]) -> Option<Vec<String>> {
    let steps = sorted.rule(members);
    let is_good = |step: &&RuleStep| step.f1(members.len() as u32) >= GOOD_F1;
    let last = steps.last().filter(is_good)?;
    let mut lines: Vec<String> =
        steps.iter().map(|step| step.interval.brief_text(sorted.features())).collect();
    let others = last.points - last.inside;
    if others > 0 || (last.inside as usize) < members.len() {
        let line = lines.last_mut()?;
        *line += &format!(" ({} of them", group_thousands(last.inside.into()));
        *line += &match others {
            0 => ")".to_owned(),
            others => format!(" and {})", pluralize(others.into(), "other", "others")),
        };
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_three_sets_within_each_other_the_first_leads_to_the_second_alone() {
        let set = |members: &[u32]| {
            point_set(9, &members.iter().map(|&p| PointId(p)).collect::<Vec<_>>())
        };
        let sets = [set(&[1]), set(&[2]), set(&[1, 3]), set(&[1, 2, 3, 4]), set(&[2, 5, 6, 7])];
        assert_eq!(transitive_reduction(&sets), [(0, 2), (1, 3), (1, 4), (2, 3)]);
    }
}
