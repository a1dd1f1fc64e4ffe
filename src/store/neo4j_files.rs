//! A graph as CSV for `neo4j-admin database import`, the fastest way into an empty server.
//!
//! One file for each label and each relationship type, with typed headers, and the constraints and
//! indexes as scripts, since the import makes none. The rows are those of a load, so the program
//! reads an imported graph like a loaded one. The folder appears whole or not at all.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;

use csv::{QuoteStyle, Writer, WriterBuilder};

use super::neo4j_rows::block::{Block, Column, Values};
use super::neo4j_rows::kind::Kind;
use super::neo4j_rows::names::{self, identifier};
use super::neo4j_rows::plan::{Batch, plan};
use super::neo4j_rows::source::GraphRows;
use super::neo4j_rows::{CONSTRAINTS, INDEXES};
use super::{Error, Result};
use crate::base::atomic_file::AtomicFolder;
use crate::base::progress::Progress;
use crate::graph::Graph;

/// Writes the files for a graph of that name into a new folder. Returns the words of the command
/// that imports them.
///
/// # Errors
/// A folder that exists already, or cannot be written; a failure of the source; an interrupt.
pub fn write(
    source: &Graph,
    name: &str,
    folder: &Path,
    progress: &Progress,
) -> Result<Vec<String>> {
    let place = folder.display().to_string();
    let failed = |error: io::Error| Error::Backend {
        place: folder.display().to_string(),
        cause: format!("cannot be written ({error})"),
        kind: error.kind(),
    };
    if folder.exists() {
        let cause = "this exists already; name a new folder".to_owned();
        return Err(Error::Backend { place, cause, kind: io::ErrorKind::AlreadyExists });
    }
    if place.contains(',') {
        return Err(Error::Refused(format!(
            "{place}: for neo4j-admin a comma ends the name of a file; name a folder without one"
        )));
    }
    let hidden = AtomicFolder::new(folder).map_err(failed)?;
    let rows = GraphRows::new(source, name, progress)?;
    let own = [&rows.features.names[..], rows.kept_names()].concat();
    let files = Files { at: hidden.path(), between: between(&own), headers: headers(&own), rows };
    files.graph().map_err(failed)?;
    files.rows_of_all(progress, &failed)?;
    let (mut nodes, mut relationships) = (vec![("Graph", "Graph")], Vec::new());
    for kind in files.kinds() {
        let list = if kind.ends().is_none() { &mut nodes } else { &mut relationships };
        list.push((kind.name(), kind.name()));
    }
    let write = |name: &str, text: &str| fs::write(files.at.join(name), text).map_err(failed);
    write("constraints.cypher", CONSTRAINTS)?;
    write("indexes.cypher", &(INDEXES.to_owned() + &files.completing(&own)))?;
    let command = format!(
        "neo4j-admin database import full neo4j --overwrite-destination=true \
         --multiline-fields=true --array-delimiter=U+{:04X}",
        u32::from(files.between)
    );
    hidden.persist().map_err(failed)?;
    let words = command.split(' ').map(str::to_owned);
    let report = format!("--report-file={place}/import.report");
    let file =
        |option: &str, (name, file): (&str, &str)| format!("--{option}={name}={place}/{file}.csv");
    let nodes = nodes.into_iter().map(|one| file("nodes", one));
    let relationships = relationships.into_iter().map(|one| file("relationships", one));
    Ok(words.chain([report]).chain(nodes).chain(relationships).collect())
}

/// A control character between the items of a list, that no name of a column has.
fn between<S: AsRef<str>>(names: &[S]) -> char {
    let all = (1..=0x1f_u8).rev().map(char::from).filter(|c| !c.is_whitespace());
    all.into_iter()
        .find(|&c| names.iter().all(|name| !name.as_ref().contains(c)))
        .unwrap_or('\u{1f}')
}

/// What the headers call the users' columns, no two alike: their properties, where a header takes
/// these for no more than names. `x(Hz):y` is one of type y in a space Hz.
fn headers<S: AsRef<str>>(names: &[S]) -> Vec<String> {
    let properties: Vec<_> = names.iter().map(|name| names::of_feature(name.as_ref())).collect();
    let is_plain = |name: &str| !name.contains([':', '(', ')', '{', '}', '\n', '\r']);
    let taken: HashSet<&str> = properties.iter().map(|property| &**property).collect();
    let mut others = (1..).map(|at| format!("column {at}")).filter(|new| !taken.contains(&**new));
    let header = |property: &str| match is_plain(property) {
        true => Some(property.to_owned()),
        false => others.next(),
    };
    properties.iter().map(|property| &**property).filter_map(header).collect()
}

type CsvFile = Writer<BufWriter<File>>;

/// Files on their way.
struct Files<'a> {
    at: &'a Path,
    rows: GraphRows<'a>,
    /// Stands between the items of a list.
    between: char,
    /// Of the users' columns.
    headers: Vec<String>,
}

