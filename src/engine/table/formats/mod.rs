//! The formats of table files, recognised by their first bytes.

mod archive;
mod decimal;
mod guard;
mod json_lines;
mod npy;
#[cfg(feature = "parquet")]
mod parquet;
mod sheet;
pub(super) mod unpack;

use std::path::Path;
use std::sync::Arc;

use super::records::{RecordSource, Records, TextRecords};
use super::typed_records::TypedRecords;
use super::typed_rows::TypedRows;
use super::{sniff, source};
use crate::base::input_error::{InputError, Location};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileFormat {
    Text,
    Npy,
    Npz,
    Parquet,
    /// A spreadsheet of Excel or an open document.
    Sheet,
    /// A JSON object on each line, or a list of objects.
    Json,
}

impl FileFormat {
    fn detect(bytes: &[u8]) -> Self {
        let begins = |magic: &[u8]| bytes.starts_with(magic);
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
        let next = text.get(1..).unwrap_or_default().trim_ascii_start().first();
        match (text.first(), next) {
            _ if begins(b"\x93NUMPY") => FileFormat::Npy,
            _ if begins(b"PAR1") => FileFormat::Parquet,
            _ if begins(b"\xD0\xCF\x11\xE0") => FileFormat::Sheet,
            _ if begins(archive::MAGIC) && archive::contains_name(bytes, ".npy") => FileFormat::Npz,
            // Other archives were refused before.
            _ if begins(archive::MAGIC) => FileFormat::Sheet,
            (Some(b'{'), Some(b'"' | b'\'' | b'}')) => FileFormat::Json,
            (Some(b'['), Some(b'{' | b'[' | b'"' | b']' | b'-' | b'0'..=b'9')) => FileFormat::Json,
            _ => FileFormat::Text,
        }
    }
}

pub(super) struct TableFile<'b> {
    bytes: &'b Arc<Vec<u8>>,
    sheet: Option<&'b str>,
}

impl<'b> TableFile<'b> {
    pub(super) fn new(bytes: &'b Arc<Vec<u8>>) -> Self {
        Self { bytes, sheet: None }
    }

    pub(crate) fn with_sheet(bytes: &'b Arc<Vec<u8>>, sheet: Option<&'b str>) -> Self {
        Self { bytes, sheet }
    }

    /// Returns the table in these bytes, in the sheet called `sheet` unless the file has no sheets
    /// and a second file is given, whose sheet it may be.
    pub(crate) fn with_second_file(
        bytes: &'b Arc<Vec<u8>>,
        sheet: Option<&'b str>,
        second: Option<&Path>,
    ) -> Self {
        let first = Self { bytes, sheet };
        if second.is_some() && !first.has_sheets() { Self::new(bytes) } else { first }
    }
}

impl RecordSource for TableFile<'_> {
    fn with_records<T>(
        &self,
        walk: impl FnOnce(&mut dyn Records) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        if let Some(sheet) = self.sheet.filter(|_| !self.has_sheets()) {
            let found = format!("there are no sheets in this file, so none is {sheet:?}");
            return Err(InputError::usage(Location::Whole, found, "name none"));
        }
        let mut typed: Box<dyn TypedRows> = match FileFormat::detect(self.bytes) {
            FileFormat::Text => {
                let (text, note) = source::decode_table(self.bytes)?;
                let (text, delimiter) = sniff::normalize_text(&text);
                return walk(&mut TextRecords::new(&text, delimiter).with_note(note));
            }
            FileFormat::Sheet => {
                return walk(&mut sheet::SheetRecords::open(self.bytes, self.sheet)?);
            }
            FileFormat::Npy => Box::new(npy::NpyArrays::from_file(self.bytes)?),
            FileFormat::Npz => Box::new(npy::NpyArrays::from_archive(self.bytes)?),
            FileFormat::Json => Box::new(json_lines::JsonRows::parse(self.bytes)?),
            #[cfg(feature = "parquet")]
            FileFormat::Parquet => Box::new(parquet::ParquetRows::open(self.bytes)?),
            #[cfg(not(feature = "parquet"))]
            FileFormat::Parquet => {
                let found = "this is a Parquet file, which this build of the program cannot read";
                let remedy = "build it with its feature for Parquet, or save the table as CSV";
                return Err(InputError::data(Location::Whole, found, remedy));
            }
        };
        walk(&mut TypedRecords::new(&mut *typed)?)
    }

    fn has_sheets(&self) -> bool {
        FileFormat::detect(self.bytes) == FileFormat::Sheet
    }
}
