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
use crate::store::neo4j_files::identifier;
use crate::store::{Error, Result};

/// The types of ours, with those by which points are tied to nodes of others on request.
const OURS: [&str; 11] = [
    "COVERED_BY",
    "HAS_CLASS",
    "INTRODUCED_IN",
    "OF_CLASS",
    "NEIGHBOR",
    "HAS",
    "BELONGS_TO",
    "PART_OF",
    "OVERLAPS",
    "MEMBER_OF",
    "STANDS_FOR",
];
/// What they may be tied to.
const LABELS: [&str; 5] = ["Point", "Concept", "Class", "Community", "Attribute"];

/// The types that are not ours; in most databases of a graph there is none.
fn types(server: &Server) -> Result<Vec<String>> {
    let all =
        "CALL db.relationshipTypes() YIELD relationshipType AS type RETURN type ORDER BY type";
    let all: Vec<String> = server.read(query(all), |row| get(row, "type"))?;
    Ok(all.into_iter().filter(|name| !OURS.contains(&name.as_str())).collect())
}

/// Takes such relationships from points under one key to those under another, and says which are
/// there then, and which are not.
pub(super) fn carry(
    server: &Server,
    from: &str,
    to: Option<&str>,
    progress: &Progress,
) -> Result<()> {
    let types = types(server)?;
    if types.is_empty() {
        return Ok(());
    }
    if let Some(to) = to {
        for name in &types {
            for both in [["(p)-[r:", "]->(o)", "(q)-[s:"], ["(p)<-[r:", "]-(o)", "(q)<-[s:"]] {
                move_all(server, &identifier(name), both, [from, to], progress)?;
            }
        }
        let kept = count(server, &types, &LABELS[..1], to)?;
        say(progress, "kept at points of the same names", &kept);
    }
    let left = count(server, &types, &LABELS, from)?;
    say(progress, "removed with the graph that they were tied to", &left);
    Ok(())
}

fn move_all(
    server: &Server,
    name: &str,
    [old, end, new]: [&str; 3],
    [from, to]: [&str; 2],
    progress: &Progress,
) -> Result<()> {
    let statement = format!(
        "MATCH (p:Point) WHERE p.graph = $from AND p.id > 0
         MATCH {old}{name}{end}
         MATCH (q:Point {{graph: $to, name: p.name}})
         WITH r, q, o LIMIT 1000
         CREATE {new}{name}{end} SET s = properties(r)
         DELETE r
         WITH count(*) AS moved WHERE moved > 0
         RETURN moved"
    );
    loop {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let some = query(&statement).param("from", from).param("to", to);
        if server.write(some, |_| Ok(()))?.is_empty() {
            return Ok(());
        }
    }
}

/// How many of each type are tied to nodes with these labels under a key.
fn count(
    server: &Server,
    types: &[String],
    labels: &[&str],
    key: &str,
) -> Result<BTreeMap<String, i64>> {
    let any: Vec<String> = types.iter().map(|name| identifier(name)).collect();
    let any = any.join("|");
    let mut all = BTreeMap::new();
    for label in labels {
        let count = format!(
            "MATCH (n:{label}) WHERE n.graph = $graph AND n.id > 0
             MATCH (n)-[r:{any}]-()
             RETURN type(r) AS type, count(DISTINCT r) AS number"
        );
        let counted = server.read(query(&count).param("graph", key), |row| {
            Ok((get::<String>(row, "type")?, get::<i64>(row, "number")?))
        })?;
        for (name, number) in counted {
            *all.entry(name).or_default() += number;
        }
    }
    Ok(all)
}

fn say(progress: &Progress, what: &str, counted: &BTreeMap<String, i64>) {
    if counted.is_empty() {
        return;
    }
    let all: Vec<String> = counted
        .iter()
        .map(|(name, &number)| format!("{} {}", grouped(number as u64), display_safe::name(name)))
        .collect();
    progress.note(&format!("relationships of your own, {what}: {}", all.join(", ")));
}
