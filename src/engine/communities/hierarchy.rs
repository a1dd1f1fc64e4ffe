//! The hierarchy of communities from the tree of pieces: groups, their parts, and joins of groups.
//!
//! A group is a set that stands where the highest boundary ratio first falls below the least ratio
//! of the look, 1 or 0.5 ([`tree`](super::tree)). Its parts are the best cut of the tree below it:
//! the sets that together have the highest quality, the weight inside less half of what chance
//! expects ([`louvain`](super::louvain)); a group that is best whole has no parts. Every set above
//! the groups is a join. Sets that nothing connects at the end are joined in the whole.

use std::fmt;
use std::str::FromStr;

use super::louvain::WeightedGraph;
use super::tree::Tree;

/// The level of a community.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A set of points that stands apart from every other group.
    #[default]
    Group,
    /// A region of a group, without a gap to the rest of the group.
    Part,
    /// A union of several groups.
    Join,
}

crate::base::named::named!(Level { Group: "group", Part: "part", Join: "join" });

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a word that is not a [`Level`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is group, part or join")]
pub struct LevelError;

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(word: &str) -> Result<Self, LevelError> {
        Self::from_name(word).ok_or(LevelError)
    }
}

/// A set of nodes that becomes a community.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Region {
    pub level: Level,
    /// The index of the smallest region that contains this one.
    pub parent: Option<usize>,
    /// The boundary ratio with the region that this one joins next; `None` if there is none.
    pub(crate) ratio: Option<f64>,
    /// The set in the tree; `None` for a whole that nothing connects.
    set: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hierarchy {
    pub(crate) regions: Vec<Region>,
    /// The smallest region of each node; `None` for a node without weight.
    pub(crate) region_of_node: Vec<Option<usize>>,
    pub(crate) boundaries: Vec<([usize; 2], f64)>,
}

impl Hierarchy {
    pub(super) fn new(graph: &WeightedGraph, tree: &Tree) -> Self {
        let sets = SetProperties::new(graph, tree);
        let groups: Vec<usize> = (0..tree.leaves + tree.joins_within_groups)
            .filter(|&set| {
                sets.parent[set].is_none_or(|join| join >= tree.leaves + tree.joins_within_groups)
            })
            .filter(|&set| !sets.is_isolated[set])
            .collect();
        let mut found = Self::default();
        let mut place = vec![None; sets.parent.len()];
        for &set in &groups {
            place[set] = Some(found.regions.len());
            found.regions.push(sets.create_region(Level::Group, set));
        }
        for &group in &groups {
            for set in sets.best_parts(group) {
                place[set] = Some(found.regions.len());
                let parent = place[group];
                found.regions.push(Region { parent, ..sets.create_region(Level::Part, set) });
            }
        }
        for (set, place) in
            place.iter_mut().enumerate().skip(tree.leaves + tree.joins_within_groups)
        {
            *place = Some(found.regions.len());
            found.regions.push(sets.create_region(Level::Join, set));
        }
        let is_free = |region: &&Region| region.level != Level::Part && region.ratio.is_none();
        if found.regions.iter().filter(is_free).count() > 1 {
            // No edge leads from one region to another.
            let whole = found.regions.len();
            for region in found.regions.iter_mut().filter(|region| is_free(&&**region)) {
                (region.parent, region.ratio) = (Some(whole), Some(0.0));
            }
            let level = Level::Join;
            found.regions.push(Region { level, parent: None, ratio: None, set: None });
        }
        for region in found.regions.iter_mut().filter(|region| region.parent.is_none()) {
            let above = region.set.and_then(|set| sets.parent[set]);
            region.parent = above.and_then(|join| place[join]);
        }
        let smallest = |&piece: &u32| {
            let up = std::iter::successors(Some(piece as usize), |&set| sets.parent[set]);
            up.filter(|&set| !sets.is_isolated[set]).find_map(|set| place[set])
        };
        found.region_of_node = tree.pieces.iter().map(smallest).collect();
        let pair = |(&(one, other), &ratio): (&(usize, usize), &f64)| {
            Some(([place[one]?, place[other]?], ratio))
        };
        found.boundaries = tree.boundaries.iter().filter_map(pair).collect();
        found
    }

    pub(super) fn group_count(&self) -> usize {
        self.regions.iter().filter(|region| region.level == Level::Group).count()
    }

    pub(super) fn group_of(&self, region: usize) -> usize {
        match self.regions[region].level {
            Level::Part => self.regions[region].parent.unwrap_or(region),
            _ => region,
        }
    }
}

struct SetProperties<'t> {
    tree: &'t Tree,
    /// The join that takes each set.
    parent: Vec<Option<usize>>,
    /// `true` for a single node without weight.
    is_isolated: Vec<bool>,
    /// The quality of each set, `2 total inside - degree^2` in whole numbers: the weight inside
    /// less half of what chance expects.
    quality: Vec<i128>,
}

impl<'t> SetProperties<'t> {
    fn new(graph: &WeightedGraph, tree: &'t Tree) -> Self {
        let count = tree.leaves + tree.joins.len();
        let mut parent = vec![None; count];
        for (join, joined) in (tree.leaves..).zip(&tree.joins) {
            joined.sets.iter().for_each(|&set| parent[set] = Some(join));
        }
        let coarse = graph.quotient(&tree.pieces);
        let mut inside: Vec<u64> = coarse.inside.clone();
        let mut degrees: Vec<u64> = (0..tree.leaves).map(|piece| coarse.degree(piece)).collect();
        inside.resize(count, 0);
        degrees.resize(count, 0);
        for (piece, edges) in (0..).zip(&coarse.edges) {
            for &(other, weight) in edges {
                if let Some(join) = lowest_common_join(&parent, piece, other as usize) {
                    inside[join] += weight;
                }
            }
        }
        for (join, joined) in (tree.leaves..).zip(&tree.joins) {
            for set in joined.sets {
                inside[join] += inside[set];
                degrees[join] += degrees[set];
            }
        }
        let total = i128::from(coarse.total());
        let quality = inside.iter().zip(&degrees).map(|(&inside, &degree)| {
            2 * total * i128::from(inside) - i128::from(degree) * i128::from(degree)
        });
        let is_isolated = degrees.iter().map(|&degree| degree == 0).collect();
        Self { tree, parent, is_isolated, quality: quality.collect() }
    }

    /// Returns the sets of the best cut below a group; empty if it is best whole.
    fn best_parts(&self, group: usize) -> Vec<usize> {
        let (_, cut) = self.best_cut(group);
        if cut == [group] { Vec::new() } else { cut }
    }

    fn best_cut(&self, set: usize) -> (i128, Vec<usize>) {
        let whole = (self.quality[set], vec![set]);
        let Some(join) = set.checked_sub(self.tree.leaves) else { return whole };
        let [one, other] = self.tree.joins[join].sets.map(|set| self.best_cut(set));
        match one.0 + other.0 > whole.0 {
            true => (one.0 + other.0, [one.1, other.1].concat()),
            false => whole,
        }
    }

    fn create_region(&self, level: Level, set: usize) -> Region {
        let join = self.parent[set];
        let ratio = join.map(|join| self.tree.joins[join - self.tree.leaves].ratio);
        Region { level, parent: None, ratio, set: Some(set) }
    }
}

fn lowest_common_join(parent: &[Option<usize>], mut one: usize, mut other: usize) -> Option<usize> {
    // A join has a higher index than the sets that it joins.
    while one != other {
        let lower = if one < other { &mut one } else { &mut other };
        *lower = parent[*lower]?;
    }
    Some(one)
}
