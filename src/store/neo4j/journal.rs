//! A load on the graph's own node: who loads, and how far it has come.
//!
//! A graph is found by its `name`; its nodes carry `graph`, the key that the node holds. The key is
//! the name. Only while a replacement is loaded it has another key, `name#2`, so that both exist;
//! after the switch it takes the name ([`cleanup`](super::cleanup)).
//!
//! Invariant: at most one graph of a name is `ready` or `renaming`, and only a `ready` one is read.
//! A `loading` one has two `:Load` nodes, one a lane, that count the batches done and say who
//! loads; `removing` ones wait to be removed. A `renaming` one is whole, but has nodes under its
//! key and under its name; readers wait.

use neo4rs::{BoltType, query};

use super::attach::Attach;
use super::batches::Loading;
use super::cleanup::{HALF_LOADED, clean_up, mark_for_removal};
use super::entries::{Entry, entries};
use super::server::Server;
use super::value::{cell, get, int, map, maybe, text, truth};
use crate::base::progress::Progress;
use crate::store::{DamageError, Error, GraphFacts, Result};

/// How many batches a load does at once.
pub(super) const LANES: usize = 2;

/// A load that has begun.
#[derive(Debug)]
pub(super) struct Journal<'s> {
    server: &'s Server,
    name: String,
    key: String,
    loader: i64,
}

impl<'s> Journal<'s> {
    /// Begins to load a graph under a name, or takes up a load of the same graph that ended early.
    /// The load that begins last wins: one that still runs elsewhere ends with an error.
    pub(super) fn begin(
        server: &'s Server,
        name: &str,
        source: &Loading<'_>,
        attach: Option<&Attach>,
        progress: &Progress,
    ) -> Result<Self> {
        let fingerprint = source.fingerprint();
        let journal = |key: String| Self { server, name: name.to_owned(), key, loader: random() };
        let begun = |entry: &Entry| entry.name == name && entry.status == "loading";
        for entry in entries(server)?.into_iter().filter(begun) {
            let journal = journal(entry.key);
            let take = "MATCH (g:Graph {graph: $graph, status: 'loading'})
                        SET g.loader = $loader
                        WITH g
                        MATCH (l:Load {graph: g.graph})
                        SET l.loader = $loader
                        RETURN DISTINCT g.graph";
            if entry.fingerprint != Some(fingerprint) {
                mark_for_removal(server, HALF_LOADED, &journal.key)?;
            } else if journal.writes(take, [])? {
                return Ok(journal);
            }
        }
        clean_up(server, name, progress)?;
        let taken = entries(server)?;
        let is_free =
            |key: &String| taken.iter().all(|e| e.key != *key && (e.name != *key || *key == name));
        let key = std::iter::once(name.to_owned())
            .chain((2..).map(|number| format!("{name}#{number}")))
            .find(is_free)
            .expect("some number is free");
        let create = "MERGE (g:Graph {graph: $graph})
                      ON CREATE SET g += $properties, g.loader = $loader
                      WITH g WHERE g.loader = $loader
                      UNWIND range(0, $lanes - 1) AS lane
                      MERGE (l:Load {graph: $graph, lane: lane})
                      ON CREATE SET l.loader = $loader, l.batch = 0
                      RETURN DISTINCT g.graph";
        let columns = source.rows.graph_node("loading");
        let properties = columns.iter().map(|column| (column.name.as_str(), cell(column, 0)));
        let own = [
            ("fingerprint", int(fingerprint)),
            ("members", maybe(source.members.as_ref(), |_| truth(true))),
            ("attached", maybe(attach, |attach| text(&attach.to_string()))),
        ];
        let journal = journal(key);
        let given = [("properties", map(properties.chain(own))), ("lanes", int(LANES as i64))];
        match journal.writes(create, given)? {
            true => Ok(journal),
            false => Err(journal.overtaken()),
        }
    }

    /// A statement about this load.
    pub(super) fn about(&self, statement: neo4rs::Query) -> neo4rs::Query {
        statement.param("graph", self.key.as_str()).param("loader", self.loader)
    }

    /// Whether a statement about this load did anything.
    fn writes<const N: usize>(
        &self,
        statement: &str,
        parameters: [(&str, BoltType); N],
    ) -> Result<bool> {
        let statement = self.about(query(statement)).params(parameters);
        Ok(!self.server.write(statement, |_| Ok(()))?.is_empty())
    }

    /// How many batches of each lane are done.
    ///
    /// # Errors
    /// Another load has taken over.
    pub(super) fn done(&self) -> Result<[usize; LANES]> {
        let done = "MATCH (l:Load {graph: $graph}) WHERE l.loader = $loader
                    RETURN l.batch AS batch ORDER BY l.lane";
        let done = self.server.read(self.about(query(done)), |row| get::<i64>(row, "batch"))?;
        let done: Vec<usize> = done.into_iter().map(|batches| batches as usize).collect();
        done.try_into().map_err(|_| self.overtaken())
    }

    /// Counts what was loaded; where it is not what the graph claims to be, it is removed.
    pub(super) fn count(&self, facts: &GraphFacts, progress: &Progress) -> Result<()> {
        let count = "MATCH (c:Concept {graph: $graph}) WHERE c.id > 0
                     RETURN count(c) AS concepts, sum(COUNT { (c)-[:COVERED_BY]->() }) AS covers";
        let counted = self.server.read(self.about(query(count)), |row| {
            Ok((get::<u64>(row, "concepts")?, get::<u64>(row, "covers")?))
        })?;
        let claimed = (facts.concepts.into(), facts.covers);
        if counted == [claimed] {
            return Ok(());
        }
        mark_for_removal(self.server, HALF_LOADED, &self.key)?;
        clean_up(self.server, &self.name, progress)?;
        let (concepts, covers) = counted.first().copied().unwrap_or_default();
        Err(Error::Damaged {
            place: facts.name.clone(),
            damage: DamageError(format!(
                "it has {concepts} clusters and {covers} covers, but claims {} and {}",
                claimed.0, claimed.1
            )),
        })
    }

    /// The error of a load that another has overtaken.
    pub(super) fn overtaken(&self) -> Error {
        self.server.failed(format!(
            "another load or removal of the graph {:?} has begun, so this one ends",
            self.name
        ))
    }

    /// All batches are done: from now on this is the graph of its name, and takes it. What it
    /// replaces is removed.
    pub(super) fn finish(self, progress: &Progress) -> Result<()> {
        let switch = "MATCH (g:Graph {graph: $graph}) WHERE g.loader = $loader
                      OPTIONAL MATCH (old:Graph {name: g.name}) WHERE old <> g
                        AND old.status IN ['ready', 'renaming']
                      SET old.status = 'removing', g.status = 'ready', g.fingerprint = null
                      WITH DISTINCT g
                      OPTIONAL MATCH (l:Load {graph: g.graph})
                      DELETE l
                      RETURN DISTINCT g.graph";
        match self.writes(switch, [])? {
            true => clean_up(self.server, &self.name, progress),
            false => Err(self.overtaken()),
        }
    }
}

/// A number that no other load has.
fn random() -> i64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish() as i64
}
