//! An open graph in a Neo4j database.
//!
//! An open graph belongs to one load: every section is read by the key of that load. Reading fails
//! once the graph has been replaced and its nodes are being removed.

use std::sync::Arc;

use neo4rs::{Query, Row};

use super::address::Address;
use super::cleanup::{ANY_OF_NAME, clean_up, mark_for_removal};
use super::credentials::Credentials;
use super::entries::{self, GraphEntry, list_entries};
use super::labels::LabelPrefix;
use super::server::Server;
use super::value::Decoded;
use crate::base::display_safe;
use crate::base::progress::Progress;
use crate::graph::{DamageError, Graph};
use crate::store::neo4j_rows::SCHEMA;
use crate::store::{Result, StoreError, StoredGraph};

/// Returns the names of the graphs that can be read, sorted.
///
/// # Errors
/// Returns an error if the server cannot be reached or fails.
pub fn ready_graphs(address: &Address, credentials: &Credentials) -> Result<Vec<String>> {
    entries::list_ready(&Server::connect(address, credentials)?)
}

/// Removes the graph that the address names, and the remains of failed loads of that name. It can
/// be called again after an interrupt.
///
/// # Errors
/// Returns an error if the address names no graph, there is no such graph, or the server cannot be
/// reached or fails; or after an interrupt.
pub fn remove(address: &Address, credentials: &Credentials, progress: &Progress) -> Result<()> {
    let Some(name) = address.graph() else {
        return Err(StoreError::Refused(format!(
            "{address}: name the graph to remove: ?graph=NAME"
        )));
    };
    let server = Server::connect(address, credentials)?;
    let mut was_there = false;
    for labels in LabelPrefix::read_all(&server)? {
        was_there |= mark_for_removal(&server, &labels, ANY_OF_NAME, name)?;
    }
    if !was_there {
        return Err(missing_error(&server, name)?);
    }
    clean_up(&server, name, progress)
}

/// Finishes interrupted replacements and removals of the graph of the address, or of all graphs.
///
/// # Errors
/// Returns an error if the server cannot be reached, fails or is read-only; or after an interrupt.
pub fn finish_replacements(
    address: &Address,
    credentials: &Credentials,
    progress: &Progress,
) -> Result<()> {
    let server = Server::connect(address, credentials)?;
    let wanted = |name: &String| address.graph().is_none_or(|graph| graph == name);
    let mut names: Vec<String> =
        list_entries(&server)?.into_iter().map(|entry| entry.name).filter(wanted).collect();
    names.sort();
    names.dedup();
    names.iter().try_for_each(|name| clean_up(&server, name, progress))
}

pub(super) fn missing_error(server: &Server, name: &str) -> Result<StoreError> {
    let place = server.address().server();
    let entries = list_entries(server)?;
    let is_it = |entry: &&GraphEntry| name.is_empty() || entry.name == name;
    // A graph may have become ready since the caller looked for it.
    let there: Vec<String> =
        entries.iter().filter(|entry| entry.is_ready()).map(|entry| entry.name.clone()).collect();
    let half = entries.iter().filter(is_it).find(|entry| entry.status == "loading");
    Ok(StoreError::Refused(match (half, there.is_empty()) {
        (Some(half), _) if !there.contains(&half.name) => {
            format!("{place}: the graph {:?} is only half loaded; load it again", half.name)
        }
        (_, true) => format!("{place}: there is no graph here; load one with `conceptgraph build`"),
        (_, false) => {
            format!("{place}: there is no graph {name:?}; there are {}", format_names(&there))
        }
    }))
}

fn format_names(names: &[String]) -> String {
    names.iter().map(|name| display_safe::escape_name(name)).collect::<Vec<_>>().join(", ")
}

/// A graph on a server, open for reading. Clones share the connection.
#[derive(Clone, Debug)]
pub struct Neo4jStore(Arc<OpenGraph>);

#[derive(Debug)]
struct OpenGraph {
    server: Server,
    labels: LabelPrefix,
    name: String,
    /// The key of the graph's nodes, which no other graph has.
    load: String,
}

impl Neo4jStore {
    /// Opens the graph that the address names, or the only one in the database.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached, if there is no such graph, if there are
    /// several graphs and the address names none, or if the graph has another schema version.
    pub fn open(address: &Address, credentials: &Credentials) -> Result<Self> {
        let server = Server::connect(address, credentials)?;
        let entries = list_entries(&server)?;
        let ready: Vec<&GraphEntry> = entries.iter().filter(|entry| entry.is_ready()).collect();
        let named = |name| ready.iter().find(|entry| entry.name == name);
        let entry = match (address.graph(), &ready[..]) {
            (None, [only]) => only,
            (None, several @ [_, _, ..]) => {
                let names: Vec<String> = several.iter().map(|entry| entry.name.clone()).collect();
                return Err(StoreError::Refused(format!(
                    "{}: there are several graphs, name one with ?graph=: {}",
                    address.server(),
                    format_names(&names)
                )));
            }
            (name, _) => match name.and_then(named) {
                Some(entry) => entry,
                None => return Err(missing_error(&server, name.unwrap_or_default())?),
            },
        };
        let GraphEntry { name, labels, key: load, schema, .. } = GraphEntry::clone(entry);
        let store = Self(Arc::new(OpenGraph { server, labels, name, load }));
        match schema {
            SCHEMA => Ok(store),
            other => Err(StoreError::schema_version_error(store.address(), other > SCHEMA)),
        }
    }

    /// Returns the graph, and the database for statements about it.
    ///
    /// # Errors
    /// Returns an error if the server fails or the facts of the graph are invalid.
    pub fn into_stored_graph(self) -> Result<StoredGraph> {
        Ok(StoredGraph { graph: Graph::open(Box::new(self.clone()))?, database: Box::new(self) })
    }

    /// Opens the graph that the address names, or the only one in the database.
    ///
    /// # Errors
    /// Returns an error if [`Neo4jStore::open`] does, or if the facts of the graph are invalid.
    pub fn graph(address: &Address, credentials: &Credentials) -> Result<Graph> {
        Ok(Graph::open(Box::new(Self::open(address, credentials)?))?)
    }

    /// Returns the name of the graph in the database.
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

    pub(super) fn labels(&self) -> &LabelPrefix {
        &self.0.labels
    }

    fn query(&self, statement: &str) -> Query {
        self.0.labels.query(statement).param("load", self.0.load.as_str())
    }

    pub(super) fn read<T>(
        &self,
        statement: &str,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        let rows = match self.0.server.read(self.query(statement), decode) {
            Err(StoreError::Damaged { damage, .. }) => Err(self.damage_error(damage)),
            Err(error) => return Err(error),
            rows => rows,
        };
        // A replaced graph keeps all its nodes until its own node is marked as removed.
        self.check_graph("g.removed IS NULL")?;
        rows
    }

    /// Checks that the graph's own node `g` exists and meets a condition.
    pub(super) fn check_graph(&self, condition: &str) -> Result<()> {
        let node = format!("MATCH (g:Graph {{load: $load}}) WHERE {condition} RETURN 1 AS one");
        match self.0.server.read(self.query(&node), |_| Ok(()))?[..] {
            [] => Err(self.replaced_error()),
            _ => Ok(()),
        }
    }

    pub(super) fn replaced_error(&self) -> StoreError {
        let address = self.address();
        StoreError::Refused(format!(
            "{address}: the graph was replaced by another one, or removed; open it again"
        ))
    }

    fn damage_error(&self, damage: DamageError) -> StoreError {
        StoreError::Damaged { place: self.address().to_string(), damage }
    }
}
