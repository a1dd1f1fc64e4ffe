//! The tree of communities as a dendrogram: groups from the top down, each as high as its points
//! are many, joined where they are as far apart as they are.
//!
//! Invariant: a join stands at the separation of the closest two groups that it brings together, a
//! group alone or with others (single linkage). So a group first joins at its least separation from
//! any other, and the picture says what the verdict above it says; no join stands lower than those
//! within it. The separations of the communities that are stored would not do: those are of whole
//! sets, and a join that is weak inside has the separation of its own groups. Between the parts of
//! a group there is no boundary, so they stand beside it without a join.

mod drawing;
mod words;

use super::{Anchor, BOLD, Figure, Form, Shape, letters};
use crate::base::display_safe;
use crate::base::ids::CommunityId;
use crate::base::numbers::{counted, grouped, percent_of_class};
use crate::base::points::Points;
use crate::communities::{Communities, Community, Overlap};
use crate::graph::{self, Graph};
use crate::picture::style::{Style, Theme};
use drawing::TreeFigure;
use words::{heading, shortened};

/// How wide the figure is by default, and how high its letters are, in points of the page.
const WIDTH: f64 = 480.0;
const LETTERS: f64 = 9.0;
const SMALL: f64 = 7.5;
/// The room around everything.
const MARGIN: f64 = 10.0;
/// How high a row is at least, and how high all are together at most if these were no higher.
const ROW: f64 = 1.6 * LETTERS;
const HEIGHT: f64 = 300.0;
/// How wide a group or a part is.
const BLOCK: f64 = 12.0;
/// More groups are not drawn; nor parts, if there are more rows then.
const MOST: usize = 40;

/// Why there is no tree.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// There is no group.
    #[error("there is nothing to draw: {0}")]
    NoGroup(String),
    /// A section cannot be read.
    #[error(transparent)]
    Graph(#[from] graph::Error),
}

/// Returns the tree of the communities of a graph, and how much was drawn in words.
///
/// # Errors
/// A graph without groups; a failure of the store.
pub fn figure(graph: &Graph, style: &Style) -> Result<(Figure, String), TreeError> {
    let tree = Tree::new(graph)?;
    match tree.groups.len() {
        0 => Err(TreeError::NoGroup(tree.said)),
        groups => {
            let parts = tree.groups.iter().flatten().count() - groups;
            let mut words = counted(groups as u64, "group", "groups");
            if parts > 0 {
                words += &format!(", {}", counted(parts as u64, "part", "parts"));
            }
            Ok((tree.figure(style.width, style.theme), words))
        }
    }
}

/// The communities of a graph, in the order of their tree.
#[derive(Debug)]
struct Tree<'g> {
    name: &'g str,
    has_features: bool,
    points: &'g Points,
    communities: &'g Communities,
    /// Whether groups stand apart, and what is not drawn.
    said: String,
    /// What joins the groups that are drawn; none where there is none.
    root: Option<Node>,
    /// These from the top down, each with its parts behind it.
    groups: Vec<Vec<CommunityId>>,
}

/// What joins several at a separation, or a group.
#[derive(Debug)]
enum Node {
    Join(f64, Vec<Node>),
    Group(CommunityId),
}

impl Node {
    /// What joins some; itself where it is alone, none of none. What is joined at once is one join.
    fn joining(separation: f64, nodes: impl Iterator<Item = Node>) -> Option<Node> {
        let mut nodes: Vec<Node> = nodes
            .flat_map(|node| match node {
                Node::Join(lower, inner) if lower >= separation => inner,
                node => vec![node],
            })
            .collect();
        match nodes.len() {
            0 | 1 => nodes.pop(),
            _ => Some(Node::Join(separation, nodes)),
        }
    }

    /// The first `most` groups, with the closest joined first. Nothing crosses between two that do
    /// not touch.
    fn of(communities: &Communities, most: usize) -> Option<Node> {
        let (all, groups) = (communities.all.len(), communities.groups().len());
        // The tree that holds each group, by its first group.
        let mut first: Vec<usize> = (0..all).collect();
        let group = |id: CommunityId| (id.index() < most.min(groups)).then_some(Node::Group(id));
        let mut trees: Vec<Option<Node>> = CommunityId::first(all).map(group).collect();
        let mut pairs: Vec<&Overlap> = communities.overlaps.iter().collect();
        pairs.sort_by(|one, other| one.separation.total_cmp(&other.separation));
        for pair in pairs {
            let [one, other] = [pair.one, pair.other].map(|id| first[id.index()]);
            if one != other {
                let (low, high) = (one.min(other), one.max(other));
                first.iter_mut().filter(|at| **at == high).for_each(|at| *at = low);
                let both = [trees[low].take(), trees[high].take()].into_iter().flatten();
                trees[low] = Node::joining(pair.separation, both);
            }
        }
        Node::joining(1.0, trees.into_iter().flatten())
    }

