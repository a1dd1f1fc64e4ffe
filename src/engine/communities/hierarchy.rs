//! From the tree of pieces to what people see: groups, their parts, and what joins groups.
//!
//! A group is a set that stands where the highest boundary ratio first falls below 1. Its parts are
//! the best cut of the tree below it: the sets that together have the highest quality, the weight
//! inside less half of what chance expects ([`louvain`](super::louvain)); a group that is best
//! whole has no parts. Above the groups every join is one. Where nothing connects several sets at
//! the end, they all join in the whole.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use super::louvain::Weighted;
use super::tree::Tree;

/// What a set of the tree is to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It stands apart from every other group.
    Group,
    /// A region of a group, without a gap to the rest of it.
    Part,
    /// Several groups.
    Join,
}

impl Level {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::Part => "part",
            Self::Join => "join",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is no [`Level`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is group, part or join")]
pub struct LevelError;

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(word: &str) -> Result<Self, LevelError> {
        let all = [Self::Group, Self::Part, Self::Join];
        all.into_iter().find(|level| level.name() == word).ok_or(LevelError)
    }
}

/// A set of nodes that people see.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Region {
    pub level: Level,
    /// The region that it lies in next, by its place.
    pub parent: Option<usize>,
    /// Its boundary ratio with what it joins next; none where it joins nothing.
    pub ratio: Option<f64>,
    /// How many nodes have a neighbour across that boundary.
    pub touching: u32,
    /// Its set in the tree; none of a whole that nothing connects.
    set: Option<usize>,
}

/// All regions of a graph: groups, then parts, then joins upwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hierarchy {
    pub regions: Vec<Region>,
    /// The smallest region of each node: a part, or a group without parts; none of a node without
    /// edges.
    pub of_node: Vec<Option<usize>>,
    /// The boundary ratio of each two groups that an edge joins.
    pub boundaries: Vec<([usize; 2], f64)>,
}

impl Hierarchy {
    pub fn of(graph: &Weighted, tree: &Tree) -> Self {
        let sets = Sets::of(graph, tree);
        let groups: Vec<usize> = (0..tree.leaves + tree.within)
            .filter(|&set| sets.parent[set].is_none_or(|join| join >= tree.leaves + tree.within))
            .filter(|&set| !sets.is_lonely[set])
            .collect();
        let mut found = Self::default();
        let mut place = vec![None; sets.parent.len()];
        for &set in &groups {
            place[set] = Some(found.regions.len());
            found.regions.push(sets.region(Level::Group, set));
        }
        for &group in &groups {
            for set in sets.parts(group) {
                place[set] = Some(found.regions.len());
                let parent = place[group];
                found.regions.push(Region { parent, ..sets.region(Level::Part, set) });
            }
        }
        for (set, place) in place.iter_mut().enumerate().skip(tree.leaves + tree.within) {
            *place = Some(found.regions.len());
            found.regions.push(sets.region(Level::Join, set));
        }
        let is_free = |region: &&Region| region.level != Level::Part && region.ratio.is_none();
        if found.regions.iter().filter(is_free).count() > 1 {
            // Nothing leads from one to another.
            let whole = found.regions.len();
            for region in found.regions.iter_mut().filter(|region| is_free(&&**region)) {
                (region.parent, region.ratio) = (Some(whole), Some(0.0));
            }
            let (level, touching) = (Level::Join, 0);
            found.regions.push(Region { level, parent: None, ratio: None, touching, set: None });
        }
        for region in found.regions.iter_mut().filter(|region| region.parent.is_none()) {
            let above = region.set.and_then(|set| sets.parent[set]);
            region.parent = above.and_then(|join| place[join]);
        }
        let smallest = |&piece: &u32| {
            let up = std::iter::successors(Some(piece as usize), |&set| sets.parent[set]);
            up.filter(|&set| !sets.is_lonely[set]).find_map(|set| place[set])
        };
        found.of_node = tree.pieces.iter().map(smallest).collect();
        let pair = |(&(one, other), &ratio): (&(usize, usize), &f64)| {
            Some(([place[one]?, place[other]?], ratio))
        };
        found.boundaries = tree.boundaries.iter().filter_map(pair).collect();
        found
    }

