//! The shapes of a tree of communities, from the top down.

use super::{
    Anchor, BLOCK_WIDTH, BOLD_WIDTH_FACTOR, CommunityTree, Element, FONT_SIZE, Figure, Form,
    MARGIN, MIN_ROW_HEIGHT, SMALL_FONT_SIZE, TreeNode, text_width,
};
use crate::base::display_safe;
use crate::base::ids::CommunityId;
use crate::base::numbers::group_thousands;
use crate::communities::{CLEAR_SEPARATION, Community};
use crate::figure::PagePoint;
use crate::figure::labels::wrap_evenly;
use crate::picture::colour::Colour;
use crate::picture::style::Theme;

const LINE_HEIGHT: f64 = 1.25 * FONT_SIZE;
/// The width below which a tree has few marks and no numbers.
const NARROW_WIDTH: f64 = 110.0;
/// The least width of the column of differences, in font sizes.
const MIN_DIFFERENCE_WIDTH: f64 = 14.0;

pub(super) struct TreeFigure<'t> {
    pub tree: &'t CommunityTree<'t>,
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
    fn draw(&mut self, shape: Element) {
        let end = self.figure.size[0] - MARGIN;
        let is_nothing = matches!(
            &shape.form, Form::Text { at, words, .. } if words.is_empty() || at[0] > end
        );
        self.figure.elements.extend((!is_nothing).then_some(shape));
    }

    /// Returns the space from a column to the end of the page, in font sizes.
    fn room_after(&self, column: usize, letters: f64) -> f64 {
        (self.figure.size[0] - MARGIN - self.columns[column]) / letters
    }

    pub(crate) fn draw_column_heads(&mut self) {
        let (y, faint) = (self.y + SMALL_FONT_SIZE, self.figure.theme.faint());
        let points = Element::text([self.columns[1], y], SMALL_FONT_SIZE, "points");
        self.draw(points.with_anchor(Anchor::End).with_fill(faint));
        let is_wide = self.room_after(3, FONT_SIZE) >= MIN_DIFFERENCE_WIDTH;
        if is_wide && self.tree.has_features {
            let apart = "deviations from the mean";
            self.draw(Element::text([self.columns[3], y], SMALL_FONT_SIZE, apart).with_fill(faint));
        }
        self.y = y + 0.6 * SMALL_FONT_SIZE;
    }

    /// Returns the lines of the class and of the differences of a community, each with its column;
    /// on a narrow page, class and title share a column.
    fn words(&self, one: &Community) -> Vec<(usize, Vec<String>)> {
        let is_narrow = self.room_after(3, FONT_SIZE) < MIN_DIFFERENCE_WIDTH;
        let room = self.room_after(if is_narrow { 2 } else { 3 }, FONT_SIZE);
        let room = (room / text_width("x")).max(1.0) as usize;
        let class = self.tree.class_lines(one);
        if is_narrow {
            let title = wrap_evenly(&display_safe::escape_name(&one.title), room);
            return vec![(2, class.into_iter().chain(title).collect())];
        }
        let whole = |piece: &str| {
            let piece = display_safe::escape_name(piece).into_owned();
            if piece.chars().count() < room { piece.replace(' ', "\u{a0}") } else { piece }
        };
        let differences = one.differences().map(whole).collect::<Vec<_>>().join(", ");
        vec![(2, class), (3, wrap_evenly(&differences, room))]
    }

    /// Draws a group with its parts: a row of words for each, and a block of proportional height. A
    /// block with parts spans all their rows.
    pub(crate) fn draw_group(&mut self, group: &[CommunityId]) {
        let (top, ink) = (self.y, self.figure.theme.ink());
        let colour = self.tree.colours[group[0].index()];
        for (place, &id) in group.iter().enumerate() {
            let one = self.tree.community(id);
            let (is_group, high) = (place == 0, f64::from(one.points) * self.point);
            let words = self.words(one);
            let lines = words.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
            let least = MIN_ROW_HEIGHT + (lines.max(1) - 1) as f64 * LINE_HEIGHT;
            let height = if is_group && group.len() > 1 { least } else { high.max(least) };
            let y = self.y + height / 2.0 + 0.35 * FONT_SIZE;
            if group.len() == 1 || !is_group {
                let x = if is_group { 0.0 } else { BLOCK_WIDTH };
                let corner = [self.right + x, self.y + (height - high) / 2.0 + 0.5];
                let block = Element::rectangle(corner, [BLOCK_WIDTH, (high - 1.0).max(1.0)]);
                self.draw(block.with_fill(self.tree.colours[id.index()]));
            }
            let indent = if is_group { 0.0 } else { FONT_SIZE };
            let name =
                Element::text([self.columns[0] + indent, y], FONT_SIZE, &*one.name).with_fill(ink);
            self.draw(if is_group { name.bold() } else { name });
            let points =
                Element::text([self.columns[1], y], FONT_SIZE, group_thousands(one.points.into()));
            self.draw(points.with_anchor(Anchor::End).with_fill(ink));
            for (column, lines) in words {
                let first = y - (lines.len().max(1) - 1) as f64 / 2.0 * LINE_HEIGHT;
                for (at, words) in lines.into_iter().enumerate() {
                    let place = [self.columns[column], first + at as f64 * LINE_HEIGHT];
                    self.draw(Element::text(place, FONT_SIZE, words).with_fill(ink));
                }
            }
            self.y += height;
        }
        if group.len() > 1 {
            let block = Element::rectangle([self.right, top], [BLOCK_WIDTH - 1.0, self.y - top]);
            self.draw(block.with_fill(colour));
        }
        self.centers[group[0].index()] = (top + self.y) / 2.0;
        self.y += 2.0;
    }

    /// Draws the axis of separations, from 1 at the left to 0 at the groups.
    pub(crate) fn draw_axis(&mut self, top: f64) {
        let (ink, y) = (self.figure.theme.ink(), self.y);
        let faint = self.figure.theme.line().mix(self.figure.theme.paper(), 0.6);
        let steps = if self.right - self.left < NARROW_WIDTH { 2 } else { 5 };
        for mark in (0..=steps).map(|at| f64::from(at) / f64::from(steps)) {
            let x = self.separation_x(mark);
            self.draw(line_element(vec![[x, top], [x, y]], faint, 0.5));
            let words = format!("{mark:.1}");
            let words = Element::text(
                [x, y + 1.3 * SMALL_FONT_SIZE],
                SMALL_FONT_SIZE,
                words.trim_end_matches(".0"),
            );
            self.draw(words.with_anchor(Anchor::Middle).with_fill(ink));
        }
        self.draw(line_element(vec![[self.left, y], [self.right, y]], ink, 0.8));
        let x = self.separation_x(CLEAR_SEPARATION);
        self.draw(with_dashes(line_element(vec![[x, top], [x, y]], ink, 0.8)));
        let said = format!(
            "separation of the closest two groups: 1 nothing crosses, 0 no boundary; clearly apart \
             from {CLEAR_SEPARATION} on"
        );
        self.y += 1.3 * SMALL_FONT_SIZE;
        for words in wrap_to_width(&said, (self.figure.size[0] - 2.0 * MARGIN) / SMALL_FONT_SIZE) {
            self.y += 1.4 * SMALL_FONT_SIZE;
            self.draw(Element::text([MARGIN, self.y], SMALL_FONT_SIZE, words).with_fill(ink));
        }
    }

    fn separation_x(&self, separation: f64) -> f64 {
        self.right - separation * (self.right - self.left)
    }

    /// Draws a node and a line to the join above it; returns the y position of its middle.
    pub(crate) fn draw_node(&mut self, node: &TreeNode, joined: Option<f64>) -> f64 {
        let quiet = self.figure.theme.quiet();
        let (x, middle, colour) = match node {
            TreeNode::Group(id) => {
                (self.right, self.centers[id.index()], self.tree.colours[id.index()])
            }
            TreeNode::Join(separation, nodes) => {
                let x = self.separation_x(*separation);
                let ends: Vec<f64> =
                    nodes.iter().map(|node| self.draw_node(node, Some(x))).collect();
                let [first, .., last] = ends[..] else { return 0.0 };
                self.draw(line_element(vec![[x, first], [x, last]], quiet, 1.4));
                if self.right - self.left >= NARROW_WIDTH {
                    let (said, y) = (format!("{separation:.2}"), (first + ends[1]) / 2.0);
                    // Next to the groups there is room only to the left, above the line there.
                    let is_near = self.right - x < SMALL_FONT_SIZE * text_width(&said) + 6.0;
                    let (at, anchor) = match is_near {
                        true => ([x - 3.0, y - 0.35 * SMALL_FONT_SIZE], Anchor::End),
                        false => ([x + 3.0, y + 0.35 * SMALL_FONT_SIZE], Anchor::Start),
                    };
                    let said = Element::text(at, SMALL_FONT_SIZE, said)
                        .with_anchor(anchor)
                        .with_fill(quiet);
                    self.draw(said.with_stroke(self.figure.theme.paper(), 2.0));
                }
                let middle = (first + last) / 2.0;
                (x, middle, quiet)
            }
        };
        let end = joined.unwrap_or(x - SMALL_FONT_SIZE / 2.0);
        self.draw(line_element(vec![[end, middle], [x, middle]], colour, 1.4));
        middle
    }
}

