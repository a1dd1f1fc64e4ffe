//! The map of all points: each point at the position that the graph gives it, near its neighbours,
//! in the colour of its community, its class or its value in a column.
//!
//! Invariant: the graph and the style determine the bytes. A group has an outline around most of
//! its points and a name beside them; a point of two groups shows the colours of both.

mod colouring;
mod contour;
mod discs;
mod heading;
mod names;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::Figure;
use crate::base::ids::{CommunityId, PointId};
use crate::base::numbers::{counted, grouped, percent_of_class};
use crate::base::points::{Place, Points};
use crate::communities::{Community, Membership};
use crate::graph::{self, Graph};
use crate::picture::colour::{Colour, NEUTRAL};
use crate::picture::label::{cut, cut_inside};
use crate::picture::style::{Style, Theme, Title};
use colouring::{Colouring, Units};
use contour::Density;
use discs::Disc;
use heading::heading;
use names::{Line, Room};

/// The default width of the figure, and the largest ratio of the map's height to its width.
const WIDTH: f64 = 720.0;
const HIGHEST: f64 = 0.75;
/// The margin around the figure, and the space around the points of the map.
const MARGIN: f64 = 12.0;
const AROUND: f64 = 36.0;
/// The number of groups, the largest, that have more than their name.
const DETAILED: usize = 12;
/// The most points of a map on which each point has its name.
const EACH: usize = 40;
/// The font size of a group's name, and of all other names.
const NAME: f64 = 10.5;
const SMALL: f64 = 8.5;
/// The largest share of the width that a line of a name takes.
const LINE: f64 = 0.45;
/// The most points of a map with tooltips.
const TOOLTIPS: usize = 5000;

/// An error of the map of the points.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PointsError {
    /// A graph without points.
    #[error("the graph has no points, so there is no map of them")]
    NoPoints,
    /// A column that does not exist.
    #[error("no column {name:?} to colour by{near}; known: {known}")]
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
    Graph(#[from] graph::Error),
}

/// Returns the map of the points of a graph, and its content in words.
pub fn figure(graph: &Graph, style: &Style) -> Result<(Figure, String), PointsError> {
    let (points, communities) = (graph.points()?, graph.communities()?);
    let (membership, theme) = (graph.membership()?, style.theme);
    if points.places().is_empty() {
        return Err(PointsError::NoPoints);
    }
    let units = Units::of(communities, membership, points.places());
    let colouring = Colouring::of(graph, points, &units, style)?;
    let title = match &style.title {
        Title::OfTheSelection => {
            format!("{}: {}", graph.facts().name, graph.verdict()?)
        }
        Title::None => String::new(),
        Title::Text(text) => text.clone(),
    };
    let width = style.width.map_or(WIDTH, |inches| inches * 72.0);
    let (mut shapes, top) = heading(&title, style.legend.then_some(&colouring), width, theme);
    let (places, size) = on_paper(points.places(), width, top);
    let mut figure = Figure::new([width, top + size[1]], None, theme);
    // Drawing order: regions, points, names.
    let room = room(&places);
    let density = Density::new([0.0, top], size, room);
    if units.is_continuum && units.all.len() > 1 {
        shapes.extend(density.region(&places, &vec![1.0; places.len()], NEUTRAL));
    }
    for unit in units.all.iter().filter(|_| !units.is_continuum) {
        let colour = if colouring.is_by_unit { unit.colour } else { theme.faint() };
        let weights: Vec<f64> = membership.iter().map(|of| share(of, unit.id)).collect();
        shapes.extend(density.region(&places, &weights, colour));
    }
    let discs = discs::discs(&places, &colouring.shades);
    let radius = (1.3 * room.sqrt()).clamp(0.8, 4.5);
    for disc in &discs {
        let said = (places.len() <= TOOLTIPS).then(|| tooltip(points, membership, &units, disc));
        shapes.extend(disc.shapes(radius, theme, said));
    }
    let (mut names, mut nameless) = (Room::new([0.0, top], size, &discs, radius), 0);
    let letters = (LINE * width / SMALL / super::letters("x")) as usize;
    for (at, unit) in units.all.iter().take(units.named()).enumerate() {
        let is_inside = |at: &usize| share(&membership[*at], unit.id) >= 0.5;
        let (members, others): (Vec<usize>, Vec<usize>) = (0..places.len()).partition(is_inside);
        let [members, others] =
            [members, others].map(|some| some.iter().map(|&at| places[at]).collect::<Vec<_>>());
        let colour = if colouring.is_by_unit { unit.colour } else { theme.ink() };
        let mut lines = lines(unit.community, points, colour.mix(theme.ink(), 0.35), theme);
        lines.truncate(if at < DETAILED { lines.len() } else { 1 });
        lines.iter_mut().for_each(|line| line.words = cut_inside(&line.words, letters));
        match names.name(&lines, [&members, &others], theme) {
            Some(name) => shapes.extend(name),
            None => nameless += 1,
        }
    }
    for disc in discs.iter().filter(|_| places.len() <= EACH) {
        let more =
            if disc.points > 1 { format!(" and {} more", disc.points - 1) } else { String::new() };
        let words = format!("{}{more}", cut(points.name(PointId(disc.first as u32))));
        let line = Line { words, size: SMALL, is_bold: false, colour: theme.quiet() };
        let others: Vec<Place> =
            discs.iter().map(|disc| disc.at).filter(|at| *at != disc.at).collect();
        shapes.extend(names.name(&[line], [&[disc.at], &others], theme).into_iter().flatten());
    }
    figure.shapes = shapes;
    let all = counted(places.len() as u64, "point", "points");
    let drawn = match discs.len() == places.len() {
        true => all,
        false => format!("{all}, those at one place as one: {}", grouped(discs.len() as u64)),
    };
    let drawn = match nameless {
        0 => drawn,
        nameless => {
            let groups = counted(nameless, "group", "groups");
            format!("{drawn}; there is no room for the names of {groups}")
        }
    };
    Ok((figure, drawn))
}

