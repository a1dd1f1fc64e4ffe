//! From DOT to a file: Graphviz's `dot` draws, the file appears whole or not at all.
//!
//! Invariant: the target is written beside itself and renamed into place, so that whoever looks
//! sees the old file or the new one. A `.dot` file needs no Graphviz. What `dot` only warns
//! about is not an error: a picture came out.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::atomic_file::{self, Existing};
use crate::unfinished::Undo;

/// The picture formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The text that Graphviz reads.
    Dot,
    /// Vector graphics for the web.
    Svg,
    /// Pixels.
    Png,
    /// Vector graphics for print.
    Pdf,
}

/// Why no picture was written.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// Graphviz is not installed.
    #[error(
        "cannot draw {}: no program `{program}` found; install Graphviz ({INSTALL}), or write a \
         .dot file, which needs no Graphviz", target.display()
    )]
    NoGraphviz {
        /// The file that was wanted.
        target: PathBuf,
        /// The program that was looked for.
        program: String,
    },
    /// Graphviz is there but did not draw.
    #[error(
        "cannot draw {}: {cause}; try fewer clusters, or write a .dot file to see what Graphviz \
         was given", target.display()
    )]
    Graphviz {
        /// The file that was wanted.
        target: PathBuf,
        /// What it said, on one line.
        cause: String,
    },
    /// The file cannot be written.
    #[error(
        "cannot write {}: {source}; check that its folder exists, can be written and has room",
        target.display()
    )]
    Write {
        /// The file that was wanted.
        target: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

const INSTALL: &str =
    "`apt install graphviz`, `brew install graphviz` or `winget install Graphviz.Graphviz`";

impl Format {
    /// The format that a file's suffix names, if it is a picture's.
    pub fn of(path: &Path) -> Option<Self> {
        let suffix = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match suffix.as_str() {
            "dot" | "gv" => Self::Dot,
            "svg" => Self::Svg,
            "png" => Self::Png,
            "pdf" => Self::Pdf,
            _ => return None,
        })
    }

    /// What `dot` is given, beside the graph. A picture too large for its format is scaled down:
    /// a PNG to 6,000 pixels a side, a PDF to the largest page that readers show.
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Dot => &[],
            Self::Svg => &["-Tsvg"],
            Self::Png => &["-Tpng", "-Gdpi=200", "-Gsize=30,30"],
            Self::Pdf => &["-Tpdf", "-Gsize=199,199"],
        }
    }
}

/// Draws DOT text into a file.
pub fn render(
    dot_text: &str,
    format: Format,
    target: &Path,
    existing: Existing,
) -> Result<(), RenderError> {
    render_with("dot".as_ref(), dot_text, format, target, existing)
}

/// [`render`] with the program to call in place of `dot`, by name or path.
pub fn render_with(
    program: &OsStr,
    dot_text: &str,
    format: Format,
    target: &Path,
    existing: Existing,
) -> Result<(), RenderError> {
    let mut failure = None;
    // Opened before drawing: a folder that is missing should not cost the time of a layout.
    let written = atomic_file::write(target, existing, |out| match format {
        Format::Dot => out.write_all(dot_text.as_bytes()),
        _ => match draw(program, dot_text, format, target) {
            Ok(drawn) => out.write_all(&drawn),
            Err(error) => {
                failure = Some(error);
                Err(io::ErrorKind::Other.into())
            }
        },
    });
    match (failure, written) {
        (Some(failure), _) => Err(failure),
        (None, Err(source)) => Err(RenderError::Write { target: target.to_owned(), source }),
        (None, Ok(())) => Ok(()),
    }
}

/// What `dot` makes of the text.
fn draw(
    program: &OsStr,
    dot_text: &str,
    format: Format,
    target: &Path,
) -> Result<Vec<u8>, RenderError> {
    let output = match run(program, format.arguments(), dot_text) {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let program = program.to_string_lossy().into_owned();
            return Err(RenderError::NoGraphviz { target: target.to_owned(), program });
        }
        Err(error) => return Err(failed(target, program, &error.to_string())),
    };
    if output.status.success() && !output.stdout.is_empty() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().map(str::trim).filter(|line| !line.is_empty()).take(3);
    let mut cause = said.collect::<Vec<_>>().join("; ");
    if cause.is_empty() {
        cause = format!("it stopped without a word ({})", output.status);
    }
    Err(failed(target, program, &cause))
}

