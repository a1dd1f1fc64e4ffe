//! What a picture shows, as plain data: the selected clusters, their covers, the points they name.
//!
//! Invariant: nodes stand in canonical order (by size, then by members), so every edge goes from a
//! lower index to a higher one; see [`Picture::check`]. The selecting code fills this in; the
//! drawing code reads nothing else.

use std::collections::BTreeMap;

use super::colour::Colour;
use crate::base::ids::{CommunityId, PointId};
use crate::base::numbers::percent_of_class;
use crate::base::points::Points;
use crate::graph::DamageError;

/// A selection of a lattice, ready to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The heading, for example `iris: the 50 largest of 15,407 clusters`.
    pub title: String,
    /// How many points the lattice is over.
    pub size: u32,
    /// Class names, sorted; empty where there are no classes.
    pub classes: Vec<String>,
    /// The points that some node names.
    pub points: Vec<Point>,
    /// The clusters, in canonical order.
    pub nodes: Vec<Node>,
    /// Lower to upper, as indices into `nodes`: covers, but for those in `shortened`.
    pub edges: Vec<(usize, usize)>,
    /// Edges that stand for a chain of covers, with how many clusters of it are left out.
    pub shortened: BTreeMap<(usize, usize), usize>,
    /// Whether the largest cluster, around all others, is left out.
    pub lacks_whole: bool,
    /// On a map, the communities; they are drawn in place of the clusters.
    pub map: Option<Groups>,
}

/// Communities, and what they have in common.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Groups {
    /// What is said of each.
    pub cards: Vec<Node>,
    /// Where each stands among the others.
    pub places: Vec<[f64; 2]>,
    /// The colour of each.
    pub colours: Vec<Colour>,
    /// Pairs of them, with how many points belong to both.
    pub links: Vec<(usize, usize, u32)>,
    /// How many such pairs, with a smaller share of points in both, are left out.
    pub hidden_links: usize,
}

/// A point that the picture names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// Its name, any text.
    pub name: String,
    /// Its class, as an index into [`Picture::classes`].
    pub class: Option<usize>,
    /// Whether the user selected it.
    pub asked: bool,
}

/// A cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// One word for DOT and SVG: `c812`, or `n5` for the fifth of a picture's communities.
    pub id: String,
    /// The name by which people and stores know it: `c812`, or that of a community.
    pub name: String,
    /// How many points it has.
    pub size: u32,
    /// Its points, ascending; of a community none.
    pub extent: Vec<PointId>,
    /// Its centre, as an index into [`Picture::points`].
    pub center: Option<usize>,
    /// Of the neighbour links that its size and k allow, the share inside.
    pub cohesion: Option<f64>,
    /// How many of each class; empty where there are no classes.
    pub counts: Vec<u32>,
    /// The group that most of its points are in, where that is known.
    pub community: Option<CommunityId>,
    /// The points named here: those of which no smaller cluster holds them (the reduced label), as
    /// indices into [`Picture::points`].
    pub introduced: Vec<usize>,
    /// The attributes introduced here: the reduced label above, where attributes are named.
    pub attributes: Vec<String>,
    /// All its points, where the picture is small enough to write whole sets.
    pub members: Option<Vec<usize>>,
    /// What is written on its card in words, a line each.
    pub card_lines: Vec<String>,
    /// Whether the user selected it.
    pub asked: bool,
    /// Upper covers that the picture leaves out.
    pub hidden_up: u32,
    /// Lower covers that the picture leaves out.
    pub hidden_down: u32,
}

impl Node {
    /// The class most of its points have (a tie goes to the first by name) and the share of it.
    pub fn majority(&self) -> Option<(usize, f64)> {
        let most = self.counts.iter().copied().max().filter(|&count| count > 0)?;
        let class = self.counts.iter().position(|&count| count == most)?;
        Some((class, f64::from(most) / f64::from(self.counts.iter().sum::<u32>())))
    }

    /// `97 % setosa`: the class of most of its points.
    pub(super) fn majority_in_words(&self, points: &Points) -> Option<String> {
        let ((class, purity), classes) = self.majority().zip(points.classes())?;
        Some(percent_of_class(purity, &classes.names()[class]))
    }
}

impl Picture {
    /// Whether its edges are not covers: between two of its clusters others are left out.
    pub fn is_map(&self) -> bool {
        self.map.is_some()
    }

    /// What is said of its communities, where these are drawn in place of its clusters.
    pub fn groups(&self) -> Option<&Groups> {
        self.map.as_ref().filter(|groups| !groups.cards.is_empty())
    }

    /// The ids of the nodes at the ends of each edge, the lower first.
    pub fn edge_ids(&self) -> impl Iterator<Item = (&str, &str)> {
        let id = |at: usize| self.nodes[at].id.as_str();
        self.edges.iter().map(move |&(lower, upper)| (id(lower), id(upper)))
    }

    /// Whether every index points somewhere and every edge goes up.
    pub fn check(&self) -> Result<(), DamageError> {
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
        let node = |id: u32, size| Node {
            id: format!("c{id}"),
            name: format!("c{id}"),
            size,
            ..Node::default()
        };
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
