//! Loads a graph into Neo4j, all or nothing for readers.
//!
//! The order is: constraints; batches, each prepared while the server works on the one before; the
//! other indexes; the switch to `ready`.
//!
//! A graph is found by its `name`; its nodes carry `load`, the key that its own node holds. While a
//! replacement is loaded, both graphs exist, each under its key.
//!
//! Invariant: at most one graph of a name is `ready`, and only a `ready` one is opened. The next
//! load of a name removes the graphs of that name that were left `loading` or `removing`.

use std::hash::{BuildHasher, Hasher, RandomState};

use neo4rs::Query;

use super::address::Address;
use super::cleanup::{ANY_OF_NAME, HALF_LOADED, clean_up, mark_for_removal, naming_clauses};
use super::credentials::Credentials;
use super::entries::{self, GraphEntry, OURS, list_entries};
use super::labels::LabelPrefix;
use super::schema;
use super::server::{RunningStatement, Server};
use super::statement;
use super::value::{cell_to_bolt, get, map};
use crate::base::progress::Progress;
use crate::graph::Graph;
use crate::store::neo4j_rows::plan::{Batch, plan};
use crate::store::neo4j_rows::source::GraphRows;
use crate::store::{Result, StoreError};

/// The target of a load.
#[derive(Clone, Debug)]
pub struct Target<'a> {
    /// The address of the server.
    pub address: &'a Address,
    /// The credentials of the user.
    pub credentials: &'a Credentials,
    /// The name of the graph, if the address has none.
    pub name: &'a str,
    /// `true` to replace a graph of that name, which stays readable until then.
    pub force: bool,
    /// The prefix of the labels of the graph's nodes.
    pub labels: LabelPrefix,
}

impl<'a> Target<'a> {
    /// Creates the target of a new graph, without a prefix of its labels.
    pub fn new(address: &'a Address, credentials: &'a Credentials, name: &'a str) -> Self {
        let labels = LabelPrefix::default();
        Self { address, credentials, name, force: false, labels }
    }

    /// Checks, before anything is computed, that [`load`](Self::load) can begin.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached, if the graph exists and is not to be
    /// replaced, or if a user's constraint would be violated by the nodes of a graph.
    pub fn check(&self) -> Result<()> {
        self.check_on(&Server::connect(self.address, self.credentials)?)
    }

    fn check_on(&self, server: &Server) -> Result<()> {
        entries::check(server, self.graph_name(), self.force)?;
        schema::check_constraints(server, &self.labels)
    }

    pub(super) fn graph_name(&self) -> &str {
        self.address.graph().unwrap_or(self.name)
    }

    /// Loads a graph, after the removal of what an unfinished load of that name left. If a graph is
    /// replaced, a note of `progress` names the additions of users to its nodes that are removed
    /// with it.
    ///
    /// `report` is called after every batch with the approximate numbers of nodes and relationships
    /// that are loaded so far, and in total.
    ///
    /// # Errors
    /// Returns an error if [`check`](Self::check) does, if the server fails or a section of the
    /// graph cannot be read, or after an interrupt.
    pub fn load(
        &self,
        source: &Graph,
        progress: &Progress,
        report: &mut dyn FnMut(u64, u64),
    ) -> Result<()> {
        let server = Server::connect(self.address, self.credentials)?;
        self.check_on(&server)?;
        let ended = || progress.is_interrupted();
        let rows = GraphRows::new(source, self.graph_name(), progress)?;
        schema::register_names(&server, &self.labels)?;
        schema::create_constraints(&server, &self.labels, &ended)?;
        let load = Load::begin(&server, self, &rows, progress)?;
        load.run_batches(&plan(&rows), report)?;
        schema::create_indexes(&server, &self.labels, &ended)?;
        load.finish()
    }
}

struct Load<'l> {
    server: &'l Server,
    labels: &'l LabelPrefix,
    force: bool,
    rows: &'l GraphRows<'l>,
    progress: &'l Progress,
    key: String,
}

