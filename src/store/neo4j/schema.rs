//! The schema of a graph on a server: the elements, for users who write statements; the constraints
//! and indexes; and the check for constraints of users on its labels, which would stop a load.

use std::collections::BTreeSet;
use std::time::Duration;

use neo4rs::{Row, query};

use super::entries::GraphEntry;
use super::labels::{LabelPrefix, PLAIN_LABELS};
use super::server::Server;
use super::value::get;
use crate::base::display_safe;
use crate::store::neo4j_rows::names::quote_identifier;
use crate::store::neo4j_rows::{CONSTRAINTS, INDEXES};
use crate::store::{Result, StoreError};

const INDEX_POLL: Duration = Duration::from_millis(200);

/// The elements of a graph: its nodes with their properties, its relationships with their ends.
pub(super) const ELEMENTS: [(&str, &str, &str); 24] = [
    (
        "Graph",
        "name graph id load status schema facts featureNames featureProperties keptNames \
         keptProperties batches removed",
        "(:Graph): one for each graph, with all that `info` shows; `$graph` is its name",
    ),
    (
        "Point",
        "graph id row name class context community share part outlier far mapX mapY load",
        "(:Point): a row of the table, its features and kept columns as properties",
    ),
    ("Class", "graph id name size concepts dendrogramPurity chance load", "(:Class)"),
    (
        "Concept",
        "graph id name size purity majorityClass cohesion community centre load",
        "(:Concept): a cluster",
    ),
    (
        "Community",
        "graph id name title caption level size separation touching cohesion purity majorityClass \
         typical apart summary load",
        "(:Community): a group of points that stands apart, a part of one, or a join of several",
    ),
    ("Attribute", "graph id name load", "(:Attribute): a column of a ready context"),
    ("COVERED_BY", "", "(:Concept)-[:COVERED_BY]->(:Concept): from the smaller to the larger"),
    ("HAS_CLASS", "count purity purityAbove", "(:Concept)-[:HAS_CLASS]->(:Class)"),
    ("MEMBER_OF", "", "(:Point)-[:MEMBER_OF]->(:Concept): each point of a cluster"),
    ("LARGEST_PURE", "", "(:Class)-[:LARGEST_PURE]->(:Concept): the largest pure cluster"),
    ("MOST_LIKE", "", "(:Community)-[:MOST_LIKE]->(:Concept): the cluster most like it"),
    ("OF_CLASS", "", "(:Point)-[:OF_CLASS]->(:Class)"),
    ("NEIGHBOR", "rank distance", "(:Point)-[:NEIGHBOR]->(:Point): to the nearest 15"),
    ("IN_GROUP", "share", "(:Point)-[:IN_GROUP]->(:Community): a group; the shares add up to 1"),
    ("IN_PART", "share", "(:Point)-[:IN_PART]->(:Community): a part of a group"),
    ("IN_JOIN", "share", "(:Point)-[:IN_JOIN]->(:Community): a join of groups"),
    ("PART_OF", "", "(:Community)-[:PART_OF]->(:Community): from a part to its group"),
    (
        "JOINED_IN",
        "",
        "(:Community)-[:JOINED_IN]->(:Community): from a group or a join to the next join",
    ),
    (
        "OVERLAPS",
        "points jaccard separation",
        "(:Community)-[:OVERLAPS]->(:Community): two groups, each pair once",
    ),
    ("MOSTLY_IN", "", "(:Concept)-[:MOSTLY_IN]->(:Community): the group with most of its points"),
    ("HAS_CENTRE", "", "(:Concept)-[:HAS_CENTRE]->(:Point): the point that it is around"),
    ("HAS_GROUP", "", "(:Graph)-[:HAS_GROUP]->(:Community): each group"),
    ("HAS_TOP", "", "(:Graph)-[:HAS_TOP]->(:Concept): the cluster of all points"),
    ("HAS", "", "(:Point)-[:HAS]->(:Attribute)"),
];

struct Constraint {
    name: String,
    kind: String,
    label: String,
    properties: Vec<String>,
}

/// Returns the properties of the nodes with the label `plain`, without columns of the table.
pub(super) fn known_properties(plain: &str) -> BTreeSet<&'static str> {
    let part = ELEMENTS.iter().find(|(name, _, _)| *name == plain);
    part.into_iter().flat_map(|(_, columns, _)| columns.split_whitespace()).collect()
}

/// Refuses a database with constraints of users that the nodes of a graph would violate.
pub(super) fn check_constraints(server: &Server, labels: &LabelPrefix) -> Result<()> {
    let all = "SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties
               WHERE NOT name STARTS WITH 'conceptgraph_'
                 AND any(label IN labelsOrTypes WHERE label IN $labels)
               RETURN name, type, labelsOrTypes[0] AS label, properties ORDER BY name";
    let all = query(all).param("labels", labels.labels().to_vec());
    let all = server.read(all, |row| {
        Ok(Constraint {
            name: get(row, "name")?,
            kind: get(row, "type")?,
            label: get(row, "label")?,
            properties: get(row, "properties")?,
        })
    })?;
    let stands_against = |one: &&Constraint| {
        let plain = one.label.strip_prefix(&labels.label("")).unwrap_or(&one.label);
        let has = |property: &String| known_properties(plain).contains(property.as_str());
        // A uniqueness constraint on a property that the nodes lack does not affect them.
        !one.kind.ends_with("UNIQUENESS") || one.properties.iter().all(has)
    };
    let Some(one) = all.iter().find(stands_against) else { return Ok(()) };
    let shown = |word: &str| display_safe::escape_name(word).into_owned();
    let properties: Vec<String> = one.properties.iter().map(|name| shown(name)).collect();
    let found = format!(
        "{}: the constraint {} on :{}({}) is not ours, and nodes of a graph would not fit it",
        server.address().server(),
        shown(&one.name),
        shown(&one.label),
        properties.join(", ")
    );
    Err(StoreError::LabelsTaken { found })
}