    /// The groups from the top down.
    fn groups(&self) -> Vec<CommunityId> {
        match self {
            Node::Group(id) => vec![*id],
            Node::Join(_, nodes) => nodes.iter().flat_map(Node::groups).collect(),
        }
    }
}

impl<'g> Tree<'g> {
    /// Reads the communities of a graph.
    fn new(graph: &'g Graph) -> graph::Result<Self> {
        let (points, communities) = (graph.points()?, graph.communities()?);
        let mut said = graph.verdict()?;
        let alone = graph.membership()?.iter().filter(|shares| shares.is_empty()).count();
        let all = communities.groups().len();
        if alone > 0 && all > 0 {
            let alone = counted(alone as u64, "point is", "points are");
            said += &format!(" {alone} in no group.");
        }
        if all > MOST {
            said += &format!(" The {MOST} largest are shown.");
        }
        let root = Node::of(communities, MOST);
        let groups = root.as_ref().map_or(Vec::new(), Node::groups);
        let mut groups: Vec<Vec<CommunityId>> = groups.into_iter().map(|id| vec![id]).collect();
        let parts = |group: &[CommunityId]| communities.parts(group[0]).map(|(part, _)| part);
        if all + groups.iter().map(|group| parts(group).count()).sum::<usize>() <= MOST {
            groups.iter_mut().for_each(|group| group.extend(parts(group).collect::<Vec<_>>()));
        }
        let (name, has_features) = (&graph.facts().name, graph.facts().features > 0);
        Ok(Self { name, has_features, points, communities, said, root, groups })
    }

    /// Draws it, of some width in inches.
    fn figure(&self, width: Option<f64>, theme: Theme) -> Figure {
        let rows = self.groups.iter().flatten().count();
        let all = || self.groups.iter().flatten().map(|&id| self.community(id));
        let widest = |words: &dyn Fn(&Community) -> f64| all().map(words).fold(0.0, f64::max);
        let (is_one, has_parts) = (self.groups.len() == 1, rows > self.groups.len());
        let indent = if has_parts { LETTERS } else { 0.0 };
        let wide = [
            widest(&|one| BOLD * LETTERS * letters(&one.name)) + indent,
            widest(&|one| LETTERS * letters(&grouped(one.points.into()))).max(4.0 * SMALL),
            widest(&|one| LETTERS * letters(&self.class(one))),
        ];
        let blocks = if has_parts { 2.0 * BLOCK } else { BLOCK };
        let mut figure =
            Figure::new([width.map_or(WIDTH, |inches| 72.0 * inches), 0.0], None, theme);
        let words = wide.iter().map(|wide| wide + LETTERS).sum::<f64>() + blocks + LETTERS;
        let room = figure.size[0] - 2.0 * MARGIN - words;
        let left = MARGIN + SMALL;
        let right = left + if is_one { 0.0 } else { (0.45 * room).max(60.0) };
        let mut x = right + blocks + LETTERS;
        let columns = wide.map(|wide| {
            x += wide + LETTERS;
            x - wide - LETTERS
        });
        let title = format!("{}: the tree of communities", self.name);
        let top = heading(&mut figure, &title, &self.said, theme);
        let points = |group: &Vec<CommunityId>| f64::from(self.community(group[0]).points);
        let points: f64 = self.groups.iter().map(points).sum();
        let point = (2.0 * ROW * rows as f64).min(HEIGHT) / points.max(1.0);
        let columns = [columns[0], columns[1] + wide[1], columns[2], x];
        let (tree, centers) = (self, vec![0.0; MOST]);
        let mut drawn = TreeFigure { tree, figure, left, right, columns, point, y: top, centers };
        drawn.head();
        self.groups.iter().for_each(|group| drawn.group(group));
        if let Some(root @ Node::Join(..)) = &self.root {
            drawn.axis(top);
            drawn.node(root, None);
        }
        drawn.figure.size[1] = drawn.y + MARGIN;
        drawn.figure
    }

    fn community(&self, id: CommunityId) -> &Community {
        &self.communities.all[id.index()]
    }

    /// `97 % setosa`; nothing without classes.
    fn class(&self, one: &Community) -> String {
        let class = one.majority(self.points);
        let class = class.map(|(class, purity)| percent_of_class(purity, class));
        shortened(&display_safe::name(&class.unwrap_or_default()), 16.0)
    }
}
