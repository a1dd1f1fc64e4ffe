//! One line after the other: what it asks for is done and its answer shown.
//!
//! Invariant: a line that fails says so in one message and changes nothing.

use std::io::{self, BufRead};
use std::path::Path;
use std::time::{Duration, Instant};

use super::command::{self, Line};
use super::help;
use super::screen::Screen;
use super::{Host, Opened};
use crate::lattice::ConceptId;
use crate::numbers::grouped;
use crate::query::catalogue::{Language, ParameterKind};
use crate::query::format::{self, Format};
use crate::query::{self, arguments::Terms};
use crate::store::{self, Rows, Value};

/// What comes after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Failed,
    Quit,
}

/// How some lines ended.
pub(super) struct Ended {
    /// What the last one said comes next.
    pub(super) flow: Flow,
    /// Whether none failed.
    pub(super) all_well: bool,
}

/// How deep `.read` may go: a file that reads itself would never end.
const DEEPEST: usize = 16;

/// A shell between two lines.
pub(super) struct Shell<'a> {
    host: &'a Host<'a>,
    pub(super) opened: Opened,
    /// How many stores were opened before this one.
    pub(super) generation: u32,
    screen: Screen,
    mode: Format,
    timer: bool,
    parameters: Vec<(String, Value)>,
    /// The clusters of the last answer, in its order.
    answer: Vec<String>,
    /// The clusters that have been `it`, the last one now.
    trail: Vec<String>,
    pub(super) history: Vec<String>,
    depth: usize,
}

/// An answer: text, or words about what went wrong.
type Answer = Result<String, String>;

impl<'a> Shell<'a> {
    pub(super) fn new(host: &'a Host<'a>, first: Opened, is_person: bool) -> Self {
        host.interrupts.lead_to(first.store.interrupter());
        Self {
            host,
            opened: first,
            generation: 0,
            screen: Screen::new(is_person),
            mode: Format::Table,
            timer: false,
            parameters: Vec::new(),
            answer: Vec::new(),
            trail: Vec::new(),
            history: Vec::new(),
            depth: 0,
        }
    }

    /// What stands before a line.
    pub(super) fn prompt(&self) -> String {
        let word = self.opened.word.rsplit('/').next().unwrap_or_default();
        match self.trail.last() {
            Some(it) => format!("{word} {it}> "),
            None => format!("{word}> "),
        }
    }

    /// What a person reads first.
    pub(super) fn greeting(&self) -> String {
        let info = self.opened.store.info().ok();
        let number = |key| info.as_ref().map_or(0, |info| info.number(key).max(0) as u64);
        format!(
            "{}: {} points, {} clusters, {} covers. `.help` lists the commands, Tab completes, \
             Ctrl-D leaves.",
            self.opened.word,
            grouped(number("points")),
            grouped(number("concepts")),
            grouped(number("covers"))
        )
    }

    /// Runs a line of a script, printed before its answer if asked for.
    pub(super) fn run_echoed(&mut self, line: &str) -> io::Result<Flow> {
        if self.host.echo && !line.trim().is_empty() {
            let shown = format!("{}{line}\n", self.prompt());
            if let Err(told) = self.screen.show(&shown)? {
                eprintln!("error: {told}");
            }
        }
        self.run(line)
    }

    /// Runs a line and shows its answer.
    pub(super) fn run(&mut self, text: &str) -> io::Result<Flow> {
        let start = Instant::now();
        let line = Line::parse(text, &self.opened.catalogue, |word| self.resolve(word));
        let (answer, flow) = match line {
            Ok(Line::Quit) => (Ok(String::new()), Flow::Quit),
            Ok(Line::Read(file)) => return self.read(&file),
            Ok(line) => (self.answer(line), Flow::Next),
            Err(fault) => (Err(fault), Flow::Next),
        };
        let shown = match answer {
            Ok(text) if text.is_empty() => Ok(()),
            Ok(mut text) => {
                if self.timer {
                    text += &format!("({})\n", told(start.elapsed()));
                }
                self.screen.show(&text)?
            }
            Err(fault) => Err(fault),
        };
        match shown {
            Ok(()) => Ok(flow),
            Err(fault) => {
                eprintln!("error: {fault}");
                Ok(Flow::Failed)
            }
        }
    }

