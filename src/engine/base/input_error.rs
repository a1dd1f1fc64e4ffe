//! Errors of inputs in one line for people: the location, the finding and the remedy.
//!
//! Every reader of the crate reports through [`InputError`], so that these parts always come in
//! this order. A reader of bytes does not know the file; the code that opened it adds the name. A
//! [`Fix`] gives the remedy to a program.

use std::fmt;

/// The location of a fault in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Location {
    /// The input as a whole.
    Whole,
    /// A line of the file, from 1.
    Line(u64),
    /// A column, by name.
    Column(String),
    /// A data row (from 1, without the header) and the line of the file that it starts on (from 1);
    /// rows of a database have no line.
    Row(u64, Option<u64>),
    /// A cell: data row, line and column name.
    Cell(u64, Option<u64>, Box<str>),
}

impl Location {
    /// Returns the location of a cell in the column of another name.
    pub(crate) fn with_column(self, name: &str) -> Self {
        match self {
            Location::Cell(row, line, _) => Location::Cell(row, line, name.into()),
            other => other,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Whole => Ok(()),
            Location::Line(line) => write!(f, "line {line}"),
            Location::Column(name) => write!(f, "column {name:?}"),
            Location::Row(row, None) => write!(f, "row {row}"),
            Location::Row(row, Some(line)) => write!(f, "row {row} (line {line})"),
            Location::Cell(row, line, name) => {
                write!(f, "{}, column {name:?}", Location::Row(*row, *line))
            }
        }
    }
}

/// A change of the options of reading that removes a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fix {
    /// The first line names the columns.
    Header,
    /// The table is on the given sheet.
    Sheet(String),
    /// The given sign is the decimal sign.
    Decimal(char),
    /// The given sign separates thousands.
    Thousands(char),
    /// The column is only shown.
    Shown(String),
    /// The column is a feature.
    Feature(String),
}

/// An error of an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{found}; {remedy}", self.location_prefix())]
pub struct InputError {
    /// The name of the file as given, `standard input` for `-`; `None` if bytes were read.
    pub file: Option<Box<str>>,
    /// The location in the input.
    pub location: Location,
    /// The finding at the location.
    pub found: String,
    /// The advice to the user.
    pub remedy: String,
    /// The remedies as changes of options, and the other errors of the input; `None` if there are
    /// neither.
    pub(crate) details: Option<Box<ErrorDetails>>,
    /// `true` if the request is at fault rather than the data.
    pub usage: bool,
}

/// The remedies of an error as changes of options, and the other errors of the input. Few errors
/// have any, so they are boxed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ErrorDetails {
    fixes: Vec<Fix>,
    others: Vec<InputError>,
}

impl InputError {
    /// Creates an error of the data.
    pub fn data(location: Location, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        let (found, remedy) = (found.into(), remedy.into());
        Self { file: None, location, found, remedy, details: None, usage: false }
    }

    /// Creates an error of the request.
    pub fn usage(location: Location, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { usage: true, ..Self::data(location, found, remedy) }
    }

    /// Returns the remedies as changes of options, of which one is enough; empty if the input must
    /// change.
    pub fn fixes(&self) -> &[Fix] {
        self.details.as_ref().map_or(&[], |details| &details.fixes)
    }

    /// Returns the other errors of the input.
    pub fn others(&self) -> &[InputError] {
        self.details.as_ref().map_or(&[], |details| &details.others)
    }

    pub(crate) fn with_fix(self, fix: Fix) -> Self {
        self.with_fixes(vec![fix])
    }

    pub(crate) fn with_fixes(mut self, fixes: Vec<Fix>) -> Self {
        self.details.get_or_insert_default().fixes = fixes;
        self
    }

