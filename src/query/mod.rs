//! Canned queries about a graph.
//!
//! A query has a name, parameters, columns and an answer, and a Rust file of its own in the module
//! `queries`. Its statements stand in the top folder `queries/`; they run unchanged in the shells
//! of SQLite and Neo4j and give the rows that the program gives (tests compare the two).
//! [`catalogue`] lists the queries; [`names`] resolves words to points, clusters and communities.

mod bind;
pub mod catalogue;
mod cell;
mod error;
pub mod names;
pub mod parameter;
mod queries;
mod statement;

pub use crate::base::name_list;
pub use cell::{Cell, Names};
#[cfg(feature = "cli")]
pub(crate) use error::likely_name;
pub use error::{QueryError, QuestionError, QuestionErrors};
pub(crate) use queries::cluster_row;

use crate::base::ids::{ClassId, ConceptId, PointId};
use crate::base::numbers::group_thousands;
use crate::base::points::Points;
use crate::base::rows::{Rows, Value};
use crate::communities::Communities;
use crate::graph::Graph;
use crate::store::{Database, ParameterValue};
use bind::Argument;
#[cfg(feature = "cli")]
pub(crate) use bind::take_limit;
use catalogue::{Catalogue, Language, Query};
use names::{Dictionary, QuestionSet, Subject};
use parameter::ParameterKind;

/// A query with its arguments, ready to be answered.
#[derive(Clone, Debug)]
pub struct Question<'g> {
    graph: &'g Graph,
    points: &'g Points,
    communities: &'g Communities,
    query: &'g Query,
    language: Language,
    dictionary: Dictionary<'g>,
    arguments: Vec<Argument>,
    limit: Limit,
    default_limit: Option<u64>,
}

/// The greatest number of rows of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// The limit of the query itself, for people.
    #[default]
    OfQuery,
    /// A given number of rows.
    Most(u64),
    /// All rows, for programs.
    All,
}

impl Limit {
    /// Returns the limit `most`; without it, the query's own for people and all rows for programs.
    pub fn new(most: Option<u64>, is_for_people: bool) -> Self {
        match most {
            Some(most) => Self::Most(most),
            None if is_for_people => Self::OfQuery,
            None => Self::All,
        }
    }
}

impl From<Option<u64>> for Limit {
    fn from(most: Option<u64>) -> Self {
        most.map_or(Self::All, Self::Most)
    }
}

/// The rows of an answer, with remarks for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, each with a cell per column.
    pub rows: Vec<Vec<Cell>>,
    /// The number of rows without a limit; `None` if it is not known.
    pub total: Option<u64>,
    /// The reason why there are no rows; `None` if there are rows.
    pub why_empty: Option<String>,
    /// Remarks that explain the rows to a person.
    pub notes: Vec<String>,
}

impl Answer {
    fn new(rows: Vec<Vec<Cell>>, why_empty: &str) -> Self {
        Self::with_total(rows.len(), rows, why_empty)
    }

    fn with_total(total: usize, rows: Vec<Vec<Cell>>, why_empty: &str) -> Self {
        let why_empty = rows.is_empty().then(|| why_empty.to_owned());
        Self { rows, total: Some(total as u64), why_empty, ..Self::default() }
    }

    fn with_note(mut self, note: impl Into<Option<String>>) -> Self {
        self.notes.extend(note.into());
        self
    }

    /// Returns the rows with names in the place of ids.
    ///
    /// # Errors
    /// Returns an error if a section cannot be read.
    pub fn values(&self, graph: &Graph) -> Result<Rows, QueryError> {
        let names = Names::new(graph)?;
        let rows = self.rows.iter().map(|row| names.row(row)).collect();
        Ok(Rows { columns: self.columns.clone(), rows })
    }
}