/// Registers the names of every graph, so that the server does not warn of absent ones.
pub(super) fn register_names(server: &Server, labels: &LabelPrefix) -> Result<()> {
    let known = "CALL () { UNWIND $labels AS name CALL db.createLabel(name) }
                 CALL () { UNWIND $types AS name CALL db.createRelationshipType(name) }
                 CALL () { UNWIND $properties AS name CALL db.createProperty(name) }";
    let types =
        ELEMENTS.iter().map(|(name, _, _)| *name).filter(|name| !PLAIN_LABELS.contains(name));
    let properties = ELEMENTS.iter().flat_map(|(_, columns, _)| columns.split_whitespace());
    let known = query(known)
        .param("labels", labels.labels().to_vec())
        .param("types", types.collect::<Vec<_>>())
        .param("properties", properties.collect::<Vec<_>>());
    server.write(known, |_| Ok(())).map(drop)
}

/// Creates the constraints of graphs with these labels, unless they exist.
pub(super) fn create_constraints(
    server: &Server,
    labels: &LabelPrefix,
    ended: &dyn Fn() -> bool,
) -> Result<()> {
    run_script(server, &labels.prefix_statement(CONSTRAINTS), ended)
}

/// Creates the indexes of graphs with these labels, unless they exist, and waits for them.
pub(super) fn create_indexes(
    server: &Server,
    labels: &LabelPrefix,
    ended: &dyn Fn() -> bool,
) -> Result<()> {
    run_script(server, &labels.prefix_statement(INDEXES), ended)?;
    await_indexes(server, labels, ended)
}

/// Removes the constraints and indexes of graphs with these labels, unless `others` has another
/// graph with them. Those on relationships, whose types have no prefix, go with the last of all.
pub(super) fn remove(server: &Server, labels: &LabelPrefix, others: &[GraphEntry]) -> Result<()> {
    if others.iter().any(|other| other.labels == *labels) {
        return Ok(());
    }
    // A constraint has an index of its own, which goes with it.
    for kind in ["CONSTRAINT", "INDEX"] {
        let owned = format!(
            "SHOW {kind}{} YIELD name, entityType, labelsOrTypes
             WHERE name STARTS WITH 'conceptgraph_'
               AND (any(label IN labelsOrTypes WHERE label IN $labels)
                    OR $isLast AND entityType = 'RELATIONSHIP')
             RETURN name ORDER BY name",
            if kind == "INDEX" { "ES" } else { "S" }
        );
        let owned = query(&owned).param("labels", labels.labels().to_vec());
        let owned = owned.param("isLast", others.is_empty());
        for name in server.read(owned, |row| get::<String>(row, "name"))? {
            let drop = format!("DROP {kind} {} IF EXISTS", quote_identifier(&name));
            server.write(query(&drop), |_| Ok(()))?;
        }
    }
    Ok(())
}

fn run_script(server: &Server, script: &str, ended: &dyn Fn() -> bool) -> Result<()> {
    let lines = script.lines().filter(|line| !line.starts_with("//"));
    let script = lines.collect::<Vec<_>>().join("\n");
    for statement in script.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        match server.write_until(query(statement), ended) {
            Ok(_) => {}
            Err(StoreError::Interrupted) => return Err(StoreError::Interrupted),
            // Another load may create it at the same moment: then it exists at the second attempt.
            Err(_) => drop(server.write_until(query(statement), ended)?),
        }
    }
    Ok(())
}

/// Waits until the indexes of graphs with these labels are built, or until `ended`.
///
/// `db.awaitIndexes` waits for every index of the database in one transaction, which locks their
/// labels: it and a constraint that is created at that moment would wait for each other forever.
fn await_indexes(server: &Server, labels: &LabelPrefix, ended: &dyn Fn() -> bool) -> Result<()> {
    let statement = "SHOW INDEXES YIELD name, state
                     WHERE name STARTS WITH $names AND state <> 'ONLINE' RETURN name, state";
    let row = |row: &Row| Ok((get::<String>(row, "name")?, get::<String>(row, "state")?));
    loop {
        let indexes = query(statement).param("names", labels.schema_names());
        let building = server.read(indexes, row)?;
        if let Some((name, _)) = building.iter().find(|(_, state)| state == "FAILED") {
            return Err(server.server_error(format!(
                "the server could not build the index {name}: DROP INDEX {name}, then load again"
            )));
        }
        if building.is_empty() {
            return Ok(());
        }
        Server::pause(INDEX_POLL, ended)?;
    }
}
