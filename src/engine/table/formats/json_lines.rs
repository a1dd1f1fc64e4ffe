//! Rows of JSON objects, one on each line, or in one list.
//!
//! The columns are the keys in the order of their first occurrence; a key that an object lacks is a
//! missing value. Lines are those of an editor.

use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::super::source::{self, line_of};
use super::super::typed_records::of_json;
use super::super::typed_rows::{Cell, TypedRows};
use crate::base::input_error::{InputError, Location};

/// The cells of an object in the columns known when it was read, and its line.
type Row = (Vec<Kept>, Option<u64>);

/// A cell. A file has many of them, so a list of fractions is stored compactly.
#[derive(Clone)]
enum Kept {
    Cell(Cell),
    Reals(Vec<f64>),
}

/// The rows of a file.
pub(super) struct JsonRows {
    columns: Vec<String>,
    rows: std::vec::IntoIter<Row>,
    line: Option<u64>,
}

impl JsonRows {
    /// Reads all rows.
    ///
    /// # Errors
    /// Returns an error if a line is not JSON, with its number, or if a value is not an object.
    pub fn of(bytes: &[u8]) -> Result<Self, InputError> {
        let text = source::text(bytes)?;
        let mut table = Table::default();
        match text.trim_start().starts_with('[') {
            true => {
                let objects: Vec<Object> = serde_json::from_str(text)
                    .map_err(|error| broken(&error, error.line() as u64))?;
                objects.into_iter().try_for_each(|object| table.push(object, None))?;
            }
            false => {
                let mut objects = serde_json::Deserializer::from_str(text).into_iter::<Object>();
                let (mut line, mut before) = (1, 0);
                loop {
                    let from = objects.byte_offset();
                    let blank = text[from..].len() - text[from..].trim_start().len();
                    line += line_of(&text.as_bytes()[before..], from + blank - before) - 1;
                    before = from + blank;
                    let Some(object) = objects.next() else { break };
                    table.push(object.map_err(|error| broken(&error, line))?, Some(line))?;
                }
            }
        }
        if table.rows.is_empty() {
            return Err(InputError::data(Location::Whole, "there is no object", "give at least 2"));
        }
        if let ([(row, _)], true) = (&table.rows[..], table.has_parts) {
            let found = format!("this is one object of JSON, with {} keys", row.len());
            let remedy = "write one object a line: df.to_json(FILE, orient='records', lines=True)";
            return Err(InputError::data(Location::Whole, found, remedy));
        }
        Ok(Self { columns: table.columns, rows: table.rows.into_iter(), line: None })
    }
}

impl TypedRows for JsonRows {
    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn next(&mut self, row: &mut Vec<Cell>) -> Result<bool, InputError> {
        let Some((cells, line)) = self.rows.next() else { return Ok(false) };
        row.clear();
        row.extend(cells.into_iter().map(|cell| match cell {
            Kept::Cell(cell) => cell,
            Kept::Reals(numbers) => Cell::List(numbers.into_iter().map(Cell::Real).collect()),
        }));
        row.resize(self.columns.len(), Cell::Empty);
        self.line = line;
        Ok(true)
    }

    fn line(&self) -> Option<u64> {
        self.line
    }
}

/// The rows that were read so far.
#[derive(Default)]
struct Table {
    columns: Vec<String>,
    places: HashMap<String, usize>,
    rows: Vec<Row>,
    /// `true` if a value is an object or a list.
    has_parts: bool,
}

impl Table {
    fn push(&mut self, Object(members): Object, line: Option<u64>) -> Result<(), InputError> {
        let mut row = vec![None; self.columns.len()];
        for (key, value) in members {
            let at = *self.places.entry(key).or_insert_with_key(|key| {
                self.columns.push(key.clone());
                row.push(None);
                self.columns.len() - 1
            });
            if row[at].is_some() {
                let place = Location::Row(self.rows.len() as u64 + 1, line);
                let found = format!("the key {:?} occurs twice", self.columns[at]);
                return Err(InputError::data(place, found, "name one of them otherwise"));
            }
            self.has_parts |= value.is_object() || value.is_array();
            row[at] = Some(match value {
                Value::Array(items) if items.iter().all(Value::is_f64) => {
                    Kept::Reals(items.iter().filter_map(Value::as_f64).collect())
                }
                value => Kept::Cell(cell(value)),
            });
        }
        let empty = || Kept::Cell(Cell::Empty);
        self.rows.push((row.into_iter().map(|cell| cell.unwrap_or_else(empty)).collect(), line));
        Ok(())
    }
}

fn cell(value: Value) -> Cell {
    match value {
        Value::Null => Cell::Empty,
        Value::Bool(truth) => Cell::Int(truth.into()),
        Value::Number(number) => of_json(number),
        Value::String(text) => Cell::Text(text),
        Value::Array(items) => Cell::of_list(items.into_iter().map(cell).collect()),
        Value::Object(_) => {
            Cell::unfit("an object", "write its values as keys of their own, or leave the key out")
        }
    }
}

/// Returns the error of a line that is not JSON or not an object.
fn broken(error: &serde_json::Error, line: u64) -> InputError {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    let found = format!("no object of JSON ({said})");
    let remedy = "write one object a line, with null for a missing value: {\"x\": 1, \"y\": null}";
    InputError::data(Location::Line(line), found, remedy)
}

/// The members of an object, in order.
struct Object(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Object(members))
            }
        }
        deserializer.deserialize_map(Members)
    }
}
