//! The schema of a file, held against the one that the program writes.
//!
//! A statement of the program's own can only be trusted on tables, views and indexes of its own: a
//! view that was replaced could say anything, and take for ever to say it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rusqlite::{Connection, Result};

use super::{STABILITY, STEPS};
use crate::store::Damage;

/// The view that a graph made from a table has beside the others.
pub(super) const NEIGHBOR: &str = "\
-- The k-nearest-neighbour graph, of which attribute j is point j.
             CREATE VIEW neighbor (point_id, neighbor_id) AS
             SELECT point_id, attribute_id FROM incidence;";

/// What a graph of an older schema has in place of what is new, so that statements naming it run.
pub(super) fn stand_ins(version: i32) -> impl Iterator<Item = &'static str> {
    let stability = "\
        CREATE TEMP VIEW concept AS SELECT *, NULL AS delta, NULL AS gap FROM main.concept;
        CREATE TEMP VIEW mask AS SELECT 0 AS point_id, 0 AS block, 0 AS bits WHERE 0;";
    let steps = "\
        CREATE TEMP VIEW covered AS SELECT upper_id, lower_id FROM main.cover;
        CREATE TEMP VIEW upper_covers AS
        SELECT lower_id AS concept_id, upper_id AS first_id, '' AS steps FROM main.cover;
        CREATE TEMP VIEW lower_covers AS
        SELECT upper_id AS concept_id, lower_id AS first_id, '' AS steps FROM main.cover;";
    let all = [(STABILITY, stability), (STEPS, steps)];
    all.into_iter().filter(move |(since, _)| version < *since).map(|(_, view)| view)
}

/// Covers as they were when each was a row.
const COVER_ROWS: &str = "\
CREATE TABLE cover (
    lower_id INTEGER NOT NULL REFERENCES concept,
    upper_id INTEGER NOT NULL REFERENCES concept,
    PRIMARY KEY (lower_id, upper_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX cover_by_upper ON cover (upper_id, lower_id);";

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

/// What these scripts make.
fn made(scripts: &[&str]) -> Result<Objects> {
    let connection = Connection::open_in_memory()?;
    scripts.iter().try_for_each(|script| connection.execute_batch(script))?;
    objects(&connection)
}

/// What the program's own scripts make, made once.
fn own() -> Result<&'static Objects> {
    static OWN: OnceLock<Objects> = OnceLock::new();
    match OWN.get() {
        Some(own) => Ok(own),
        None => {
            let scripts = [include_str!("schema.sql"), include_str!("indexes.sql"), NEIGHBOR];
            made(&scripts).map(|own| OWN.get_or_init(|| own))
        }
    }
}

/// What they made in that version of the schema.
fn of(version: i32) -> Result<Objects> {
    let mut expected = own()?.clone();
    if version < STEPS {
        let is_new = ["upper_covers", "lower_covers", "cover", "covered"];
        expected.retain(|(_, name), _| !is_new.contains(&name.as_str()));
        expected.extend(made(&[COVER_ROWS])?);
    }
    if version < STABILITY {
        expected.retain(|(_, name), _| name != "mask");
        for ((_, name), sql) in &mut expected {
            match name.as_str() {
                "concept" => *sql = without_stability(sql),
                "member" => *sql = LISTED_MEMBERS.to_owned(),
                _ => {}
            }
        }
    }
    Ok(expected)
}

/// Whether everything is there as the program makes it, or made it in that version of the schema;
/// whatever else is there is somebody else's.
pub(super) fn check(
    connection: &Connection,
    version: i32,
) -> Result<std::result::Result<(), Damage>> {
    let found = objects(connection)?;
    for (key, sql) in of(version)? {
        let (kind, name) = &key;
        match found.get(&key) {
            Some(told) if *told == sql => {}
            None if name == "neighbor" => {}
            Some(_) => return Ok(Err(Damage(format!("the {kind} {name} is not the program's")))),
            None => return Ok(Err(Damage(format!("the {kind} {name} is missing")))),
        }
    }
    Ok(Ok(()))
}
