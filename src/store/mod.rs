//! Where a graph is kept: one contract, several backends.
//!
//! [`LatticeStore`] is what the program asks of a graph whatever holds it. [`memory`] is the
//! reference, [`sqlite`] one file. [`conformance`] holds any of them to the reference. A load is all
//! or nothing for readers.

pub mod conformance;
pub mod memory;
pub mod neo4j;
pub mod sqlite;

use std::sync::Arc;

use serde::Serialize;

use crate::context::FormalContext;
use crate::graph::{ClassFacts, Features};
use crate::keys::Key;
use crate::lattice::ConceptId;
use crate::numbers::grouped;
use crate::points::{ClassId, Points};
use crate::purity::ClassCounts;

/// What can go wrong with a store, in one line for a person.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The place does not hold what is asked for, or must not be written.
    #[error("{0}")]
    Refused(String),
    /// The backend failed.
    #[error("{place}: {cause}")]
    Backend {
        /// The store.
        place: String,
        /// What it said.
        cause: String,
    },
    /// The caller ended the work.
    #[error("interrupted")]
    Interrupted,
}

/// The result of asking a store.
pub type Result<T> = std::result::Result<T, Error>;

/// One value of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Nothing known.
    Null,
    /// A whole number.
    Int(i64),
    /// Any other number.
    Real(f64),
    /// Text.
    Text(String),
}

/// Named columns and rows of values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// Column names.
    pub columns: Vec<String>,
    /// One value a column.
    pub rows: Vec<Vec<Value>>,
}

/// What a graph is, by key in a stated order: name, graph, points, k, concepts, covers and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct Info(pub Vec<(String, Value)>);

impl Info {
    /// The value of one key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, value)| value)
    }

    /// The whole number of one key, 0 where there is none.
    pub fn number(&self, key: &str) -> i64 {
        match self.get(key) {
            Some(Value::Int(number)) => *number,
            _ => 0,
        }
    }

    /// One fact a line, numbers with thousands apart.
    pub fn for_people(&self) -> String {
        let line = |(key, value): &(String, Value)| {
            let value = match value {
                Value::Null => "-".to_owned(),
                Value::Int(number) => grouped(*number as u64),
                Value::Real(number) => format!("{number:.4}"),
                Value::Text(text) => text.clone(),
            };
            format!("{:<18} {value}\n", key.replace('_', " "))
        };
        self.0.iter().map(line).collect()
    }

    /// The text of one key, empty where there is none.
    pub fn text(&self, key: &str) -> &str {
        match self.get(key) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }
}

/// The points and the context of a stored graph, and what it is: what closures are computed from.
#[derive(Clone, Debug, PartialEq)]
pub struct Base {
    /// What the graph is.
    pub info: Info,
    /// Names and classes.
    pub points: Points,
    /// The key of each point.
    pub keys: Vec<Key>,
    /// Which point has which attribute.
    pub context: FormalContext,
}

impl Base {
    /// Whether it was made from a table, so that its attributes are the points themselves.
    pub fn is_neighbor_graph(&self) -> bool {
        let made = self.info.get("k").is_some_and(|k| *k != Value::Null);
        made && self.context.attributes() == self.points.names()
    }

    /// Name and size of the smallest extent of the full lattice that holds these points.
    pub fn closure_name(&self, points: &[u32]) -> (Key, u32) {
        self.name_of(&self.context.closure(points))
    }

    /// The name of the concept with that extent, and its size.
    pub fn name_of(&self, extent: &[u32]) -> (Key, u32) {
        (extent.iter().map(|&p| self.keys[p as usize]).sum(), extent.len() as u32)
    }
}

/// One stored concept.
#[derive(Clone, Debug, PartialEq)]
pub struct Concept {
    /// Its id.
    pub id: ConceptId,
    /// How many points it has.
    pub size: u32,
    /// How many attributes they share.
    pub intent_size: u32,
    /// Its name: the sum of its members' keys.
    pub key: Key,
    /// How many of its points each class has; empty without classes.
    pub counts: Vec<u32>,
    /// A few points whose closure it is, ascending.
    pub generator: Vec<u32>,
}

impl Concept {
    /// The class most of its points have and their share; none when empty or without classes.
    pub fn majority_and_purity(&self) -> Option<(ClassId, f64)> {
        ClassCounts::from_counts(self.counts.clone()).majority_and_purity()
    }
}

/// What the program asks of a stored graph; also all that copying it to another store takes. Lists of ids may come in any order and hold an id
/// twice; answers come in the order stated.
pub trait LatticeStore {
    /// What the graph is.
    fn info(&self) -> Result<Info>;

    /// Points, keys and context; a store reads them once.
    fn base(&self) -> Result<Arc<Base>>;

    /// The table behind the points.
    fn features(&self) -> Result<Features>;

    /// What the classes have to do with the concepts, by class name.
    fn classes(&self) -> Result<Vec<ClassFacts>>;

    /// For each point the first concept that holds it and a point of another class; empty without
    /// classes.
    fn boundary(&self) -> Result<Vec<Option<ConceptId>>>;

    /// These concepts, in the order asked for; unknown ids are left out.
    fn concepts(&self, ids: &[ConceptId]) -> Result<Vec<Concept>>;

    /// A walk over many covers begins. A store that is told so often may keep the covers in memory;
    /// whether a cover is now cheaper to follow than the members of a concept are to read.
    fn will_walk(&self) -> Result<bool> {
        Ok(false)
    }

    /// The covers `(lower, upper)` above these concepts, in the order asked for, then by upper id.
    fn upper(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>>;

    /// The covers `(lower, upper)` below these concepts, in the order asked for, then by lower id.
    fn lower(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>>;

    /// The points of each of these concepts, ascending, in the order asked for; unknown ids are left
    /// out.
    fn members(&self, ids: &[ConceptId]) -> Result<Vec<Vec<u32>>>;

    /// The minimal stored concepts that hold a point, ascending.
    fn introduced(&self, point: u32) -> Result<Vec<ConceptId>>;

    /// The points introduced in these concepts, `(concept, point)` in the order asked for, then by
    /// point.
    fn introduces(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, u32)>>;

    /// The stored concept of each name and size, in the order asked for.
    fn named(&self, names: &[(Key, u32)]) -> Result<Vec<Option<ConceptId>>>;
}

/// Ends a running statement from another thread.
pub type Interrupter = Box<dyn Fn() + Send>;

/// A store that has a query language of its own.
pub trait Queryable: LatticeStore {
    /// Runs a reading statement with named parameters and returns all rows.
    fn run(&self, statement: &str, parameters: &[(&str, Value)]) -> Result<Rows>;

    /// What its graph is called in it.
    fn graph_name(&self) -> String;

    /// Whether what was opened is still there; a failure says what to do.
    fn still_there(&self) -> Result<()>;

    /// Something that ends a running statement from another thread.
    fn interrupter(&self) -> Interrupter;
}
