//! Nodes and edges in JSON, which `networkx.node_link_graph` reads and d3 draws.
//!
//! ```json
//! {"directed": true, "multigraph": false, "graph": {"title": "..."},
//!  "nodes": [{"id": "c1", "label": "c1", "size": 3, "centre": "d1", ...}, ...],
//!  "edges": [{"source": "c1", "target": "c2"}, ...]}
//! ```

use std::io::{self, Write};

use serde::Serializer;
use serde_json::json;

use super::FileTable;
use crate::picture::Picture;

/// Writes a picture with the table of its clusters as JSON, one node or edge per line.
pub(crate) fn write(
    picture: &Picture,
    table: &FileTable<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let graph = json!({ "title": &picture.title });
    write!(out, "{{\"directed\":true,\"multigraph\":false,\"graph\":{graph},\n\"nodes\":[")?;
    for row in 0..table.rows {
        begin_entry(row, out)?;
        let cells = table.columns.iter().map(|column| (&column.name, (column.cell)(row)));
        serde_json::Serializer::new(&mut *out).collect_map(cells)?;
    }
    write!(out, "\n],\n\"edges\":[")?;
    for (at, (lower, upper)) in picture.edge_names().enumerate() {
        begin_entry(at, out)?;
        // Ids consist of letters and digits and need no escapes.
        write!(out, "{{\"source\":\"{lower}\",\"target\":\"{upper}\"}}")?;
    }
    writeln!(out, "\n]}}")?;
    Ok(())
}

fn begin_entry(at: usize, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(if at == 0 { b"\n" } else { b",\n" })
}
