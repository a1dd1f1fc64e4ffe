//! Files that appear whole or not at all: written beside their place, renamed into it.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Writes a file whole or not at all.
///
/// # Errors
/// As [`AtomicFile`]'s, or those of `write`.
pub fn replace(
    target: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut beside = AtomicFile::new(target)?;
    let mut out = io::BufWriter::new(beside.file());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    beside.persist()
}

/// A file on its way to `target`; dropped before [`AtomicFile::persist`], it leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
}

impl AtomicFile {
    /// An empty hidden file in the target's folder, readable by whom a new file would be.
    ///
    /// # Errors
    /// A folder that is missing or cannot be written.
    pub fn new(target: &Path) -> io::Result<Self> {
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".conceptgraph-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // Only what kind of error: the hidden file's name would mean nothing to the reader.
        let file = builder
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .map_err(|error| io::Error::from(error.kind()))?;
        Ok(Self { file, target: target.to_owned() })
    }

    /// Where it is until then.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The file itself, to write.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Waits for the disk, then puts it in its place; what was there is replaced.
    ///
    /// # Errors
    /// Whatever the system says.
    pub fn persist(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist(self.target).map_err(|error| error.error)?;
        Ok(())
    }
}
