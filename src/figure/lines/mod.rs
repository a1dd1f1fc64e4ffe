//! Line diagrams: a circle for each cluster, and straight lines that lead up to the clusters that
//! cover it.
//!
//! Invariant: the picture and the style determine the bytes, and no label covers a circle or
//! another label. Letters keep their size in every width: the diagram is stretched instead.

mod captions;
mod dot;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use super::heading::{LegendEntry, MARGIN, heading, reading_key};
use super::labels::{LabelCircle, LabelLine, LabelSide, LabelSpace};
use super::points::PointsError;
use super::shades::PointShades;
use super::{Element, Figure, Form, PagePoint};
use crate::base::numbers::{group_thousands, pluralize};
use crate::diagram;
use crate::graph::Graph;
use crate::picture::colour::Colour;
use crate::picture::label::cut_name;
use crate::picture::style::Style;
use crate::picture::tooltip::tooltip;
use crate::picture::{Node, Picture};
use captions::{Caption, caption, names_clusters};
pub(crate) use dot::dot;

/// The most clusters of a line diagram that people can read.
pub(crate) const MAX_CLUSTERS: usize = 100;

/// The lengths, across and up, of a usual distance between circles; the first at which all
/// labels fit is taken.
const STRETCHES: [[f64; 2]; 6] =
    [[40.0, 40.0], [54.0, 44.0], [70.0, 50.0], [90.0, 56.0], [115.0, 62.0], [140.0, 72.0]];
/// The heights of a usual distance where the width is given, and the largest width of one.
const HEIGHTS: [f64; 4] = [36.0, 46.0, 58.0, 74.0];
const MAX_ACROSS: f64 = 150.0;
/// The least width of a diagram and the largest one, unless it is given.
const MIN_WIDTH: f64 = 260.0;
const MAX_WIDTH: f64 = 1400.0;
/// The space for labels beside the circles, and above and below them.
const SIDE_SPACE: f64 = 56.0;
const END_SPACE: f64 = 40.0;
/// The radius of the smallest and of the largest cluster.
const RADII: [f64; 2] = [3.2, 9.5];
/// The largest distance of a label, and the costs of lines that it covers, as distances.
const REACH: f64 = 46.0;
const LINE_COST: f64 = 6.0;
const STRONG_LINE_COST: f64 = 24.0;
const STRONG_WIDTH: f64 = 2.2;
const LINE_WIDTH: f64 = 0.9;

/// Returns the line diagram of a picture, and its content in words.
pub(crate) fn figure(
    graph: &Graph,
    picture: &Picture,
    style: &Style,
) -> Result<(Figure, String), PointsError> {
    let shades = PointShades::new(graph, style)?;
    let colours = picture.nodes.iter().map(|node| shades.mix(&node.extent)).collect();
    let legend = if style.legend { shades.legend } else { Vec::new() };
    let (figure, nameless) = LineDrawing::new(picture, style, colours, legend).draw_with_room();
    let mut words = picture.size_in_words();
    if picture.omits_top {
        words += "; the whole is around them and not drawn";
    }
    if nameless > 0 {
        let clusters = pluralize(nameless as u64, "cluster", "clusters");
        words += &format!("; there is no room for the names of {clusters}");
    }
    Ok((figure, words))
}

struct LineDrawing<'a> {
    picture: &'a Picture,
    style: &'a Style,
    places: Vec<[f64; 2]>,
    colours: Vec<Colour>,
    captions: Vec<Caption>,
    legend: Vec<LegendEntry>,
}

impl<'a> LineDrawing<'a> {
    fn new(
        picture: &'a Picture,
        style: &'a Style,
        colours: Vec<Colour>,
        legend: Vec<LegendEntry>,
    ) -> Self {
        let places = diagram::place(picture.nodes.len(), &picture.edges);
        let captions = picture.nodes.iter().map(|node| caption(picture, node, style)).collect();
        Self { picture, style, places, colours, captions, legend }
    }

    /// Draws the diagram in the first stretch in which all labels fit, or else in the one with the
    /// most labels; returns it with the number of clusters without a label.
    fn draw_with_room(&self) -> (Figure, usize) {
        let stretches = match self.style.width {
            Some(_) => HEIGHTS.map(|up| [MAX_ACROSS, up]).to_vec(),
            None => STRETCHES.to_vec(),
        };
        let mut best = self.draw(stretches[0]);
        for &stretch in &stretches[1..] {
            if best.1 == 0 {
                break;
            }
            let next = self.draw(stretch);
            if next.1 < best.1 && (self.style.width.is_some() || next.0.size[0] <= MAX_WIDTH) {
                best = next;
            }
        }
        best
    }

