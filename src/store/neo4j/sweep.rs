//! Removing a graph of any size, a bounded number of nodes and relationships a transaction.
//!
//! It can be killed at any moment and called again. The graph's own node goes last, so that what is
//! left is still known to be there.

use neo4rs::query;

use super::server::Server;
use super::value::get;
use crate::store::{Error, Result};

/// From what has most relationships to what has none left.
const STEPS: [&str; 8] = [
    // Many nodes of somebody else's may be tied to one cluster or community.
    "MATCH (p:Point) WHERE p.graph = $graph AND p.id > 0
     MATCH (p)-[s:STANDS_FOR]->(n)
     WITH s, n LIMIT 20000
     CALL (n) {
       MATCH (n)-[r:INTRODUCED_IN|BELONGS_TO]->(of:Concept|Community) WHERE of.graph = $graph
       DELETE r
     }
     DELETE s RETURN count(*) AS removed",
    "MATCH (c:Concept) WHERE c.graph = $graph AND c.id > 0
     WITH c LIMIT 5000 DETACH DELETE c RETURN count(*) AS removed",
    // A point can have thousands of neighbours: they are counted, not the points.
    "MATCH (p:Point) WHERE p.graph = $graph AND p.id > 0
     MATCH (p)-[r:NEIGHBOR|HAS]->()
     WITH r LIMIT 50000 DELETE r RETURN count(*) AS removed",
    "MATCH (p:Point) WHERE p.graph = $graph AND p.id > 0
     WITH p LIMIT 5000 DETACH DELETE p RETURN count(*) AS removed",
    "MATCH (m:Community) WHERE m.graph = $graph AND m.id > 0
     WITH m LIMIT 5000 DETACH DELETE m RETURN count(*) AS removed",
    "MATCH (a:Attribute) WHERE a.graph = $graph AND a.id > 0
     WITH a LIMIT 5000 DETACH DELETE a RETURN count(*) AS removed",
    "MATCH (k:Class) WHERE k.graph = $graph AND k.id > 0
     WITH k LIMIT 5000 DETACH DELETE k RETURN count(*) AS removed",
    "MATCH (g:Graph {graph: $graph, status: 'removing'}) DELETE g RETURN 0 AS removed",
];

/// Removes all nodes with that key.
pub(super) fn sweep(server: &Server, key: &str, ended: &dyn Fn() -> bool) -> Result<()> {
    for step in STEPS {
        loop {
            if ended() {
                return Err(Error::Interrupted);
            }
            let removed =
                server.write(query(step).param("graph", key), |row| get::<i64>(row, "removed"))?;
            if removed.iter().all(|&removed| removed == 0) {
                break;
            }
        }
    }
    Ok(())
}
