//! Communities: the groups of points that stand apart from one another, their parts, and joins of
//! several groups.
//!
//! The question about two sets of points that touch is: is their boundary weaker than the inside of
//! either? Small pieces of the graph of near points ([`point_graph`](crate::point_graph)) are
//! joined as long as it is not (`tree`), which gives the groups; their parts lie below, the joins
//! above, up to the whole (`hierarchy`). The number of groups is found, and may be one: then
//! nothing stands apart. A closer look with fewer neighbours is taken if it finds more groups
//! (`regions`).
//!
//! A point belongs to groups and parts by shares (`shares`), so a point between two groups belongs
//! to both. Shares in groups add up to 1, shares in parts to the share in their group. A point
//! without neighbours is in no community. Groups are numbered from the largest, ties by the order
//! of values, and so are parts within their group; joins from the first to the last.
//!
//! Points with equal values are one node, and have equal shares. A pile of them is a group.

mod bisection;
mod cut;
mod description;
mod distinction;
mod hierarchy;
mod links;
mod louvain;
mod margins;
mod names;
mod numbering;
mod regions;
pub mod shares;
#[cfg(test)]
mod tests;
mod titles;
mod tree;
mod typical;
mod verdict;

pub use cut::GroupCountError;
pub use hierarchy::Level;
pub use hierarchy::LevelError;
pub use names::canonical_name;
pub(crate) use regions::Regions;
pub use verdict::CLEAR_SEPARATION;
pub(crate) use verdict::{GroupOrigin, verdict};

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::points::Points;
use crate::base::progress::{InterruptedError, Progress};
use crate::context::clarified::Objects;
use crate::dataset::Dataset;
use crate::lattice::Lattice;
use crate::point_graph::PointGraph;
use crate::purity::ClassCounter;
use description::{describe, describe_columns, find_overlaps};
use hierarchy::Hierarchy;
use numbering::NumberedRegions;
use shares::Shares;

/// A group, a part of a group, or a join of several groups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Community {
    /// The name: `g1`, `g1.2` or `g1+g4`.
    pub name: String,
    /// The level: group, part or join.
    pub level: Level,
    /// The smallest community that contains this one; `None` for the largest.
    pub parent: Option<CommunityId>,
    /// The number of points that belong to the community by any share; for a join, to its groups.
    pub points: u32,
    /// The separation: 1 less the boundary ratio with what the community touches most strongly. 0
    /// means no boundary, and 1 a boundary that no link crosses; `None` for the largest community.
    /// The number has two digits.
    pub separation: Option<f64>,
    /// The number of points with a neighbour in the rest of the parent.
    pub touching: u32,
    /// The cohesion of the community's points together ([`cohesion`](crate::cohesion)).
    pub cohesion: Option<f64>,
    /// The majority class of the points, and its share; `None` without classes.
    pub majority_and_purity: Option<(ClassId, f64)>,
    /// The first concept with the highest Jaccard index; `None` for a join or without concepts.
    pub cluster: Option<ConceptId>,
    /// The names of up to three typical points, the most typical first; empty for a join.
    pub typical: Vec<String>,
    /// The title: a unique caption of about five words, such as `low petal_length`.
    pub title: String,
    /// The columns that differ most from all points, in words; `None` if nothing differs.
    pub apart: Option<String>,
}

impl Community {
    /// Returns the name of the majority class of the points, and its share; `None` without classes.
    pub fn majority<'a>(&self, points: &'a Points) -> Option<(&'a str, f64)> {
        let ((class, purity), classes) = self.majority_and_purity.zip(points.classes())?;
        Some((classes.name(class), purity))
    }
}

/// Two groups that touch or have points in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// The group with the lower number.
    pub one: CommunityId,
    /// The group with the higher number.
    pub other: CommunityId,
    /// The number of points that belong to both groups.
    pub points: u32,
    /// The share of the common points among the points that belong to either group.
    pub jaccard: f64,
    /// The separation: 1 less the boundary ratio of the two groups, with two digits.
    pub separation: f64,
}

/// All communities of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Communities {
    /// The communities: groups, then parts, then joins.
    pub all: Vec<Community>,
    /// The overlaps of groups, ordered by `one`, then by `other`.
    pub overlaps: Vec<Overlap>,
}

/// The groups and parts of each point with its shares, by row and ascending by id.
pub type Membership = Vec<Vec<(CommunityId, f64)>>;

/// The main group and part of a point, by names.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MainMembership<'a> {
    /// The group with the point's largest share, of equal ones the first.
    pub community: Option<&'a str>,
    /// The point's share in the group.
    pub share: Option<f64>,
    /// The part of this group with the point's largest share.
    pub part: Option<&'a str>,
}

/// The communities that were found in a graph, and the shares of its points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommunityResult {
    /// The communities.
    pub communities: Communities,
    /// The shares of points in the communities.
    pub membership: Membership,
}

