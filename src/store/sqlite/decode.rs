//! What a column of a stored graph means, checked before it is used.
//!
//! Ids come out as ids or not at all; a list of them is a JSON array of their numbers.
//! Whatever cannot be read is damage.

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::keys::Key;
use crate::base::rows::Value;
use crate::store::{Damage, class_id, community_id, concept_id, point_id};

fn damaged(damage: Damage) -> FromSqlError {
    FromSqlError::Other(Box::new(damage))
}

/// What a store keeps as a number of its own.
pub(super) trait StoredId: Sized {
    /// The id with this number.
    fn from_number(number: i64) -> Result<Self, Damage>;
}

impl StoredId for PointId {
    fn from_number(number: i64) -> Result<Self, Damage> {
        point_id(number)
    }
}

impl StoredId for ClassId {
    fn from_number(number: i64) -> Result<Self, Damage> {
        class_id(number)
    }
}

impl StoredId for ConceptId {
    fn from_number(number: i64) -> Result<Self, Damage> {
        concept_id(number)
    }
}

impl StoredId for CommunityId {
    fn from_number(number: i64) -> Result<Self, Damage> {
        community_id(number)
    }
}

/// An id, out of a column.
struct Id<T>(T);

impl<T: StoredId> FromSql for Id<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        T::from_number(value.as_i64()?).map(Self).map_err(damaged)
    }
}

/// The id in a column.
pub(super) fn id<T: StoredId>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    Ok(row.get::<_, Id<T>>(column)?.0)
}

/// The id in a column that may be empty.
pub(super) fn optional_id<T: StoredId>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<Option<T>> {
    Ok(row.get::<_, Option<Id<T>>>(column)?.map(|id| id.0))
}

/// Points as a JSON array of their numbers.
pub(super) struct PointList(pub(super) Vec<PointId>);

impl FromSql for PointList {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        let numbers: Vec<i64> = serde_json::from_str(text).map_err(|error| {
            damaged(Damage(format!("a list of points cannot be read: {error}")))
        })?;
        let points = numbers.into_iter().map(point_id).collect::<Result<_, _>>();
        points.map(Self).map_err(damaged)
    }
}

/// A key, which is stored as a signed number.
pub(super) struct StoredKey(pub(super) Key);

impl FromSql for StoredKey {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let number = value.as_i64()?;
        let key = u64::try_from(number);
        key.map(Self).map_err(|_| damaged(Damage(format!("{number} cannot be a key"))))
    }
}

/// A cover: lower and upper concept.
pub(super) fn cover(row: &Row<'_>) -> rusqlite::Result<(ConceptId, ConceptId)> {
    Ok((id(row, 0)?, id(row, 1)?))
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
pub(super) fn damage(error: &rusqlite::Error) -> Option<Damage> {
    use rusqlite::Error as E;
    match error {
        E::FromSqlConversionFailure(_, _, cause) => Some(Damage(cause.to_string())),
        E::IntegralValueOutOfRange(_, number) => {
            Some(Damage(format!("the number {number} is out of range")))
        }
        E::InvalidColumnType(_, column, found) => {
            Some(Damage(format!("{column} holds a value of type {found}")))
        }
        E::Utf8Error(..) => Some(Damage("a text is not UTF-8".to_owned())),
        _ => None,
    }
}
