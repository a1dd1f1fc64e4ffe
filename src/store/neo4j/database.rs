//! Statements of users, and of the canned queries.

use neo4rs::{Row, query};

use super::display::to_value;
use super::schema::ELEMENTS;
use super::store::Neo4jStore;
use super::value::{Decoded, NamedValues, get, parameter_to_bolt};
use crate::base::quotation;
use crate::base::rows::{Rows, Value};
use crate::graph::DamageError;
use crate::store::{Database, Interrupter, ParameterValue, Result, SchemaObject};

impl Database for Neo4jStore {
    fn schema_objects(&self) -> Result<Vec<SchemaObject>> {
        let own = "MATCH (g:Graph {load: $load})
                   RETURN coalesce(g.featureProperties, [])
                          + coalesce(g.keptProperties, []) AS own";
        let own = self.read(own, |row| get::<Vec<String>>(row, "own"))?.concat();
        let is_label = |name: &str| name.contains(char::is_lowercase);
        let askable = |(name, columns, definition): (&str, &str, &str)| {
            let own = if name == "Point" { &own[..] } else { &[] };
            let columns = columns.split_whitespace().map(str::to_owned);
            SchemaObject {
                name: if is_label(name) { self.labels().label(name) } else { name.to_owned() },
                columns: columns.chain(own.iter().cloned()).collect(),
                definition: self.labels().prefix_statement(definition),
            }
        };
        Ok(ELEMENTS.map(askable).to_vec())
    }

    fn with_labels(&self, statement: &str) -> String {
        self.labels().prefix_statement(statement)
    }

    fn graph_name(&self) -> String {
        self.name().to_owned()
    }

    fn begin_request(&self) -> Result<()> {
        self.server().clear_interrupt();
        self.check_graph("g.status = 'ready'")
    }

    fn interrupter(&self) -> Interrupter {
        self.server().interrupter()
    }

    fn parameters(&self, statement: &str) -> Result<Vec<String>> {
        Ok(find_parameters(statement))
    }

    fn run(
        &self,
        statement: &str,
        parameters: &[(&str, ParameterValue)],
        most: Option<usize>,
    ) -> Result<Rows> {
        let given = parameters.iter().map(|(name, given)| (*name, parameter_to_bolt(given)));
        let query = query(statement).param("graph", self.name()).params(given);
        let rows = self.server().read_most(query, most, decode_row)?;
        Ok(rows_in_order(statement, rows))
    }
}

/// Returns each `$name` in a statement outside of texts, quoted names and comments.
fn find_parameters(statement: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), statement);
    while let Some(letter) = rest.chars().next() {
        let length = match (quotation::cypher_quote_len(rest), letter) {
            (Some(length), _) => length,
            (None, '$') => {
                let is_outside = |c: char| !c.is_alphanumeric() && c != '_';
                let length = rest[1..].find(is_outside).map_or(rest.len(), |at| 1 + at);
                found.push(rest[..length].to_owned());
                length
            }
            (None, letter) => letter.len_utf8(),
        };
        rest = &rest[length..];
    }
    found
}

fn decode_row(row: &Row) -> Decoded<NamedValues> {
    row.to::<NamedValues>().map_err(|error| DamageError(error.to_string()))
}

/// Sorts columns into the order of the statement, which the driver does not keep.
pub(super) fn sort_columns(statement: &str, columns: &mut [String]) {
    columns.sort_by_cached_key(|column| (return_position(statement, column), column.clone()));
}

fn rows_in_order(statement: &str, rows: Vec<NamedValues>) -> Rows {
    let mut columns: Vec<String> =
        rows.first().map_or(Vec::new(), |row| row.keys().cloned().collect());
    sort_columns(statement, &mut columns);
    let values = |mut row: NamedValues| {
        let cell = |column: &String| row.remove(column).map_or(Value::Null, to_value);
        columns.iter().map(cell).collect()
    };
    Rows { rows: rows.into_iter().map(values).collect(), columns }
}

/// Returns the position of a column's name behind the last RETURN of a statement.
fn return_position(statement: &str, column: &str) -> usize {
    // Only ASCII: the upper case of other letters can be longer, which would shift the position.
    let returned = statement.to_ascii_uppercase().rfind("RETURN").unwrap_or_default();
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let tail = &statement[returned..];
    let whole = |&(at, _): &(usize, &str)| {
        !tail[..at].ends_with(inside) && !tail[at + column.len()..].starts_with(inside)
    };
    tail.match_indices(column).find(whole).map_or(usize::MAX, |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_stand_outside_of_texts_and_comments() {
        let statement = "MATCH (n {a: $a, b: '$no\\'$no', `$no`: \"$no\"}) // $no\n\
                         RETURN n.x / $b_2 /* $no */, $a";
        assert_eq!(find_parameters(statement), ["$a", "$b_2", "$a"]);
    }

    #[test]
    fn columns_stand_in_the_order_of_the_last_return() {
        let statement =
            "CALL { RETURN size } // size\nRETURN c.sizes AS sizes, 'c' + size AS size, x";
        let mut columns = ["x", "size", "unnamed", "sizes", "unknown"].map(str::to_owned);
        sort_columns(statement, &mut columns);
        assert_eq!(columns, ["sizes", "size", "x", "unknown", "unnamed"]);
        // The upper case of these letters has another length.
        for letters in ["ŉ".repeat(9), "ß".repeat(9), "ﬁ".repeat(9), "ı".repeat(9)] {
            let statement = format!("WITH '{letters}' AS b, 1 AS a return b, a");
            let mut columns = ["a", "b"].map(str::to_owned);
            sort_columns(&statement, &mut columns);
            assert_eq!(columns, ["b", "a"], "{letters}");
        }
    }
}
