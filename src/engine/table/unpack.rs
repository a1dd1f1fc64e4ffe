//! Inputs that are no text: what gzip packed is unpacked, other known formats are refused by name.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;

use crate::base::input_error::{InputError, Location};
use crate::base::memory::Memory;

/// What files of other formats begin with.
const FORMATS: [(&[u8], &str); 10] = [
    (b"PAR1", "a Parquet file"),
    (b"ARROW1", "a Feather file"),
    (b"\x89HDF", "an HDF5 file"),
    (b"\xD0\xCF\x11\xE0", "an Excel file"),
    (b"\x93NUMPY", "an array of NumPy"),
    (b"SQLite format 3\0", "a SQLite file"),
    (b"BZh", "a file that bzip2 packed"),
    (b"\xFD7zXZ", "a file that xz packed"),
    (b"\x28\xB5\x2F\xFD", "a file that zstd packed"),
    (b"PK\x03\x04", "a zip file, as those of Excel and LibreOffice are"),
];

/// The bytes of an input, unpacked where gzip packed them.
///
/// # Errors
/// A packed file that is damaged or larger than the memory; a format that is no text.
pub(super) fn unpacked(bytes: Vec<u8>) -> Result<Vec<u8>, InputError> {
    if bytes.starts_with(&[0x1F, 0x8B]) {
        return gunzip(&bytes, Memory::available().bytes());
    }
    match FORMATS.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        None => Ok(bytes),
        Some((_, name)) => {
            Err(InputError::data(Location::Whole, format!("this is {name}"), "save it as CSV"))
        }
    }
}

fn gunzip(bytes: &[u8], most: u64) -> Result<Vec<u8>, InputError> {
    let fault = |found: String, remedy| Err(InputError::data(Location::Whole, found, remedy));
    let too_large = || fault("unpacked it is larger than the memory".into(), "take a part of it");
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(most.saturating_add(1)).read_to_end(&mut unpacked);
    match read {
        Ok(_) if unpacked.len() as u64 > most => too_large(),
        Ok(_) => Ok(unpacked),
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => too_large(),
        Err(error) => {
            fault(format!("a damaged gzip file ({error})"), "check that it was written whole")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(text).expect("packed into memory");
        packer.finish().expect("packed into memory")
    }

    #[test]
    fn what_gzip_packed_is_unpacked_also_in_pieces() {
        let two = [packed(b"x,y\n1,"), packed(b"2\n")].concat();
        assert_eq!(unpacked(two.clone()), Ok(b"x,y\n1,2\n".to_vec()));
        let cut = unpacked(two[..two.len() - 9].to_vec()).expect_err("damaged").to_string();
        assert!(cut.starts_with("a damaged gzip file ("), "{cut}");
        let large = gunzip(&packed(&[b'1'; 100_000]), 1000).expect_err("too large").to_string();
        assert_eq!(large, "unpacked it is larger than the memory; take a part of it");
    }

    #[test]
    fn other_formats_are_named() {
        let fault = unpacked(b"PK\x03\x04..xl/workbook.xml".to_vec()).expect_err("a spreadsheet");
        let expected = "this is a zip file, as those of Excel and LibreOffice are; save it as CSV";
        assert_eq!(fault.to_string(), expected);
        let fault = unpacked(b"\x93NUMPY\x01".to_vec()).expect_err("an array");
        assert_eq!(fault.to_string(), "this is an array of NumPy; save it as CSV");
    }
}
