//! The tree of communities as a dendrogram: groups from the top down, with heights proportional to
//! their numbers of points, joined at their separation.
//!
//! Invariant: a join stands at the separation of the nodes that it brings together, so the picture
//! agrees with the verdict above it, and no join stands lower than those within it. There is no
//! boundary between the parts of a group, so they stand beside it without a join.

mod drawing;

use super::labels::wrap_evenly;
use super::{Anchor, BOLD_WIDTH_FACTOR, Element, Figure, Form, text_width};
use crate::base::display_safe;
use crate::base::ids::CommunityId;
use crate::base::numbers::{format_class_share, group_thousands, pluralize};
use crate::base::points::Points;
use crate::communities::{Communities, Community, Level};
use crate::graph::{self, Graph};
use crate::picture::colour::{Colour, community_colours};
use crate::picture::label::cut_name;
use crate::picture::style::{Style, Theme};
use drawing::{TreeFigure, draw_heading};

/// The default width of the figure, and the font sizes, in points of the page.
const DEFAULT_WIDTH: f64 = 560.0;
const FONT_SIZE: f64 = 9.0;
const SMALL_FONT_SIZE: f64 = 7.5;
const MARGIN: f64 = 10.0;
/// The least height of a row, and the largest total height of the rows before short ones are raised
/// to the least height.
const MIN_ROW_HEIGHT: f64 = 1.6 * FONT_SIZE;
const MAX_ROWS_HEIGHT: f64 = 300.0;
const BLOCK_WIDTH: f64 = 12.0;
/// The most letters of a line of a class.
const MAX_CLASS_LETTERS: usize = 24;
/// The most groups that are drawn, and the most rows of groups and parts with which parts are
/// drawn.
const MAX_ROWS: usize = 40;

/// An error of the tree of communities.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A graph without groups.
    #[error("there is nothing to draw: {0}")]
    NoGroup(String),
    /// A section that cannot be read.
    #[error(transparent)]
    Graph(#[from] graph::GraphError),
}

/// Returns the tree of the communities of a graph, and its content in words.
///
/// # Errors
/// Returns an error if the graph has no groups or if the store fails.
pub(crate) fn figure(graph: &Graph, style: &Style) -> Result<(Figure, String), TreeError> {
    let tree = CommunityTree::new(graph)?;
    match tree.groups.len() {
        0 => Err(TreeError::NoGroup(tree.summary)),
        groups => {
            let parts = tree.groups.iter().flatten().count() - groups;
            let mut words = pluralize(groups as u64, "group", "groups");
            if parts > 0 {
                words += &format!(", {}", pluralize(parts as u64, "part", "parts"));
            }
            Ok((tree.figure(style.width, style.theme), words))
        }
    }
}

#[derive(Debug)]
struct CommunityTree<'g> {
    name: &'g str,
    has_features: bool,
    points: &'g Points,
    communities: &'g Communities,
    /// The colours of the communities, by id.
    colours: Vec<Colour>,
    /// The verdict, and the points and groups that are not drawn.
    summary: String,
    /// The root of the tree of the drawn groups; `None` if there are no groups.
    root: Option<TreeNode>,
    /// The drawn groups from the top down, each followed by its parts.
    groups: Vec<Vec<CommunityId>>,
}

/// A join of several nodes at a separation, or a group.
#[derive(Debug)]
enum TreeNode {
    Join(f64, Vec<TreeNode>),
    Group(CommunityId),
}

impl TreeNode {
    /// Joins nodes at a separation and merges joins within them that are at this separation.
    /// Returns a single node itself, and `None` if there are no nodes.
    fn join(separation: f64, nodes: impl Iterator<Item = TreeNode>) -> Option<TreeNode> {
        let mut nodes: Vec<TreeNode> = nodes
            .flat_map(|node| match node {
                TreeNode::Join(lower, inner) if lower >= separation => inner,
                node => vec![node],
            })
            .collect();
        match nodes.len() {
            0 | 1 => nodes.pop(),
            _ => Some(TreeNode::Join(separation, nodes)),
        }
    }

    /// Creates the tree of the first `most` groups.
    fn from_communities(communities: &Communities, most: usize) -> Option<TreeNode> {
        TreeNode::join(1.0, TreeNode::children_of(None, communities, most).into_iter())
    }

    fn children_of(
        parent: Option<CommunityId>,
        communities: &Communities,
        most: usize,
    ) -> Vec<TreeNode> {
        let node = |id: CommunityId| match communities.all[id.index()].level {
            Level::Group => (id.index() < most).then_some(TreeNode::Group(id)),
            Level::Part => None,
            Level::Join => {
                let inside = communities.all.iter().filter(|one| one.parent == Some(id));
                let separation = inside.filter_map(|one| one.separation).fold(1.0, f64::min);
                let children = TreeNode::children_of(Some(id), communities, most);
                TreeNode::join(separation, children.into_iter())
            }
        };
        let all = CommunityId::first(communities.all.len());
        let inside = all.filter(|&id| communities.all[id.index()].parent == parent);
        let mut nodes: Vec<TreeNode> = inside.filter_map(node).collect();
        nodes.sort_by_key(|node| node.groups().into_iter().min());
        nodes
    }

