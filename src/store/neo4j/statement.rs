//! The statements that load a graph: all data is in parameters, columns as lists, which the server
//! reads faster than a map a row.
//!
//! Invariant: each is one transaction that does a batch and counts it on its lane's `:Load` node,
//! or does nothing and returns no row: when another load has taken over, or the batch was done
//! before. So a batch is done once however often it is tried, and a load killed at any moment
//! resumes after the last batch counted.

use std::collections::BTreeMap;

use neo4rs::BoltType;

use super::attach::{Attach, values};
use super::value::{cell, int, list, map};
use crate::store::neo4j_rows::block::{Block, Column};
use crate::store::neo4j_rows::kind::Kind;

/// A statement and its parameters.
pub(super) type Filled = (String, Vec<(&'static str, BoltType)>);

/// Does something once, to the graph whose load is `l.load`.
fn batch(body: &str) -> String {
    format!(
        "MATCH (l:Load {{load: $load, lane: $lane}})
         WHERE l.loader = $loader AND l.batch = $batch
         SET l.batch = $batch + 1
         WITH l
         CALL (l) {{
         {body}
         }}
         RETURN l.batch"
    )
}

/// Creates nodes or relationships.
pub(super) fn creating(kind: Kind, block: &Block) -> Filled {
    let (body, mut parameters) = match kind.ends() {
        None => nodes(kind, block),
        Some(ends) => relationships(kind, ends, block),
    };
    let column = |column| list((0..block.ids.len()).map(|row| cell(column, row)));
    parameters.push(("columns", list(block.columns.iter().map(column))));
    (batch(&body), parameters)
}

/// The properties of row `i`.
fn properties(columns: &[Column]) -> Vec<String> {
    let one = |(at, column): (usize, &Column)| format!("{}: $columns[{at}][i]", column.name);
    columns.iter().enumerate().map(one).collect()
}

fn nodes(kind: Kind, block: &Block) -> Filled {
    let mut own = vec!["load: l.load".to_owned(), "id: $ids[i]".to_owned()];
    own.extend(properties(&block.columns));
    let mut body = format!(
        "UNWIND range(0, size($ids) - 1) AS i
         CREATE (n:{} {{{}}})",
        kind.name(),
        own.join(", ")
    );
    let mut parameters = vec![("ids", list(block.ids.iter().map(|&id| int(id))))];
    if !block.own.is_empty() {
        // A table may have more columns than a statement should.
        body += " SET n += $own[i]";
        let row = |row| map(block.own.iter().map(|of| (of.name.as_str(), cell(of, row))));
        parameters.push(("own", list((0..block.ids.len()).map(row))));
    }
    let mut places: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for (place, labels) in block.labels.iter().flatten().enumerate() {
        labels.iter().for_each(|label| places.entry(label).or_default().push(place as i64));
    }
    if !places.is_empty() {
        body += " WITH n ORDER BY i WITH collect(n) AS nodes";
    }
    for label in places.keys() {
        body +=
            &format!(" FOREACH (i IN $labels.{label} | FOREACH (n IN [nodes[i]] | SET n:{label}))");
    }
    let places = places.into_iter();
    parameters
        .push(("labels", map(places.map(|(l, places)| (l, list(places.into_iter().map(int)))))));
    (body, parameters)
}

/// Each node is looked up once a batch, not once a relationship.
fn relationships(kind: Kind, ends: [Kind; 2], block: &Block) -> Filled {
    let lookup = |label: Kind, name: &str| {
        format!(
            "CALL (l) {{
               UNWIND range(0, size(${name}) - 1) AS i
               MATCH (n:{} {{load: l.load, id: ${name}[i]}})
               WITH n ORDER BY i
               RETURN collect(n) AS {name}
             }}",
            label.name()
        )
    };
    let body = format!(
        "{}
         {}
         UNWIND range(0, size($from) - 1) AS i
         WITH starts[$from[i]] AS a, ends[$to[i]] AS b, i
         CREATE (a)-[:{} {{{}}}]->(b)",
        lookup(ends[0], "starts"),
        lookup(ends[1], "ends"),
        kind.name(),
        properties(&block.columns).join(", ")
    );
    let [(starts, from), (ends, to)] = [&block.ids, &block.ends].map(|ids| {
        let mut all = ids.clone();
        all.sort_unstable();
        all.dedup();
        let places = ids.iter().map(|id| int(all.partition_point(|known| known < id) as i64));
        let places = list(places);
        (list(all.into_iter().map(int)), places)
    });
    (body, vec![("starts", starts), ("ends", ends), ("from", from), ("to", to)])
}

/// Ties points, by their numbers and names, to the nodes that have these names.
pub(super) fn attaching<'n>(
    attach: &Attach,
    points: impl Iterator<Item = (i64, &'n str)> + Clone,
) -> Filled {
    let body = format!(
        "{}
         MATCH (p:Point {{load: l.load, id: $points[name]}})
         CREATE (p)-[:STANDS_FOR]->(n)",
        attach.found()
    );
    let values = values(points.clone().map(|(_, name)| name));
    let points = map(points.map(|(id, name)| (name, int(id))));
    (batch(&body), vec![("values", values), ("points", points)])
}
