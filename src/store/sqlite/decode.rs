//! Decoding of the columns of a stored graph. A value that cannot be decoded is damage.

use rusqlite::types::{Type, ValueRef};
use rusqlite::{Error, Row};

use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::rows::Value;
use crate::graph::DamageError;

/// An id that a column holds as a number.
pub(super) trait StoredId: Sized {
    /// Returns the id with a number; `None` if no id has it.
    fn from_stored(number: i64) -> Option<Self>;
}

macro_rules! stored {
    ($($id:ident)*) => {
        $(impl StoredId for $id {
            fn from_stored(number: i64) -> Option<Self> {
                Self::from_number(number)
            }
        })*
    };
}

stored!(PointId ClassId ConceptId CommunityId);

pub(super) fn id<I: StoredId>(row: &Row<'_>, column: usize) -> rusqlite::Result<I> {
    let number = row.get(column)?;
    I::from_stored(number).ok_or(Error::IntegralValueOutOfRange(column, number))
}

pub(super) fn optional_id<I: StoredId>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<Option<I>> {
    match row.get_ref(column)? {
        ValueRef::Null => Ok(None),
        _ => id(row, column).map(Some),
    }
}

pub(super) fn text_error(column: usize, what: String) -> Error {
    Error::FromSqlConversionFailure(column, Type::Text, what.into())
}

/// Adds the name of the column to the error of a number that is out of range.
pub(super) fn with_column_name(error: Error, row: &Row<'_>) -> Error {
    let Error::IntegralValueOutOfRange(at, number) = error else { return error };
    let column = row.as_ref().column_name(at).unwrap_or("a number").to_owned();
    Error::FromSqlConversionFailure(
        at,
        Type::Integer,
        format!("{column} cannot be {number}").into(),
    )
}

pub(super) fn to_value(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Text(format!("{} bytes", bytes.len())),
    }
}

/// Returns the damage that an error of reading a column means; `None` for other errors.
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
