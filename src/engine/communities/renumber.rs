//! Other numbers in the names of communities, so that a graph that is built again keeps its names.
//!
//! Places stay: groups by size, then parts, then joins.

use super::names::{self, number, part};
use super::{Communities, Level};
use crate::base::ids::CommunityId;

impl Communities {
    /// The number in the name of each community: 2 of `g2`, 1 of `g2.1`, 0 of a join.
    pub fn numbers(&self) -> Vec<u32> {
        let of = |one: &super::Community| match one.level {
            Level::Group => number(&one.name),
            Level::Part => part(&one.name),
            Level::Join => None,
        };
        self.all.iter().map(|one| of(one).unwrap_or(0) as u32).collect()
    }

    /// The same communities with these numbers in the names of groups and parts. The names of joins
    /// follow.
    pub fn with_numbers(&self, numbers: &[u32]) -> Self {
        let mut renamed = self.clone();
        let group = |id: CommunityId| numbers[self.group_of(id).index()] as usize;
        for id in CommunityId::first(self.all.len()) {
            renamed.all[id.index()].name = match self.all[id.index()].level {
                Level::Group => format!("g{}", group(id)),
                Level::Part => format!("g{}.{}", group(id), numbers[id.index()]),
                Level::Join => {
                    let all = CommunityId::first(self.groups().len());
                    let below = all.filter(|&other| self.upwards(other).any(|above| above == id));
                    let mut below: Vec<usize> = below.map(group).collect();
                    below.sort_unstable();
                    names::join(&below)
                }
            };
        }
        renamed
    }
}
