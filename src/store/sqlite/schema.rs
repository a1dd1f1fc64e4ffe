//! Comparison of the schema of a file with the one that the program writes.
//!
//! The program's statements can be trusted only on its own tables, views and indexes: a replaced
//! view could return anything, and run forever.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rusqlite::{Connection, Result};

use super::{features, rows};
use crate::graph::DamageError;

/// Selects the objects that statements can query: name, column names as JSON, and definition.
pub(super) const OBJECTS: &str =
    "SELECT object.name, json_group_array(info.name ORDER BY info.cid),
                object.sql || coalesce((
                    SELECT group_concat(';' || char(10) || \"index\".sql, '')
                    FROM sqlite_schema AS \"index\"
                    WHERE \"index\".tbl_name = object.name AND \"index\".type = 'index'
                        AND \"index\".sql IS NOT NULL
                ), '') || ';'
            FROM sqlite_schema AS object, pragma_table_info(object.name) AS info
            WHERE object.type IN ('table', 'view') AND object.name NOT LIKE 'sqlite_%'
            GROUP BY object.name
            ORDER BY object.name";

/// The `CREATE` statement of each table, view and index, by kind and name.
type SchemaTexts = BTreeMap<(String, String), String>;

fn objects(connection: &Connection) -> Result<SchemaTexts> {
    let select = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL";
    let mut select = connection.prepare(select)?;
    let object = |row: &rusqlite::Row<'_>| Ok(((row.get(0)?, row.get(1)?), row.get(2)?));
    select.query_map([], object)?.collect()
}

fn created_objects(scripts: &[&str]) -> Result<SchemaTexts> {
    let connection = Connection::open_in_memory()?;
    scripts.iter().try_for_each(|script| connection.execute_batch(script))?;
    objects(&connection)
}

/// Returns the objects that the program creates for every graph; they are computed once.
fn own_objects() -> Result<&'static SchemaTexts> {
    static OWN: OnceLock<SchemaTexts> = OnceLock::new();
    if let Some(own) = OWN.get() {
        return Ok(own);
    }
    let own = created_objects(&[include_str!("schema.sql"), include_str!("indexes.sql")])?;
    Ok(OWN.get_or_init(|| own))
}

/// Compares the program's own objects in a file with those that the program writes.
pub(super) fn check(connection: &Connection) -> Result<std::result::Result<(), DamageError>> {
    let found = objects(connection)?;
    match compare_objects(&found, own_objects()?) {
        Ok(()) => Ok(compare_objects(&found, &column_objects(connection)?)),
        damage => Ok(damage),
    }
}

/// Returns the objects that the program creates for the columns of the table.
fn column_objects(connection: &Connection) -> Result<SchemaTexts> {
    let mut names = connection.prepare("SELECT name FROM feature ORDER BY id")?;
    let names: Vec<String> = names.query_map([], |row| row.get(0))?.collect::<Result<_>>()?;
    let mut kept = connection.prepare("SELECT name, is_number FROM kept_column ORDER BY id")?;
    let kept = kept.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows = rows::view(&names, &kept.collect::<Result<Vec<_>>>()?);
    created_objects(&[&features::schema(&names), &rows])
}

/// Returns the names of the objects that others added to a graph; empty for another file.
pub(super) fn foreign_objects(connection: &Connection) -> Result<Vec<String>> {
    let mut found = objects(connection)?;
    let own = own_objects()?;
    if compare_objects(&found, own).is_err() {
        return Ok(Vec::new());
    }
    let columns = column_objects(connection)?;
    found.retain(|key, sql| {
        let is_made = |of: &SchemaTexts| of.get(key).is_some_and(|made| made == sql);
        let (_, name) = key;
        !name.starts_with("sqlite_") && ![own, &columns].into_iter().any(is_made)
    });
    Ok(found.into_keys().map(|(kind, name)| format!("{kind} {name}")).collect())
}

fn compare_objects(found: &SchemaTexts, own: &SchemaTexts) -> std::result::Result<(), DamageError> {
    for (key, sql) in own {
        let (kind, name) = key;
        match found.get(key) {
            Some(other) if other == sql => {}
            Some(_) => return Err(DamageError(format!("the {kind} {name} is not the program's"))),
            None => return Err(DamageError(format!("the {kind} {name} is missing"))),
        }
    }
    Ok(())
}
