//! The schema of a file, held against the one that the program writes.
//!
//! A statement of the program's own can only be trusted on tables, views and indexes of its own: a
//! view that was replaced could say anything, and take for ever to say it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rusqlite::{Connection, Result};

use super::STABILITY;
use crate::store::Damage;

/// The view that a graph made from a table has beside the others.
pub(super) const NEIGHBOR: &str = "\
-- The k-nearest-neighbour graph, of which attribute j is point j.
             CREATE VIEW neighbor (point_id, neighbor_id) AS
             SELECT point_id, attribute_id FROM incidence;";

/// What a graph of an older schema has in place of what is new, so that statements naming it run.
pub(super) const STAND_INS: &str = "\
    CREATE TEMP VIEW concept AS SELECT *, NULL AS delta, NULL AS gap FROM main.concept;
    CREATE TEMP VIEW mask AS SELECT 0 AS point_id, 0 AS block, 0 AS bits WHERE 0;";

/// The view of members as it was when every concept had a list of them.
const LISTED_MEMBERS: &str = "\
CREATE VIEW member (concept_id, point_id) AS
SELECT extent.concept_id, point.value
FROM extent, json_each(extent.points) AS point";

/// The table of concepts as it was before delta and gap.
fn without_stability(sql: &str) -> String {
    let is_new = |line: &str| ["delta ", "gap "].iter().any(|c| line.trim_start().starts_with(c));
    let kept: Vec<&str> = sql.lines().filter(|line| !is_new(line)).collect();
    kept.join("\n")
}

/// What each table, view and index is told, by kind and name.
type Objects = BTreeMap<(String, String), String>;

fn objects(connection: &Connection) -> Result<Objects> {
    let select = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL";
    let mut select = connection.prepare(select)?;
    let object = |row: &rusqlite::Row<'_>| Ok(((row.get(0)?, row.get(1)?), row.get(2)?));
    select.query_map([], object)?.collect()
}

/// What the program's own scripts make, made once.
fn own() -> Result<&'static Objects> {
    static OWN: OnceLock<Objects> = OnceLock::new();
    match OWN.get() {
        Some(own) => Ok(own),
        None => made().map(|own| OWN.get_or_init(|| own)),
    }
}

fn made() -> Result<Objects> {
    let connection = Connection::open_in_memory()?;
    connection.execute_batch(include_str!("schema.sql"))?;
    connection.execute_batch(include_str!("indexes.sql"))?;
    connection.execute_batch(NEIGHBOR)?;
    objects(&connection)
}

/// Whether everything is there as the program makes it, or made it in that version of the schema;
/// whatever else is there is somebody else's.
pub(super) fn check(
    connection: &Connection,
    version: i32,
) -> Result<std::result::Result<(), Damage>> {
    let found = objects(connection)?;
    for (key, sql) in own()? {
        let (kind, name) = key;
        let is_older = version < STABILITY;
        let sql = match name.as_str() {
            "concept" if is_older => without_stability(sql),
            "member" if is_older => LISTED_MEMBERS.to_owned(),
            _ => sql.clone(),
        };
        match found.get(key) {
            Some(told) if *told == sql => {}
            None if name == "neighbor" || (name == "mask" && is_older) => {}
            Some(_) => return Ok(Err(Damage(format!("the {kind} {name} is not the program's")))),
            None => return Ok(Err(Damage(format!("the {kind} {name} is missing")))),
        }
    }
    Ok(Ok(()))
}
