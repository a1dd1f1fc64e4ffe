//! Peaks: the clusters of a graph in one picture. Across, a cluster stands amid its points, which
//! stand along one line; up, by its size on a logarithmic axis. So groups are mountains, and the
//! clusters that hold a point are a way up.
//!
//! Invariant: the picture and the style determine the bytes, and no label covers a circle or
//! another label.

mod axis;
mod chains;
mod names;
mod order;
#[cfg(test)]
mod tests;

use super::heading::{MARGIN, heading, reading_key};
use super::labels::{LabelCircle, LabelSpace};
use super::points::PointsError;
use super::shades::PointShades;
use super::{Element, Figure, Form, PagePoint, Paint};
use crate::base::numbers::pluralize;
use crate::graph::Graph;
use crate::picture::colour::Colour;
use crate::picture::style::Style;
use crate::picture::{Node, Picture};
use axis::{SizeAxis, level};
use chains::{Chains, chains};
pub(crate) use order::{mean_place, places_on_line};

/// The default width of the figure, and the height of the peaks for a width.
const DEFAULT_WIDTH: f64 = 720.0;
const MIN_HEIGHT: f64 = 120.0;
const HEIGHT_RATIO: f64 = 0.4;
/// The space left of the peaks, for the axis.
const AXIS_WIDTH: f64 = 24.0;
/// The space above the largest cluster, and the least space at the sides of the circles.
const TOP_SPACE: f64 = 22.0;
const SIDE_SPACE: f64 = 10.0;
/// The most covers whose lines are drawn besides the nearest of each cluster.
const MAX_FAINT_LINES: usize = 3_000;
/// The most clusters with tooltips, and the most whose lines labels avoid.
const MAX_TOOLTIPS: usize = 5_000;
const MAX_AVOIDED_LINES: usize = 2_000;
/// The radii of the smallest and of the largest cluster in a figure of the default width, and the
/// number of large clusters beyond which they are smaller, and the smallest as a share.
const RADII: [f64; 2] = [1.7, 8.5];
const MANY_LARGE: f64 = 150.0;
const MIN_SHRINKING: f64 = 0.35;
/// The share of the points that a large cluster has.
const LARGE_SHARE: f64 = 0.125;
const LINE_WIDTH: f64 = 0.6;
const STRONG_WIDTH: f64 = 1.5;
/// The costs for a label of a line and of a strong line that it covers, as distances.
const LINE_COST: f64 = 0.4;
const STRONG_COST: f64 = 40.0;
/// The number of clusters beyond which lines are thinner, and the thinnest as a share.
const MANY_CLUSTERS: f64 = 1_500.0;
const MIN_THINNING: f64 = 0.45;
/// The distance across, as a share of the line, that counts as much as a doubling of the size.
const DOUBLING: f64 = 0.07;

/// Returns the peaks of a picture, and its content in words.
pub(crate) fn figure(
    graph: &Graph,
    picture: &Picture,
    style: &Style,
) -> Result<(Figure, String), PointsError> {
    let shades = PointShades::new(graph, style)?;
    let line = places_on_line(graph)?;
    let across: Vec<f64> =
        picture.nodes.iter().map(|node| mean_place(&line, &node.extent)).collect();
    let is_whole = picture.nodes.len() == graph.facts().concepts as usize;
    let chains = chains(graph, picture, is_whole, &across)?;
    let title = match is_whole {
        true => format!("{}: {}", graph.facts().name, graph.verdict()?),
        false => picture.title.clone(),
    };
    let is_large = |node: &Node| f64::from(node.size) >= LARGE_SHARE * f64::from(picture.size);
    let drawing = PeakDrawing {
        picture,
        style,
        is_whole,
        nearest: nearest_covers(picture, &across, is_drawn),
        across,
        colours: picture.nodes.iter().map(|node| shades.mix(&node.extent)).collect(),
        large: picture.nodes.iter().filter(|node| is_large(node)).count(),
        chains,
    };
    let legend = if style.legend { &shades.legend[..] } else { &[] };
    let width = style.width.map_or(DEFAULT_WIDTH, |inches| 72.0 * inches);
    let (head, top) = heading(style.title.words(&title), legend, width, style.theme);
    let axis = drawing.axis(top + MARGIN + TOP_SPACE, width);
    let (key, bottom) = match style.legend {
        true => reading_key(&drawing.key_phrases(), axis.bottom() + 20.0, width, style.theme),
        false => (Vec::new(), axis.bottom() + 18.0),
    };
    let (mut figure, mut space) = drawing.draw(&axis, width, bottom + 0.5 * MARGIN);
    figure.elements.extend(head.into_iter().chain(key));
    space.add_box([0.0, 0.0], [width, top]);
    let nameless = names::add_names(graph, &drawing, &axis, &mut space, &mut figure.elements)?;
    let mut words = picture.size_in_words();
    if picture.omits_top {
        words += "; the whole is around them and not drawn";
    }
    if picture.nodes.first().is_some_and(|node| node.size == 0) {
        words += "; the empty cluster is not drawn";
    }
    if nameless > 0 {
        let groups = pluralize(nameless, "group", "groups");
        words += &format!("; there is no room for the names of {groups}");
    }
    Ok((figure, words))
}