    fn groups(&self) -> Vec<CommunityId> {
        match self {
            TreeNode::Group(id) => vec![*id],
            TreeNode::Join(_, nodes) => nodes.iter().flat_map(TreeNode::groups).collect(),
        }
    }
}

impl<'g> CommunityTree<'g> {
    fn new(graph: &'g Graph) -> graph::Result<Self> {
        let (points, communities) = (graph.points()?, graph.communities()?);
        let mut said = graph.verdict()?;
        let alone = graph.membership()?.iter().filter(|shares| shares.is_empty()).count();
        let all = communities.groups().len();
        if alone > 0 && all > 0 {
            let alone = pluralize(alone as u64, "point is", "points are");
            said += &format!(" {alone} in no group.");
        }
        if all > MAX_ROWS {
            said += &format!(" The {MAX_ROWS} largest are shown.");
        }
        let root = TreeNode::from_communities(communities, MAX_ROWS);
        let groups = root.as_ref().map_or(Vec::new(), TreeNode::groups);
        let mut groups: Vec<Vec<CommunityId>> = groups.into_iter().map(|id| vec![id]).collect();
        let parts = |group: &[CommunityId]| communities.parts(group[0]).map(|(part, _)| part);
        if all + groups.iter().map(|group| parts(group).count()).sum::<usize>() <= MAX_ROWS {
            groups.iter_mut().for_each(|group| group.extend(parts(group).collect::<Vec<_>>()));
        }
        let (name, has_features) = (&graph.facts().name, graph.facts().features > 0);
        let colours = community_colours(communities);
        Ok(Self { name, has_features, points, communities, colours, summary: said, root, groups })
    }

    /// Draws the tree; `width` is in inches.
    fn figure(&self, width: Option<f64>, theme: Theme) -> Figure {
        let rows = self.groups.iter().flatten().count();
        let all = || self.groups.iter().flatten().map(|&id| self.community(id));
        let widest = |words: &dyn Fn(&Community) -> f64| all().map(words).fold(0.0, f64::max);
        let (is_one, has_parts) = (self.groups.len() == 1, rows > self.groups.len());
        let indent = if has_parts { FONT_SIZE } else { 0.0 };
        let wide = [
            widest(&|one| BOLD_WIDTH_FACTOR * FONT_SIZE * text_width(&one.name)) + indent,
            widest(&|one| FONT_SIZE * text_width(&group_thousands(one.points.into())))
                .max(4.0 * SMALL_FONT_SIZE),
            widest(&|one| {
                let lines = self.class_lines(one);
                FONT_SIZE * lines.iter().map(|line| text_width(line)).fold(0.0, f64::max)
            }),
        ];
        let blocks = if has_parts { 2.0 * BLOCK_WIDTH } else { BLOCK_WIDTH };
        let mut figure =
            Figure::new([width.map_or(DEFAULT_WIDTH, |inches| 72.0 * inches), 0.0], None, theme);
        let words = wide.iter().map(|wide| wide + FONT_SIZE).sum::<f64>() + blocks + FONT_SIZE;
        let room = figure.size[0] - 2.0 * MARGIN - words;
        let left = MARGIN + SMALL_FONT_SIZE;
        let right = left + if is_one { 0.0 } else { (0.4 * room).max(36.0) };
        let mut x = right + blocks + FONT_SIZE;
        let columns = wide.map(|wide| {
            x += wide + FONT_SIZE;
            x - wide - FONT_SIZE
        });
        let title = format!("{}: the tree of communities", self.name);
        let top = draw_heading(&mut figure, &title, &self.summary, theme);
        let points = |group: &Vec<CommunityId>| f64::from(self.community(group[0]).points);
        let points: f64 = self.groups.iter().map(points).sum();
        let point = (2.0 * MIN_ROW_HEIGHT * rows as f64).min(MAX_ROWS_HEIGHT) / points.max(1.0);
        let columns = [columns[0], columns[1] + wide[1], columns[2], x];
        let (tree, centers) = (self, vec![0.0; MAX_ROWS]);
        let mut drawn = TreeFigure { tree, figure, left, right, columns, point, y: top, centers };
        drawn.draw_column_heads();
        self.groups.iter().for_each(|group| drawn.draw_group(group));
        if let Some(root @ TreeNode::Join(..)) = &self.root {
            drawn.draw_axis(top);
            drawn.draw_node(root, None);
        }
        drawn.figure.size[1] = drawn.y + MARGIN;
        drawn.figure
    }

    fn community(&self, id: CommunityId) -> &Community {
        &self.communities.all[id.index()]
    }

    /// Returns the lines of the majority class, `97 % setosa`; none without classes.
    fn class_lines(&self, one: &Community) -> Vec<String> {
        let class = one.majority(self.points);
        let class = class.map(|(class, purity)| format_class_share(purity, &cut_name(class)));
        wrap_evenly(&display_safe::escape_name(&class.unwrap_or_default()), MAX_CLASS_LETTERS)
    }
}
