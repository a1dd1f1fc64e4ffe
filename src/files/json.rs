//! Nodes and edges in JSON: what `networkx.node_link_graph` reads, and d3 draws.
//!
//! ```json
//! {"directed": true, "multigraph": false, "graph": {"title": "..."},
//!  "nodes": [{"id": "c1", "label": "c1", "generator": ["d1"], "size": 3, ...}, ...],
//!  "edges": [{"source": "c1", "target": "c2"}, ...]}
//! ```

use std::io::Write;

use serde_json::json;

use super::Counts;
use super::columns::{Columns, Object};
use crate::picture::Subgraph;
use crate::picture::subgraph::Error;

/// Writes it, one node or edge a line.
///
/// # Errors
/// A failure of the store or of `out`.
pub fn write(subgraph: &Subgraph, columns: &Columns, out: &mut dyn Write) -> Result<Counts, Error> {
    let mut counts = Counts::default();
    let graph = json!({ "title": &subgraph.title });
    write!(out, "{{\"directed\":true,\"multigraph\":false,\"graph\":{graph},\n\"nodes\":[")?;
    subgraph.nodes(columns.labels(), |node| {
        begin(&mut counts.nodes, out)?;
        to_writer(out, &Object { first: &["id"], node, columns })
    })?;
    write!(out, "\n],\n\"edges\":[")?;
    subgraph.edges(|lower, upper| {
        begin(&mut counts.edges, out)?;
        // Ids are words of letters and digits.
        write!(out, "{{\"source\":\"{lower}\",\"target\":\"{upper}\"}}")
    })?;
    writeln!(out, "\n]}}")?;
    Ok(counts)
}

/// A line for one more.
pub(super) fn begin(count: &mut usize, out: &mut dyn Write) -> std::io::Result<()> {
    *count += 1;
    out.write_all(if *count == 1 { b"\n" } else { b",\n" })
}

pub(super) fn to_writer(out: &mut dyn Write, object: &Object) -> std::io::Result<()> {
    Ok(serde_json::to_writer(out, object)?)
}