/// Returns the nearest of the covers of each cluster that count, of equally near ones the smallest.
fn nearest_covers(
    picture: &Picture,
    across: &[f64],
    counts: impl Fn(&Picture, usize, usize) -> bool,
) -> Vec<Option<usize>> {
    let mut nearest: Vec<Option<usize>> = vec![None; picture.nodes.len()];
    // The square of the distance of two clusters in the picture.
    let distance = |one: usize, other: usize| {
        let up = level(picture.nodes[one].size) - level(picture.nodes[other].size);
        let (right, up) = (across[one] - across[other], DOUBLING * up);
        right * right + up * up
    };
    for &(lower, upper) in &picture.edges {
        let is_nearer = nearest[lower].is_none_or(|known| {
            distance(lower, upper)
                .total_cmp(&distance(lower, known))
                .then(upper.cmp(&known))
                .is_lt()
        });
        if counts(picture, lower, upper) && is_nearer {
            nearest[lower] = Some(upper);
        }
    }
    nearest
}

/// Returns `true` if the line of a cover may be drawn: it leads neither from the empty cluster nor
/// to the whole.
fn is_drawn(picture: &Picture, lower: usize, upper: usize) -> bool {
    picture.nodes[lower].size > 0 && picture.nodes[upper].size < picture.size
}

struct PeakDrawing<'a> {
    picture: &'a Picture,
    style: &'a Style,
    /// `true` if the picture has all clusters of the graph.
    is_whole: bool,
    /// The position of each cluster, from 0 to 1.
    across: Vec<f64>,
    nearest: Vec<Option<usize>>,
    colours: Vec<Colour>,
    /// The number of large clusters.
    large: usize,
    chains: Chains,
}

