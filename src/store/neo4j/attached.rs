//! Whether points can be attached to nodes, and what is attached.

use std::collections::BTreeMap;

use neo4rs::query;

use super::attach::{Attach, values};
use super::batches::NAMES;
use super::labels::LabelPrefix;
use super::server::Server;
use super::store::{Neo4jStore, of_graph};
use super::value::get;
use crate::base::display_safe;
use crate::base::progress::Progress;
use crate::store::row_store::RowStore;
use crate::store::{Attached, Error, Result, Unmatched};

/// How many names are given of points and nodes without a counterpart.
const NAMED: usize = 5;

/// Refuses, before anything is computed, nodes that are not there or are a graph's own.
pub(super) fn check(server: &Server, attach: &Attach, labels: &LabelPrefix) -> Result<()> {
    let (label, property) = (attach.quoted_label(), attach.quoted_property());
    let shown = display_safe::name(&attach.label);
    let exists = |pattern: &str| -> Result<bool> {
        let statement = format!("MATCH {pattern} RETURN 1 AS one LIMIT 1");
        Ok(!server.read(query(&statement), |row| get::<i64>(row, "one"))?.is_empty())
    };
    let refused = |text: String| Err(Error::Refused(format!("{}: {text}", server.address())));
    if labels.labels().contains(&attach.label) {
        let label = &attach.label;
        let found = format!("{label:?} is the label of a graph's own nodes, not of other ones");
        return Err(Error::LabelsTaken { found });
    }
    if !exists(&format!("(n:{label})"))? {
        return refused(format!("no node has the label {:?}", attach.label));
    }
    if !exists(&format!("(n:{label}) WHERE n.{property} IS NOT NULL"))? {
        return refused(format!("no {shown} node has the property {:?}", attach.property));
    }
    // Such a node would be taken for a point.
    let [point, attribute] = ["Point", "Attribute"].map(|plain| labels.label(plain));
    if exists(&format!("(n:{label}&({point}|{attribute}))"))? {
        let found = format!(
            "{}: some {shown} nodes also have the label {point} or {attribute}, which graphs give \
             to their own nodes",
            server.address()
        );
        return Err(Error::LabelsTaken { found });
    }
    Ok(())
}

/// Refuses, before anything is loaded, names that no node has or that several nodes have.
pub(super) fn resolve(
    server: &Server,
    attach: &Attach,
    names: &[String],
    progress: &Progress,
) -> Result<()> {
    let found = format!("{}\nWHERE name IN $names\nRETURN name, count(*) AS nodes", attach.found());
    let mut nodes: BTreeMap<String, u64> = BTreeMap::new();
    for names in names.chunks(NAMES) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let statement = query(&found).param("values", values(names.iter().map(String::as_str)));
        let statement = statement.param("names", names.to_vec());
        nodes.extend(server.read(statement, |row| Ok((get(row, "name")?, get(row, "nodes")?)))?);
    }
    let (place, label) = (server.address().server(), display_safe::name(&attach.label));
    let property = display_safe::name(&attach.property);
    if nodes.is_empty() {
        let point = names.first().map(String::as_str).unwrap_or_default();
        return Err(Error::Refused(format!(
            "{place}: no {label} node has the name of a point as its {property}; the first point \
             is called {point:?}"
        )));
    }
    match nodes.iter().find(|&(_, &nodes)| nodes > 1) {
        None => Ok(()),
        Some((name, count)) => Err(Error::Refused(format!(
            "{place}: {count} {label} nodes have the {property} {name:?}; a point stands for one \
             node, so name a property that is unique"
        ))),
    }
}

/// What the graph is attached to, counted.
pub(super) fn attached(store: &Neo4jStore) -> Result<Option<Attached>> {
    let to = of_graph!("RETURN g.attached AS to");
    let to: Vec<Option<String>> = store.all(to, |row| get(row, "to"))?;
    let Some(Some(to)) = to.into_iter().next() else { return Ok(None) };
    let attach =
        Attach::parse(&to).map_err(|_| store.damaged(format!("it is attached to {to:?}")))?;
    let (label, property) = (attach.quoted_label(), attach.quoted_property());
    let tied = of_graph!(
        "MATCH (p:Point {load: g.load})-[:STANDS_FOR]->() WHERE p.id > 0
         RETURN count(DISTINCT p) AS tied"
    );
    let tied: Vec<u64> = store.all(tied, |row| get(row, "tied"))?;
    let points = unmatched(
        store,
        "(n:Point {load: g.load}) WHERE n.id > 0 AND NOT EXISTS { (n)-[:STANDS_FOR]->() }",
        "n.name AS name ORDER BY n.id",
    )?;
    // Whether a node has a point of this graph is asked from the node: it has few.
    let nodes = unmatched(
        store,
        &format!("(n:{label}) WHERE NOT EXISTS {{ (n)<-[:STANDS_FOR]-(:Point {{load: g.load}}) }}"),
        &format!("coalesce(toStringOrNull(n.{property}), '?') AS name ORDER BY n.{property}"),
    )?;
    let Attach { label, property } = attach;
    Ok(Some(Attached {
        label,
        property,
        points: tied.into_iter().sum(),
        points_without_node: points,
        nodes_without_point: nodes,
    }))
}

/// How many nodes match, and the names of the first.
fn unmatched(store: &Neo4jStore, found: &str, name: &str) -> Result<Unmatched> {
    let statement = format!(
        "MATCH (g:Graph {{name: $graph, status: 'ready'}}) WHERE g.load IS NOT NULL
         CALL (g) {{ MATCH {found} RETURN count(*) AS number }}
         RETURN number, COLLECT {{ MATCH {found} RETURN {name} LIMIT {NAMED} }} AS first"
    );
    let rows = store.all(&statement, |row| {
        Ok(Unmatched { count: get(row, "number")?, first: get(row, "first")? })
    })?;
    Ok(rows.into_iter().next().unwrap_or_default())
}
