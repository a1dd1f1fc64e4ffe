//! The nearest points of each point for look-up: nearest first, without itself, with distances.
//!
//! A point has `MAX_NEAR_POINTS` nearest points, or fewer if there are many points: at most
//! `MAX_TOTAL` over all points. If all distances would take too long, the nearest anchors are
//! used.

use rayon::prelude::*;

use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::knn::{self, Space};

pub(crate) const MAX_NEAR_POINTS: usize = 15;
/// The most nearest points of all points together, unless that is less than one each.
pub(crate) const MAX_TOTAL: usize = 3_000_000;

/// The nearest points of each point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NearPoints {
    /// The other points of each point, nearest first.
    pub lists: Csr,
    /// The distances of the other points, list by list; empty if distances are not known.
    pub distances: Vec<f64>,
}

pub(crate) fn list_length(n: usize) -> usize {
    (MAX_TOTAL / n.max(1)).clamp(1, MAX_NEAR_POINTS).min(n.saturating_sub(1))
}

impl NearPoints {
    /// Computes the nearest points in a space; `ranked` has the neighbours of each, if known.
    pub(crate) fn from_space(space: &Space, ranked: Option<&Csr>) -> Self {
        let (n, most) = (space.len(), list_length(space.len()));
        let is_enough = |ranked: &&Csr| ranked.iter().all(|list| list.len() > most);
        let found = match ranked.filter(is_enough) {
            Some(_) => None,
            // An error means that k exceeds the number of points: no nearest points then.
            None => knn::ranked_neighbors(space, most + 1).ok(),
        };
        let all = found.as_ref().or(ranked);
        let lists = all.map_or_else(|| Self::empty_lists(n), |all| Self::without_first(all, most));
        Self::with_distances(space, lists)
    }

    fn with_distances(space: &Space, lists: Csr) -> Self {
        let distance = |(point, list): (usize, &[u32])| {
            list.iter().map(|&other| space.true_distance(point, other as usize)).collect::<Vec<_>>()
        };
        let points: Vec<(usize, &[u32])> = lists.iter().enumerate().collect();
        let distances: Vec<Vec<f64>> = points.into_par_iter().map(distance).collect();
        Self { distances: distances.concat(), lists }
    }

    /// Computes the nearest points if neighbours are anchors: `order` has the nearest anchors of
    /// each point, as indices into `anchors`.
    pub(crate) fn from_anchors(space: &Space, anchors: &[PointId], order: &Csr) -> Self {
        if !knn::is_too_expensive(space) {
            return Self::from_space(space, None);
        }
        let most = list_length(space.len());
        let others = |(point, list): (u32, &[u32])| {
            let all = list.iter().map(|&at| anchors[at as usize].0);
            all.filter(|&other| other != point).take(most).collect::<Vec<u32>>()
        };
        Self::with_distances(space, (0..).zip(order.iter()).map(others).collect())
    }

    /// Creates the nearest points from lists without distances that begin with the point itself.
    pub(crate) fn from_lists(ranked: &Csr) -> Self {
        Self {
            lists: Self::without_first(ranked, list_length(ranked.len())),
            distances: Vec::new(),
        }
    }

    fn empty_lists(n: usize) -> Csr {
        (0..n).map(|_| []).collect()
    }

    fn without_first(ranked: &Csr, most: usize) -> Csr {
        let others = |list: &[u32]| list.iter().skip(1).take(most).copied().collect::<Vec<_>>();
        ranked.iter().map(others).collect()
    }

