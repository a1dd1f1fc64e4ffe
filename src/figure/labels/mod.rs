//! Labels beside the circles that they name: the placement that all figures share.
//!
//! Invariant: a placed label lies on the page, and on no circle, box, leader or placed label.
//! Positions around the circle are tried in a fixed order, then positions farther away, from which
//! a leader leads back; so equal input gives equal positions.

use super::{Anchor, BOLD_WIDTH_FACTOR, Element, Form, PagePoint, Paint, text_width};
use crate::picture::colour::Colour;
use crate::picture::label::wrap_words;
use crate::picture::style::Theme;

/// The directions in which a label stands, in order of preference: the unit vector from the circle,
/// and the part of the label's half width and half height by which its middle is further out.
const DIRECTIONS: [[f64; 4]; 16] = [
    [1.0, 0.0, 1.0, 0.0],
    [-1.0, 0.0, -1.0, 0.0],
    [0.0, -1.0, 0.0, -1.0],
    [0.0, 1.0, 0.0, 1.0],
    [0.707, -0.707, 1.0, -1.0],
    [-0.707, -0.707, -1.0, -1.0],
    [0.707, 0.707, 1.0, 1.0],
    [-0.707, 0.707, -1.0, 1.0],
    [0.924, -0.383, 1.0, -0.6],
    [-0.924, -0.383, -1.0, -0.6],
    [0.924, 0.383, 1.0, 0.6],
    [-0.924, 0.383, -1.0, 0.6],
    [0.383, -0.924, 0.6, -1.0],
    [-0.383, -0.924, -0.6, -1.0],
    [0.383, 0.924, 0.6, 1.0],
    [-0.383, 0.924, -0.6, 1.0],
];
/// The cost of a direction for each direction before it, as a distance.
const ORDER_COST: f64 = 0.3;
/// The distance between a label and its circle, and the steps by which it moves away.
const GAP: f64 = 2.0;
const STEP: f64 = 6.0;
/// The distance from its circle beyond which a label has a leader.
const MAX_DISTANCE_WITHOUT_LEADER: f64 = 5.0;
/// The cost of a leader, and of a circle that it passes over, as distances.
const LEADER_COST: f64 = 8.0;
const PASSED_CIRCLE_COST: f64 = 12.0;
/// The distance that a label keeps from what it must not cover.
const MARGIN: f64 = 1.0;
/// The height of a line of text, and of the part of it below the baseline, in font sizes.
const LINE_HEIGHT: f64 = 1.2;
const DEPTH: f64 = 0.3;
/// The side of the squares by which circles are found.
const CELL: f64 = 24.0;

/// The sides of a circle on which its label may stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::figure) enum LabelSide {
    /// All sides.
    #[default]
    Any,
    /// The sides above the middle, and left and right of it only if there is no room above.
    Above,
    /// The sides below the middle, and left and right of it only if there is no room below.
    Below,
}

/// A line of a label.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::figure) struct LabelLine {
    pub words: String,
    pub size: f64,
    pub is_bold: bool,
    pub colour: Colour,
}

/// A circle that a label names or must not cover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::figure) struct LabelCircle {
    pub center: PagePoint,
    pub radius: f64,
}

/// The place of a label.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::figure) struct PlacedLabel {
    /// The top left corner of the label, and its width and height.
    pub corner: PagePoint,
    pub size: [f64; 2],
    /// The side of the label to which its lines are aligned.
    pub alignment: Anchor,
    /// The ends of the leader: on the label and on the circle.
    pub leader: Option<[PagePoint; 2]>,
}

/// A page with the shapes that labels must not cover.
#[derive(Clone, Debug)]
pub(in crate::figure) struct LabelSpace {
    corner: PagePoint,
    size: [f64; 2],
    columns: usize,
    /// The circles that touch each square of the page.
    cells: Vec<Vec<LabelCircle>>,
    /// The corners and the sizes of boxes and placed labels.
    boxes: Vec<[[f64; 2]; 2]>,
    /// The lines that labels may cover, with the cost.
    lines: Vec<([PagePoint; 2], f64)>,
    leaders: Vec<[PagePoint; 2]>,
}

