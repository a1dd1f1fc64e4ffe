//! Points and context as a backend holds them, checked as a whole: the one way from rows to a
//! [`StoredContext`].

use std::sync::Arc;

use super::{DamageError, GraphFacts, StoredContext};
use crate::base::ids::{ClassId, CommunityId, PointId};
use crate::base::kept::Kept;
use crate::base::keys::PointKeys;
use crate::base::points::{Classes, Points};
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
        shares
            .ok_or_else(|| DamageError(format!("there is no point {}", point.number())))?
            .push((id, share));
    }
    Ok(membership)
}

/// Whether these are the numbers from 1 to as many as the graph claims.
fn counted(
    what: &str,
    numbers: impl Iterator<Item = i64>,
    claimed: u32,
) -> Result<(), DamageError> {
    let mut found = 0;
    for number in numbers {
        found += 1;
        if number != found {
            return Err(DamageError(format!("{what} {found} is missing")));
        }
    }
    match found == i64::from(claimed) {
        true => Ok(()),
        false => Err(DamageError(format!("it has {found} {what} rows, but claims {claimed}"))),
    }
}

impl ReadContext {
    /// The context, where all of it is sound.
    pub(super) fn checked(self) -> Result<StoredContext, DamageError> {
        let Self { facts, classes, points, kept_names, kept, attributes, incidence, twins } = self;
        counted("class", classes.iter().map(|class| class.0), facts.classes)?;
        counted("point", points.iter().map(|point| point.number), facts.points)?;
        if points.is_empty() || facts.concepts == 0 || facts.min_size > facts.points {
            return Err(DamageError("it has no point or no cluster".to_owned()));
        }
        let labels = of_class(&classes, &points)?;
        let keys: Vec<u64> = points.iter().map(|point| point.key).collect();
        if !PointKeys::are_possible(&keys) {
            return Err(DamageError("the key of a point is too large".to_owned()));
        }
        let rows = rows(&points)?;
        if kept_names.len().checked_mul(points.len()) != Some(kept.len()) {
            let (cells, columns) = (kept.len(), kept_names.len());
            return Err(DamageError(format!(
                "it has {cells} cells of {columns} columns to be shown"
            )));
        }
        let names: Vec<String> = points.into_iter().map(|point| point.name).collect();
        let points = Points::named(names, labels).map_err(|(one, other)| {
            DamageError(format!("points {} and {} have the same name", one + 1, other + 1))
        })?;
        let points = points.of_rows(rows).with_kept(Kept::new(kept_names, kept));
        let anchors = anchors(&facts, &incidence, points.len())?;
        let attributes = match attributes {
            Some(attributes) => attribute_names(&facts, &anchors, attributes)?,
            None => anchors.iter().map(|&anchor| points.name(anchor).to_owned()).collect(),
        };
        if attributes.len() != facts.attributes as usize {
            return Err(DamageError(format!("it claims {} attributes", facts.attributes)));
        }
        let attribute_of = |number: PointId| match facts.origin {
            Origin::Ready => (number.index() < attributes.len()).then_some(number.0),
            Origin::Neighbors { .. } => anchors.binary_search(&number).ok().map(|at| at as u32),
        };
        let mut rows = vec![Vec::new(); points.len()];
        for (point, number) in incidence {
            match (rows.get_mut(point.index()), attribute_of(number)) {
                (Some(row), Some(attribute)) => row.push(attribute),
                _ => {
                    return Err(DamageError(format!(
                        "point {} has attribute {}, and one of them does not exist",
                        point.number(),
                        number.number()
                    )));
                }
            }
        }
        for (row, point) in rows.iter_mut().zip(points.ids()) {
            row.sort_unstable();
            if !row.is_sorted_by(|a, b| a < b) {
                let point = point.number();
                return Err(DamageError(format!("point {point} has an attribute twice")));
            }
        }
        for (point, &twin) in points.ids().zip(twins.iter().flatten()) {
            if twin > point || !rows[point.index()].is_empty() && twin < point {
                let (point, twin) = (point.number(), twin.number());
                return Err(DamageError(format!("point {point} cannot be a twin of point {twin}")));
            }
            if twin < point {
                rows[point.index()] = rows[twin.index()].clone();
            }
        }
        let context = Arc::new(FormalContext::new(attributes, rows));
        let (keys, anchors) = (keys.into(), anchors.into());
        Ok(StoredContext { facts, points: Arc::new(points), keys, context, anchors })
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
    match anchors.unwrap_or(points) {
        claimed if claimed != found.len() || claimed != facts.attributes as usize => Err(
            DamageError(format!("{} points are neighbours of others, not {claimed}", found.len())),
        ),
        claimed if k > claimed => {
            Err(DamageError(format!("its points cannot have {k} neighbours")))
        }
        _ => Ok(found),
    }
}

/// The names of the attributes.
fn attribute_names(
    facts: &GraphFacts,
    anchors: &[PointId],
    attributes: Vec<(i64, String)>,
) -> Result<Vec<String>, DamageError> {
    if facts.origin == Origin::Ready {
        counted("attribute", attributes.iter().map(|of| of.0), facts.attributes)?;
    } else if !attributes.iter().map(|of| of.0).eq(anchors.iter().map(|at| at.number())) {
        return Err(DamageError(
            "its attributes are not the points that are neighbours".to_owned(),
        ));
    }
    Ok(attributes.into_iter().map(|(_, name)| name).collect())
}

/// The rows of the input, which rise.
fn rows(points: &[ReadPoint]) -> Result<Vec<u32>, DamageError> {
    let rows: Option<Vec<u32>> = points.iter().map(|point| point.row.try_into().ok()).collect();
    let rise = |rows: &Vec<u32>| rows[0] > 0 && rows.is_sorted_by(|a, b| a < b);
    rows.filter(rise)
        .ok_or_else(|| DamageError("the rows of its points are out of order".to_owned()))
}

/// The classes of the points; none where there are no classes.
fn of_class(
    classes: &[(i64, String)],
    points: &[ReadPoint],
) -> Result<Option<Classes>, DamageError> {
    let name = |point: &ReadPoint| {
        let class = point.class.and_then(|class| classes.get(class.index()));
        class.map(|(_, name)| name.as_str())
    };
    if classes.is_empty() {
        return match points.iter().all(|point| point.class.is_none()) {
            true => Ok(None),
            false => Err(DamageError("a point has a class, but there are none".to_owned())),
        };
    }
    let labels: Option<Vec<&str>> = points.iter().map(name).collect();
    let labels = labels.ok_or_else(|| DamageError("a point has no class".to_owned()))?;
    let is_stored = |found: &Classes| found.names().iter().eq(classes.iter().map(|(_, name)| name));
    [Classes::from_labels, Classes::from_labels_by_letters]
        .map(|sorted| sorted(&labels))
        .into_iter()
        .find(is_stored)
        .map(Some)
        .ok_or_else(|| DamageError("its classes are out of order, or one has no point".to_owned()))
}