    /// Runs the lines of a file, up to the first that fails.
    fn read(&mut self, file: &str) -> io::Result<Flow> {
        let text = match std::fs::read_to_string(file) {
            Ok(text) if self.depth < DEEPEST => text,
            Ok(_) => {
                eprintln!("error: {file}: too many files read one another");
                return Ok(Flow::Failed);
            }
            Err(error) => {
                eprintln!("error: {file}: {error}");
                return Ok(Flow::Failed);
            }
        };
        self.depth += 1;
        let ended = self.run_lines(&mut text.as_bytes(), true);
        self.depth -= 1;
        ended.map(|ended| ended.flow)
    }

    /// Runs lines until they end, one of them quits or, with `bail`, one fails.
    pub(super) fn run_lines(&mut self, lines: &mut dyn BufRead, bail: bool) -> io::Result<Ended> {
        let mut ended = Ended { flow: Flow::Next, all_well: true };
        let mut open = String::new();
        for line in lines.lines() {
            open += &line?;
            if command::is_open(&open) {
                open.push('\n');
                continue;
            }
            ended.flow = self.run_echoed(&std::mem::take(&mut open))?;
            ended.all_well &= ended.flow != Flow::Failed;
            if ended.flow == Flow::Quit || (ended.flow == Flow::Failed && bail) {
                return Ok(ended);
            }
        }
        if !open.trim().is_empty() {
            // The end of the input ends a statement too.
            ended.flow = self.run_echoed(&open)?;
            ended.all_well &= ended.flow != Flow::Failed;
        }
        Ok(ended)
    }

    /// `it` is the first cluster of the last answer, `#2` its second; unless a point is called so.
    fn resolve(&self, word: String) -> Result<String, String> {
        let place = word.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
        if word != "it" && place.is_none() {
            return Ok(word);
        }
        let base = self.opened.store.base().map_err(|error| error.to_string())?;
        if base.points.find(&word).is_some() {
            return Ok(word);
        }
        match place {
            None => self.trail.last().cloned().ok_or("no answer yet had a cluster".to_owned()),
            Some(place) => place
                .checked_sub(1)
                .and_then(|at| self.answer.get(at).cloned())
                .ok_or(format!("the last answer had {} clusters", self.answer.len())),
        }
    }

