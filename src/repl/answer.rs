//! The answer to each line of the shell, or its error.

use std::path::Path;

use super::cluster_history::Subjects;
use super::command::ParsedLine;
use super::line_error::LineError;
use super::screen::Reply;
use super::shell::Shell;
use super::{Session, help};
use crate::base::display_safe;
use crate::base::input_error::did_you_mean;
use crate::base::progress::Progress;
use crate::base::rows::{Rows, Value};
use crate::export::{ExportContext, ExportRequest};
use crate::place::{PLACEMENT_COLUMNS, Placer};
use crate::query::catalogue::Language;
use crate::query::parameter::ParameterKind;
use crate::query::{self, Limit};
use crate::store::ParameterValue;
use crate::terminal::definitions::definitions;
use crate::terminal::facts::format_facts;
use crate::terminal::rows::{RowFormat, remove_empty_columns, write_rows};
use crate::terminal::writer::escape_lines;

const NEAREST_COUNT: usize = 3;

type ReplyResult = Result<Reply, LineError>;

impl Shell<'_> {
    /// Answers a line; the answer is empty if the line only changes the state of the shell.
    pub(super) fn answer(&mut self, line: ParsedLine) -> ReplyResult {
        let width = self.screen.width();
        let source = || Path::new(&self.session.locator);
        match line {
            ParsedLine::Nothing | ParsedLine::Quit | ParsedLine::Read(_) => {}
            ParsedLine::Query { name, words, explain } => {
                return self.run_query(&name, words, explain);
            }
            ParsedLine::Statement { language, text } => return self.run_statement(language, &text),
            ParsedLine::Back => {
                let it = self.history.go_back().ok_or(LineError::NoPreviousCluster)?;
                let it = self.unambiguous_name(&it)?;
                return self.run_query("concept", vec![it], false);
            }
            ParsedLine::Place(words) => return self.place_row(&words),
            ParsedLine::Info => return self.format_facts().map(Reply::from),
            ParsedLine::Tables => return self.list_tables(),
            ParsedLine::Schema(name) => return self.show_schema(name.as_deref()),
            ParsedLine::Export(words) => return self.run_export(words),
            ParsedLine::Use(word) => {
                self.session = (self.host.open)(&word).map_err(LineError::Open)?;
                self.generation += 1;
                self.host.interrupts.set_handler(self.session.database.interrupter());
                self.history = Default::default();
                self.placer = None;
                return self.format_facts().map(Reply::from_notes);
            }
            ParsedLine::Help(None) => {
                let points = self.session.graph.points()?;
                let point = points.names().first().map_or("d1", String::as_str);
                return Ok(help::overview(&self.session.catalogue, width, point).into());
            }
            ParsedLine::Help(Some(name)) => {
                return help::describe(&self.session.catalogue, &name, width).map(Reply::from);
            }
            ParsedLine::Mode(None) => return Ok(format!("{}\n", self.mode.name()).into()),
            ParsedLine::Mode(Some(mode)) => self.mode = mode,
            ParsedLine::Width(width) => self.screen.set_width(width),
            ParsedLine::Timer(on) => self.timer = on.unwrap_or(!self.timer),
            ParsedLine::Once(file) => self.screen.redirect_next(&file, source())?,
            ParsedLine::Output(file) => self.screen.redirect_all(file.as_ref(), source())?,
            ParsedLine::Parameters(None) => {
                let all = self.parameters.iter().map(|(name, of)| format_parameter(name, of));
                return Ok(all.collect::<String>().into());
            }
            ParsedLine::Parameters(Some((name, word))) => {
                self.parameters.retain(|(known, _)| *known != name);
                self.parameters.push((name, parse_parameter(word)));
            }
        }
        Ok(Reply::default())
    }

    fn run_query(&mut self, name: &str, mut words: Vec<String>, explain: bool) -> ReplyResult {
        self.session.database.begin_request()?;
        let Session { graph, database, catalogue, .. } = &self.session;
        let known = catalogue.find(name)?;
        let limit = Limit::new(query::take_limit(&mut words)?, self.mode.is_for_people());
        let kind = |at: usize| {
            known.parameters.get(at).or(known.parameters.last()).map(|parameter| parameter.kind)
        };
        let resolved =
            words.into_iter().enumerate().map(|(at, word)| self.resolve_word(word, kind(at)));
        let mut words = resolved.collect::<Result<Vec<_>, _>>()?;
        // A cluster that is left out is `it`.
        if words.is_empty() && matches!(kind(0), Some(ParameterKind::Concept | ParameterKind::Set))
        {
            let it = self.history.current().map(|it| self.unambiguous_name(it));
            words.extend(it.transpose()?);
        }
        let question = query::prepare(graph, catalogue, name, &words, limit)?;
        let answered = question.answer(Some(&**database))?;
        let cut_off = question.limit_note(&answered, "limit").map(|cut_off| format!("({cut_off})"));
        let rows = answered.values(graph)?;
        let clusters = Subjects::from_rows(&rows);
        let query::Answer { why_empty, mut notes, .. } = answered;
        let statement = match explain {
            true => format!("{}\n\n", escape_lines(&question.explanation(&**database)?)),
            false => String::new(),
        };
        notes.retain(|_| self.mode == RowFormat::Table);
        let (mut answer, _) = self.format_rows(rows);
        self.history.remember(clusters);
        answer.text.insert_str(0, &statement);
        let notes = why_empty.into_iter().chain(notes);
        answer.notes.extend(notes.map(|note| format!("({note})")));
        answer.notes.extend(cut_off);
        Ok(answer)
    }

    fn run_export(&self, words: Vec<String>) -> ReplyResult {
        let words = words.into_iter().map(|word| self.resolve_word(word, None));
        let request = ExportRequest::parse(&words.collect::<Result<Vec<_>, _>>()?)?;
        self.session.database.begin_request()?;
        let context = ExportContext {
            source: Path::new(&self.session.locator),
            out: None,
            progress: &Progress::default(),
        };
        let report = request.write(&self.session.graph, context)?;
        let advice = report.advice.as_deref().unwrap_or_default();
        Ok(Reply::from_notes(format!("{report}\n{advice}")))
    }

    fn place_row(&mut self, words: &[String]) -> ReplyResult {
        self.session.database.begin_request()?;
        let placer = match &mut self.placer {
            Some(placer) => placer,
            none => none.insert(Placer::new(&self.session.graph, &Progress::default())?),
        };
        let row = placer.place_typed(words, NEAREST_COUNT)?;
        let rows = Rows { columns: PLACEMENT_COLUMNS.map(str::to_owned).to_vec(), rows: vec![row] };
        // The smallest cluster of the row becomes `it`, the likely subject of the next question.
        let smallest = rows.rows.iter().filter_map(|row| row.get(1)).filter_map(Value::as_text);
        self.history.remember(Subjects {
            names: smallest.map(str::to_owned).collect(),
            is_about_clusters: true,
        });
        Ok(self.format_rows(rows).0)
    }

    fn run_statement(&mut self, language: Option<Language>, statement: &str) -> ReplyResult {
        let own = self.language();
        if language.is_some_and(|language| language != own) {
            return Err(LineError::OtherLanguage(own));
        }
        let database = &self.session.database;
        database.begin_request()?;
        let parameters: Vec<(&str, ParameterValue)> =
            self.parameters.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let rows = database.run(statement, &parameters, None)?;
        self.history.remember(Subjects::from_rows(&rows));
        let (mut answer, empty) = self.format_rows(rows);
        if self.mode == RowFormat::Table && !empty.is_empty() {
            answer.notes.push(format!("(empty in every row: {})", empty.join(", ")));
        }
        Ok(answer)
    }

    fn list_tables(&self) -> ReplyResult {
        self.session.database.begin_request()?;
        let all = self.session.database.schema_objects()?;
        let pairs: Vec<_> = all.into_iter().map(|one| (one.name, one.columns.join(", "))).collect();
        Ok(definitions(&pairs, self.screen.width()).into())
    }

    fn show_schema(&self, name: Option<&str>) -> ReplyResult {
        self.session.database.begin_request()?;
        let all = self.session.database.schema_objects()?;
        let wanted = all.iter().filter(|one| name.is_none_or(|name| one.name == name));
        let text: String = wanted.map(|one| format!("{}\n", one.definition)).collect();
        match name {
            Some(name) if text.is_empty() => {
                let near = did_you_mean(name, all.iter().map(|one| one.name.as_str()));
                Err(LineError::NoTable(name.to_owned(), near))
            }
            _ => Ok(text.into()),
        }
    }

    fn format_facts(&self) -> Result<String, LineError> {
        self.session.database.begin_request()?;
        Ok(format_facts(&self.session.graph.facts().to_entries()))
    }

    /// Returns the text of rows, and the names of the columns that are left out as empty.
    fn format_rows(&self, mut rows: Rows) -> (Reply, Vec<String>) {
        let mut text = Vec::new();
        let empty = match self.mode.is_for_people() {
            true => remove_empty_columns(&mut rows),
            false => Vec::new(),
        };
        write_rows(&rows, self.mode, self.screen.width(), &mut text).expect("a vector takes all");
        (String::from_utf8_lossy(&text).into_owned().into(), empty)
    }
}

/// Reads a parameter: a list of names if the word is a JSON list of strings, a number if it is one,
/// else text.
fn parse_parameter(word: String) -> ParameterValue {
    if let Ok(names) = serde_json::from_str(&word) {
        return ParameterValue::Names(names);
    }
    if let Ok(number) = word.parse() {
        return ParameterValue::Value(Value::Int(number));
    }
    ParameterValue::Value(match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Value::Real(number),
        _ => Value::Text(word),
    })
}

fn format_parameter(name: &str, parameter: &ParameterValue) -> String {
    let value = match parameter {
        ParameterValue::Value(value) => serde_json::json!(value),
        ParameterValue::Names(names) => serde_json::json!(names),
    };
    display_safe::escape_line(&format!("{name} {value}")).into_owned() + "\n"
}
