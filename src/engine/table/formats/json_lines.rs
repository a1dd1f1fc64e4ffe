//! Rows of JSON objects, one on each line, or in one list.
//!
//! The columns are the keys in the order of their first occurrence; a key that an object lacks is a
//! missing value. Lines are those of an editor.

use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::super::source::{self, line_at};
use super::super::typed_records::cell_from_json;
use super::super::typed_rows::{TypedCell, TypedRows};
use crate::base::input_error::{InputError, Location};

/// The cells of an object in the columns known when it was read, and its line.
type JsonRow = (Vec<JsonCell>, Option<u64>);

/// A cell. A file has many of them, so a list of fractions is stored compactly.
#[derive(Clone)]
enum JsonCell {
    Cell(TypedCell),
    Reals(Vec<f64>),
}

pub(super) struct JsonRows {
    columns: Vec<String>,
    rows: std::vec::IntoIter<JsonRow>,
    line: Option<u64>,
}

impl JsonRows {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, InputError> {
        let text = source::decode_text(bytes)?;
        let mut table = JsonTable::default();
        match text.trim_start().starts_with('[') {
            true => {
                let objects: Vec<JsonObject> = serde_json::from_str(text)
                    .map_err(|error| json_error(&error, error.line() as u64))?;
                objects.into_iter().try_for_each(|object| table.push(object, None))?;
            }
            false => {
                let mut objects =
                    serde_json::Deserializer::from_str(text).into_iter::<JsonObject>();
                let (mut line, mut before) = (1, 0);
                loop {
                    let from = objects.byte_offset();
                    let blank = text[from..].len() - text[from..].trim_start().len();
                    line += line_at(&text.as_bytes()[before..], from + blank - before) - 1;
                    before = from + blank;
                    let Some(object) = objects.next() else { break };
                    table.push(object.map_err(|error| json_error(&error, line))?, Some(line))?;
                }
            }
        }
        if table.rows.is_empty() {
            return Err(InputError::data(Location::Whole, "there is no object", "give at least 2"));
        }
        if let ([(row, _)], true) = (&table.rows[..], table.has_parts) {
            let found = format!("this is a single JSON object (number of keys: {})", row.len());
            let remedy = "use one object per line: df.to_json(FILE, orient='records', lines=True)";
            return Err(InputError::data(Location::Whole, found, remedy));
        }
        Ok(Self { columns: table.columns, rows: table.rows.into_iter(), line: None })
    }
}

impl TypedRows for JsonRows {
    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn next(&mut self, row: &mut Vec<TypedCell>) -> Result<bool, InputError> {
        let Some((cells, line)) = self.rows.next() else { return Ok(false) };
        row.clear();
        row.extend(cells.into_iter().map(|cell| match cell {
            JsonCell::Cell(cell) => cell,
            JsonCell::Reals(numbers) => {
                TypedCell::List(numbers.into_iter().map(TypedCell::Real).collect())
            }
        }));
        row.resize(self.columns.len(), TypedCell::Empty);
        self.line = line;
        Ok(true)
    }

    fn line(&self) -> Option<u64> {
        self.line
    }
}

#[derive(Default)]
struct JsonTable {
    columns: Vec<String>,
    places: HashMap<String, usize>,
    rows: Vec<JsonRow>,
    /// `true` if a value is an object or a list.
    has_parts: bool,
}

impl JsonTable {
    fn push(
        &mut self,
        JsonObject(members): JsonObject,
        line: Option<u64>,
    ) -> Result<(), InputError> {
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
                    JsonCell::Reals(items.iter().filter_map(Value::as_f64).collect())
                }
                value => JsonCell::Cell(to_cell(value)),
            });
        }
        let empty = || JsonCell::Cell(TypedCell::Empty);
        self.rows.push((row.into_iter().map(|cell| cell.unwrap_or_else(empty)).collect(), line));
        Ok(())
    }
}

fn to_cell(value: Value) -> TypedCell {
    match value {
        Value::Null => TypedCell::Empty,
        Value::Bool(truth) => TypedCell::Int(truth.into()),
        Value::Number(number) => cell_from_json(number),
        Value::String(text) => TypedCell::Text(text),
        Value::Array(items) => TypedCell::from_list(items.into_iter().map(to_cell).collect()),
        Value::Object(_) => TypedCell::new_unsupported(
            "an object",
            "write its values as keys of their own, or leave the key out",
        ),
    }
}

fn json_error(error: &serde_json::Error, line: u64) -> InputError {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    let found = format!("found no JSON object ({said})");
    let remedy = "use one object per line, with null for a missing value: {\"x\": 1, \"y\": null}";
    InputError::data(Location::Line(line), found, remedy)
}

/// The members of an object, in order.
struct JsonObject(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor;
        impl<'de> Visitor<'de> for ObjectVisitor {
            type Value = JsonObject;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonObject, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(JsonObject(members))
            }
        }
        deserializer.deserialize_map(ObjectVisitor)
    }
}
