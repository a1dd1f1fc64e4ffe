//! A graph in a Neo4j database, found and open.
//!
//! Every statement about it starts from the graph's own node, so a graph that is still being loaded
//! is not seen, and one that is replaced is seen whole, before or after.

use std::cell::RefCell;
use std::sync::Arc;

use neo4rs::{Query, Row, query};

use super::address::Address;
use super::credentials::Credentials;
use super::journal;
use super::server::Server;
use super::value::{Decoded, concept_numbers, get, key, points};
use crate::context::FormalContext;
use crate::ids::{ConceptId, PointId};
use crate::keys::Key;
use crate::points::{Classes, Points};
use crate::progress::Progress;
use crate::store::{Damage, Error, LatticeStore, Result, StoredContext};

/// Begins every statement that reads: the graph's own node.
macro_rules! of_graph {
    ($rest:literal) => {
        concat!("MATCH (g:Graph {name: $graph, status: 'ready'})\n", $rest)
    };
}
pub(super) use of_graph;

/// The names of the graphs that can be read, sorted.
///
/// # Errors
/// A server that cannot be reached or fails.
pub fn graphs(address: &Address, credentials: &Credentials) -> Result<Vec<String>> {
    journal::ready(&Server::connect(address, credentials)?)
}

/// Removes the graph that the address names, and what is left of loads of that name that failed. It
/// can be interrupted and called again.
///
/// # Errors
/// No name, no such graph, a server that cannot be reached or fails, an interrupt.
pub fn remove(address: &Address, credentials: &Credentials, progress: &Progress) -> Result<()> {
    let Some(name) = address.graph() else {
        return Err(Error::Refused(format!("{address}: name the graph to remove: ?graph=NAME")));
    };
    let server = Server::connect(address, credentials)?;
    if !journal::mark_for_removal(&server, name)? {
        return Err(missing(&server, name)?);
    }
    journal::sweep_removed(&server, name, &|| progress.interrupted())
}

/// What a person is told who asks for a graph that is not there.
pub(super) fn missing(server: &Server, name: &str) -> Result<Error> {
    let place = server.address().server();
    let there = journal::ready(server)?;
    Ok(Error::Refused(match there.is_empty() {
        true => format!("{place}: there is no graph here; load one with `conceptgraph build`"),
        false => format!("{place}: there is no graph {name:?}; there are {}", there.join(", ")),
    }))
}

/// A stored graph, open for reading.
#[derive(Debug)]
pub struct Neo4jStore {
    pub(super) server: Server,
    name: String,
    /// With the number of the load that it is of.
    stored: RefCell<Option<(i64, Arc<StoredContext>)>>,
}

impl Neo4jStore {
    /// Opens the graph that the address names, or the only one there.
    ///
    /// # Errors
    /// A server that cannot be reached, no such graph, or several and none named.
    pub fn open(address: &Address, credentials: &Credentials) -> Result<Self> {
        let server = Server::connect(address, credentials)?;
        let there = journal::ready(&server)?;
        let name = match (address.graph(), &there[..]) {
            (Some(name), there) if there.iter().any(|one| one == name) => name.to_owned(),
            (Some(name), _) => return Err(missing(&server, name)?),
            (None, [only]) => only.clone(),
            (None, []) => return Err(missing(&server, "")?),
            (None, several) => {
                return Err(Error::Refused(format!(
                    "{}: there are several graphs, name one with ?graph=: {}",
                    address.server(),
                    several.join(", ")
                )));
            }
        };
        Ok(Self { server, name, stored: RefCell::new(None) })
    }

    /// The graph's name in the database.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is.
    pub fn address(&self) -> Address {
        self.server.address().with_graph(&self.name)
    }

    pub(super) fn about(&self, statement: &str) -> Query {
        query(statement).param("graph", self.name.as_str())
    }

    /// All rows of a statement about the graph.
    pub(super) fn all<T>(
        &self,
        statement: &str,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.server.read(self.about(statement), decode)
    }

    /// The rows of a statement for each id in turn.
    pub(super) fn each<T>(
        &self,
        statement: &str,
        asked: &[ConceptId],
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.server.read(self.about(statement).param("ids", concept_numbers(asked)), decode)
    }

    /// What the graph holds contradicts itself.
    pub(super) fn damaged(&self, damage: impl Into<String>) -> Error {
        Error::Damaged { place: self.address().to_string(), damage: Damage(damage.into()) }
    }

    /// Points, keys and context, read once as long as the graph is not replaced.
    pub(super) fn cached_context(&self) -> Result<Arc<StoredContext>> {
        let loader = of_graph!("RETURN coalesce(g.loader, 0) AS loader");
        let loaders: Vec<i64> = self.all(loader, |row| get(row, "loader"))?;
        let Some(&loader) = loaders.first() else {
            return Err(missing(&self.server, &self.name)?);
        };
        if let Some((of, stored)) = &*self.stored.borrow()
            && *of == loader
        {
            return Ok(Arc::clone(stored));
        }
        let stored = Arc::new(self.read_context()?);
        self.stored.replace(Some((loader, Arc::clone(&stored))));
        Ok(stored)
    }

    fn read_context(&self) -> Result<StoredContext> {
        let facts = self.facts()?;
        let select = of_graph!(
            "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
             RETURN p.name AS name, p.class AS class, p.key AS key ORDER BY p.id"
        );
        let rows: Vec<(String, Option<String>, Key)> =
            self.all(select, |row| Ok((get(row, "name")?, get(row, "class")?, key(row, "key")?)))?;
        let label = |(name, class, _): &(String, Option<String>, Key)| {
            let label = class.clone();
            label.ok_or_else(|| self.damaged(format!("point {name:?} has no class")))
        };
        let classes = match facts.classes {
            0 => None,
            _ => Some(Classes::from_labels(&rows.iter().map(label).collect::<Result<Vec<_>>>()?)),
        };
        let keys = rows.iter().map(|&(_, _, key)| key).collect();
        let names = rows.into_iter().map(|(name, _, _)| name).collect();
        let known = Points::named(names, classes)
            .map_err(|(_, row)| self.damaged(format!("two points are named as point {row}")))?;
        let attributes = of_graph!(
            "MATCH (a:Attribute {graph: g.graph}) WHERE a.id > 0
             RETURN a.name AS name ORDER BY a.id"
        );
        let mut attributes: Vec<String> = self.all(attributes, |row| get(row, "name"))?;
        let incidence = of_graph!(
            "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
             CALL (p) { MATCH (p)-[:NEIGHBOR|HAS]->(a) RETURN collect(a.id) AS others }
             RETURN p.id AS id, others, EXISTS { (p)-[:NEIGHBOR]->() } AS neighbors ORDER BY id"
        );
        // An attribute has a number as a point has one.
        let rows: Vec<(Vec<PointId>, bool)> =
            self.all(incidence, |row| Ok((points(row, "others")?, get(row, "neighbors")?)))?;
        if rows.iter().any(|&(_, neighbors)| neighbors) {
            attributes = known.names().to_vec();
        }
        let beyond = |list: &Vec<PointId>| list.iter().any(|a| a.index() >= attributes.len());
        if let Some(at) = rows.iter().position(|(list, _)| beyond(list)) {
            return Err(self.damaged(format!("point {} has an attribute too many", at + 1)));
        }
        let lists = rows.into_iter().map(|(list, _)| list.into_iter().map(|a| a.0).collect());
        let context = FormalContext::new(attributes, lists);
        Ok(StoredContext { facts, points: known, keys, context })
    }
}
