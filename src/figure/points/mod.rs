//! The map of all points: each point at the position that the graph gives it, near its neighbours,
//! in the colour of its community, its class or its value in a column.
//!
//! Invariant: the graph and the style determine the bytes. A group has an outline around most of
//! its points and a name beside them; a point of two groups shows the colours of both.

pub(in crate::figure) mod colouring;
mod contour;
mod discs;
mod names;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::Figure;
use super::heading::{LegendEntry, LegendMark, heading, ring};
use crate::base::ids::{CommunityId, PointId};
use crate::base::numbers::{format_class_share, group_thousands, pluralize};
use crate::base::points::{Points, Position};
use crate::communities::{Community, Membership};
use crate::graph::{self, Graph};
use crate::picture::colour::{Colour, NEUTRAL};
use crate::picture::label::{cut_before_number, cut_name};
use crate::picture::style::{Style, Theme, Title};
use colouring::{Colouring, MapUnits};
use contour::DensityGrid;
use discs::Disc;
use names::{FreeSpace, NameLine};

/// The default width of the figure, and the largest ratio of the map's height to its width.
const DEFAULT_WIDTH: f64 = 720.0;
const MAX_HEIGHT_RATIO: f64 = 0.75;
/// The space around the points of the map.
const MAP_PADDING: f64 = 36.0;
/// The number of groups, the largest, that have more than their name.
/// The most points far from all groups that are marked.
const MAX_RINGS: usize = 1_000;
const MAX_DETAILED_GROUPS: usize = 12;
/// The most points of a map on which each point has its name.
const MAX_NAMED_POINTS: usize = 40;
/// The font size of a group's name, and of all other names.
const NAME_SIZE: f64 = 10.5;
const SMALL_SIZE: f64 = 8.5;
/// The largest share of the width that a line of a name takes.
const MAX_LINE_SHARE: f64 = 0.45;
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

/// Returns the map of the points of a graph, and its content in words.
pub(crate) fn figure(graph: &Graph, style: &Style) -> Result<(Figure, String), PointsError> {
    let (points, communities) = (graph.points()?, graph.communities()?);
    let (membership, theme) = (graph.membership()?, style.theme);
    if points.positions().is_empty() {
        return Err(PointsError::NoPoints);
    }
    let units = MapUnits::new(communities);
    let colouring = Colouring::new(graph, points, &units, style)?;
    let title = match &style.title {
        Title::Automatic => {
            format!("{}: {}", graph.facts().name, graph.verdict()?)
        }
        Title::None => String::new(),
        Title::Text(text) => text.clone(),
    };
    let width = style.width.map_or(DEFAULT_WIDTH, |inches| inches * 72.0);
    let far = graph.far_points()?;
    let mut legend = colouring.legend.clone();
    if !far.is_empty() {
        let words = format!("far from the rest: {}", far.len());
        legend.push(LegendEntry::new(vec![LegendMark::Ring], words));
    }
    let legend = if style.legend { &legend[..] } else { &[] };
    let (mut shapes, top) = heading(&title, legend, width, theme);
    let (places, size) = fit_to_page(points.positions(), width, top);
    let mut figure = Figure::new([width, top + size[1]], None, theme);
    // Drawing order: regions, points, names.
    let room = point_spacing(&places);
    let density = DensityGrid::new([0.0, top], size, room);
    if units.is_continuum && units.all.len() > 1 {
        shapes.extend(density.region(&places, &vec![1.0; places.len()], NEUTRAL));
    }
    for unit in units.all.iter().filter(|_| !units.is_continuum) {
        let colour = if colouring.is_by_unit { unit.colour } else { theme.faint() };
        let weights: Vec<f64> = membership.iter().map(|of| share_in(of, unit.id)).collect();
        shapes.extend(density.region(&places, &weights, colour));
    }
    let discs = discs::merge_into_discs(&places, &colouring.shades);
    let radius = (1.3 * room.sqrt()).clamp(0.8, 4.5);
    for disc in &discs {
        let said =
            (places.len() <= MAX_TOOLTIP_POINTS).then(|| tooltip(points, membership, &units, disc));
        shapes.extend(disc.shapes(radius, theme, said));
    }
    let size_of_ring = radius + 2.5;
    shapes
        .extend(far.iter().take(MAX_RINGS).map(|at| ring(places[at.index()], size_of_ring, theme)));
    let (mut names, mut nameless) = (FreeSpace::new([0.0, top], size, &discs, radius), 0);
    let letters = (MAX_LINE_SHARE * width / SMALL_SIZE / super::text_width("x")) as usize;
    for (at, unit) in units.all.iter().take(units.name_count()).enumerate() {
        let is_inside = |at: &usize| share_in(&membership[*at], unit.id) >= 0.5;
        let (members, others): (Vec<usize>, Vec<usize>) = (0..places.len()).partition(is_inside);
        let [members, others] =
            [members, others].map(|some| some.iter().map(|&at| places[at]).collect::<Vec<_>>());
        let colour = if colouring.is_by_unit { unit.colour } else { theme.ink() };
        let mut lines = name_lines(unit.community, points, colour.mix(theme.ink(), 0.35), theme);
        lines.truncate(if at < MAX_DETAILED_GROUPS { lines.len() } else { 1 });
        lines.iter_mut().for_each(|line| line.words = cut_before_number(&line.words, letters));
        match names.place_name(&lines, [&members, &others], theme) {
            Some(name) => shapes.extend(name),
            None => nameless += 1,
        }
    }
    for disc in discs.iter().filter(|_| places.len() <= MAX_NAMED_POINTS) {
        let more =
            if disc.points > 1 { format!(" and {} more", disc.points - 1) } else { String::new() };
        let words = format!("{}{more}", cut_name(points.name(PointId(disc.first as u32))));
        let line = NameLine { words, size: SMALL_SIZE, is_bold: false, colour: theme.quiet() };
        let others: Vec<Position> =
            discs.iter().map(|disc| disc.at).filter(|at| *at != disc.at).collect();
        shapes
            .extend(names.place_name(&[line], [&[disc.at], &others], theme).into_iter().flatten());
    }
    figure.elements = shapes;
    let all = pluralize(places.len() as u64, "point", "points");
    let drawn = match discs.len() == places.len() {
        true => all,
        false => {
            format!("{all}, those at one place as one: {}", group_thousands(discs.len() as u64))
        }
    };
    let drawn = match nameless {
        0 => drawn,
        nameless => {
            let groups = pluralize(nameless, "group", "groups");
            format!("{drawn}; there is no room for the names of {groups}")
        }
    };
    Ok((figure, drawn))
}

