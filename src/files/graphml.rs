//! GraphML for yEd, Gephi, Cytoscape, NetworkX and igraph: graphml.graphdrawing.org.
//!
//! Every key says what it is `for`, keys are words that no node has, and edges have their own ids:
//! readers fail if one of these is missing.

use std::borrow::Cow;
use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::escape::escape;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::FileTable;
use crate::base::shown_columns::ColumnKind;
use crate::picture::Picture;
use crate::picture::escape::visible_char;

/// Writes a picture with the table of its clusters as GraphML.
pub(crate) fn write(
    picture: &Picture,
    table: &FileTable<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    // The id comes first, and is the name of a node.
    let columns = &table.columns[1..];
    let mut xml = Writer::new_with_indent(out, b' ', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let root = start_tag("graphml", &[("xmlns", "http://graphml.graphdrawing.org/xmlns")]);
    xml.write_event(Event::Start(root))?;
    let title =
        [("id", "title"), ("for", "graph"), ("attr.name", "title"), ("attr.type", "string")];
    xml.write_event(Event::Empty(start_tag("key", &title)))?;
    for column in columns {
        let kind = match column.kind {
            ColumnKind::Text => "string",
            ColumnKind::Integer => "int",
            ColumnKind::Real => "double",
        };
        let (id, name) = (&*column.key, &*column.name);
        let key = [("id", id), ("for", "node"), ("attr.name", name), ("attr.type", kind)];
        xml.write_event(Event::Empty(start_tag("key", &key)))?;
    }
    xml.write_event(Event::Start(start_tag("graph", &[("id", "G"), ("edgedefault", "directed")])))?;
    xml.create_element("data")
        .with_attribute(("key", "title"))
        .write_text_content(escaped_text(&picture.title))?;
    for (row, node) in picture.nodes.iter().enumerate() {
        xml.write_event(Event::Start(start_tag("node", &[("id", &node.name)])))?;
        for column in columns {
            if let Some(value) = (column.cell)(row).text() {
                let data = xml.create_element("data").with_attribute(("key", &*column.key));
                data.write_text_content(escaped_text(&value))?;
            }
        }
        xml.write_event(Event::End(BytesEnd::new("node")))?;
    }
    for (at, (lower, upper)) in picture.edge_names().enumerate() {
        let id = format!("e{}", at + 1);
        let edge = [("id", &*id), ("source", lower), ("target", upper)];
        xml.write_event(Event::Empty(start_tag("edge", &edge)))?;
    }
    xml.write_event(Event::End(BytesEnd::new("graph")))?;
    xml.write_event(Event::End(BytesEnd::new("graphml")))?;
    writeln!(xml.into_inner())?;
    Ok(())
}

/// Replaces the characters that XML does not allow by visible ones.
fn replace_forbidden(text: &str) -> Cow<'_, str> {
    let stays = |c: char| matches!(c, '\t' | '\n' | '\r') || visible_char(c) == c;
    match text.chars().all(stays) {
        true => text.into(),
        false => text.chars().map(|c| if stays(c) { c } else { visible_char(c) }).collect(),
    }
}

fn escaped_text(text: &str) -> BytesText<'static> {
    BytesText::from_escaped(escape(replace_forbidden(text)).into_owned())
}

fn start_tag<'a>(name: &'a str, attributes: &[(&str, &str)]) -> BytesStart<'a> {
    let attributes = attributes.iter().map(|(key, value)| (*key, replace_forbidden(value)));
    BytesStart::new(name).with_attributes(attributes)
}
