//! The answer to each line of the shell, or its error.

use std::path::Path;

use super::command::Line;
use super::line_error::LineError;
use super::screen::Answer;
use super::shell::Shell;
use super::visited::{Subjects, column};
use super::{Opened, help};
use crate::base::display_safe;
use crate::base::progress::Progress;
use crate::base::rows::{Rows, Value};
use crate::export::{ExportContext, ExportRequest};
use crate::graph::Graph;
use crate::place::{COLUMNS, Placer};
use crate::query::catalogue::Language;
use crate::query::parameter::ParameterKind;
use crate::query::{self, Cell, Limit, Names};
use crate::store::Parameter;
use crate::terminal::definitions::definitions;
use crate::terminal::facts::for_people;
use crate::terminal::rows::{Format, write_rows};
use crate::terminal::writer::lines;

/// The number of nearest points that are shown for a new row.
const NEAREST: usize = 3;

/// An answer or an error.
type Answered = Result<Answer, LineError>;

impl Shell<'_> {
    /// Answers a line; the answer is empty if the line only changes the state of the shell.
    pub(super) fn answer(&mut self, line: Line) -> Answered {
        let width = self.screen.width();
        let source = || Path::new(&self.opened.word);
        match line {
            Line::Nothing | Line::Quit | Line::Read(_) => {}
            Line::Query { name, words, explain } => return self.query(&name, words, explain),
            Line::Statement { language, text } => return self.statement(language, &text),
            Line::Back => {
                let it = self.visited.back().ok_or(LineError::First)?;
                let it = self.unmistakable(&it)?;
                return self.query("concept", vec![it], false);
            }
            Line::Place(words) => return self.place(&words),
            Line::Info => return self.info().map(Answer::from),
            Line::Tables => return self.tables(),
            Line::Schema(name) => return self.schema(name.as_deref()),
            Line::Export(words) => return self.export(words),
            Line::Use(word) => {
                self.opened = (self.host.open)(&word).map_err(LineError::Open)?;
                self.generation += 1;
                self.host.interrupts.lead_to(self.opened.database.interrupter());
                self.visited = Default::default();
                self.placer = None;
                return self.info().map(Answer::note);
            }
            Line::Help(None) => {
                let points = self.opened.graph.points()?;
                let point = points.names().first().map_or("d1", String::as_str);
                return Ok(help::all(&self.opened.catalogue, width, point).into());
            }
            Line::Help(Some(name)) => {
                return help::about(&self.opened.catalogue, &name, width).map(Answer::from);
            }
            Line::Mode(None) => return Ok(format!("{}\n", self.mode.name()).into()),
            Line::Mode(Some(mode)) => self.mode = mode,
            Line::Width(width) => self.screen.cut_to(width),
            Line::Timer(on) => self.timer = on.unwrap_or(!self.timer),
            Line::Once(file) => self.screen.once(&file, source())?,
            Line::Output(file) => self.screen.output(file.as_ref(), source())?,
            Line::Parameters(None) => {
                let all = self.parameters.iter().map(|(name, of)| shown(name, of));
                return Ok(all.collect::<String>().into());
            }
            Line::Parameters(Some((name, word))) => {
                self.parameters.retain(|(known, _)| *known != name);
                self.parameters.push((name, parameter(word)));
            }
        }
        Ok(Answer::default())
    }

    fn query(&mut self, name: &str, mut words: Vec<String>, explain: bool) -> Answered {
        self.opened.database.still_there()?;
        let Opened { graph, database, catalogue, .. } = &self.opened;
        let known = catalogue.find(name)?;
        let is_for_people = matches!(self.mode, Format::Table | Format::Markdown);
        let limit = Limit::new(limit(&mut words)?, is_for_people);
        let kind = |at: usize| {
            known.parameters.get(at).or(known.parameters.last()).map(|parameter| parameter.kind)
        };
        let resolved = words.into_iter().enumerate().map(|(at, word)| self.resolve(word, kind(at)));
        let mut words = resolved.collect::<Result<Vec<_>, _>>()?;
        // A cluster that is left out is `it`.
        if words.is_empty() && kind(0) == Some(ParameterKind::Concept) {
            let it = self.visited.it().map(|it| self.unmistakable(it));
            words.extend(it.transpose()?);
        }
        let question = query::prepare(graph, catalogue, name, &words, limit)?;
        let answered = question.answer(Some(&**database))?;
        let cut_off = question.cut_off(&answered, "limit").map(|cut_off| format!("({cut_off})"));
        let rows = answered.values(graph)?;
        let clusters = subjects(graph, &answered)?;
        let query::Answer { why_empty, mut notes, .. } = answered;
        let statement = match explain {
            true => {
                let statement = question.statement(&**database)?;
                let said = statement
                    .as_deref()
                    .unwrap_or("no statement: the program computes it from what is stored");
                format!("{}\n\n", lines(said))
            }
            false => String::new(),
        };
        notes.retain(|_| self.mode == Format::Table);
        let mut answer = self.written(&rows);
        self.visited.remember(clusters);
        answer.text.insert_str(0, &statement);
        let notes = why_empty.into_iter().chain(notes);
        answer.notes.extend(notes.map(|note| format!("({note})")));
        answer.notes.extend(cut_off);
        Ok(answer)
    }

    fn export(&self, words: Vec<String>) -> Answered {
        let words = words.into_iter().map(|word| self.resolve(word, None));
        let request = ExportRequest::parse(&words.collect::<Result<Vec<_>, _>>()?)?;
        self.opened.database.still_there()?;
        let context = ExportContext {
            source: Path::new(&self.opened.word),
            out: None,
            progress: &Progress::default(),
        };
        let report = request.write(&self.opened.graph, context)?;
        let advice = report.advice.as_deref().unwrap_or_default();
        Ok(Answer::note(format!("{report}\n{advice}")))
    }

    fn place(&mut self, words: &[String]) -> Answered {
        self.opened.database.still_there()?;
        if self.placer.is_none() {
            self.placer = Some(Placer::new(&self.opened.graph, &Progress::default())?);
        }
        let Some(placer) = &mut self.placer else { return Ok(Answer::default()) };
        let row = placer.typed(words, NEAREST)?;
        let rows = Rows { columns: COLUMNS.map(str::to_owned).to_vec(), rows: vec![row] };
        let answer = self.written(&rows);
        // The answer is about a row; `it` becomes its smallest cluster, the likely subject of the
        // next question.
        let smallest = rows.rows.iter().filter_map(|row| row.get(1)).filter_map(Value::as_text);
        self.visited
            .remember(Subjects { all: smallest.map(str::to_owned).collect(), are_answers: true });
        Ok(answer)
    }

    fn statement(&mut self, language: Option<Language>, statement: &str) -> Answered {
        let own = self.language();
        if language.is_some_and(|language| language != own) {
            return Err(LineError::OtherLanguage(own));
        }
        let database = &self.opened.database;
        database.still_there()?;
        let parameters: Vec<(&str, Parameter)> =
            self.parameters.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let rows = database.run(statement, &parameters)?;
        let answer = self.written(&rows);
        self.visited.remember(Subjects::in_columns(&rows));
        Ok(answer)
    }

    /// Lists the tables or labels that statements can query, with their columns.
    fn tables(&self) -> Answered {
        self.opened.database.still_there()?;
        let all = self.opened.database.schema_objects()?;
        let pairs: Vec<_> = all.into_iter().map(|one| (one.name, one.columns.join(", "))).collect();
        Ok(definitions(&pairs, self.screen.width()).into())
    }

    /// Returns the definition of the table or label `name`, or of all of them.
    fn schema(&self, name: Option<&str>) -> Answered {
        self.opened.database.still_there()?;
        let all = self.opened.database.schema_objects()?;
        let wanted = all.iter().filter(|one| name.is_none_or(|name| one.name == name));
        let text: String = wanted.map(|one| format!("{}\n", one.definition)).collect();
        match name {
            Some(name) if text.is_empty() => Err(LineError::NoTable(name.to_owned())),
            _ => Ok(text.into()),
        }
    }

    fn info(&self) -> Result<String, LineError> {
        self.opened.database.still_there()?;
        Ok(for_people(&self.opened.graph.facts().entries()))
    }

    /// Formats rows as an answer.
    fn written(&self, rows: &Rows) -> Answer {
        let mut text = Vec::new();
        write_rows(rows, self.mode, self.screen.width(), &mut text).expect("a vector takes all");
        String::from_utf8_lossy(&text).into_owned().into()
    }
}