impl LabelLine {
    /// Creates a line of plain letters.
    pub(in crate::figure) fn new(words: impl Into<String>, size: f64, colour: Colour) -> Self {
        Self { words: words.into(), size, is_bold: false, colour }
    }

    /// Makes the letters bold.
    pub(in crate::figure) fn bold(self) -> Self {
        Self { is_bold: true, ..self }
    }

    fn width(&self) -> f64 {
        let factor = if self.is_bold { BOLD_WIDTH_FACTOR } else { 1.0 };
        factor * self.size * text_width(&self.words)
    }
}

impl LabelSide {
    /// Returns the cost of a direction as a distance; `None` if it is not allowed.
    fn cost(self, order: usize, [_, down, ..]: [f64; 4]) -> Option<f64> {
        let wanted = match self {
            Self::Any => return Some(ORDER_COST * order as f64),
            Self::Above => -down,
            Self::Below => down,
        };
        // The most upright direction comes first, and one straight to the side last.
        (wanted >= 0.0).then_some(10.0 * (1.0 - wanted) + 0.01 * order as f64)
    }
}

impl LabelSpace {
    /// Creates the space of an empty page, given its top left corner and its size.
    pub(in crate::figure) fn new(corner: PagePoint, size: [f64; 2]) -> Self {
        let [columns, rows] = size.map(|side| (side / CELL).max(0.0) as usize + 1);
        let cells = vec![Vec::new(); columns * rows];
        let (boxes, lines, leaders) = (Vec::new(), Vec::new(), Vec::new());
        Self { corner, size, columns, cells, boxes, lines, leaders }
    }

    /// Keeps labels off a circle.
    pub(in crate::figure) fn add_circle(&mut self, circle: LabelCircle) {
        let around = [circle.center.map(|at| at - circle.radius), [2.0 * circle.radius; 2]];
        for cell in self.cells_of(around) {
            self.cells[cell].push(circle);
        }
    }

    /// Keeps labels off a rectangle, given its top left corner and its size.
    pub(in crate::figure) fn add_box(&mut self, corner: PagePoint, size: [f64; 2]) {
        self.boxes.push([corner, size]);
    }

    /// Lets labels cover a line at a cost: a distance by which they rather move away.
    pub(in crate::figure) fn add_line(&mut self, ends: [PagePoint; 2], cost: f64) {
        self.lines.push((ends, cost));
    }

    /// Places a label beside the first of some circles that has room for it, or at most `reach`
    /// away from one; `None` if there is no room.
    pub(in crate::figure) fn place(
        &mut self,
        lines: &[LabelLine],
        circles: &[LabelCircle],
        side: LabelSide,
        reach: f64,
    ) -> Option<PlacedLabel> {
        let width = lines.iter().map(LabelLine::width).fold(0.0, f64::max);
        let size = [width, lines.iter().map(|line| LINE_HEIGHT * line.size).sum()];
        let mut best: Option<(f64, PlacedLabel)> = None;
        for ring in 0..=(reach.max(0.0) / STEP) as usize {
            let away = ring as f64 * STEP;
            if best.as_ref().is_some_and(|(least, _)| *least <= away) {
                break;
            }
            for (rank, circle) in circles.iter().enumerate() {
                for (order, direction) in DIRECTIONS.into_iter().enumerate() {
                    let Some(cost) = side.cost(order, direction) else { continue };
                    let cost = cost + away + 0.01 * rank as f64;
                    if best.as_ref().is_some_and(|(least, _)| *least <= cost) {
                        continue;
                    }
                    let label = place_around(*circle, direction, GAP + away, size);
                    let Some(over) = self.cost(&label, *circle) else { continue };
                    if best.as_ref().is_none_or(|(least, _)| cost + over < *least) {
                        best = Some((cost + over, label));
                    }
                }
            }
        }
        let (_, label) = best?;
        self.boxes.push([label.corner, label.size]);
        self.leaders.extend(label.leader);
        Some(label)
    }

