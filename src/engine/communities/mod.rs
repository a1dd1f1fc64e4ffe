//! Communities: the groups of points that stand apart from one another, their parts, and what joins
//! several of them.
//!
//! Where two sets of points touch, is the boundary weaker than the inside of either? Small pieces
//! of the graph of near points ([`point_graph`](crate::point_graph)) are joined as long as it is
//! not (`tree`), which gives the groups; their parts lie below, the joins above, up to the whole
//! (`hierarchy`). How many groups there are is found, and it may be one: then nothing stands apart.
//!
//! A point belongs to groups and parts by shares: the mean, over its neighbours, of the share of
//! *their* neighbours in each. So a point between two groups is seen to be there. Shares of less
//! than a fifth are left out, unless there is no other, and those that stay add up to 1; those of
//! parts add up to that of their group. A point without neighbours is in no community. Groups are
//! numbered from the one with most points, of equally large ones that with the first point first;
//! parts likewise within their group, joins from the first to the last.
//!
//! Points with equal values are one node: they have the same shares.

mod bisection;
mod description;
mod hierarchy;
mod links;
mod louvain;
mod names;
mod numbering;
mod regions;
pub mod shares;
#[cfg(test)]
mod tests;
mod titles;
mod tree;
mod verdict;

pub use hierarchy::{Level, LevelError};
pub use names::canonical;
pub use regions::Regions;
pub use verdict::{CLEAR, verdict};

use rayon::prelude::*;

use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::points::Points;
use crate::base::progress::{InterruptedError, Progress};
use crate::context::FormalContext;
use crate::context::clarified::Objects;
use crate::dataset::{Dataset, Features, Origin};
use crate::lattice::Lattice;
use crate::point_graph::PointGraph;
use crate::purity::ClassCounter;
use description::{described, overlaps};
use numbering::Named;
use shares::Shares;

/// A group, a part of one, or a join of several.
#[derive(Clone, Debug, PartialEq)]
pub struct Community {
    /// `g1`, `g1.2` or `g1+g4`.
    pub name: String,
    /// Which of these it is.
    pub level: Level,
    /// The community that it lies in next; none of the largest.
    pub parent: Option<CommunityId>,
    /// How many points belong to it, by whatever share; to a join, those of its groups.
    pub points: u32,
    /// 1 less the boundary ratio with what it joins next, from 0, no boundary, to 1, nothing
    /// crosses; none where it joins nothing.
    pub separation: Option<f64>,
    /// How many points have a neighbour across that boundary; of a sample of the points, so many as
    /// it stands for.
    pub touching: u32,
    /// The cohesion of its points together ([`cohesion`](crate::cohesion)).
    pub cohesion: Option<f64>,
    /// The class that most of its points have, and its share; none without classes.
    pub majority_and_purity: Option<(ClassId, f64)>,
    /// The cluster most like it, by the Jaccard index, of equal ones the first; none of a join and
    /// where no cluster is known.
    pub cluster: Option<ConceptId>,
    /// What sets it apart in about five words, a caption that no other community has: `low
    /// petal_length and petal_width`.
    pub title: String,
    /// What sets its points apart from all: the features that differ most, and the kept column that
    /// does, in words; none where nothing does.
    pub apart: Option<String>,
}

impl Community {
    /// The name of the class that most of its points have, and its share; none without classes.
    pub fn majority<'a>(&self, points: &'a Points) -> Option<(&'a str, f64)> {
        let ((class, purity), classes) = self.majority_and_purity.zip(points.classes())?;
        Some((classes.name(class), purity))
    }
}

/// Two groups that touch or have points in both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// The one with the lower number.
    pub one: CommunityId,
    /// The other.
    pub other: CommunityId,
    /// How many points belong to both.
    pub points: u32,
    /// The share of these among the points that belong to either.
    pub jaccard: f64,
    /// 1 less the boundary ratio of the two.
    pub separation: f64,
}

/// All communities of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Communities {
    /// Groups, then parts, then joins.
    pub all: Vec<Community>,
    /// By number of the one, then of the other.
    pub overlaps: Vec<Overlap>,
}

/// Of each point, by row, the groups and parts that it belongs to, by number, with its share.
pub type Membership = Vec<Vec<(CommunityId, f64)>>;

/// Where a point mainly is, by names.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MainPlace<'a> {
    /// The group with its largest share, of equal ones the first.
    pub community: Option<&'a str>,
    /// That share.
    pub share: Option<f64>,
    /// Of the parts of this group the one with its largest share.
    pub part: Option<&'a str>,
}

/// What was found in a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommunityResult {
    /// The communities.
    pub communities: Communities,
    /// Which points belong to them.
    pub membership: Membership,
}

