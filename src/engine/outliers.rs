//! Outlier scores: how much wider the neighbourhood of a point is than usual in its group.
//!
//! The width of a neighbourhood is the distance from the point to the last of its k nearest points
//! in the [graph of near points](crate::point_graph), itself included. The score is 1 - m / w, at
//! least 0, where w is the width and m the median width in the main group of the point: 0.5 for a
//! neighbourhood twice as wide as usual. A point in no group is compared with all points. If the
//! graph of near points is a sample, medians are those of its nodes.
//!
//! Without distances, the width is the reciprocal of the number of points that have the point among
//! their neighbours (Hautamäki, Kärkkäinen and Fränti, Outlier Detection Using k-Nearest Neighbour
//! Graph, 2004); in a ready context, of the sum, over its attributes, of the points with each.
//!
//! Invariant: a score is from 0 to 1, and points with equal values have equal scores.

use crate::base::ids::{CommunityId, PointId};
use crate::base::points::Points;
use crate::communities::{Communities, Membership, main_group};
use crate::context::FormalContext;
use crate::dataset::Origin;
use crate::near_points::NearPoints;
use crate::point_graph::PointGraph;

/// The least score of an untypical point: its neighbourhood is four times as wide as usual.
const UNTYPICAL: f64 = 0.75;
/// The most points that pictures mark as untypical.
const MAX_MARKED: usize = 30;

/// The usual width of the neighbourhoods in each group, and among all points.
#[derive(Clone, Debug, PartialEq)]
pub struct UsualWidths {
    /// The median of each group; `None` if no point has the group as its main one.
    groups: Vec<Option<f64>>,
    all: f64,
}

impl UsualWidths {
    /// Creates the medians from the main group and the width of each point; `groups` is the number
    /// of groups.
    pub fn new(widths: &[(Option<CommunityId>, f64)], groups: usize) -> Self {
        let mut lists = vec![Vec::new(); groups];
        for &(group, width) in widths {
            if let Some(list) = group.and_then(|group| lists.get_mut(group.index())) {
                list.push(width);
            }
        }
        let all = widths.iter().map(|&(_, width)| width).collect();
        Self { groups: lists.into_iter().map(median).collect(), all: median(all).unwrap_or(0.0) }
    }

    /// Returns the usual width in a group, or among all points if the group has none.
    pub fn usual_width(&self, group: Option<CommunityId>) -> f64 {
        let found = group.and_then(|group| *self.groups.get(group.index())?);
        found.unwrap_or(self.all)
    }
}

/// Returns the outlier score of a neighbourhood, given the usual width.
pub fn outlier_score(width: f64, usual: f64) -> f64 {
    if width > usual { 1.0 - usual / width } else { 0.0 }
}

/// Returns all points, the most untypical first, ties by row.
pub fn points_by_score(points: &Points) -> Vec<PointId> {
    let score = |point: &PointId| points.outlier_scores()[point.index()];
    let mut all: Vec<PointId> = points.ids().collect();
    all.sort_by(|one, other| score(other).total_cmp(&score(one)));
    all
}

/// Returns the points that pictures mark, the most untypical first; none without distances, since
/// scores of a few neighbours by count are coarse.
pub fn untypical_points(points: &Points, near: &NearPoints) -> Vec<PointId> {
    let is_untypical = |point: &PointId| points.outlier_scores()[point.index()] >= UNTYPICAL;
    match near.distances.is_empty() {
        true => Vec::new(),
        false => {
            points_by_score(points).into_iter().take_while(is_untypical).take(MAX_MARKED).collect()
        }
    }
}

/// Returns the outlier score of each point.
pub(crate) fn outlier_scores(
    graph: &PointGraph,
    origin: Origin,
    context: &FormalContext,
    communities: &Communities,
    membership: &Membership,
) -> Vec<f64> {
    let group = |shares: &Vec<_>| main_group(communities, shares).map(|(group, _)| group);
    let groups = membership.iter().map(group);
    let (all, is_sampled): (Vec<_>, _) = match graph.widths() {
        Some(widths) => (groups.zip(widths.iter().copied()).collect(), true),
        None => (groups.zip(rarities(origin, context)).collect(), false),
    };
    let is_counted = |point: PointId| !is_sampled || graph.is_node(point);
    let counted = PointId::first(all.len()).zip(&all).filter(|(point, _)| is_counted(*point));
    let counted: Vec<_> = counted.map(|(_, of)| *of).collect();
    let usual = UsualWidths::new(&counted, communities.groups().len());
    all.into_iter().map(|(group, width)| outlier_score(width, usual.usual_width(group))).collect()
}

/// Returns the width of each neighbourhood without distances, which may be infinite.
fn rarities(origin: Origin, context: &FormalContext) -> Vec<f64> {
    let columns = context.columns();
    let count = |attribute: usize| columns.get(attribute).len() as u64;
    let sum = |row: &[u32]| row.iter().map(|&attribute| count(attribute as usize)).sum();
    let counts: Vec<u64> = match origin {
        Origin::Ready => context.rows().iter().map(sum).collect(),
        Origin::Neighbors { .. } => (0..context.object_count()).map(count).collect(),
    };
    counts.into_iter().map(|count| 1.0 / count as f64).collect()
}

/// Returns the median of numbers, the mean of the two in the middle; `None` if there are none.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_unstable_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    let upper = *numbers.get(middle)?;
    let lower = if numbers.len().is_multiple_of(2) { numbers[middle - 1] } else { upper };
    Some((lower + upper) / 2.0)
}
