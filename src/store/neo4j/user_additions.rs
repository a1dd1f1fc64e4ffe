//! Additions of users to the nodes of a graph: relationships to other nodes, labels, properties.
//!
//! When a graph is replaced, relationships of points move to the points with equal names. The other
//! additions are removed with the old nodes, and are counted and named.

use std::collections::BTreeMap;

use neo4rs::{Query, Row, query};

use super::entries::GraphEntry;
use super::schema;
use super::server::Server;
use super::value::{Decoded, get};
use crate::base::display_safe;
use crate::base::numbers::group_thousands;
use crate::base::progress::Progress;
use crate::store::Result;
use crate::store::neo4j_rows::SCHEMA;
use crate::store::neo4j_rows::kind::ElementKind;
use crate::store::neo4j_rows::names::{fact_property, quote_identifier};

/// A condition on a relationship `r` between a node of a graph and the node `o`: it is the user's
/// if `o` is not of the graph, or if its type is not the program's. In a graph of another version
/// the program had other types, so `$ours` is null there.
const IS_THEIRS: &str =
    "(coalesce(o.load <> $load, true) OR coalesce(NOT type(r) IN $ours, false))";

/// Numbers of relationships, labels or properties, by name.
type AdditionCounts = BTreeMap<String, u64>;

/// Sets the parameters of [`IS_THEIRS`] in a statement about the nodes of a graph.
fn about(graph: &GraphEntry, statement: Query) -> Query {
    let ours = ElementKind::all().filter(|kind| kind.ends().is_some()).map(ElementKind::name);
    let ours = (graph.schema == SCHEMA).then(|| ours.collect::<Vec<_>>());
    statement.param("load", graph.key.as_str()).param("ours", ours)
}

/// Returns the quoted types of the relationships of users to the points of a graph.
fn user_types(server: &Server, graph: &GraphEntry) -> Result<Vec<String>> {
    let all = format!(
        "MATCH (p:Point) WHERE p.load = $load AND p.id > 0
         MATCH (p)-[r]-(o) WHERE {IS_THEIRS}
         RETURN DISTINCT type(r) AS type ORDER BY type"
    );
    let all: Vec<String> =
        server.read(about(graph, graph.labels.query(&all)), |row| get(row, "type"))?;
    Ok(all.iter().map(|name| quote_identifier(name)).collect())
}

/// Moves the relationships of users from the points of a graph to the points with equal names of
/// another graph, and notes the additions of users that are removed with the first.
pub(super) fn move_relationships(
    server: &Server,
    from: &GraphEntry,
    to: Option<&GraphEntry>,
    progress: &Progress,
) -> Result<()> {
    let types = if to.is_some() { user_types(server, from)? } else { Vec::new() };
    let ends = [["(p)-[r:", "]->(o)", "(q)-[s:"], ["(p)<-[r:", "]-(o)", "(q)<-[s:"]];
    for (name, [old, end, new]) in types.iter().flat_map(|name| ends.map(|both| (name, both))) {
        let Some(to) = to else { break };
        let move_some = format!(
            "MATCH (p:{}) WHERE p.load = $load AND p.id > 0
             MATCH {old}{name}{end} WHERE {IS_THEIRS}
             MATCH (q:{} {{load: $to, name: p.name}})
             WITH r, q, o LIMIT 1000
             CREATE {new}{name}{end} SET s = properties(r)
             DELETE r
             WITH count(*) AS moved WHERE moved > 0
             RETURN moved",
            from.labels.label("Point"),
            to.labels.label("Point")
        );
        let move_some = about(from, query(&move_some)).param("to", to.key.as_str());
        server.repeat_write(&move_some, &|| progress.is_interrupted())?;
    }
    for (what, listed) in count_lost(server, from, |_| false)? {
        progress.note(&format!("{what} of your own removed with the old graph: {listed}"));
    }
    Ok(())
}