impl Communities {
    /// The groups, by number.
    pub fn groups(&self) -> &[Community] {
        let count = self.all.iter().take_while(|one| one.level == Level::Group).count();
        &self.all[..count]
    }

    /// The parts of a group, by number.
    pub fn parts(&self, group: CommunityId) -> impl Iterator<Item = (CommunityId, &Community)> {
        let all = CommunityId::first(self.all.len()).zip(&self.all);
        all.filter(move |(_, one)| one.level == Level::Part && one.parent == Some(group))
    }

    /// What to show first: the groups or, if there is only one, its parts, if it has any.
    pub fn foremost(&self) -> Vec<(CommunityId, &Community)> {
        let groups: Vec<_> = CommunityId::first(self.all.len()).zip(self.groups()).collect();
        let parts: Vec<_> = match groups[..] {
            [(whole, _)] => self.parts(whole).collect(),
            _ => Vec::new(),
        };
        if parts.is_empty() { groups } else { parts }
    }

    /// The points of one with their shares, ascending: those that belong to a group or a part; of
    /// a join those of its groups, with the sum of their shares in these.
    pub fn points(&self, membership: &Membership, id: CommunityId) -> Vec<(PointId, f64)> {
        let is_group = |other: CommunityId| self.all[other.index()].level == Level::Group;
        // The parts of a group have no more than the group.
        let counts = |other: CommunityId| {
            other == id || is_group(other) && self.upwards(other).any(|above| above == id)
        };
        let counting: Vec<bool> = CommunityId::first(self.all.len()).map(counts).collect();
        let share = |(point, shares): (PointId, &Vec<(CommunityId, f64)>)| {
            let mut inside = shares.iter().filter(|(other, _)| counting[other.index()]).peekable();
            inside.peek()?;
            // In nine digits, so that the order of the sum makes no difference.
            let sum: f64 = inside.map(|&(_, share)| share).sum();
            Some((point, (sum * 1e9).round() / 1e9))
        };
        PointId::first(membership.len()).zip(membership).filter_map(share).collect()
    }

    /// The name of one; empty of one that does not exist.
    pub fn name(&self, id: CommunityId) -> &str {
        self.all.get(id.index()).map_or("", |one| &one.name)
    }

    /// The one of that name, in any way to write it.
    pub fn find(&self, word: &str) -> Option<CommunityId> {
        let name = canonical(word)?;
        CommunityId::first(self.all.len()).find(|&id| self.name(id) == name)
    }

    /// The group that a part lies in; any other community itself.
    pub fn group_of(&self, id: CommunityId) -> CommunityId {
        let one = &self.all[id.index()];
        one.parent.filter(|_| one.level == Level::Part).unwrap_or(id)
    }

    /// A community and all that it lies in, smallest first.
    pub fn upwards(&self, id: CommunityId) -> impl Iterator<Item = CommunityId> {
        // A store could say that two lie in each other.
        std::iter::successors(Some(id), |id| self.all.get(id.index())?.parent).take(self.all.len())
    }

    /// Where a point with these shares mainly is.
    pub fn main_place(&self, shares: &[(CommunityId, f64)]) -> MainPlace<'_> {
        let Some((group, share)) = main_group(self, shares) else { return MainPlace::default() };
        let part = main_part(self, shares).filter(|&part| part != group);
        MainPlace {
            community: Some(self.name(group)),
            share: Some(share),
            part: part.map(|part| self.name(part)),
        }
    }

    /// All communities of a point with these shares, ascending.
    pub fn holding(&self, shares: &[(CommunityId, f64)]) -> Vec<CommunityId> {
        holding(shares, |id| self.upwards(id))
    }

    /// The communities to which all of some points belong, given the shares of each: those with
    /// fewest points first, of equal ones by number; none of no point.
    pub fn common<'s>(
        &self,
        points: impl IntoIterator<Item = &'s [(CommunityId, f64)]>,
    ) -> Vec<CommunityId> {
        let held = points.into_iter().map(|shares| self.holding(shares));
        let common = held.reduce(|mut common, held| {
            common.retain(|id| held.binary_search(id).is_ok());
            common
        });
        let mut common = common.unwrap_or_default();
        common.sort_by_key(|id| (self.all[id.index()].points, *id));
        common
    }
}

