//! The map of all points: each point at the position that the graph gives it, near its neighbours,
//! in the colour of its community, its class or its value in a column.
//!
//! Invariant: the graph and the style determine the bytes. A group has an outline around most of
//! its points and a name beside them; a point of two groups shows the colours of both.

pub(in crate::figure) mod colouring;
mod contour;
mod discs;
mod names;
mod shapes;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::heading::{LegendEntry, LegendMark, MARGIN, heading, legend_lines, ring};
use super::labels::{LabelCircle, LabelLine, LabelSide, LabelSpace};
use super::{Element, Figure, Form, PagePoint, Paint};
use crate::base::ids::{CommunityId, PointId};
use crate::base::numbers::{group_thousands, pluralize};
use crate::base::points::{Points, Position};
use crate::base::progress::Progress;
use crate::communities::Membership;
use crate::graph::{self, Graph};
use crate::picture::colour::Colour;
use crate::picture::label::cut_name;
use crate::picture::style::Style;
use colouring::{Colouring, MapUnits};
use contour::{DensityGrid, filled_region};
use discs::Disc;
use names::{NameSizes, NameSource};
pub use shapes::{MapLabel, MapShapes, TextAnchor};

/// The default width of the figure, and the largest ratio of the map's height to its width.
const DEFAULT_WIDTH: f64 = 720.0;
const MAX_HEIGHT_RATIO: f64 = 0.75;
/// The space around the points of the map.
const MAP_PADDING: f64 = 36.0;
/// The most points far from all groups that are marked.
const MAX_RINGS: usize = 1_000;
/// The most points of a map on which each point has its name.
const MAX_NAMED_POINTS: usize = 40;
/// The distance within which the name of a point stands from it.
const POINT_NAME_REACH: f64 = 40.0;
const MAX_TOOLTIP_POINTS: usize = 5000;

/// An error of the map of the points.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PointsError {
    /// A graph without points.
    #[error("the graph has no points, so there is no map of them")]
    NoPoints,
    /// A column that does not exist.
    #[error("no column {name:?} to colour by{near}; choose one of {known}")]
    NoColumn {
        /// The name that was given.
        name: String,
        /// A hint at a similar name, or at features that were left out.
        near: String,
        /// The known names.
        known: String,
    },
    /// A section that cannot be read.
    #[error(transparent)]
    Graph(#[from] graph::GraphError),
}

/// A drawn map, and what it was drawn from.
struct DrawnMap {
    figure: Figure,
    /// The content in words.
    words: String,
    colouring: Colouring,
    legend: Vec<LegendEntry>,
    page: PageFit,
    /// The y position of the lower end of the map, above the list of names.
    bottom: f64,
}

/// The way from the positions of points to places on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PageFit {
    scale: f64,
    /// The position and the place of the middle of the map.
    middle: Position,
    center: PagePoint,
}

impl PageFit {
    fn to_page(self, position: Position) -> PagePoint {
        let [x, y] = [position[0] - self.middle[0], self.middle[1] - position[1]];
        [self.center[0] + self.scale * x, self.center[1] + self.scale * y]
    }

    fn to_position(self, place: PagePoint) -> Position {
        let [x, y] = [place[0] - self.center[0], self.center[1] - place[1]];
        [self.middle[0] + x / self.scale, self.middle[1] + y / self.scale]
    }
}

/// Returns the map of the points of a graph, and its content in words.
pub(crate) fn figure(graph: &Graph, style: &Style) -> Result<(Figure, String), PointsError> {
    draw(graph, style).map(|drawn| (drawn.figure, drawn.words))
}