    /// Returns the cost of what a label and its leader cover; `None` if they must not cover it.
    fn cost(&self, label: &PlacedLabel, own: LabelCircle) -> Option<f64> {
        let bounds = [label.corner, label.size];
        let is_on_page = (0..2).all(|axis| {
            label.corner[axis] >= self.corner[axis]
                && label.corner[axis] + label.size[axis] <= self.corner[axis] + self.size[axis]
        });
        let is_near =
            |circle: &LabelCircle| distance_to_box(bounds, circle.center) < circle.radius + MARGIN;
        if !is_on_page
            || self.boxes.iter().any(|other| are_overlapping(bounds, *other))
            || self.leaders.iter().any(|&ends| is_over_box(ends, bounds))
            || self.others(bounds, own).any(is_near)
        {
            return None;
        }
        let over = |ends: &[PagePoint; 2]| is_over_box(*ends, bounds);
        let lines = self.lines.iter().filter(|(ends, _)| over(ends)).map(|(_, cost)| cost);
        let mut cost = lines.sum();
        if let Some(leader) = label.leader {
            if self.boxes.iter().any(|other| is_over_box(leader, *other))
                || self.leaders.iter().any(|&other| are_crossing(leader, other))
            {
                return None;
            }
            let [[x, y], [to_x, to_y]] = leader;
            let around = [[x.min(to_x), y.min(to_y)], [(x - to_x).abs(), (y - to_y).abs()]];
            let is_passed =
                |circle: &&LabelCircle| distance_to_line(leader, circle.center) < circle.radius;
            let passed = self.others(around, own).filter(is_passed).count();
            cost += LEADER_COST + PASSED_CIRCLE_COST * passed as f64;
        }
        Some(cost)
    }

    /// Returns the circles but one's own in each square that a rectangle touches.
    fn others(
        &self,
        bounds: [[f64; 2]; 2],
        own: LabelCircle,
    ) -> impl Iterator<Item = &LabelCircle> {
        let circles = self.cells_of(bounds).flat_map(|cell| &self.cells[cell]);
        circles.filter(move |circle| circle.center != own.center)
    }

    /// Returns the squares of the page that a rectangle touches.
    fn cells_of(&self, [corner, size]: [[f64; 2]; 2]) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows) = (self.columns, self.cells.len() / self.columns);
        let range = |axis: usize, most: usize| {
            let cell = |at: f64| ((at - self.corner[axis]) / CELL).max(0.0) as usize;
            let [from, to] = [corner[axis] - MARGIN, corner[axis] + size[axis] + MARGIN].map(cell);
            from.min(most - 1)..=to.min(most - 1)
        };
        let across = range(0, columns);
        range(1, rows).flat_map(move |row| across.clone().map(move |x| row * columns + x))
    }
}

impl PlacedLabel {
    /// Returns the shapes of the label: its leader and its lines, the text with a halo.
    pub(in crate::figure) fn elements(&self, lines: &[LabelLine], theme: Theme) -> Vec<Element> {
        let leader = self
            .leader
            .map(|ends| Element::new(Form::Line(ends.to_vec())).with_stroke(theme.quiet(), 0.6));
        let x = match self.alignment {
            Anchor::Start => self.corner[0],
            Anchor::Middle => self.corner[0] + self.size[0] / 2.0,
            Anchor::End => self.corner[0] + self.size[0],
        };
        let mut y = self.corner[1];
        let text = |line: &LabelLine| {
            y += LINE_HEIGHT * line.size;
            let text = Element::text([x, y - DEPTH * line.size], line.size, &*line.words);
            let text = text.with_anchor(self.alignment).with_fill(line.colour);
            let text = text.with_stroke(Paint(theme.paper(), 0.85), 2.5);
            if line.is_bold { text.bold() } else { text }
        };
        leader.into_iter().chain(lines.iter().map(text).collect::<Vec<_>>()).collect()
    }
}

