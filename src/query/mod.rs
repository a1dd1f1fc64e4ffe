//! Asking a stored graph: the canned queries by name.
//!
//! Each query is a file in `queries/` that runs unchanged in the store's own shell. The program reads
//! its header ([`catalogue`]), checks the arguments ([`arguments`]), runs it, and prints the rows
//! ([`format`](mod@format)). [`reference`](mod@reference) answers the same from a graph in memory, for tests.

pub mod arguments;
pub mod catalogue;
pub mod format;
pub mod reference;

use crate::store::{self, Queryable, Rows, Value};
use arguments::Terms;
use catalogue::{Catalogue, Kind};

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

/// Answers a canned query with words as a person types them. `limit`, where given, stands for the
/// query's own count.
///
/// # Errors
/// Every fault of the question in one message, or a failure of the store.
pub fn ask(
    store: &dyn Queryable,
    catalogue: &Catalogue,
    name: &str,
    words: &[String],
    limit: Option<u64>,
) -> Result<Rows, Error> {
    let mut query = catalogue.find(name).map_err(Error::Question)?;
    // Purity without a cluster is the table of classes.
    let other = query.parameters.iter().find_map(|p| match (&p.kind, &p.default) {
        (Kind::Concept, Some(instead)) if words.is_empty() => Some(instead),
        _ => None,
    });
    if let Some(instead) = other {
        query = catalogue.find(instead).map_err(Error::Question)?;
    }
    let terms = Terms::of(store)?;
    let values = arguments::bind(store, &terms, query, words, limit)?;
    let parameters: Vec<_> = values.iter().map(|(name, value)| (*name, value.clone())).collect();
    let told = store.run(&query.statement, &parameters)?;
    // The header's order, whatever order the store tells; an empty answer has columns too.
    let place = |column| told.columns.iter().position(|name| name == column);
    let places: Option<Vec<usize>> = query.columns.iter().map(place).collect();
    let rows = match places {
        Some(places) => {
            let ordered = |row: Vec<Value>| places.iter().map(|&at| row[at].clone()).collect();
            told.rows.into_iter().map(ordered).collect()
        }
        None => told.rows,
    };
    Ok(Rows { columns: query.columns.clone(), rows })
}