fn with_usage(query: &Query, error: QueryError) -> QueryError {
    match error {
        // Other words would not help if the graph lacks what the query needs.
        QueryError::Question { faults, usage: None }
            if !matches!(faults.0[..], [QuestionError::NoFeatures | QuestionError::NoClasses]) =>
        {
            QueryError::Question { faults, usage: Some(query.usage()) }
        }
        error => error,
    }
}

/// Prepares a query with words as a person types them. `limit` replaces the query's own limit; an
/// answer without one is cut off at `limit`.
///
/// # Errors
/// Returns all faults of the question in one error, or an error if a section cannot be read.
pub fn prepare<'g>(
    graph: &'g Graph,
    catalogue: &'g Catalogue,
    name: &str,
    words: &[String],
    limit: Limit,
) -> Result<Question<'g>, QueryError> {
    let mut query = catalogue.find(name)?;
    // The query `purity` without a cluster is the query `classes`.
    let other = query.parameters.iter().find_map(|p| match (&p.kind, &p.default) {
        (ParameterKind::Concept, Some(instead)) if words.is_empty() => Some(instead),
        _ => None,
    });
    if let Some(instead) = other {
        query = catalogue.find(instead)?;
    }
    let dictionary = Dictionary::new(graph)?;
    let (arguments, own_limit) = bind::bind(&dictionary, &query.parameters, words, limit)
        .map_err(|error| with_usage(query, error))?;
    let (points, communities) = (graph.points()?, graph.communities()?);
    let language = catalogue.language();
    Ok(Question {
        graph,
        points,
        communities,
        query,
        language,
        dictionary,
        arguments,
        limit,
        default_limit: own_limit,
    })
}

