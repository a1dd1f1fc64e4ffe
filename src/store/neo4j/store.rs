//! A graph in a Neo4j database, found and open.
//!
//! An open graph is of one load: every section is read by the key of that load. When another graph
//! has its place and its nodes are being removed, reading fails.

use std::sync::Arc;

use neo4rs::{Query, Row};

use super::address::Address;
use super::cleanup::{OF_NAME, clean_up, mark_for_removal};
use super::credentials::Credentials;
use super::entries::{self, Entry, entries};
use super::labels::LabelPrefix;
use super::server::Server;
use super::value::Decoded;
use crate::base::display_safe;
use crate::base::progress::Progress;
use crate::graph::{DamageError, Graph};
use crate::store::neo4j_rows::SCHEMA;
use crate::store::{Error, Opened, Result};

/// Returns the names of the graphs that can be read, sorted.
///
/// # Errors
/// A server that cannot be reached or fails.
pub fn graphs(address: &Address, credentials: &Credentials) -> Result<Vec<String>> {
    entries::ready(&Server::connect(address, credentials)?)
}

/// Removes the graph that the address names, and what is left of loads of that name that failed.
/// After an interrupt it can be called again.
///
/// # Errors
/// No name, no such graph, a server that cannot be reached or fails, an interrupt.
pub fn remove(address: &Address, credentials: &Credentials, progress: &Progress) -> Result<()> {
    let Some(name) = address.graph() else {
        return Err(Error::Refused(format!("{address}: name the graph to remove: ?graph=NAME")));
    };
    let server = Server::connect(address, credentials)?;
    let mut was_there = false;
    for labels in LabelPrefix::all(&server)? {
        was_there |= mark_for_removal(&server, &labels, OF_NAME, name)?;
    }
    if !was_there {
        return Err(missing(&server, name)?);
    }
    clean_up(&server, name, progress)
}

/// Finishes interrupted replacements and removals of the graph that the address names, or of any if
/// it names none.
///
/// # Errors
/// A server that cannot be reached, fails or is only read; an interrupt.
pub fn finish_replacements(
    address: &Address,
    credentials: &Credentials,
    progress: &Progress,
) -> Result<()> {
    let server = Server::connect(address, credentials)?;
    let wanted = |name: &String| address.graph().is_none_or(|graph| graph == name);
    let mut names: Vec<String> =
        entries(&server)?.into_iter().map(|entry| entry.name).filter(wanted).collect();
    names.dedup();
    names.iter().try_for_each(|name| clean_up(&server, name, progress))
}

/// Returns the error of a graph that does not exist.
pub(super) fn missing(server: &Server, name: &str) -> Result<Error> {
    let place = server.address().server();
    let entries = entries(server)?;
    let is_it = |entry: &&Entry| name.is_empty() || entry.name == name;
    // One that is ready by now was not a moment ago.
    let there: Vec<String> =
        entries.iter().filter(|entry| entry.is_ready()).map(|entry| entry.name.clone()).collect();
    let half = entries.iter().filter(is_it).find(|entry| entry.status == "loading");
    Ok(Error::Refused(match (half, there.is_empty()) {
        (Some(half), _) if !there.contains(&half.name) => {
            format!("{place}: the graph {:?} is only half loaded; load it again", half.name)
        }
        (_, true) => format!("{place}: there is no graph here; load one with `conceptgraph build`"),
        (_, false) => {
            format!("{place}: there is no graph {name:?}; there are {}", graph_names(&there))
        }
    }))
}

/// Returns names of graphs in a line.
fn graph_names(names: &[String]) -> String {
    names.iter().map(|name| display_safe::name(name)).collect::<Vec<_>>().join(", ")
}

/// A graph in a server, open for reading. Clones share its connection.
#[derive(Clone, Debug)]
pub struct Neo4jStore(Arc<OpenGraph>);

#[derive(Debug)]
struct OpenGraph {
    server: Server,
    labels: LabelPrefix,
    name: String,
    /// The key of its nodes, which no other graph has.
    load: String,
}

