//! The shapes of a tree of communities, from the top down.

use super::words::{shortened, wrapped};
use super::{Anchor, BLOCK, Figure, Form, LETTERS, MARGIN, Node, ROW, SMALL, Shape, Tree, letters};
use crate::base::display_safe;
use crate::base::ids::CommunityId;
use crate::base::numbers::grouped;
use crate::communities::{CLEAR, Community};
use crate::figure::{Paint, Place};
use crate::picture::colour::{Colour, of_class};
use crate::picture::label::{cut_inside, wrap};

/// The distance between the lines of one row.
const LINE: f64 = 1.25 * LETTERS;
/// The width below which a tree has few marks and no numbers.
const NARROW: f64 = 110.0;

/// A tree that is being drawn.
pub(super) struct TreeFigure<'t> {
    pub tree: &'t Tree<'t>,
    pub figure: Figure,
    /// The x positions of separations of 1 and of 0.
    pub left: f64,
    pub right: f64,
    /// The x positions where names begin, numbers end, classes begin and differences begin.
    pub columns: [f64; 4],
    /// The height that one point adds to a block.
    pub point: f64,
    /// The y position down to which the tree is drawn.
    pub y: f64,
    /// The y position of the middle of each group, by number.
    pub centers: Vec<f64>,
}

impl TreeFigure<'_> {
    /// Draws a shape, unless it is an empty text or a text beyond the page.
    fn draw(&mut self, shape: Shape) {
        let end = self.figure.size[0] - MARGIN;
        let is_nothing = matches!(
            &shape.form, Form::Text { at, words, .. } if words.is_empty() || at[0] > end
        );
        self.figure.shapes.extend((!is_nothing).then_some(shape));
    }

    /// Returns the space from a column to the end of the page, in font sizes.
    fn room(&self, column: usize, letters: f64) -> f64 {
        (self.figure.size[0] - MARGIN - self.columns[column]) / letters
    }

    /// Draws the headings of the columns.
    pub fn head(&mut self) {
        let (y, faint) = (self.y + SMALL, self.figure.theme.faint());
        let points = Shape::text([self.columns[1], y], SMALL, "points");
        self.draw(points.anchored(Anchor::End).filled(faint));
        if self.room(3, SMALL) > 12.0 && self.tree.has_features {
            let apart = "deviations from the mean";
            self.draw(Shape::text([self.columns[3], y], SMALL, apart).filled(faint));
        }
        self.y = y + 0.6 * SMALL;
    }

    /// Draws a group with its parts: a row of words for each, with a block whose height is
    /// proportional to the number of points. The block of a group with parts spans all rows of the
    /// group.
    pub fn group(&mut self, group: &[CommunityId]) {
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

    /// Draws the axis of separations, from 1 at the left to 0 at the groups.
    pub fn axis(&mut self, top: f64) {
        let (ink, y) = (self.figure.theme.ink(), self.y);
        let faint = self.figure.theme.line().mix(self.figure.theme.paper(), 0.6);
        let steps = if self.right - self.left < NARROW { 2 } else { 5 };
        for mark in (0..=steps).map(|at| f64::from(at) / f64::from(steps)) {
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

    /// Draws a node with a line to the x position of the join above it, and returns the y position
    /// of its middle.
    pub fn node(&mut self, node: &Node, joined: Option<f64>) -> f64 {
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
                    // Next to the groups there is room only to the left, above the line there.
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

/// Returns the differences that set a community apart, on at most `most` lines of the width `room`
/// in font sizes.
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

/// Creates a line from position to position.
fn line(places: Vec<Place>, colour: Colour, width: f64) -> Shape {
    Shape::new(Form::Line(places)).outlined(colour, width)
}

fn dashed(mut line: Shape) -> Shape {
    line.stroke.iter_mut().for_each(|stroke| stroke.is_dashed = true);
    line
}
