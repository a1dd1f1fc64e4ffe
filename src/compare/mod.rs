//! Comparison of two graphs of some common points: of another k, another table, another month.
//!
//! Points are equal if their names are; points of one graph alone are counted and left out. If
//! names only number the rows, and no value shows that they are the same rows, graphs are compared
//! only if they have the same number of points.
//!
//! The best match of a group of points, a landmark or a community, is the group of the other graph
//! with the highest Jaccard index, the number of common points divided by the number of points in
//! either; of equal ones, the first. It is a match if the index is above [`MIN_JACCARD`]: Hennig
//! (*Dissolution point and isolation robustness*, 2008) calls a cluster dissolved if no more of it
//! is found again. Groups that are disjoint then have at most one match. A group of the first graph
//! without a match is gone, one of the second is new.
//!
//! The main community of a point is the one with its largest share, of equal ones the first. A
//! point changes company if the match of its main community is not its main community in the other
//! graph.
//!
//! Invariant: equal graphs give equal comparisons, and a graph compared with itself is unchanged.

mod groups;
mod rows;
mod sentences;

pub use groups::Group;
pub(crate) use groups::GroupKind;

use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::graph::{self, Graph};
use groups::GraphGroups;

/// The Jaccard index above which two groups match.
pub const MIN_JACCARD: f64 = 0.5;

/// The reason why two graphs are not compared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// Graphs without a common name of a point.
    #[error(
        "no point of {:?} is in {:?}: names there are such as {:?}, here such as {:?}; build \
         both graphs with the same names of points", .names[0], .names[1], .points[1], .points[0]
    )]
    NothingInCommon {
        /// The names of the graphs.
        names: [String; 2],
        /// The names of the first points of the graphs.
        points: [String; 2],
    },
    /// Graphs of numbered points, of which nothing shows that a number means the same row in both.
    #[error(
        "{:?} and {:?} are of different tables: {} and {} points, which are only numbered, without \
         an equal value in a column of both; name the points by an id in both",
        .names[0], .names[1], .points[0], .points[1]
    )]
    DifferentRows {
        /// The names of the graphs.
        names: [String; 2],
        /// The numbers of points of the graphs.
        points: [usize; 2],
    },
    /// An error of reading a graph.
    #[error(transparent)]
    Graph(#[from] graph::GraphError),
}

/// The change of a group from the first graph to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A match with the same points.
    Same,
    /// A match with points that partly differ.
    Kept,
    /// No match for a group of the first graph.
    Gone,
    /// No match for a group of the second graph.
    New,
}

/// A group and its best match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// The kind of both groups.
    pub kind: GroupKind,
    /// The index of the group of the first graph; for a new group, of its best match, if any.
    pub first: Option<usize>,
    /// The index of the group of the second graph; for one that is gone, of its best match, if any.
    pub second: Option<usize>,
    /// The number of points that both groups contain.
    pub shared: u32,
    /// The Jaccard index of the groups, over the points that are in both graphs.
    pub jaccard: f64,
    /// The change of the group.
    pub change: Change,
}

/// The change of a point that is in a community of one of the graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointChange {
    /// The point's community has a match, and the point is in another one.
    Moved,
    /// The point's community has no match, and the point is in a community.
    Regrouped,
    /// The point is in no community of the second graph.
    Left,
    /// The point is in no community of the first graph.
    Joined,
}

/// A point that changed company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedPoint {
    /// The point in the first graph.
    pub point: PointId,
    /// The point's main communities in both graphs, by index.
    pub main: [Option<usize>; 2],
    /// The kind of the change.
    pub change: PointChange,
}

/// The comparison of two graphs.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The names of the graphs.
    pub names: [String; 2],
    /// The number of points that are in both graphs.
    pub common: u32,
    pub(crate) unshared: [u32; 2],
    points: Points,
    landmarks: [Vec<Group>; 2],
    communities: [Vec<Group>; 2],
    /// The matches of landmarks, then of communities; in each, the groups of the first graph in
    /// their order, then the new ones.
    pub matches: Vec<Match>,
    /// The points that changed company, by row.
    pub changed: Vec<ChangedPoint>,
    /// `true` if both graphs have the same digest.
    pub is_same: bool,
    /// `true` if points are taken for the same by the numbers of their rows alone.
    pub(crate) is_by_number: bool,
}

