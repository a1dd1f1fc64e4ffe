//! The groups of points that are compared: landmarks and communities of one graph.

use crate::base::ids::PointId;
use crate::base::points::Points;
use crate::communities::main_group;
use crate::graph::{Graph, Result};
use crate::purity::ClassCounts;
use crate::select::landmarks::landmark_ids;

/// The kind of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupKind {
    /// A landmark ([`select::landmarks`](crate::select::landmarks)).
    Landmark,
    /// A group of the [communities](crate::communities), with all points that belong to it.
    Community,
}

impl GroupKind {
    /// Returns the name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            GroupKind::Landmark => "landmark",
            GroupKind::Community => "community",
        }
    }
}

/// A group of points of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The name of the group in its graph.
    pub name: String,
    /// The number of points of the group.
    pub size: u32,
    /// The majority class of the points, and its share; `None` without classes.
    pub class: Option<(String, f64)>,
    /// The points that are in both graphs, by their numbers among the common points, ascending.
    members: Vec<u32>,
}

impl Group {
    pub(super) fn new(
        name: String,
        all: &[PointId],
        points: &Points,
        numbers: &[Option<u32>],
    ) -> Self {
        let mut members: Vec<u32> = all.iter().filter_map(|point| numbers[point.index()]).collect();
        members.sort_unstable();
        let (size, class) = (all.len() as u32, majority(all, points));
        Self { name, size, class, members }
    }

    /// Returns the index of the group with the highest Jaccard index with this one, of equal ones
    /// the first, the number of common points, and that index; `holding` are the groups of each
    /// point.
    pub(super) fn best_match(
        &self,
        groups: &[Group],
        holding: &[Vec<usize>],
    ) -> (Option<usize>, u32, f64) {
        let mut shared = vec![0_u32; groups.len()];
        for &member in &self.members {
            for &group in holding.get(member as usize).into_iter().flatten() {
                shared[group] += 1;
            }
        }
        let mut best = (None, 0, 0.0);
        for (at, &shared) in shared.iter().enumerate().filter(|(_, shared)| **shared > 0) {
            let either = self.members.len() + groups[at].members.len() - shared as usize;
            let jaccard = f64::from(shared) / either as f64;
            if jaccard > best.2 {
                best = (Some(at), shared, jaccard);
            }
        }
        best
    }
}

/// Returns the majority class of some points, of equal ones the first by name, and its share.
fn majority(all: &[PointId], points: &Points) -> Option<(String, f64)> {
    let classes = points.classes()?;
    let (class, share) = ClassCounts::from_points(all, classes).majority_and_purity()?;
    Some((classes.name(class).to_owned(), share))
}

pub(super) fn groups_by_point(groups: &[Group]) -> Vec<Vec<usize>> {
    let last = groups.iter().filter_map(|group| group.members.last()).max();
    let mut holding = vec![Vec::new(); last.map_or(0, |&last| last as usize + 1)];
    for (at, group) in groups.iter().enumerate() {
        group.members.iter().for_each(|&member| holding[member as usize].push(at));
    }
    holding
}

pub(super) struct GraphGroups {
    pub landmarks: Vec<Group>,
    pub communities: Vec<Group>,
    /// The main community of each common point, by the points' numbers.
    pub main: Vec<Option<usize>>,
}

impl GraphGroups {
    /// Reads the groups of a stored graph; `numbers` are those of its points among the common ones.
    pub(super) fn read(graph: &Graph, points: &Points, numbers: &[Option<u32>]) -> Result<Self> {
        let group = |name: String, all: &[PointId]| Group::new(name, all, points, numbers);
        let members = graph.members()?;
        let landmarks = landmark_ids(graph)?
            .into_iter()
            .map(|id| group(id.to_string(), &members.points(id)))
            .collect();
        let (all, membership) = (graph.communities()?, graph.membership()?);
        let mut members = vec![Vec::new(); all.groups().len()];
        let mut main = vec![None; numbers.iter().flatten().count()];
        for (point, shares) in points.ids().zip(membership.iter()) {
            for &(id, _) in shares {
                if let Some(members) = members.get_mut(id.index()) {
                    members.push(point);
                }
            }
            if let Some(number) = numbers[point.index()] {
                let group = main_group(all, shares).map(|(group, _)| group.index());
                main[number as usize] = group;
            }
        }
        let communities = all.groups().iter().zip(&members);
        let communities =
            communities.map(|(of, members)| group(of.name.clone(), members)).collect();
        Ok(Self { landmarks, communities, main })
    }
}
