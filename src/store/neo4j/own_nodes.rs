//! Rows of a statement about a user's own nodes in a Neo4j database, which is only read.

use neo4rs::{BoltType, Error as Bolt, Row, query};

use super::address::Address;
use super::ask::in_order;
use super::credentials::Credentials;
use super::explain::explained;
use super::server::{Rows, Server};
use super::shown::{json, written};
use crate::base::input_error::{InputError, Location};
use crate::store::{Error, Result as Stored};
use crate::table::{Cell, Statement, TypedRows};

/// A statement about a user's database.
#[derive(Debug)]
pub struct CypherStatement {
    server: Server,
    text: String,
}

impl CypherStatement {
    /// Connects to the database of a statement.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached.
    pub fn new(address: &Address, credentials: &Credentials, text: &str) -> Stored<Self> {
        Ok(Self { server: Server::connect(address, credentials)?, text: text.to_owned() })
    }

    /// Converts an error of the driver into a fault of the statement, with a remedy.
    fn failed(&self, error: Bolt) -> InputError {
        let fault = |found: &str, remedy: &str| InputError::data(Location::Whole, found, remedy);
        if let Bolt::Neo4j(error) = &error {
            let code = error.code();
            if code.ends_with(".AccessMode") || code.ends_with(".ForbiddenOnReadOnlyDatabase") {
                let remedy = "give one that only finds and returns, as MATCH ... RETURN ...";
                return fault("the statement does more than read", remedy);
            }
            if code.starts_with("Neo.ClientError.Statement.") {
                // Further lines show the statement and point into it.
                let found = error.message().lines().next().unwrap_or_default();
                // Line 0 does not exist.
                let found = found.split(" (line 0, ").next().unwrap_or_default();
                return fault(found.trim_end_matches('.'), "correct the statement");
            }
        }
        let said = match explained(self.server.address(), None, error) {
            Error::Backend { cause, .. } => cause,
            other => other.to_string(),
        };
        match said.split_once("; ") {
            Some((found, remedy)) => fault(found, remedy),
            None => fault(&said, "check the server"),
        }
    }
}

impl Statement for CypherStatement {
    fn place(&self) -> String {
        self.server.address().server().to_owned()
    }

    fn run(
        &self,
        take: &mut dyn FnMut(&mut dyn TypedRows) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        let rows = self.server.rows(query(&self.text)).map_err(|error| self.failed(error))?;
        take(&mut CypherAnswer { statement: self, rows, columns: Vec::new() })
    }
}

/// The rows of a running statement.
struct CypherAnswer<'s> {
    statement: &'s CypherStatement,
    rows: Rows<'s>,
    columns: Vec<String>,
}

impl TypedRows for CypherAnswer<'_> {
    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn next(&mut self, cells: &mut Vec<Cell>) -> Result<bool, InputError> {
        cells.clear();
        let Some(row) = self.rows.next().map_err(|error| self.statement.failed(error))? else {
            return Ok(false);
        };
        if self.columns.is_empty() {
            self.columns = row.keys().into_iter().map(|name| name.value.clone()).collect();
            in_order(&self.statement.text, &mut self.columns);
        }
        cells.extend(self.columns.iter().map(|column| cell(&row, column)));
        Ok(true)
    }
}

/// Returns the cell of a row in a column.
fn cell(row: &Row, column: &str) -> Cell {
    let part = "return one of its properties, as p.age, or leave the column out";
    match row.get::<BoltType>(column) {
        Err(_) | Ok(BoltType::Null(_)) => Cell::Empty,
        Ok(BoltType::Integer(number)) => Cell::Int(number.value.into()),
        Ok(BoltType::Float(number)) => Cell::Real(number.value),
        Ok(BoltType::Boolean(truth)) => Cell::Int(truth.value.into()),
        Ok(BoltType::String(text)) => Cell::Text(text.value),
        Ok(BoltType::List(list)) => {
            let number = |item: &BoltType| match item {
                BoltType::Null(_) => Some(Cell::Empty),
                BoltType::Integer(number) => Some(Cell::Int(number.value.into())),
                BoltType::Float(number) => Some(Cell::Real(number.value)),
                _ => None,
            };
            match list.value.iter().map(number).collect() {
                Some(numbers) => Cell::List(numbers),
                // A list of words is no feature, but can still be shown.
                None => Cell::Text(json(&BoltType::List(list)).to_string()),
            }
        }
        Ok(BoltType::Node(_)) => Cell::unfit("a node", part),
        Ok(BoltType::Map(_)) => Cell::unfit("a map", part),
        Ok(BoltType::Relation(_) | BoltType::UnboundedRelation(_)) => {
            Cell::unfit("a relationship", part)
        }
        Ok(BoltType::Path(_)) => Cell::unfit("a path", part),
        Ok(BoltType::Point2D(_) | BoltType::Point3D(_)) => {
            Cell::unfit("a place", "return its numbers, as p.place.x AS x, p.place.y AS y")
        }
        Ok(BoltType::Duration(_)) => {
            Cell::unfit("a duration", "return a number, as p.time.seconds")
        }
        Ok(BoltType::Bytes(_)) => Cell::unfit("bytes", part),
        // A date or a time, written as `cypher-shell` does.
        Ok(moment) => Cell::Text(written(&moment)),
    }
}
