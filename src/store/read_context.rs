//! Points and context as a backend holds them, checked as a whole: the one way from rows to a
//! [`StoredContext`].

use std::sync::Arc;

use super::bounds::{Checked, ensure};
use super::{DamageError, GraphFacts, StoredContext};
use crate::base::ids::{ClassId, CommunityId, PointId};
use crate::base::kept::Kept;
use crate::base::keys::PointKeys;
use crate::base::points::{Classes, Place, Points};
use crate::communities::{Community, Membership};
use crate::context::FormalContext;
use crate::dataset::Origin;

/// What stands in the rows, by rising number.
pub(super) struct ReadContext {
    pub(super) facts: GraphFacts,
    /// The number and the name of each class.
    pub(super) classes: Vec<(i64, String)>,
    pub(super) points: Vec<ReadPoint>,
    /// The names of the columns that are only shown, and their cells point by point.
    pub(super) kept_names: Vec<String>,
    pub(super) kept: Vec<String>,
    /// The number and the name of each attribute; of a table's graph it is the number of a point,
    /// and none may be named.
    pub(super) attributes: Option<Vec<(i64, String)>>,
    /// Which point has which attribute; an attribute has a number as a point has one.
    pub(super) incidence: Vec<(PointId, PointId)>,
    /// For each point one whose attributes it has too, which stands before it; none where all are
    /// in the incidence.
    pub(super) twins: Option<Vec<PointId>>,
}

/// A row about a point.
pub(super) struct ReadPoint {
    pub(super) number: i64,
    /// Of the input.
    pub(super) row: i64,
    pub(super) name: String,
    pub(super) class: Option<ClassId>,
    pub(super) key: u64,
    pub(super) place: Place,
}

/// Communities by their numbers, which are those from 1.
pub(super) fn communities_by_number(
    rows: Vec<(CommunityId, Community)>,
) -> Result<Vec<Community>, DamageError> {
    counted("community", rows.iter().map(|(id, _)| id.number()), rows.len() as u32)?;
    Ok(rows.into_iter().map(|(_, community)| community).collect())
}

/// The shares of each point.
pub(super) fn membership_of(
    points: usize,
    rows: Vec<(PointId, CommunityId, f64)>,
) -> Result<Membership, DamageError> {
    let mut membership: Membership = vec![Vec::new(); points];
    for (point, id, share) in rows {
        let shares = membership.get_mut(point.index());
        shares.ok_or_else(|| format!("there is no point {}", point.number()))?.push((id, share));
    }
    Ok(membership)
}

/// Whether these are the numbers from 1 to as many as the graph claims.
fn counted(what: &str, numbers: impl Iterator<Item = i64>, claimed: u32) -> Checked {
    let mut found = 0;
    for number in numbers {
        found += 1;
        ensure(number == found, || format!("{what} {found} is missing"))?;
    }
    ensure(found == i64::from(claimed), || {
        format!("it has {found} {what} rows, but claims {claimed}")
    })
}

impl ReadContext {
    /// The context, where all of it is sound.
    pub(super) fn checked(self) -> Result<StoredContext, DamageError> {
        let Self { facts, classes, points, kept_names, kept, attributes, incidence, twins } = self;
        counted("class", classes.iter().map(|class| class.0), facts.classes)?;
        counted("point", points.iter().map(|point| point.number), facts.points)?;
        let has_some = !points.is_empty() && facts.concepts > 0 && facts.min_size <= facts.points;
        ensure(has_some, || "it has no point or no cluster".to_owned())?;
        let labels = of_class(&classes, &points)?;
        let keys: Vec<u64> = points.iter().map(|point| point.key).collect();
        ensure(PointKeys::are_possible(&keys), || "the key of a point is too large".to_owned())?;
        let rows = rows(&points)?;
        let places: Vec<Place> = points.iter().map(|point| point.place).collect();
        let is_on_map = places.as_flattened().iter().all(|number| (-1.0..=1.0).contains(number));
        ensure(is_on_map, || "the place of a point is not from -1 to 1".to_owned())?;
        ensure(kept_names.len().checked_mul(points.len()) == Some(kept.len()), || {
            format!("it has {} cells of {} columns to be shown", kept.len(), kept_names.len())
        })?;
        let names: Vec<String> = points.into_iter().map(|point| point.name).collect();
        let points = Points::named(names, labels)
            .map_err(|(a, b)| format!("points {} and {} have the same name", a + 1, b + 1))?;
        let points =
            points.of_rows(rows).with_kept(Kept::new(kept_names, kept)).with_places(places);
        let anchors = anchors(&facts, &incidence, points.len())?;
        let attributes = match attributes {
            Some(attributes) => attribute_names(&facts, &anchors, attributes)?,
            None => anchors.iter().map(|&anchor| points.name(anchor).to_owned()).collect(),
        };
        ensure(attributes.len() == facts.attributes as usize, || {
            format!("it claims {} attributes", facts.attributes)
        })?;
        let attribute_of = |number: PointId| match facts.origin {
            Origin::Ready => (number.index() < attributes.len()).then_some(number.0),
            Origin::Neighbors { .. } => anchors.binary_search(&number).ok().map(|at| at as u32),
        };
        let mut rows = vec![Vec::new(); points.len()];
        for (point, number) in incidence {
            let row = rows.get_mut(point.index()).zip(attribute_of(number));
            let (row, attribute) = row.ok_or_else(|| {
                let (point, attribute) = (point.number(), number.number());
                format!("point {point} has attribute {attribute}, and one of them does not exist")
            })?;
            row.push(attribute);
        }
        for (row, point) in rows.iter_mut().zip(points.ids()) {
            row.sort_unstable();
            ensure(row.is_sorted_by(|a, b| a < b), || {
                format!("point {} has an attribute twice", point.number())
            })?;
        }
        for (point, &twin) in points.ids().zip(twins.iter().flatten()) {
            let is_first = twin == point;
            ensure(is_first || twin < point && rows[point.index()].is_empty(), || {
                format!("point {} cannot be a twin of point {}", point.number(), twin.number())
            })?;
            if !is_first {
                rows[point.index()] = rows[twin.index()].clone();
            }
        }
        Ok(StoredContext {
            facts,
            points: Arc::new(points),
            keys: keys.into(),
            context: Arc::new(FormalContext::new(attributes, rows)),
            anchors: anchors.into(),
        })
    }
}

