//! Whether points can be attached to nodes, and what is attached.

use std::collections::BTreeMap;

use neo4rs::query;

use super::attach::{Attach, OWN, values};
use super::server::Server;
use super::store::{Neo4jStore, of_graph};
use super::value::get;
use crate::base::input_error::did_you_mean;
use crate::base::numbers::{counted, grouped};
use crate::base::progress::Progress;
use crate::base::visible;
use crate::store::{Attached, Error, Result, Unmatched};

/// Names that are looked for at once: without an index each time all nodes are read.
pub(super) const AT_ONCE: usize = 10_000;
/// How many names are given of those that are left.
const NAMED: usize = 5;
/// Nodes that are read slowly without an index.
const MANY: u64 = 20_000;

/// Refuses, before anything is computed, nodes that are not there or are a graph's own.
pub(super) fn check(server: &Server, attach: &Attach) -> Result<()> {
    let (label, shown) = (attach.quoted_label(), visible::name(&attach.label));
    let refused = |text: String| Err(Error::Refused(format!("{}: {text}", server.address())));
    if nodes(server, attach)? == 0 {
        let labels = "CALL db.labels() YIELD label WHERE NOT label IN $own
                      RETURN label ORDER BY label";
        let labels = query(labels).param("own", OWN.map(str::to_owned).to_vec());
        let labels: Vec<String> = server.read(labels, |row| get(row, "label"))?;
        let meant = did_you_mean(&attach.label, labels.iter().map(String::as_str));
        return refused(format!("no node has the label {:?}{meant}", attach.label));
    }
    let property = attach.quoted_property();
    let known = format!("MATCH (n:{label}) WHERE n.{property} IS NOT NULL RETURN 1 AS one LIMIT 1");
    if server.read(query(&known), |row| get::<i64>(row, "one"))?.is_empty() {
        let keys = format!(
            "MATCH (n:{label}) WITH n LIMIT 1000 UNWIND keys(n) AS key
             RETURN DISTINCT key ORDER BY key"
        );
        let keys: Vec<String> = server.read(query(&keys), |row| get(row, "key"))?;
        let meant = did_you_mean(&attach.property, keys.iter().map(String::as_str));
        return refused(format!("no {shown} node has the property {:?}{meant}", attach.property));
    }
    // Such a node would be taken for a point.
    let taken = format!("MATCH (n:{label}&(Point|Attribute)) RETURN labels(n) AS labels LIMIT 1");
    match server.read(query(&taken), |row| get::<Vec<String>>(row, "labels"))?.first() {
        None => Ok(()),
        Some(_) => refused(format!(
            "some {shown} nodes also have the label Point or Attribute, which graphs give to their \
             own nodes; name others"
        )),
    }
}

/// How many nodes have the label; a server knows.
fn nodes(server: &Server, attach: &Attach) -> Result<u64> {
    let count = format!("MATCH (n:{}) RETURN count(n) AS nodes", attach.quoted_label());
    let counts: Vec<u64> = server.read(query(&count), |row| get(row, "nodes"))?;
    Ok(counts.into_iter().sum())
}

/// Refuses, before anything is loaded, names that no node has or that several nodes have. Advises
/// an index where there is none.
pub(super) fn resolve(
    server: &Server,
    attach: &Attach,
    names: &[String],
    progress: &Progress,
) -> Result<()> {
    advise(server, attach, progress)?;
    let found = format!("{}\nWHERE name IN $names\nRETURN name, count(*) AS nodes", attach.found());
    let mut nodes: BTreeMap<String, i64> = BTreeMap::new();
    for names in names.chunks(AT_ONCE) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let statement = query(&found).param("values", values(names.iter().map(String::as_str)));
        let statement = statement.param("names", names.to_vec());
        nodes.extend(server.read(statement, |row| Ok((get(row, "name")?, get(row, "nodes")?)))?);
    }
    let (place, label) = (server.address().server(), visible::name(&attach.label));
    let property = visible::name(&attach.property);
    if nodes.is_empty() {
        let point = names.first().map(String::as_str).unwrap_or_default();
        return Err(Error::Refused(format!(
            "{place}: no {label} node has the name of a point as its {property}; the first point \
             is called {point:?}"
        )));
    }
    let mut several = nodes.iter().filter(|&(_, &nodes)| nodes > 1);
    let Some((name, count)) = several.next() else { return Ok(()) };
    let more = match several.count() {
        0 => String::new(),
        more => {
            let more = counted(more as u64, "more point", "more points");
            format!(", and several have that of {more}")
        }
    };
    Err(Error::Refused(format!(
        "{place}: {count} {label} nodes have the {property} {name:?}{more}; a point stands for one \
         node, so name a property that is unique"
    )))
}

