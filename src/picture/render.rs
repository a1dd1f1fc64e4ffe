//! Pictures that Graphviz's `dot` draws from DOT.
//!
//! Invariant: a warning of `dot` is not an error, since a picture was drawn; `dot` ends when this
//! program does.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::base::cleanup::CleanupGuard;

/// An error of Graphviz.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A system without Graphviz.
    #[error(
        "cannot draw {}: no program `dot` found; install Graphviz ({INSTALL}), or write a file \
         that needs no Graphviz: .svg, .tex or .dot", .0.display()
    )]
    NoGraphviz(PathBuf),
    /// A failure of Graphviz.
    #[error(
        "cannot draw {}: {cause}; try fewer clusters, or write a .dot file to see what Graphviz \
         was given", target.display()
    )]
    Graphviz {
        /// The file to write.
        target: PathBuf,
        /// The message of Graphviz, on one line.
        cause: String,
    },
}

const INSTALL: &str =
    "`apt install graphviz`, `brew install graphviz` or `winget install Graphviz.Graphviz`";

/// An output format of Graphviz.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageFormat {
    /// Raster graphics.
    Png,
    /// Vector graphics for print.
    Pdf,
}

impl ImageFormat {
    /// Returns the arguments of `dot`, besides the graph. A PNG has two pixels for each of the
    /// web's, 96 per inch, so that it is sharp in print too.
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Png => &["-Tpng", "-Gdpi=192"],
            Self::Pdf => &["-Tpdf"],
        }
    }

    /// Returns the longest side of a picture in inches: 5,760 pixels of a PNG, and the largest page
    /// of a PDF that readers show.
    pub(crate) fn max_inches(self) -> f64 {
        match self {
            Self::Png => 30.0,
            Self::Pdf => 199.0,
        }
    }

    /// Adds the needs of a page to a graph: no margin, which a PDF would have around its width, and
    /// a size. Both come first, so that a size of the graph's own counts; as an argument of `dot`,
    /// the size would win over it in some layouts.
    fn with_page_size(self, dot_text: &str) -> String {
        let inches = self.max_inches();
        let page = format!("{{\n  graph[size=\"{inches},{inches}\" margin=0]");
        dot_text.replacen('{', &page, 1)
    }
}

/// Runs `dot` on the text and returns the bytes of the drawing; errors name `target`.
pub fn render(dot_text: &str, drawing: ImageFormat, target: &Path) -> Result<Vec<u8>, RenderError> {
    let failed = |cause: &str| {
        let cause = format!("`dot` failed: {cause}");
        Err(RenderError::Graphviz { target: target.to_owned(), cause })
    };
    let output = match run_dot(drawing.arguments(), &drawing.with_page_size(dot_text)) {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(RenderError::NoGraphviz(target.to_owned()));
        }
        Err(error) => return failed(&error.to_string()),
    };
    if output.status.success() && !output.stdout.is_empty() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().map(str::trim).filter(|line| !line.is_empty()).take(3);
    let mut cause = said.collect::<Vec<_>>().join("; ");
    if cause.is_empty() {
        cause = format!("it stopped without a message ({})", output.status);
    }
    failed(&cause)
}

/// Locks a running program, which one thread waits for and another may end.
fn lock_child(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `dot` on a text. A separate thread feeds the text: if it were written first, both sides
/// could wait for ever on a full pipe.
fn run_dot(arguments: &[&str], text: &str) -> io::Result<Output> {
    let mut child = Command::new("dot")
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
    // A layout can take minutes, so it ends with this program.
    let _undo = CleanupGuard::new(move || {
        // The child may have ended already.
        let mut child = lock_child(&ended);
        let _ = child.kill().and_then(|()| child.wait());
        // The lock is kept, so that the waiting thread waits until this program has ended.
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
    // The child has closed its output, so this does not take long.
    let status = lock_child(&child).wait()?;
    Ok(Output { status, stdout: drawn, stderr: said })
}
