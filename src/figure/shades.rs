//! The colours of clusters: the mix of the colours of their points, by community, by class or by a
//! column.

use super::heading::{LegendEntry, LegendMark};
use super::points::PointsError;
use super::points::colouring::{Colouring, MapUnit, MapUnits, Shade};
use crate::base::ids::PointId;
use crate::graph::Graph;
use crate::picture::colour::{Colour, NEUTRAL};
use crate::picture::style::Style;

/// The most communities in a legend.
const MAX_ENTRIES: usize = 12;

/// The colours of the points of a graph.
pub(in crate::figure) struct PointShades {
    shades: Vec<Shade>,
    /// The meaning of the colours.
    pub(in crate::figure) legend: Vec<LegendEntry>,
}

impl PointShades {
    /// Returns the colours by the column of a style, or else by community, or else by class if
    /// there is one community or none.
    pub(in crate::figure) fn new(graph: &Graph, style: &Style) -> Result<Self, PointsError> {
        let (points, communities) = (graph.points()?, graph.communities()?);
        let units = MapUnits::new(communities, style);
        let has_groups = communities.groups().len() > 1;
        let mut style = style.clone();
        if style.color.is_none() && !has_groups && points.classes().is_some() {
            style.color = Some("class".to_owned());
        }
        let colouring = Colouring::new(graph, points, &units, &style)?;
        Ok(match (colouring.is_by_unit, units.all.len()) {
            // One colour would tell nothing.
            (true, ..2) => Self { shades: Vec::new(), legend: Vec::new() },
            (true, _) => {
                let legend = unit_legend(&units);
                Self { shades: colouring.shades, legend }
            }
            (false, _) => Self { shades: colouring.shades, legend: colouring.legend },
        })
    }

    /// Returns the mean of the colours of some points.
    pub(in crate::figure) fn mix(&self, points: &[PointId]) -> Colour {
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        let mut add = |Colour(red, green, blue): Colour, weight: f64| {
            for (sum, part) in sum.iter_mut().zip([red, green, blue]) {
                *sum += weight * f64::from(part);
            }
            count += weight;
        };
        for point in points {
            match self.shades.get(point.index()) {
                Some(&Shade::One(colour)) => add(colour, 1.0),
                Some(&Shade::Two(one, other)) => {
                    add(one, 0.5);
                    add(other, 0.5);
                }
                Some(Shade::None) | None => {}
            }
        }
        if count == 0.0 {
            return NEUTRAL;
        }
        let [red, green, blue] = sum.map(|sum| (sum / count).round() as u8);
        Colour(red, green, blue)
    }
}

/// Returns an entry for each community that has a colour: its name alone, as its points are more
/// than those that have its colour.
fn unit_legend(units: &MapUnits<'_>) -> Vec<LegendEntry> {
    let entry = |unit: &MapUnit<'_>| {
        LegendEntry::new(vec![LegendMark::Square(unit.colour)], &*unit.community.name)
    };
    let mut legend: Vec<LegendEntry> = units.all.iter().take(MAX_ENTRIES).map(entry).collect();
    if let Some(more @ 1..) = units.all.len().checked_sub(MAX_ENTRIES) {
        legend.push(LegendEntry::new(Vec::new(), format!("and {more} more")));
    }
    legend
}
