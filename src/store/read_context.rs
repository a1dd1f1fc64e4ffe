//! Points and context as a backend holds them, checked as a whole: the one way from rows to a
//! [`StoredContext`].

use std::sync::Arc;

use super::bounds::{Checked, ensure};
use super::{DamageError, GraphFacts, StoredContext, packed_rows};
use crate::base::csr::Csr;
use crate::base::ids::{ClassId, CommunityId, PointId};
use crate::base::kept::Kept;
use crate::base::points::{Classes, Place, Points};
use crate::communities::{Community, Membership};
use crate::context::FormalContext;
use crate::dataset::Origin;
use crate::near::NearPoints;

/// What stands in the rows, by rising number.
pub(super) struct ReadContext {
    pub(super) facts: GraphFacts,
    /// The number and the name of each class.
    pub(super) classes: Vec<(i64, String)>,
    pub(super) points: Vec<ReadPoint>,
    /// The names of the columns that are only shown, and their cells point by point.
    pub(super) kept_names: Vec<String>,
    pub(super) kept: Vec<String>,
    /// The number and the name of each attribute of a ready context.
    pub(super) attributes: Vec<(i64, String)>,
    /// Which point has which attribute of a ready context, by their numbers.
    pub(super) incidence: Vec<(PointId, PointId)>,
    /// The neighbours of each point of a graph of neighbours, packed ([`packed_rows`]).
    pub(super) neighbors: Vec<Vec<u8>>,
}

/// A row about a point.
pub(super) struct ReadPoint {
    pub(super) number: i64,
    /// Of the input.
    pub(super) row: i64,
    pub(super) name: String,
    pub(super) class: Option<ClassId>,
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
        let Self { facts, classes, points, kept_names, kept, attributes, incidence, neighbors } =
            self;
        counted("class", classes.iter().map(|class| class.0), facts.classes)?;
        counted("point", points.iter().map(|point| point.number), facts.points)?;
        let has_some = !points.is_empty() && facts.concepts > 0 && facts.min_size <= facts.points;
        ensure(has_some, || "it has no point or no cluster".to_owned())?;
        let labels = of_class(&classes, &points)?;
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
        let (anchors, context) = match facts.origin {
            Origin::Ready => {
                (Vec::new(), of_incidence(&facts, points.len(), attributes, incidence)?)
            }
            Origin::Neighbors { .. } => of_neighbors(&facts, &points, &neighbors)?,
        };
        Ok(StoredContext {
            facts,
            points: Arc::new(points),
            context: Arc::new(context),
            anchors: anchors.into(),
        })
    }
}

/// The context of a graph of neighbours, and the points that its attributes are.
fn of_neighbors(
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
        packed_rows::read(bytes, points.len())
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
    let context = FormalContext::of_rows(names, lists.mapped(place));
    Ok((found, context))
}

/// A ready context.
fn of_incidence(
    facts: &GraphFacts,
    points: usize,
    attributes: Vec<(i64, String)>,
    incidence: Vec<(PointId, PointId)>,
) -> Result<FormalContext, DamageError> {
    counted("attribute", attributes.iter().map(|of| of.0), facts.attributes)?;
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

/// The nearest points, from the rows of each in their order.
pub(super) fn near_points(
    points: usize,
    rows: &[(PointId, PointId, Option<f64>)],
) -> Result<NearPoints, DamageError> {
    if rows.is_empty() {
        return Ok(NearPoints::default());
    }
    ensure(rows.is_sorted_by_key(|row| row.0), || "nearest points are out of order".to_owned())?;
    let mut left = rows.iter().peekable();
    let lists = PointId::first(points).map(|point| {
        let mine = std::iter::from_fn(|| left.next_if(|row| row.0 == point));
        mine.map(|row| row.1.0).collect::<Vec<_>>()
    });
    let lists: Csr = lists.collect();
    ensure(lists.total() == rows.len(), || {
        "a point that does not exist has others near".to_owned()
    })?;
    Ok(NearPoints { lists, distances: rows.iter().filter_map(|row| row.2).collect() })
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
    let found = Classes::from_labels(&labels);
    let is_stored = found.names().iter().eq(classes.iter().map(|(_, name)| name));
    ensure(is_stored, || "its classes are out of order, or one has no point".to_owned())?;
    Ok(Some(found))
}
