//! What a database has on our labels that a load would run into: constraints that are not ours, and
//! what earlier versions made.

use std::collections::BTreeSet;

use neo4rs::query;

use super::labels::{LabelPrefix, PLAIN};
use super::parts::PARTS;
use super::server::Server;
use super::value::{get, list, text};
use crate::base::display_safe;
use crate::store::neo4j_rows::names::identifier;
use crate::store::{Error, Result};

/// A constraint of somebody else's.
struct Constraint {
    name: String,
    kind: String,
    label: String,
    properties: Vec<String>,
}

/// The properties of nodes with a label that is written without prefix, but for users' columns.
pub(super) fn properties(plain: &str) -> BTreeSet<&'static str> {
    let part = PARTS.iter().find(|(name, _, _)| *name == plain);
    part.into_iter().flat_map(|(_, columns, _)| columns.split_whitespace()).collect()
}

/// Refuses, before anything is loaded, a database whose own constraints are about our labels.
pub(super) fn check(server: &Server, labels: &LabelPrefix) -> Result<()> {
    let all = "SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties
               WHERE NOT name STARTS WITH 'conceptgraph_'
                 AND any(label IN labelsOrTypes WHERE label IN $labels)
               RETURN name, type, labelsOrTypes[0] AS label, properties ORDER BY name";
    let ours = labels.labels();
    let all = query(all).param("labels", list(ours.iter().map(|label| text(label))));
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
        let has = |property: &String| properties(plain).contains(property.as_str());
        // What is unique where it exists says nothing of nodes that have it not.
        !one.kind.ends_with("UNIQUENESS") || one.properties.iter().all(has)
    };
    let Some(one) = all.iter().find(stands_against) else { return Ok(()) };
    let shown = |word: &str| display_safe::name(word).into_owned();
    let properties: Vec<String> = one.properties.iter().map(|name| shown(name)).collect();
    let found = format!(
        "{}: the constraint {} on :{}({}) is not ours, and nodes of a graph would not fit it",
        server.address().server(),
        shown(&one.name),
        shown(&one.label),
        properties.join(", ")
    );
    Err(Error::LabelsTaken { found })
}

/// Removes what earlier versions made: their constraints, on the key that they had as `graph`, do
/// not let a graph take the name of one of theirs. Of ours only single indexes are on the name.
pub(super) fn drop_earlier(server: &Server) -> Result<()> {
    let there = "SHOW INDEXES YIELD name, properties, owningConstraint
                 WHERE name STARTS WITH 'conceptgraph_' AND properties[0] = 'graph'
                   AND (owningConstraint IS NOT NULL OR size(properties) > 1)
                 RETURN name, owningConstraint IS NOT NULL AS constrains";
    let there: Vec<(String, bool)> =
        server.read(query(there), |row| Ok((get(row, "name")?, get(row, "constrains")?)))?;
    there.into_iter().try_for_each(|(name, constrains)| {
        let what = if constrains { "CONSTRAINT" } else { "INDEX" };
        let dropped = query(&format!("DROP {what} {} IF EXISTS", identifier(&name)));
        server.write(dropped, |_| Ok(())).map(drop)
    })
}

/// Makes every label, type and property known that some graph has, so that the server does not warn
/// of those that this one has not.
pub(super) fn make_known(server: &Server, labels: &LabelPrefix) -> Result<()> {
    let known = "CALL () { UNWIND $labels AS name CALL db.createLabel(name) }
                 CALL () { UNWIND $types AS name CALL db.createRelationshipType(name) }
                 CALL () { UNWIND $properties AS name CALL db.createProperty(name) }";
    let own = labels.labels();
    let types = PARTS.iter().map(|(name, _, _)| *name).filter(|name| !PLAIN.contains(name));
    let properties = PARTS.iter().flat_map(|(_, columns, _)| columns.split_whitespace());
    let known = query(known)
        .param("labels", list(own.iter().map(|label| text(label))))
        .param("types", list(types.map(text)))
        .param("properties", list(properties.map(text)));
    server.write(known, |_| Ok(())).map(drop)
}
