//! The tree of communities as a dendrogram: groups from the top down, each as high as its points
//! are many, joined where they are as far apart as they are.
//!
//! Invariant: a join stands at the separation of the closest two groups that it brings together, a
//! group alone or with others (single linkage). So a group first joins at its least separation from
//! any other, and the picture says what the verdict above it says; no join stands lower than those
//! within it. The separations of the communities that are stored would not do: those are of whole
//! sets, and a join that is weak inside has the separation of its own groups. Between the parts of
//! a group there is no boundary, so they stand beside it without a join.

use std::sync::Arc;

use super::axis::Axis;
use super::chart::{dashed, line};
use super::{LETTERS, MARGIN, SMALL, across, heading, shortened, wrapped};
use crate::base::display_safe;
use crate::base::ids::CommunityId;
use crate::base::numbers::{counted, grouped, percent_of_class};
use crate::communities::{CLEAR, Communities, Community, Overlap};
use crate::figure::{Anchor, BOLD, Figure, Form, Paint, Shape, letters};
use crate::picture::colour::of_class;
use crate::picture::label::{cut_inside, wrap};
use crate::picture::style::Theme;
use crate::store::{LatticeStore, Result, StoredContext};

/// How high a row is at least, and how high all are together at most if these were no higher.
const ROW: f64 = 1.6 * LETTERS;
const HEIGHT: f64 = 300.0;
/// How far lines of one row are from one another.
const LINE: f64 = 1.25 * LETTERS;
/// How wide a group or a part is.
const BLOCK: f64 = 12.0;
/// A narrower tree has few marks, and no numbers.
const NARROW: f64 = 110.0;
/// More groups are not drawn; nor parts, if there are more rows then.
const MOST: usize = 40;

/// The communities of a graph, in the order of their tree.
#[derive(Debug)]
pub struct Tree {
    stored: Arc<StoredContext>,
    communities: Arc<Communities>,
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

impl Tree {
    /// Reads the communities of a graph.
    pub fn of(store: &dyn LatticeStore) -> Result<Self> {
        let (stored, communities) = (store.stored_context()?, store.communities()?);
        let mut said = store.verdict()?;
        let alone = store.membership()?.iter().filter(|shares| shares.is_empty()).count();
        let all = communities.groups().len();
        if alone > 0 && all > 0 {
            let alone = counted(alone as u64, "point is", "points are");
            said += &format!(" {alone} in no group.");
        }
        if all > MOST {
            said += &format!(" The {MOST} largest are shown.");
        }
        let root = Node::of(&communities, MOST);
        let groups = root.as_ref().map_or(Vec::new(), Node::groups);
        let mut groups: Vec<Vec<CommunityId>> = groups.into_iter().map(|id| vec![id]).collect();
        let parts = |group: &[CommunityId]| communities.parts(group[0]).map(|(part, _)| part);
        if all + groups.iter().map(|group| parts(group).count()).sum::<usize>() <= MOST {
            groups.iter_mut().for_each(|group| group.extend(parts(group).collect::<Vec<_>>()));
        }
        Ok(Self { stored, communities, said, root, groups })
    }

    /// The picture, of some width in inches.
    ///
    /// # Errors
    /// There is no group; this is said instead.
    pub fn figure(&self, width: Option<f64>, theme: Theme) -> std::result::Result<Figure, &str> {
        let rows = self.groups.iter().flatten().count();
        if rows == 0 {
            return Err(&self.said);
        }
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
        let mut figure = Figure::new([across(width), 0.0], None, theme);
        let words = wide.iter().map(|wide| wide + LETTERS).sum::<f64>() + blocks + LETTERS;
        let room = figure.size[0] - 2.0 * MARGIN - words;
        let left = MARGIN + SMALL;
        let right = left + if is_one { 0.0 } else { (0.45 * room).max(60.0) };
        let mut x = right + blocks + LETTERS;
        let columns = wide.map(|wide| {
            x += wide + LETTERS;
            x - wide - LETTERS
        });
        let title = format!("{}: the tree of communities", self.stored.facts.name);
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
        Ok(drawn.figure)
    }

