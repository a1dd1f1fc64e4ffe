//! The chains of clusters from some points up to the smallest cluster that holds them.

use std::collections::BTreeSet;

use super::nearest_covers;
use crate::base::ids::{CommunityId, PointId};
use crate::communities::{Communities, Community};
use crate::graph::{Graph, Result};
use crate::picture::Picture;

/// The number of groups whose typical points have chains.
const CHAINED_GROUPS: usize = 2;

/// Chains of covers, by the indices of the clusters.
#[derive(Debug, Default)]
pub(super) struct Chains {
    /// The covers, the lower cluster first.
    pub strong: BTreeSet<(usize, usize)>,
    /// The cluster at the foot of each chain, with the point.
    pub feet: Vec<(usize, PointId)>,
    /// The clusters at the upper ends, with the points that they hold.
    pub tops: Vec<(usize, Vec<PointId>)>,
}

impl Chains {
    /// Returns the clusters on the chains.
    pub(super) fn nodes(&self) -> BTreeSet<usize> {
        let ends = self.strong.iter().flat_map(|&(lower, upper)| [lower, upper]);
        ends.chain(self.tops.iter().map(|top| top.0)).collect()
    }
}

/// Returns the chains that a selection is about or, in a whole graph, those of typical points of
/// the largest groups, each up to the smallest cluster with both.
pub(super) fn chains(
    graph: &Graph,
    picture: &Picture,
    is_whole: bool,
    across: &[f64],
) -> Result<Chains> {
    let is_selected = |at: &usize| picture.nodes[*at].is_selected;
    let selected: Vec<usize> = (0..picture.nodes.len()).filter(is_selected).collect();
    let points = (0..).map(PointId).zip(&picture.points);
    let named: Vec<PointId> =
        points.filter(|(_, point)| point.is_selected).map(|(point, _)| point).collect();
    if !is_whole || !selected.is_empty() || !named.is_empty() {
        let foot = |&point: &PointId| {
            let holds = |at: &usize| picture.nodes[*at].extent.binary_search(&point).is_ok();
            Some(((0..picture.nodes.len()).find(holds)?, point))
        };
        let feet = named.iter().filter_map(foot).collect();
        let tops = selected.into_iter().map(|at| (at, named.clone())).collect();
        return Ok(Chains { strong: picture.strong.clone(), feet, tops });
    }
    let mut chains = Chains::default();
    for pairs in typical_pairs(graph)? {
        let top = pairs.iter().find_map(|pair| {
            let holds_both = |at: &usize| {
                let extent = &picture.nodes[*at].extent;
                pair.iter().all(|point| extent.binary_search(point).is_ok())
            };
            let top = (0..picture.nodes.len()).find(holds_both)?;
            (picture.nodes[top].size < picture.size).then_some((top, *pair))
        });
        if let Some((top, pair)) = top {
            chains.add(picture, across, top, pair);
        }
    }
    Ok(chains)
}

impl Chains {
    /// Adds the chains of two points up to a cluster, each over the nearest cover within it.
    fn add(&mut self, picture: &Picture, across: &[f64], top: usize, pair: [PointId; 2]) {
        let mut is_inside = vec![false; picture.nodes.len()];
        is_inside[top] = true;
        // An edge leads to a higher index, so an upper cluster is known before those below it.
        let mut edges: Vec<(usize, usize)> = picture.edges.clone();
        edges.sort_unstable_by_key(|&(lower, upper)| std::cmp::Reverse((upper, lower)));
        for (lower, upper) in edges {
            is_inside[lower] |= is_inside[upper];
        }
        let nearest = nearest_covers(picture, across, |_, _, upper| is_inside[upper]);
        for point in pair {
            let is_foot = |at: &usize| {
                is_inside[*at] && picture.nodes[*at].extent.binary_search(&point).is_ok()
            };
            let Some(foot) = (0..=top).find(is_foot) else { continue };
            let mut at = foot;
            while let Some(next) = nearest[at].filter(|_| at != top) {
                self.strong.insert((at, next));
                at = next;
            }
            self.feet.push((foot, point));
        }
        self.tops.push((top, pair.to_vec()));
    }
}

/// Returns pairs of typical points for each of the largest groups, the best pair first: of its two
/// largest parts, or else of the group.
fn typical_pairs(graph: &Graph) -> Result<Vec<Vec<[PointId; 2]>>> {
    let (points, communities) = (graph.points()?, graph.communities()?);
    let typical = |one: &Community| -> Vec<PointId> {
        one.typical.iter().filter_map(|name| points.find(name)).collect()
    };
    let groups = CommunityId::first(communities.groups().len());
    let pairs = groups.take(CHAINED_GROUPS).map(|group| {
        let parts = largest_parts(communities, group);
        let mut pairs = Vec::new();
        if let [one, other, ..] = parts[..]
            && let (Some(&one), Some(&other)) = (typical(one).first(), typical(other).first())
        {
            pairs.push([one, other]);
        }
        if let [first, .., last] = typical(&communities.all[group.index()])[..] {
            pairs.push([first, last]);
        }
        pairs
    });
    Ok(pairs.collect())
}

fn largest_parts(communities: &Communities, group: CommunityId) -> Vec<&Community> {
    let mut parts: Vec<&Community> = communities.parts(group).map(|(_, part)| part).collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.points));
    parts
}
