//! The thread that has the graph and answers what is asked of it.

use std::fmt::Display;

use rmcp::model::JsonObject;

use super::line::{Answer, Asked, End, Question};
use super::server::Welcome;
use super::{Opened, about, arguments, text, tools};
use crate::base::display_safe;
use crate::base::progress::Progress;
use crate::base::rows::Rows;
use crate::place::{COLUMNS, Placer};
use crate::query::{self, Limit};
use crate::store::{self, Queryable, SchemaObject};

/// This many of the nearest points of a new row are told.
const NEAREST: usize = 3;

/// A graph that is open, and how to open it again.
pub(super) struct Reader<F> {
    open: F,
    opened: Opened,
    /// What rows are placed by, once some were.
    placer: Option<Placer>,
}

impl<E, F> Reader<F>
where
    E: Display + From<store::Error>,
    F: FnMut() -> Result<Opened, E>,
{
    /// Opens the graph, and says what can be asked of it.
    pub(super) fn open(mut open: F, end: &End) -> Result<(Self, Welcome), E> {
        let opened = open()?;
        let (store, catalogue) = &opened;
        end.ends_by(store.interrupter());
        let stored = store.stored_context()?;
        let point = stored.points.names().first().map_or("d1", String::as_str);
        let welcome = Welcome {
            instructions: about::instructions(&**store)?,
            tools: tools::tools(catalogue, &display_safe::name(point)),
        };
        Ok((Self { open, opened, placer: None }, welcome))
    }

    /// Answers a question; one about a graph that was replaced is about the new one.
    pub(super) fn answer(&mut self, asked: &Asked<'_>) -> Answer {
        let is_new = self.opened.0.still_there().is_err();
        if is_new {
            self.opened = (self.open)().map_err(|error| error.to_string())?;
            self.placer = None;
            asked.ends_by(self.opened.0.interrupter());
        }
        asked.begin()?;
        let answer = self.of(asked.question)?;
        let remark = "(the graph was replaced by another one: clusters and communities have other \
                      names now)\n";
        Ok(if is_new { answer + remark } else { answer })
    }

    fn of(&mut self, Question { tool, arguments: given }: &Question) -> Answer {
        let (store, catalogue) = &self.opened;
        match tool.as_str() {
            tools::ABOUT => {
                arguments::only(given, &[])?;
                about::about(&**store).map_err(said).map(text::short)
            }
            tools::SCHEMA => {
                arguments::only(given, &["table"])?;
                schema(&**store, &arguments::words(given, "table")?)
            }
            tools::PLACE => self.place(given),
            language if language == catalogue.language().name() => {
                arguments::only(given, &["statement", arguments::LIMIT])?;
                let limit = arguments::limit(given, arguments::usual_limit(&[]))?;
                let statement = arguments::word(given, "statement")?;
                let statement = statement.trim().trim_end_matches(';').trim();
                if statement.is_empty() {
                    return Err("the statement is empty".to_owned());
                }
                let mut rows = store.run(statement, &[]).map_err(said)?;
                let total = rows.rows.len() as u64;
                rows.rows.truncate(limit as usize);
                Ok(text::of_rows(&rows, Some(total), limit))
            }
            name => self.query(name, given),
        }
    }

    fn query(&self, name: &str, given: &JsonObject) -> Answer {
        let (store, catalogue) = &self.opened;
        let query = catalogue.find(name).map_err(|fault| fault.to_string())?;
        let words = arguments::of_query(query, given)?;
        let limit = arguments::limit(given, arguments::usual_limit(&query.parameters))?;
        let question = query::prepare(&**store, catalogue, name, &words, Limit::Most(limit));
        let answer = question.and_then(|question| question.answer(&**store));
        let query::Answer { rows, total, why_empty, notes } =
            answer.map_err(|error| match error {
                query::Error::Store(error) => said(error),
                error => error.to_string(),
            })?;
        let mut text = text::of_rows(&rows, total, limit);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        for note in why_empty.iter().chain(&notes) {
            text += &format!("({})\n", display_safe::message(note));
        }
        Ok(text)
    }

    fn place(&mut self, given: &JsonObject) -> Answer {
        arguments::only(given, &["row"])?;
        let wanted = "row must be an object: a value for each feature, by its name";
        let row = given.get("row").and_then(|row| row.as_object()).ok_or(wanted)?;
        let mut words = Vec::new();
        for name in row.keys() {
            words.push(format!("{name}={}", arguments::word(row, name)?));
        }
        let store = &*self.opened.0;
        if self.placer.is_none() {
            let placer = Placer::of(store, &Progress::default());
            self.placer = Some(placer.map_err(|error| error.to_string())?);
        }
        let Some(placer) = &mut self.placer else { return Err(wanted.to_owned()) };
        let placed = placer.typed(store, &words, NEAREST).map_err(|error| error.to_string())?;
        // It is the only row, so its number says nothing.
        let columns = COLUMNS[1..].iter().map(|&name| name.to_owned()).collect();
        let rows = Rows { columns, rows: vec![placed.into_iter().skip(1).collect()] };
        Ok(text::of_rows(&rows, Some(1), 1))
    }
}

/// What statements can query, with columns; or how one of them is defined.
fn schema(store: &dyn Queryable, wanted: &[String]) -> Answer {
    let all = store.schema_objects().map_err(said)?;
    let Some(wanted) = wanted.first() else {
        let line = |one: &SchemaObject| format!("{}: {}\n", one.name, one.columns.join(", "));
        return Ok(text::short(all.iter().map(line).collect()));
    };
    let found = all.iter().find(|one| one.name == *wanted);
    found.map(|one| text::short(format!("{}\n", one.definition))).ok_or_else(|| {
        let names = all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
        format!("there is no {wanted:?}; there are {names}")
    })
}

/// A failure of a store, in words.
fn said(error: store::Error) -> String {
    match error {
        store::Error::Interrupted => "interrupted".to_owned(),
        error => error.to_string(),
    }
}
