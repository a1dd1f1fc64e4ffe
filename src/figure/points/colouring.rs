//! The colour of each point on the map, and the legend.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{PointsError, share_in};
use crate::base::ids::{CommunityId, PointId};
use crate::base::input_error::did_you_mean;
use crate::base::numbers::{format_briefly, group_thousands, last_digit, pluralize};
use crate::base::points::Points;
use crate::base::shown_columns::ColumnKind;
use crate::communities::{Communities, Community};
use crate::figure::heading::{LegendEntry, LegendMark};
use crate::graph::{Graph, NO_FEATURES_MESSAGE};
use crate::picture::colour::{Colour, class_colour, community_colours};
use crate::picture::label::cut_name;
use crate::picture::style::{GivenValues, Style};

/// The most classes or words that get a colour.
const MAX_COLOURED_WORDS: usize = 10;
/// The words for colours by group, with shades for the parts, and for colours by part.
const BY_COMMUNITY: &str = "community";
const BY_PART: &str = "part";
/// The most groups or parts that have a name on the map.
const MAX_NAMED_UNITS: usize = 40;
const GRADIENT_SQUARES: usize = 9;
/// The gradient from the least value to the largest: viridis (van der Walt and Smith 2015), which
/// grows evenly lighter, without its last yellow, which is hard to see on paper.
const GRADIENT: [Colour; 5] = [
    Colour(0x44, 0x01, 0x54),
    Colour(0x3f, 0x48, 0x89),
    Colour(0x24, 0x87, 0x8e),
    Colour(0x56, 0xc6, 0x67),
    Colour(0xd2, 0xe2, 0x1b),
];

pub(in crate::figure) struct MapUnit<'a> {
    pub id: CommunityId,
    pub community: &'a Community,
    pub colour: Colour,
    /// The group of a part, or the group itself.
    group: CommunityId,
    /// The parts of a group, with the shades of its colour.
    pub parts: Vec<(CommunityId, Colour)>,
}

/// The groups or, of a continuum, the parts; or all parts and the groups without parts.
pub(in crate::figure) struct MapUnits<'a> {
    pub all: Vec<MapUnit<'a>>,
    /// `true` if parts are units.
    pub(crate) has_parts: bool,
}

impl<'a> MapUnits<'a> {
    /// Returns the units with colours of their own, all parts if the colours are those of parts.
    pub(in crate::figure) fn new(communities: &'a Communities, style: &Style) -> Self {
        let colours = community_colours(communities);
        let parts_of = |id| communities.parts(id).map(|(part, _)| part).collect::<Vec<_>>();
        let mut shown: Vec<CommunityId> =
            communities.main_communities().into_iter().map(|(id, _)| id).collect();
        let has_parts = style.color.as_deref() == Some(BY_PART);
        if has_parts {
            let leaves = |id| Some(parts_of(id)).filter(|parts| !parts.is_empty());
            shown = shown.into_iter().flat_map(|id| leaves(id).unwrap_or(vec![id])).collect();
        }
        let unit = |id: CommunityId| MapUnit {
            id,
            community: &communities.all[id.index()],
            colour: colours[id.index()],
            group: communities.group_of(id),
            parts: parts_of(id).into_iter().map(|part| (part, colours[part.index()])).collect(),
        };
        let is_continuum = communities.groups().len() == 1;
        Self { all: shown.into_iter().map(unit).collect(), has_parts: has_parts || is_continuum }
    }

    /// Returns the number of named units, none for one unit.
    pub(crate) fn name_count(&self) -> usize {
        if self.all.len() == 1 { 0 } else { self.all.len().min(MAX_NAMED_UNITS) }
    }
}

impl MapUnit<'_> {
    /// Returns the colour of a point with these shares: that of its main part, if it has one.
    fn shade(&self, shares: &[(CommunityId, f64)]) -> Colour {
        let parts = self.parts.iter().map(|&(part, colour)| (share_in(shares, part), colour));
        let most =
            |best: (f64, Colour), next: (f64, Colour)| if next.0 > best.0 { next } else { best };
        parts.fold((0.0, self.colour), most).1
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::figure) enum Shade {
    None,
    One(Colour),
    /// The colours of the two groups that the point lies between.
    Two(Colour, Colour),
}

pub(in crate::figure) struct Colouring {
    pub(crate) shades: Vec<Shade>,
    pub legend: Vec<LegendEntry>,
    /// `true` if the colours are those of the communities.
    pub(crate) is_by_unit: bool,
}

