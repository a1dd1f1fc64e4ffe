//! Whether what a statement of the program's own answers can be true. A store may hold anything,
//! and a statement passes it on: a size that is a text, a purity of 12, a list of points cut short.
//!
//! The columns of the program's queries mean the same wherever they stand, so each has one test
//! here. What a statement cannot even read is damage too; [`culprit`] then finds the row.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::catalogue::Query;
use super::route::Known;
use crate::base::generator_notation;
use crate::base::ids::{ConceptId, PointId};
use crate::base::points::Points;
use crate::base::rows::Value;
use crate::store::{Concept, Damage, Error, LatticeStore, Result, StoredContext};

/// Concepts that are read together to find one that cannot be.
const BATCH: u32 = 1 << 12;
/// Of a text that stands where it should not, so much is shown.
const SHOWN: usize = 40;

/// Whoever asked waits no longer to be told which row it is.
const PATIENCE: Duration = Duration::from_secs(2);

/// What can be true in one graph.
struct Sound<'a> {
    stored: &'a StoredContext,
    classes: HashSet<&'a str>,
    query: &'a Query,
}

/// The first thing in the rows of a query that cannot be.
pub(super) fn fault(stored: &StoredContext, query: &Query, rows: &[Vec<Value>]) -> Option<Damage> {
    let names = stored.points.classes().map_or(&[][..], |classes| classes.names());
    let sound = Sound { stored, classes: names.iter().map(String::as_str).collect(), query };
    rows.iter().find_map(|row| sound.fault(row)).map(Damage)
}

/// What the answer of a query hangs on beside its rows: that the concepts it is about are there,
/// and where it goes through their members, that these are as many as they are large.
pub(super) fn base(
    store: &dyn LatticeStore,
    query: &Query,
    about: &[ConceptId],
) -> Result<Option<Damage>> {
    let concepts = store.concepts(about)?;
    if !Known::of(&query.name).is_some_and(Known::goes_through_members) {
        return Ok(None);
    }
    let members = store.members(about)?;
    let wrong = concepts.iter().zip(&members).find(|(one, list)| one.size as usize != list.len());
    Ok(wrong.map(|(Concept { id, size, .. }, list)| {
        Damage(format!("{id} has {} members, and claims {size}", list.len()))
    }))
}

impl Sound<'_> {
    fn value<'r>(&self, row: &'r [Value], column: &str) -> Option<&'r Value> {
        self.query.columns.iter().position(|name| name == column).and_then(|at| row.get(at))
    }

    fn fault(&self, row: &[Value]) -> Option<String> {
        let wrong =
            self.query.columns.iter().zip(row).find(|(name, value)| !self.can_be(name, value));
        let fault = match wrong {
            Some((name, value)) => {
                format!("its {} cannot be {}", name.replace('_', " "), shown(value))
            }
            None => self.contradiction(row)?.to_owned(),
        };
        // A cluster goes by its number, anything else by what stands first.
        let of = self.value(row, "concept").filter(|name| self.can_be("concept", name));
        let of = of.or(row.first()).map_or_else(String::new, plain);
        Some(format!("{of}: {fault}"))
    }

    /// Whether the value can stand in that column.
    fn can_be(&self, column: &str, value: &Value) -> bool {
        let StoredContext { facts, points, context, .. } = self.stored;
        let whole = |most: u64| match value {
            Value::Int(number) => u64::try_from(*number).is_ok_and(|number| number <= most),
            _ => false,
        };
        match column {
            "concept" | "largest_pure" => match value {
                Value::Null => true,
                value => self.concept(value).is_some(),
            },
            "point" => text(value).is_some_and(|name| points.find(name).is_some()),
            "class" | "point_class" => match value {
                Value::Null => true,
                value => text(value).is_some_and(|name| self.classes.contains(name)),
            },
            "generator" | "introduced" => {
                text(value).is_some_and(|names| listed(points, names).is_some())
            }
            "size" | "count" => whole(facts.points.into()),
            // A graph of an earlier version has neither.
            "delta" | "gap" => *value == Value::Null || whole(facts.points.into()),
            "intent_size" => whole(context.attributes().len() as u64),
            "concepts" | "parents" | "children" => whole(facts.concepts.into()),
            "covers" => whole(facts.covers),
            "purity" | "dendrogram_purity" => match value {
                Value::Null => true,
                value => number(value).is_some_and(|share| (0.0..=1.0).contains(&share)),
            },
            "mean" | "overall" | "difference" => {
                *value == Value::Null || number(value).is_some_and(f64::is_finite)
            }
            _ => true,
        }
    }

    fn concept(&self, value: &Value) -> Option<ConceptId> {
        let number = text(value)?.strip_prefix('c')?.parse().ok()?;
        ConceptId::from_number(number).filter(|id| id.0 < self.stored.facts.concepts)
    }

    /// What a row says of a cluster and what does not go together.
    fn contradiction(&self, row: &[Value]) -> Option<&'static str> {
        let is_null = |column: &str| self.value(row, column) == Some(&Value::Null);
        if let Some(count) = self.value(row, "count") {
            let shared = *count == Value::Int(0) || !is_null("purity");
            return (!shared).then_some("it has points there, and no purity");
        }
        let names = self.value(row, "generator").and_then(text)?;
        let StoredContext { points, context, .. } = self.stored;
        let size = self.value(row, "size");
        let without_class = points.classes().is_none() || size == Some(&Value::Int(0));
        if [is_null("purity"), is_null("class")] != [without_class; 2] {
            return Some("its size, purity and class disagree");
        }
        // No point generates only what has every attribute.
        let generated = listed(points, names).is_some_and(|listed| !listed.is_empty())
            || size == Some(&Value::Int(context.closure(&[]).len() as i64));
        (!generated).then_some("no point generates it")
    }
}

/// The points between braces, where the graph has them all and they ascend.
fn listed(points: &Points, names: &str) -> Option<Vec<PointId>> {
    let found: Option<Vec<PointId>> =
        generator_notation::read(names)?.iter().map(|name| points.find(name)).collect();
    found.filter(|found| found.is_sorted_by(|a, b| a < b))
}

fn text(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        Value::Null | Value::Text(_) => None,
    }
}

/// A value, short, a text in quotation marks.
fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("{:?}", plain(&Value::text(text))),
        value => plain(value),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => "empty".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) if text.chars().nth(SHOWN).is_none() => text.clone(),
        Value::Text(text) => text.chars().take(SHOWN).chain(['…']).collect(),
    }
}

/// The failure of a statement in which nothing is wrong, told by the first concept that cannot be
/// read, where there is one.
pub(super) fn culprit(store: &dyn LatticeStore, failure: Error) -> Error {
    if !matches!(failure, Error::Damaged { .. }) {
        return failure;
    }
    let Ok(facts) = store.facts() else { return failure };
    let start = Instant::now();
    let read = |ids: &[ConceptId]| -> Result<()> {
        store.concepts(ids).and_then(|_| store.members(ids)).map(|_| ())
    };
    for ids in ConceptId::batches(facts.concepts, BATCH) {
        if start.elapsed() > PATIENCE {
            break;
        }
        if read(&ids).is_ok() {
            continue;
        }
        for &id in &ids {
            if let Err(error @ Error::Damaged { .. }) = read(&[id]) {
                return error.of(id);
            }
        }
    }
    failure
}