    fn community(&self, id: CommunityId) -> &Community {
        &self.communities.all[id.index()]
    }

    /// `97 % setosa`; nothing without classes.
    fn class(&self, one: &Community) -> String {
        let class = one.majority(&self.stored.points);
        let class = class.map(|(class, purity)| percent_of_class(purity, class));
        shortened(&display_safe::name(&class.unwrap_or_default()), 16.0)
    }
}

/// A tree on its way to paper.
struct TreeFigure<'t> {
    tree: &'t Tree,
    figure: Figure,
    /// Where separations of 1 and of 0 stand.
    left: f64,
    right: f64,
    /// Where names begin, numbers end, classes begin, and what sets apart begins.
    columns: [f64; 4],
    /// How high a point is.
    point: f64,
    /// How far down it reaches.
    y: f64,
    /// Where each group has its middle, by number.
    centers: Vec<f64>,
}

impl TreeFigure<'_> {
    /// Draws a shape, but no text beyond the page.
    fn draw(&mut self, shape: Shape) {
        let end = self.figure.size[0] - MARGIN;
        let is_nothing = matches!(
            &shape.form, Form::Text { at, words, .. } if words.is_empty() || at[0] > end
        );
        self.figure.shapes.extend((!is_nothing).then_some(shape));
    }

    /// The room from a column to the end of the page, in heights of letters.
    fn room(&self, column: usize, letters: f64) -> f64 {
        (self.figure.size[0] - MARGIN - self.columns[column]) / letters
    }

    /// What is in the columns.
    fn head(&mut self) {
        let (y, faint) = (self.y + SMALL, self.figure.theme.faint());
        let points = Shape::text([self.columns[1], y], SMALL, "points");
        self.draw(points.anchored(Anchor::End).filled(faint));
        if self.room(3, SMALL) > 12.0 && self.tree.stored.facts.features > 0 {
            let apart = "deviations from the mean";
            self.draw(Shape::text([self.columns[3], y], SMALL, apart).filled(faint));
        }
        self.y = y + 0.6 * SMALL;
    }

    /// A group with its parts: a row of words for each, as high as its points are many. Where there
    /// are parts, their rows together are as high as the group.
    fn group(&mut self, group: &[CommunityId]) {
        let (top, ink) = (self.y, self.figure.theme.ink());
        let colour = of_class(group[0].index());
        for (place, &id) in group.iter().enumerate() {
            let one = self.tree.community(id);
            let (is_group, high) = (place == 0, f64::from(one.points) * self.point);
            let height = if is_group && group.len() > 1 { ROW } else { high.max(ROW) };
            let y = self.y + height / 2.0 + 0.35 * LETTERS;
            if group.len() == 1 || !is_group {
                let (x, share) = if is_group { (0.0, 1.0) } else { (BLOCK, 0.35) };
                let corner = [self.right + x, self.y + (height - high) / 2.0 + 0.5];
                let block = Shape::rectangle(corner, [BLOCK, (high - 1.0).max(1.0)]);
                self.draw(block.filled(Paint(colour, share)));
            }
            let indent = if is_group { 0.0 } else { LETTERS };
            let name = Shape::text([self.columns[0] + indent, y], LETTERS, &*one.name).filled(ink);
            self.draw(if is_group { name.bold() } else { name });
            let points = Shape::text([self.columns[1], y], LETTERS, grouped(one.points.into()));
            self.draw(points.anchored(Anchor::End).filled(ink));
            let room = self.room(2, LETTERS);
            if room > 4.0 {
                let class = shortened(&self.tree.class(one), room);
                self.draw(Shape::text([self.columns[2], y], LETTERS, class).filled(ink));
            }
            let room = self.room(3, LETTERS);
            if room > 8.0 {
                let lines = apart(one, room, (height / LINE) as usize);
                let first = y - (lines.len().max(1) - 1) as f64 / 2.0 * LINE;
                for (at, words) in lines.into_iter().enumerate() {
                    let place = [self.columns[3], first + at as f64 * LINE];
                    self.draw(Shape::text(place, LETTERS, words).filled(ink));
                }
            }
            self.y += height;
        }
        if group.len() > 1 {
            let block = Shape::rectangle([self.right, top], [BLOCK - 1.0, self.y - top]);
            self.draw(block.filled(colour));
        }
        self.centers[group[0].index()] = (top + self.y) / 2.0;
        self.y += 2.0;
    }

    /// The separations, from 1 at the left to 0 at the groups.
    fn axis(&mut self, top: f64) {
        let (ink, y) = (self.figure.theme.ink(), self.y);
        let faint = self.figure.theme.line().mix(self.figure.theme.paper(), 0.6);
        for mark in
            Axis::of_shares(0.0, 1.0).marks(if self.right - self.left < NARROW { 2 } else { 5 })
        {
            let x = self.x(mark);
            self.draw(line(vec![[x, top], [x, y]], faint, 0.5));
            let words = format!("{mark:.1}");
            let words = Shape::text([x, y + 1.3 * SMALL], SMALL, words.trim_end_matches(".0"));
            self.draw(words.anchored(Anchor::Middle).filled(ink));
        }
        self.draw(line(vec![[self.left, y], [self.right, y]], ink, 0.8));
        let x = self.x(CLEAR);
        self.draw(dashed(line(vec![[x, top], [x, y]], ink, 0.8)));
        let said = format!(
            "separation of the closest two groups: 1 nothing crosses, 0 no boundary; clearly apart \
             from {CLEAR} on"
        );
        self.y += 1.3 * SMALL;
        for words in wrapped(&said, (self.figure.size[0] - 2.0 * MARGIN) / SMALL) {
            self.y += 1.4 * SMALL;
            self.draw(Shape::text([MARGIN, self.y], SMALL, words).filled(ink));
        }
    }

    fn x(&self, separation: f64) -> f64 {
        self.right - separation * (self.right - self.left)
    }

    /// Draws a node with a line to what joins it; the answer is where its middle is.
    fn node(&mut self, node: &Node, joined: Option<f64>) -> f64 {
        let quiet = self.figure.theme.quiet();
        let (x, middle, colour) = match node {
            Node::Group(id) => (self.right, self.centers[id.index()], of_class(id.index())),
            Node::Join(separation, nodes) => {
                let x = self.x(*separation);
                let ends: Vec<f64> = nodes.iter().map(|node| self.node(node, Some(x))).collect();
                let [first, .., last] = ends[..] else { return 0.0 };
                self.draw(line(vec![[x, first], [x, last]], quiet, 1.4));
                if self.right - self.left >= NARROW {
                    let (said, y) = (format!("{separation:.2}"), (first + ends[1]) / 2.0);
                    // Next to the groups there is room at the left alone, above the line there.
                    let is_near = self.right - x < SMALL * letters(&said) + 6.0;
                    let (at, anchor) = match is_near {
                        true => ([x - 3.0, y - 0.35 * SMALL], Anchor::End),
                        false => ([x + 3.0, y + 0.35 * SMALL], Anchor::Start),
                    };
                    let said = Shape::text(at, SMALL, said).anchored(anchor).filled(quiet);
                    self.draw(said.outlined(self.figure.theme.paper(), 2.0));
                }
                let middle = (first + last) / 2.0;
                (x, middle, quiet)
            }
        };
        let end = joined.unwrap_or(x - SMALL / 2.0);
        self.draw(line(vec![[end, middle], [x, middle]], colour, 1.4));
        middle
    }
}

/// What sets a community apart, on at most this many lines of a width in heights of letters.
fn apart(one: &Community, room: f64, most: usize) -> Vec<String> {
    let room = (room / letters("x")) as usize;
    let pieces = one.each_apart().map(|piece| {
        let piece = cut_inside(&display_safe::name(piece), room - 1) + ",";
        let length = piece.chars().count();
        (piece, length)
    });
    let lines = wrap(pieces, room).into_iter().take(most.max(1));
    let mut lines: Vec<String> = lines.map(|line| line.join(" ")).collect();
    lines.last_mut().and_then(String::pop);
    lines
}
