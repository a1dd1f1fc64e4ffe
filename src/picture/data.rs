//! The data of a picture: the selected clusters, their covers, and the points that they name.
//!
//! Invariant: nodes stand in canonical order (by size, then by members), so every edge goes from a
//! lower index to a higher one; see [`Picture::check`]. The selecting code fills this in; the
//! drawing code reads nothing else.

use std::collections::BTreeMap;

use super::colour::Colour;
use crate::base::ids::{CommunityId, PointId};
use crate::base::numbers::format_class_share;
use crate::base::points::Points;
use crate::graph::DamageError;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Picture {
    /// The title, for example `iris: the 50 largest of 15,407 clusters`.
    pub title: String,
    /// The number of points of the lattice.
    pub size: u32,
    /// The names of the classes, sorted; empty if there are no classes.
    pub classes: Vec<String>,
    pub points: Vec<Point>,
    pub nodes: Vec<Node>,
    /// The edges from lower to upper, as indices into `nodes`: covers, except in `cut_chains`.
    pub edges: Vec<(usize, usize)>,
    /// The edges that stand for a chain of covers, with the number of clusters left out.
    pub(crate) cut_chains: BTreeMap<(usize, usize), usize>,
    /// `true` if the largest cluster, around all others, is left out.
    pub(crate) omits_top: bool,
    /// The communities of a map, drawn in place of the clusters; `None` for other pictures.
    pub map: Option<GroupMap>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GroupMap {
    pub cards: Vec<Node>,
    pub places: Vec<[f64; 2]>,
    pub colours: Vec<Colour>,
    /// The pairs of communities that are linked, with the number of points that belong to both.
    pub links: Vec<(usize, usize, u32)>,
    /// The number of pairs, with a smaller share of points in both, that are left out.
    pub(crate) hidden_links: usize,
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

/// A cluster of a picture, or a community on a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Node {
    /// The identifier in DOT and SVG: `c812`, or the name of a community.
    pub id: String,
    /// The name by which people and stores know it: `c812`, or the name of a community.
    pub name: String,
    pub size: u32,
    /// The points, ascending; empty for a community.
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
    pub(crate) card_lines: Vec<String>,
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

    /// Returns the class of most points in words: `97 % setosa`.
    pub(super) fn describe_majority(&self, points: &Points) -> Option<String> {
        let ((class, purity), classes) = self.majority().zip(points.classes())?;
        Some(format_class_share(purity, &classes.names()[class]))
    }
}

impl Picture {
    /// Returns `true` if the picture is a map, whose edges are not covers.
    pub(crate) fn is_map(&self) -> bool {
        self.map.is_some()
    }

    pub(crate) fn groups(&self) -> Option<&GroupMap> {
        self.map.as_ref().filter(|groups| !groups.cards.is_empty())
    }

    /// Returns the ids of the nodes at the ends of each edge, the lower first.
    pub(crate) fn edge_ids(&self) -> impl Iterator<Item = (&str, &str)> {
        let id = |at: usize| self.nodes[at].id.as_str();
        self.edges.iter().map(move |&(lower, upper)| (id(lower), id(upper)))
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
