//! What is wrong with an input, where, and what to do about it: one line for a person.
//!
//! Every reader of the crate reports through [`InputError`], so that place, what was found and the
//! remedy always come in the same order. A reader of bytes does not know the file: the code that
//! opened it adds its name. A [`Setting`] says the remedy to a program.

use std::fmt;

use super::numerals::Numerals;

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

/// How to read an input otherwise, so that a fault goes away.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// The first line is data.
    NoHeader,
    /// The table is on this sheet.
    Sheet(String),
    /// Rows with an empty cell are left out.
    DropRows,
    /// The mean of the column stands in an empty cell.
    FillIn,
    /// This word stands for a missing value.
    Missing(String),
    /// Numbers are written so.
    Numerals(Numerals),
    /// Commas stand between thousands, or they are decimal: only a person knows.
    Commas,
    /// Columns become something else than features.
    Columns(Roles),
}

/// What columns become, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// This one has the names of the points.
    pub id: Option<String>,
    /// This one has the classes.
    pub label: Option<String>,
    /// Each word of these becomes a feature.
    pub nominal: Vec<String>,
    /// These are shown beside the points.
    pub keep: Vec<String>,
    /// These are left out.
    pub drop: Vec<String>,
}

/// What to do, in words that follow the name of a single column or the names of several.
impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id.iter().map(|name| format!("name the points by {name:?}"));
        let label = self.label.iter().map(|name| format!("make {name:?} the label"));
        let others = [
            (&self.nominal, "make columns of 0 and 1 of the words of"),
            (&self.keep, "only show"),
            (&self.drop, "leave out"),
        ];
        let others = others.iter().filter(|(names, _)| !names.is_empty()).map(|(names, what)| {
            let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
            format!("{what} {}", names.join(", "))
        });
        f.write_str(&id.chain(label).chain(others).collect::<Vec<_>>().join("; "))
    }
}

/// What is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{found}; {remedy}", self.place())]
pub struct InputError {
    /// The file's name as the user gave it, `standard input` for `-`; none in bytes.
    pub file: Option<Box<str>>,
    /// Where in the input.
    pub location: Location,
    /// What was found there.
    pub found: String,
    /// What to do.
    pub remedy: String,
    /// The remedy, where it is a setting.
    pub setting: Option<Box<Setting>>,
    /// Whether the request is at fault rather than the data.
    pub usage: bool,
}

impl InputError {
    /// An error of the data.
    pub fn data(location: Location, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        let (found, remedy) = (found.into(), remedy.into());
        Self { file: None, location, found, remedy, setting: None, usage: false }
    }

    /// An error of the data, which goes away where columns become something else.
    pub fn of_columns(location: Location, found: impl Into<String>, roles: Roles) -> Self {
        Self::data(location, found, roles.to_string()).with(Setting::Columns(roles))
    }

    /// An error of the request.
    pub fn usage(location: Location, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { usage: true, ..Self::data(location, found, remedy) }
    }

    /// The same, with the setting that is its remedy.
    pub fn with(self, setting: Setting) -> Self {
        Self { setting: Some(setting.into()), ..self }
    }

    /// The same, with the name of the file that was read unless it has one.
    pub fn in_file(self, file: impl Into<Box<str>>) -> Self {
        Self { file: self.file.or_else(|| Some(file.into())), ..self }
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

/// The one of `known` that was meant, if any is near but not the same: a longer word that begins
/// so, one of which two letters in five at most are otherwise, or one with a letter more or less.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if given.len() > LONGEST {
        return None;
    }
    let known = known.into_iter().filter(|name| name.len() <= LONGEST && *name != given);
    let near = |name: &str| {
        let (given, name) = (given.to_lowercase(), name.to_lowercase());
        if !given.is_empty() && name.starts_with(&given) {
            return 0.95;
        }
        // Of equally near words the one with the same beginning is nearer.
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
