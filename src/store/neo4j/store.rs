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
use super::value::{Decoded, ids, index};
use crate::context::FormalContext;
use crate::keys::Key;
use crate::lattice::ConceptId;
use crate::mine::Progress;
use crate::points::{Classes, Points};
use crate::store::{Base, Error, LatticeStore, Result};

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
    base: RefCell<Option<(i64, Arc<Base>)>>,
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
        Ok(Self { server, name, base: RefCell::new(None) })
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
        self.server.read(self.about(statement).param("ids", ids(asked)), decode)
    }

    /// Points, keys and context, read once as long as the graph is not replaced.
    pub(super) fn cached_base(&self) -> Result<Arc<Base>> {
        let loader = of_graph!("RETURN coalesce(g.loader, 0) AS loader");
        let loaders: Vec<i64> = self.all(loader, |row| row.get("loader"))?;
        let Some(&loader) = loaders.first() else {
            return Err(missing(&self.server, &self.name)?);
        };
        if let Some((of, base)) = &*self.base.borrow()
            && *of == loader
        {
            return Ok(Arc::clone(base));
        }
        let base = Arc::new(self.read_base()?);
        self.base.replace(Some((loader, Arc::clone(&base))));
        Ok(base)
    }

    fn read_base(&self) -> Result<Base> {
        let classes = of_graph!(
            "MATCH (k:Class {graph: g.graph}) WHERE k.id > 0 RETURN k.name AS name ORDER BY k.id"
        );
        let classes: Vec<String> = self.all(classes, |row| row.get("name"))?;
        let points = of_graph!(
            "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
             RETURN p.name AS name, p.class AS class, p.key AS key ORDER BY p.id"
        );
        let rows: Vec<(String, Option<String>, i64)> =
            self.all(points, |row| Ok((row.get("name")?, row.get("class")?, row.get("key")?)))?;
        let labels: Vec<&String> = rows.iter().filter_map(|(_, class, _)| class.as_ref()).collect();
        let classes = (!classes.is_empty()).then(|| Classes::from_labels(&labels));
        let keys = rows.iter().map(|&(_, _, key)| key as Key).collect();
        let names: Vec<String> = rows.iter().map(|(name, _, _)| name.clone()).collect();
        let points = Points::named(names, classes)
            .map_err(|_| self.server.failed("two points have one name"))?;
        let attributes = of_graph!(
            "MATCH (a:Attribute {graph: g.graph}) WHERE a.id > 0 RETURN a.name AS name ORDER BY a.id"
        );
        let mut attributes: Vec<String> = self.all(attributes, |row| row.get("name"))?;
        let incidence = of_graph!(
            "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
             CALL (p) { MATCH (p)-[:NEIGHBOR|HAS]->(a) RETURN collect(a.id) AS others }
             RETURN p.id AS id, others, EXISTS { (p)-[:NEIGHBOR]->() } AS neighbors ORDER BY id"
        );
        let rows: Vec<(Vec<i64>, bool)> =
            self.all(incidence, |row| Ok((row.get("others")?, row.get("neighbors")?)))?;
        if rows.iter().any(|&(_, neighbors)| neighbors) {
            attributes = points.names().to_vec();
        }
        let lists = rows.into_iter().map(|(others, _)| others.into_iter().map(index).collect());
        let context = FormalContext::new(attributes, lists);
        Ok(Base { info: self.info()?, points, keys, context })
    }
}
