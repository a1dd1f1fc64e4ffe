//! What is wrong with an input, where, and what to do about it: one line for a person.
//!
//! Every reader of the crate reports through [`InputError`], so that place, what was found and the
//! remedy always come in the same order. A reader of bytes does not know the file: the code that
//! opened it adds its name.

use std::fmt;

/// Where in the input the fault is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Location {
    /// The input as a whole.
    Whole,
    /// A line of the file, from 1.
    Line(u64),
    /// A column, by name.
    Column(String),
    /// A data row (from 1, header not counted) and the line of the file it starts on (from 1); rows
    /// of a database have no line.
    Row(u64, Option<u64>),
    /// A cell: data row, line and column name.
    Cell(u64, Option<u64>, Box<str>),
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

/// What is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{found}; {remedy}", self.place())]
pub struct InputError {
    /// The file's name as the user gave it, `standard input` for `-`; none in bytes.
    pub file: Option<String>,
    /// Where in the input.
    pub location: Location,
    /// What was found there.
    pub found: String,
    /// What to do.
    pub remedy: String,
    /// Whether the request is at fault rather than the data.
    pub usage: bool,
}

impl InputError {
    /// An error of the data.
    pub fn data(location: Location, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        let (found, remedy) = (found.into(), remedy.into());
        Self { file: None, location, found, remedy, usage: false }
    }

    /// An error of the request.
    pub fn usage(location: Location, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { usage: true, ..Self::data(location, found, remedy) }
    }

    /// The same, with the name of the file that was read.
    pub fn in_file(self, file: impl Into<String>) -> Self {
        Self { file: Some(file.into()), ..self }
    }

    fn place(&self) -> String {
        let location = self.location.to_string();
        let parts: Vec<&str> = self
            .file
            .as_deref()
            .into_iter()
            .chain([&*location])
            .filter(|p| !p.is_empty())
            .collect();
        if parts.is_empty() { String::new() } else { parts.join(", ") + ": " }
    }
}

/// Longer words were not mistyped, and comparing them takes as long as their lengths multiplied.
const LONGEST: usize = 200;

/// ` (did you mean "x"?)` for the nearest of `known`, or nothing if none is near.
pub fn did_you_mean<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(given, known).map_or(String::new(), |name| format!(" (did you mean {name:?}?)"))
}

/// The one of `known` that was meant, if any is near.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if given.len() > LONGEST {
        return None;
    }
    let known = known.into_iter().filter(|name| name.len() <= LONGEST);
    let near = |name: &str| {
        let (given, name) = (given.to_lowercase(), name.to_lowercase());
        if !given.is_empty() && name.starts_with(&given) {
            return 0.95;
        }
        // Of equally near words the one with the same beginning is nearer.
        let alike = given.chars().zip(name.chars()).take_while(|(a, b)| a == b).count();
        strsim::normalized_damerau_levenshtein(&given, &name) + 0.001 * alike as f64
    };
    let best = known.map(|name| (near(name), name)).fold(None, |best, one| match best {
        Some((score, _)) if score >= one.0 => best,
        _ => Some(one),
    });
    best.filter(|(score, _)| *score >= 0.5).map(|(_, name)| name)
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
    }
}