impl Neo4jStore {
    /// Opens the graph that the address names, or the only one there.
    ///
    /// # Errors
    /// A server that cannot be reached, no such graph, or several and none named.
    pub fn open(address: &Address, credentials: &Credentials) -> Result<Self> {
        let server = Server::connect(address, credentials)?;
        let entries = entries(&server)?;
        let ready: Vec<&Entry> = entries.iter().filter(|entry| entry.is_ready()).collect();
        let named = |name| ready.iter().find(|entry| entry.name == name);
        let entry = match (address.graph(), &ready[..]) {
            (None, [only]) => only,
            (None, several @ [_, _, ..]) => {
                let names: Vec<String> = several.iter().map(|entry| entry.name.clone()).collect();
                return Err(Error::Refused(format!(
                    "{}: there are several graphs, name one with ?graph=: {}",
                    address.server(),
                    graph_names(&names)
                )));
            }
            (name, _) => match name.and_then(named) {
                Some(entry) => entry,
                None => return Err(missing(&server, name.unwrap_or_default())?),
            },
        };
        let Entry { name, labels, key: load, schema, .. } = Entry::clone(entry);
        let store = Self(Arc::new(OpenGraph { server, labels, name, load }));
        match schema {
            SCHEMA => Ok(store),
            other => Err(Error::other_schema(store.address(), other > SCHEMA)),
        }
    }

    /// Returns the graph, and the database for statements about it.
    ///
    /// # Errors
    /// A server that fails; facts that cannot be.
    pub fn opened(self) -> Result<Opened> {
        Ok(Opened { graph: Graph::open(Box::new(self.clone()))?, database: Box::new(self) })
    }

    /// Opens the graph that the address names, or the only one there.
    ///
    /// # Errors
    /// See [`Neo4jStore::open`].
    pub fn graph(address: &Address, credentials: &Credentials) -> Result<Graph> {
        Ok(Graph::open(Box::new(Self::open(address, credentials)?))?)
    }

    /// Returns the graph's name in the database.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the address of the graph.
    pub fn address(&self) -> Address {
        self.0.server.address().with_graph(&self.0.name)
    }

    pub(super) fn server(&self) -> &Server {
        &self.0.server
    }

    /// Returns the prefix of its labels.
    pub(super) fn labels(&self) -> &LabelPrefix {
        &self.0.labels
    }

    /// Returns a statement about the nodes whose key is `$load`.
    fn about(&self, statement: &str) -> Query {
        self.0.labels.query(statement).param("load", self.0.load.as_str())
    }

    /// Returns the rows of a statement about this graph.
    ///
    /// # Errors
    /// A server that fails; a row that cannot be decoded; a graph that is being removed.
    pub(super) fn read<T>(
        &self,
        statement: &str,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        let rows = match self.0.server.read(self.about(statement), decode) {
            Err(Error::Damaged { damage, .. }) => Err(self.damaged(damage)),
            Err(error) => return Err(error),
            rows => rows,
        };
        // Of a graph that was replaced all nodes stay until its own node says otherwise.
        self.ensure("g.removed IS NULL")?;
        rows
    }

    /// Fails unless the graph's own node `g` is there and meets a condition.
    ///
    /// # Errors
    /// A server that fails; a graph that was replaced or removed.
    pub(super) fn ensure(&self, condition: &str) -> Result<()> {
        let node = format!("MATCH (g:Graph {{load: $load}}) WHERE {condition} RETURN 1 AS one");
        match self.0.server.read(self.about(&node), |_| Ok(()))?[..] {
            [] => Err(self.replaced()),
            _ => Ok(()),
        }
    }

    /// Returns the error of a graph that was replaced or removed.
    pub(super) fn replaced(&self) -> Error {
        let address = self.address();
        Error::Refused(format!(
            "{address}: the graph was replaced by another one, or removed; open it again"
        ))
    }

    /// Returns the error of a graph that contradicts itself.
    fn damaged(&self, damage: DamageError) -> Error {
        Error::Damaged { place: self.address().to_string(), damage }
    }
}