fn failed(target: &Path, program: &OsStr, cause: &str) -> RenderError {
    let cause = format!("`{}` failed: {cause}", program.to_string_lossy());
    RenderError::Graphviz { target: target.to_owned(), cause }
}

/// A program that runs, for whoever waits for it or ends it.
fn held(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a program on a text. The text is fed by a thread of its own: were it written first, both
/// sides could wait for ever on a full pipe.
fn run(program: &OsStr, arguments: &[&str], text: &str) -> io::Result<Output> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let mut stdout = child.stdout.take().expect("standard output is piped");
    let mut stderr = child.stderr.take().expect("standard error is piped");
    let child = Arc::new(Mutex::new(child));
    let ended = Arc::clone(&child);
    // A layout can take minutes; it ends with this program.
    let _undo = Undo::by(move || {
        // Were it gone already, all the better.
        let mut child = held(&ended);
        let _ = child.kill().and_then(|()| child.wait());
        // Whoever waits for the picture goes on waiting: the program ends, not the drawing.
        std::mem::forget(child);
    });
    let (mut drawn, mut said) = (Vec::new(), Vec::new());
    thread::scope(|scope| {
        // A program that stops reading says why on standard error and by its exit code.
        scope.spawn(move || stdin.write_all(text.as_bytes()).ok());
        let errors = scope.spawn(|| stderr.read_to_end(&mut said));
        stdout.read_to_end(&mut drawn)?;
        errors.join().expect("reading does not panic").map(drop)
    })?;
    // It has closed its output, so this does not take long.
    let status = held(&child).wait()?;
    Ok(Output { status, stdout: drawn, stderr: said })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRAPH: &str = "digraph { c1 -> c2 }\n";

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder for the test")
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_suffix_names_a_format() {
        assert_eq!(Format::of(Path::new("a/b.SVG")), Some(Format::Svg));
        assert_eq!(Format::of(Path::new("b.gv")), Some(Format::Dot));
        assert_eq!(Format::of(Path::new("b.csv")), None);
        assert_eq!(Format::of(Path::new("svg")), None);
    }

    #[test]
    fn a_dot_file_needs_no_graphviz_and_replaces_the_old_one() {
        let folder = folder();
        let target = folder.path().join("a.dot");
        for text in ["digraph {}\n", GRAPH] {
            render_with("no-such-program".as_ref(), text, Format::Dot, &target, Existing::Replaced)
                .expect("written");
            assert_eq!(std::fs::read_to_string(&target).expect("it is there"), text);
        }
    }

    #[test]
    fn without_graphviz_the_message_says_how_to_get_it() {
        let folder = folder();
        let target = folder.path().join("a.svg");
        let failed =
            render_with("no-such-program".as_ref(), GRAPH, Format::Svg, &target, Existing::Stays);
        let message = failed.expect_err("no such program").to_string();
        assert!(
            message.contains("`apt install graphviz`") && message.contains(".dot"),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1);
        assert!(names(folder.path()).is_empty(), "nothing half-done is left");
    }

    #[test]
    fn a_missing_folder_is_named() {
        let target = folder().path().join("gone").join("a.dot");
        let failed = render(GRAPH, Format::Dot, &target, Existing::Replaced)
            .expect_err("no such folder")
            .to_string();
        assert!(failed.contains("gone") && failed.contains("folder exists"), "{failed}");
    }

    /// More than two pipes hold, both ways: nobody waits for ever.
    #[cfg(unix)]
    #[test]
    fn a_long_text_passes_through() {
        let text = "x".repeat(1 << 20);
        let output = run("cat".as_ref(), &[], &text).expect("cat runs");
        assert_eq!(output.stdout.len(), text.len());
    }
}