fn draw(graph: &Graph, style: &Style) -> Result<DrawnMap, PointsError> {
    let (points, communities) = (graph.points()?, graph.communities()?);
    let theme = style.theme;
    let positions = graph.positions(&Progress::default())?;
    if positions.is_empty() {
        return Err(PointsError::NoPoints);
    }
    let units = MapUnits::new(communities, style);
    let colouring = Colouring::new(graph, points, &units, style)?;
    let title = format!("{}: {}", graph.facts().name, graph.verdict()?);
    let width = style.width.map_or(DEFAULT_WIDTH, |inches| inches * 72.0);
    let sizes = NameSizes::new(width);
    let far = graph.far_points()?;
    let mut legend = colouring.legend.clone();
    if !far.is_empty() {
        let words = format!("far from the rest: {}", far.len());
        legend.push(LegendEntry::new(vec![LegendMark::Ring], words));
    }
    let shown = if style.legend { &legend[..] } else { &[] };
    let (mut shapes, top) = heading(style.title.words(&title), shown, width, theme);
    let (page, size) = fit_to_page(positions, width, top);
    let places: Vec<PagePoint> = positions.iter().map(|&at| page.to_page(at)).collect();
    // Drawing order: regions, points, names.
    let room = point_spacing(&places);
    let density = DensityGrid::new([0.0, top], size, room);
    let mut space = LabelSpace::new([0.0, top], size);
    let mut names = Vec::new();
    let (membership, is_by_unit) = (graph.membership()?, colouring.is_by_unit);
    let source =
        NameSource { points, communities, membership, places: &places, theme, sizes, is_by_unit };
    // A single group is the whole, without an outline.
    for (at, unit) in units.all.iter().enumerate().filter(|_| units.all.len() > 1) {
        let outlines = |id| {
            let weights: Vec<f64> = membership.iter().map(|of| share_in(of, id)).collect();
            density.outlines(&places, &weights)
        };
        let of_unit = outlines(unit.id);
        let colour = if is_by_unit { unit.colour } else { theme.faint() };
        shapes.extend(filled_region(&of_unit, Paint(colour, 0.12)));
        shapes.extend(of_unit.iter().map(|curve| outline(curve, colour, 0.8)));
        for &(part, colour) in unit.parts.iter().filter(|_| is_by_unit) {
            shapes.extend(outlines(part).iter().map(|curve| outline(curve, colour, 0.6)));
        }
        for &center in of_unit.iter().flatten().step_by(3) {
            space.add_circle(LabelCircle { center, radius: 0.5 });
        }
        if at < units.name_count() {
            names.extend(source.names(unit, &of_unit));
        }
    }
    let discs = discs::merge_into_discs(&places, &colouring.shades);
    let radius = (1.3 * room.sqrt()).clamp(0.8, 4.5);
    for disc in &discs {
        let said =
            (places.len() <= MAX_TOOLTIP_POINTS).then(|| tooltip(points, membership, &units, disc));
        shapes.extend(disc.shapes(radius, theme, said));
        space.add_circle(LabelCircle { center: disc.at, radius: disc.radius(radius) });
    }
    for far in far.iter().take(MAX_RINGS) {
        let circle = LabelCircle { center: places[far.index()], radius: radius + 2.5 };
        space.add_circle(circle);
        shapes.push(ring(circle.center, circle.radius, theme));
    }
    let mut list = Vec::new();
    for name in names {
        let (name, entry) = name.place(&mut space, theme);
        shapes.extend(name);
        list.extend(entry);
    }
    let mut nameless = 0;
    for disc in discs.iter().filter(|_| places.len() <= MAX_NAMED_POINTS) {
        let more =
            if disc.points > 1 { format!(" and {} more", disc.points - 1) } else { String::new() };
        let words = format!("{}{more}", cut_name(points.name(PointId(disc.first as u32))));
        let line = [LabelLine::new(words, sizes.small, theme.quiet())];
        let circle = LabelCircle { center: disc.at, radius: disc.radius(radius) };
        match space.place(&line, &[circle], LabelSide::Any, POINT_NAME_REACH) {
            Some(label) => shapes.extend(label.elements(&line, theme)),
            None => nameless += 1,
        }
    }
    let (list, end) = legend_lines(&list, top + size[1], width, sizes.small, theme);
    shapes.extend(list);
    let height = if end > top + size[1] { end + MARGIN } else { end };
    let mut figure = Figure::new([width, height], None, theme);
    figure.elements = shapes;
    let mut words = pluralize(places.len() as u64, "point", "points");
    if discs.len() < places.len() {
        words += &format!(", those at one place as one: {}", group_thousands(discs.len() as u64));
    }
    if nameless > 0 {
        let points = pluralize(nameless, "point", "points");
        words += &format!("; there is no room for the names of {points}");
    }
    Ok(DrawnMap { figure, words, colouring, legend, page, bottom: top + size[1] })
}

/// Returns the way from positions to the page below a heading, and the size of the map.
fn fit_to_page(places: &[Position], width: f64, top: f64) -> (PageFit, [f64; 2]) {
    let range = |axis: usize| {
        let values = || places.iter().map(|place| place[axis]);
        (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max))
    };
    let [(left, right), (low, high)] = [range(0), range(1)];
    let padding = MAP_PADDING.min(0.08 * width);
    let inner = [width, MAX_HEIGHT_RATIO * width].map(|side| side - 2.0 * padding);
    let scale = (inner[0] / (right - left)).min(inner[1] / (high - low)).min(inner[1]);
    let height = (scale * (high - low)).max(0.2 * width) + 2.0 * padding;
    let middle = [(left + right) / 2.0, (low + high) / 2.0];
    let center = [width / 2.0, top + height / 2.0];
    (PageFit { scale, middle, center }, [width, height])
}

/// Returns the approximate distance between points: the square root of the area per point.
fn point_spacing(places: &[Position]) -> f64 {
    const SIDE: f64 = 12.0;
    let square = |place: &Position| place.map(|along| (along / SIDE) as u32);
    let squares: BTreeSet<[u32; 2]> = places.iter().map(square).collect();
    (SIDE * SIDE * squares.len() as f64 / places.len() as f64).sqrt()
}

fn outline(curve: &[Position], colour: Colour, width: f64) -> Element {
    Element::new(Form::Curve(curve.to_vec())).with_stroke(Paint(colour, 0.6), width)
}

/// Returns the share in a community, or 0 if the point does not belong to it.
fn share_in(shares: &[(CommunityId, f64)], of: CommunityId) -> f64 {
    shares.iter().find(|(id, _)| *id == of).map_or(0.0, |(_, share)| *share)
}

/// Returns the tooltip of a disc: `d7 and 2 points`, the class and the shares.
fn tooltip(points: &Points, membership: &Membership, units: &MapUnits, disc: &Disc) -> String {
    let id = PointId(disc.first as u32);
    let class = points.classes().map(|classes| classes.name(classes.class_of(id)).to_owned());
    let here = units.all.iter().filter_map(|unit| {
        let share = share_in(&membership[disc.first], unit.id);
        (share > 0.0).then(|| format!("{} {share:.2}", unit.community.name))
    });
    let more = match disc.points - 1 {
        0 => String::new(),
        more => format!(" and {}", pluralize(more.into(), "point", "points")),
    };
    let lines =
        [format!("{}{more}", cut_name(points.name(id)))].into_iter().chain(class).chain(here);
    lines.collect::<Vec<_>>().join("\n")
}