/// Returns the positions of the points on the page below a heading, and the size of the map.
fn on_paper(places: &[Place], width: f64, top: f64) -> (Vec<Place>, [f64; 2]) {
    let range = |axis: usize| {
        let values = || places.iter().map(|place| place[axis]);
        (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max))
    };
    let [(left, right), (low, high)] = [range(0), range(1)];
    let inner = [width, HIGHEST * width].map(|side| (side - 2.0 * AROUND).max(AROUND));
    let scale = (inner[0] / (right - left)).min(inner[1] / (high - low)).min(inner[1]);
    let height = (scale * (high - low)).max(0.2 * width) + 2.0 * AROUND;
    let middle = [(left + right) / 2.0, (low + high) / 2.0];
    let at = |[x, y]: &Place| {
        let [x, y] = [scale * (x - middle[0]), scale * (middle[1] - y)];
        [width / 2.0 + x, top + height / 2.0 + y]
    };
    (places.iter().map(at).collect(), [width, height])
}

/// Returns the approximate distance between neighbouring points: the square root of the occupied
/// area per point.
fn room(places: &[Place]) -> f64 {
    const SIDE: f64 = 12.0;
    let square = |place: &Place| place.map(|along| (along / SIDE) as u32);
    let squares: BTreeSet<[u32; 2]> = places.iter().map(square).collect();
    (SIDE * SIDE * squares.len() as f64 / places.len() as f64).sqrt()
}

/// Returns the share in a community, or 0 if the point does not belong to it.
fn share(shares: &[(CommunityId, f64)], of: CommunityId) -> f64 {
    shares.iter().find(|(id, _)| *id == of).map_or(0.0, |(_, share)| *share)
}

/// Returns the tooltip of a disc: `d7 and 2 points`, the class and the shares.
fn tooltip(points: &Points, membership: &Membership, units: &Units, disc: &Disc) -> String {
    let id = PointId(disc.first as u32);
    let class = points.classes().map(|classes| classes.name(classes.of_point(id)).to_owned());
    let here = units.all.iter().filter_map(|unit| {
        let share = share(&membership[disc.first], unit.id);
        (share > 0.0).then(|| format!("{} {share:.2}", unit.community.name))
    });
    let more = match disc.points - 1 {
        0 => String::new(),
        more => format!(" and {}", counted(more.into(), "point", "points")),
    };
    let lines = [format!("{}{more}", cut(points.name(id)))].into_iter().chain(class).chain(here);
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the lines beside a community: its name and size, its majority class, and the difference
/// that sets it apart most.
fn lines(one: &Community, points: &Points, colour: Colour, theme: Theme) -> Vec<Line> {
    let class = one.majority(points);
    let class = class.map(|(class, purity)| percent_of_class(purity, &cut(class)));
    let apart = one.most_apart().map(str::to_owned);
    let words = format!("{}: {}", one.name, grouped(one.points.into()));
    let small = |words| Line { words, size: SMALL, is_bold: false, colour: theme.ink() };
    let name = Line { words, size: NAME, is_bold: true, colour };
    [name].into_iter().chain(class.into_iter().chain(apart).map(small)).collect()
}
