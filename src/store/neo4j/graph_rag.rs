//! The communities as tools for GraphRAG look for them in Neo4j, with the labels, properties and
//! relationships of llm-graph-builder.
//!
//! These are nodes of their own, because such a node has a text as its `id`: `shop-1-3` is group 3
//! of the graph shop. Level 0 are the parts of groups, 1 the groups, and each join is one level
//! above the highest that it joins. What belongs to a community is a point, or the node of somebody
//! else's that the point stands for.
//!
//! Each statement may run twice, and is done again by the next load where one was killed.

use super::journal::Journal;
use super::server::Server;
use super::value::int;
use crate::store::Result;
use crate::store::neo4j_rows::kind::Kind;
use crate::store::neo4j_rows::source::GraphRows;

/// What a load begins with.
pub(super) const CONSTRAINT: &str = "CREATE CONSTRAINT conceptgraph_rag_load IF NOT EXISTS
FOR (r:__Community__) REQUIRE (r.load, r.number) IS UNIQUE";

const NODES: &str = "MATCH (g:Graph {load: $load}) WHERE g.loader = $loader SET g.graphRag = true
     WITH g MATCH (m:Community {load: g.load}) WHERE m.id > 0
     CALL (m) {
       OPTIONAL MATCH way = (m)<-[:PART_OF*]-(:Community {level: 'group'})
       RETURN 1 + max(length(way)) AS above
     }
     WITH g, m, CASE m.level WHEN 'part' THEN 0 WHEN 'group' THEN 1 ELSE above END AS level
     MERGE (r:__Community__ {load: g.load, number: m.id})
     SET r.id = g.name + '-' + level + '-' + m.id, r.level = level, r.name = m.name,
         r.title = m.title, r.summary = m.summary,
         r.full_content = '# ' + m.title + '\\n\\n' + m.summary,
         r.weight = m.points, r.community_rank = m.points";

const PARENTS: &str = "MATCH (g:Graph {load: $load}) WHERE g.loader = $loader
     MATCH (m:Community {load: g.load})-[:PART_OF]->(up:Community) WHERE m.id > 0
     MATCH (r:__Community__ {load: g.load, number: m.id})
     MATCH (parent:__Community__ {load: g.load, number: up.id})
     MERGE (r)-[:PARENT_COMMUNITY]->(parent)";

const MEMBERS: &str = "MATCH (g:Graph {load: $load}) WHERE g.loader = $loader
     MATCH (p:Point {load: g.load}) WHERE $first <= p.id < $last
     OPTIONAL MATCH (p)-[:STANDS_FOR]->(own)
     MATCH (p)-[b:BELONGS_TO]->(m:Community)
     MATCH (r:__Community__ {load: g.load, number: m.id})
     WITH coalesce(own, p) AS entity, r, b.share AS share
     MERGE (entity)-[i:IN_COMMUNITY]->(r)
     SET i.share = share";

/// Points whose communities are written in one transaction.
const POINTS: u32 = 5_000;

/// Adds them to a graph that is loaded but for them.
pub(super) fn add(
    server: &Server,
    journal: &Journal<'_>,
    rows: &GraphRows<'_>,
    ended: &dyn Fn() -> bool,
) -> Result<()> {
    server.write_until(journal.about(NODES), ended)?;
    server.write_until(journal.about(PARENTS), ended)?;
    let points = rows.count(Kind::Point);
    for first in (1..=points).step_by(POINTS as usize) {
        let some = journal.about(MEMBERS).param("first", int(first));
        server.write_until(some.param("last", int(first.saturating_add(POINTS))), ended)?;
    }
    Ok(())
}
