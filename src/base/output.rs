//! Rules for overwriting: pictures replace pictures, other files need force, inputs are kept.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::base::atomic_file::{Existing, NoFolderError, check_folder, is_stream};

/// The kind of an output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// A picture, which replaces another one without force: pictures are made again and again.
    Picture,
    /// Any other file.
    File,
}

/// A reason not to overwrite a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The command reads from the file.
    #[error(
        "{}: this file is being read, so it is not overwritten; name another file",
        .0.display()
    )]
    Source(PathBuf),
    /// The target is a folder.
    #[error("{}: this is a folder; name a file", .0.display())]
    Folder(PathBuf),
    /// The folder of the target is missing.
    #[error("{}: {cause}", target.display())]
    NoFolder {
        /// The file.
        target: PathBuf,
        /// The missing folder.
        cause: NoFolderError,
    },
    /// A file exists at the target of a file that is not a picture.
    #[error("{}: this file exists; name another, or replace it", .0.display())]
    Exists(PathBuf),
    /// A file that is not a picture exists at the target of a picture.
    #[error(
        "{}: this file exists and is not a picture; name another, or replace it",
        .0.display()
    )]
    NotAPicture(PathBuf),
}

impl OutputError {
    /// Returns the word of a request that would help, if there is one.
    pub fn remedy_word(&self) -> Option<&'static str> {
        matches!(self, Self::Exists(_) | Self::NotAPicture(_)).then_some("force")
    }
}

/// A file to be written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output<'a> {
    /// The path of the file.
    pub target: &'a Path,
    /// The kind of the file.
    pub kind: OutputKind,
    /// `true` if an existing file is overwritten by force.
    pub force: bool,
    /// The files that the command reads.
    pub sources: &'a [&'a Path],
}

impl Output<'_> {
    /// Checks that the file may be written; returns the treatment of an existing file.
    pub(crate) fn check(&self) -> Result<Existing, OutputError> {
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
            return Ok(Existing::Keep);
        }
        if self.sources.iter().any(is_source) {
            return Err(OutputError::Source(target));
        }
        if self.force || self.kind == OutputKind::Picture && may_be_picture(&target) {
            return Ok(Existing::Replace);
        }
        Err(match self.kind {
            OutputKind::Picture => OutputError::NotAPicture(target),
            OutputKind::File => OutputError::Exists(target),
        })
    }
}

/// Returns `true` if a file begins like a picture of this program, or is empty.
fn may_be_picture(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(512).read_to_end(&mut start));
    let text = String::from_utf8_lossy(&start);
    let begins = |with: &str| text.trim_start().starts_with(with);
    read.is_ok()
        && (start.is_empty()
            || start.starts_with(b"\x89PNG")
            || start.starts_with(b"%PDF")
            || ["digraph", "graph", "strict", "% conceptgraph"].into_iter().any(begins)
            || begins("<") && text.contains("<svg")
            || begins("<!DOCTYPE html>") && text.contains("\"generator\" content=\"conceptgraph\""))
}
