//! The size limit of files with a cell for every pair of an object and an attribute.

use crate::base::memory::format_bytes;
use crate::base::numbers::pluralize;

/// The largest file that is written, in bytes. No program for contexts reads a larger one.
const MAX_BYTES: u64 = 16 << 30;

/// An error: a file would be larger than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} with {} would take about {}, more than {}",
    pluralize(*.objects as u64, "object", "objects"),
    pluralize(*.attributes as u64, "attribute", "attributes"),
    format_bytes(*.needed),
    format_bytes(MAX_BYTES)
)]
pub struct DenseSizeError {
    objects: usize,
    attributes: usize,
    needed: u64,
}

/// Checks that a file with a cell of `cell` bytes for each pair is not too large to be written.
pub fn check_size(objects: usize, attributes: usize, cell: u64) -> Result<(), DenseSizeError> {
    let needed = (objects as u64).saturating_mul(attributes as u64).saturating_mul(cell);
    if needed <= MAX_BYTES { Ok(()) } else { Err(DenseSizeError { objects, attributes, needed }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_says_how_large() {
        assert_eq!(check_size(131_072, 131_072, 1), Ok(()));
        let refused = check_size(1_000_000, 1_000_000, 2).map_err(|error| error.to_string());
        let words = "1,000,000 objects with 1,000,000 attributes would take about 1.8 TiB, more \
                     than 16 GiB";
        assert_eq!(refused, Err(words.to_owned()));
        assert!(check_size(usize::MAX, usize::MAX, 2).is_err());
    }
}
