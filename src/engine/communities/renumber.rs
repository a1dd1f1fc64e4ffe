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

#[cfg(test)]
mod tests {
    use super::super::Community;
    use super::*;

    fn communities(all: &[(&str, Level, Option<u32>)]) -> Communities {
        let of = |&(name, level, parent): &(&str, Level, Option<u32>)| Community {
            name: name.to_owned(),
            level,
            parent: parent.map(CommunityId),
            points: 1,
            separation: None,
            touching: 0,
            cohesion: None,
            majority_and_purity: None,
            cluster: None,
            title: String::new(),
            apart: None,
        };
        Communities { all: all.iter().map(of).collect(), overlaps: Vec::new() }
    }

    #[test]
    fn parts_and_joins_are_called_after_their_groups() {
        let (group, part, join) = (Level::Group, Level::Part, Level::Join);
        let names = |names: [&'static str; 7]| {
            let [g, h, i, a, b, two, all] = names;
            communities(&[
                (g, group, Some(6)),
                (h, group, Some(5)),
                (i, group, Some(5)),
                (a, part, Some(1)),
                (b, part, Some(1)),
                (two, join, Some(6)),
                (all, join, None),
            ])
        };
        let by_size = names(["g1", "g2", "g3", "g2.1", "g2.2", "g2+g3", "g1+g2+g3"]);
        assert_eq!(by_size.numbers(), [1, 2, 3, 1, 2, 0, 0]);
        let numbers = [4, 1, 9, 3, 1, 0, 0];
        let renamed = by_size.with_numbers(&numbers);
        assert_eq!(renamed, names(["g4", "g1", "g9", "g1.3", "g1.1", "g1+g9", "g1+g4+g9"]));
        assert_eq!(renamed.numbers(), numbers);
        assert_eq!(renamed.with_numbers(&by_size.numbers()), by_size);
        for (at, one) in renamed.all.iter().enumerate() {
            assert_eq!(renamed.find(&one.name), Some(CommunityId(at as u32)));
        }
    }
}
