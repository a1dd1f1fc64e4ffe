//! Relationships that no load made: somebody tied nodes of their own to those of a graph.
//!
//! When a graph is replaced, those of points go over to the points of the same names. What cannot,
//! goes with the old nodes, and is counted and named.

use std::collections::BTreeMap;

use neo4rs::query;

use super::server::Server;
use super::value::get;
use crate::base::display_safe;
use crate::base::numbers::grouped;
use crate::base::progress::Progress;
use crate::store::Result;
use crate::store::neo4j_rows::kind::Kind;
use crate::store::neo4j_rows::names::identifier;

/// The types that are not ours; in most databases of a graph there is none.
fn types(server: &Server) -> Result<Vec<String>> {
    let all =
        "CALL db.relationshipTypes() YIELD relationshipType AS type RETURN type ORDER BY type";
    let all: Vec<String> = server.read(query(all), |row| get(row, "type"))?;
    let is_ours =
        |name: &String| name == "STANDS_FOR" || Kind::ALL.iter().any(|k| k.name() == name);
    Ok(all.into_iter().filter(|name| !is_ours(name)).collect())
}

/// Takes such relationships from points under one key to those under another, and says which are
/// lost.
pub(super) fn carry(
    server: &Server,
    from: &str,
    to: Option<&str>,
    progress: &Progress,
) -> Result<()> {
    let types: Vec<String> = types(server)?.iter().map(|name| identifier(name)).collect();
    if types.is_empty() {
        return Ok(());
    }
    let ends = [["(p)-[r:", "]->(o)", "(q)-[s:"], ["(p)<-[r:", "]-(o)", "(q)<-[s:"]];
    for (name, [old, end, new]) in types.iter().flat_map(|name| ends.map(|both| (name, both))) {
        let Some(to) = to else { break };
        let move_some = format!(
            "MATCH (p:Point) WHERE p.graph = $from AND p.id > 0
             MATCH {old}{name}{end}
             MATCH (q:Point {{graph: $to, name: p.name}})
             WITH r, q, o LIMIT 1000
             CREATE {new}{name}{end} SET s = properties(r)
             DELETE r
             WITH count(*) AS moved WHERE moved > 0
             RETURN moved"
        );
        let move_some = query(&move_some).param("from", from).param("to", to);
        server.until_done(&move_some, &|| progress.interrupted())?;
    }
    let mut lost: BTreeMap<String, u64> = BTreeMap::new();
    for label in Kind::ALL.iter().filter(|kind| kind.ends().is_none()).map(|kind| kind.name()) {
        let count = format!(
            "MATCH (n:{label}) WHERE n.graph = $graph AND n.id > 0
             MATCH (n)-[r:{}]-()
             RETURN type(r) AS type, count(DISTINCT r) AS number",
            types.join("|")
        );
        for (name, number) in server.read(query(&count).param("graph", from), |row| {
            Ok((get::<String>(row, "type")?, get::<u64>(row, "number")?))
        })? {
            *lost.entry(name).or_default() += number;
        }
    }
    if !lost.is_empty() {
        let lost =
            lost.iter().map(|(name, &n)| format!("{} {}", grouped(n), display_safe::name(name)));
        let lost = lost.collect::<Vec<_>>().join(", ");
        progress.note(&format!("relationships of your own removed with the old graph: {lost}"));
    }
    Ok(())
}
