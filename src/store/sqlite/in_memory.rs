//! SQLite databases in memory: for statements about a graph, and as the bytes of its file.

use std::io::Read;
use std::path::Path;

use rusqlite::{Connection, MAIN_DB};

use super::APPLICATION_ID;
use super::open_read::{JOURNAL_MODE, NO_GRAPH, WAL_MODE, restrict_to_reading};
use super::store::SqliteStore;
use super::write::fill;
use super::write_error::backend_error;
use crate::base::progress::Progress;
use crate::graph::Graph;
use crate::store::{Result, StoreError};

const PLACE: &str = "graph";

impl SqliteStore {
    /// Writes a graph into a database in memory.
    ///
    /// # Errors
    /// Returns an error if a section cannot be read, or after an interrupt.
    pub fn in_memory(graph: &Graph, progress: &Progress) -> Result<Self> {
        let place = Path::new(PLACE);
        let mut connection =
            Connection::open_in_memory().map_err(|error| backend_error(place, error))?;
        fill(&mut connection, graph, place, progress)?;
        Self::from_connection(connection)
    }

    /// Opens a graph from the bytes of its file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a graph, or if it has another schema version or is
    /// damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let place = Path::new(PLACE);
        let read = || {
            let mut connection = Connection::open_in_memory()?;
            // A database in memory has no log, so the journal mode WAL is overwritten.
            let (start, rest) = bytes.split_at(bytes.len().min(JOURNAL_MODE.start));
            let mode: &[u8] = if rest.starts_with(&WAL_MODE) { &[1, 1] } else { &[] };
            let bytes_of = start.chain(mode).chain(&rest[mode.len()..]);
            connection.deserialize_read_exact(MAIN_DB, bytes_of, bytes.len(), true)?;
            Ok(connection)
        };
        Self::from_connection(read().map_err(|error: rusqlite::Error| backend_error(place, error))?)
    }

    fn from_connection(connection: Connection) -> Result<Self> {
        let refused = |said: &str| StoreError::Refused(format!("{PLACE}: {said}"));
        let (connection, ours, version) =
            restrict_to_reading(connection).map_err(|error| refused(&error.to_string()))?;
        if ours != APPLICATION_ID {
            return Err(refused(NO_GRAPH));
        }
        Self::new(connection, Path::new(PLACE), None, version)
    }

    /// Returns the bytes of the graph's file.
    ///
    /// # Errors
    /// Returns an error if the database cannot be serialized.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut connection = self.connection();
        let bytes = connection.serialize(MAIN_DB);
        bytes.map(|bytes| bytes.to_vec()).map_err(|error| backend_error(Path::new(PLACE), error))
    }
}