    /// The group of a region that is one or a part of one.
    pub fn group_of(&self, region: usize) -> usize {
        match self.regions[region].level {
            Level::Part => self.regions[region].parent.unwrap_or(region),
            _ => region,
        }
    }
}

/// What is known of each set of the tree.
struct Sets<'t> {
    tree: &'t Tree,
    /// The join that takes it.
    parent: Vec<Option<usize>>,
    /// Whether it is a single node without edges.
    is_lonely: Vec<bool>,
    /// For each set, how many nodes have an edge between the two that it joins.
    touching: Vec<u32>,
    /// Twice what it has inside, by the weight of all edges, less what chance expects.
    quality: Vec<i128>,
}

impl<'t> Sets<'t> {
    fn of(graph: &Weighted, tree: &'t Tree) -> Self {
        let count = tree.leaves + tree.joins.len();
        let mut parent = vec![None; count];
        for (join, of) in (tree.leaves..).zip(&tree.joins) {
            of.of.iter().for_each(|&set| parent[set] = Some(join));
        }
        let coarse = graph.joined(&tree.pieces);
        let mut joining: HashMap<(u32, u32), Option<usize>> = HashMap::new();
        let mut touching = vec![0; count];
        let mut met: Vec<usize> = Vec::new();
        for (edges, &piece) in graph.edges.iter().zip(&tree.pieces) {
            for &(other, _) in edges {
                let other = tree.pieces[other as usize];
                if other != piece {
                    let join = joining
                        .entry((piece, other))
                        .or_insert_with(|| common(&parent, piece as usize, other as usize));
                    met.extend(*join);
                }
            }
            met.sort_unstable();
            met.dedup();
            met.drain(..).for_each(|join| touching[join] += 1);
        }
        let mut inside: Vec<u64> = coarse.inside.clone();
        let mut degrees: Vec<u64> = (0..tree.leaves).map(|piece| coarse.degree(piece)).collect();
        inside.resize(count, 0);
        degrees.resize(count, 0);
        for (piece, edges) in (0..).zip(&coarse.edges) {
            for &(other, weight) in edges {
                if let Some(Some(join)) = joining.get(&(piece, other)) {
                    inside[*join] += weight;
                }
            }
        }
        for (join, of) in (tree.leaves..).zip(&tree.joins) {
            for set in of.of {
                inside[join] += inside[set];
                degrees[join] += degrees[set];
            }
        }
        let total = i128::from(coarse.total());
        let quality = inside.iter().zip(&degrees).map(|(&inside, &degree)| {
            2 * total * i128::from(inside) - i128::from(degree) * i128::from(degree)
        });
        let is_lonely = degrees.iter().map(|&degree| degree == 0).collect();
        Self { tree, parent, is_lonely, touching, quality: quality.collect() }
    }

    /// The sets that cut the tree below a group best; none where it is best whole.
    fn parts(&self, group: usize) -> Vec<usize> {
        let (_, cut) = self.best(group);
        if cut == [group] { Vec::new() } else { cut }
    }

    fn best(&self, set: usize) -> (i128, Vec<usize>) {
        let whole = (self.quality[set], vec![set]);
        let Some(join) = set.checked_sub(self.tree.leaves) else { return whole };
        let [one, other] = self.tree.joins[join].of.map(|set| self.best(set));
        match one.0 + other.0 > whole.0 {
            true => (one.0 + other.0, [one.1, other.1].concat()),
            false => whole,
        }
    }

    fn region(&self, level: Level, set: usize) -> Region {
        let join = self.parent[set];
        let ratio = join.map(|join| self.tree.joins[join - self.tree.leaves].ratio);
        let touching = join.map_or(0, |join| self.touching[join]);
        Region { level, parent: None, ratio, touching, set: Some(set) }
    }
}

/// The join that first has both of two sets; none where none has.
fn common(parent: &[Option<usize>], mut one: usize, mut other: usize) -> Option<usize> {
    // Joins come after what they join.
    while one != other {
        let lower = if one < other { &mut one } else { &mut other };
        *lower = parent[*lower]?;
    }
    Some(one)
}
