//! GraphML, as yEd, Gephi, NetworkX and igraph read it: graphml.graphdrawing.org.
//!
//! Every key says what it is `for`, keys are words that no node has, and edges have their own ids:
//! readers fail where one of these is missing.

use std::io::Write;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, Event};

use super::Counts;
use super::columns::{Columns, Kind};
use super::xml::{end, start, text};
use crate::picture::Subgraph;
use crate::picture::subgraph::Error;

/// Writes it.
///
/// # Errors
/// A failure of the store or of `out`.
pub fn write(subgraph: &Subgraph, columns: &Columns, out: &mut dyn Write) -> Result<Counts, Error> {
    let mut xml = Writer::new_with_indent(out, b' ', 1);
    let mut counts = Counts::default();
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.write_event(Event::Start(start(
        "graphml",
        &[
            ("xmlns", "http://graphml.graphdrawing.org/xmlns"),
            ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
            (
                "xsi:schemaLocation",
                "http://graphml.graphdrawing.org/xmlns \
                 http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd",
            ),
        ],
    )))?;
    let title =
        [("id", "title"), ("for", "graph"), ("attr.name", "title"), ("attr.type", "string")];
    xml.write_event(Event::Empty(start("key", &title)))?;
    for column in columns.columns() {
        let key = [
            ("id", &*column.key),
            ("for", "node"),
            ("attr.name", &*column.name),
            ("attr.type", type_of(column.kind)),
        ];
        xml.write_event(Event::Empty(start("key", &key)))?;
    }
    xml.write_event(Event::Start(start("graph", &[("id", "G"), ("edgedefault", "directed")])))?;
    xml.create_element("data")
        .with_attribute(("key", "title"))
        .write_text_content(text(&subgraph.title))?;
    subgraph.nodes(columns.labels(), |node| {
        counts.nodes += 1;
        xml.write_event(Event::Start(start("node", &[("id", &node.id)])))?;
        for (column, cell) in columns.columns().iter().zip(columns.row(node)) {
            if let Some(value) = cell.text() {
                let data = xml.create_element("data").with_attribute(("key", &*column.key));
                data.write_text_content(text(&value))?;
            }
        }
        xml.write_event(Event::End(end("node")))
    })?;
    subgraph.edges(|lower, upper| {
        counts.edges += 1;
        let id = format!("e{}", counts.edges);
        let edge = [("id", &*id), ("source", lower), ("target", upper)];
        xml.write_event(Event::Empty(start("edge", &edge)))
    })?;
    xml.write_event(Event::End(end("graph")))?;
    xml.write_event(Event::End(end("graphml")))?;
    writeln!(xml.into_inner())?;
    Ok(counts)
}

fn type_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Text | Kind::Names => "string",
        Kind::Integer => "int",
        Kind::Real => "double",
    }
}