fn line_element(places: Vec<PagePoint>, colour: Colour, width: f64) -> Element {
    Element::new(Form::Line(places)).with_stroke(colour, width)
}

fn with_dashes(mut line: Element) -> Element {
    line.stroke.iter_mut().for_each(|stroke| stroke.is_dashed = true);
    line
}

/// Writes a title and the text below it, and returns the y position of their lower end.
pub(super) fn draw_heading(figure: &mut Figure, title: &str, said: &str, theme: Theme) -> f64 {
    let room = figure.size[0] - 2.0 * MARGIN;
    let large = 1.2 * FONT_SIZE;
    let mut y = MARGIN - 0.2 * FONT_SIZE;
    for line in wrap_to_width(title, room / (BOLD_WIDTH_FACTOR * large)) {
        y += 1.4 * FONT_SIZE;
        figure.elements.push(Element::text([MARGIN, y], large, line).bold().with_fill(theme.ink()));
    }
    for line in wrap_to_width(said, room / FONT_SIZE) {
        y += 1.4 * FONT_SIZE;
        figure.elements.push(Element::text([MARGIN, y], FONT_SIZE, line).with_fill(theme.quiet()));
    }
    y + FONT_SIZE
}

/// Breaks words into lines of `width`, in font sizes. No word is cut.
fn wrap_to_width(words: &str, width: f64) -> Vec<String> {
    let letters = (width / text_width("x")).max(1.0) as usize;
    wrap_evenly(&display_safe::escape_line(words), letters)
}
