//! The data of a picture: the selected clusters, their covers, and the points that they name.
//!
//! Invariant: nodes stand in canonical order (by size, then by members), so every edge goes from a
//! lower index to a higher one; see [`Picture::check`]. The selecting code fills this in; the
//! drawing code reads nothing else.

use std::collections::BTreeSet;

use crate::base::ids::{CommunityId, PointId};
use crate::base::numbers::pluralize;
use crate::graph::DamageError;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Picture {
    /// The title, for example `iris: the 50 largest of 15,407 clusters`.
    pub title: String,
    /// The number of points of the lattice.
    pub size: u32,
    /// `true` if the graph is that of a ready context, with attributes of its own.
    pub(crate) is_ready: bool,
    /// The names of the classes, sorted; empty if there are no classes.
    pub classes: Vec<String>,
    pub points: Vec<Point>,
    pub nodes: Vec<Node>,
    /// The covers from lower to upper, as indices into `nodes`.
    pub edges: Vec<(usize, usize)>,
    /// The covers of the chains that the selection is about.
    pub(crate) strong: BTreeSet<(usize, usize)>,
    /// `true` if the largest cluster, around all others, is left out.
    pub(crate) omits_top: bool,
}

/// A point of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// The name of the point, any text.
    pub name: String,
    /// The class of the point, as an index into `Picture::classes`.
    pub class: Option<usize>,
    /// `true` if the user selected the point.
    pub is_selected: bool,
}

/// A cluster of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Node {
    /// The name: `c812`.
    pub name: String,
    pub size: u32,
    /// The points, ascending.
    pub extent: Vec<PointId>,
    /// The centre, as an index into [`Picture::points`].
    pub center: Option<usize>,
    /// The share of neighbour links, of those that size and k allow, that lie inside.
    pub cohesion: Option<f64>,
    /// The number of points in each class; empty if there are no classes.
    pub counts: Vec<u32>,
    /// The group that most of the points are in, if it is known.
    pub community: Option<CommunityId>,
    /// The points of the reduced label, which no smaller cluster holds, as indices.
    pub introduced: Vec<usize>,
    /// The attributes introduced here (the reduced label above), if attributes are named.
    pub attributes: Vec<String>,
    /// All points, as indices into [`Picture::points`], if whole sets are written.
    pub members: Option<Vec<usize>>,
    pub is_selected: bool,
    /// The number of upper covers that the picture leaves out.
    pub(crate) hidden_up: u32,
    /// The number of lower covers that the picture leaves out.
    pub(crate) hidden_down: u32,
}

impl Node {
    /// Returns the class of most points (the first by name if several tie) and its share.
    pub(crate) fn majority(&self) -> Option<(usize, f64)> {
        let most = self.counts.iter().copied().max().filter(|&count| count > 0)?;
        let class = self.counts.iter().position(|&count| count == most)?;
        Some((class, f64::from(most) / f64::from(self.counts.iter().sum::<u32>())))
    }
}

impl Picture {
    /// Returns the names of the nodes at the ends of each edge, the lower first.
    pub(crate) fn edge_names(&self) -> impl Iterator<Item = (&str, &str)> {
        let name = |at: usize| self.nodes[at].name.as_str();
        self.edges.iter().map(move |&(lower, upper)| (name(lower), name(upper)))
    }

    /// Returns the size in words: `57 clusters, 101 covers`.
    pub(crate) fn size_in_words(&self) -> String {
        let clusters = pluralize(self.nodes.len() as u64, "cluster", "clusters");
        format!("{clusters}, {}", pluralize(self.edges.len() as u64, "cover", "covers"))
    }

    /// Returns the names of points, given by their indices.
    pub(crate) fn names(&self, points: &[usize]) -> Vec<&str> {
        points.iter().map(|&at| self.points[at].name.as_str()).collect()
    }

    /// Checks that every index is in range and that every edge goes up.
    pub(crate) fn check(&self) -> Result<(), DamageError> {
        let damage = |text: String| Err(DamageError(text));
        let named = |points: &[usize]| points.iter().all(|&point| point < self.points.len());
        for node in &self.nodes {
            if !named(&node.introduced) || !node.members.as_deref().is_none_or(named) {
                return damage(format!("{} names a point that the picture lacks", node.name));
            }
            if !node.counts.is_empty() && node.counts.len() != self.classes.len() {
                return damage(format!("{} has counts of other classes", node.name));
            }
        }
        if let Some(pair) = self.nodes.windows(2).find(|pair| pair[0].size > pair[1].size) {
            return damage(format!("{} stands before {}", pair[0].name, pair[1].name));
        }
        let up = |&(lower, upper): &(usize, usize)| lower < upper && upper < self.nodes.len();
        match self.edges.iter().find(|edge| !up(edge)) {
            Some((lower, upper)) => damage(format!("no edge can go from node {lower} to {upper}")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_names_the_fault() {
        let node = |id: u32, size| Node { name: format!("c{id}"), size, ..Node::default() };
        let mut picture = Picture { nodes: vec![node(1, 0), node(2, 3)], ..Picture::default() };
        picture.edges = vec![(0, 1)];
        assert_eq!(picture.check(), Ok(()));
        picture.edges = vec![(1, 0)];
        assert!(picture.check().is_err());
        picture.edges = vec![(0, 2)];
        assert!(picture.check().is_err());
        picture.edges.clear();
        picture.nodes.swap(0, 1);
        assert!(picture.check().is_err());
        picture.nodes[0].introduced.push(0);
        assert!(picture.check().expect_err("there are no points").0.contains("c2"));
    }
}
