//! Points and context as a store holds them: rows that become values if they fit together.

use super::section_checker::{CheckResult, ensure};
use super::{DamageError, GraphContext, GraphFacts};
use crate::base::csr::Csr;
use crate::base::ids::{ClassId, PointId};
use crate::base::points::{Classes, Points, Position};
use crate::base::shown_columns::ShownColumns;
use crate::context::{FormalContext, delta_rows};
use crate::dataset::Origin;

/// The rows of a store about the points, by rising number.
#[derive(Clone, Debug, Default)]
pub struct StoredPoints {
    /// The number and the name of each class.
    pub classes: Vec<(i64, String)>,
    /// The points.
    pub points: Vec<StoredPoint>,
    /// The names of the columns that are only shown.
    pub kept_names: Vec<String>,
    /// The cells of the columns that are only shown, point by point.
    pub kept: Vec<String>,
}

/// The rows of a store about the context, by rising number.
#[derive(Clone, Debug)]
pub enum StoredContext {
    /// A ready context.
    Ready {
        /// The number and the name of each attribute.
        attributes: Vec<(i64, String)>,
        /// The pairs of a point and one of its attributes, both by number.
        incidence: Vec<(PointId, PointId)>,
    },
    /// The neighbours of each point, packed ([`delta_rows`]).
    Neighbors(Vec<Vec<u8>>),
}

/// The row of a store about a point.
#[derive(Clone, Debug)]
pub struct StoredPoint {
    /// The number of the point.
    pub number: i64,
    /// The row of the input that the point comes from.
    pub row: i64,
    /// The name of the point.
    pub name: String,
    /// The class of the point; `None` without classes.
    pub class: Option<ClassId>,
    /// The place of the point on the map.
    pub place: Position,
    /// The outlier score of the point.
    pub outlier: f64,
}

/// Checks that the numbers run from 1 to the number that the graph claims.
fn check_numbers(what: &str, numbers: impl Iterator<Item = i64>, claimed: u32) -> CheckResult {
    let mut found = 0;
    for number in numbers {
        found += 1;
        ensure(number == found, || format!("{what} {found} is missing"))?;
    }
    ensure(found == i64::from(claimed), || {
        format!("it has {found} {what} rows, but claims {claimed}")
    })
}

impl StoredPoints {
    pub(super) fn into_points(
        self,
        facts: &GraphFacts,
    ) -> Result<(Points, Vec<Position>), DamageError> {
        let Self { classes, points, kept_names, kept } = self;
        check_numbers("class", classes.iter().map(|class| class.0), facts.classes)?;
        check_numbers("point", points.iter().map(|point| point.number), facts.points)?;
        let has_some = !points.is_empty() && facts.concepts > 0 && facts.min_size <= facts.points;
        ensure(has_some, || "it has no point or no cluster".to_owned())?;
        let labels = restore_classes(&classes, &points)?;
        let rows = row_numbers(&points)?;
        let places: Vec<Position> = points.iter().map(|point| point.place).collect();
        let is_on_map = places.as_flattened().iter().all(|number| (-1.0..=1.0).contains(number));
        ensure(is_on_map, || "the place of a point is not from -1 to 1".to_owned())?;
        let outliers: Vec<f64> = points.iter().map(|point| point.outlier).collect();
        ensure(outliers.iter().all(|score| (0.0..=1.0).contains(score)), || {
            "the outlier score of a point is not from 0 to 1".to_owned()
        })?;
        ensure(kept_names.len().checked_mul(points.len()) == Some(kept.len()), || {
            format!("it has {} cells of {} columns to be shown", kept.len(), kept_names.len())
        })?;
        let names: Vec<String> = points.into_iter().map(|point| point.name).collect();
        let points = Points::from_names(names, labels)
            .map_err(|(a, b)| format!("points {} and {} have the same name", a + 1, b + 1))?;
        let points = points
            .with_rows(rows)
            .with_shown_columns(ShownColumns::new(kept_names, kept))
            .with_outlier_scores(outliers);
        Ok((points, places))
    }
}

