//! Zip archives, the containers of NumPy arrays and of spreadsheets.

use std::io::{Cursor, Read};

use npyz::npz::array_name_from_file_name;
use zip::ZipArchive;

use crate::base::input_error::{InputError, Location};
use crate::base::memory::MemoryLimit;

pub(super) const MAGIC: &[u8] = b"PK\x03\x04";

/// Returns `true` if the archive is complete, so that its content is known.
pub(super) fn is_complete(bytes: &[u8]) -> bool {
    ZipArchive::new(Cursor::new(bytes)).is_ok()
}

/// Returns `true` if a file name in the archive, which may be damaged, contains `part`.
pub(super) fn contains_name(bytes: &[u8], part: &str) -> bool {
    bytes.windows(part.len()).any(|window| window == part.as_bytes())
}

/// Returns the arrays in an archive with their names, in order.
pub(super) fn read_arrays(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, InputError> {
    let archive = ZipArchive::new(Cursor::new(bytes));
    let (mut archive, mut arrays) = (archive.map_err(|error| damaged_error(&error))?, Vec::new());
    let mut left = MemoryLimit::available().bytes();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).map_err(|error| damaged_error(&error))?;
        let name = file.name().map_err(|error| damaged_error(&error))?;
        let Some(name) = array_name_from_file_name(&name).map(str::to_owned) else { continue };
        let mut unpacked = Vec::new();
        let read = (&mut file).take(left.saturating_add(1)).read_to_end(&mut unpacked);
        read.map_err(|error| damaged_error(&error))?;
        let Some(rest) = left.checked_sub(unpacked.len() as u64) else {
            let found = "its content is larger than the memory";
            return Err(InputError::data(Location::Whole, found, "take a part of it"));
        };
        left = rest;
        arrays.push((name, unpacked));
    }
    Ok(arrays)
}

fn damaged_error(error: &dyn std::error::Error) -> InputError {
    let found = format!("the archive cannot be read ({error})");
    InputError::data(Location::Whole, found, "check that it was written whole, without a password")
}
