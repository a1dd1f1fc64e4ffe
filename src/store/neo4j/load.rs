//! A graph into Neo4j from any other store, all or nothing for readers.
//!
//! Constraints first, then the batches, each prepared while the server works on the one before,
//! then the other indexes, then the switch to `ready`.

use neo4rs::query;

use super::address::Address;
use super::attached;
use super::batches::{Batch, Loading, Plan};
use super::credentials::Credentials;
use super::entries::{self, Entry, entries};
use super::extras::Extras;
use super::graph_rag;
use super::journal::{Journal, LANES};
use super::own_schema;
use super::server::{Pending, Server};
use super::statement::Filled;
use crate::base::progress::Progress;
use crate::store::neo4j_rows::{CONSTRAINTS, INDEXES};
use crate::store::{Error, LatticeStore, Result};

/// Seconds that the server may take for the indexes of a large graph.
const INDEXING: i64 = 24 * 3600;

/// Where a graph is to be, what is stored of it, and what it is attached to there.
#[derive(Clone, Debug)]
pub struct Target<'a> {
    /// The server.
    pub address: &'a Address,
    /// Who logs in.
    pub credentials: &'a Credentials,
    /// What the graph is called unless the address names it.
    pub name: &'a str,
    /// Whether a graph of that name is replaced; it stays readable until then.
    pub force: bool,
    /// What is stored besides.
    pub with: Extras,
}

impl<'a> Target<'a> {
    /// A new graph there, with nothing besides.
    pub fn new(address: &'a Address, credentials: &'a Credentials, name: &'a str) -> Self {
        Self { address, credentials, name, force: false, with: Extras::default() }
    }

    /// Refuses, before anything is computed, what [`load`](Self::load) would refuse.
    ///
    /// # Errors
    /// A server that cannot be reached, a graph that exists and is not to be replaced, nodes to
    /// attach to that are not there.
    pub fn check(&self) -> Result<()> {
        self.refuse(&Server::connect(self.address, self.credentials)?)
    }

    fn refuse(&self, server: &Server) -> Result<()> {
        let labels = &self.with.labels;
        entries::check(server, self.graph_name(), self.force)?;
        own_schema::check(server, labels)?;
        let attach = self.with.attach.as_ref();
        attach.map_or(Ok(()), |attach| attached::check(server, attach, labels))
    }

    /// Whether communities are also stored as tools for GraphRAG look for them.
    pub(super) fn adds_graph_rag(&self, server: &Server) -> Result<bool> {
        let has_them = |entry: &Entry| entry.name == self.graph_name() && entry.has_graph_rag;
        Ok(self.with.graph_rag || entries(server)?.iter().any(has_them))
    }

    /// What the graph is called in the database.
    pub(super) fn graph_name(&self) -> &str {
        self.address.graph().unwrap_or(self.name)
    }

    /// Loads a graph, from memory or from another store. A load of the same graph that ended early
    /// is taken up where it ended. A note of `progress` names relationships of others that are gone
    /// with a graph that is replaced.
    ///
    /// `report` is called after every batch with about how many nodes and relationships are loaded,
    /// of how many.
    ///
    /// # Errors
    /// Those of [`check`](Self::check), a server that fails, too many members, several nodes for
    /// one point, an interrupt.
    pub fn load(
        &self,
        source: &dyn LatticeStore,
        progress: &Progress,
        report: &mut dyn FnMut(u64, u64),
    ) -> Result<()> {
        let server = Server::connect(self.address, self.credentials)?;
        let name = self.graph_name();
        self.refuse(&server)?;
        let ended = || progress.interrupted();
        let with_rag = self.adds_graph_rag(&server)?;
        let source = Loading::new(source, name, &self.with)?;
        if let Some(attach) = &self.with.attach {
            attached::resolve(&server, attach, source.rows.stored.points.names(), progress)?;
        }
        own_schema::drop_earlier(&server)?;
        own_schema::make_known(&server, &self.with.labels)?;
        prepare(&server, &self.with.labels.statement(CONSTRAINTS), &ended)?;
        if with_rag {
            prepare(&server, graph_rag::CONSTRAINT, &ended)?;
        }
        let journal = Journal::begin(&server, name, &source, (&self.with, self.force), progress)?;
        lanes(&server, &journal, &source, &ended, report)?;
        if ended() {
            return Err(Error::Interrupted);
        }
        journal.count(&source.rows.facts, progress)?;
        if with_rag {
            graph_rag::add(&server, &journal, &source.rows, &ended)?;
        }
        prepare(&server, &self.with.labels.statement(INDEXES), &ended)?;
        journal.finish(progress)
    }
}

/// Does the batches of both lanes that are not done, one of each at once, the next ones prepared
/// meanwhile. Neither lane waits for the other, but for the nodes that its relationships tie.
fn lanes(
    server: &Server,
    journal: &Journal<'_>,
    source: &Loading<'_>,
    ended: &dyn Fn() -> bool,
    report: &mut dyn FnMut(u64, u64),
) -> Result<()> {
    let Plan { nodes, links } = source.plan();
    let batch = |lane: usize, at: usize| match lane {
        0 => nodes.get(at),
        _ => links.get(at).map(|(batch, _)| batch),
    };
    let mut done = journal.done()?;
    let weight = |nodes: &[Batch<'_>], links: &[(Batch<'_>, usize)]| -> u64 {
        nodes.iter().chain(links.iter().map(|(batch, _)| batch)).map(|batch| batch.weight).sum()
    };
    let all = weight(&nodes, &links);
    let mut made = weight(&nodes[..done[0]], &links[..done[1]]);
    let mut next: [Option<Filled>; LANES] = [None, None];
    let mut running: [Option<Pending>; LANES] = [None, None];
    loop {
        report(made, all);
        for lane in 0..LANES {
            let waits = lane == 1 && links.get(done[1]).is_some_and(|(_, after)| *after > done[0]);
            if running[lane].is_some() || waits || ended() {
                continue;
            }
            let Some(batch) = batch(lane, done[lane]) else { continue };
            let (statement, parameters) = match next[lane].take() {
                Some(filled) => filled,
                None => source.fill(batch)?,
            };
            let statement = journal.about(&statement).params(parameters);
            let statement = statement.param("lane", lane as i64).param("batch", done[lane] as i64);
            running[lane] = Some(server.start(statement));
        }
        for (lane, next) in next.iter_mut().enumerate() {
            let after = done[lane] + usize::from(running[lane].is_some());
            if let Some(batch) = batch(lane, after).filter(|_| next.is_none()) {
                *next = Some(source.fill(batch)?);
            }
        }
        let Some((lane, rows)) = server.first(&mut running, ended)? else { return Ok(()) };
        made += batch(lane, done[lane]).map_or(0, |batch| batch.weight);
        done[lane] += 1;
        // A batch that did nothing was done before, in an attempt whose answer was lost.
        if rows == 0 && journal.done()?[lane] != done[lane] {
            return Err(journal.overtaken());
        }
    }
}

/// Makes constraints or indexes and waits until they exist, or until the wait `ended`.
fn prepare(server: &Server, script: &str, ended: &dyn Fn() -> bool) -> Result<()> {
    let lines = script.lines().filter(|line| !line.starts_with("//"));
    let script = lines.collect::<Vec<_>>().join("\n");
    for statement in script.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        // Another load may make it at the same moment: then it exists the second time.
        if server.write_until(query(statement), ended).is_err() {
            server.write_until(query(statement), ended)?;
        }
    }
    let wait = query("CALL db.awaitIndexes($seconds)").param("seconds", INDEXING);
    server.write_until(wait, ended).map(drop)
}
