//! Runs one line after the other and shows its answer.
//!
//! Invariant: a line that fails says so in one message and changes nothing. What a line answers is
//! in `answer.rs`, several lines from a file or pipe in `script.rs`.

use std::fmt::Display;
use std::io;
use std::time::{Duration, Instant};

use super::command::Line;
use super::line_error::LineError;
use super::screen::{Answer, Screen, ShowError, say};
use super::statement;
use super::tokenize;
use super::visited::Visited;
use super::vocabulary::Vocabulary;
use super::{Host, Opened};
use crate::base::display_safe;
use crate::base::numbers::counted;
use crate::place::Placer;
use crate::query::catalogue::ParameterKind;
use crate::store::Parameter;
use crate::terminal::rows::Format;

/// What comes after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Failed,
    /// Failed, and so do all files that led here.
    Stopped,
    Quit,
}

/// A shell between two lines.
pub(super) struct Shell<'a> {
    pub(super) host: &'a Host<'a>,
    pub(super) opened: Opened,
    /// How many stores were opened before this one.
    pub(super) generation: u32,
    pub(super) screen: Screen,
    pub(super) mode: Format,
    pub(super) timer: bool,
    pub(super) parameters: Vec<(String, Parameter)>,
    pub(super) visited: Visited,
    pub(super) history: Vec<String>,
    /// Whether each answer is followed by how many rows it has.
    pub(super) counts: bool,
    /// Whether it was explained that a cluster has several names.
    pub(super) named: bool,
    /// The files that are being read, one from another, and the line in each.
    pub(super) reading: Vec<(String, usize)>,
    /// What rows are placed by, once some were.
    pub(super) placer: Option<Placer>,
}

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
            visited: Visited::default(),
            history: Vec::new(),
            counts: false,
            named: false,
            reading: Vec::new(),
            placer: None,
        }
    }

    /// What stands before a line.
    pub(super) fn prompt(&self) -> String {
        let word = self.opened.word.rsplit('/').next().unwrap_or_default();
        match self.visited.it() {
            Some(it) => display_safe::line(&format!("{word} {it}> ")).into_owned(),
            None => display_safe::line(&format!("{word}> ")).into_owned(),
        }
    }

    /// The first message of the shell.
    pub(super) fn greeting(&self) -> String {
        let sizes = self.opened.store.facts().map_or(String::new(), |facts| {
            format!(
                ": {}, {}, {}",
                counted(facts.points.into(), "point", "points"),
                counted(facts.concepts.into(), "cluster", "clusters"),
                counted(facts.covers, "cover", "covers")
            )
        });
        format!(
            "{}{sizes}. `.help` lists the commands, Tab completes, Ctrl-D leaves.",
            display_safe::line(&self.opened.word)
        )
    }

    /// Runs a line and shows its answer; of several commands and statements on it those that follow
    /// as well, as far as lines of a file would.
    pub(super) fn run(&mut self, text: &str) -> io::Result<Flow> {
        let mut parts = match statement::read(text) {
            _ if statement::is_comment(text) => Vec::new(),
            Some(_) => statement::parts(text),
            None => {
                let first = tokenize::first_command(text, |word| self.is_point(word));
                <[&str; 2]>::from(first).to_vec()
            }
        };
        parts.retain(|part| !part.trim().is_empty());
        if parts.len() < 2 {
            return self.run_one(parts.first().unwrap_or(&text));
        }
        let mut all = Flow::Next;
        for part in parts {
            match self.run(part)? {
                Flow::Next => {}
                Flow::Failed if !self.host.bail => all = Flow::Failed,
                ended => return Ok(ended),
            }
        }
        Ok(all)
    }

    fn run_one(&mut self, text: &str) -> io::Result<Flow> {
        let start = Instant::now();
        let line = Line::parse(text, &self.opened.catalogue, |word, kind| self.resolve(word, kind));
        let (answer, flow) = match line {
            Ok(Line::Quit) => (Ok(Answer::default()), Flow::Quit),
            Ok(Line::Read(file)) => return self.read(&file),
            Ok(line) => (self.answer(line), Flow::Next),
            Err(LineError::NoCommand(word, _)) if self.is_point(&word) && word == text.trim() => {
                let (name, words) = ("concept".to_owned(), vec![word]);
                let line = Line::Query { name, words, limit: None, explain: false };
                (self.answer(line), Flow::Next)
            }
            Err(fault) => (Err(fault), Flow::Next),
        };
        let shown = match answer {
            Ok(mut answer) => {
                if self.timer && !answer.is_empty() {
                    answer.notes.push(format!("({})", in_units(start.elapsed())));
                }
                self.show(answer)
            }
            Err(fault) => {
                self.complain(fault);
                return Ok(Flow::Failed);
            }
        };
        match shown {
            Ok(()) => Ok(flow),
            Err(ShowError::Screen(error)) => Err(error),
            Err(error @ ShowError::File { .. }) => {
                self.complain(error);
                Ok(Flow::Failed)
            }
        }
    }

    /// Shows an answer. What is said about it stands under a table on the screen, and never among
    /// rows in a file or for a program.
    fn show(&mut self, Answer { mut text, notes }: Answer) -> Result<(), ShowError> {
        let beneath = self.screen.is_shown() && self.mode == Format::Table;
        if beneath {
            text.extend(notes.iter().map(|note| display_safe::message(note).into_owned() + "\n"));
        }
        if !text.is_empty() {
            self.screen.show(&text)?;
        }
        if !beneath {
            notes.iter().for_each(say);
        }
        Ok(())
    }

    /// Says what went wrong, and where in a file.
    pub(super) fn complain(&self, fault: impl Display) {
        match self.reading.last() {
            Some((file, line)) => say(format!("error: {file}, line {line}: {fault}")),
            None => say(format!("error: {fault}")),
        }
    }

    fn is_point(&self, word: &str) -> bool {
        let stored = self.opened.store.stored_context();
        stored.is_ok_and(|stored| stored.points.find(word).is_some())
    }

    /// `it` is the first cluster of the last answer, `#2` its second; unless a point is called so
    /// where a point may stand.
    fn resolve(&self, word: String, kind: Option<ParameterKind>) -> Result<String, LineError> {
        let place = word.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
        if word != "it" && place.is_none() {
            return Ok(word);
        }
        if kind == Some(ParameterKind::Class) {
            return Ok(word);
        }
        let stored = self.opened.store.stored_context()?;
        if kind != Some(ParameterKind::Concept) && stored.points.find(&word).is_some() {
            return Ok(word);
        }
        match place {
            None => self.visited.it().cloned().ok_or(LineError::NoCluster),
            Some(place) => {
                let answer = self.visited.answer();
                let found = place.checked_sub(1).and_then(|at| answer.get(at).cloned());
                found.ok_or(LineError::Fewer(answer.len() as u64))
            }
        }
    }

    /// The words a line can begin with, and what can follow.
    pub(super) fn vocabulary(&self) -> Vocabulary {
        let recent = self.visited.answer().to_vec();
        Vocabulary::of(&*self.opened.store, self.opened.catalogue.clone(), recent)
    }
}

fn in_units(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1000.0),
        seconds => format!("{seconds:.2} s"),
    }
}
