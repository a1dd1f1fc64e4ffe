//! Whether a file is byte for byte as it was built.
//!
//! The row `seal` of the table `graph` holds the CRC-32 of the file, the seal's own digits taken as
//! zeros, and after it how often SQLite had changed the file, as its header counts. A damaged byte
//! breaks the seal, where SQLite would go on with what it can read. So does whoever writes to the
//! file, if only an index: a broken seal is a reason to look, not yet damage.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use crc32fast::Hasher;

use crate::base::atomic_file::AtomicFile;

/// The row's key, and its value until the file is whole.
pub(super) const BLANK: [&str; 2] = ["seal", "crc32:0000000000000000"];
/// What stands before the digits in the row, which SQLite stores as it is.
const MARK: &[u8] = b"sealcrc32:";
const DIGITS: usize = 16;
/// So many of them are the CRC-32.
const CRC: usize = 8;
/// Where SQLite's header counts changes.
const CHANGES: Range<usize> = 24..28;
/// Larger files have no seal: to read them takes longer than to answer.
const MOST: u64 = 64 << 20;

/// What the seal of a file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// The file is byte for byte as it was built.
    Whole,
    /// Somebody wrote to it by SQLite.
    Written,
    /// It was changed, and not by SQLite.
    Broken,
    /// It has none: it is large, of an earlier version, or its seal is out of sight.
    None,
}

/// Seals a file that is whole but for its seal.
///
/// # Errors
/// Whatever the system says.
pub(super) fn set(beside: &mut AtomicFile) -> io::Result<()> {
    let Some(bytes) = read(beside.path())? else { return Ok(()) };
    let Some(at) = place(&bytes) else { return Ok(()) };
    let file = beside.file();
    file.seek(SeekFrom::Start(at as u64))?;
    file.write_all(&digits(&bytes, at))
}

impl Seal {
    /// That of a file.
    ///
    /// # Errors
    /// Whatever the system says.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let Some(bytes) = read(path)? else { return Ok(Seal::None) };
        Ok(match place(&bytes) {
            None => Seal::None,
            Some(at) => {
                let (found, truth) = (&bytes[at..at + DIGITS], digits(&bytes, at));
                match (found == truth, found[CRC..] == truth[CRC..]) {
                    (true, _) => Seal::Whole,
                    (false, true) => Seal::Broken,
                    (false, false) => Seal::Written,
                }
            }
        })
    }
}

/// The file's bytes, unless they are too many.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut file = fs::File::open(path)?;
    let length = file.metadata()?.len();
    if length > MOST {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(length as usize);
    file.read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Where the digits begin. The table `graph` is the first, so it is the second page; a name in it
/// that looks like a seal hides it.
fn place(bytes: &[u8]) -> Option<usize> {
    // The header has the size of a page in two bytes, 1 for 65,536.
    let size = match u16::from_be_bytes([*bytes.get(16)?, *bytes.get(17)?]) {
        1 => 1 << 16,
        size => usize::from(size),
    };
    let page = bytes.get(size..2 * size)?;
    let mut found = (0..size).filter(|&at| page[at..].starts_with(MARK));
    let (at, None) = (found.next()?, found.next()) else { return None };
    let digits = size + at + MARK.len();
    (digits + DIGITS <= bytes.len()).then_some(digits)
}

fn digits(bytes: &[u8], at: usize) -> [u8; DIGITS] {
    let mut hasher = Hasher::new();
    hasher.update(&bytes[..at]);
    hasher.update(&[b'0'; DIGITS]);
    hasher.update(&bytes[at + DIGITS..]);
    let changes = u32::from_be_bytes(bytes[CHANGES].try_into().expect("four bytes"));
    let text = format!("{:08x}{changes:08x}", hasher.finalize());
    text.into_bytes().try_into().expect("so many digits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::points::Points;
    use crate::base::progress::Progress;
    use crate::context::FormalContext;
    use crate::dataset::Dataset;
    use crate::graph::ConceptGraph;
    use crate::lattice::Lattice;
    use crate::mine::Limits;
    use crate::store::LatticeStore;
    use crate::store::sqlite::{SqliteStore, save};
    use std::path::PathBuf;
    use std::sync::Arc;
    use tempfile::TempDir;

    /// A folder with the file of a graph of that name.
    fn saved(name: &str) -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let context = FormalContext::new(vec!["a".to_owned()], [vec![0], vec![]]);
        let lattice = Lattice::mine(&context, &Limits::default(), &Progress::default()).unwrap();
        let points = Points::numbered(2, None);
        let graph = ConceptGraph::new(Dataset::of_context(name, context, points), lattice);
        save(&graph, &path, false, &Arc::default()).unwrap();
        (folder, path)
    }

    #[test]
    fn any_damaged_byte_breaks_it() {
        let (_folder, path) = saved("a");
        assert_eq!(Seal::of(&path).unwrap(), Seal::Whole);
        let whole = fs::read(&path).unwrap();
        let at = place(&whole).unwrap();
        let mark = at - MARK.len()..at;
        // The size of a page and the mark decide where the seal is looked for.
        for byte in (18..whole.len()).step_by(97).filter(|byte| !mark.contains(byte)).chain([at]) {
            let mut damaged = whole.clone();
            damaged[byte] ^= 1;
            fs::write(&path, damaged).unwrap();
            let broken = if CHANGES.contains(&byte) { Seal::Written } else { Seal::Broken };
            assert_eq!(Seal::of(&path).unwrap(), broken, "byte {byte}");
        }
        for length in [0, 17, 4096, 5000] {
            fs::write(&path, &whole[..length]).unwrap();
            assert_ne!(Seal::of(&path).unwrap(), Seal::Whole, "{length} bytes");
        }
    }

    #[test]
    fn who_writes_is_told_from_damage() {
        let (_folder, path) = saved("a");
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute("UPDATE point SET name = 'x' WHERE id = 1", []).unwrap();
        assert_eq!(Seal::of(&path).unwrap(), Seal::Written);
    }

    #[test]
    fn a_name_like_a_seal_is_left_alone() {
        let (_folder, path) = saved("sealcrc32:0000000000000000");
        assert_eq!(Seal::of(&path).unwrap(), Seal::None);
        let facts = SqliteStore::open(&path).unwrap().facts().unwrap();
        assert_eq!(facts.name, "sealcrc32:0000000000000000");
    }
}
