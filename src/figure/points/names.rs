//! The names of groups and parts on a map, beside their outlines, and the list of those that have
//! no room for more than a name.
//!
//! Invariant: every group is named on the map or in the list. An island of a group, an area with an
//! outline of its own, has the name of the part that fills it; the group's name stands beside its
//! largest other island.

use super::colouring::MapUnit;
use super::share_in;
use crate::base::numbers::{format_class_share, group_thousands, pluralize};
use crate::base::points::{Points, Position};
use crate::communities::{Communities, Community, Membership};
use crate::figure::heading::{LegendEntry, LegendMark};
use crate::figure::labels::{LabelCircle, LabelLine, LabelSide, LabelSpace, wrap_evenly};
use crate::figure::{Element, PagePoint};
use crate::picture::colour::Colour;
use crate::picture::label::cut_name;
use crate::picture::style::Theme;

/// The most letters of a line of a name.
const LINE_LETTERS: usize = 24;
/// The distance from the outline within which a name stands, and a name with more lines.
const REACH: f64 = 90.0;
const DETAILED_REACH: f64 = 60.0;
/// The most positions of an outline beside which a name is tried.
const MAX_TRIED: usize = 48;
/// The share of an island that a part fills, and of the part that lies in the island.
const ISLAND_SHARE: f64 = 0.75;

/// The font sizes of a map: of the name of a group, and of all other words.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameSizes {
    pub name: f64,
    pub small: f64,
    /// `true` if the map is too narrow for more than names.
    pub(crate) is_narrow: bool,
}

impl NameSizes {
    pub(super) fn new(width: f64) -> Self {
        match width {
            600.0.. => Self { name: 10.5, small: 8.5, is_narrow: false },
            400.0.. => Self { name: 9.5, small: 7.5, is_narrow: false },
            _ => Self { name: 8.5, small: 7.0, is_narrow: true },
        }
    }
}

/// The words about a community, and the outline beside which they stand.
pub(super) struct AreaName {
    lines: Vec<LabelLine>,
    outline: Vec<PagePoint>,
    /// The entry in the list, if the lines find no room.
    entry: LegendEntry,
    is_detailed: bool,
}

/// The data that names are made of.
#[derive(Clone, Copy)]
pub(super) struct NameSource<'a> {
    pub points: &'a Points,
    pub communities: &'a Communities,
    pub membership: &'a Membership,
    pub places: &'a [Position],
    pub theme: Theme,
    pub sizes: NameSizes,
    /// `true` if the colours are those of the communities.
    pub(crate) is_by_unit: bool,
}

impl NameSource<'_> {
    /// Returns the names of a unit and of its parts that are islands, given the outlines of the
    /// unit.
    pub(super) fn names(&self, unit: &MapUnit<'_>, outlines: &[Vec<Position>]) -> Vec<AreaName> {
        let islands = outer_outlines(outlines);
        let weight = |point: usize, id| share_in(&self.membership[point], id);
        let members: Vec<usize> =
            (0..self.places.len()).filter(|&point| weight(point, unit.id) >= 0.5).collect();
        let mut names = Vec::new();
        let mut own_island = None;
        for island in &islands {
            let here: Vec<usize> = members
                .iter()
                .copied()
                .filter(|&point| islands.len() > 1 && is_inside(island, self.places[point]))
                .collect();
            let part = unit.parts.iter().find(|(id, _)| {
                let inside = |point: &&usize| weight(**point, *id) >= 0.5;
                let (all, both) =
                    (members.iter().filter(inside).count(), here.iter().filter(inside).count());
                both as f64 > ISLAND_SHARE * here.len() as f64
                    && both as f64 > ISLAND_SHARE * all as f64
            });
            match part {
                Some(&(id, colour)) => {
                    let part = &self.communities.all[id.index()];
                    names.push(self.name(part, colour, vec![colour], island));
                }
                None => _ = own_island.get_or_insert(island),
            }
        }
        let shades = unit.parts.iter().map(|&(_, colour)| colour);
        let marks = Some(unit.colour).filter(|_| unit.parts.is_empty()).into_iter().chain(shades);
        let own = own_island.map_or(&[][..], Vec::as_slice);
        names.insert(0, self.name(unit.community, unit.colour, marks.collect(), own));
        names
    }

    fn name(
        &self,
        one: &Community,
        colour: Colour,
        marks: Vec<Colour>,
        outline: &[Position],
    ) -> AreaName {
        let (theme, sizes) = (self.theme, self.sizes);
        let colour = if self.is_by_unit { colour } else { theme.ink() };
        let class = one.majority(self.points);
        let class = class.map(|(class, purity)| format_class_share(purity, &cut_name(class)));
        let title = shorter_title(&one.title, self.points.shown_columns().names());
        let name = format!("{}: {}", one.name, group_thousands(one.points.into()));
        let bold = LabelLine::new(name, sizes.name, colour.mix(theme.ink(), 0.35)).bold();
        let small = class.iter().flat_map(|class| wrap_evenly(class, LINE_LETTERS));
        let small = small.chain(wrap_evenly(&title, LINE_LETTERS));
        let small = small.map(|words| LabelLine::new(words, sizes.small, theme.ink()));
        let marks = if self.is_by_unit { marks } else { Vec::new() };
        let words = [
            Some(format!("{}: {}", one.name, pluralize(one.points.into(), "point", "points"))),
            class.clone(),
            Some(title.clone()).filter(|title| !title.is_empty()),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        AreaName {
            lines: std::iter::once(bold).chain(small).collect(),
            outline: outline.to_vec(),
            entry: LegendEntry::new(
                marks.into_iter().map(LegendMark::Square).collect(),
                words.join(", "),
            ),
            is_detailed: !sizes.is_narrow,
        }
    }
}