impl Files<'_> {
    fn file(&self, name: &str, header: &[String]) -> io::Result<CsvFile> {
        let file = BufWriter::new(File::create(self.at.join(format!("{name}.csv")))?);
        let mut rows = WriterBuilder::new().quote_style(QuoteStyle::Never).from_writer(file);
        rows.write_record(header.iter().map(|name| text(name)))?;
        Ok(rows)
    }

    fn graph(&self) -> io::Result<()> {
        let columns = self.rows.graph_node("ready");
        let own = [":ID(Graph)", "load", "graph"].map(str::to_owned).into_iter();
        let header: Vec<String> = own.chain(columns.iter().map(typed)).collect();
        let mut rows = self.file("Graph", &header)?;
        let name = &self.rows.facts.name;
        let cells = columns.iter().map(|column| self.cell(column, 0));
        let own = [text(name), text(&load_of(name)), text(name)];
        rows.write_record(own.into_iter().chain(cells))?;
        rows.flush()
    }

    /// The kinds of nodes and relationships that the graph has.
    fn kinds(&self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(|&kind| self.rows.has(kind))
    }

    /// Writes the files of all kinds.
    fn rows_of_all(&self, progress: &Progress, failed: &dyn Fn(io::Error) -> Error) -> Result<()> {
        let mut files = BTreeMap::new();
        for kind in self.kinds() {
            let header = self.header(kind, &self.rows.block(kind, &(0..0)));
            files.insert(kind, self.file(kind.name(), &header).map_err(failed)?);
        }
        progress.parts(self.rows.facts.concepts.into());
        for Batch { kind, range, .. } in plan(&self.rows) {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let block = self.rows.block(kind, &range);
            if let Some(file) = files.get_mut(&kind) {
                self.write(kind, &block, file).map_err(failed)?;
            }
            if kind == Kind::Concept {
                progress.did(range.len() as u64);
            }
        }
        files.values_mut().try_for_each(Writer::flush).map_err(failed)
    }

    fn header(&self, kind: Kind, block: &Block) -> Vec<String> {
        let mut header = match kind.ends() {
            None => {
                let id = format!(":ID({})", kind.name());
                [&id, "load", "graph", "id:long"].map(str::to_owned).to_vec()
            }
            Some([start, end]) => {
                vec![format!(":START_ID({})", start.name()), format!(":END_ID({})", end.name())]
            }
        };
        header.extend(block.columns.iter().map(typed));
        let own = block.own.iter().zip(&self.headers);
        header.extend(own.map(|(column, name)| name.clone() + type_of(column)));
        header
    }

    fn write(&self, kind: Kind, block: &Block, file: &mut CsvFile) -> io::Result<()> {
        let name = &self.rows.facts.name;
        let [load, graph] = [text(&load_of(name)), text(name)];
        for (row, id) in block.ids.iter().enumerate() {
            let id = id.to_string();
            let mut cells = match kind.ends() {
                None => vec![id.clone(), load.clone(), graph.clone(), id],
                Some(_) => vec![id, block.ends[row].to_string()],
            };
            cells.extend(block.columns.iter().map(|column| self.cell(column, row)));
            cells.extend(block.own.iter().map(|column| self.cell(column, row)));
            file.write_record(cells)?;
        }
        Ok(())
    }

    /// A value as the import reads it; nothing is an empty cell.
    fn cell(&self, column: &Column, row: usize) -> String {
        match &column.values {
            Values::Long(all) => all[row].map_or(String::new(), |number| number.to_string()),
            Values::Double(all) => all[row].map_or(String::new(), |number| number.to_string()),
            Values::Text(all) => all[row].as_deref().map_or(String::new(), text),
            Values::Texts(all) if all[row].is_empty() => String::new(),
            Values::Texts(all) => text(&all[row].join(&self.between())),
        }
    }

    fn between(&self) -> String {
        self.between.to_string()
    }

    /// Statements that name the properties that have another name in the header.
    fn completing(&self, own: &[String]) -> String {
        let graph = serde_json::Value::from(self.rows.facts.name.as_str());
        let properties = own.iter().map(|name| names::of_feature(name));
        let renamed =
            properties.zip(&self.headers).filter(|(property, header)| property != *header);
        let steps: Vec<String> = renamed
            .map(|(property, header)| {
                let (property, header) = (identifier(&property), identifier(header));
                format!("SET p.{property} = p.{header} REMOVE p.{header}")
            })
            .collect();
        if steps.is_empty() {
            return String::new();
        }
        format!(
            "// Names of columns that the header of an import cannot hold.\n\
             MATCH (p:Point {{graph: {graph}}})\n{};\n",
            steps.join("\n")
        )
    }
}

/// The load that an import counts as.
fn load_of(name: &str) -> String {
    format!("{name}#1")
}

/// A text, always quoted: an empty cell means nothing, and an empty text is something.
fn text(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The name of a column with its type.
fn typed(column: &Column) -> String {
    column.name.clone() + type_of(column)
}

fn type_of(column: &Column) -> &'static str {
    match column.values {
        Values::Long(_) => ":long",
        Values::Double(_) => ":double",
        Values::Text(_) => "",
        Values::Texts(_) => ":string[]",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_columns_have_the_same_header() {
        let names = ["a:b", "column 1", "feature 1", "feature 1_", ":ID", "x{y}", "column 3", "id"];
        let expected =
            ["column 2", "column 1", "feature 1", "feature 1_", "column 4", "column 5", "column 3"];
        let found = headers(&names);
        assert_eq!(found[..7], expected);
        assert_eq!(found[7], "id_");
    }

    #[test]
    fn no_name_is_cut_as_a_list() {
        assert_eq!(between(&["x"]), '\u{1f}');
        assert_eq!(between(&["x\u{1f}y", "\u{1d}"]), '\u{1e}');
    }
}
