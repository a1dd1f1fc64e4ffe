//! What no load made on the nodes of a graph: somebody tied nodes of their own to them, or gave
//! them labels and properties.
//!
//! When a graph is replaced, relationships of points go over to the points of the same names. What
//! cannot goes with the old nodes, and is counted and named.

use std::collections::BTreeMap;

use neo4rs::query;

use super::entries::Entry;
use super::own_schema;
use super::parts::RAG_RELATIONSHIPS;
use super::server::Server;
use super::value::get;
use crate::base::display_safe;
use crate::base::numbers::grouped;
use crate::base::progress::Progress;
use crate::store::Result;
use crate::store::neo4j_rows::display_labels;
use crate::store::neo4j_rows::kind::Kind;
use crate::store::neo4j_rows::names::identifier;

/// The types that are not ours; in most databases of a graph there is none.
fn types(server: &Server) -> Result<Vec<String>> {
    let all =
        "CALL db.relationshipTypes() YIELD relationshipType AS type RETURN type ORDER BY type";
    let all: Vec<String> = server.read(query(all), |row| get(row, "type"))?;
    let is_ours = |name: &String| {
        name == "STANDS_FOR"
            || RAG_RELATIONSHIPS.contains(&name.as_str())
            || Kind::ALL.iter().any(|k| k.name() == name)
    };
    Ok(all.into_iter().filter(|name| !is_ours(name)).collect())
}

/// Takes such relationships from points of one graph to those of another, and says which are
/// lost.
pub(super) fn carry(
    server: &Server,
    from: &Entry,
    to: Option<&Entry>,
    progress: &Progress,
) -> Result<()> {
    // Older versions had other properties.
    if !from.is_of_old_version {
        say_marks(server, from, progress)?;
    }
    let types: Vec<String> = types(server)?.iter().map(|name| identifier(name)).collect();
    if types.is_empty() {
        return Ok(());
    }
    let ends = [["(p)-[r:", "]->(o)", "(q)-[s:"], ["(p)<-[r:", "]-(o)", "(q)<-[s:"]];
    for (name, [old, end, new]) in types.iter().flat_map(|name| ends.map(|both| (name, both))) {
        let Some(to) = to else { break };
        let move_some = format!(
            "MATCH (p:{}) WHERE {} AND p.id > 0
             MATCH {old}{name}{end}
             MATCH (q:{} {{load: $to, name: p.name}})
             WITH r, q, o LIMIT 1000
             CREATE {new}{name}{end} SET s = properties(r)
             DELETE r
             WITH count(*) AS moved WHERE moved > 0
             RETURN moved",
            from.labels.label("Point"),
            from.has("p"),
            to.labels.label("Point")
        );
        let move_some = query(&move_some).param("load", from.key.as_str());
        let move_some = move_some.param("to", to.key.as_str());
        server.until_done(&move_some, &|| progress.interrupted())?;
    }
    let mut lost: BTreeMap<String, u64> = BTreeMap::new();
    for label in Kind::ALL.iter().filter(|kind| kind.ends().is_none()).map(|kind| kind.name()) {
        let count = format!(
            "MATCH (n:{label}) WHERE {} AND n.id > 0
             MATCH (n)-[r:{}]-()
             RETURN type(r) AS type, count(DISTINCT r) AS number",
            from.has("n"),
            types.join("|")
        );
        for (name, number) in server
            .read(from.labels.query(&count).param("load", from.key.as_str()), |row| {
                Ok((get::<String>(row, "type")?, get::<u64>(row, "number")?))
            })?
        {
            *lost.entry(name).or_default() += number;
        }
    }
    say_lost(progress, "relationships", &lost);
    Ok(())
}

/// Says which labels and properties somebody gave to the nodes of a graph.
fn say_marks(server: &Server, of: &Entry, progress: &Progress) -> Result<()> {
    let (mut labels, mut properties) = (BTreeMap::new(), BTreeMap::new());
    for kind in Kind::ALL.iter().filter(|kind| kind.ends().is_none()) {
        let plain = kind.name();
        let marks = format!(
            "MATCH (g:Graph {{load: $load}})
             WITH coalesce(g.featureProperties, []) + coalesce(g.keptProperties, [])
                  + coalesce(g.placeProperties, []) + $known AS known
             MATCH (n:{plain}) WHERE n.load = $load AND n.id > 0
             WITH [label IN labels(n) WHERE NOT label IN $labels | ':' + label]
                  + [key IN keys(n) WHERE NOT key IN known] AS marks
             WHERE size(marks) > 0
             UNWIND marks AS mark
             RETURN mark, count(*) AS number"
        );
        let own = [of.labels.label(plain)].into_iter().chain(display_labels().map(str::to_owned));
        let marks = of.labels.query(&marks).param("load", of.key.as_str());
        let known: Vec<&str> = own_schema::properties(plain).into_iter().collect();
        let marks = marks.param("known", known).param("labels", own.collect::<Vec<_>>());
        let found = server
            .read(marks, |row| Ok((get::<String>(row, "mark")?, get::<u64>(row, "number")?)))?;
        for (mark, number) in found {
            let (all, name) = match mark.strip_prefix(':') {
                Some(label) => (&mut labels, label),
                None => (&mut properties, &*mark),
            };
            *all.entry(name.to_owned()).or_default() += number;
        }
    }
    say_lost(progress, "labels", &labels);
    say_lost(progress, "properties", &properties);
    Ok(())
}

fn say_lost(progress: &Progress, what: &str, lost: &BTreeMap<String, u64>) {
    if lost.is_empty() {
        return;
    }
    let lost = lost.iter().map(|(name, &n)| format!("{} {}", grouped(n), display_safe::name(name)));
    let lost = lost.collect::<Vec<_>>().join(", ");
    progress.note(&format!("{what} of your own removed with the old graph: {lost}"));
}