impl AreaName {
    /// Places the name in a space and returns its shapes, and the entry in the list if there is no
    /// room for all its lines.
    pub(super) fn place(
        self,
        space: &mut LabelSpace,
        theme: Theme,
    ) -> (Vec<Element>, Option<LegendEntry>) {
        let step = self.outline.len().div_ceil(MAX_TRIED).max(1);
        let circles: Vec<LabelCircle> = self
            .outline
            .iter()
            .step_by(step)
            .map(|&center| LabelCircle { center, radius: 0.5 })
            .collect();
        let mut place = |lines: &[LabelLine], reach| {
            let label = space.place(lines, &circles, LabelSide::Any, reach)?;
            Some(label.elements(lines, theme))
        };
        let detailed = if self.is_detailed { place(&self.lines, DETAILED_REACH) } else { None };
        match detailed {
            Some(shapes) => (shapes, None),
            None => (place(&self.lines[..1], REACH).unwrap_or_default(), Some(self.entry)),
        }
    }
}

/// Returns a title with the words of shown columns without the name of their column.
fn shorter_title(title: &str, columns: &[String]) -> String {
    let piece = |piece: &str| {
        let mut words =
            columns.iter().filter_map(|name| piece.strip_prefix(name.as_str())?.strip_prefix(' '));
        words.next().unwrap_or(piece).to_owned()
    };
    title.split(", ").map(piece).collect::<Vec<_>>().join(", ")
}

/// Returns the outlines that are no holes, the largest first.
fn outer_outlines(outlines: &[Vec<Position>]) -> Vec<Vec<Position>> {
    let corners =
        |curve: &Vec<Position>| -> Vec<Position> { curve.iter().step_by(3).copied().collect() };
    let mut sized: Vec<(f64, Vec<Position>)> =
        outlines.iter().map(corners).map(|corners| (signed_area(&corners), corners)).collect();
    sized.sort_by(|(one, _), (other, _)| other.abs().total_cmp(&one.abs()));
    let largest = sized.first().map_or(0.0, |(area, _)| *area);
    sized.retain(|(area, _)| area * largest > 0.0);
    sized.into_iter().map(|(_, corners)| corners).collect()
}

fn signed_area(corners: &[Position]) -> f64 {
    let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
    pairs.map(|(one, other)| one[0] * other[1] - one[1] * other[0]).sum::<f64>() / 2.0
}

fn is_inside(corners: &[Position], [x, y]: Position) -> bool {
    let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossed = pairs.filter(|(one, other)| {
        (one[1] > y) != (other[1] > y)
            && x < one[0] + (y - one[1]) / (other[1] - one[1]) * (other[0] - one[0])
    });
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_names_values_without_their_columns() {
        let columns = ["island".to_owned()];
        let title = "island Dream, no owns_car, low year";
        assert_eq!(shorter_title(title, &columns), "Dream, no owns_car, low year");
    }

    #[test]
    fn holes_are_no_islands() {
        let square = |from: f64, to: f64| -> Vec<Position> {
            let corners = [[from, from], [to, from], [to, to], [from, to]];
            corners.into_iter().flat_map(|corner| [corner; 3]).collect()
        };
        let mut hole = square(2.0, 8.0);
        hole.reverse();
        let outer = outer_outlines(&[square(20.0, 25.0), hole, square(0.0, 10.0)]);
        assert_eq!(
            outer.iter().map(|corners| corners[0]).collect::<Vec<_>>(),
            [[0.0, 0.0], [20.0, 20.0]]
        );
        assert!(is_inside(&outer[0], [5.0, 5.0]) && !is_inside(&outer[0], [15.0, 5.0]));
    }
}
