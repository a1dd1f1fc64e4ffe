//! How a run can fail, and the exit code for each way.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::flags;
use crate::base::input_error::InputError;
use crate::base::output::Refusal;
use crate::base::visible;
use crate::export::ExportError;
use crate::query;
use crate::store;

/// The option that replaces an existing file or graph.
const FORCE: &str = "--force";

/// A failed run.
#[derive(Debug)]
pub(super) enum Failure {
    /// The input, a file or a store is at fault: exit code 1.
    Failed(String),
    /// The command line is at fault: exit code 2.
    Usage(String),
    /// A limit was reached: exit code 3.
    Limit(String),
    /// Ctrl-C: exit code 130.
    Interrupted,
    /// Ctrl-C while a server was being loaded: exit code 130.
    #[cfg_attr(not(feature = "neo4j"), expect(dead_code, reason = "only a server is resumed"))]
    Resumable,
    /// The reader of our output has gone; nothing is printed.
    Unread,
}

impl Failure {
    /// Prints the message to standard error and gives the exit code.
    pub(super) fn report(&self) -> u8 {
        if !matches!(self, Failure::Unread) {
            print_lines(&format!("error: {}", visible::line(&self.to_string())));
        }
        self.code()
    }

    /// The exit code.
    pub(super) fn code(&self) -> u8 {
        match self {
            Failure::Unread => 0,
            Failure::Failed(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Limit(_) => 3,
            Failure::Interrupted | Failure::Resumable => 130,
        }
    }

    /// A fault of a file that is not an input's content.
    pub(super) fn file(path: &std::path::Path, error: impl Display) -> Self {
        Failure::Failed(format!("{}: {error}", path.display()))
    }
}

/// Whether only errors are wanted on standard error.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on only errors are printed.
pub(super) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether only errors are printed.
pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints lines to standard error, unless only errors are wanted.
pub(super) fn say(lines: &str) {
    if !is_quiet() {
        print_lines(lines);
    }
}

/// Prints lines to standard error, and ignores whether that works.
pub(super) fn print_lines(lines: &str) {
    let lines: Vec<_> = lines.split('\n').map(visible::message).collect();
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Failure::Failed(text) | Failure::Usage(text) | Failure::Limit(text) => text,
            Failure::Interrupted => "interrupted; nothing was stored",
            Failure::Resumable => {
                "interrupted; run the same command again to continue the load where it ended"
            }
            Failure::Unread => "the output is closed",
        })
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        let said = flags::with_command(&error, &error.fault.settings);
        if error.fault.usage { Failure::Usage(said) } else { Failure::Failed(said) }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::Failed(match refusal.can_be_forced() {
            true => flags::with(refusal, FORCE),
            false => refusal.to_string(),
        })
    }
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Interrupted => Failure::Interrupted,
            store::Error::Exists { .. } => Failure::Failed(flags::with(error, FORCE)),
            store::Error::Login { .. } => {
                Failure::Failed(format!("{error}, or give --user in a terminal"))
            }
            _ => Failure::Failed(error.to_string()),
        }
    }
}

impl From<query::Error> for Failure {
    fn from(error: query::Error) -> Self {
        match error {
            query::Error::Question { .. } => Failure::Usage(error.to_string()),
            query::Error::Columns { .. } => Failure::Failed(error.to_string()),
            query::Error::Store(error) => error.into(),
        }
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        let said = error.to_string();
        match error {
            ExportError::Question(error) => error.into(),
            ExportError::Store(error) => error.into(),
            ExportError::Io(error) => error.into(),
            ExportError::Output(refusal) => refusal.into(),
            ExportError::Suffix(_) => Failure::Usage(flags::with(said, "--format")),
            ExportError::NoFormat => Failure::Usage(flags::with(said, "--format dot")),
            ExportError::TooMany(_) => Failure::Limit(flags::with(said, FORCE)),
            ExportError::NoPoints => Failure::Usage(flags::with(said, "--lca")),
            ExportError::LimitOfLca => Failure::Usage(flags::with(said, "--limit")),
            ExportError::Words(_)
            | ExportError::NotOneFile(_)
            | ExportError::NoOutput
            | ExportError::WholeGraph(_) => Failure::Usage(said),
            ExportError::Page(_) => Failure::Limit(said),
            ExportError::Unfit { .. }
            | ExportError::Render(_)
            | ExportError::NoCommunities(_)
            | ExportError::Write { .. } => Failure::Failed(said),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::Failed(format!("standard output: {error}")),
        }
    }
}