impl StoredContext {
    pub(super) fn into_context(
        self,
        facts: &GraphFacts,
        points: &Points,
    ) -> Result<GraphContext, DamageError> {
        let (anchors, context) = match self {
            Self::Ready { attributes, incidence } => {
                ensure(facts.origin == Origin::Ready, || "it has no neighbours".to_owned())?;
                (Vec::new(), context_from_incidence(facts, points.len(), attributes, incidence)?)
            }
            Self::Neighbors(packed) => context_from_neighbors(facts, points, &packed)?,
        };
        Ok(GraphContext { context, anchors })
    }
}

fn context_from_neighbors(
    facts: &GraphFacts,
    points: &Points,
    packed: &[Vec<u8>],
) -> Result<(Vec<PointId>, FormalContext), DamageError> {
    let Origin::Neighbors { k, anchors, .. } = facts.origin else {
        return Err("a ready context has no neighbours".into());
    };
    ensure(packed.len() == points.len(), || {
        format!("{} of {} points have neighbours", packed.len(), points.len())
    })?;
    let lists = packed.iter().zip(points.ids()).map(|(bytes, point)| {
        delta_rows::decode(bytes, points.len())
            .ok_or_else(|| format!("the neighbours of point {} cannot be read", point.number()))
    });
    let lists: Csr = lists.collect::<Result<Vec<Vec<u32>>, String>>()?.into_iter().collect();
    // Every anchor is its own neighbour.
    let mut is_anchor = vec![false; points.len()];
    lists.iter().flatten().for_each(|&number| is_anchor[number as usize] = true);
    let found: Vec<PointId> = points.ids().filter(|at| is_anchor[at.index()]).collect();
    let claimed = anchors.unwrap_or(points.len());
    ensure(claimed == found.len() && claimed == facts.attributes as usize, || {
        format!("{} points are neighbours of others, not {claimed}", found.len())
    })?;
    ensure(k <= claimed, || format!("its points cannot have {k} neighbours"))?;
    let place = |number: u32| found.binary_search(&PointId(number)).unwrap_or_default() as u32;
    let names = found.iter().map(|&anchor| points.name(anchor).to_owned()).collect();
    let context = FormalContext::from_rows(names, lists.map_items(place));
    Ok((found, context))
}

fn context_from_incidence(
    facts: &GraphFacts,
    points: usize,
    attributes: Vec<(i64, String)>,
    incidence: Vec<(PointId, PointId)>,
) -> Result<FormalContext, DamageError> {
    check_numbers("attribute", attributes.iter().map(|of| of.0), facts.attributes)?;
    let mut rows = vec![Vec::new(); points];
    for (point, number) in incidence {
        let row = rows.get_mut(point.index()).filter(|_| number.index() < attributes.len());
        let row = row.ok_or_else(|| {
            let (point, attribute) = (point.number(), number.number());
            format!("point {point} has attribute {attribute}, and one of them does not exist")
        })?;
        row.push(number.0);
    }
    for (row, point) in rows.iter_mut().zip(1..) {
        row.sort_unstable();
        ensure(row.is_sorted_by(|a, b| a < b), || format!("point {point} has an attribute twice"))?;
    }
    Ok(FormalContext::new(attributes.into_iter().map(|(_, name)| name).collect(), rows))
}

/// Returns the rows of the input, which must rise.
fn row_numbers(points: &[StoredPoint]) -> Result<Vec<u32>, DamageError> {
    let rows: Option<Vec<u32>> = points.iter().map(|point| point.row.try_into().ok()).collect();
    let rise = |rows: &Vec<u32>| rows[0] > 0 && rows.is_sorted_by(|a, b| a < b);
    rows.filter(rise).ok_or_else(|| "the rows of its points are out of order".into())
}

fn restore_classes(
    classes: &[(i64, String)],
    points: &[StoredPoint],
) -> Result<Option<Classes>, DamageError> {
    if classes.is_empty() {
        let has_none = points.iter().all(|point| point.class.is_none());
        ensure(has_none, || "a point has a class, but there are none".to_owned())?;
        return Ok(None);
    }
    let name = |point: &StoredPoint| Some(classes.get(point.class?.index())?.1.as_str());
    let labels: Option<Vec<&str>> = points.iter().map(name).collect();
    let labels = labels.ok_or("a point has no class")?;
    let found = Classes::from_labels(&labels);
    let is_stored = found.names().iter().eq(classes.iter().map(|(_, name)| name));
    ensure(is_stored, || "its classes are out of order, or one has no point".to_owned())?;
    Ok(Some(found))
}
