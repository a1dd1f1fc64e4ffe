//! Two CSV tables, of nodes and of edges, for Gephi, Cytoscape, igraph and spreadsheets.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::columns::ClusterColumns;
use crate::picture::Picture;

/// Returns the files of a pair: `x.nodes.csv` and `x.edges.csv` for `x.csv`.
pub(crate) fn file_pair(target: &Path) -> [PathBuf; 2] {
    let is_csv = target.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("csv"));
    let stem = if is_csv { target.with_extension("") } else { target.to_owned() };
    ["nodes", "edges"].map(|of| {
        let mut name = stem.clone().into_os_string();
        name.push(format!(".{of}.csv"));
        name.into()
    })
}

pub(crate) fn write_nodes(
    picture: &Picture,
    columns: &ClusterColumns,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut rows = csv::Writer::from_writer(out);
    let names = columns.columns().iter().map(|column| &*column.name);
    rows.write_record(["id"].into_iter().chain(names))?;
    for node in &picture.nodes {
        let cells = columns.row(node).into_iter().map(|cell| cell.text().unwrap_or_default());
        rows.write_record(std::iter::once(node.name.clone()).chain(cells))?;
    }
    rows.flush()
}

pub(crate) fn write_edges(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    let mut rows = csv::Writer::from_writer(out);
    rows.write_record(["source", "target"])?;
    for (lower, upper) in picture.edge_names() {
        rows.write_record([lower, upper])?;
    }
    rows.flush()
}
