//! What each line answers: text, or words about what went wrong.

use std::path::Path;

use super::Opened;
use super::command::Line;
use super::help;
use super::shell::Shell;
use crate::export::write::Host;
use crate::progress::Progress;
use crate::query;
use crate::query::catalogue::{Language, ParameterKind};
use crate::rows::format::{self, Format};
use crate::rows::{Rows, Value};
use crate::store::{self, Parameter};
use crate::visible;

/// An answer: text, or words about what went wrong.
type Answer = Result<String, String>;

impl Shell<'_> {
    /// The answer to a line; nothing for one that changes the shell alone.
    pub(super) fn answer(&mut self, line: Line) -> Answer {
        match line {
            Line::Nothing | Line::Quit | Line::Read(_) => Ok(String::new()),
            Line::Query { name, words, limit, explain } => self.query(&name, words, limit, explain),
            Line::Native { language, statement } => self.native(language, &statement),
            Line::Back => self.back(),
            Line::Expand(word) => self.expand(word),
            Line::Info => self.info(),
            Line::Export(request) => {
                self.opened.store.still_there().map_err(|error| error.to_string())?;
                let host = Host {
                    source: Path::new(&self.opened.word),
                    insist: "force",
                    out: None,
                    progress: &Progress::default(),
                };
                let written = request.write(&*self.opened.store, host);
                let written = written.map_err(|error| error.to_string())?;
                let file = request.output.to_string_lossy();
                let advice = written.advice.as_deref().unwrap_or_default();
                Ok(format!("{}: {written}\n{}", visible::line(&file), advice))
            }
            Line::Use(word) => {
                self.opened = (self.host.open)(&word)?;
                self.generation += 1;
                self.host.interrupts.lead_to(self.opened.store.interrupter());
                self.trail = Default::default();
                self.info()
            }
            Line::Help(None) => {
                let stored = self.opened.store.stored_context();
                let stored = stored.map_err(|error| error.to_string())?;
                let point = stored.points.names().first().map_or("d1", String::as_str);
                Ok(help::all(&self.opened.catalogue, self.screen.width(), point))
            }
            Line::Help(Some(name)) => help::about(&self.opened.catalogue, &name),
            Line::Mode(None) => Ok(format!("{}\n", self.mode.name())),
            Line::Mode(Some(name)) => {
                let known = Format::ALL.into_iter().find(|format| format.name() == name);
                let names = Format::ALL.map(Format::name).join(", ");
                self.mode = known.ok_or(format!("{name:?} is none of {names}"))?;
                Ok(String::new())
            }
            Line::Timer(on) => {
                self.timer = on.unwrap_or(!self.timer);
                Ok(String::new())
            }
            Line::Once(destination) => {
                self.screen.once(&destination, Path::new(&self.opened.word)).map(|()| String::new())
            }
            Line::Output(destination) => {
                let destination = destination.as_ref();
                self.screen
                    .output(destination, Path::new(&self.opened.word))
                    .map(|()| String::new())
            }
            Line::Parameters(None) => {
                Ok(self.parameters.iter().map(|(name, of)| shown(name, of)).collect())
            }
            Line::Parameters(Some((name, word))) => {
                self.parameters.retain(|(known, _)| *known != name);
                self.parameters.push((name, parameter(word)));
                Ok(String::new())
            }
            Line::History => {
                let numbered = (1..).zip(&self.history);
                Ok(numbered.map(|(number, line)| format!("{number:>5}  {line}\n")).collect())
            }
        }
    }

    fn query(
        &mut self,
        name: &str,
        mut words: Vec<String>,
        limit: Option<u64>,
        explain: bool,
    ) -> Answer {
        let Opened { store, catalogue, .. } = &self.opened;
        store.still_there().map_err(|error| error.to_string())?;
        // A cluster that is left out is the one we stand at.
        let known = catalogue.find(name).map_err(|fault| fault.to_string())?;
        if let ([parameter, ..], [], Some(it)) =
            (&known.parameters[..], &words[..], self.trail.it())
            && parameter.kind == ParameterKind::Concept
        {
            words.push(it.clone());
        }
        let question =
            query::prepare(&**store, catalogue, name, &words, limit).map_err(in_words)?;
        // What is shown is what ran.
        let (rows, mut text) = match explain {
            true => (
                question.run(&**store),
                format!("{}\n\n", visible::lines(&question.statement(&**store))),
            ),
            false => (question.answer(&**store), String::new()),
        };
        let rows = rows.map_err(in_words)?;
        let scope = question.scope().map(str::to_owned);
        let most = question.limit().filter(|&most| rows.rows.len() as u64 == most);
        self.trail.remember(&rows);
        text += &self.written(&rows)?;
        if let Some(scope) = scope.filter(|_| self.mode == Format::Table) {
            text += &format!("({scope})\n");
        }
        if let Some(most) = most.filter(|_| self.mode == Format::Table) {
            text += &format!("(the first {most}; for more: limit {})\n", most * 10);
        }
        Ok(text)
    }

    fn back(&mut self) -> Answer {
        let it = self.trail.back().ok_or("there is no cluster before this one")?;
        self.query("concept", vec![it], None, false)
    }

    fn expand(&mut self, word: Option<String>) -> Answer {
        let it = word.or_else(|| self.trail.it().cloned());
        let it = it.ok_or("CONCEPT is missing; usage: expand CONCEPT")?;
        let store = &*self.opened.store;
        store.still_there().map_err(|error| error.to_string())?;
        let rows = query::expand(store, &it).map_err(in_words)?;
        self.trail.remember(&rows);
        self.written(&rows)
    }

    fn native(&mut self, language: &str, statement: &str) -> Answer {
        let Opened { store, catalogue, .. } = &self.opened;
        let own = catalogue.language();
        if own.name() != language {
            let asked = if own == Language::Sql { "an SQLite file" } else { "a Neo4j graph" };
            return Err(format!("this is {asked}: ask it with `{} STATEMENT;`", own.name()));
        }
        store.still_there().map_err(|error| error.to_string())?;
        let parameters: Vec<(&str, Parameter)> =
            self.parameters.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let rows = store.run(statement, &parameters).map_err(|error| in_words(error.into()))?;
        self.trail.remember(&rows);
        self.written(&rows)
    }

    fn info(&self) -> Answer {
        let facts = self.opened.store.facts().map_err(|error| error.to_string())?;
        Ok(store::for_people(&facts.entries()))
    }

    fn written(&self, rows: &Rows) -> Answer {
        let mut text = Vec::new();
        format::write(rows, self.mode, self.screen.width(), &mut text)
            .map_err(|error| error.to_string())?;
        Ok(String::from_utf8_lossy(&text).into_owned())
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

fn in_words(error: query::Error) -> String {
    match error {
        query::Error::Store(store::Error::Interrupted) => "interrupted".to_owned(),
        error => error.to_string(),
    }
}
