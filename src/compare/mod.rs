//! Two graphs of the same points side by side: another k, another table, another month.
//!
//! Points are the same where their names are; those of one graph alone are counted and left out.
//! Where names only number the rows, and no value says that these are the same, graphs with as many
//! points are compared, others not.
//!
//! Of a group of points, a landmark or a community, the best match among those of the other graph
//! is the one with the highest Jaccard index, shared points by points in either; of equal ones the
//! first. It is a match where that index is above [`MATCH`]: Hennig (*Dissolution point and
//! isolation robustness*, 2008) calls a cluster dissolved of which no more is found again. Groups
//! that share no point have at most one match then. A group of the first graph without a match is
//! gone, one of the second is new.
//!
//! The main community of a point is the one with its largest share, of equal ones the first. A
//! point changes company where the match of its main community is not its main community in the
//! other graph.
//!
//! Invariant: the same two graphs give the same comparison; a graph beside itself is the same in
//! all.

mod groups;
mod rows;
mod words;

pub use groups::{Group, Kind};
pub use rows::{POINTS, ROWS};

use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::graph::{self, Graph};
use groups::Side;

/// Two groups match whose Jaccard index is above this.
pub const MATCH: f64 = 0.5;

/// Why two graphs are not compared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// No name is in both.
    #[error(
        "no point of {:?} is in {:?}: the names there are {:?} and so on, here {:?}; build both \
         with the same names of points", .names[0], .names[1], .points[1], .points[0]
    )]
    NothingInCommon {
        /// What the graphs are called.
        names: [String; 2],
        /// What their first points are called.
        points: [String; 2],
    },
    /// Points are numbered in both, and nothing says that a number is the same row in both.
    #[error(
        "{:?} and {:?} are of different tables: {} and {} points, which are only numbered, without \
         an equal value in a column of both; name the points by an id in both",
        .names[0], .names[1], .points[0], .points[1]
    )]
    OtherRows {
        /// What the graphs are called.
        names: [String; 2],
        /// How many points they have.
        points: [usize; 2],
    },
    /// A graph cannot be read.
    #[error(transparent)]
    Graph(#[from] graph::Error),
}

/// What became of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It has a match with the same points.
    Same,
    /// It has a match.
    Kept,
    /// It is in the first graph and has no match.
    Gone,
    /// It is in the second graph and has no match.
    New,
}

/// A group and its best match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// What they are.
    pub kind: Kind,
    /// The group of the first graph, by its place there; of a new one, what shares most with it.
    pub one: Option<usize>,
    /// That of the second graph.
    pub other: Option<usize>,
    /// How many points both hold.
    pub shared: u32,
    /// The share of these among the points that either holds, of those in both graphs.
    pub jaccard: f64,
    /// What became of it.
    pub change: Change,
}

/// What became of a point that was in a community, or is in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// Its community has a match, and it is in another one.
    Moved,
    /// Its community has no match, and it is in a community.
    Regrouped,
    /// It is in no community any more.
    Left,
    /// It was in no community.
    Joined,
}

/// A point that changed company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    /// It, in the first graph.
    pub point: PointId,
    /// Its main communities, by their places.
    pub main: [Option<usize>; 2],
    /// How it changed.
    pub how: Company,
}

/// Two graphs compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What they are called.
    pub names: [String; 2],
    /// How many points are in both.
    pub common: u32,
    /// How many points only one of them has.
    pub alone: [u32; 2],
    /// The points of the first graph.
    points: Points,
    landmarks: [Vec<Group>; 2],
    communities: [Vec<Group>; 2],
    /// Landmarks, then communities; those of the first graph in their order, then new ones.
    pub matches: Vec<Match>,
    /// Points that changed company, by row.
    pub changed: Vec<Changed>,
    /// Whether both are one graph, by their digests.
    pub is_same: bool,
    /// Whether the points of both are the same by the numbers of their rows alone.
    pub is_by_number: bool,
}

