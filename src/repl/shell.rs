//! The state of the shell, and execution of one line after another.
//!
//! Invariant: a line that fails prints one message and changes nothing. `answer.rs` answers a line,
//! `script.rs` runs several lines from a file or a pipe.

use std::fmt::Display;
use std::io;
use std::time::{Duration, Instant};

use super::cluster_history::ClusterHistory;
use super::command::ParsedLine;
use super::line_error::LineError;
use super::screen::{Reply, Screen, print_note};
use super::statement;
use super::vocabulary::Vocabulary;
use super::{Host, Session};
use crate::base::display_safe;
use crate::base::numbers::pluralize;
use crate::place::Placer;
use crate::query::catalogue::Language;
use crate::query::parameter::ParameterKind;
use crate::store::ParameterValue;
use crate::terminal::facts::format_size;
use crate::terminal::rows::RowFormat;
use crate::terminal::wrap::wrap_text;

pub(super) struct Shell<'a> {
    pub(super) host: &'a Host<'a>,
    pub(super) session: Session,
    /// The number of stores that were opened before this one.
    pub(super) generation: u32,
    pub(super) screen: Screen,
    pub(super) mode: RowFormat,
    pub(super) timer: bool,
    pub(super) parameters: Vec<(String, ParameterValue)>,
    pub(super) history: ClusterHistory,
    /// The files that are being read, each by the one before it, with the current line of each.
    pub(super) open_scripts: Vec<(String, usize)>,
    /// The index for placing rows; `None` until a row is placed.
    pub(super) placer: Option<Placer>,
    pub(super) has_failed: bool,
}

impl<'a> Shell<'a> {
    pub(super) fn new(host: &'a Host<'a>, first: Session, is_person: bool) -> Self {
        host.interrupts.set_handler(first.database.interrupter());
        Self {
            host,
            session: first,
            generation: 0,
            screen: Screen::new(is_person),
            mode: RowFormat::Table,
            timer: false,
            parameters: Vec::new(),
            history: ClusterHistory::default(),
            open_scripts: Vec::new(),
            placer: None,
            has_failed: false,
        }
    }

    pub(super) fn prompt(&self) -> String {
        let word = self.session.locator.rsplit('/').next().unwrap_or_default();
        let it = self.history.current().map_or(String::new(), |it| format!(" {it}"));
        display_safe::escape_line(&format!("{word}{it}> ")).into_owned()
    }

    pub(super) fn greeting(&self) -> String {
        let facts = self.session.graph.facts();
        format!(
            "{}: {}, {}.\n`help` lists the commands, Tab completes, `exit` or Ctrl-D leaves.",
            display_safe::escape_line(&self.session.locator),
            pluralize(facts.points.into(), "point", "points"),
            format_size(facts.concepts.into(), facts.covers)
        )
    }

    pub(super) fn language(&self) -> Language {
        self.session.catalogue.language()
    }

    /// Runs the commands and statements of a line; returns `true` if the shell continues.
    pub(super) fn run(&mut self, text: &str) -> io::Result<bool> {
        for part in statement::split_parts(text, self.language()) {
            if !self.run_part(part)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn run_part(&mut self, text: &str) -> io::Result<bool> {
        let start = Instant::now();
        let answer = match ParsedLine::parse(text, &self.session.catalogue) {
            Ok(ParsedLine::Quit) => return Ok(false),
            Ok(ParsedLine::Read(file)) => return self.read_script(&file),
            Ok(line) => self.answer(line),
            Err(error) => Err(error),
        };
        let shown = match answer {
            Ok(mut answer) => {
                if self.timer && !answer.is_empty() {
                    answer.notes.push(format!("({})", format_duration(start.elapsed())));
                }
                self.show_reply(answer)?
            }
            Err(error) => Err(error),
        };
        Ok(shown.map_or_else(|error| self.report_error(error), |()| true))
    }

    /// Shows an answer. Notes stand under a table on the screen, and go to standard error if the
    /// answer goes to a file or is written for programs.
    fn show_reply(
        &mut self,
        Reply { mut text, notes }: Reply,
    ) -> io::Result<Result<(), LineError>> {
        let beneath = self.screen.writes_to_stdout() && self.mode == RowFormat::Table;
        if beneath {
            let width = self.screen.width().unwrap_or(usize::MAX);
            for note in notes.iter().map(|note| display_safe::escape_message(note)) {
                text.extend(wrap_text(&note, width).into_iter().map(|line| line + "\n"));
            }
        }
        let shown = if text.is_empty() { Ok(()) } else { self.screen.show(&text)? };
        if !beneath && shown.is_ok() {
            notes.iter().for_each(print_note);
        }
        Ok(shown)
    }

    /// Prints an error with its place in a file; returns `true` if the shell continues.
    pub(super) fn report_error(&mut self, error: impl Display) -> bool {
        self.has_failed = true;
        match self.open_scripts.last() {
            Some((file, line)) => print_note(format!("error: {file}, line {line}: {error}")),
            None => print_note(format!("error: {error}")),
        }
        !self.host.bail
    }

    /// Replaces `it` by the first cluster of the last answer, `#2` by its second, unless a point
    /// has the name and a point may stand here.
    pub(super) fn resolve_word(
        &self,
        word: String,
        kind: Option<ParameterKind>,
    ) -> Result<String, LineError> {
        let place = word.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
        if (word != "it" && place.is_none()) || kind == Some(ParameterKind::Class) {
            return Ok(word);
        }
        let points = self.session.graph.points()?;
        if kind != Some(ParameterKind::Concept) && points.find(&word).is_some() {
            return Ok(word);
        }
        let answer = self.history.last_answer();
        let found = match place {
            None => self.history.current().ok_or(LineError::NoCluster)?,
            Some(place) => {
                let found = place.checked_sub(1).and_then(|at| answer.get(at));
                found.ok_or(LineError::NoSuchCluster(answer.len() as u64))?
            }
        };
        self.unambiguous_name(found)
    }

    /// Returns a word that names the cluster or community `name` even if a point has the name.
    pub(super) fn unambiguous_name(&self, name: &str) -> Result<String, LineError> {
        Ok(match self.session.graph.points()?.find(name) {
            None => name.to_owned(),
            Some(_) if name.starts_with('g') => format!("group:{name}"),
            Some(_) => format!("cluster:{name}"),
        })
    }

    pub(super) fn vocabulary(&self) -> Vocabulary {
        let recent = self.history.last_answer().to_vec();
        Vocabulary::new(&self.session, recent)
    }
}

fn format_duration(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1000.0),
        seconds => format!("{seconds:.2} s"),
    }
}
