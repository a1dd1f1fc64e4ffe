//! All graphs of a database in rows, half-loaded ones too.

use neo4rs::query;

use super::address::Address;
use super::credentials::Credentials;
use super::server::Server;
use super::shown::value;
use super::value::get;
use crate::base::numbers::counted;
use crate::base::rows::Value;
use crate::store::Result;
use crate::store::neo4j_files::SCHEMA;

/// Each graph on a server: its name, its state, and how many points, neighbours, clusters and
/// covers it has or will have.
///
/// # Errors
/// A server that cannot be reached or fails.
pub fn listed(address: &Address, credentials: &Credentials) -> Result<Vec<Vec<Value>>> {
    let all = "MATCH (g:Graph) WHERE g.graph IS :: STRING NOT NULL AND g.name IS :: STRING NOT NULL
               CALL (g) {
                 WITH * WHERE g.status IN ['loading', 'removing']
                 MATCH (c:Concept) WHERE c.graph = g.graph AND c.id > 0
                 RETURN count(c) AS there
               }
               RETURN g.name AS name, toString(g.status) AS status, g.schema = $schema AS known,
                      [g.n, g.k, g.concepts, g.covers] AS numbers, there
               ORDER BY name, g.graph";
    let server = Server::connect(address, credentials)?;
    server.read(query(all).param("schema", SCHEMA), |row| {
        let clusters = counted(get(row, "there")?, "cluster", "clusters");
        let status: Option<String> = get(row, "status")?;
        let known: Option<bool> = get(row, "known")?;
        let state = match status.as_deref() {
            Some("ready") if known == Some(true) => "ready".to_owned(),
            Some("ready") => "of another version".to_owned(),
            Some("renaming") => "taking its name".to_owned(),
            Some("loading") => format!("half loaded ({clusters})"),
            Some("removing") => format!("half removed ({clusters} left)"),
            other => format!("damaged: its status is {}", other.unwrap_or("missing")),
        };
        let numbers: Vec<neo4rs::BoltType> = get(row, "numbers")?;
        let own = [Value::Text(get(row, "name")?), Value::Text(state)];
        Ok(own.into_iter().chain(numbers.into_iter().map(value)).collect())
    })
}