impl Comparison {
    /// Compares two stored graphs. Reads their points, landmarks and communities.
    ///
    /// # Errors
    /// Graphs without a point in common, or of other rows; a failure of a store.
    pub fn new(one: &Graph, other: &Graph) -> Result<Self, CompareError> {
        let facts = [one.facts(), other.facts()];
        let points = [one.points()?, other.points()?];
        let numbers = common(points[0], points[1]);
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
            && points.map(Points::are_numbered) == [true; 2]
            && !agree([one, other], points)?;
        if is_by_number && points[0].len() != points[1].len() {
            let points = points.map(Points::len);
            return Err(CompareError::OtherRows {
                names: facts.map(|facts| facts.name.clone()),
                points,
            });
        }
        let sides =
            [Side::of(one, points[0], &numbers[0])?, Side::of(other, points[1], &numbers[1])?];
        let mut matches = matched(Kind::Landmark, [&sides[0].landmarks, &sides[1].landmarks]);
        let of_communities =
            matched(Kind::Community, [&sides[0].communities, &sides[1].communities]);
        let mut partner = vec![None; sides[0].communities.len()];
        for found in of_communities.iter().filter(|found| found.is_match()) {
            found.one.into_iter().for_each(|one| partner[one] = found.other);
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
                    Some(_) => Some(Company::Moved),
                    None => Some(Company::Regrouped),
                },
                [Some(_), None] => Some(Company::Left),
                [None, Some(_)] => Some(Company::Joined),
            };
            changed.extend(how.map(|how| Changed { point, main, how }));
        }
        let alone = [0, 1].map(|side: usize| numbers[side].iter().filter(|n| n.is_none()).count());
        let alone = alone.map(|points| points as u32);
        let [one, other] = sides;
        Ok(Self {
            names: facts.map(|facts| facts.name.clone()),
            common,
            alone,
            points: points[0].clone(),
            landmarks: [one.landmarks, other.landmarks],
            communities: [one.communities, other.communities],
            matches,
            changed,
            is_same,
            is_by_number,
        })
    }

    /// The groups of a kind in the first graph and in the second.
    pub fn groups(&self, kind: Kind) -> &[Vec<Group>; 2] {
        match kind {
            Kind::Landmark => &self.landmarks,
            Kind::Community => &self.communities,
        }
    }

    /// How many groups of a kind changed so.
    pub fn count(&self, kind: Kind, change: Change) -> usize {
        let is_so = |found: &&Match| found.kind == kind && found.change == change;
        self.matches.iter().filter(is_so).count()
    }

    /// Whether every group has the same points, and no point is in one graph alone or changed
    /// company.
    pub fn is_unchanged(&self) -> bool {
        self.alone == [0, 0]
            && self.changed.is_empty()
            && self.matches.iter().all(|found| found.change == Change::Same)
    }
}

impl Match {
    /// Whether it is more than the best there is.
    pub fn is_match(&self) -> bool {
        self.jaccard > MATCH
    }
}

/// Whether some point has the same value in both graphs, in a feature that both have; where one has
/// no features, nothing speaks against it.
fn agree(graphs: [&Graph; 2], points: [&Points; 2]) -> graph::Result<bool> {
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

/// For each point of both the number that it has among those in common, by the first's rows.
fn common(one: &Points, other: &Points) -> [Vec<Option<u32>>; 2] {
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

/// The best match of every group of the first list, then the groups of the second without one.
fn matched(kind: Kind, groups: [&[Group]; 2]) -> Vec<Match> {
    let best = |groups: [&[Group]; 2]| -> Vec<_> {
        let holding = groups::holding(groups[1]);
        groups[0].iter().map(|group| group.best(groups[1], &holding)).collect()
    };
    let mut all = Vec::new();
    for (one, (other, shared, jaccard)) in best(groups).into_iter().enumerate() {
        let is_whole = other.is_some_and(|other| groups[0][one].size == groups[1][other].size);
        let change = match jaccard {
            1.0 if is_whole => Change::Same,
            jaccard if jaccard > MATCH => Change::Kept,
            _ => Change::Gone,
        };
        all.push(Match { kind, one: Some(one), other, shared, jaccard, change });
    }
    for (other, (one, shared, jaccard)) in best([groups[1], groups[0]]).into_iter().enumerate() {
        if jaccard <= MATCH {
            let (other, change) = (Some(other), Change::New);
            all.push(Match { kind, one, other, shared, jaccard, change });
        }
    }
    all
}
