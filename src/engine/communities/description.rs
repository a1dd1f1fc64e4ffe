//! Descriptions of communities: sizes, classes, features, and overlaps of groups.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::hierarchy::Level;
use super::numbering::NumberedRegions;
use super::titles::{TitleFacts, unique_titles};
use super::typical::typical_points;
use super::{Communities, Community, Membership, Overlap, Regions};
use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::base::points::{Classes, Points};
use crate::cohesion::Cohesion;
use crate::context::clarified::Objects;
use crate::dataset::{Dataset, Origin};
use crate::differences::{Difference, MeasuredColumns};
use crate::lattice::Lattice;
use crate::purity::ClassCounter;

impl Community {
    /// Iterates over the differences in [`apart`](Community::apart), split at unquoted commas.
    pub fn differences(&self) -> impl Iterator<Item = &str> {
        let mut quotes = 0;
        let is_end = move |c: char| {
            quotes += usize::from(c == '"');
            c == ',' && quotes % 2 == 0
        };
        let pieces = self.apart.as_deref().unwrap_or_default().split(is_end);
        pieces.map(str::trim_start).filter(|piece| !piece.is_empty())
    }

    /// Returns the differences in [`apart`](Community::apart) as a list.
    pub fn difference_list(&self) -> Vec<String> {
        self.differences().map(str::to_owned).collect()
    }

    /// Returns the first and strongest difference in [`apart`](Community::apart), if there is one.
    pub fn main_difference(&self) -> Option<&str> {
        self.differences().next()
    }
}

/// Returns the communities with descriptions of their points, without columns and titles.
pub(super) fn describe(
    dataset: &Dataset,
    regions: &Regions,
    numbered: &NumberedRegions,
    members: &[Vec<PointId>],
    lattice: Option<&Lattice>,
) -> Vec<Community> {
    let objects = Objects::from_points(&dataset.context);
    let cohesion = Cohesion::new(objects, dataset.origin, &dataset.anchors);
    let points = &dataset.points;
    let counter = points.classes().map(|classes| ClassCounter::from_classes(objects, classes));
    let clusters = most_similar_concepts(points.len(), members, lattice);
    let touching = count_touching(regions, numbered, members);
    let typical = typical_points(regions, numbered);
    let community = |at: usize| {
        let (held, parent) = (&members[at], numbered.parents[at]);
        let level = regions.hierarchy.regions[numbered.regions[at]].level;
        let counts = counter.as_ref().map(|counter| counter.count(held));
        let name = |&point: &PointId| points.name(point).to_owned();
        Community {
            name: numbered.names[at].clone(),
            level,
            parent,
            points: held.len() as u32,
            separation: numbered.ratios[at].filter(|_| parent.is_some()).map(separation),
            touching: touching[at],
            cohesion: cohesion.as_ref().and_then(|of| of.cohesion(held)),
            majority_and_purity: counts.and_then(|counts| counts.majority_and_purity()),
            cluster: clusters[at].filter(|_| level != Level::Join),
            typical: typical[at].iter().map(name).collect(),
            title: String::new(),
            apart: None,
        }
    };
    (0..numbered.regions.len()).map(community).collect()
}

/// Adds the columns that set each community apart, and the titles.
pub(super) fn describe_columns(
    dataset: &Dataset,
    communities: &mut Communities,
    members: &[Vec<PointId>],
) {
    let Dataset { origin, points, features, context, .. } = dataset;
    let context = (*origin == Origin::Ready).then_some(context);
    let columns = MeasuredColumns::new(features, points.shown_columns()).with_attributes(context);
    let ids: Vec<CommunityId> = CommunityId::first(members.len()).collect();
    let differences: Vec<Vec<Difference<'_>>> = ids
        .into_par_iter()
        .map(|id| communities.distinctive_differences(&columns, members, id))
        .collect();
    let sizes = points.classes().map(Classes::sizes);
    let facts = communities.all.iter().zip(&differences).map(|(one, differences)| {
        let class = distinctive_class(points, sizes.as_deref(), one);
        TitleFacts {
            level: one.level,
            points: one.points as usize,
            differences,
            class,
            typical: one.typical.first().map(String::as_str),
        }
    });
    let titles = unique_titles(&facts.collect::<Vec<_>>(), points.len());
    for ((one, title), differences) in communities.all.iter_mut().zip(titles).zip(&differences) {
        (one.title, one.apart) = (title, write_differences(differences));
    }
}

