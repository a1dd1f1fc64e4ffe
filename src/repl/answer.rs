//! What each line answers: text, or what was wrong.

use std::path::Path;

use super::Opened;
use super::command::Line;
use super::complaint::Complaint;
use super::help;
use super::screen::Answer;
use super::shell::Shell;
use super::suggestion::with_suggestion;
use crate::base::input_error::did_you_mean;
use crate::base::numbers::counted;
use crate::base::progress::Progress;
use crate::base::rows::{Rows, Value};
use crate::base::visible;
use crate::export::ExportContext;
use crate::place::{COLUMNS, Placer};
use crate::query;
use crate::query::catalogue::{Language, ParameterKind};
use crate::store::{self, Parameter};
use crate::terminal::definitions::definitions;
use crate::terminal::rows::{Format, write_rows};
use crate::terminal::writer::lines;

/// This many of the nearest points of a new row are shown.
const NEAREST: usize = 3;

/// An answer, or what was wrong.
type Answered = Result<Answer, Complaint>;

impl Shell<'_> {
    /// The answer to a line; nothing for one that changes the shell alone.
    pub(super) fn answer(&mut self, line: Line) -> Answered {
        let screen = self.screen.width();
        let catalogue = &self.opened.catalogue;
        match line {
            Line::Nothing | Line::Quit | Line::Read(_) => {}
            Line::Query { name, words, limit, explain } => {
                return self.query(&name, words, limit, explain);
            }
            Line::Native { language, statement } => return self.native(language, &statement),
            Line::Back => return self.back(),
            Line::Expand(word) => return self.expand(word),
            Line::Place(words) => return self.place(&words),
            Line::Info => return self.info().map(Answer::from),
            Line::Tables => return self.tables(),
            Line::Schema(name) => return self.schema(name.as_deref()),
            Line::Queries => return Ok(help::queries(catalogue, screen).into()),
            Line::Export(request) => {
                self.opened.store.still_there()?;
                let context = ExportContext {
                    source: Path::new(&self.opened.word),
                    out: None,
                    progress: &Progress::default(),
                };
                let report = request.write(&*self.opened.store, context)?;
                let advice = report.advice.as_deref().unwrap_or_default();
                return Ok(Answer::note(format!("{report}\n{advice}")));
            }
            Line::Use(word) => {
                self.opened = (self.host.open)(&word).map_err(Complaint::Opening)?;
                self.generation += 1;
                self.host.interrupts.lead_to(self.opened.store.interrupter());
                self.visited = Default::default();
                self.placer = None;
                return self.info().map(Answer::note);
            }
            Line::Help(None) => {
                let stored = self.opened.store.stored_context()?;
                let point = stored.points.names().first().map_or("d1", String::as_str);
                return Ok(help::all(catalogue, screen, point).into());
            }
            Line::Help(Some(name)) => {
                return help::about(catalogue, &name, screen).map(Answer::from);
            }
            Line::Mode(None) => return Ok(format!("{}\n", self.mode.name()).into()),
            Line::Mode(Some(name)) => {
                let known = Format::ALL.into_iter().find(|format| format.name() == name);
                let names = Format::ALL.map(Format::name).join(", ");
                self.mode = known.ok_or(Complaint::NoMode(name, names))?;
            }
            Line::Width(width) => self.screen.cut_to(width),
            Line::Counts(on) => self.counts = on.unwrap_or(!self.counts),
            Line::Timer(on) => self.timer = on.unwrap_or(!self.timer),
            Line::Once(destination) => {
                self.screen.once(&destination, Path::new(&self.opened.word))?;
            }
            Line::Output(destination) => {
                self.screen.output(destination.as_ref(), Path::new(&self.opened.word))?;
            }
            Line::Parameters(None) => {
                let all = self.parameters.iter().map(|(name, of)| shown(name, of));
                return Ok(all.collect::<String>().into());
            }
            Line::Parameters(Some((name, word))) => {
                self.parameters.retain(|(known, _)| *known != name);
                self.parameters.push((name, parameter(word)));
            }
            Line::History => {
                let numbered = (1..).zip(&self.history);
                let lines = numbered.map(|(number, line)| format!("{number:>5}  {line}\n"));
                return Ok(lines.collect::<String>().into());
            }
        }
        Ok(Answer::default())
    }

    fn query(
        &mut self,
        name: &str,
        mut words: Vec<String>,
        limit: Option<u64>,
        explain: bool,
    ) -> Answered {
        let Opened { store, catalogue, .. } = &self.opened;
        store.still_there()?;
        // A cluster that is left out is the one we stand at.
        let known = catalogue.find(name)?;
        if let ([parameter, ..], [], Some(it)) =
            (&known.parameters[..], &words[..], self.visited.it())
            && parameter.kind == ParameterKind::Concept
        {
            words.push(it.clone());
        }
        let question = query::prepare(&**store, catalogue, name, &words, limit)?;
        // What is shown is what ran.
        let (rows, statement) = match explain {
            true => {
                (question.run(&**store), format!("{}\n\n", lines(&question.statement(&**store))))
            }
            false => (question.answer(&**store), String::new()),
        };
        let rows = rows?;
        let remarks = question.remarks(&**store, &rows)?;
        let scope = question.scope().map(str::to_owned);
        let most = question.reached(&rows);
        self.visited.remember(&rows);
        let mut answer = self.written(&rows)?;
        answer.text.insert_str(0, &statement);
        let is_read = self.mode == Format::Table;
        let renamed =
            remarks.renamed.filter(|_| is_read && !std::mem::replace(&mut self.named, true));
        let more = most.map(|most| format!("the first {most}; for more: limit {}", most * 10));
        let of_tables = [scope, remarks.left_out, more].into_iter().flatten().filter(|_| is_read);
        let notes = of_tables.chain(renamed).chain(remarks.empty);
        answer.notes.extend(notes.map(|note| format!("({note})")));
        Ok(answer)
    }

    fn back(&mut self) -> Answered {
        let it = self.visited.back().ok_or(Complaint::First)?;
        self.query("concept", vec![it], None, false)
    }

    fn expand(&mut self, word: Option<String>) -> Answered {
        let it = word.or_else(|| self.visited.it().cloned());
        let it = it.ok_or(Complaint::NothingToExpand)?;
        let store = &*self.opened.store;
        store.still_there()?;
        let rows = query::expand(store, &it)?;
        self.visited.remember(&rows);
        self.written(&rows)
    }

    fn place(&mut self, words: &[String]) -> Answered {
        let store = &*self.opened.store;
        store.still_there()?;
        if self.placer.is_none() {
            self.placer = Some(Placer::of(store)?);
        }
        let Some(placer) = &mut self.placer else { return Ok(Answer::default()) };
        let row = placer.typed(store, words, NEAREST)?;
        let rows = Rows { columns: COLUMNS.map(str::to_owned).to_vec(), rows: vec![row] };
        let part = query::part_of(&store.facts()?).filter(|_| self.mode == Format::Table);
        // The answer is about a row, and its smallest cluster is what one asks of next.
        let cluster = rows.rows.iter().filter_map(|row| row.get(1).cloned());
        let rows_of_clusters = cluster.map(|cluster| vec![cluster]).collect();
        self.visited
            .remember(&Rows { columns: vec![COLUMNS[1].to_owned()], rows: rows_of_clusters });
        let mut answer = self.written(&rows)?;
        answer.notes.extend(part.map(|part| format!("({part})")));
        Ok(answer)
    }

    fn native(&mut self, language: Option<Language>, statement: &str) -> Answered {
        let Opened { store, catalogue, .. } = &self.opened;
        let own = catalogue.language();
        if language.is_some_and(|language| language != own) {
            return Err(Complaint::OtherLanguage(own));
        }
        store.still_there()?;
        let parameters: Vec<(&str, Parameter)> =
            self.parameters.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let rows = store.run(statement, &parameters).map_err(|error| match error {
            store::Error::Backend { place, cause } if own == Language::Sql => {
                let cause = with_suggestion(&cause, &store.askable().unwrap_or_default());
                store::Error::Backend { place, cause }
            }
            error => error,
        })?;
        self.visited.remember(&rows);
        self.written(&rows)
    }

    /// What statements can query, with columns.
    fn tables(&self) -> Answered {
        let all = self.opened.store.askable()?;
        let pairs: Vec<_> = all.into_iter().map(|one| (one.name, one.columns.join(", "))).collect();
        Ok(definitions(&pairs, self.screen.width()).into())
    }

    /// How it is defined, all of it or one.
    fn schema(&self, name: Option<&str>) -> Answered {
        let all = self.opened.store.askable()?;
        let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        if let Some(name) = name.filter(|name| !names.contains(name)) {
            let near = did_you_mean(name, names.iter().copied());
            return Err(Complaint::NoTable(name.to_owned(), near));
        }
        let wanted = all.iter().filter(|one| name.is_none_or(|name| one.name == name));
        let text: String = wanted.map(|one| format!("{}\n", one.definition)).collect();
        Ok(text.into())
    }

    fn info(&self) -> Result<String, Complaint> {
        let facts = self.opened.store.facts()?;
        let remark = query::of_little_worth(&facts).map(|remark| format!("({remark})\n"));
        Ok(store::for_people(&facts.entries()) + &remark.unwrap_or_default())
    }

    fn written(&self, rows: &Rows) -> Answered {
        let mut text = Vec::new();
        write_rows(rows, self.mode, self.screen.width(), &mut text)?;
        let mut answer = Answer::from(String::from_utf8_lossy(&text).into_owned());
        if self.counts {
            answer.notes.push(format!("({})", counted(rows.rows.len() as u64, "row", "rows")));
        }
        Ok(answer)
    }
}

/// A parameter from a word: a list of names where it is written as one, a number where it is one.
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

/// A parameter as `.params` lists it.
fn shown(name: &str, parameter: &Parameter) -> String {
    let value = match parameter {
        Parameter::Value(value) => serde_json::json!(value),
        Parameter::Names(names) => serde_json::json!(names),
    };
    visible::line(&format!("{name} {value}")).into_owned() + "\n"
}
