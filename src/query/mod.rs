//! Asking a stored graph: the canned queries by name.
//!
//! Each query is a file in `queries/` that runs unchanged in the store's own shell. The program reads
//! its header ([`catalogue`]), checks the arguments ([`arguments`]), runs it, and prints the rows
//! ([`format`](mod@format)). [`reference`](mod@reference) answers the same from a graph in memory, for tests.

pub mod arguments;
pub mod catalogue;
mod cells;
mod demand;
mod direct;
mod fit;
pub mod format;
pub mod reference;

pub use demand::expand;

use std::collections::HashMap;

use crate::numbers::grouped;
use crate::store::{self, Info, Queryable, Rows, Value};
use arguments::Terms;
use catalogue::{Catalogue, Language, ParameterKind, Query};
use demand::Demand;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The question is wrong: its name or its arguments.
    #[error("{0}")]
    Question(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
}

/// A canned query with its parameters, ready to run.
#[derive(Clone, Debug)]
pub struct Asked<'c> {
    query: &'c Query,
    parameters: Vec<(&'c str, Value)>,
    /// The most rows to keep, where the query itself has no count.
    most: Option<u64>,
    language: Language,
    /// Where the full lattice is asked, which the store does not hold.
    demand: Option<Demand>,
    /// What the answer is exact for, where the store does not hold the full lattice.
    scope: Option<String>,
}

/// Prepares a canned query with words as a person types them. `limit`, where given, stands for the
/// query's own count; where it has none, the answer is cut off.
///
/// # Errors
/// Every fault of the question in one message, or a failure of the store.
pub fn prepare<'c>(
    store: &dyn Queryable,
    catalogue: &'c Catalogue,
    name: &str,
    words: &[String],
    limit: Option<u64>,
) -> Result<Asked<'c>, Error> {
    let mut query = catalogue.find(name).map_err(Error::Question)?;
    // Purity without a cluster is the table of classes.
    let other = query.parameters.iter().find_map(|p| match (&p.kind, &p.default) {
        (ParameterKind::Concept, Some(instead)) if words.is_empty() => Some(instead),
        _ => None,
    });
    if let Some(instead) = other {
        query = catalogue.find(instead).map_err(Error::Question)?;
    }
    let terms = Terms::of(store)?;
    let demand = Demand::of(store, &terms, query, words)?;
    let scope = scope(&terms.base().info, &query.name, demand.is_some());
    let mut values = match &demand {
        Some(_) => HashMap::new(),
        None => arguments::bind(store, &terms, query, words, limit)?,
    };
    let mut value = |name: &str| values.remove(name).unwrap_or(Value::Null);
    let names = query.parameters.iter().map(|parameter| parameter.name.as_str());
    let parameters: Vec<_> = names.map(|name| (name, value(name))).collect();
    let most = limit.filter(|_| parameters.iter().all(|(name, _)| *name != arguments::LIMIT));
    Ok(Asked { query, parameters, most, language: catalogue.language(), demand, scope })
}

/// What an answer is exact for, in words; nothing for a full lattice, or where it makes no
/// difference.
fn scope(info: &Info, query: &str, demanded: bool) -> Option<String> {
    if demanded {
        return Some("in the full lattice".to_owned());
    }
    let stored = match info.text("graph") {
        "iceberg" => format!("the clusters with at least {} points", info.number("min_size")),
        "lca" => "the clusters of this LCA graph".to_owned(),
        "largest" => format!("the {} largest clusters", grouped(info.number("concepts") as u64)),
        _ => return None,
    };
    match query {
        "members" | "profile" | "purity" => None,
        // The smallest clusters of pairs are all there; an LCA that is not is demanded.
        "boundary" | "lca" | "points" | "related" if info.text("graph") == "lca" => None,
        _ => Some(format!("among {stored}")),
    }
}