/// Returns the positions of the points on the page below a heading, and the size of the map.
fn fit_to_page(places: &[Position], width: f64, top: f64) -> (Vec<Position>, [f64; 2]) {
    let range = |axis: usize| {
        let values = || places.iter().map(|place| place[axis]);
        (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max))
    };
    let [(left, right), (low, high)] = [range(0), range(1)];
    let inner =
        [width, MAX_HEIGHT_RATIO * width].map(|side| (side - 2.0 * MAP_PADDING).max(MAP_PADDING));
    let scale = (inner[0] / (right - left)).min(inner[1] / (high - low)).min(inner[1]);
    let height = (scale * (high - low)).max(0.2 * width) + 2.0 * MAP_PADDING;
    let middle = [(left + right) / 2.0, (low + high) / 2.0];
    let at = |[x, y]: &Position| {
        let [x, y] = [scale * (x - middle[0]), scale * (middle[1] - y)];
        [width / 2.0 + x, top + height / 2.0 + y]
    };
    (places.iter().map(at).collect(), [width, height])
}

/// Returns the approximate distance between points: the square root of the area per point.
fn point_spacing(places: &[Position]) -> f64 {
    const SIDE: f64 = 12.0;
    let square = |place: &Position| place.map(|along| (along / SIDE) as u32);
    let squares: BTreeSet<[u32; 2]> = places.iter().map(square).collect();
    (SIDE * SIDE * squares.len() as f64 / places.len() as f64).sqrt()
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

/// Returns the lines beside a community: name and size, majority class, largest difference.
fn name_lines(one: &Community, points: &Points, colour: Colour, theme: Theme) -> Vec<NameLine> {
    let class = one.majority(points);
    let class = class.map(|(class, purity)| format_class_share(purity, &cut_name(class)));
    let apart = one.main_difference().map(str::to_owned);
    let words = format!("{}: {}", one.name, group_thousands(one.points.into()));
    let small = |words| NameLine { words, size: SMALL_SIZE, is_bold: false, colour: theme.ink() };
    let name = NameLine { words, size: NAME_SIZE, is_bold: true, colour };
    [name].into_iter().chain(class.into_iter().chain(apart).map(small)).collect()
}
