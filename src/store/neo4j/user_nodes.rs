//! Rows of a statement about a user's own nodes in a Neo4j database, which is only read.

use neo4rs::{BoltType, Error as Bolt, Row, query};

use super::address::Address;
use super::credentials::Credentials;
use super::database::sort_columns;
use super::display::{format_bolt, to_json};
use super::explain::driver_error;
use super::server::{BoltRows, Server};
use crate::base::input_error::{InputError, Location};
use crate::store::{Result as Stored, StoreError};
use crate::table::{Statement, TypedCell, TypedRows};

#[derive(Debug)]
pub(crate) struct CypherStatement {
    server: Server,
    text: String,
}

impl CypherStatement {
    pub(crate) fn new(address: &Address, credentials: &Credentials, text: &str) -> Stored<Self> {
        Ok(Self { server: Server::connect(address, credentials)?, text: text.to_owned() })
    }

    fn statement_error(&self, error: Bolt) -> InputError {
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
        let said = match driver_error(self.server.address(), None, error) {
            StoreError::Backend { cause, .. } => cause,
            other => other.to_string(),
        };
        match said.split_once("; ") {
            Some((found, remedy)) => fault(found, remedy),
            None => fault(&said, "check the server"),
        }
    }
}

impl Statement for CypherStatement {
    fn database_name(&self) -> String {
        self.server.address().server().to_owned()
    }

    fn run(
        &self,
        take: &mut dyn FnMut(&mut dyn TypedRows) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        let rows = self
            .server
            .stream_rows(query(&self.text))
            .map_err(|error| self.statement_error(error))?;
        take(&mut CypherRows { statement: self, rows, columns: Vec::new() })
    }
}

struct CypherRows<'s> {
    statement: &'s CypherStatement,
    rows: BoltRows<'s>,
    columns: Vec<String>,
}

impl TypedRows for CypherRows<'_> {
    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn next(&mut self, cells: &mut Vec<TypedCell>) -> Result<bool, InputError> {
        cells.clear();
        let Some(row) = self.rows.next().map_err(|error| self.statement.statement_error(error))?
        else {
            return Ok(false);
        };
        if self.columns.is_empty() {
            self.columns = row.keys().into_iter().map(|name| name.value.clone()).collect();
            sort_columns(&self.statement.text, &mut self.columns);
        }
        cells.extend(self.columns.iter().map(|column| cell(&row, column)));
        Ok(true)
    }
}

fn cell(row: &Row, column: &str) -> TypedCell {
    let part = "return one of its properties, as p.age, or leave the column out";
    match row.get::<BoltType>(column) {
        Err(_) | Ok(BoltType::Null(_)) => TypedCell::Empty,
        Ok(BoltType::Integer(number)) => TypedCell::Int(number.value.into()),
        Ok(BoltType::Float(number)) => TypedCell::Real(number.value),
        Ok(BoltType::Boolean(truth)) => TypedCell::Int(truth.value.into()),
        Ok(BoltType::String(text)) => TypedCell::Text(text.value),
        Ok(BoltType::List(list)) => {
            let number = |item: &BoltType| match item {
                BoltType::Null(_) => Some(TypedCell::Empty),
                BoltType::Integer(number) => Some(TypedCell::Int(number.value.into())),
                BoltType::Float(number) => Some(TypedCell::Real(number.value)),
                _ => None,
            };
            match list.value.iter().map(number).collect() {
                Some(numbers) => TypedCell::List(numbers),
                // A list of words is no feature, but can still be shown.
                None => TypedCell::Text(to_json(&BoltType::List(list)).to_string()),
            }
        }
        Ok(BoltType::Node(_)) => TypedCell::new_unsupported("a node", part),
        Ok(BoltType::Map(_)) => TypedCell::new_unsupported("a map", part),
        Ok(BoltType::Relation(_) | BoltType::UnboundedRelation(_)) => {
            TypedCell::new_unsupported("a relationship", part)
        }
        Ok(BoltType::Path(_)) => TypedCell::new_unsupported("a path", part),
        Ok(BoltType::Point2D(_) | BoltType::Point3D(_)) => TypedCell::new_unsupported(
            "a place",
            "return its numbers, as p.place.x AS x, p.place.y AS y",
        ),
        Ok(BoltType::Duration(_)) => {
            TypedCell::new_unsupported("a duration", "return a number, as p.time.seconds")
        }
        Ok(BoltType::Bytes(_)) => TypedCell::new_unsupported("bytes", part),
        // A date or a time, written as `cypher-shell` does.
        Ok(moment) => TypedCell::Text(format_bolt(&moment)),
    }
}
