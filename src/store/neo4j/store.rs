//! A graph in a Neo4j database, found and open.
//!
//! Every statement about it starts from the graph's own node, so a graph that is still being loaded
//! is not seen, and one that is replaced is seen whole, before or after.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use neo4rs::{BoltType, Query, Row};

use super::address::Address;
use super::cleanup::{OF_NAME, clean_up, mark_for_removal};
use super::credentials::Credentials;
use super::entries::{self, Entry, entries};
use super::labels::LabelPrefix;
use super::server::{GRACE, Server};
use super::shown::written;
use super::value::get;
use crate::base::display_safe;
use crate::base::numbers::from_hex;
use crate::base::progress::Progress;
use crate::lattice::Lattice;
use crate::store::neo4j_rows::SCHEMA;
use crate::store::read_context::{ReadContext, ReadPoint};
use crate::store::row_store::{Decoded, RowStore, StoredRow, mined_again};
use crate::store::{DamageError, Error, Result, StoredContext, class_id};

/// Begins every statement that reads: the graph's own node.
macro_rules! of_graph {
    ($rest:literal) => {
        concat!("MATCH (g:Graph {name: $graph, status: 'ready'}) WHERE g.load IS NOT NULL\n", $rest)
    };
}
pub(super) use of_graph;

/// The names of the graphs that can be read, sorted.
///
/// # Errors
/// A server that cannot be reached or fails.
pub fn graphs(address: &Address, credentials: &Credentials) -> Result<Vec<String>> {
    entries::ready(&Server::connect(address, credentials)?)
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
    let mut was_there = false;
    for labels in LabelPrefix::all(&server)? {
        was_there |= mark_for_removal(&server, &labels, OF_NAME, name)?;
    }
    if !was_there {
        return Err(missing(&server, name)?);
    }
    clean_up(&server, name, progress)
}

/// Finishes what was interrupted when the graph that the address names, or any, was replaced or
/// removed.
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

/// The error for a graph that does not exist.
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

/// Names of graphs in a line of a message.
fn graph_names(names: &[String]) -> String {
    names.iter().map(|name| display_safe::name(name)).collect::<Vec<_>>().join(", ")
}