/// Returns the clusters and communities of an answer.
fn subjects(graph: &Graph, answer: &query::Answer) -> Result<Subjects, LineError> {
    let Some(at) = column(&answer.columns) else { return Ok(Subjects::default()) };
    let names = Names::new(graph)?;
    let named = |row: &Vec<Cell>| names.value(&row[at]).as_text().map(str::to_owned);
    Ok(Subjects { all: answer.rows.iter().filter_map(named).collect(), are_answers: at == 0 })
}

/// Removes `limit 20` from the end of `words` and returns the limit.
fn limit(words: &mut Vec<String>) -> Result<Option<u64>, LineError> {
    let [.., word, number] = &words[..] else { return Ok(None) };
    if word != "limit" {
        return Ok(None);
    }
    let number = number.parse::<u32>().ok().filter(|&number| number > 0);
    words.truncate(words.len() - 2);
    number.map(|number| Some(number.into())).ok_or(LineError::Limit)
}

/// Reads a parameter: a list of names if the word is a JSON list of strings, a number if it is one,
/// else text.
fn parameter(word: String) -> Parameter {
    if let Ok(names) = serde_json::from_str(&word) {
        return Parameter::Names(names);
    }
    if let Ok(number) = word.parse() {
        return Parameter::Value(Value::Int(number));
    }
    Parameter::Value(match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Value::Real(number),
        _ => Value::Text(word),
    })
}

/// Formats a parameter for `.params`.
fn shown(name: &str, parameter: &Parameter) -> String {
    let value = match parameter {
        Parameter::Value(value) => serde_json::json!(value),
        Parameter::Names(names) => serde_json::json!(names),
    };
    display_safe::line(&format!("{name} {value}")).into_owned() + "\n"
}
