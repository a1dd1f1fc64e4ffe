//! What a file held when it was opened, to see whether another program changed it since. Neither
//! its time nor its length tells: with a WAL, SQLite writes beside the file.

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, Result};

use super::schema;

/// The graph, by what is said of it, its digest too; of the rows beside it the last and how many.
/// What users add is not in it.
#[derive(Debug, PartialEq)]
pub(super) struct State {
    graph: Vec<(String, Sql)>,
    placed: Option<(Option<i64>, i64)>,
}

impl State {
    /// As it is now.
    pub(super) fn of(connection: &Connection) -> Result<Self> {
        let mut graph = connection.prepare("SELECT key, value FROM graph ORDER BY key")?;
        let graph = graph.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let graph = graph.collect::<Result<_>>()?;
        let placed = match schema::has_placed(connection)? {
            false => None,
            true => {
                Some(connection.query_row("SELECT max(id), count(*) FROM placed", [], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })?)
            }
        };
        Ok(Self { graph, placed })
    }
}
