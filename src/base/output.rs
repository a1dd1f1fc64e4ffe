//! What a command may overwrite: pictures by pictures, anything else only by force, and its own
//! input never.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::base::atomic_file::{Existing, NoFolder, check_folder, is_stream};

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A picture, which replaces another without asking: pictures are made again and again.
    Picture,
    /// Anything else.
    File,
}

/// Why a file is not overwritten.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The command reads from it.
    #[error(
        "{}: this file is being read, so it is not overwritten; name another file",
        .0.display()
    )]
    Source(PathBuf),
    /// It is a folder.
    #[error("{}: this is a folder; name a file", .0.display())]
    Folder(PathBuf),
    /// There is nowhere to put it.
    #[error("{}: {cause}", target.display())]
    NoFolder {
        /// The file.
        target: PathBuf,
        /// Where it was to be.
        cause: NoFolder,
    },
    /// Another kind of file exists.
    #[error("{}: this file exists; name another, or replace it", .0.display())]
    Exists(PathBuf),
    /// A picture is wanted where something else is.
    #[error(
        "{}: this file exists and is not a picture; name another, or replace it",
        .0.display()
    )]
    NotAPicture(PathBuf),
}

impl OutputError {
    /// The word of a request that helps.
    pub fn word(&self) -> Option<&'static str> {
        matches!(self, Self::Exists(_) | Self::NotAPicture(_)).then_some("force")
    }
}

/// A file that is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Output<'a> {
    /// Where.
    pub target: &'a Path,
    /// What.
    pub kind: Kind,
    /// Whether an existing file is overwritten by force.
    pub force: bool,
    /// The file that the command reads.
    pub sources: &'a [&'a Path],
}

impl Output<'_> {
    /// What happens to an existing file.
    pub fn check(&self) -> Result<Existing, OutputError> {
        let target = self.target.to_owned();
        let place = fs::canonicalize(&target).ok();
        let is_source = |source: &&Path| fs::canonicalize(source).ok() == place;
        if target.is_dir() {
            return Err(OutputError::Folder(target));
        }
        if let Err(cause) = check_folder(&target) {
            return Err(OutputError::NoFolder { target, cause });
        }
        if place.is_none() || is_stream(&target) {
            return Ok(Existing::Stays);
        }
        if self.sources.iter().any(is_source) {
            return Err(OutputError::Source(target));
        }
        if self.force || self.kind == Kind::Picture && may_be_picture(&target) {
            return Ok(Existing::Replaced);
        }
        Err(match self.kind {
            Kind::Picture => OutputError::NotAPicture(target),
            Kind::File => OutputError::Exists(target),
        })
    }
}

/// Whether a file begins as a picture of ours does, or is empty.
fn may_be_picture(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(512).read_to_end(&mut start));
    let text = String::from_utf8_lossy(&start);
    let begins = |with: &str| text.trim_start().starts_with(with);
    read.is_ok()
        && (start.is_empty()
            || start.starts_with(b"\x89PNG")
            || start.starts_with(b"%PDF")
            || ["digraph", "graph", "strict"].into_iter().any(begins)
            || begins("<") && text.contains("<svg")
            || begins("<!DOCTYPE html>") && text.contains("\"generator\" content=\"conceptgraph\""))
}
