//! How large files are that say of every object and every attribute whether one has the other.

use crate::base::memory::bytes;
use crate::base::numbers::counted;

/// The largest of them that is written, in bytes. More than this no program for contexts reads.
const MOST: u64 = 16 << 30;

/// A file that would be larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} with {} would take about {}, more than {}",
    counted(*.objects as u64, "object", "objects"),
    counted(*.attributes as u64, "attribute", "attributes"),
    bytes(*.needed),
    bytes(MOST)
)]
pub struct TooLarge {
    objects: usize,
    attributes: usize,
    needed: u64,
}

/// Whether a file with this many objects and attributes, and a cell of `cell` bytes for each pair,
/// is written at all.
///
/// # Errors
/// It would be too large.
pub fn check(objects: usize, attributes: usize, cell: u64) -> Result<(), TooLarge> {
    let needed = (objects as u64).saturating_mul(attributes as u64).saturating_mul(cell);
    if needed <= MOST { Ok(()) } else { Err(TooLarge { objects, attributes, needed }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_says_how_large() {
        assert_eq!(check(131_072, 131_072, 1), Ok(()));
        let refused = check(1_000_000, 1_000_000, 2).map_err(|error| error.to_string());
        let words = "1,000,000 objects with 1,000,000 attributes would take about 1.8 TiB, more \
                     than 16 GiB";
        assert_eq!(refused, Err(words.to_owned()));
        assert!(check(usize::MAX, usize::MAX, 2).is_err());
    }
}
