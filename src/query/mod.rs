//! Queries on a stored graph: the canned queries by name.
//!
//! Each query is a file in `queries/` that runs unchanged in the store's own shell. The program
//! reads its header ([`catalogue`]) and binds the words of a question to typed arguments (`names`
//! says what words mean). It answers by functions over the contract of a store (`answers`), and a
//! query of somebody's own by its statement.

mod answers;
mod bind;
pub mod catalogue;
mod describe;
mod error;
mod headers;
mod kept;
pub(crate) mod names;
mod notes;
mod rule;
mod statement;

pub(crate) use answers::cluster_row;
pub use error::{Error, QuestionError, QuestionErrors};

use crate::base::numbers::grouped;
use crate::base::rows::{Rows, Value};
use crate::store::{self, LatticeStore, Parameter, Queryable};
use answers::Asked;
use bind::Argument;
use catalogue::{Catalogue, Language, ParameterKind, Query};
use names::Dictionary;

/// A canned query with its arguments, ready to be answered.
#[derive(Clone, Debug)]
pub struct Question<'c> {
    query: &'c Query,
    language: Language,
    dictionary: Dictionary,
    arguments: Vec<Argument>,
    limit: Limit,
    /// The query's own limit, where nobody gave one.
    own_limit: Option<u64>,
}

/// How many rows are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// As many as the query itself says: what a person reads.
    #[default]
    OfQuery,
    /// At most this many.
    Most(u64),
    /// All: what a program reads.
    All,
}

impl Limit {
    /// That of a person or of a program, unless a number was asked for.
    pub fn asked(most: Option<u64>, is_for_people: bool) -> Self {
        match most {
            Some(most) => Self::Most(most),
            None if is_for_people => Self::OfQuery,
            None => Self::All,
        }
    }
}

impl From<Option<u64>> for Limit {
    /// All, where no number is given.
    fn from(most: Option<u64>) -> Self {
        most.map_or(Self::All, Self::Most)
    }
}

/// The rows of an answer, and what a person should know besides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The rows.
    pub rows: Rows,
    /// How many there would be without a limit; none where nobody knows.
    pub total: Option<u64>,
    /// Why there are none, where there are none.
    pub why_empty: Option<String>,
    /// What they mean, for a person.
    pub notes: Vec<String>,
}

/// Prepares a canned query with words as a person types them. `limit` stands for the query's own;
/// where it has none, the answer is cut off.
///
/// # Errors
/// Every fault of the question in one message, or a failure of the store.
pub fn prepare<'c>(
    store: &dyn LatticeStore,
    catalogue: &'c Catalogue,
    name: &str,
    words: &[String],
    limit: Limit,
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
    let (arguments, own_limit) = bind::bind(store, &dictionary, query, words, limit)?;
    let language = catalogue.language();
    Ok(Question { query, language, dictionary, arguments, limit, own_limit })
}

impl Question<'_> {
    /// Answers it. Beside points stand the columns of the table that were kept to be shown.
    ///
    /// # Errors
    /// A failure of the store; for a query of somebody's own, columns that are not those of its
    /// header.
    pub fn answer(&self, store: &dyn LatticeStore) -> Result<Answer, Error> {
        let asked = self.asked(store);
        let (rows, total) = match asked.rows().map_err(|error| self.with_usage(error))? {
            Some(found) => (self.cut(found.rows), found.total),
            None => {
                let Some(queryable) = store.queryable() else {
                    let found = "a graph in memory has no statements; save it and open the file";
                    return Err(store::Error::Refused(found.to_owned()).into());
                };
                (self.run(queryable)?, None)
            }
        };
        let rows = kept::beside(rows, asked.points());
        let why_empty = if rows.rows.is_empty() { Some(asked.why_empty()?) } else { None };
        Ok(Answer { why_empty, notes: asked.notes(&rows)?, rows, total })
    }

    /// Answers it by its statement, as the store's own shell does; where it has none, as
    /// [`Question::answer`].
    ///
    /// # Errors
    /// As that.
    pub fn run(&self, store: &dyn Queryable) -> Result<Rows, Error> {
        if self.query.is_computed() {
            return Ok(self.answer(store)?.rows);
        }
        let parameters = self.parameters(store)?;
        Ok(self.cut(statement::run(store, self.query, &parameters)?))
    }

    /// The statement with its parameters, as the store's own shell takes them; none for a query
    /// that has none, and for a community in the place of a cluster.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn statement(&self, store: &dyn Queryable) -> Result<Option<String>, Error> {
        let asked = self.asked(store);
        if self.query.is_computed() || asked.is_about_a_community() {
            return Ok(None);
        }
        let parameters = self.parameters(store)?;
        Ok(Some(statement::for_shell(self.language, store, self.query, &parameters)))
    }

    fn parameters(&self, store: &dyn Queryable) -> Result<Vec<(String, Parameter)>, Error> {
        statement::parameters(store, &self.dictionary, self.query, &self.arguments)
            .map_err(|error| self.with_usage(error))
    }

    fn asked<'a>(&'a self, store: &'a dyn LatticeStore) -> Asked<'a> {
        let (dictionary, arguments) = (&self.dictionary, &self.arguments);
        Asked { store, dictionary, query: &self.query.name, arguments }
    }

    fn with_usage(&self, error: Error) -> Error {
        match error {
            // Other words would not help where the graph lacks what is asked about.
            Error::Question { faults, usage: None } if faults.0 != [QuestionError::NoFeatures] => {
                Error::Question { faults, usage: Some(self.query.usage()) }
            }
            error => error,
        }
    }

    fn cut(&self, mut rows: Vec<Vec<Value>>) -> Rows {
        if let Limit::Most(most) = self.limit {
            rows.truncate(most as usize);
        }
        Rows { columns: self.query.columns.clone(), rows }
    }

    /// What is said of an answer that was cut off by a limit nobody asked for, with the `option`
    /// that gives more: `the first 100 of 331; for more: limit 331`.
    pub fn cut_off(&self, answer: &Answer, option: &str) -> Option<String> {
        let shown = answer.rows.rows.len() as u64;
        let most = self.own_limit?;
        let first = format!("the first {}", grouped(shown));
        let (first, more) = match answer.total {
            _ if shown < most => return None,
            Some(total) if total == shown => return None,
            Some(total) => (format!("{first} of {}", grouped(total)), total),
            None => (format!("{first}, and there may be more"), shown * 10),
        };
        Some(format!("{first}; for more: {option} {more}"))
    }
}

/// Answers a canned query at once: [`prepare`] and [`Question::answer`].
///
/// # Errors
/// As those.
pub fn ask(
    store: &dyn LatticeStore,
    catalogue: &Catalogue,
    name: &str,
    words: &[String],
    limit: Limit,
) -> Result<Rows, Error> {
    Ok(prepare(store, catalogue, name, words, limit)?.answer(store)?.rows)
}