impl<'l> Load<'l> {
    /// Begins a load. A load of that name that still runs elsewhere ends with an error.
    fn begin(
        server: &'l Server,
        target: &'l Target<'_>,
        rows: &'l GraphRows<'l>,
        progress: &'l Progress,
    ) -> Result<Self> {
        let Target { labels, force, .. } = target;
        let name = &rows.facts.name;
        let is_half = |entry: &GraphEntry| entry.name == *name && entry.status == "loading";
        for half in list_entries(server)?.into_iter().filter(is_half) {
            mark_for_removal(server, &half.labels, HALF_LOADED, &half.key)?;
        }
        clean_up(server, name, progress)?;
        // The number makes the key unique among loads.
        let number = RandomState::new().build_hasher().finish();
        let key = format!("{name}#{number:016x}");
        let load = Self { server, labels, force: *force, rows, progress, key };
        let create = "MERGE (g:Graph {load: $load})
                      ON CREATE SET g += $properties, g.id = $id, g.batches = 0
                      RETURN g.load";
        let node = rows.graph_node("loading");
        let properties =
            node.columns.iter().map(|column| (column.name.as_str(), cell_to_bolt(column, 0)));
        let create = load.query(create).param("properties", map(properties));
        server.write(create.param("id", node.ids[0]), |_| Ok(()))?;
        Ok(load)
    }

    fn query(&self, statement: &str) -> Query {
        self.labels.query(statement).param("load", self.key.as_str())
    }

    fn run_batches(&self, plan: &[Batch], report: &mut dyn FnMut(u64, u64)) -> Result<()> {
        let all: u64 = plan.iter().map(|batch| batch.weight).sum();
        let (mut made, mut running): (u64, Option<RunningStatement>) = (0, None);
        report(made, all);
        for at in 0..=plan.len() {
            let next = plan.get(at).map(|batch| statement::batch_statement(self.rows, batch));
            if let Some(running) = running.take() {
                self.wait(running, at)?;
                made += plan[at - 1].weight;
                report(made, all);
            }
            running = next.map(|(statement, parameters)| {
                let statement = self.query(&statement).params(parameters);
                self.server.start(statement.param("batch", at as i64))
            });
        }
        Ok(())
    }

    fn wait(&self, running: RunningStatement, done: usize) -> Result<()> {
        if self.server.finish(running, &|| self.progress.is_interrupted())? > 0 {
            return Ok(());
        }
        // The batch may have been executed in an attempt whose answer was lost.
        let batches = "MATCH (g:Graph {load: $load, status: 'loading'}) RETURN g.batches AS done";
        let counted = self.server.read(self.query(batches), |row| get::<i64>(row, "done"))?;
        if counted == [done as i64] { Ok(()) } else { Err(self.overtaken_error()) }
    }

    fn overtaken_error(&self) -> StoreError {
        self.server.server_error(format!(
            "another load or removal of the graph {:?} has begun, so this one ends",
            self.rows.facts.name
        ))
    }

    /// Makes this graph the current one of its name, and removes the previous one.
    ///
    /// The name moves in one transaction, so statements of users meet this graph or the previous
    /// one. A server with too little memory for that sets the name in several transactions, after
    /// the change of the status.
    fn finish(self) -> Result<()> {
        let switch = |naming: &str| {
            format!(
                "MATCH (n:Graph {{load: $load}}) WHERE n.status IN ['loading', 'ready']
                 OPTIONAL MATCH (g:Graph {{name: n.name}})
                 WHERE g <> n AND {OURS} AND g.status = 'ready'
                 WITH n, g WHERE g IS NULL OR $force
                 SET g.status = 'removing', g.graph = null
                 WITH n AS g, collect(g.load) AS olds
                 SET g.status = 'ready', g.batches = null
                 WITH g, olds
                 {naming}
                 RETURN DISTINCT g.load"
            )
        };
        self.progress.check().map_err(|_| StoreError::Interrupted)?;
        let name = &self.rows.facts.name;
        let ended = || self.progress.is_interrupted();
        let run = |naming: &str| {
            let switch = self.query(&switch(naming)).param("force", self.force);
            self.server.try_write(switch, &ended)
        };
        let rows = match run(&naming_clauses())? {
            None => run("")?,
            fits => fits,
        };
        if !matches!(rows, Some(1..)) {
            return Err(self.overtaken_error());
        }
        let other = |entry: &GraphEntry| entry.name == *name && entry.labels != *self.labels;
        for old in list_entries(self.server)?.into_iter().filter(other) {
            mark_for_removal(self.server, &old.labels, ANY_OF_NAME, name)?;
        }
        match clean_up(self.server, name, self.progress) {
            // The next load or check removes the remains of the previous graph.
            Err(StoreError::Interrupted) => Ok(()),
            done => done,
        }
    }
}
