//! A delimited text as what a table is read from.

use super::records::{Records, TextRecords, Walked};
use super::sniff;
use crate::base::input_error::InputFault;

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

impl Walked for Text<'_> {
    fn walk<T>(&self, walk: impl FnOnce(&mut dyn Records) -> T) -> Result<T, InputFault> {
        Ok(walk(&mut TextRecords::new(self.text, self.delimiter)))
    }
}