/// Counts the labels, properties and relationships of users that are removed with a graph when
/// another one replaces it; `stays` returns `true` for the names of the new graph's points.
pub(super) fn count_lost(
    server: &Server,
    with: &GraphEntry,
    stays: impl Fn(&str) -> bool,
) -> Result<Vec<(&'static str, String)>> {
    let (mut labels, mut properties) = (AdditionCounts::new(), AdditionCounts::new());
    let facts = "MATCH (g:Graph {load: $load}) RETURN coalesce(g.facts, []) AS facts";
    let facts = with.labels.query(facts).param("load", with.key.as_str());
    let facts: Vec<Vec<String>> = server.read(facts, |row| get(row, "facts"))?;
    let facts = facts.concat();
    // The nodes of an earlier version have other properties of the program.
    let kinds = ElementKind::all().filter(|_| with.schema == SCHEMA);
    for kind in kinds.filter(|kind| kind.ends().is_none()) {
        let facts: &[String] = if kind == ElementKind::Graph { &facts } else { &[] };
        count_marks(server, with, kind.name(), facts, &mut labels, &mut properties)?;
    }
    let relationships = count_relationships(server, with, stays)?;
    let all = [("labels", labels), ("properties", properties), ("relationships", relationships)];
    let there = all.into_iter().filter(|(_, counts)| !counts.is_empty());
    Ok(there.map(|(what, counts)| (what, format_counts(&counts))).collect())
}

fn count_relationships(
    server: &Server,
    with: &GraphEntry,
    stays: impl Fn(&str) -> bool,
) -> Result<AdditionCounts> {
    let mut lost = AdditionCounts::new();
    for label in ["Graph", "Class", "Attribute", "Concept", "Community"] {
        let count = format!(
            "MATCH (n:{label}) WHERE n.load = $load AND coalesce(n.id, 1) > 0
             MATCH (n)-[r]-(o) WHERE {IS_THEIRS}
             RETURN type(r) AS name, count(DISTINCT r) AS number"
        );
        add_counts(&mut lost, server.read(about(with, with.labels.query(&count)), decode_count)?);
    }
    // A relationship between two points is counted at its start.
    let of_points = format!(
        "MATCH (p:Point) WHERE p.load = $load AND p.id > 0
         MATCH (p)-[r]-(o) WHERE {IS_THEIRS}
           AND (coalesce(o.load <> $load, true) OR o:Point AND startNode(r) = p)
         RETURN type(r) AS name, p.name AS one,
                CASE o.load WHEN $load THEN o.name END AS other, count(*) AS number"
    );
    let of_points = server.read(about(with, with.labels.query(&of_points)), |row| {
        let ends: [Option<String>; 2] = [get(row, "one")?, get(row, "other")?];
        Ok((ends, decode_count(row)?))
    })?;
    let is_lost = |ends: &[Option<String>; 2]| ends.iter().flatten().any(|name| !stays(name));
    add_counts(
        &mut lost,
        of_points.into_iter().filter(|(ends, _)| is_lost(ends)).map(|(_, of)| of),
    );
    Ok(lost)
}

/// Counts the labels and properties of users on the nodes with the label `plain` of a graph with
/// these facts.
fn count_marks(
    server: &Server,
    of: &GraphEntry,
    plain: &str,
    facts: &[String],
    labels: &mut AdditionCounts,
    properties: &mut AdditionCounts,
) -> Result<()> {
    let marks = format!(
        "MATCH (g:Graph {{load: $load}})
         WITH coalesce(g.featureProperties, []) + coalesce(g.keptProperties, []) + $known AS known
         MATCH (n:{plain}) WHERE n.load = $load AND n.id > 0
         WITH [label IN labels(n) WHERE label <> $own | ':' + label]
              + [key IN keys(n) WHERE NOT key IN known] AS marks
         WHERE size(marks) > 0
         UNWIND marks AS name
         RETURN name, count(*) AS number"
    );
    let known = schema::known_properties(plain).into_iter().map(str::to_owned);
    let known: Vec<String> = known.chain(facts.iter().map(|key| fact_property(key))).collect();
    let marks = of.labels.query(&marks).param("load", of.key.as_str()).param("known", known);
    let marks = server.read(marks.param("own", of.labels.label(plain)), decode_count)?;
    for (name, number) in marks {
        match name.strip_prefix(':') {
            Some(label) => *labels.entry(label.to_owned()).or_default() += number,
            None => *properties.entry(name).or_default() += number,
        }
    }
    Ok(())
}

fn decode_count(row: &Row) -> Decoded<(String, u64)> {
    Ok((get(row, "name")?, get(row, "number")?))
}

fn add_counts(counts: &mut AdditionCounts, more: impl IntoIterator<Item = (String, u64)>) {
    more.into_iter().for_each(|(name, number)| *counts.entry(name).or_default() += number);
}

/// Returns counts in one line: `3 Vip, 1 Person`.
fn format_counts(counts: &AdditionCounts) -> String {
    let one = |(name, &number): (&String, &u64)| {
        format!("{} {}", group_thousands(number), display_safe::escape_name(name))
    };
    counts.iter().map(one).collect::<Vec<_>>().join(", ")
}
