//! Cytoscape's JSON, for Cytoscape and cytoscape.js: js.cytoscape.org (elements JSON).

use std::io::Write;

use serde_json::json;

use super::Counts;
use super::columns::{Columns, Object};
use super::json::{begin, to_writer};
use crate::picture::Subgraph;
use crate::picture::subgraph::Error;

/// Writes it, one node or edge a line.
///
/// # Errors
/// A failure of the store or of `out`.
pub fn write(subgraph: &Subgraph, columns: &Columns, out: &mut dyn Write) -> Result<Counts, Error> {
    let mut counts = Counts::default();
    let head = json!({ "name": &subgraph.title, "shared_name": &subgraph.title });
    write!(
        out,
        "{{\"format_version\":\"1.0\",\"generated_by\":\"conceptgraph\",\
         \"target_cytoscapejs_version\":\"~2.1\",\"directed\":true,\"multigraph\":false,\
         \"data\":{head},\n\"elements\":{{\"nodes\":["
    )?;
    subgraph.nodes(columns.labels(), |node| {
        begin(&mut counts.nodes, out)?;
        write!(out, "{{\"data\":")?;
        // NetworkX takes a node's name from `value`, Cytoscape shows `name`.
        to_writer(out, &Object { first: &["id", "value", "name"], node, columns })?;
        write!(out, "}}")
    })?;
    write!(out, "\n],\n\"edges\":[")?;
    subgraph.edges(|lower, upper| {
        begin(&mut counts.edges, out)?;
        let id = format!("{lower}-{upper}");
        write!(
            out,
            "{{\"data\":{{\"id\":\"{id}\",\"source\":\"{lower}\",\"target\":\"{upper}\"}}}}"
        )
    })?;
    writeln!(out, "\n]}}}}")?;
    Ok(counts)
}