/// All communities of a point with these shares, ascending, given what each lies in.
fn holding<I: Iterator<Item = CommunityId>>(
    shares: &[(CommunityId, f64)],
    upwards: impl Fn(CommunityId) -> I,
) -> Vec<CommunityId> {
    let mut all: Vec<CommunityId> = shares.iter().flat_map(|&(id, _)| upwards(id)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The group with a point's largest share, of equal ones the first.
pub fn main_group(
    communities: &Communities,
    shares: &[(CommunityId, f64)],
) -> Option<(CommunityId, f64)> {
    largest(communities, shares, |level| level == Level::Group)
}

/// Its largest share in a community that has no smaller one in it: a part, or a group without
/// parts.
pub fn main_part(communities: &Communities, shares: &[(CommunityId, f64)]) -> Option<CommunityId> {
    let (group, _) = main_group(communities, shares)?;
    let of_group = |id: CommunityId| communities.all[id.index()].parent == Some(group);
    let parts: Vec<_> = shares.iter().copied().filter(|(id, _)| of_group(*id)).collect();
    let part = largest(communities, &parts, |level| level == Level::Part);
    Some(part.map_or(group, |(id, _)| id))
}

fn largest(
    communities: &Communities,
    shares: &[(CommunityId, f64)],
    wanted: impl Fn(Level) -> bool,
) -> Option<(CommunityId, f64)> {
    let is_wanted = |(id, _): &&(CommunityId, f64)| wanted(communities.all[id.index()].level);
    let best = |best: (CommunityId, f64), next: (CommunityId, f64)| {
        if next.1 > best.1 { next } else { best }
    };
    shares.iter().filter(is_wanted).copied().reduce(best)
}

/// What communities are found in and described by.
#[derive(Clone, Copy, Debug)]
pub struct CommunityInput<'a> {
    /// What stands apart among them.
    pub regions: &'a Regions,
    /// How the context was made.
    pub origin: Origin,
    /// Which point has which attribute.
    pub context: &'a FormalContext,
    /// The points that the attributes are.
    pub anchors: &'a [PointId],
    /// The points, and their classes.
    pub points: &'a Points,
    /// The table behind them.
    pub features: &'a Features,
}

/// Finds the communities of a dataset, of which no cluster is known.
///
/// # Errors
/// An interrupt.
pub fn of_dataset(
    dataset: &Dataset,
    progress: &Progress,
) -> Result<CommunityResult, InterruptedError> {
    let Dataset { origin, points, features, context, anchors, given, .. } = dataset;
    let graph = PointGraph::of(*origin, features, context, given.as_ref());
    let of = CommunityInput {
        regions: &Regions::of(graph, progress)?,
        origin: *origin,
        context,
        anchors,
        points,
        features,
    };
    find(&of, None, progress)
}

/// How many points of each group, by their largest share, each object stands for: groups as
/// classes.
pub(crate) fn group_counter(found: &CommunityResult, objects: Objects<'_>) -> ClassCounter {
    let group = |point: PointId| {
        let shares = &found.membership[point.index()];
        main_group(&found.communities, shares).map(|(id, _)| ClassId(id.0))
    };
    ClassCounter::by(objects, found.communities.groups().len(), group)
}

/// Finds the communities of some points. For each the cluster of the lattice is named that is most
/// like it, where clusters are known.
///
/// # Errors
/// An interrupt.
pub fn find(
    of: &CommunityInput<'_>,
    lattice: Option<&Lattice>,
    progress: &Progress,
) -> Result<CommunityResult, InterruptedError> {
    let hierarchy = &of.regions.hierarchy;
    progress.check()?;
    let shares = shares_of(of);
    progress.check()?;
    let mut sizes = vec![0_u32; hierarchy.regions.len()];
    for &(region, _) in shares.iter().flatten() {
        sizes[region] += 1;
    }
    let named = Named::of(hierarchy, &sizes);
    let membership: Membership = shares.iter().map(|shares| named.membership(shares)).collect();
    let mut held: Vec<Vec<PointId>> = vec![Vec::new(); named.all.len()];
    for (point, shares) in of.points.ids().zip(&membership) {
        for id in named.holding(shares) {
            held[id.index()].push(point);
        }
    }
    let all = described(of, named, &held, lattice);
    let overlaps = overlaps(&hierarchy.boundaries, &all, &membership);
    let communities = Communities { all: all.into_iter().map(|(_, one)| one).collect(), overlaps };
    progress.check()?;
    Ok(CommunityResult { communities, membership })
}

fn shares_of(of: &CommunityInput<'_>) -> Vec<Shares> {
    let Regions { graph, hierarchy, .. } = of.regions;
    let of_node = |node: &u32| hierarchy.of_node[*node as usize];
    let around = graph.links.iter().zip(&hierarchy.of_node);
    let around: Vec<Shares> = around
        .map(|(row, own)| match own {
            Some(_) => shares::around(row.iter().map(of_node)),
            None => Shares::new(),
        })
        .collect();
    let of_point = |point: PointId| {
        let row = graph.near(point).iter();
        shares::mean(row.map(|&node| &around[node as usize]), |region| hierarchy.group_of(region))
    };
    let all: Vec<PointId> = of.points.ids().collect();
    all.into_par_iter().map(of_point).collect()
}
