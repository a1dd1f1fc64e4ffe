//! Exports a graph for bulk import, as a folder with a file per table: the fastest way into an
//! empty database.
//!
//! `neo4j-admin database import` reads the CSV files. The embedded graph database LadybugDB reads
//! CSV and Parquet by the scripts `schema.cypher` and `copy.cypher`. The rows are those of a load,
//! so the program reads an imported graph like a loaded one. Invariant: the folder appears whole or
//! not at all.

mod csv;
mod ladybug;
#[cfg(feature = "parquet")]
mod parquet;

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

use super::neo4j_rows::block::{Block, Column};
use super::neo4j_rows::kind::ElementKind;
use super::neo4j_rows::plan::{Batch, plan};
use super::neo4j_rows::source::GraphRows;
use super::{Result, StoreError};
use crate::base::atomic_file::AtomicFolder;
use crate::base::progress::Progress;
use crate::graph::Graph;

/// The format of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkFormat {
    /// CSV, for `neo4j-admin` and LadybugDB.
    Csv,
    /// Parquet, for LadybugDB and other programs that read tables.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Writes the tables of `graph` into a new folder, as a graph called `name`. Returns the words of
/// the `neo4j-admin` command that imports the CSV files; empty for Parquet.
///
/// # Errors
/// Returns an error if the folder exists or cannot be written, or if its name has a comma and the
/// format is CSV; if the graph's store fails; or after an interrupt.
pub fn write(
    graph: &Graph,
    name: &str,
    folder: &Path,
    format: BulkFormat,
    progress: &Progress,
) -> Result<Vec<String>> {
    let place = folder.display().to_string();
    let failed = |error: io::Error| {
        StoreError::new_backend(&place, error.kind(), format!("cannot be written ({error})"))
    };
    if folder.exists() {
        let cause = "this exists already; name a new folder";
        return Err(StoreError::new_backend(place, io::ErrorKind::AlreadyExists, cause));
    }
    if format == BulkFormat::Csv && place.contains(',') {
        return Err(StoreError::Refused(format!(
            "{place}: for neo4j-admin a comma ends the name of a file; name a folder without one"
        )));
    }
    let hidden = AtomicFolder::new(folder).map_err(failed)?;
    let rows = GraphRows::new(graph, name, progress)?;
    let kinds = ElementKind::all().filter(|&kind| rows.has_rows_of(kind));
    let tables: Vec<BulkTable> = kinds.map(|kind| BulkTable::new(&rows, kind, &(0..0))).collect();
    let shown = rows.points.shown_columns().names();
    let typical = rows.communities.all.iter().flat_map(|one| &one.typical);
    let listed: Vec<&String> =
        rows.own_names.iter().chain(&rows.features.names).chain(shown).chain(typical).collect();
    let separator = separator(&listed);
    let command = match format {
        BulkFormat::Csv => {
            let files = csv::CsvFiles::new(hidden.path(), &rows, &tables, separator);
            let mut files = files.map_err(failed)?;
            write_rows(&rows, progress, &mut |table| files.write(table).map_err(failed))?;
            files.close(&place).map_err(failed)?
        }
        #[cfg(feature = "parquet")]
        BulkFormat::Parquet => {
            let mut files = parquet::ParquetFiles::new(hidden.path(), &tables).map_err(failed)?;
            write_rows(&rows, progress, &mut |table| files.write(table).map_err(failed))?;
            files.close().map_err(failed)?;
            Vec::new()
        }
    };
    for (script, text) in ladybug::scripts(&tables, format, separator) {
        fs::write(hidden.path().join(script), text).map_err(failed)?;
    }
    hidden.persist().map_err(failed)?;
    Ok(command)
}

fn write_rows(
    rows: &GraphRows<'_>,
    progress: &Progress,
    write: &mut dyn FnMut(&BulkTable) -> Result<()>,
) -> Result<()> {
    progress.set_part_count(rows.facts.concepts.into());
    write(&BulkTable::new(rows, ElementKind::Graph, &(0..1)))?;
    for Batch { kind, range, .. } in plan(rows) {
        if progress.is_interrupted() {
            return Err(StoreError::Interrupted);
        }
        write(&BulkTable::new(rows, kind, &range))?;
        if kind == ElementKind::Concept {
            progress.add_done(range.len() as u64);
        }
    }
    Ok(())
}

/// A batch of nodes or relationships of one kind.
struct BulkTable {
    kind: ElementKind,
    rows: usize,
    /// The ids of the nodes, or the ids of the start and end nodes of the relationships.
    keys: Vec<Column>,
    /// The properties whose names the program defines.
    columns: Vec<Column>,
    /// The properties whose names are column names of the user.
    own: Vec<Column>,
}

impl BulkTable {
    fn new(rows: &GraphRows<'_>, kind: ElementKind, range: &Range<u32>) -> Self {
        let Block { ids, ends, mut columns, own } = rows.block(kind, range);
        let count = ids.len();
        let keys = match kind.ends() {
            None => {
                let name = &rows.facts.name;
                columns.insert(0, Column::text("load", vec![load_key(name); count]));
                columns.insert(1, Column::text("graph", vec![name.clone(); count]));
                vec![Column::long("id", ids)]
            }
            Some(_) => vec![Column::long("from", ids), Column::long("to", ends)],
        };
        Self { kind, rows: count, keys, columns, own }
    }

    fn columns(&self) -> impl Iterator<Item = &Column> {
        self.keys.iter().chain(&self.columns).chain(&self.own)
    }
}

/// Returns a control character that occurs in no column name, to separate the items of a list.
fn separator<S: AsRef<str>>(names: &[S]) -> char {
    let all = (1..=0x1f_u8).rev().map(char::from).filter(|c| !c.is_whitespace());
    all.into_iter()
        .find(|&c| names.iter().all(|name| !name.as_ref().contains(c)))
        .unwrap_or('\u{1f}')
}

fn load_key(name: &str) -> String {
    format!("{name}#1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_cut_as_a_list() {
        assert_eq!(separator(&["x"]), '\u{1f}');
        assert_eq!(separator(&["x\u{1f}y", "\u{1d}"]), '\u{1e}');
    }
}
