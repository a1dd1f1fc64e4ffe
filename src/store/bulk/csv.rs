//! Writes tables as CSV for `neo4j-admin database import`, with typed headers, and the constraints
//! and indexes as scripts, since the import creates none.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use csv::{QuoteStyle, Writer, WriterBuilder};

use super::super::neo4j_rows::block::{Column, ColumnValues};
use super::super::neo4j_rows::kind::ElementKind;
use super::super::neo4j_rows::names::quote_identifier;
use super::super::neo4j_rows::source::GraphRows;
use super::super::neo4j_rows::{CONSTRAINTS, INDEXES};
use super::BulkTable;

/// The default read buffer of `neo4j-admin`, 4 MiB: the longest text that it reads, with quotes.
const DEFAULT_READ_BUFFER: usize = 4 << 20;

type CsvFile = Writer<BufWriter<File>>;

pub(super) struct CsvFiles {
    folder: PathBuf,
    files: BTreeMap<ElementKind, CsvFile>,
    separator: char,
    /// The length of the longest cell in bytes.
    longest: usize,
    /// A statement that renames columns whose names a header cannot hold; empty if there are none.
    renaming: String,
}

impl CsvFiles {
    pub(super) fn new(
        at: &Path,
        rows: &GraphRows<'_>,
        tables: &[BulkTable],
        separator: char,
    ) -> io::Result<Self> {
        let own = &rows.own_names;
        let headers = header_names(own);
        let mut files = BTreeMap::new();
        for table in tables {
            files.insert(table.kind, create_file(at, table.kind.name(), &header(table, &headers))?);
        }
        let renaming = renaming_statement(&rows.facts.name, own, &headers);
        Ok(Self { folder: at.to_owned(), files, separator, longest: 0, renaming })
    }

    pub(super) fn write(&mut self, table: &BulkTable) -> io::Result<()> {
        let Some(file) = self.files.get_mut(&table.kind) else { return Ok(()) };
        for row in 0..table.rows {
            for column in table.columns() {
                let cell = cell(column, row, self.separator);
                self.longest = self.longest.max(cell.len());
                file.write_field(cell)?;
            }
            file.write_record(None::<&[u8]>)?;
        }
        Ok(())
    }

    /// Writes the scripts; returns the words of the importing command.
    pub(super) fn close(mut self, folder: &str) -> io::Result<Vec<String>> {
        self.files.values_mut().try_for_each(Writer::flush)?;
        fs::write(self.folder.join("constraints.cypher"), CONSTRAINTS)?;
        fs::write(self.folder.join("indexes.cypher"), INDEXES.to_owned() + &self.renaming)?;
        let command = format!(
            "neo4j-admin database import full neo4j --overwrite-destination=true \
             --multiline-fields=true --array-delimiter=U+{:04X}",
            u32::from(self.separator)
        );
        let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        if self.longest > DEFAULT_READ_BUFFER / 2 {
            words.push(format!("--read-buffer-size={}", (2 * self.longest).next_power_of_two()));
        }
        words.push(format!("--report-file={folder}/import.report"));
        words.extend(self.files.keys().map(|kind| {
            let (name, is_node) = (kind.name(), kind.ends().is_none());
            let option = if is_node { "nodes" } else { "relationships" };
            format!("--{option}={name}={folder}/{name}.csv")
        }));
        Ok(words)
    }
}

fn create_file(at: &Path, name: &str, header: &[String]) -> io::Result<CsvFile> {
    let file = BufWriter::new(File::create(at.join(format!("{name}.csv")))?);
    let mut rows = WriterBuilder::new().quote_style(QuoteStyle::Never).from_writer(file);
    rows.write_record(header.iter().map(|name| quote_text(name)))?;
    Ok(rows)
}

fn header(table: &BulkTable, own: &[String]) -> Vec<String> {
    let keys = match table.kind.ends() {
        None => vec![format!("id:ID({}){{id-type:long}}", table.kind.name())],
        Some([start, end]) => {
            vec![format!(":START_ID({})", start.name()), format!(":END_ID({})", end.name())]
        }
    };
    let own = table.own.iter().zip(own).map(|(column, name)| name.clone() + type_suffix(column));
    keys.into_iter().chain(table.columns.iter().map(typed_name)).chain(own).collect()
}

/// Returns a value as the import reads it; an empty cell is null.
fn cell(column: &Column, row: usize, separator: char) -> String {
    match &column.values {
        ColumnValues::Long(all) => all[row].map_or(String::new(), |number| number.to_string()),
        ColumnValues::Double(all) => all[row].map_or(String::new(), |number| number.to_string()),
        ColumnValues::Text(all) => all[row].as_deref().map_or(String::new(), quote_text),
        ColumnValues::Boolean(all) => all[row].to_string(),
        ColumnValues::Texts(all) if all[row].is_empty() => String::new(),
        ColumnValues::Texts(all) => quote_text(&all[row].join(&separator.to_string())),
    }
}

/// Quotes a text. Without quotes an empty text would be null.
fn quote_text(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn typed_name(column: &Column) -> String {
    column.name.clone() + type_suffix(column)
}

fn type_suffix(column: &Column) -> &'static str {
    match column.values {
        ColumnValues::Long(_) => ":long",
        ColumnValues::Double(_) => ":double",
        ColumnValues::Text(_) => "",
        ColumnValues::Texts(_) => ":string[]",
        ColumnValues::Boolean(_) => ":boolean",
    }
}

/// Returns distinct header names for the properties of users' columns: their names, except those
/// that a header would parse. `x(Hz):y` would be of type y in an id space Hz.
fn header_names<S: AsRef<str>>(properties: &[S]) -> Vec<String> {
    let is_plain = |name: &str| !name.contains([':', '(', ')', '{', '}', '\n', '\r']);
    let taken: HashSet<&str> = properties.iter().map(AsRef::as_ref).collect();
    let mut others = (1..).map(|at| format!("column {at}")).filter(|new| !taken.contains(&**new));
    let header = |property: &str| match is_plain(property) {
        true => Some(property.to_owned()),
        false => others.next(),
    };
    properties.iter().map(AsRef::as_ref).filter_map(header).collect()
}

/// Returns a statement that renames properties whose header name differs; empty without any.
fn renaming_statement(graph: &str, properties: &[String], headers: &[String]) -> String {
    let renamed = properties.iter().zip(headers).filter(|(property, header)| property != header);
    let steps: Vec<String> = renamed
        .map(|(property, header)| {
            let (property, header) = (quote_identifier(property), quote_identifier(header));
            format!("SET p.{property} = p.{header} REMOVE p.{header}")
        })
        .collect();
    if steps.is_empty() {
        return String::new();
    }
    format!(
        "// Names of columns that the header of an import cannot hold.\n\
         MATCH (p:Point {{graph: {}}})\n{};\n",
        serde_json::Value::from(graph),
        steps.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_columns_have_the_same_header() {
        let names = ["a:b", "column 1", "feature 1", "feature 1_", ":ID", "x{y}", "column 3"];
        let expected =
            ["column 2", "column 1", "feature 1", "feature 1_", "column 4", "column 5", "column 3"];
        assert_eq!(header_names(&names), expected);
    }
}
