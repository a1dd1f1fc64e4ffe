//! Atomic creation of files: written under a temporary name next to the target, then renamed.
//!
//! The temporary file is called `.NAME.conceptgraph-` and six letters. A run that is killed without
//! notice (SIGKILL, loss of power) leaves it behind, and it may then be deleted.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempDir};

use crate::base::cleanup::CleanupGuard;

/// The treatment of an existing file at the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    /// The existing file stays, even one created meanwhile, and the new file is not written.
    Keep,
    /// The existing file is replaced; the new one gets its permissions and, if allowed, its owner.
    Replace,
}

/// Writes a file completely or not at all. A target that is not a regular file, such as
/// `/dev/stdout` or a named pipe, is written directly.
///
/// # Errors
/// Returns an error if [`AtomicFile`] or `write` returns one.
pub(crate) fn write(
    target: &Path,
    existing: Existing,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if is_stream(target) {
        let mut out = io::BufWriter::new(OpenOptions::new().write(true).open(target)?);
        write(&mut out)?;
        return out.flush();
    }
    let mut hidden = AtomicFile::new(target, existing)?;
    let mut out = io::BufWriter::new(hidden.file());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    hidden.persist()
}

/// Returns `true` if the target can be written but not replaced: a terminal, a pipe, a device.
pub(crate) fn is_stream(target: &Path) -> bool {
    fs::metadata(target).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// A temporary file for `target`, removed if it is dropped before [`AtomicFile::persist`].
#[derive(Debug)]
pub(crate) struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
    existing: Existing,
    _undo: CleanupGuard,
}

impl AtomicFile {
    /// Creates an empty hidden file next to the target.
    pub(crate) fn new(target: &Path, existing: Existing) -> io::Result<Self> {
        // A symbolic link stays: the file that it leads to is replaced.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        if existing == Existing::Keep && target.exists() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let hidden = builder(&file_prefix(&target), 0o666).tempfile_in(parent_folder(&target));
        let file = hidden.map_err(strip_name)?;
        let path = file.path().to_owned();
        let undo = CleanupGuard::new(move || drop(fs::remove_file(path)));
        Ok(Self { file, target, existing, _undo: undo })
    }

    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(crate) fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Syncs the file to the disk, then renames it to the target.
    pub(crate) fn persist(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        match (self.existing, fs::metadata(&self.target)) {
            (Existing::Keep, _) => self.file.persist_noclobber(&self.target),
            (Existing::Replace, found) => {
                if let Ok(found) = found {
                    #[cfg(unix)]
                    copy_owner(&found, self.file.path());
                    self.file.as_file().set_permissions(found.permissions())?;
                }
                self.file.persist(&self.target)
            }
        }
        .map_err(|error| error.error)?;
        // The file is in place. Its name is also synced, if the system can do that.
        let _ = File::open(parent_folder(&self.target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// A temporary folder for `target`, which is removed in the cases of [`AtomicFile`].
#[derive(Debug)]
pub(crate) struct AtomicFolder {
    folder: TempDir,
    target: PathBuf,
    _undo: CleanupGuard,
}

impl AtomicFolder {
    /// Creates an empty hidden folder next to the target, with the permissions of a new folder.
    pub(crate) fn new(target: &Path) -> io::Result<Self> {
        check_folder(target).map_err(|missing| io::Error::new(io::ErrorKind::NotFound, missing))?;
        let hidden = builder(OsStr::new(".conceptgraph-"), 0o777).tempdir_in(parent_folder(target));
        let folder = hidden.map_err(strip_name)?;
        let place = folder.path().to_owned();
        let undo = CleanupGuard::new(move || drop(fs::remove_dir_all(place)));
        Ok(Self { folder, target: target.to_owned(), _undo: undo })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn persist(self) -> io::Result<()> {
        fs::rename(self.folder.path(), &self.target)
    }
}

/// An error: the folder for a new file is missing.
#[derive(Debug, thiserror::Error)]
#[error("there is no folder {}; make it first", .0.display())]
pub struct NoFolderError(PathBuf);

pub(crate) fn check_folder(target: &Path) -> Result<(), NoFolderError> {
    let folder = parent_folder(target);
    if folder.is_dir() { Ok(()) } else { Err(NoFolderError(folder.to_owned())) }
}

/// Returns a builder of hidden files and folders with this prefix and mode, less the user's mask.
fn builder(prefix: &OsStr, mode: u32) -> tempfile::Builder<'_, '_> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder
}

/// Returns the kind of an error alone: the name of a hidden file would mean nothing to the user.
fn strip_name(error: io::Error) -> io::Error {
    error.kind().into()
}

fn parent_folder(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn file_prefix(target: &Path) -> OsString {
    let name = target.file_name().unwrap_or_default();
    // A name may have 255 bytes; a longer one is cut to leave room for the affixes.
    let name: OsString = match name.len() {
        0..=200 => name.to_owned(),
        _ => name.to_string_lossy().chars().take(50).collect::<String>().into(),
    };
    [OsStr::new("."), &name, OsStr::new(".conceptgraph-")].into_iter().collect()
}

/// Gives a file the owner and the group of another file, or at least the group.
#[cfg(unix)]
fn copy_owner(of: &fs::Metadata, to: &Path) {
    use std::os::unix::fs::{MetadataExt, chown};
    let group = Some(of.gid());
    let _ = chown(to, Some(of.uid()), group).or_else(|_| chown(to, None, group));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries.map(|entry| entry.expect("an entry").file_name()).collect()
    }

    fn text(out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"new")
    }

    #[test]
    fn what_stays_is_not_replaced_even_if_it_came_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("a");
        let late = write(&target, Existing::Keep, |out| {
            fs::write(&target, "old")?;
            text(out)
        });
        assert_eq!(late.expect_err("it stays").kind(), io::ErrorKind::AlreadyExists);
        let early = write(&target, Existing::Keep, text);
        assert_eq!(early.expect_err("it stays").kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&target).expect("it is there"), b"old");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_replaced_keeps_its_permissions_and_a_link_stays_a_link() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [target, link] = ["a", "link"].map(|name| folder.path().join(name));
        fs::write(&target, "old").expect("written");
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("set");
        symlink(&target, &link).expect("linked");
        write(&link, Existing::Replace, text).expect("replaced");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&target).expect("it is there"), b"new");
        let mode = fs::metadata(&target).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_and_stays_one() {
        write(Path::new("/dev/null"), Existing::Replace, text).expect("written");
        assert!(is_stream(Path::new("/dev/null")));
    }

    #[test]
    fn the_longest_name_has_room() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("ü".repeat(127));
        write(&target, Existing::Keep, text).expect("written");
        assert_eq!(fs::read(&target).expect("it is there"), b"new");
    }
}
