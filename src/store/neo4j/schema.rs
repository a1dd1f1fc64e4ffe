//! The schema of a graph on a server, for users who write statements, and the check for constraints
//! of users on its labels, which would stop a load.

use std::collections::BTreeSet;

use neo4rs::query;

use super::labels::{LabelPrefix, PLAIN_LABELS};
use super::server::Server;
use super::value::get;
use crate::base::display_safe;
use crate::store::{Result, StoreError};

/// The elements of a graph: its nodes with their properties, its relationships with their ends.
pub(super) const ELEMENTS: [(&str, &str, &str); 18] = [
    (
        "Graph",
        "name graph load status schema featureNames featureProperties keptProperties \
         placeProperties",
        "(:Graph): one for each graph, with all that `info` shows; `$graph` is its name",
    ),
    (
        "Point",
        "graph id row name class context community share part outlier far x y load",
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
        "graph id name title level points separation touching cohesion purity majorityClass \
         typical apart summary load",
        "(:Community): a group of points that stands apart, a part of one, or a join of several",
    ),
    ("Attribute", "graph id name load", "(:Attribute): a column of a ready context"),
    ("COVERED_BY", "", "(:Concept)-[:COVERED_BY]->(:Concept): from the smaller to the larger"),
    (
        "BOTTOM_OF",
        "",
        "(:Concept)-[:BOTTOM_OF]->(:Concept): from the empty cluster to each that covers it",
    ),
    ("HAS_CLASS", "count purity purityAbove", "(:Concept)-[:HAS_CLASS]->(:Class)"),
    ("MEMBER_OF", "", "(:Point)-[:MEMBER_OF]->(:Concept): each point of a cluster"),
    ("LARGEST_PURE", "", "(:Class)-[:LARGEST_PURE]->(:Concept): the largest pure cluster"),
    ("MOST_LIKE", "", "(:Community)-[:MOST_LIKE]->(:Concept): the cluster most like it"),
    ("OF_CLASS", "", "(:Point)-[:OF_CLASS]->(:Class)"),
    ("NEIGHBOR", "rank distance", "(:Point)-[:NEIGHBOR]->(:Point): to the nearest 15"),
    ("BELONGS_TO", "share", "(:Point)-[:BELONGS_TO]->(:Community)"),
    ("PART_OF", "", "(:Community)-[:PART_OF]->(:Community): to what it lies in next"),
    (
        "OVERLAPS",
        "points jaccard separation",
        "(:Community)-[:OVERLAPS]->(:Community): two groups, each pair once",
    ),
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