impl Colouring {
    pub(in crate::figure) fn new(
        graph: &Graph,
        points: &Points,
        units: &MapUnits<'_>,
        style: &Style,
    ) -> Result<Self, PointsError> {
        match &style.values {
            None => {}
            Some(GivenValues::Numbers(values)) => {
                let name = style.color.as_deref().unwrap_or_default();
                return Ok(Self::by_number(values.clone(), name));
            }
            Some(GivenValues::Words { cells, order }) => {
                let words = cells.iter().map(Option::as_deref).collect();
                let order = order.iter().map(String::as_str).collect();
                let name = style.color.as_deref().unwrap_or_default();
                return Ok(Self::by_word(words, order, name));
            }
        }
        let is_column = |name: &&str| *name != BY_COMMUNITY && *name != BY_PART;
        let Some(name) = style.color.as_deref().filter(is_column) else {
            return Ok(Self::by_community(graph.membership()?, units));
        };
        if let Some(classes) = points.classes().filter(|_| name == "class") {
            let word = |point| Some(classes.name(classes.class_of(point)));
            let order = classes.names().iter().map(String::as_str).collect();
            return Ok(Self::by_word(points.ids().map(word).collect(), order, name));
        }
        let features = graph.features()?;
        if let Some(column) = features.names.iter().position(|known| known == name) {
            let value = |point| Some(features.value(point, column));
            return Ok(Self::by_number(points.ids().map(value).collect(), name));
        }
        let kept = points.shown_columns();
        let Some(column) = kept.names().iter().position(|known| known == name) else {
            let class = points.classes().map(|_| "class");
            let columns = features.names.iter().chain(kept.names()).map(String::as_str);
            let known: Vec<&str> =
                [BY_COMMUNITY, BY_PART].into_iter().chain(class).chain(columns).collect();
            let near = match graph.facts().omits_features() {
                true => format!(" ({NO_FEATURES_MESSAGE})"),
                false => did_you_mean(name, known.iter().copied()),
            };
            let known = match known.get(MAX_COLOURED_WORDS..) {
                Some(more @ [_, ..]) => {
                    format!("{} and {} more", known[..MAX_COLOURED_WORDS].join(", "), more.len())
                }
                _ => known.join(", "),
            };
            return Err(PointsError::NoColumn { name: name.to_owned(), near, known });
        };
        let cell = |point: PointId| {
            Some(kept.cells_of(point)[column].as_str()).filter(|cell| !cell.is_empty())
        };
        if kept.kinds()[column] != ColumnKind::Text {
            let value = |point| cell(point)?.parse().ok();
            return Ok(Self::by_number(points.ids().map(value).collect(), name));
        }
        let words: Vec<Option<&str>> = points.ids().map(cell).collect();
        let order: BTreeSet<&str> = words.iter().flatten().copied().collect();
        Ok(Self::by_word(words, order.into_iter().collect(), name))
    }