impl Asked<'_> {
    /// Answers it, on a shorter way than by its statement where there is one.
    ///
    /// # Errors
    /// A failure of the store, or columns that are not those of the query's header.
    pub fn answer(&self, store: &dyn Queryable) -> Result<Rows, Error> {
        if let Some(demand) = &self.demand {
            return Ok(self.cut(demand.rows(store, &self.query.name)?));
        }
        match direct::rows(store, &self.query.name, &self.parameters)? {
            Some(rows) => Ok(self.cut(rows)),
            None => self.run(store),
        }
    }

    fn cut(&self, mut rows: Vec<Vec<Value>>) -> Rows {
        rows.truncate(self.most.map_or(usize::MAX, |most| most as usize));
        Rows { columns: self.query.columns.clone(), rows }
    }

    /// Runs its statement.
    ///
    /// # Errors
    /// A failure of the store, or columns that are not those of the query's header.
    pub fn run(&self, store: &dyn Queryable) -> Result<Rows, Error> {
        if self.demand.is_some() {
            return self.answer(store);
        }
        let told = store.run(&self.query.statement, &self.parameters)?;
        // An empty answer has columns too, whatever the store tells.
        if told.rows.is_empty() {
            return Ok(self.cut(told.rows));
        }
        // The header's order.
        let place = |column| told.columns.iter().position(|name| name == column);
        let places: Option<Vec<usize>> = self.query.columns.iter().map(place).collect();
        let Some(places) = places.filter(|places| places.len() == told.columns.len()) else {
            return Err(Error::Question(format!(
                "the header of {} promises the columns {}, but its statement gives {}",
                self.query.name,
                self.query.columns.join(" "),
                told.columns.join(" ")
            )));
        };
        let ordered = |row: Vec<Value>| places.iter().map(|&at| row[at].clone()).collect();
        Ok(self.cut(told.rows.into_iter().map(ordered).collect()))
    }

    /// The most rows that are asked for, where there is a limit.
    pub fn limit(&self) -> Option<u64> {
        let limit = self.parameters.iter().find(|(name, _)| *name == arguments::LIMIT);
        match limit {
            Some((_, Value::Int(most))) => u64::try_from(*most).ok(),
            _ => self.most,
        }
    }

    /// What the answer is exact for, where the store holds a part of the full lattice: `in the full
    /// lattice`, or `among the clusters ...`.
    pub fn scope(&self) -> Option<&str> {
        self.scope.as_deref()
    }

    /// The statement with its parameters, as the store's own shell takes them.
    pub fn statement(&self, store: &dyn Queryable) -> String {
        if self.demand.is_some() {
            let told = "no statement: in the full lattice the context tells it";
            return told.to_owned();
        }
        let mut text = String::new();
        if self.language == Language::Cypher {
            let graph = Value::Text(store.graph_name());
            text += &format!(":param graph => {}\n", cypher(&graph));
        }
        for (name, value) in &self.parameters {
            text += &match (self.language, value) {
                (Language::Sql, value) => format!(".parameter set :{name} {}\n", sql(value)),
                // A list of points travels as JSON, which is how Cypher writes a list.
                (Language::Cypher, Value::Text(json)) if *name == "points" => {
                    format!(":param {name} => {json}\n")
                }
                (Language::Cypher, value) => format!(":param {name} => {}\n", cypher(value)),
            };
        }
        text + self.query.statement.trim_end()
    }
}

/// A value as `.parameter set` takes it: an SQL literal as one word.
fn sql(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Real(number) => format!("{number:?}"),
        Value::Text(text) => {
            let literal = format!("'{}'", text.replace('\'', "''"));
            format!("\"{}\"", literal.replace('\\', "\\\\").replace('"', "\\\""))
        }
    }
}

/// A value as Cypher writes it.
fn cypher(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Real(number) => format!("{number:?}"),
        Value::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
    }
}

/// Answers a canned query at once: [`prepare`] and [`Asked::answer`].
///
/// # Errors
/// As those.
pub fn ask(
    store: &dyn Queryable,
    catalogue: &Catalogue,
    name: &str,
    words: &[String],
    limit: Option<u64>,
) -> Result<Rows, Error> {
    prepare(store, catalogue, name, words, limit)?.answer(store)
}