/// A stored graph, open for reading.
#[derive(Debug)]
pub struct Neo4jStore {
    pub(super) server: Server,
    labels: RefCell<LabelPrefix>,
    name: String,
    /// With the load that it is of.
    stored: RefCell<Option<(String, Arc<StoredContext>)>>,
    /// The lattice of a load that is kept without members.
    lattice: RefCell<Option<(String, Arc<Lattice>)>>,
    /// Which load the graph was of when that was last looked at.
    seen: RefCell<Option<String>>,
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
        let (name, labels) = (entry.name.clone(), RefCell::new(entry.labels.clone()));
        let (stored, seen) = (RefCell::new(None), RefCell::new(None));
        let store = Self { server, labels, name, stored, lattice: RefCell::default(), seen };
        store.seen.replace(Some(store.load()?));
        let schema = of_graph!("RETURN coalesce(g.schema, 0) AS schema");
        let schema: Vec<i64> = store.all(schema, |row| get(row, "schema"))?;
        match schema[..] {
            [SCHEMA] => Ok(store),
            [other] => Err(Error::other_schema(store.address(), other > SCHEMA)),
            _ => Err(missing(&store.server, &store.name)?),
        }
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
        self.labels().query(statement).param("graph", self.name.as_str())
    }

    /// What its labels begin with.
    pub(super) fn labels(&self) -> LabelPrefix {
        self.labels.borrow().clone()
    }

    /// The load that the graph is of.
    fn load(&self) -> Result<String> {
        loop {
            let load = self.about(of_graph!("RETURN g.load AS load"));
            let load = self.server.read(load, |row| get(row, "load"))?;
            if let Some(load) = load.into_iter().next() {
                return Ok(load);
            }
            // One that replaced it may have other labels.
            let there = entries(&self.server)?.into_iter();
            let there = there.filter(|entry| entry.is_ready() && entry.name == self.name);
            match there.map(|entry| entry.labels).next() {
                Some(labels) if labels != self.labels() => self.labels.replace(labels),
                _ => return Err(missing(&self.server, &self.name)?),
            };
        }
    }

    /// The rows of a statement about the graph, of one graph alone: one that was being replaced
    /// while the statement ran is asked again.
    pub(super) fn read<T>(
        &self,
        statement: Query,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.read_of_one(statement, decode, false)
    }

    /// The same of a statement that may count nothing as 0, as one of somebody else's may.
    pub(super) fn read_of_one<T>(
        &self,
        statement: Query,
        decode: impl Fn(&Row) -> Decoded<T>,
        counts: bool,
    ) -> Result<Vec<T>> {
        loop {
            let start = Instant::now();
            let rows = self.server.read(statement.clone(), &decode)?;
            let is_short = start.elapsed() < GRACE && !counts;
            if is_short && !rows.is_empty() {
                return Ok(rows);
            }
            // Nothing is no answer of a graph that is not there.
            let load = Some(self.load()?);
            if self.seen.replace(load.clone()) == load || is_short {
                return Ok(rows);
            }
        }
    }

    /// All rows of a statement about the graph.
    pub(super) fn all<T>(
        &self,
        statement: &str,
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.read(self.about(statement), decode)
    }

    /// Points and context that were read before, maybe of a graph that was replaced since.
    pub(super) fn kept_context(&self) -> Option<Arc<StoredContext>> {
        self.stored.borrow().as_ref().map(|(_, stored)| Arc::clone(stored))
    }

    /// Points and context, read once as long as the graph is not replaced.
    pub(super) fn context_of_load(&self) -> Result<Arc<StoredContext>> {
        let load = self.load()?;
        if let Some((of, stored)) = &*self.stored.borrow()
            && *of == load
        {
            return Ok(Arc::clone(stored));
        }
        let stored = Arc::new(self.read_context()?);
        self.stored.replace(Some((load, Arc::clone(&stored))));
        Ok(stored)
    }

    /// The lattice of a graph that is kept without members, mined again once as long as the graph
    /// is not replaced.
    pub(super) fn lattice_of_load(&self) -> Result<Arc<Lattice>> {
        let load = self.load()?;
        if let Some((of, lattice)) = &*self.lattice.borrow()
            && *of == load
        {
            return Ok(Arc::clone(lattice));
        }
        let mined = mined_again(&*self.context_of_load()?);
        let lattice = Arc::new(mined.map_err(|error| self.damaged(error))?);
        self.lattice.replace(Some((load, Arc::clone(&lattice))));
        Ok(lattice)
    }

    fn read_context(&self) -> Result<StoredContext> {
        let numbered = |row: &dyn StoredRow| Ok((row.number("id")?, row.name("name")?));
        let classes = of_graph!(
            "MATCH (k:Class {load: g.load}) WHERE k.id > 0
             RETURN k.id AS id, k.name AS name ORDER BY k.id"
        );
        let points = of_graph!(
            "MATCH (p:Point {load: g.load}) WHERE p.id > 0
             RETURN p.id AS id, p.name AS name, p.class AS class, p.row AS row,
             p.context AS context,
                    p[g.placeProperties[0]] AS x, p[g.placeProperties[1]] AS y,
                    [property IN coalesce(g.keptProperties, []) | coalesce(p[property], '')]
                        AS kept
             ORDER BY p.id"
        );
        let kept_names = of_graph!("RETURN coalesce(g.keptNames, []) AS names");
        let attributes = of_graph!(
            "MATCH (a:Attribute {load: g.load}) WHERE a.id > 0
             RETURN a.id AS id, a.name AS name ORDER BY a.id"
        );
        let incidence = of_graph!(
            "MATCH (p:Point {load: g.load})-[:HAS]->(a:Attribute) WHERE p.id > 0
             RETURN p.id AS point, a.id AS attribute ORDER BY point, attribute"
        );
        let classes: Vec<(i64, String)> = self.rows(classes, numbered)?;
        let attributes: Vec<(i64, String)> = self.rows(attributes, numbered)?;
        // Points name their class; classes have distinct names.
        let by_name: BTreeMap<&str, i64> =
            classes.iter().map(|(number, name)| (name.as_str(), *number)).collect();
        let of_class = |name: String| {
            let number = by_name.get(name.as_str()).copied();
            class_id(number.ok_or_else(|| DamageError(format!("there is no class {name:?}")))?)
        };
        let points = self.all(points, |row| {
            let point = ReadPoint {
                number: get(row, "id")?,
                row: get(row, "row")?,
                name: get(row, "name")?,
                class: get::<Option<String>>(row, "class")?.map(of_class).transpose()?,
                place: [get(row, "x")?, get(row, "y")?],
            };
            let cell = |cell| match cell {
                BoltType::String(text) => text.value,
                number => written(&number),
            };
            let kept: Vec<BoltType> = get(row, "kept")?;
            let context: Option<String> = get(row, "context")?;
            let bytes = context.map(|digits| from_hex(&digits));
            let bytes = bytes.map(|bytes| bytes.ok_or("the context of a point cannot be read"));
            Ok(((point, bytes.transpose()?), kept.into_iter().map(cell).collect()))
        })?;
        let (points, kept): (Vec<_>, Vec<Vec<String>>) = points.into_iter().unzip();
        let (points, neighbors): (Vec<ReadPoint>, Vec<Option<Vec<u8>>>) =
            points.into_iter().unzip();
        let kept_names: Vec<Vec<String>> = self.all(kept_names, |row| get(row, "names"))?;
        let (kept_names, kept) = (kept_names.concat(), kept.concat());
        let pair = |row: &dyn StoredRow| Ok((row.point("point")?, row.point("attribute")?));
        let read = ReadContext {
            facts: self.read_facts()?,
            classes,
            points,
            kept_names,
            kept,
            attributes,
            incidence: self.rows(incidence, pair)?,
            neighbors: neighbors.into_iter().flatten().collect(),
        };
        read.checked().map_err(|error| self.damaged(error))
    }
}
