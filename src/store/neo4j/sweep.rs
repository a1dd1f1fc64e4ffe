//! Removing a graph of any size, a bounded number of nodes and relationships a transaction.
//!
//! It can be killed at any moment and called again. The graph's own node goes last, so that what is
//! left is still known to be there.

use neo4rs::{Query, query};

use super::server::Server;
use crate::store::Result;

/// Removes some of what is matched; no row when there is nothing left.
macro_rules! some {
    ($matched:literal, $removed:literal) => {
        concat!($matched, $removed, " WITH count(*) AS removed WHERE removed > 0 RETURN removed")
    };
}

/// What nodes of somebody else's are tied to: many may be tied to one cluster or community.
const STANDING: &str = some!(
    "MATCH (p:Point) WHERE p.graph = $graph AND p.id > 0
     MATCH (p)-[s:STANDS_FOR]->(n) ",
    "WITH s, n LIMIT 20000
     CALL (n) {
       MATCH (n)-[r:INTRODUCED_IN|BELONGS_TO]->(of:Concept|Community) WHERE of.graph = $graph
       DELETE r
     }
     DELETE s"
);
/// A point can have thousands of neighbours, and be in thousands of clusters: they are counted, not
/// the points.
const TIES: &str = some!(
    "MATCH (p:Point) WHERE p.graph = $graph AND p.id > 0
     MATCH (p)-[r:NEIGHBOR|HAS|MEMBER_OF]->() ",
    "WITH r LIMIT 20000 DELETE r"
);
/// What has most relationships, from both ends: few reach from one half into the other.
const LOWER: &str = some!(
    "MATCH (c:Concept) WHERE c.graph = $graph AND 0 < c.id <= $half ",
    "WITH c LIMIT 1000 DETACH DELETE c"
);
const UPPER: &str = some!(
    "MATCH (c:Concept) WHERE c.graph = $graph AND c.id > $half ",
    "WITH c LIMIT 1000 DETACH DELETE c"
);
const REST: [&str; 4] = [
    some!(
        "MATCH (p:Point) WHERE p.graph = $graph AND p.id > 0 ",
        "WITH p LIMIT 5000 DETACH DELETE p"
    ),
    some!(
        "MATCH (m:Community) WHERE m.graph = $graph AND m.id > 0 ",
        "WITH m LIMIT 5000 DETACH DELETE m"
    ),
    some!(
        "MATCH (a:Attribute) WHERE a.graph = $graph AND a.id > 0 ",
        "WITH a LIMIT 5000 DETACH DELETE a"
    ),
    some!(
        "MATCH (k:Class) WHERE k.graph = $graph AND k.id > 0 ",
        "WITH k LIMIT 5000 DETACH DELETE k"
    ),
];
const LAST: &str = "MATCH (g:Graph {graph: $graph, status: 'removing'}) DELETE g";

/// Removes all nodes with that key, of a graph of about that many concepts.
pub(super) fn sweep(
    server: &Server,
    key: &str,
    concepts: i64,
    ended: &dyn Fn() -> bool,
) -> Result<()> {
    let about = |statement: &str| -> Query {
        query(statement).param("graph", key).param("half", concepts / 2)
    };
    server.until_done([vec![about(STANDING), about(TIES)], Vec::new()], ended)?;
    server.until_done([LOWER, UPPER].map(|half| vec![about(half)]), ended)?;
    server.until_done([REST.iter().map(|step| about(step)).collect(), Vec::new()], ended)?;
    server.write(about(LAST), |_| Ok(())).map(|_| ())
}