impl Communities {
    /// Returns the groups, by number.
    pub fn groups(&self) -> &[Community] {
        let count = self.all.iter().take_while(|one| one.level == Level::Group).count();
        &self.all[..count]
    }

    /// Iterates over the parts of a group, by number.
    pub fn parts(&self, group: CommunityId) -> impl Iterator<Item = (CommunityId, &Community)> {
        let all = CommunityId::first(self.all.len()).zip(&self.all);
        all.filter(move |(_, one)| one.level == Level::Part && one.parent == Some(group))
    }

    /// Returns the groups, or the parts of a single group if it has any: those to show first.
    pub fn main_communities(&self) -> Vec<(CommunityId, &Community)> {
        let groups: Vec<_> = CommunityId::first(self.all.len()).zip(self.groups()).collect();
        let parts: Vec<_> = match groups[..] {
            [(whole, _)] => self.parts(whole).collect(),
            _ => Vec::new(),
        };
        if parts.is_empty() { groups } else { parts }
    }

    /// Returns the points of a community with their shares, ascending; a join adds up its groups.
    pub fn members(&self, membership: &Membership, id: CommunityId) -> Vec<(PointId, f64)> {
        let is_group = |other: CommunityId| self.all[other.index()].level == Level::Group;
        // A share in a part is included in its group's, so only groups count for a join.
        let counts = |other: CommunityId| {
            other == id || is_group(other) && self.ancestors(other).any(|above| above == id)
        };
        let counting: Vec<bool> = CommunityId::first(self.all.len()).map(counts).collect();
        let share = |(point, shares): (PointId, &Vec<(CommunityId, f64)>)| {
            let mut inside = shares.iter().filter(|(other, _)| counting[other.index()]).peekable();
            inside.peek()?;
            let sum: f64 = inside.map(|&(_, share)| share).sum();
            Some((point, round_share(sum)))
        };
        PointId::first(membership.len()).zip(membership).filter_map(share).collect()
    }

    /// Returns the joins of a point with these shares, ascending, each with the sum of the shares
    /// in its groups.
    pub fn joins(&self, shares: &[(CommunityId, f64)]) -> Vec<(CommunityId, f64)> {
        let mut sums: BTreeMap<CommunityId, f64> = BTreeMap::new();
        for &(id, share) in shares {
            if self.all[id.index()].level == Level::Group {
                self.ancestors(id).skip(1).for_each(|join| *sums.entry(join).or_default() += share);
            }
        }
        sums.into_iter().map(|(join, sum)| (join, round_share(sum))).collect()
    }

    /// Returns the name of a community; empty if the community does not exist.
    pub fn name(&self, id: CommunityId) -> &str {
        self.all.get(id.index()).map_or("", |one| &one.name)
    }

    /// Returns the community with a name in any spelling; `None` if there is none.
    pub fn find(&self, word: &str) -> Option<CommunityId> {
        let name = canonical_name(word)?;
        CommunityId::first(self.all.len()).find(|&id| self.name(id) == name)
    }

    /// Returns the group of a part, or any other community itself.
    pub fn group_of(&self, id: CommunityId) -> CommunityId {
        let one = &self.all[id.index()];
        one.parent.filter(|_| one.level == Level::Part).unwrap_or(id)
    }

    /// Iterates over a community and all communities that contain it, smallest first.
    pub fn ancestors(&self, id: CommunityId) -> impl Iterator<Item = CommunityId> {
        // A damaged store could make two communities contain each other.
        std::iter::successors(Some(id), |id| self.all.get(id.index())?.parent).take(self.all.len())
    }

    /// Returns the main group and part of a point with these shares.
    pub fn main_membership(&self, shares: &[(CommunityId, f64)]) -> MainMembership<'_> {
        let Some((group, share)) = main_group(self, shares) else {
            return MainMembership::default();
        };
        let part = main_part(self, shares).filter(|&part| part != group);
        MainMembership {
            community: Some(self.name(group)),
            share: Some(share),
            part: part.map(|part| self.name(part)),
        }
    }

    /// Returns all communities of a point with these shares, ascending.
    pub fn containing(&self, shares: &[(CommunityId, f64)]) -> Vec<CommunityId> {
        containing(shares, |id| self.ancestors(id))
    }

    /// Returns the communities of all points with these shares, those with the fewest points first.
    pub fn common_communities<'s>(
        &self,
        points: impl IntoIterator<Item = &'s [(CommunityId, f64)]>,
    ) -> Vec<CommunityId> {
        let held = points.into_iter().map(|shares| self.containing(shares));
        let common = held.reduce(|mut common, held| {
            common.retain(|id| held.binary_search(id).is_ok());
            common
        });
        let mut common = common.unwrap_or_default();
        common.sort_by_key(|id| (self.all[id.index()].points, *id));
        common
    }
}

/// Rounds a sum of shares to nine digits, so that the order of the sum makes no difference.
fn round_share(sum: f64) -> f64 {
    (sum * 1e9).round() / 1e9
}