impl Comparison {
    /// Compares two stored graphs by their points, landmarks and communities.
    ///
    /// # Errors
    /// Returns an error if the graphs have no point in common or are of different rows, or if a
    /// graph cannot be read.
    pub fn new(one: &Graph, other: &Graph) -> Result<Self, CompareError> {
        let facts = [one.facts(), other.facts()];
        let points = [one.points()?, other.points()?];
        let numbers = number_common(points[0], points[1]);
        let common = numbers[0].iter().flatten().count() as u32;
        if common == 0 {
            let first = |points: &Points| points.names().first().cloned().unwrap_or_default();
            return Err(CompareError::NothingInCommon {
                names: facts.map(|facts| facts.name.clone()),
                points: points.map(first),
            });
        }
        let is_same = facts[0].digest.is_some() && facts[0].digest == facts[1].digest;
        let is_by_number = !is_same
            && points.map(Points::has_default_names) == [true; 2]
            && !have_equal_value([one, other], points)?;
        if is_by_number && points[0].len() != points[1].len() {
            let points = points.map(Points::len);
            return Err(CompareError::DifferentRows {
                names: facts.map(|facts| facts.name.clone()),
                points,
            });
        }
        let sides = [
            GraphGroups::read(one, points[0], &numbers[0])?,
            GraphGroups::read(other, points[1], &numbers[1])?,
        ];
        let mut matches =
            match_groups(GroupKind::Landmark, [&sides[0].landmarks, &sides[1].landmarks]);
        let of_communities =
            match_groups(GroupKind::Community, [&sides[0].communities, &sides[1].communities]);
        let mut partner = vec![None; sides[0].communities.len()];
        for found in of_communities.iter().filter(|found| found.is_match()) {
            found.first.into_iter().for_each(|one| partner[one] = found.second);
        }
        matches.extend(of_communities);
        let mut changed = Vec::new();
        for (point, number) in points[0].ids().zip(&numbers[0]) {
            let Some(number) = number else { continue };
            let main = [&sides[0], &sides[1]].map(|side| side.main[*number as usize]);
            let how = match main {
                [None, None] => continue,
                [Some(one), Some(other)] => match partner[one] {
                    Some(partner) if partner == other => None,
                    Some(_) => Some(PointChange::Moved),
                    None => Some(PointChange::Regrouped),
                },
                [Some(_), None] => Some(PointChange::Left),
                [None, Some(_)] => Some(PointChange::Joined),
            };
            changed.extend(how.map(|how| ChangedPoint { point, main, change: how }));
        }
        let alone = [0, 1].map(|side: usize| numbers[side].iter().filter(|n| n.is_none()).count());
        let alone = alone.map(|points| points as u32);
        let [one, other] = sides;
        Ok(Self {
            names: facts.map(|facts| facts.name.clone()),
            common,
            unshared: alone,
            points: points[0].clone(),
            landmarks: [one.landmarks, other.landmarks],
            communities: [one.communities, other.communities],
            matches,
            changed,
            is_same,
            is_by_number,
        })
    }

    /// Returns the groups of a kind in the first graph and in the second.
    pub fn groups(&self, kind: GroupKind) -> &[Vec<Group>; 2] {
        match kind {
            GroupKind::Landmark => &self.landmarks,
            GroupKind::Community => &self.communities,
        }
    }

    /// Returns the number of groups of a kind with a change.
    pub fn count(&self, kind: GroupKind, change: Change) -> usize {
        let is_so = |found: &&Match| found.kind == kind && found.change == change;
        self.matches.iter().filter(is_so).count()
    }

    /// Returns `true` if groups, points and the company of points are the same in both graphs.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.unshared == [0, 0]
            && self.changed.is_empty()
            && self.matches.iter().all(|found| found.change == Change::Same)
    }
}

impl Match {
    pub(crate) fn is_match(&self) -> bool {
        self.jaccard > MIN_JACCARD
    }
}

/// Returns `true` if a common point has the same value in both graphs, in a feature that both have.
fn have_equal_value(graphs: [&Graph; 2], points: [&Points; 2]) -> graph::Result<bool> {
    let [one, other] = [graphs[0].features()?, graphs[1].features()?];
    let both =
        one.names.iter().enumerate().filter_map(|(at, name)| {
            Some((at, other.names.iter().position(|other| other == name)?))
        });
    let both: Vec<(usize, usize)> = both.collect();
    let same = |point: PointId| points[1].find(points[0].name(point)).map(|same| (point, same));
    Ok(points[0].ids().filter_map(same).any(|(point, same)| {
        let row = &one.values[point.index() * one.names.len()..];
        let same = &other.values[same.index() * other.names.len()..];
        both.iter().any(|&(at, there)| row[at] == same[there])
    }))
}

/// Returns the number of each point among the common points, ordered as in the first graph.
fn number_common(one: &Points, other: &Points) -> [Vec<Option<u32>>; 2] {
    let mut numbers = [vec![None; one.len()], vec![None; other.len()]];
    let mut next = 0;
    for point in one.ids() {
        if let Some(same) = other.find(one.name(point)) {
            numbers[0][point.index()] = Some(next);
            numbers[1][same.index()] = Some(next);
            next += 1;
        }
    }
    numbers
}

/// Returns the best match of every first group, then the second groups without a match.
fn match_groups(kind: GroupKind, groups: [&[Group]; 2]) -> Vec<Match> {
    let best = |groups: [&[Group]; 2]| -> Vec<_> {
        let holding = groups::groups_by_point(groups[1]);
        groups[0].iter().map(|group| group.best_match(groups[1], &holding)).collect()
    };
    let mut all = Vec::new();
    for (one, (other, shared, jaccard)) in best(groups).into_iter().enumerate() {
        let is_whole = other.is_some_and(|other| groups[0][one].size == groups[1][other].size);
        let change = match jaccard {
            1.0 if is_whole => Change::Same,
            jaccard if jaccard > MIN_JACCARD => Change::Kept,
            _ => Change::Gone,
        };
        all.push(Match { kind, first: Some(one), second: other, shared, jaccard, change });
    }
    for (other, (one, shared, jaccard)) in best([groups[1], groups[0]]).into_iter().enumerate() {
        if jaccard <= MIN_JACCARD {
            let (other, change) = (Some(other), Change::New);
            all.push(Match { kind, first: one, second: other, shared, jaccard, change });
        }
    }
    all
}
