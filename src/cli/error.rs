//! Errors of the program and their exit codes.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::setting::options;
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
    /// A limit was reached: exit code 3.
    Limit(String),
    /// Ctrl-C: exit code 130.
    Interrupted,
    /// Ctrl-C after everything was stored: exit code 130.
    InterruptedLater,
    /// Ctrl-C while a server was being loaded: exit code 130.
    #[cfg_attr(not(feature = "neo4j"), expect(dead_code, reason = "only a server is loaded"))]
    HalfLoaded,
    /// The reader of standard output is gone; nothing is printed: exit code 0.
    Unread,
}

impl CliError {
    /// Prints the message to standard error and returns the exit code.
    pub(super) fn report(&self) -> u8 {
        if !matches!(self, CliError::Unread) {
            print_lines(&format!("error: {}", display_safe::line(&self.to_string())));
        }
        self.code()
    }

    /// Returns the exit code.
    pub(super) fn code(&self) -> u8 {
        match self {
            CliError::Unread => 0,
            CliError::Failed(_) => 1,
            CliError::Usage(_) => 2,
            CliError::Limit(_) => 3,
            CliError::Interrupted | CliError::InterruptedLater | CliError::HalfLoaded => 130,
        }
    }

    /// Creates an error about a file, for faults that are not in an input's content.
    pub(super) fn file(path: &std::path::Path, error: impl Display) -> Self {
        CliError::Failed(format!("{}: {error}", path.display()))
    }
}

/// `true` if only errors are printed to standard error.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses all messages except errors from now on.
pub(super) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Returns `true` if only errors are printed.
pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints lines to standard error, unless only errors are printed.
pub(super) fn say(lines: &str) {
    if !is_quiet() {
        print_lines(lines);
    }
}

/// Prints lines to standard error; a failure to print is ignored.
pub(super) fn print_lines(lines: &str) {
    let lines: Vec<_> = lines.split('\n').map(display_safe::message).collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

impl Display for CliError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            CliError::Failed(text) | CliError::Usage(text) | CliError::Limit(text) => text,
            CliError::Interrupted => "interrupted; nothing was stored",
            CliError::InterruptedLater => "interrupted; the graph is stored",
            CliError::HalfLoaded => {
                "interrupted; the next load of that name removes what was loaded"
            }
            CliError::Unread => "the output is closed",
        })
    }
}

impl From<InputError> for CliError {
    fn from(error: InputError) -> Self {
        let said = match error.setting.as_deref().and_then(options) {
            Some(options) => format!("{error} ({options})"),
            None => error.to_string(),
        };
        if error.usage { CliError::Usage(said) } else { CliError::Failed(said) }
    }
}

impl From<OutputError> for CliError {
    fn from(error: OutputError) -> Self {
        CliError::Failed(with_option(&error, error.word()))
    }
}

/// Formats an error with the option that helps.
fn with_option(error: &impl Display, option: Option<&str>) -> String {
    option.map_or_else(|| error.to_string(), |option| format!("{error} (--{option})"))
}

impl From<store::Error> for CliError {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Interrupted => CliError::Interrupted,
            store::Error::Login { .. } => {
                CliError::Failed(format!("{error}, or give --user in a terminal"))
            }
            store::Error::LabelsTaken { .. } => {
                CliError::Failed(with_option(&error, Some("label-prefix Cg")))
            }
            store::Error::Exists { .. } => CliError::Failed(with_option(&error, Some("force"))),
            _ => CliError::Failed(error.to_string()),
        }
    }
}

impl From<graph::Error> for CliError {
    fn from(error: graph::Error) -> Self {
        store::Error::from(error).into()
    }
}

impl From<query::Error> for CliError {
    fn from(error: query::Error) -> Self {
        match error {
            query::Error::Question { .. } => CliError::Usage(error.to_string()),
            query::Error::Columns { .. } => CliError::Failed(error.to_string()),
            query::Error::Store(error) => error.into(),
        }
    }
}

impl From<ExportError> for CliError {
    fn from(error: ExportError) -> Self {
        let said = with_option(&error, error.word());
        match error {
            ExportError::Question(error) => error.into(),
            ExportError::Store(error) => error.into(),
            ExportError::Io(error) => error.into(),
            ExportError::Output(refusal) => refusal.into(),
            ExportError::TooMany(_) | ExportError::TooManyMembers(_) => CliError::Limit(said),
            ExportError::Suffix(_)
            | ExportError::NoFormat
            | ExportError::NoPoints
            | ExportError::LimitOfLca
            | ExportError::OfPoints
            | ExportError::OfTree
            | ExportError::OfTables
            | ExportError::Points(_)
            | ExportError::Words(_)
            | ExportError::NotOneFile(_)
            | ExportError::NoOutput
            | ExportError::WholeGraph(_)
            | ExportError::NoParquet => CliError::Usage(said),
            ExportError::Page(_) => CliError::Limit(said),
            ExportError::Unfit { .. }
            | ExportError::NothingStandsOut(_)
            | ExportError::Tree(_)
            | ExportError::Render(_)
            | ExportError::Write { .. } => CliError::Failed(said),
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::Unread,
            _ => CliError::Failed(format!("standard output: {error}")),
        }
    }
}