impl Question<'_> {
    /// Answers the question from the graph. Rows that begin with a point get the table's kept
    /// columns. A query of a user is answered by running its statement.
    ///
    /// # Errors
    /// Returns an error if a section cannot be read; for a query of a user, also if there is no
    /// database, the statement fails, or its columns are not those of the header.
    pub fn answer(&self, database: Option<&dyn Database>) -> Result<Answer, QueryError> {
        let Some(canned) = self.query.canned else {
            let Some(database) = database else {
                return Err(QuestionError::NoStatements(self.query.name.clone()).into());
            };
            let Rows { columns, rows } = self.run(database)?;
            let cells = |row: Vec<Value>| row.into_iter().map(Cell::Value).collect();
            let rows = rows.into_iter().map(cells).collect();
            return Ok(Answer { columns, total: None, ..Answer::new(rows, "nothing matches") });
        };
        let mut answer = (canned.answer)(self).map_err(|error| with_usage(self.query, error))?;
        if let Limit::Most(most) = self.limit {
            answer.rows.truncate(most as usize);
        }
        answer.columns = self.query.columns.clone();
        self.add_kept_columns(&mut answer);
        Ok(answer)
    }

    /// Adds the kept columns of the table to rows whose first column is `point`.
    fn add_kept_columns(&self, answer: &mut Answer) {
        let kept = self.points.shown_columns();
        if kept.names().is_empty() || answer.columns.first().is_none_or(|first| first != "point") {
            return;
        }
        for name in kept.names() {
            let mut name = name.clone();
            while answer.columns.contains(&name) {
                name.push('_');
            }
            answer.columns.push(name);
        }
        for row in &mut answer.rows {
            let Some(&Cell::Point(point)) = row.first() else { continue };
            let cells = kept.cells_of(point).iter().zip(kept.kinds());
            row.extend(cells.map(|(text, kind)| Cell::Value(Value::from(kind.cell(text)))));
        }
    }

    /// Answers the question by running its statement, as the database's own shell does.
    ///
    /// # Errors
    /// Returns an error if the database fails, or the columns are not those of the query's header.
    pub fn run(&self, database: &dyn Database) -> Result<Rows, QueryError> {
        let parameters = self.parameters()?;
        let mut rows = statement::run(database, self.query, &parameters)?;
        if let Limit::Most(most) = self.limit {
            rows.truncate(most as usize);
        }
        Ok(Rows { columns: self.query.columns.clone(), rows })
    }

    /// Returns the statement with its parameters in the syntax of the database's own shell; `None`
    /// if the query has no statement or an argument is a community in the place of a cluster.
    ///
    /// # Errors
    /// Returns an error if a section cannot be read.
    pub fn statement(&self, database: &dyn Database) -> Result<Option<String>, QueryError> {
        let is_community = |of: &Argument| matches!(of, Argument::Subject(Subject::Community(_)));
        if self.query.is_computed() || self.arguments.iter().any(is_community) {
            return Ok(None);
        }
        let parameters = self.parameters()?;
        Ok(Some(statement::shell_statement(self.language, database, self.query, &parameters)))
    }

    /// Returns the statement for a person, or a sentence in its place if there is none.
    #[cfg(feature = "cli")]
    pub(crate) fn explanation(&self, database: &dyn Database) -> Result<String, QueryError> {
        let none = || "no statement: the program answers from the stored graph".to_owned();
        Ok(self.statement(database)?.unwrap_or_else(none))
    }

    fn parameters(&self) -> Result<Vec<(String, ParameterValue)>, QueryError> {
        statement::parameters(self.graph, &self.dictionary, self.query, &self.arguments)
    }

    /// Returns the remark on an answer that the query's own limit cut off, such as `the first 100
    /// of 331; for more: limit 331`, where `option` gives more.
    pub fn limit_note(&self, answer: &Answer, option: &str) -> Option<String> {
        let shown = answer.rows.len() as u64;
        let most = self.default_limit?;
        let first = format!("the first {}", group_thousands(shown));
        let (first, more) = match answer.total {
            _ if shown < most => return None,
            Some(total) if total == shown => return None,
            Some(total) => (format!("{first} of {}", group_thousands(total)), total),
            None => (format!("{first}, and there may be more"), shown * 10),
        };
        Some(format!("{first}; for more: {option} {more}"))
    }

    // Access to the arguments by position; the header of the query declares their kinds.

    fn point(&self, at: usize) -> Option<PointId> {
        match self.arguments[at] {
            Argument::Point(point) => Some(point),
            _ => None,
        }
    }

    fn set(&self, at: usize) -> &QuestionSet {
        let Argument::Set(set) = &self.arguments[at] else {
            unreachable!("the header of the query declares a set");
        };
        set
    }

    fn all_points(&self, at: usize) -> &[PointId] {
        match &self.arguments[at] {
            Argument::Points(points) => points,
            _ => &[],
        }
    }

    fn subject(&self, at: usize) -> Subject {
        match self.arguments[at] {
            Argument::Subject(subject) => subject,
            Argument::Community(id) => Subject::Community(id),
            _ => Subject::Cluster(self.graph.top()),
        }
    }

    fn cluster(&self, at: usize) -> Result<ConceptId, QueryError> {
        self.dictionary.cluster(self.subject(at))
    }

    fn extent(&self, at: usize) -> Result<Vec<PointId>, QueryError> {
        self.dictionary.extent(self.subject(at))
    }

    fn class(&self, at: usize) -> Option<ClassId> {
        match self.arguments[at] {
            Argument::Class(class) => Some(class),
            _ => None,
        }
    }

    fn share(&self, at: usize) -> f64 {
        if let Argument::Share(share) = self.arguments[at] { share } else { 0.0 }
    }

    fn count(&self, at: usize) -> usize {
        if let Argument::Count(count) = self.arguments[at] { count as usize } else { usize::MAX }
    }
}

/// Answers a query: [`prepare`], then [`Question::answer`] without a database.
///
/// # Errors
/// Returns the errors of [`prepare`] and [`Question::answer`].
pub fn ask(
    graph: &Graph,
    catalogue: &Catalogue,
    name: &str,
    words: &[String],
    limit: Limit,
) -> Result<Answer, QueryError> {
    prepare(graph, catalogue, name, words, limit)?.answer(None)
}
