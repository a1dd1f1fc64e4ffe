//! Errors of the program and their exit codes.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::fixes::describe_faults;
use crate::base::display_safe;
use crate::base::input_error::InputError;
use crate::base::output::OutputError;
use crate::export::ExportError;
use crate::graph;
use crate::query;
use crate::store;

/// An error that ends a run.
#[derive(Debug)]
pub(super) enum CliError {
    /// The input, a file or a store is at fault: exit code 1.
    Failed(String),
    /// The command line is at fault: exit code 2.
    Usage(String),
    /// The faults of an input, a line each: exit code 2 if the command line is at fault, else 1.
    Input { lines: Vec<String>, usage: bool },
    /// A limit was reached: exit code 3.
    Limit(String),
    /// Ctrl-C: exit code 130.
    Interrupted,
    /// Ctrl-C after everything was stored: exit code 130.
    InterruptedAfterSave,
    /// Ctrl-C while a server was being loaded: exit code 130.
    #[cfg_attr(not(feature = "neo4j"), expect(dead_code, reason = "only a server is loaded"))]
    LoadInterrupted,
    /// The reader of standard output is gone; nothing is printed: exit code 0.
    OutputClosed,
}

impl CliError {
    pub(super) fn report(&self) -> u8 {
        if !matches!(self, CliError::OutputClosed) {
            let text = match self {
                CliError::Input { lines, .. } => lines
                    .iter()
                    .map(|line| display_safe::escape_line(line))
                    .collect::<Vec<_>>()
                    .join("\n"),
                other => display_safe::escape_line(&other.to_string()).into_owned(),
            };
            print_lines(&format!("error: {text}"));
        }
        self.exit_code()
    }

    pub(super) fn exit_code(&self) -> u8 {
        match self {
            CliError::OutputClosed => 0,
            CliError::Failed(_) | CliError::Input { usage: false, .. } => 1,
            CliError::Usage(_) | CliError::Input { usage: true, .. } => 2,
            CliError::Limit(_) => 3,
            CliError::Interrupted | CliError::InterruptedAfterSave | CliError::LoadInterrupted => {
                130
            }
        }
    }

    /// Creates an error about a file, for faults that are not in an input's content.
    pub(super) fn in_file(path: &std::path::Path, error: impl Display) -> Self {
        CliError::Failed(format!("{}: {error}", path.display()))
    }
}

static IS_QUIET: AtomicBool = AtomicBool::new(false);

pub(super) fn set_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

pub(super) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Prints lines to standard error, unless only errors are printed.
pub(super) fn print_note(lines: &str) {
    if !is_quiet() {
        print_lines(lines);
    }
}

/// Prints lines to standard error; a failure to print is ignored.
pub(super) fn print_lines(lines: &str) {
    let lines: Vec<_> = lines.split('\n').map(display_safe::escape_message).collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

impl Display for CliError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            CliError::Failed(text) | CliError::Usage(text) | CliError::Limit(text) => text,
            CliError::Input { lines, .. } => return f.write_str(&lines.join("\n")),
            CliError::Interrupted => "interrupted; nothing was stored",
            CliError::InterruptedAfterSave => "interrupted; the graph is stored",
            CliError::LoadInterrupted => {
                "interrupted; the next load of that name removes what was loaded"
            }
            CliError::OutputClosed => "the output is closed",
        })
    }
}

impl From<InputError> for CliError {
    fn from(error: InputError) -> Self {
        CliError::Input { lines: describe_faults(&error), usage: error.usage }
    }
}

impl From<OutputError> for CliError {
    fn from(error: OutputError) -> Self {
        CliError::Failed(message_with_option(&error, error.remedy_word()))
    }
}

fn message_with_option(error: &impl Display, option: Option<&str>) -> String {
    option.map_or_else(|| error.to_string(), |option| format!("{error} (--{option})"))
}

impl From<store::StoreError> for CliError {
    fn from(error: store::StoreError) -> Self {
        match error {
            store::StoreError::Interrupted => CliError::Interrupted,
            store::StoreError::LoginRequired { .. } => {
                CliError::Failed(format!("{error}, or give --user in a terminal"))
            }
            store::StoreError::LabelsTaken { .. } => {
                CliError::Failed(message_with_option(&error, Some("label-prefix Cg")))
            }
            store::StoreError::Exists { .. } => {
                CliError::Failed(message_with_option(&error, Some("force")))
            }
            _ => CliError::Failed(error.to_string()),
        }
    }
}

impl From<graph::GraphError> for CliError {
    fn from(error: graph::GraphError) -> Self {
        store::StoreError::from(error).into()
    }
}

impl From<query::QueryError> for CliError {
    fn from(error: query::QueryError) -> Self {
        match error {
            query::QueryError::Question { .. } => CliError::Usage(error.to_string()),
            query::QueryError::Columns { .. } => CliError::Failed(error.to_string()),
            query::QueryError::Store(error) => error.into(),
        }
    }
}

impl From<ExportError> for CliError {
    fn from(error: ExportError) -> Self {
        let said = message_with_option(&error, error.remedy_word());
        match error {
            ExportError::Query(error) => error.into(),
            ExportError::Store(error) => error.into(),
            ExportError::Io(error) => error.into(),
            ExportError::Output(refusal) => refusal.into(),
            ExportError::TooMany(_) | ExportError::TooManyMembers(_) | ExportError::Page(_) => {
                CliError::Limit(said)
            }
            ExportError::UnsupportedName { .. }
            | ExportError::Tree(_)
            | ExportError::Render(_)
            | ExportError::Write { .. } => CliError::Failed(said),
            // The others are about the words of the request.
            _ => CliError::Usage(said),
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::OutputClosed,
            _ => CliError::Failed(format!("standard output: {error}")),
        }
    }
}
