//! GEXF 1.3, as Gephi and NetworkX read it: gexf.net.

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
    let root = [("xmlns", "http://gexf.net/1.3"), ("version", "1.3")];
    xml.write_event(Event::Start(start("gexf", &root)))?;
    xml.write_event(Event::Start(start("meta", &[])))?;
    xml.create_element("creator").write_text_content(text("conceptgraph"))?;
    xml.create_element("description").write_text_content(text(&subgraph.title))?;
    xml.write_event(Event::End(end("meta")))?;
    let graph = [("mode", "static"), ("defaultedgetype", "directed")];
    xml.write_event(Event::Start(start("graph", &graph)))?;
    xml.write_event(Event::Start(start("attributes", &[("class", "node"), ("mode", "static")])))?;
    // The first column is the label, for which GEXF has its own place.
    for column in columns.columns().iter().skip(1) {
        let (id, kind) = (&*column.key, type_of(column.kind));
        let attribute = [("id", id), ("title", &*column.name), ("type", kind)];
        xml.write_event(Event::Empty(start("attribute", &attribute)))?;
    }
    xml.write_event(Event::End(end("attributes")))?;
    xml.write_event(Event::Start(start("nodes", &[])))?;
    subgraph.nodes(columns.labels(), |node| {
        counts.nodes += 1;
        xml.write_event(Event::Start(start("node", &[("id", &node.id), ("label", &node.name)])))?;
        xml.write_event(Event::Start(start("attvalues", &[])))?;
        for (column, cell) in columns.columns().iter().zip(columns.row(node)).skip(1) {
            if let Some(value) = cell.text() {
                let value = [("for", &*column.key), ("value", &*value)];
                xml.write_event(Event::Empty(start("attvalue", &value)))?;
            }
        }
        xml.write_event(Event::End(end("attvalues")))?;
        xml.write_event(Event::End(end("node")))
    })?;
    xml.write_event(Event::End(end("nodes")))?;
    xml.write_event(Event::Start(start("edges", &[])))?;
    subgraph.edges(|lower, upper| {
        let id = counts.edges.to_string();
        counts.edges += 1;
        let edge = [("id", &*id), ("source", lower), ("target", upper)];
        xml.write_event(Event::Empty(start("edge", &edge)))
    })?;
    for name in ["edges", "graph", "gexf"] {
        xml.write_event(Event::End(end(name)))?;
    }
    writeln!(xml.into_inner())?;
    Ok(counts)
}

fn type_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Text | Kind::Names => "string",
        Kind::Integer => "integer",
        Kind::Real => "double",
    }
}