    /// Returns an error for several: the first with the others; `None` if there are none.
    pub(crate) fn from_all(mut errors: Vec<Self>) -> Option<Self> {
        errors.dedup();
        let mut errors = errors.into_iter();
        let mut first = errors.next()?;
        let others: Vec<Self> = errors.collect();
        if !others.is_empty() {
            first.details.get_or_insert_default().others = others;
        }
        Some(first)
    }

    /// Adds the name of the file that was read, unless the error has one.
    pub fn in_file(self, file: impl Into<Box<str>>) -> Self {
        let (file, mut details) = (file.into(), self.details);
        if let Some(details) = &mut details {
            let others = std::mem::take(&mut details.others).into_iter();
            details.others = others.map(|other| other.in_file(file.clone())).collect();
        }
        Self { file: self.file.or(Some(file)), details, ..self }
    }

    fn location_prefix(&self) -> String {
        let location = self.location.to_string();
        let parts = self.file.as_deref().into_iter().chain([&*location]);
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { String::new() } else { parts.join(", ") + ": " }
    }
}

/// The most bytes of a compared word: longer words are not typing errors, and the cost of a
/// comparison is the product of the lengths.
const MAX_WORD_BYTES: usize = 200;

/// Returns ` (did you mean "x"?)` for the nearest word of `known`; empty if none is near.
pub fn did_you_mean<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest_word(given, known).map_or(String::new(), |name| format!(" (did you mean {name:?}?)"))
}

/// Returns the word of `known` that was probably meant; `None` if none is near or only an equal
/// word is. Near are words that begin with `given`, that differ in at most two letters in five, or
/// that contain `given` or are contained in it and differ in at most half of the letters.
pub fn nearest_word<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if given.len() > MAX_WORD_BYTES {
        return None;
    }
    let known = known.into_iter().filter(|name| name.len() <= MAX_WORD_BYTES && *name != given);
    let near = |name: &str| {
        let (given, name) = (given.to_lowercase(), name.to_lowercase());
        if !given.is_empty() && name.starts_with(&given) {
            return 0.95;
        }
        // Ties go to the word with the longer common prefix.
        let alike = given.chars().zip(name.chars()).take_while(|(a, b)| a == b).count();
        let is_part = !given.is_empty() && (given.contains(&name) || name.contains(&given));
        strsim::normalized_damerau_levenshtein(&given, &name)
            + 0.001 * alike as f64
            + if is_part { 0.1 } else { 0.0 }
    };
    let best = known.map(|name| (near(name), name)).fold(None, |best, one| match best {
        Some((score, _)) if score >= one.0 => best,
        _ => Some(one),
    });
    best.filter(|(score, _)| *score >= 0.6).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_names_file_row_column_and_remedy() {
        let location = Location::Cell(3, Some(4), "width".into());
        let fault = InputError::data(location, "found \"x\", not a number", "correct it");
        let expected = "row 3 (line 4), column \"width\": found \"x\", not a number; correct it";
        assert_eq!(fault.to_string(), expected);
        assert_eq!(fault.in_file("a.csv").to_string(), format!("a.csv, {expected}"));
        let row = Location::Cell(3, None, "width".into());
        assert_eq!(row.to_string(), "row 3, column \"width\"");
        let fault = InputError::data(Location::Whole, "no such file", "check the path");
        assert_eq!(fault.to_string(), "no such file; check the path");
        assert_eq!(fault.in_file("a.csv").to_string(), "a.csv: no such file; check the path");
    }

    #[test]
    fn suggestions_are_near_or_absent() {
        let known = ["sepal_length", "class"];
        assert_eq!(did_you_mean("clas", known), " (did you mean \"class\"?)");
        assert_eq!(did_you_mean("sepal", known), " (did you mean \"sepal_length\"?)");
        assert_eq!(did_you_mean("zzz", known), "");
        assert_eq!(did_you_mean("class", known), "");
        assert_eq!(did_you_mean("zero", ["error"]), "");
        assert_eq!(did_you_mean("1", ["e2", "d1"]), " (did you mean \"d1\"?)");
    }
}