    fn answer(&mut self, line: Line) -> Answer {
        match line {
            Line::Nothing | Line::Quit | Line::Read(_) => Ok(String::new()),
            Line::Query { name, words, limit, explain } => self.query(&name, words, limit, explain),
            Line::Native { language, statement } => self.native(language, &statement),
            Line::Back => self.back(),
            Line::Expand(word) => self.expand(word),
            Line::Info => self.info(),
            Line::Export(selection, file) => {
                self.opened.store.still_there().map_err(|error| error.to_string())?;
                let drawn = selection.draw(&*self.opened.store, Path::new(&file));
                let drawn = drawn.map_err(|error| error.to_string())?;
                let (nodes, edges) = (grouped(drawn.nodes as u64), grouped(drawn.edges as u64));
                Ok(format!("{file}: {nodes} clusters, {edges} covers\n"))
            }
            Line::Use(word) => {
                self.opened = (self.host.open)(&word)?;
                self.generation += 1;
                self.host.interrupts.lead_to(self.opened.store.interrupter());
                (self.answer, self.trail) = (Vec::new(), Vec::new());
                self.info()
            }
            Line::Help(None) => {
                let base = self.opened.store.base().map_err(|error| error.to_string())?;
                let point = base.points.names().first().map_or("d1", String::as_str);
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
            Line::Once(file) => self.screen.once(&file).map(|()| String::new()),
            Line::Output(file) => self.screen.output(file.as_deref()).map(|()| String::new()),
            Line::Parameters(None) => {
                let line = |(name, value): &(String, Value)| {
                    format!("{name} {}\n", serde_json::json!(value))
                };
                Ok(self.parameters.iter().map(line).collect())
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
        let known = catalogue.find(name)?;
        if let ([parameter, ..], [], Some(it)) =
            (&known.parameters[..], &words[..], self.trail.last())
            && parameter.kind == ParameterKind::Concept
        {
            words.push(it.clone());
        }
        let told = |error: query::Error| in_words(error);
        let asked = query::prepare(&**store, catalogue, name, &words, limit).map_err(told)?;
        // What is shown is what ran.
        let (rows, mut text) = match explain {
            true => (asked.run(&**store), format!("{}\n\n", asked.statement(&**store))),
            false => (asked.answer(&**store), String::new()),
        };
        let rows = rows.map_err(told)?;
        let scope = asked.scope().map(str::to_owned);
        let most = asked.limit().filter(|&most| rows.rows.len() as u64 == most);
        self.remember(&rows);
        text += &self.written(&rows)?;
        if let Some(scope) = scope.filter(|_| self.mode == Format::Table) {
            text += &format!("({scope})\n");
        }
        if let Some(most) = most.filter(|_| self.mode == Format::Table) {
            text += &format!("(the first {most}; for more: limit {})\n", most * 10);
        }
        Ok(text)
    }

    /// Keeps the clusters of an answer whose rows are clusters.
    fn remember(&mut self, rows: &Rows) {
        let Some(at) = rows.columns.iter().position(|name| name == "concept") else { return };
        let id = |row: &Vec<Value>| match &row[at] {
            Value::Text(id) => Some(id.clone()),
            _ => None,
        };
        self.answer = rows.rows.iter().filter_map(id).collect();
        // Rows about points only mention clusters.
        if let (0, Some(first)) = (at, self.answer.first())
            && self.trail.last() != Some(first)
        {
            self.trail.push(first.clone());
        }
    }

    fn back(&mut self) -> Answer {
        if self.trail.len() < 2 {
            return Err("there is no cluster before this one".to_owned());
        }
        self.trail.pop();
        let it = self.trail.last().cloned().unwrap_or_default();
        self.query("concept", vec![it], None, false)
    }

    fn expand(&mut self, word: Option<String>) -> Answer {
        let it = word.or_else(|| self.trail.last().cloned());
        let it = it.ok_or("CONCEPT is missing; usage: expand CONCEPT")?;
        let store = &*self.opened.store;
        store.still_there().map_err(|error| error.to_string())?;
        let rows = query::expand(store, &it).map_err(in_words)?;
        self.remember(&rows);
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
        let parameters: Vec<(&str, Value)> =
            self.parameters.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let rows = store.run(statement, &parameters).map_err(|error| in_words(error.into()))?;
        self.remember(&rows);
        self.written(&rows)
    }

    fn info(&self) -> Answer {
        let info = self.opened.store.info().map_err(|error| error.to_string())?;
        Ok(info.for_people())
    }

    fn written(&self, rows: &Rows) -> Answer {
        let mut text = Vec::new();
        format::write(rows, self.mode, self.screen.width(), &mut text)
            .map_err(|error| error.to_string())?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The words a line can begin with, and what can follow.
    pub(super) fn vocabulary(&self) -> super::editor::Vocabulary {
        let store = &*self.opened.store;
        let terms = Terms::of(store).ok();
        let points = terms.as_ref().map(|terms| terms.base().points.clone());
        let classes = points.as_ref().and_then(|points| points.classes());
        super::editor::Vocabulary {
            catalogue: self.opened.catalogue.clone(),
            classes: classes.map_or(Vec::new(), |classes| classes.names().to_vec()),
            points: points.map_or(Vec::new(), |points| points.names().to_vec()),
            concepts: store.info().map_or(0, |info| info.number("concepts").max(0) as u32),
            recent: self.recent(),
        }
    }

    /// The clusters of the last answer.
    pub(super) fn recent(&self) -> Vec<String> {
        self.answer.clone()
    }
}

/// A parameter from a word: a number where it is one.
fn parameter(word: String) -> Value {
    if let Ok(number) = word.parse() {
        return Value::Int(number);
    }
    match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Value::Real(number),
        _ => Value::Text(word),
    }
}

fn in_words(error: query::Error) -> String {
    match error {
        query::Error::Store(store::Error::Interrupted) => "interrupted".to_owned(),
        error => error.to_string(),
    }
}

fn told(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1000.0),
        seconds => format!("{seconds:.2} s"),
    }
}

/// The word for a concept, for completion.
pub(super) fn concept(number: u32) -> String {
    ConceptId(number).to_string()
}