/// Wraps words into lines of at most `width` letters, evenly long; a longer word is a line of its
/// own, so that no word is cut. A number stays with its `%`, and words with no-break spaces between
/// them stay together.
pub(in crate::figure) fn wrap_evenly(words: &str, width: usize) -> Vec<String> {
    let words = words.replace(" %", "\u{a0}%");
    let fill = |width| wrap_words(words.split(' ').filter(|word| !word.is_empty()), width);
    let lines = fill(width);
    let even = (1..width).map(fill).find(|even| even.len() <= lines.len()).unwrap_or(lines);
    even.into_iter().map(|line| line.join(" ").replace('\u{a0}', " ")).collect()
}

fn place_around(
    circle: LabelCircle,
    [right, down, wide, high]: [f64; 4],
    gap: f64,
    size: [f64; 2],
) -> PlacedLabel {
    let away = circle.radius + gap;
    let at = [circle.center[0] + right * away, circle.center[1] + down * away];
    let middle = [at[0] + wide * size[0] / 2.0, at[1] + high * size[1] / 2.0];
    let corner = [middle[0] - size[0] / 2.0, middle[1] - size[1] / 2.0];
    let alignment = match right {
        right if right > 0.1 => Anchor::Start,
        right if right < -0.1 => Anchor::End,
        _ => Anchor::Middle,
    };
    let edge = [0, 1].map(|axis| circle.center[axis] + [right, down][axis] * circle.radius);
    let leader = (gap > MAX_DISTANCE_WITHOUT_LEADER).then_some([at, edge]);
    PlacedLabel { corner, size, alignment, leader }
}

fn are_overlapping(one: [[f64; 2]; 2], other: [[f64; 2]; 2]) -> bool {
    (0..2).all(|axis| {
        one[0][axis] < other[0][axis] + other[1][axis] + MARGIN
            && other[0][axis] < one[0][axis] + one[1][axis] + MARGIN
    })
}

fn distance_to_box([corner, size]: [[f64; 2]; 2], [x, y]: PagePoint) -> f64 {
    let away = |at: f64, from: f64, length: f64| (from - at).max(at - from - length).max(0.0);
    let (across, down) = (away(x, corner[0], size[0]), away(y, corner[1], size[1]));
    (across * across + down * down).sqrt()
}

fn distance_to_line([[x, y], [to_x, to_y]]: [PagePoint; 2], at: PagePoint) -> f64 {
    let (dx, dy) = (to_x - x, to_y - y);
    let along = ((at[0] - x) * dx + (at[1] - y) * dy) / (dx * dx + dy * dy).max(1e-9);
    let along = along.clamp(0.0, 1.0);
    let (across, down) = (at[0] - x - along * dx, at[1] - y - along * dy);
    (across * across + down * down).sqrt()
}

/// Returns `true` if a line enters a rectangle.
fn is_over_box([from, to]: [PagePoint; 2], [corner, size]: [[f64; 2]; 2]) -> bool {
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let [low, high] = [corner[axis], corner[axis] + size[axis]];
        let step = to[axis] - from[axis];
        if step.abs() < 1e-9 {
            if from[axis] <= low || from[axis] >= high {
                return false;
            }
            continue;
        }
        let [a, b] = [(low - from[axis]) / step, (high - from[axis]) / step];
        (start, end) = (start.max(a.min(b)), end.min(a.max(b)));
    }
    start < end
}

fn are_crossing([a, b]: [PagePoint; 2], [c, d]: [PagePoint; 2]) -> bool {
    let side = |from: PagePoint, to: PagePoint, at: PagePoint| {
        (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests;