    fn by_community(membership: &[Vec<(CommunityId, f64)>], units: &MapUnits<'_>) -> Self {
        let shade = |shares: &Vec<(CommunityId, f64)>| {
            let mut here: Vec<(f64, &MapUnit<'_>)> =
                units.all.iter().map(|unit| (share_in(shares, unit.id), unit)).collect();
            here.retain(|(share, _)| *share > 0.0);
            here.sort_by(|a, b| b.0.total_cmp(&a.0));
            let colour = |unit: &MapUnit<'_>| unit.shade(shares);
            // Nearly every point of a group with parts is between two of them.
            let other = here.iter().find(|(_, unit)| unit.group != here[0].1.group);
            match (here.first(), other) {
                (None, _) => Shade::None,
                (Some((_, one)), None) => Shade::One(colour(one)),
                (Some((_, one)), Some((_, other))) => Shade::Two(colour(one), colour(other)),
            }
        };
        let shades: Vec<Shade> = membership.iter().map(shade).collect();
        let mut legend = Vec::new();
        let mut between = shades.iter().filter_map(|shade| match *shade {
            Shade::Two(one, other) => Some([one, other]),
            _ => None,
        });
        if let Some(colours) = between.next() {
            let points = pluralize(1 + between.count() as u64, "point", "points");
            let marks = colours.map(LegendMark::Square).to_vec();
            legend.push(LegendEntry::new(marks, format!("between groups: {points}")));
        }
        let alone = shades.iter().filter(|shade| **shade == Shade::None).count();
        if alone > 0 {
            let points = pluralize(alone as u64, "point", "points");
            legend.push(LegendEntry::new(vec![LegendMark::Grey], format!("in no group: {points}")));
        }
        if let Some(more @ 1..) = units.all.len().checked_sub(units.name_count().max(1)) {
            let units = match units.has_parts {
                true => pluralize(more as u64, "smaller part", "smaller parts"),
                false => pluralize(more as u64, "smaller group", "smaller groups"),
            };
            legend.push(LegendEntry::new(Vec::new(), format!("{units} without a name")));
        }
        Self { shades, legend, is_by_unit: true }
    }

    /// Colours points by words: up to ten in their order, or else the nine most frequent ones.
    fn by_word(words: Vec<Option<&str>>, mut order: Vec<&str>, name: &str) -> Self {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        words.iter().flatten().for_each(|word| *counts.entry(word).or_default() += 1);
        let count = |word: &str| counts.get(word).copied().unwrap_or_default();
        if order.len() > MAX_COLOURED_WORDS {
            order.sort_by_key(|word| Reverse(count(word)));
        }
        let shown =
            if order.len() <= MAX_COLOURED_WORDS { order.len() } else { MAX_COLOURED_WORDS - 1 };
        let places: BTreeMap<&str, usize> = order.iter().copied().zip(0..shown).collect();
        let place = |word: &Option<&str>| word.and_then(|word| places.get(word)).copied();
        let named =
            |at: usize| format!("{}: {}", cut_name(order[at]), group_thousands(count(order[at])));
        let mut legend = match name {
            "" => Vec::new(),
            name => vec![LegendEntry::new(Vec::new(), format!("{}:", cut_name(name)))],
        };
        let mark = |at| vec![LegendMark::Square(class_colour(at))];
        legend.extend((0..shown).map(|at| LegendEntry::new(mark(at), named(at))));
        let coloured: u64 = order[..shown].iter().map(|word| count(word)).sum();
        let others = words.len() as u64 - coloured;
        if others > 0 {
            let more = match order.len() - shown {
                0 => "none".to_owned(),
                more => format!("{} others", group_thousands(more as u64)),
            };
            let words = format!("{more}: {}", group_thousands(others));
            legend.push(LegendEntry::new(vec![LegendMark::Grey], words));
        }
        let shade = |word: &Option<&str>| {
            place(word).map_or(Shade::None, |at| Shade::One(class_colour(at)))
        };
        Self { shades: words.iter().map(shade).collect(), legend, is_by_unit: false }
    }

    /// Colours points by a gradient over a column. One value in fifty at either end has the colour
    /// of the next value, so that an outlier does not take the colours of all others.
    fn by_number(values: Vec<Option<f64>>, name: &str) -> Self {
        let mut sorted: Vec<f64> = values.iter().flatten().copied().collect();
        sorted.sort_by(f64::total_cmp);
        let (Some(&least), Some(&most)) = (sorted.first(), sorted.last()) else {
            let words = format!("{}: no values", cut_name(name));
            let legend = vec![LegendEntry::new(vec![LegendMark::Grey], words)];
            return Self { shades: vec![Shade::None; values.len()], legend, is_by_unit: false };
        };
        let trimmed = sorted.len() / 50;
        let (low, high) = (sorted[trimmed], sorted[sorted.len() - 1 - trimmed]);
        let place = |value: f64| ((value - low) / (high - low)).clamp(0.0, 1.0);
        let place = |value: f64| if high > low { place(value) } else { 0.5 };
        let shade = |value: &Option<f64>| match value {
            Some(value) => Shade::One(gradient_colour(place(*value))),
            None => Shade::None,
        };
        let said = |value: f64| format_briefly(value, last_digit(value, (high - low) / 4.0));
        let of = if name.is_empty() { String::new() } else { format!("{}: ", cut_name(name)) };
        let words = format!(
            "{of}{}{} to {}{}",
            if least < low { "≤ " } else { "" },
            said(low),
            if most > high { "≥ " } else { "" },
            said(high)
        );
        let (words, squares) = match high > low {
            true => (
                words,
                (0..GRADIENT_SQUARES).map(|at| at as f64 / (GRADIENT_SQUARES - 1) as f64).collect(),
            ),
            false => (format!("{of}{}", said(low)), vec![0.5]),
        };
        let squares =
            squares.into_iter().map(|at| LegendMark::Square(gradient_colour(at))).collect();
        let mut legend = vec![LegendEntry::new(squares, words)];
        if sorted.len() < values.len() {
            let none = group_thousands((values.len() - sorted.len()) as u64);
            legend.push(LegendEntry::new(vec![LegendMark::Grey], format!("none: {none}")));
        }
        Self { shades: values.iter().map(shade).collect(), legend, is_by_unit: false }
    }
}

fn gradient_colour(place: f64) -> Colour {
    let along = place * (GRADIENT.len() - 1) as f64;
    let from = (along.floor() as usize).min(GRADIENT.len() - 2);
    GRADIENT[from].mix(GRADIENT[from + 1], along - from as f64)
}
