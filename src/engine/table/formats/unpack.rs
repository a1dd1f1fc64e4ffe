//! Unpacking of gzip, and rejection of known formats that are not tables.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;

use super::super::source::decode_utf16;
use super::archive;
use crate::base::input_error::{InputError, Location};
use crate::base::memory::MemoryLimit;

pub(in crate::table) const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];
/// The first bytes of files of other formats, the name of the format, and the remedy.
const FORMATS: [(&[u8], &str, &str); 18] = [
    (b"ARROW1", "a Feather file", "save it as Parquet or CSV"),
    (b"\x89HDF", "an HDF5 file", "save a table of it as Parquet or CSV"),
    (b"SQLite format 3\0", "a SQLite file", "save a table of it as CSV"),
    (b"BZh", "a bzip2 file", "unpack it with bunzip2"),
    (b"\xFD7zXZ", "an xz file", "unpack it with unxz"),
    (b"\x28\xB5\x2F\xFD", "a zstd file", "unpack it with unzstd"),
    (b"PK\x05\x06", "an archive without files", "save a table in it"),
    (b"\x80\x04\x95", "a pickle of Python", "save it as Parquet or CSV: df.to_parquet(FILE)"),
    (b"\x80\x05\x95", "a pickle of Python", "save it as Parquet or CSV: df.to_parquet(FILE)"),
    (b"MATLAB 5.0", "a file of MATLAB", "save a table of it as CSV: writetable"),
    (b"ORC", "an ORC file", "save it as Parquet or CSV"),
    (b"\x89PNG", "a picture", "give the table that it shows"),
    (b"%PDF", "a PDF", "copy its table into a spreadsheet, and save that"),
    (b"<!DOCTYPE", "a web page", PAGE_REMEDY),
    (b"<!doctype", "a web page", PAGE_REMEDY),
    (b"<html", "a web page", PAGE_REMEDY),
    (b"<table", "a web page", PAGE_REMEDY),
    (b"<?xml", "an XML file", "save its table as CSV"),
];
const ARFF_REMEDY: &str =
    "save it as CSV: the names of its attributes in one line, and below it the rows of its data";
const PAGE_REMEDY: &str = "download the table that it shows or links to";

/// Returns the bytes of an input, unpacked if they are gzip.
pub(in crate::table) fn unpack(bytes: Vec<u8>) -> Result<Vec<u8>, InputError> {
    let bytes = match bytes.starts_with(&GZIP_MAGIC) {
        true => gunzip(&bytes, MemoryLimit::available().bytes())?,
        false => bytes,
    };
    let bytes = decode_utf16(bytes);
    match foreign_format(&bytes) {
        None => Ok(bytes),
        Some((name, remedy)) => {
            Err(InputError::data(Location::Whole, format!("this is {name}"), remedy))
        }
    }
}

fn foreign_format(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    if bytes.starts_with(archive::MAGIC) {
        let is_read = ["xl/", "opendocument.spreadsheet", ".npy"];
        let is_other = !is_read.iter().any(|part| archive::contains_name(bytes, part));
        return match is_other.then(|| archive::is_complete(bytes)) {
            None => None,
            Some(true) => Some(("a zip file", "unpack it with unzip")),
            Some(false) => Some(("a damaged zip file", "check that it was written whole")),
        };
    }
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"%"));
    let word = first.and_then(|line| line.get(..9)).unwrap_or_default();
    if word.eq_ignore_ascii_case(b"@relation") {
        return Some(("an ARFF file", ARFF_REMEDY));
    }
    let text = bytes.trim_ascii_start();
    // The header of a table may begin with the letters of a format, such as ORC.
    let is_text = !bytes.iter().take(4096).any(|byte| matches!(byte, 0..=8 | 14..=31));
    let is_word = |magic: &[u8]| is_text && magic[0].is_ascii_alphabetic();
    let known = FORMATS.iter().find(|(magic, ..)| text.starts_with(magic) && !is_word(magic));
    known.map(|&(_, name, remedy)| (name, remedy))
}

fn gunzip(bytes: &[u8], most: u64) -> Result<Vec<u8>, InputError> {
    let fault = |found: String, remedy| Err(InputError::data(Location::Whole, found, remedy));
    let too_large = || fault("its content is larger than the memory".into(), "take a part of it");
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(most.saturating_add(1)).read_to_end(&mut unpacked);
    match read {
        Ok(_) if unpacked.len() as u64 > most => too_large(),
        Ok(_) => Ok(unpacked),
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => too_large(),
        Err(error) => {
            fault(format!("the gzip file is damaged ({error})"), "check that it was written whole")
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
    fn a_header_may_begin_as_a_format_does() {
        for header in ["ORCID,x", "ORC", "BZh,y", "ARROW1,z", "MATLAB 5.0"] {
            let table = format!("{header}\n1,2\n").into_bytes();
            assert_eq!(unpack(table.clone()), Ok(table), "{header}");
        }
        let file = [&b"ORC"[..], &[10, 4, 8, 1, 80, 0], b"ORC", &[20]].concat();
        assert_eq!(foreign_format(&file).map(|(name, _)| name), Some("an ORC file"));
    }

    #[test]
    fn what_gzip_packed_is_unpacked_also_in_pieces() {
        let two = [packed(b"x,y\n1,"), packed(b"2\n")].concat();
        assert_eq!(unpack(two.clone()), Ok(b"x,y\n1,2\n".to_vec()));
        let cut = unpack(two[..two.len() - 9].to_vec()).expect_err("damaged").to_string();
        assert!(cut.starts_with("the gzip file is damaged ("), "{cut}");
        let large = gunzip(&packed(&[b'1'; 100_000]), 1000).expect_err("too large").to_string();
        assert_eq!(large, "its content is larger than the memory; take a part of it");
    }

    #[test]
    fn other_formats_are_named() {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        zip.start_file("t.csv", zip::write::SimpleFileOptions::default()).expect("in memory");
        let zip = zip.finish().expect("in memory").into_inner();
        for (bytes, named) in [
            (&zip[..], "a zip file"),
            (&zip[..zip.len() - 9], "a damaged zip file"),
            (b"\x80\x04\x95pickled", "a pickle of Python"),
            (b"\n<html><body>", "a web page"),
        ] {
            let fault = unpack(bytes.to_vec()).expect_err(named);
            assert_eq!(fault.found, format!("this is {named}"));
        }
        for table in ["[x],y\n1,2\n", "{x},y\n1,2\n", "<x>,y\n1,2\n"] {
            assert!(unpack(table.as_bytes().to_vec()).is_ok(), "{table}");
        }
    }
}