    /// Draws the diagram with the lengths of a usual distance; where the width is given, the length
    /// across is at most the given one.
    fn draw(&self, [across, up]: [f64; 2]) -> (Figure, usize) {
        let (picture, style, theme) = (self.picture, self.style, self.style.theme);
        let range = |axis: usize| {
            let values = || self.places.iter().map(move |place| place[axis]);
            (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max))
        };
        let ((left, right), (low, high)) = (range(0), range(1));
        let (wide, tall) = ((right - left).max(0.0), (high - low).max(0.0));
        let (width, across) = match style.width {
            Some(inches) => {
                let width = 72.0 * inches;
                let side = SIDE_SPACE.min(0.14 * width);
                (width, across.min((width - 2.0 * side) / wide.max(1.0)))
            }
            None => ((wide * across + 2.0 * SIDE_SPACE).max(MIN_WIDTH), across),
        };
        let title = style.title.words(&picture.title);
        let (mut shapes, top) = heading(title, &self.legend, width, theme);
        let has_attributes = picture.nodes.iter().any(|node| !node.attributes.is_empty());
        let first = top + MARGIN + if has_attributes { END_SPACE } else { 0.6 * END_SPACE };
        let last = first + tall * up + END_SPACE;
        let phrases = key_phrases(picture, style);
        let phrases: Vec<&str> = phrases.iter().map(String::as_str).collect();
        let (key, bottom) = reading_key(&phrases, last, width, theme);
        let height = if key.is_empty() { last } else { bottom + 0.5 * MARGIN };
        shapes.extend(key);
        let start = (width - wide * across) / 2.0;
        let spot = |&[x, y]: &[f64; 2]| -> PagePoint {
            [start + (x - left) * across, first + (high - y) * up]
        };
        let spots: Vec<PagePoint> = self.places.iter().map(spot).collect();
        let mut space = LabelSpace::new([2.0, top + 2.0], [width - 4.0, last - top - 2.0]);
        for &(lower, upper) in &picture.edges {
            let (colour, thick, cost) = match picture.strong.contains(&(lower, upper)) {
                true => (theme.ink(), STRONG_WIDTH, STRONG_LINE_COST),
                false => (theme.line(), LINE_WIDTH, LINE_COST),
            };
            let ends = [spots[lower], spots[upper]];
            shapes.push(Element::new(Form::Line(ends.to_vec())).with_stroke(colour, thick));
            space.add_line(ends, cost);
        }
        for ((node, &spot), &colour) in picture.nodes.iter().zip(&spots).zip(&self.colours) {
            space.add_circle(label_circle(picture, node, spot));
            let fill = if node.size == 0 { theme.paper() } else { colour };
            let (line, thick) = match node.is_selected {
                true => (theme.ink(), STRONG_WIDTH),
                false => (colour.mix(theme.ink(), 0.45), LINE_WIDTH),
            };
            let circle = Element::circle(spot, radius(picture, node));
            let circle = circle.with_fill(fill).with_stroke(line, thick);
            let (id, tooltip) = (Some(node.name.clone()), Some(tooltip(picture, node)));
            shapes.push(Element { id, tooltip, ..circle });
        }
        let nameless = self.add_labels(&spots, &mut space, &mut shapes);
        (Figure { elements: shapes, ..Figure::new([width, height], None, theme) }, nameless)
    }

    /// Adds the labels, those of selected clusters and of the largest first; returns the number of
    /// clusters that lack one.
    fn add_labels(
        &self,
        spots: &[PagePoint],
        space: &mut LabelSpace,
        shapes: &mut Vec<Element>,
    ) -> usize {
        let nodes = &self.picture.nodes;
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_by_key(|&at| (!nodes[at].is_selected, Reverse(at)));
        let mut nameless = 0;
        for at in order {
            let circle = [label_circle(self.picture, &nodes[at], spots[at])];
            // Where there is no room for all lines, the essential ones stand alone, or the first.
            let mut add = |lines: &[LabelLine], essential: usize, side: LabelSide| {
                let variants = [lines.len(), essential, 1].into_iter();
                let mut variants = variants.filter(|&count| count > 0 && count <= lines.len());
                let found = variants.find_map(|count| {
                    let mut shown = lines[..count].to_vec();
                    let last = shown.last_mut()?;
                    if let Some(cut) = last.words.strip_suffix(',').map(str::to_owned) {
                        last.words = cut + ", …";
                    }
                    let label = space.place(&shown, &circle, side, REACH)?;
                    Some((label.elements(&shown, self.style.theme), count >= essential.max(1)))
                });
                let (elements, is_named) = found.unwrap_or_default();
                shapes.extend(elements);
                is_named
            };
            let Caption { above, below, essential } = &self.captions[at];
            let is_above = above.is_empty() || add(above, above.len(), LabelSide::Above);
            // Where attributes stand above, points stand below.
            let side = if self.picture.is_ready { LabelSide::Below } else { LabelSide::Any };
            let essential = if *essential > 0 { *essential } else { below.len() };
            let is_below = below.is_empty() || add(below, essential, side);
            nameless += usize::from(!(is_above && is_below));
        }
        nameless
    }
}

/// Returns the phrases of the reading key: one for each mark that occurs.
fn key_phrases(picture: &Picture, style: &Style) -> Vec<String> {
    let any = |mark: fn(&Node) -> bool| picture.nodes.iter().any(mark);
    let named = picture.nodes.iter().rev().find(|node| node.size > 1 && node.center.is_some());
    let example = named.filter(|_| names_clusters(picture, style)).and_then(|node| {
        let center = cut_name(&picture.points[node.center?].name);
        let size = group_thousands(node.size.into());
        Some(format!("{size} around {center}: a cluster of {size} points whose centre is {center}"))
    });
    let phrases = [
        (!picture.edges.is_empty(), "a line leads up to a cluster with more points"),
        (any(|node| !node.attributes.is_empty()), "an attribute stands above all that have it"),
        (any(|node| node.is_selected), "dark outline: selected"),
        (picture.omits_top, "all lie in the whole, which is not drawn"),
    ];
    let phrases = phrases.into_iter().filter(|(occurs, _)| *occurs);
    let phrases = phrases.map(|(_, words)| words.to_owned()).chain(example);
    if style.legend { phrases.collect() } else { Vec::new() }
}

fn label_circle(picture: &Picture, node: &Node, center: PagePoint) -> LabelCircle {
    LabelCircle { center, radius: radius(picture, node) + 0.5 }
}

fn radius(picture: &Picture, node: &Node) -> f64 {
    let share = f64::from(node.size) / f64::from(picture.size.max(1));
    RADII[0] + (RADII[1] - RADII[0]) * share.sqrt().min(1.0)
}
