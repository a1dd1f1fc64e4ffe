//! Nodes and edges in JSON, which `networkx.node_link_graph` reads and d3 draws.
//!
//! ```json
//! {"directed": true, "multigraph": false, "graph": {"title": "..."},
//!  "nodes": [{"id": "c1", "label": "c1", "size": 3, "centre": "d1", ...}, ...],
//!  "edges": [{"source": "c1", "target": "c2"}, ...]}
//! ```

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;

use super::columns::ClusterColumns;
use crate::picture::{Node, Picture};

/// Writes a picture as JSON, one node or edge per line.
pub(crate) fn write(
    picture: &Picture,
    columns: &ClusterColumns,
    out: &mut dyn Write,
) -> io::Result<()> {
    let graph = json!({ "title": &picture.title });
    write!(out, "{{\"directed\":true,\"multigraph\":false,\"graph\":{graph},\n\"nodes\":[")?;
    for (at, node) in picture.nodes.iter().enumerate() {
        begin_entry(at, out)?;
        serde_json::to_writer(&mut *out, &NodeObject { node, columns })?;
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

struct NodeObject<'a> {
    node: &'a Node,
    columns: &'a ClusterColumns<'a>,
}

impl Serialize for NodeObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.node.name)?;
        for (column, cell) in self.columns.columns().iter().zip(self.columns.row(self.node)) {
            map.serialize_entry(&column.name, &cell)?;
        }
        map.end()
    }
}
