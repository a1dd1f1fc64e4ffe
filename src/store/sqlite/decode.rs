//! What a column of a stored graph means, checked before it is used.
//!
//! Ids come out of `row.get` as ids or not at all; a list of them is a JSON array of their numbers.
//! Whatever cannot be read is damage.

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::keys::Key;
use crate::base::rows::Value;
use crate::communities::Level;
use crate::store::{DamageError, class_id, community_id, concept_id, point_id};

fn damaged(damage: DamageError) -> FromSqlError {
    FromSqlError::Other(Box::new(damage))
}

impl FromSql for PointId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        point_id(value.as_i64()?).map_err(damaged)
    }
}

impl FromSql for ClassId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        class_id(value.as_i64()?).map_err(damaged)
    }
}

impl FromSql for ConceptId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        concept_id(value.as_i64()?).map_err(damaged)
    }
}

impl FromSql for CommunityId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        community_id(value.as_i64()?).map_err(damaged)
    }
}

impl FromSql for Level {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let level = value.as_str()?;
        level.parse().map_err(|_| damaged(DamageError(format!("there is no level {level:?}"))))
    }
}

/// Points as a JSON array of their numbers.
pub(super) struct PointList(pub(super) Vec<PointId>);

impl FromSql for PointList {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        let numbers: Vec<i64> = serde_json::from_str(text).map_err(|error| {
            damaged(DamageError(format!("a list of points cannot be read: {error}")))
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
        key.map(Self).map_err(|_| damaged(DamageError(format!("{number} cannot be a key"))))
    }
}

/// A cover: lower and upper concept.
pub(super) fn cover(row: &Row<'_>) -> rusqlite::Result<(ConceptId, ConceptId)> {
    Ok((row.get(0)?, row.get(1)?))
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
        E::FromSqlConversionFailure(_, _, cause) => Some(DamageError(cause.to_string())),
        E::IntegralValueOutOfRange(_, number) => {
            Some(DamageError(format!("the number {number} is out of range")))
        }
        E::InvalidColumnType(_, column, found) => {
            Some(DamageError(format!("{column} holds a value of type {found}")))
        }
        E::Utf8Error(..) => Some(DamageError("a text is not UTF-8".to_owned())),
        _ => None,
    }
}