    /// Returns the nearest points of `point`, nearest first, with distances if these are known.
    pub fn nearest(&self, point: PointId) -> impl Iterator<Item = (PointId, Option<f64>)> + '_ {
        let is_known = point.index() < self.lists.len();
        let list = if is_known { self.lists.get(point.index()) } else { &[] };
        let start = if is_known { self.lists.start(point.index()) } else { 0 };
        let distance = move |at: usize| self.distances.get(start + at).copied();
        list.iter().enumerate().map(move |(at, &other)| (PointId(other), distance(at)))
    }

    /// Returns the points of the shortest chain that joins two points, without these, in order: of
    /// each two next to one another, one is among the nearest points of the other. Of equally short
    /// chains, returns the one whose points come first. `None` if the chain has more than `most`
    /// points.
    pub fn shortest_chain(
        &self,
        one: PointId,
        other: PointId,
        most: usize,
    ) -> Option<Vec<PointId>> {
        let of_point = self.lists.transpose(self.lists.len());
        // The steps from each point to `other`, so that the chain is chosen from `one` on.
        let mut steps = vec![None; self.lists.len()];
        *steps.get_mut(other.index())? = Some(0);
        let around = |point: u32| {
            let lists = [self.lists.get(point as usize), of_point.get(point as usize)];
            lists.into_iter().flatten().copied()
        };
        let mut reached = vec![other.0];
        for step in 1..=most + 1 {
            let mut next = Vec::new();
            for near in reached.iter().flat_map(|&point| around(point)) {
                if steps[near as usize].is_none() {
                    steps[near as usize] = Some(step);
                    next.push(near);
                }
            }
            reached = next;
        }
        let mut left: usize = steps.get(one.index()).copied().flatten()?;
        let (mut chain, mut at) = (Vec::new(), one.0);
        while left > 1 {
            left -= 1;
            at = around(at).filter(|&near| steps[near as usize] == Some(left)).min()?;
            chain.push(PointId(at));
        }
        Some(chain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knn::tests::table;
    use crate::knn::{Metric, Scale};

    #[test]
    fn the_nearest_come_first_with_their_distances() {
        let values: Vec<f64> = (0..40).map(|at| f64::from(at * at)).collect();
        let space = knn::space(&table(1, values), Metric::Euclidean, Scale::None).unwrap();
        let found = NearPoints::from_space(&space, None);
        let of = |point| found.nearest(PointId(point)).take(3).collect::<Vec<_>>();
        let near = |other, distance| (PointId(other), Some(distance));
        assert_eq!(of(0), [near(1, 1.0), near(2, 4.0), near(3, 9.0)]);
        assert_eq!(of(2), [near(1, 3.0), near(0, 4.0), near(3, 5.0)]);
        assert!(found.lists.iter().all(|list| list.len() == MAX_NEAR_POINTS));
        let ranked = knn::ranked_neighbors(&space, 20).unwrap();
        assert_eq!(NearPoints::from_space(&space, Some(&ranked)), found);
        let few = knn::ranked_neighbors(&space, 4).unwrap();
        assert_eq!(NearPoints::from_space(&space, Some(&few)), found);
        assert_eq!(NearPoints::from_lists(&few).nearest(PointId(39)).count(), 3);
    }

    #[test]
    fn a_chain_joins_two_points_by_the_nearest_of_each() {
        // Each point lists the next; the last two list one another.
        let lists: Csr = [[1], [2], [3], [4], [5], [4], [7], [6]].into_iter().collect();
        let near = NearPoints { lists, distances: Vec::new() };
        let chain = |one, other, most| {
            let found = near.shortest_chain(PointId(one), PointId(other), most);
            found.map(|chain| chain.into_iter().map(|point| point.0).collect::<Vec<_>>())
        };
        assert_eq!(chain(0, 4, 3), Some(vec![1, 2, 3]));
        assert_eq!(chain(4, 0, 3), Some(vec![3, 2, 1]));
        assert_eq!([chain(0, 4, 2), chain(0, 6, 9), chain(9, 0, 1)], [None, None, None]);
        assert_eq!([chain(0, 1, 0), chain(2, 2, 5)], [Some(vec![]), Some(vec![])]);
        // Of two chains, the one by point 1 comes first.
        let lists: Csr = [[1, 2], [3, 0], [3, 0], [1, 2]].into_iter().collect();
        let near = NearPoints { lists, distances: Vec::new() };
        assert_eq!(near.shortest_chain(PointId(3), PointId(0), 5), Some(vec![PointId(1)]));
    }

    #[test]
    fn many_points_have_fewer_and_one_has_none() {
        assert_eq!([1, 2, 16, 1_000, 1_000_000, 9_000_000].map(list_length), [0, 1, 15, 15, 3, 1]);
        let space = knn::space(&table(1, vec![2.0]), Metric::Euclidean, Scale::None).unwrap();
        assert_eq!(NearPoints::from_space(&space, None).nearest(PointId(0)).count(), 0);
        assert_eq!(NearPoints::default().nearest(PointId(0)).count(), 0);
    }
}
