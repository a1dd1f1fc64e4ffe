//! What a column of a stored graph means. Whatever cannot be read is damage.

use rusqlite::Row;
use rusqlite::types::{FromSql, ValueRef};

use crate::base::rows::Value;
use crate::store::DamageError;
use crate::store::row_store::{Decoded, StoredRow};

fn get<T: FromSql>(row: &Row<'_>, column: &str) -> Decoded<Option<T>> {
    row.get(column).map_err(|error| damage(&error).unwrap_or_else(|| error.to_string().into()))
}

impl StoredRow for Row<'_> {
    fn int(&self, column: &str) -> Decoded<Option<i64>> {
        get(self, column)
    }

    fn real(&self, column: &str) -> Decoded<Option<f64>> {
        get(self, column)
    }

    fn text(&self, column: &str) -> Decoded<Option<String>> {
        get(self, column)
    }
}

/// Any value, as an answer shows it.
pub(super) fn value(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Text(format!("{} bytes", bytes.len())),
    }
}

/// The damage behind an error of reading a column; none for other errors.
pub(super) fn damage(error: &rusqlite::Error) -> Option<DamageError> {
    use rusqlite::Error as E;
    match error {
        E::FromSqlConversionFailure(_, _, cause) => Some(cause.to_string().into()),
        E::IntegralValueOutOfRange(_, number) => {
            Some(format!("the number {number} is out of range").into())
        }
        E::InvalidColumnType(_, column, found) => {
            Some(format!("{column} holds a value of type {found}").into())
        }
        E::Utf8Error(..) => Some("a text is not UTF-8".into()),
        _ => None,
    }
}