fn containing<I: Iterator<Item = CommunityId>>(
    shares: &[(CommunityId, f64)],
    ancestors: impl Fn(CommunityId) -> I,
) -> Vec<CommunityId> {
    let mut all: Vec<CommunityId> = shares.iter().flat_map(|&(id, _)| ancestors(id)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the points of each community, ascending, given the communities of a point by its shares.
fn collect_members(
    membership: &Membership,
    communities: usize,
    containing: impl Fn(&[(CommunityId, f64)]) -> Vec<CommunityId>,
) -> Vec<Vec<PointId>> {
    let mut members = vec![Vec::new(); communities];
    for (point, shares) in PointId::first(membership.len()).zip(membership) {
        containing(shares).into_iter().for_each(|id| members[id.index()].push(point));
    }
    members
}

/// Returns the group with a point's largest share, of equal ones the first, and that share.
pub fn main_group(
    communities: &Communities,
    shares: &[(CommunityId, f64)],
) -> Option<(CommunityId, f64)> {
    largest_share(communities, shares, Level::Group)
}

/// Returns the part of a point's main group with its largest share, or that group.
pub fn main_part(communities: &Communities, shares: &[(CommunityId, f64)]) -> Option<CommunityId> {
    let (group, _) = main_group(communities, shares)?;
    let of_group = |id: CommunityId| communities.all[id.index()].parent == Some(group);
    let parts: Vec<_> = shares.iter().copied().filter(|(id, _)| of_group(*id)).collect();
    let part = largest_share(communities, &parts, Level::Part);
    Some(part.map_or(group, |(id, _)| id))
}

fn largest_share(
    communities: &Communities,
    shares: &[(CommunityId, f64)],
    level: Level,
) -> Option<(CommunityId, f64)> {
    let is_wanted = |(id, _): &&(CommunityId, f64)| communities.all[id.index()].level == level;
    let best = |best: (CommunityId, f64), next: (CommunityId, f64)| {
        if next.1 > best.1 { next } else { best }
    };
    shares.iter().filter(is_wanted).copied().reduce(best)
}

/// Finds the communities of a dataset, without concepts.
pub(crate) fn find_in_dataset(
    dataset: &Dataset,
    progress: &Progress,
) -> Result<CommunityResult, InterruptedError> {
    find(dataset, &Regions::new(PointGraph::from_dataset(dataset), progress)?, None, progress)
}

/// Counts groups as classes: the points of each main group that each object stands for.
pub(crate) fn group_counter(result: &CommunityResult, objects: Objects<'_>) -> ClassCounter {
    let group = |point: PointId| {
        let shares = &result.membership[point.index()];
        main_group(&result.communities, shares).map(|(id, _)| ClassId(id.0))
    };
    ClassCounter::from_fn(objects, result.communities.groups().len(), group)
}

/// Finds the communities of a dataset, each with its most similar concept of a lattice.
pub(crate) fn find(
    dataset: &Dataset,
    regions: &Regions,
    lattice: Option<&Lattice>,
    progress: &Progress,
) -> Result<CommunityResult, InterruptedError> {
    let hierarchy = &regions.hierarchy;
    progress.check()?;
    let shares = region_shares(dataset.points.ids().collect(), &regions.graph, hierarchy);
    progress.check()?;
    let mut sizes = vec![0_u32; hierarchy.regions.len()];
    for &(region, _) in shares.iter().flatten() {
        sizes[region] += 1;
    }
    let named = NumberedRegions::new(hierarchy, &sizes);
    let membership: Membership = shares.iter().map(|shares| named.membership(shares)).collect();
    let count = named.regions.len();
    let members = collect_members(&membership, count, |shares| named.containing(shares));
    let all = describe(dataset, regions, &named, &members, lattice);
    let overlaps = find_overlaps(&hierarchy.boundaries, &named, &all, &membership);
    let mut communities = Communities { all, overlaps };
    describe_columns(dataset, &mut communities, &members);
    progress.check()?;
    Ok(CommunityResult { communities, membership })
}

/// Returns the shares of some points in the groups and parts of a graph.
fn region_shares(points: Vec<PointId>, graph: &PointGraph, hierarchy: &Hierarchy) -> Vec<Shares> {
    let of_node = |node: &u32| hierarchy.region_of_node[*node as usize];
    let around = graph.links.iter().zip(&hierarchy.region_of_node);
    let around: Vec<Shares> = around
        .map(|(row, own)| match own {
            Some(_) => shares::count_shares(row.iter().map(of_node)),
            None => Shares::new(),
        })
        .collect();
    let of_point = |point: PointId| {
        let row = graph.neighbors(point).iter();
        shares::mean_shares(row.map(|&node| &around[node as usize]), |region| {
            hierarchy.group_of(region)
        })
    };
    points.into_par_iter().map(of_point).collect()
}
