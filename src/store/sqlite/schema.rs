//! The schema of a file, compared with the one that the program writes.
//!
//! The program's own statements can only be trusted on its own tables, views and indexes: a view
//! that was replaced could say anything, and take for ever to say it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rusqlite::{Connection, Result};

use crate::store::Damage;

/// The additional view of a graph that was made from a table.
pub(super) const NEIGHBOR: &str = "\
-- The k-nearest-neighbour graph, of which attribute j is point j.
             CREATE VIEW neighbor (point_id, neighbor_id) AS
             SELECT point_id, attribute_id FROM incidence;";

/// The statement that makes each table, view and index, by kind and name.
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
    if let Some(own) = OWN.get() {
        return Ok(own);
    }
    let connection = Connection::open_in_memory()?;
    for script in [include_str!("schema.sql"), include_str!("indexes.sql"), NEIGHBOR] {
        connection.execute_batch(script)?;
    }
    let own = objects(&connection)?;
    Ok(OWN.get_or_init(|| own))
}

/// Whether everything is as the program makes it; whatever else the file holds is the user's own.
pub(super) fn check(connection: &Connection) -> Result<std::result::Result<(), Damage>> {
    let found = objects(connection)?;
    for (key, sql) in own()? {
        let (kind, name) = key;
        match found.get(key) {
            Some(other) if other == sql => {}
            // A ready context has no neighbours.
            None if name == "neighbor" => {}
            Some(_) => return Ok(Err(Damage(format!("the {kind} {name} is not the program's")))),
            None => return Ok(Err(Damage(format!("the {kind} {name} is missing")))),
        }
    }
    Ok(Ok(()))
}
