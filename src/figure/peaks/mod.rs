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

use super::heading::{MARGIN, heading, reading_key};
use super::labels::{LabelCircle, LabelSpace};
use super::points::PointsError;
use super::shades::PointShades;
use super::{Element, Figure, Form, PagePoint, Paint};
use crate::base::numbers::pluralize;
use crate::graph::Graph;
use crate::picture::colour::Colour;
use crate::picture::style::{Style, Theme};
use crate::picture::{Node, Picture};
use axis::SizeAxis;
use chains::{Chains, chains};
pub(crate) use order::{mean_place, places_on_line};

/// The default width of the figure, and the height of the peaks for a width.
const DEFAULT_WIDTH: f64 = 720.0;
const MIN_HEIGHT: f64 = 120.0;
const HEIGHT_RATIO: f64 = 0.4;
/// The space left of the peaks, for the axis.
const AXIS_WIDTH: f64 = 24.0;
/// The space above the largest cluster, and the least space at the sides of the circles.
const TOP_SPACE: f64 = 30.0;
const SIDE_SPACE: f64 = 10.0;
/// The most covers whose lines are drawn besides the nearest of each cluster.
const MAX_FAINT_LINES: usize = 3_000;
/// The most clusters with tooltips, and the most whose lines labels avoid.
const MAX_TOOLTIPS: usize = 5_000;
const MAX_AVOIDED_LINES: usize = 2_000;
/// The radii of the smallest and of the largest cluster in a figure of the default width.
const RADII: [f64; 2] = [1.7, 8.5];
const LINE_WIDTH: f64 = 0.6;
const STRONG_WIDTH: f64 = 1.5;
/// The costs for a label of a line and of a strong line that it covers, as distances.
const LINE_COST: f64 = 0.4;
const STRONG_COST: f64 = 14.0;

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
    let chains = chains(graph, picture, &across)?;
    let title = match is_whole {
        true => format!("{}: {}", graph.facts().name, graph.verdict()?),
        false => picture.title.clone(),
    };
    let drawing = PeakDrawing {
        picture,
        style,
        nearest: nearest_covers(picture, &across),
        across,
        colours: picture.nodes.iter().map(|node| shades.mix(&node.extent)).collect(),
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
    let clusters = pluralize(picture.nodes.len() as u64, "cluster", "clusters");
    let mut words =
        format!("{clusters}, {}", pluralize(picture.edges.len() as u64, "cover", "covers"));
    if nameless > 0 {
        let groups = pluralize(nameless, "group", "groups");
        words += &format!("; there is no room for the names of {groups}");
    }
    Ok((figure, words))
}

/// Returns for each cluster the cover that stands nearest to it, of equally near ones the smallest;
/// `None` if only the whole covers it.
fn nearest_covers(picture: &Picture, across: &[f64]) -> Vec<Option<usize>> {
    let mut nearest: Vec<Option<usize>> = vec![None; picture.nodes.len()];
    let distance = |one: usize, other: usize| (across[one] - across[other]).abs();
    for &(lower, upper) in &picture.edges {
        let is_nearer = nearest[lower].is_none_or(|known| {
            distance(lower, upper)
                .total_cmp(&distance(lower, known))
                .then(upper.cmp(&known))
                .is_lt()
        });
        if picture.nodes[upper].size < picture.size && is_nearer {
            nearest[lower] = Some(upper);
        }
    }
    nearest
}

struct PeakDrawing<'a> {
    picture: &'a Picture,
    style: &'a Style,
    /// The position of each cluster, from 0 to 1.
    across: Vec<f64>,
    nearest: Vec<Option<usize>>,
    colours: Vec<Colour>,
    chains: Chains,
}

impl PeakDrawing<'_> {
    fn theme(&self) -> Theme {
        self.style.theme
    }

    fn axis(&self, top: f64, width: f64) -> SizeAxis {
        let height = MIN_HEIGHT + HEIGHT_RATIO * width;
        let sizes = || self.picture.nodes.iter().map(|node| node.size);
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

    fn radius(&self, axis: &SizeAxis, node: &Node) -> f64 {
        let share = f64::from(node.size) / f64::from(self.picture.size.max(1));
        let scale = ((axis.right - axis.left) / DEFAULT_WIDTH).sqrt().clamp(0.6, 1.2);
        let spare = (axis.right - axis.left) * axis.height / self.picture.nodes.len().max(1) as f64;
        let least = (0.12 * spare.sqrt()).clamp(0.55, RADII[0] * scale);
        let most = RADII[1] * scale;
        (least * least + (most * most - least * least) * share.min(1.0)).sqrt()
    }

    fn circle(&self, axis: &SizeAxis, at: usize) -> LabelCircle {
        let radius = self.radius(axis, &self.picture.nodes[at]) + 0.4;
        LabelCircle { center: self.spot(axis, at), radius }
    }

    /// Draws axis, lines and circles, and returns them with the space for labels.
    fn draw(&self, axis: &SizeAxis, width: f64, height: f64) -> (Figure, LabelSpace) {
        let (picture, theme) = (self.picture, self.theme());
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
                let is_drawn = picture.nodes[upper].size < picture.size;
                if is_drawn && self.nearest[lower] != Some(upper) {
                    figure.elements.push(line(lower, upper, Paint(theme.line(), 0.16), 0.3));
                }
            }
        }
        for (lower, nearest) in self.nearest.iter().enumerate() {
            let Some(upper) = *nearest else { continue };
            let colour = self.colours[lower].mix(theme.paper(), 0.3);
            figure.elements.push(line(lower, upper, Paint(colour, 0.75), LINE_WIDTH));
            if picture.nodes.len() <= MAX_AVOIDED_LINES {
                space.add_line([spots[lower], spots[upper]], LINE_COST);
            }
        }
        for &(lower, upper) in &self.chains.strong {
            figure.elements.push(line(lower, upper, theme.paper().into(), 2.5 * STRONG_WIDTH));
        }
        for &(lower, upper) in &self.chains.strong {
            figure.elements.push(line(lower, upper, theme.ink().into(), STRONG_WIDTH));
            space.add_line([spots[lower], spots[upper]], STRONG_COST);
        }
        let is_strong = self.chains.nodes();
        for at in (0..picture.nodes.len()).rev() {
            let (node, circle) = (&picture.nodes[at], self.circle(axis, at));
            space.add_circle(circle);
            let shape = Element::circle(circle.center, circle.radius - 0.4);
            let shape = match (node.size, is_strong.contains(&at)) {
                (0, _) => shape.with_fill(theme.paper()).with_stroke(theme.quiet(), 0.8),
                (_, true) => shape.with_fill(self.colours[at]).with_stroke(theme.ink(), 1.0),
                (_, false) => shape
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
            (true, "across: where its points stand on a line on which near points are neighbours"),
            (has_lines, "line: to the nearest cluster that contains it"),
            (
                !self.chains.strong.is_empty(),
                "bold: from points up to the smallest cluster with them",
            ),
        ];
        phrases.into_iter().filter(|(occurs, _)| *occurs).map(|(_, words)| words).collect()
    }
}