impl PeakDrawing<'_> {
    fn axis(&self, top: f64, width: f64) -> SizeAxis {
        let height = MIN_HEIGHT + HEIGHT_RATIO * width;
        let sizes = || self.picture.nodes.iter().map(|node| node.size).filter(|size| *size > 0);
        let largest = sizes().max().unwrap_or(1);
        let smallest = sizes().min().unwrap_or(1);
        let left = MARGIN + AXIS_WIDTH;
        let right = width - MARGIN;
        SizeAxis { left, right, top, height, smallest, largest }
    }

    fn spot(&self, axis: &SizeAxis, at: usize) -> PagePoint {
        let (left, right) = (axis.left + SIDE_SPACE, axis.right - SIDE_SPACE);
        [left + self.across[at] * (right - left), axis.y(self.picture.nodes[at].size)]
    }

    /// Returns the size of marks relative to that in a figure of the default width.
    fn scale(&self, axis: &SizeAxis) -> f64 {
        ((axis.right - axis.left) / DEFAULT_WIDTH).sqrt().clamp(0.6, 1.2)
    }

    fn radius(&self, axis: &SizeAxis, node: &Node) -> f64 {
        let share = f64::from(node.size) / f64::from(self.picture.size.max(1));
        let scale = self.scale(axis);
        let spare = (axis.right - axis.left) * axis.height / self.picture.nodes.len().max(1) as f64;
        let least = (0.12 * spare.sqrt()).clamp(0.55, RADII[0] * scale);
        let shrinking = (MANY_LARGE / self.large.max(1) as f64).sqrt();
        let most = RADII[1] * scale * shrinking.clamp(MIN_SHRINKING, 1.0);
        (least * least + (most * most - least * least) * share.min(1.0)).sqrt()
    }

    fn circle(&self, axis: &SizeAxis, at: usize) -> LabelCircle {
        let radius = self.radius(axis, &self.picture.nodes[at]) + 0.4;
        LabelCircle { center: self.spot(axis, at), radius }
    }

    /// Draws axis, lines and circles, and returns them with the space for labels.
    fn draw(&self, axis: &SizeAxis, width: f64, height: f64) -> (Figure, LabelSpace) {
        let (picture, theme) = (self.picture, self.style.theme);
        let mut figure = Figure::new([width, height], None, theme);
        let mut space = LabelSpace::new(
            [axis.left - 4.0, 2.0],
            [width - axis.left + 2.0, axis.bottom() + 16.0],
        );
        axis.draw(theme, &mut figure.elements);
        let spots: Vec<PagePoint> =
            (0..picture.nodes.len()).map(|at| self.spot(axis, at)).collect();
        let line = |lower: usize, upper: usize, paint: Paint, thick: f64| {
            let ends = vec![spots[lower], spots[upper]];
            Element::new(Form::Line(ends)).with_stroke(paint, thick)
        };
        if picture.edges.len() <= MAX_FAINT_LINES {
            for &(lower, upper) in &picture.edges {
                if is_drawn(picture, lower, upper) && self.nearest[lower] != Some(upper) {
                    figure.elements.push(line(lower, upper, Paint(theme.line(), 0.16), 0.3));
                }
            }
        }
        let thinning = (MANY_CLUSTERS / picture.nodes.len().max(1) as f64).sqrt();
        let thick = LINE_WIDTH * self.scale(axis) * thinning.clamp(MIN_THINNING, 1.0);
        for (lower, nearest) in self.nearest.iter().enumerate() {
            let Some(upper) = *nearest else { continue };
            let colour = self.colours[lower].mix(theme.paper(), 0.3);
            figure.elements.push(line(lower, upper, Paint(colour, 0.75), thick));
            if picture.nodes.len() <= MAX_AVOIDED_LINES {
                space.add_line([spots[lower], spots[upper]], LINE_COST);
            }
        }
        let strong = STRONG_WIDTH * self.scale(axis);
        for &(lower, upper) in &self.chains.strong {
            figure.elements.push(line(lower, upper, theme.paper().into(), 2.5 * strong));
        }
        for &(lower, upper) in &self.chains.strong {
            figure.elements.push(line(lower, upper, theme.ink().into(), strong));
            space.add_line([spots[lower], spots[upper]], STRONG_COST);
        }
        let is_strong = self.chains.nodes();
        for at in (0..picture.nodes.len()).rev().filter(|&at| picture.nodes[at].size > 0) {
            let (node, circle) = (&picture.nodes[at], self.circle(axis, at));
            space.add_circle(circle);
            let shape = Element::circle(circle.center, circle.radius - 0.4);
            let shape = match is_strong.contains(&at) {
                true => shape.with_fill(self.colours[at]).with_stroke(theme.ink(), 1.0),
                false => shape
                    .with_fill(Paint(self.colours[at], 0.92))
                    .with_stroke(Paint(theme.paper(), 0.8), (0.25 * circle.radius).min(0.6)),
            };
            let (id, tooltip) = match picture.nodes.len() <= MAX_TOOLTIPS {
                true => (Some(node.name.clone()), Some(self.tooltip(node))),
                false => (None, None),
            };
            figure.elements.push(Element { id, tooltip, ..shape });
        }
        (figure, space)
    }

    /// Returns the tooltip of a cluster: `c12: 34 points around d64`.
    fn tooltip(&self, node: &Node) -> String {
        let points = pluralize(node.size.into(), "point", "points");
        let center = node.center.map(|center| &self.picture.points[center].name);
        let around = center.map_or(String::new(), |center| format!(" around {center}"));
        format!("{}: {points}{around}", node.name)
    }

    /// Returns the phrases of the reading key.
    fn key_phrases(&self) -> Vec<&'static str> {
        let has_lines = self.nearest.iter().any(Option::is_some);
        let phrases = [
            (true, "circle: a cluster"),
            (true, "up: its number of points"),
            (true, "across: where its points stand, near ones side by side"),
            (has_lines, "line: to the nearest cluster that contains it"),
            (
                !self.chains.strong.is_empty(),
                "bold: from points up to the smallest cluster with them",
            ),
        ];
        phrases.into_iter().filter(|(occurs, _)| *occurs).map(|(_, words)| words).collect()
    }
}
