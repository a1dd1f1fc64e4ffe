//! Queries on a stored graph: the canned queries by name.
//!
//! Each query is a file in `queries/` that runs unchanged in the store's own shell. The program
//! reads its header ([`catalogue`]), binds the words of a question to typed arguments (`words`
//! says what words mean), chooses the way to the answer in one place (`route`), and goes it: the
//! statement of the file (`statement`), a shorter way over the stored graph (`stored`), or the full
//! lattice (`full`).

mod bind;
pub mod catalogue;
mod cells;
mod computed;
mod describe;
mod fault;
mod full;
mod headers;
mod kept;
mod meeting;
mod remark;
mod route;
mod rule;
mod statement;
mod stored;
pub(crate) mod words;

pub(crate) use cells::cluster as cluster_cells;
pub use fault::{Error, Fault, Faults};
pub use full::expand;
pub use remark::{Remarks, of_little_worth};
#[cfg(feature = "cli")]
pub(crate) use route::part_of;

use crate::base::rows::{Rows, Value};
use crate::store::{Parameter, Queryable};
use catalogue::{Catalogue, Language, ParameterKind, Query};
use route::Route;
use words::Dictionary;

/// A canned query with its arguments, ready to be answered.
#[derive(Clone, Debug)]
pub struct Question<'c> {
    query: &'c Query,
    language: Language,
    route: Route,
    /// For the statement; empty where there is none.
    parameters: Vec<(String, Parameter)>,
    /// The most rows to keep, where the query itself has no limit.
    most: Option<u64>,
    scope: Option<String>,
}

/// Prepares a canned query with words as a person types them. `limit`, where given, stands for the
/// query's own; where it has none, the answer is cut off.
///
/// # Errors
/// Every fault of the question in one message, or a failure of the store.
pub fn prepare<'c>(
    store: &dyn Queryable,
    catalogue: &'c Catalogue,
    name: &str,
    words: &[String],
    limit: Option<u64>,
) -> Result<Question<'c>, Error> {
    let mut query = catalogue.find(name)?;
    // Purity without a cluster is the table of classes.
    let other = query.parameters.iter().find_map(|p| match (&p.kind, &p.default) {
        (ParameterKind::Concept, Some(instead)) if words.is_empty() => Some(instead),
        _ => None,
    });
    if let Some(instead) = other {
        query = catalogue.find(instead)?;
    }
    let dictionary = Dictionary::of(store)?;
    let stored = dictionary.stored();
    let arguments = bind::bind(&dictionary, query, words, limit)?;
    let (route, arguments) =
        route::choose(store, &dictionary, &query.name, arguments).map_err(|error| match error {
            Error::Question { faults, usage: None } => {
                Error::Question { faults, usage: Some(query.usage()) }
            }
            error => error,
        })?;
    let own_limit = query.parameters.iter().any(|parameter| parameter.name == bind::LIMIT);
    Ok(Question {
        query,
        language: catalogue.language(),
        scope: route::scope(&stored.facts, &query.name, &route),
        route,
        parameters: statement::parameters(query, &stored.points, arguments),
        most: limit.filter(|_| !own_limit),
    })
}

impl Question<'_> {
    /// Answers it, by a shorter way than its statement where there is one. Beside points stand the
    /// columns of the table that were kept to be shown.
    ///
    /// # Errors
    /// A failure of the store, or columns that are not those of the query's header.
    pub fn answer(&self, store: &dyn Queryable) -> Result<Rows, Error> {
        let rows = match &self.route {
            Route::FullLattice(question) => question.rows(store)?,
            Route::Computed(question) => question.rows(store)?,
            Route::Shortcut(shortcut) => match shortcut.rows(store)? {
                Some(rows) => rows,
                None => self.by_statement(store)?,
            },
            Route::Statement => self.by_statement(store)?,
        };
        Ok(kept::beside(self.cut(rows), &store.stored_context()?.points))
    }

    /// Answers it by its statement alone, where it has one.
    ///
    /// # Errors
    /// As [`Question::answer`].
    pub fn run(&self, store: &dyn Queryable) -> Result<Rows, Error> {
        match &self.route {
            Route::FullLattice(_) | Route::Computed(_) => self.answer(store),
            Route::Shortcut(_) | Route::Statement => Ok(self.cut(self.by_statement(store)?)),
        }
    }

    fn by_statement(&self, store: &dyn Queryable) -> Result<Vec<Vec<Value>>, Error> {
        statement::run(store, self.query, &self.parameters)
    }

    /// Whether [`Question::answer`] goes another way than [`Question::run`].
    pub fn has_shorter_way(&self) -> bool {
        matches!(self.route, Route::Shortcut(_))
    }

    fn cut(&self, mut rows: Vec<Vec<Value>>) -> Rows {
        rows.truncate(self.most.map_or(usize::MAX, |most| most as usize));
        Rows { columns: self.query.columns.clone(), rows }
    }

    /// The most rows that are wanted, where there is a limit.
    pub fn limit(&self) -> Option<u64> {
        let limit = self.parameters.iter().find(|(name, _)| name == bind::LIMIT);
        match limit {
            Some((_, Parameter::Value(Value::Int(most)))) => u64::try_from(*most).ok(),
            _ => self.most,
        }
    }

    /// The limit, where an answer has as many rows as it allows, so that there may be more.
    pub fn reached(&self, rows: &Rows) -> Option<u64> {
        self.limit().filter(|&most| rows.rows.len() as u64 == most)
    }

    /// What the answer is exact for, where the store holds a part of the full lattice: `in the full
    /// lattice`, or `among the clusters ...`.
    pub fn scope(&self) -> Option<&str> {
        self.scope.as_deref()
    }

    /// The statement with its parameters, as the store's own shell takes them.
    pub fn statement(&self, store: &dyn Queryable) -> String {
        match &self.route {
            Route::FullLattice(_) | Route::Computed(_) => {
                "no statement: the program computes it from what is stored".to_owned()
            }
            Route::Shortcut(_) | Route::Statement => {
                let graph = store.graph_name();
                statement::for_shell(self.language, &graph, self.query, &self.parameters)
            }
        }
    }
}

/// Answers a canned query at once: [`prepare`] and [`Question::answer`].
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