/// Counts the points of each community that have a neighbour in the rest of its parent.
fn count_touching(
    Regions { graph, hierarchy, .. }: &Regions,
    numbered: &NumberedRegions,
    members: &[Vec<PointId>],
) -> Vec<u32> {
    let around: Vec<_> =
        (0..hierarchy.regions.len()).map(|region| numbered.containing_region(region)).collect();
    let count = |(id, held): (CommunityId, &Vec<PointId>)| {
        let Some(parent) = numbered.parents[id.index()] else { return 0 };
        let is_in_rest =
            |of: &Vec<CommunityId>| of.binary_search(&parent).is_ok() && !of.contains(&id);
        let is_in_rest: Vec<bool> = around.iter().map(is_in_rest).collect();
        let touches = |point: &&PointId| {
            let own = graph.nearest_node(**point);
            let others = graph.neighbors(**point).iter().filter(|&&node| Some(node) != own);
            others
                .flat_map(|&node| hierarchy.region_of_node[node as usize])
                .any(|region| is_in_rest[region])
        };
        held.iter().filter(touches).count() as u32
    };
    let all: Vec<_> = CommunityId::first(members.len()).zip(members).collect();
    all.into_par_iter().map(count).collect()
}

/// Returns the separation, from 0, no boundary, to 1, nothing crosses, with two digits: a condition
/// on it selects the groups that the verdict names.
fn separation(ratio: f64) -> f64 {
    ((1.0 - ratio).clamp(0.0, 1.0) * 100.0).round() / 100.0
}

/// Returns, for each community of `n` points, the concept with the highest Jaccard index.
fn most_similar_concepts(
    n: usize,
    communities: &[Vec<PointId>],
    lattice: Option<&Lattice>,
) -> Vec<Option<ConceptId>> {
    let Some(lattice) = lattice else { return vec![None; communities.len()] };
    let mut communities_of: Vec<Vec<u32>> = vec![Vec::new(); n];
    for (community, held) in (0..).zip(communities) {
        held.iter().for_each(|point| communities_of[point.index()].push(community));
    }
    let similarities = |id: ConceptId| {
        let members = lattice.members.points(id);
        let mut both = vec![0_u32; communities.len()];
        for point in &members {
            communities_of[point.index()].iter().for_each(|&at| both[at as usize] += 1);
        }
        let jaccard = |(&both, held): (&u32, &Vec<PointId>)| {
            let either = members.len() + held.len() - both as usize;
            f64::from(both) / either.max(1) as f64
        };
        both.iter().zip(communities).map(jaccard).map(|jaccard| (jaccard, id)).collect::<Vec<_>>()
    };
    let better = |best: (f64, ConceptId), next: (f64, ConceptId)| {
        if next.0 > best.0 || next.0 == best.0 && next.1 < best.1 { next } else { best }
    };
    let ids: Vec<ConceptId> = lattice.ids().collect();
    let none = || vec![(0.0, ConceptId(u32::MAX)); communities.len()];
    let merge = |one: Vec<_>, other: Vec<_>| {
        one.into_iter().zip(other).map(|(one, other)| better(one, other)).collect()
    };
    let best = ids.into_par_iter().map(similarities).reduce(none, merge);
    best.into_iter().map(|(jaccard, id)| (jaccard > 0.0).then_some(id)).collect()
}

/// Writes differences in brief: `petal_length 1.3 below, sex male 82 % (all 49 %)`.
fn write_differences(differences: &[Difference<'_>]) -> Option<String> {
    let apart: Vec<String> = differences.iter().map(|one| one.brief_text()).collect();
    (!apart.is_empty()).then(|| apart.join(", "))
}

/// Returns the class of most points, if its share is over 0.1 higher than among all points, and
/// whether all points are of it.
fn distinctive_class<'a>(
    points: &'a Points,
    sizes: Option<&[u32]>,
    one: &Community,
) -> Option<(&'a str, bool)> {
    let (classes, (class, purity)) = points.classes().zip(one.majority_and_purity)?;
    let share = f64::from(sizes?[class.index()]) / points.len() as f64;
    (purity > 0.5 && purity > share + 0.1).then(|| (classes.name(class), purity >= 1.0))
}

/// Returns the overlaps of the groups that touch or have points in common.
pub(super) fn find_overlaps(
    boundaries: &[([usize; 2], f64)],
    numbered: &NumberedRegions,
    all: &[Community],
    membership: &Membership,
) -> Vec<Overlap> {
    let is_group = |id: CommunityId| all[id.index()].level == Level::Group;
    // The number of common points, and the ratio of the boundary; 0 if no edge crosses it.
    let mut found: BTreeMap<(CommunityId, CommunityId), (u32, f64)> = BTreeMap::new();
    for &([one, other], ratio) in boundaries {
        if let (Some(one), Some(other)) = (numbered.ids[one], numbered.ids[other]) {
            found.entry((one.min(other), one.max(other))).or_default().1 = ratio;
        }
    }
    for shares in membership {
        let groups = shares.iter().map(|&(id, _)| id).filter(|&id| is_group(id));
        for (at, one) in groups.clone().enumerate() {
            for other in groups.clone().skip(at + 1) {
                found.entry((one, other)).or_default().0 += 1;
            }
        }
    }
    let overlap = |((one, other), (points, ratio)): ((CommunityId, CommunityId), (u32, f64))| {
        let either = all[one.index()].points + all[other.index()].points - points;
        let jaccard = f64::from(points) / f64::from(either);
        Overlap { one, other, points, jaccard, separation: separation(ratio) }
    };
    found.into_iter().map(overlap).collect()
}
