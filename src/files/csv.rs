//! Two tables, of nodes and of edges, as Gephi, Cytoscape, igraph and spreadsheets take them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::columns::Columns;
use crate::picture::Subgraph;
use crate::picture::subgraph::Error;

/// The files of a pair: `x.nodes.csv` and `x.edges.csv` for `x.csv`.
pub fn files(target: &Path) -> [PathBuf; 2] {
    let is_csv = target.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("csv"));
    let stem = if is_csv { target.with_extension("") } else { target.to_owned() };
    ["nodes", "edges"].map(|of| {
        let mut name = stem.clone().into_os_string();
        name.push(format!(".{of}.csv"));
        name.into()
    })
}

/// Writes the nodes, and says how many.
///
/// # Errors
/// A failure of the store or of `out`.
pub fn write_nodes(
    subgraph: &Subgraph,
    columns: &Columns,
    out: &mut dyn Write,
) -> Result<usize, Error> {
    let mut rows = csv::Writer::from_writer(out);
    let names = columns.columns().iter().map(|column| &*column.name);
    rows.write_record(["id"].into_iter().chain(names)).map_err(io::Error::from)?;
    let mut count = 0;
    subgraph.nodes(columns.labels(), |node| {
        count += 1;
        let cells = columns.row(node).into_iter().map(|cell| cell.text().unwrap_or_default());
        let row = std::iter::once(node.id.clone()).chain(cells);
        rows.write_record(row).map_err(io::Error::from)
    })?;
    rows.flush()?;
    Ok(count)
}

/// Writes the edges, and says how many.
///
/// # Errors
/// A failure of the store or of `out`.
pub fn write_edges(subgraph: &Subgraph, out: &mut dyn Write) -> Result<usize, Error> {
    let mut rows = csv::Writer::from_writer(out);
    rows.write_record(["source", "target"]).map_err(io::Error::from)?;
    let mut count = 0;
    subgraph.edges(|lower, upper| {
        count += 1;
        rows.write_record([lower, upper]).map_err(io::Error::from)
    })?;
    rows.flush()?;
    Ok(count)
}