fn advise(server: &Server, attach: &Attach, progress: &Progress) -> Result<()> {
    let all = nodes(server, attach)?;
    if all < MANY {
        return Ok(());
    }
    let indexes = "SHOW INDEXES YIELD type, labelsOrTypes, properties
                   WHERE type = 'RANGE' AND labelsOrTypes = [$label] AND properties = [$property]
                   RETURN type";
    let indexes = query(indexes).param("label", attach.label.as_str());
    let indexes = indexes.param("property", attach.property.as_str());
    if server.read(indexes, |row| get::<String>(row, "type"))?.is_empty() {
        let (label, property) = (attach.quoted_label(), attach.quoted_property());
        progress.note(&format!(
            "{} nodes are searched without an index; this makes one: CREATE INDEX FOR (n:{label}) \
             ON (n.{property})",
            grouped(all)
        ));
    }
    Ok(())
}

/// What the graph is attached to, counted.
pub(super) fn attached(store: &Neo4jStore) -> Result<Option<Attached>> {
    let to = of_graph!("RETURN g.attached AS to, coalesce(g.attachedAsPoints, false) AS as_points");
    let to: Vec<(Option<String>, bool)> =
        store.all(to, |row| Ok((get(row, "to")?, get(row, "as_points")?)))?;
    let Some((Some(to), as_points)) = to.into_iter().next() else { return Ok(None) };
    let attach = Attach::parse(&to, as_points)
        .map_err(|_| store.damaged(format!("it is attached to {to:?}")))?;
    let (label, property) = (attach.quoted_label(), attach.quoted_property());
    let points = of_graph!(
        "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
         WITH count(p) AS points,
              count(CASE WHEN EXISTS { (p)-[:STANDS_FOR]->() } THEN 1 END) AS tied
         RETURN tied, points - tied AS left"
    );
    let counts: Vec<(u64, u64)> =
        store.all(points, |row| Ok((get(row, "tied")?, get(row, "left")?)))?;
    let (points, left) = counts.first().copied().unwrap_or_default();
    let names = of_graph!(
        "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0 AND NOT EXISTS { (p)-[:STANDS_FOR]->() }
         RETURN p.name AS name ORDER BY p.id LIMIT $most"
    );
    let first = |statement: &str| -> Result<Vec<String>> {
        let statement = store.about(statement).param("most", NAMED as i64);
        store.server.read(statement, |row| get(row, "name"))
    };
    let without_node = Unmatched { count: left, first: first(names)? };
    // Whether a node has a point of this graph is asked from the node: it has few.
    let alone = format!(
        "MATCH (g:Graph {{name: $graph, status: 'ready'}})
         MATCH (n:{label}) WHERE NOT EXISTS {{ (n)<-[:STANDS_FOR]-(:Point {{graph: g.graph}}) }}\n"
    );
    let counts: Vec<u64> =
        store.all(&format!("{alone}RETURN count(n) AS left"), |row| get(row, "left"))?;
    let named = format!(
        "{alone} AND n.{property} IS NOT NULL
         WITH n ORDER BY n.{property} LIMIT $most
         RETURN coalesce(toStringOrNull(n.{property}), '?') AS name"
    );
    let without_point =
        Unmatched { count: counts.first().copied().unwrap_or_default(), first: first(&named)? };
    let Attach { label, property, as_points } = attach;
    Ok(Some(Attached { label, property, as_points, points, without_node, without_point }))
}
