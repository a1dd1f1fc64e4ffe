//! Scripts that create a LadybugDB database from the tables of a folder. LadybugDB reads columns by
//! position.

use std::collections::HashSet;

use super::super::neo4j_rows::block::{Column, ColumnValues};
use super::{BulkFormat, BulkTable};

/// Column names that LadybugDB reserves, in lower case.
const RESERVED: [&str; 4] = ["_id", "_label", "_src", "_dst"];

/// Returns the names and texts of the scripts, in the order in which they are run.
pub(super) fn scripts(
    tables: &[BulkTable],
    format: BulkFormat,
    separator: char,
) -> [(&'static str, String); 2] {
    let create = tables.iter().map(create_statement).collect();
    let copy = tables.iter().map(|table| copy_statement(table, format, separator)).collect();
    [("schema.cypher", create), ("copy.cypher", copy)]
}

fn create_statement(table: &BulkTable) -> String {
    let columns = definitions(table, type_of);
    let name = table.kind.name();
    match table.kind.ends() {
        None => format!("CREATE NODE TABLE {name}({columns}, PRIMARY KEY(id));\n"),
        Some([from, to]) => {
            let separator = if columns.is_empty() { "" } else { ", " };
            let (from, to) = (from.name(), to.name());
            format!("CREATE REL TABLE {name}(FROM {from} TO {to}{separator}{columns});\n")
        }
    }
}

fn copy_statement(table: &BulkTable, format: BulkFormat, separator: char) -> String {
    let name = table.kind.name();
    match format {
        BulkFormat::Csv => copy_csv_statement(table, name, separator),
        #[cfg(feature = "parquet")]
        BulkFormat::Parquet => format!("COPY {name} FROM '{name}.parquet';\n"),
    }
}

fn copy_csv_statement(table: &BulkTable, name: &str, separator: char) -> String {
    // LadybugDB can read a text of several lines only with a single thread.
    let is_text =
        |column: &Column| matches!(column.values, ColumnValues::Text(_) | ColumnValues::Texts(_));
    let parallel = if table.columns().any(is_text) { ", PARALLEL=false" } else { "" };
    let file = format!("'{name}.csv' (HEADER=true, ESCAPE='\"'{parallel})");
    let is_list = |column: &Column| matches!(column.values, ColumnValues::Texts(_));
    if !table.columns().any(is_list) {
        return format!("COPY {name} FROM {file};\n");
    }
    let split = |(column, name): (&Column, String)| match is_list(column) {
        true => format!("string_split({name}, '{separator}')"),
        false => name,
    };
    let values: Vec<String> = table.columns().zip(column_names(table)).map(split).collect();
    let columns = definitions(table, |column| match type_of(column) {
        "STRING[]" => "STRING",
        other => other,
    });
    let values = values.join(", ");
    format!("COPY {name} FROM (LOAD WITH HEADERS ({columns}) FROM {file} RETURN {values});\n")
}

/// Returns the column definitions of a table, without the two ends of a relationship.
fn definitions(table: &BulkTable, type_of: fn(&Column) -> &'static str) -> String {
    let ends = if table.kind.ends().is_some() { 2 } else { 0 };
    let columns = table.columns().zip(column_names(table)).skip(ends);
    let all: Vec<_> = columns.map(|(column, name)| format!("{name} {}", type_of(column))).collect();
    all.join(", ")
}

/// Returns the quoted column names of a table, distinct in any case, as LadybugDB requires.
fn column_names(table: &BulkTable) -> Vec<String> {
    let mut taken: HashSet<String> = RESERVED.map(str::to_owned).into();
    let name = |column: &Column| {
        let mut name = column.name.clone();
        while !taken.insert(name.to_lowercase()) {
            name.push('_');
        }
        quote_name(&name)
    };
    table.columns().map(name).collect()
}

fn type_of(column: &Column) -> &'static str {
    match column.values {
        ColumnValues::Long(_) => "INT64",
        ColumnValues::Double(_) => "DOUBLE",
        ColumnValues::Text(_) => "STRING",
        ColumnValues::Texts(_) => "STRING[]",
        ColumnValues::Boolean(_) => "BOOL",
    }
}

fn quote_name(name: &str) -> String {
    format!("`{}`", name.replace('`', "``"))
}
