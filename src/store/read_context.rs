//! Points and context as a backend holds them, checked as a whole: the one way from rows to a
//! [`StoredContext`].

use super::{Damage, GraphFacts, StoredContext};
use crate::base::ids::{ClassId, PointId};
use crate::base::keys::PointKeys;
use crate::base::points::{Classes, Points};
use crate::context::FormalContext;
use crate::dataset::Origin;

/// What stands in the rows, by rising number.
pub(super) struct ReadContext {
    pub(super) facts: GraphFacts,
    /// The number and the name of each class.
    pub(super) classes: Vec<(i64, String)>,
    pub(super) points: Vec<ReadPoint>,
    /// The number and the name of each attribute; none where these are the points.
    pub(super) attributes: Option<Vec<(i64, String)>>,
    /// Which point has which attribute; an attribute has a number as a point has one.
    pub(super) incidence: Vec<(PointId, PointId)>,
}

/// A row about a point.
pub(super) struct ReadPoint {
    pub(super) number: i64,
    pub(super) name: String,
    pub(super) class: Option<ClassId>,
    pub(super) key: u64,
}

/// Whether these are the numbers from 1 to as many as the graph claims.
fn counted(what: &str, numbers: impl Iterator<Item = i64>, claimed: u32) -> Result<(), Damage> {
    let mut found = 0;
    for number in numbers {
        found += 1;
        if number != found {
            return Err(Damage(format!("{what} {found} is missing")));
        }
    }
    match found == i64::from(claimed) {
        true => Ok(()),
        false => Err(Damage(format!("it has {found} {what} rows, but claims {claimed}"))),
    }
}

impl ReadContext {
    /// The context, where all of it is sound.
    pub(super) fn checked(self) -> Result<StoredContext, Damage> {
        let Self { facts, classes, points, attributes, incidence } = self;
        counted("class", classes.iter().map(|class| class.0), facts.classes)?;
        counted("point", points.iter().map(|point| point.number), facts.points)?;
        if points.is_empty() || facts.concepts == 0 || facts.min_size > facts.points {
            return Err(Damage("it has no point or no cluster".to_owned()));
        }
        if let Origin::Neighbors { k, .. } = facts.origin
            && (k > points.len() || facts.attributes != facts.points)
        {
            return Err(Damage(format!("its points cannot have {k} neighbours")));
        }
        let labels = of_class(&classes, &points)?;
        let keys: Vec<u64> = points.iter().map(|point| point.key).collect();
        if !PointKeys::are_possible(&keys) {
            return Err(Damage("the key of a point is too large".to_owned()));
        }
        let names: Vec<String> = points.into_iter().map(|point| point.name).collect();
        let attributes = match attributes {
            Some(attributes) => {
                counted("attribute", attributes.iter().map(|of| of.0), facts.attributes)?;
                attributes.into_iter().map(|(_, name)| name).collect()
            }
            None => names.clone(),
        };
        if attributes.len() != facts.attributes as usize {
            return Err(Damage(format!("it claims {} attributes", facts.attributes)));
        }
        let points = Points::named(names, labels).map_err(|(one, other)| {
            Damage(format!("points {} and {} have the same name", one + 1, other + 1))
        })?;
        let mut rows = vec![Vec::new(); points.len()];
        for (point, attribute) in incidence {
            let row = rows.get_mut(point.index());
            let Some(row) = row.filter(|_| attribute.index() < attributes.len()) else {
                return Err(Damage(format!(
                    "point {} has attribute {}, and one of them does not exist",
                    point.number(),
                    attribute.number()
                )));
            };
            row.push(attribute.0);
        }
        for (row, point) in rows.iter_mut().zip(points.ids()) {
            row.sort_unstable();
            if !row.is_sorted_by(|a, b| a < b) {
                let point = point.number();
                return Err(Damage(format!("point {point} has an attribute twice")));
            }
        }
        Ok(StoredContext { facts, points, keys, context: FormalContext::new(attributes, rows) })
    }
}

/// The classes of the points; none where there are no classes.
fn of_class(classes: &[(i64, String)], points: &[ReadPoint]) -> Result<Option<Classes>, Damage> {
    let name = |point: &ReadPoint| {
        let class = point.class.and_then(|class| classes.get(class.index()));
        class.map(|(_, name)| name.as_str())
    };
    if classes.is_empty() {
        return match points.iter().all(|point| point.class.is_none()) {
            true => Ok(None),
            false => Err(Damage("a point has a class, but there are none".to_owned())),
        };
    }
    let labels: Option<Vec<&str>> = points.iter().map(name).collect();
    let labels = labels.ok_or_else(|| Damage("a point has no class".to_owned()))?;
    let is_stored = |found: &Classes| found.names().iter().eq(classes.iter().map(|(_, name)| name));
    [Classes::from_labels, Classes::from_labels_by_letters]
        .map(|sorted| sorted(&labels))
        .into_iter()
        .find(is_stored)
        .map(Some)
        .ok_or_else(|| Damage("its classes are out of order, or one has no point".to_owned()))
}