/// The points that attributes are, by their numbers; none of a ready context.
fn anchors(
    facts: &GraphFacts,
    incidence: &[(PointId, PointId)],
    points: usize,
) -> Result<Vec<PointId>, DamageError> {
    let Origin::Neighbors { k, anchors, .. } = facts.origin else { return Ok(Vec::new()) };
    // Every anchor is its own neighbour.
    let mut is_anchor = vec![false; points];
    for &(_, number) in incidence {
        if let Some(is_anchor) = is_anchor.get_mut(number.index()) {
            *is_anchor = true;
        }
    }
    let found: Vec<PointId> = PointId::first(points).filter(|at| is_anchor[at.index()]).collect();
    let claimed = anchors.unwrap_or(points);
    ensure(claimed == found.len() && claimed == facts.attributes as usize, || {
        format!("{} points are neighbours of others, not {claimed}", found.len())
    })?;
    ensure(k <= claimed, || format!("its points cannot have {k} neighbours"))?;
    Ok(found)
}

/// The names of the attributes.
fn attribute_names(
    facts: &GraphFacts,
    anchors: &[PointId],
    attributes: Vec<(i64, String)>,
) -> Result<Vec<String>, DamageError> {
    if facts.origin == Origin::Ready {
        counted("attribute", attributes.iter().map(|of| of.0), facts.attributes)?;
    } else {
        let are_anchors = attributes.iter().map(|of| of.0).eq(anchors.iter().map(|at| at.number()));
        ensure(are_anchors, || "its attributes are not the points that are neighbours".to_owned())?;
    }
    Ok(attributes.into_iter().map(|(_, name)| name).collect())
}

/// The rows of the input, which rise.
fn rows(points: &[ReadPoint]) -> Result<Vec<u32>, DamageError> {
    let rows: Option<Vec<u32>> = points.iter().map(|point| point.row.try_into().ok()).collect();
    let rise = |rows: &Vec<u32>| rows[0] > 0 && rows.is_sorted_by(|a, b| a < b);
    rows.filter(rise).ok_or_else(|| "the rows of its points are out of order".into())
}

/// The classes of the points; none where there are no classes.
fn of_class(
    classes: &[(i64, String)],
    points: &[ReadPoint],
) -> Result<Option<Classes>, DamageError> {
    if classes.is_empty() {
        let has_none = points.iter().all(|point| point.class.is_none());
        ensure(has_none, || "a point has a class, but there are none".to_owned())?;
        return Ok(None);
    }
    let name = |point: &ReadPoint| Some(classes.get(point.class?.index())?.1.as_str());
    let labels: Option<Vec<&str>> = points.iter().map(name).collect();
    let labels = labels.ok_or("a point has no class")?;
    let is_stored = |found: &Classes| found.names().iter().eq(classes.iter().map(|(_, name)| name));
    let sorted = [Classes::from_labels(&labels), Classes::from_labels_by_letters(&labels)];
    let found = sorted.into_iter().find(is_stored);
    found.map(Some).ok_or_else(|| "its classes are out of order, or one has no point".into())
}
