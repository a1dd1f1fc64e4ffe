//! A delimited text as what a table is read from.

use super::records::{RecordSource, Records, TextRecords};
use super::sniff;
use crate::base::input_error::InputError;

/// A delimited text and the sign that separates its cells.
pub(super) struct Text<'t> {
    text: &'t str,
    delimiter: u8,
}

impl<'t> Text<'t> {
    /// The text, with the sign that its first lines show.
    pub fn of(text: &'t str) -> Self {
        Self { text, delimiter: sniff::delimiter(text) }
    }
}

impl RecordSource for Text<'_> {
    fn walk<T>(
        &self,
        walk: impl FnOnce(&mut dyn Records) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        walk(&mut TextRecords::new(self.text, self.delimiter))
    }
}
