//! A load on the graph's own node: who loads, and how far it has come.
//!
//! A graph is found by its `name`; its nodes carry `load`, the key that its own node holds. While a
//! replacement is loaded both exist, each under its key.
//!
//! Invariant: at most one graph of a name is `ready`, and only a `ready` one is read. A `loading`
//! one has two `:Load` nodes, one a lane, that count the batches done and say who loads; `removing`
//! ones wait to be removed.

use neo4rs::{BoltType, Query};

use super::batches::Loading;
use super::cleanup::{HALF_LOADED, OF_NAME, clean_up, mark_for_removal, naming};
use super::entries::{Entry, OURS, entries};
use super::extras::Extras;
use super::labels::LabelPrefix;
use super::server::Server;
use super::value::{cell, get, int, map, maybe, text};
use crate::base::progress::Progress;
use crate::store::{DamageError, Error, GraphFacts, Result};

/// How many batches a load does at once.
pub(super) const LANES: usize = 2;

/// A load that has begun.
#[derive(Debug)]
pub(super) struct Journal<'s> {
    server: &'s Server,
    labels: LabelPrefix,
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
        (extras, force): (&Extras, bool),
        progress: &Progress,
    ) -> Result<Self> {
        let fingerprint = source.fingerprint();
        let journal = |key: String| Self {
            server,
            labels: extras.labels.clone(),
            name: name.to_owned(),
            key,
            loader: random(),
        };
        let begun = |entry: &Entry| entry.name == name && entry.status == "loading";
        for entry in entries(server)?.into_iter().filter(begun) {
            let labels = entry.labels;
            let journal = journal(entry.key);
            let take = "MATCH (g:Graph {load: $load, status: 'loading'})
                        SET g.loader = $loader
                        WITH g
                        MATCH (l:Load {load: g.load})
                        SET l.loader = $loader
                        RETURN DISTINCT g.load";
            if entry.fingerprint != Some(fingerprint) {
                if !force {
                    return Err(half_loaded(server, name));
                }
                mark_for_removal(server, &labels, HALF_LOADED, &journal.key)?;
            } else if journal.writes(take, [])? {
                return Ok(journal);
            }
        }
        clean_up(server, name, progress)?;
        let taken = entries(server)?;
        let is_free = |key: &String| taken.iter().all(|entry| entry.key != *key);
        let keys = (1..).map(|number| format!("{name}#{number}"));
        let key = keys.into_iter().find(is_free).expect("some number is free");
        let create = "MERGE (g:Graph {load: $load})
                      ON CREATE SET g += $properties, g.loader = $loader
                      WITH g WHERE g.loader = $loader
                      UNWIND range(0, $lanes - 1) AS lane
                      MERGE (l:Load {load: $load, lane: lane})
                      ON CREATE SET l.loader = $loader, l.batch = 0
                      RETURN DISTINCT g.load";
        let columns = source.rows.graph_node("loading");
        let properties = columns.iter().map(|column| (column.name.as_str(), cell(column, 0)));
        let own = [
            ("fingerprint", int(fingerprint)),
            ("attached", maybe(extras.attach.as_ref(), |attach| text(&attach.to_string()))),
        ];
        let journal = journal(key);
        let given = [("properties", map(properties.chain(own))), ("lanes", int(LANES as i64))];
        match journal.writes(create, given)? {
            true => Ok(journal),
            false => Err(journal.overtaken()),
        }
    }

    /// A statement about this load.
    pub(super) fn about(&self, statement: &str) -> Query {
        let statement = self.labels.query(statement);
        statement.param("load", self.key.as_str()).param("loader", self.loader)
    }

    /// Whether a statement about this load did anything.
    fn writes<const N: usize>(
        &self,
        statement: &str,
        parameters: [(&str, BoltType); N],
    ) -> Result<bool> {
        let statement = self.about(statement).params(parameters);
        Ok(!self.server.write(statement, |_| Ok(()))?.is_empty())
    }

    /// How many batches of each lane are done.
    ///
    /// # Errors
    /// Another load has taken over.
    pub(super) fn done(&self) -> Result<[usize; LANES]> {
        let done = "MATCH (l:Load {load: $load}) WHERE l.loader = $loader
                    RETURN l.batch AS batch ORDER BY l.lane";
        let done = self.server.read(self.about(done), |row| get::<i64>(row, "batch"))?;
        let done: Vec<usize> = done.into_iter().map(|batches| batches as usize).collect();
        done.try_into().map_err(|_| self.overtaken())
    }

    /// Counts what was loaded; where it is not what the graph claims to be, it is removed.
    pub(super) fn count(&self, facts: &GraphFacts, progress: &Progress) -> Result<()> {
        let count = "MATCH (c:Concept {load: $load}) WHERE c.id > 0
                     RETURN count(c) AS concepts,
                            sum(COUNT { (c)-[:COVERED_BY|BOTTOM_OF]->() }) AS covers";
        let counted = self.server.read(self.about(count), |row| {
            Ok((get::<u64>(row, "concepts")?, get::<u64>(row, "covers")?))
        })?;
        let claimed = (facts.concepts.into(), facts.covers);
        if counted == [claimed] {
            return Ok(());
        }
        mark_for_removal(self.server, &self.labels, HALF_LOADED, &self.key)?;
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

    /// All batches are done: from now on this is the graph of its name. The one before is removed.
    ///
    /// Readers see this graph or the one before, also those who know nothing of loads, because the
    /// name goes over in one transaction. A server with too little memory for that gives the name
    /// in several, after the change of the status.
    pub(super) fn finish(self, progress: &Progress) -> Result<()> {
        let switch = |naming: &str| {
            format!(
                "MATCH (n:Graph {{load: $load}}) WHERE n.loader = $loader
                 OPTIONAL MATCH (g:Graph {{name: n.name}})
                 WHERE g <> n AND {OURS} AND g.status IN ['ready', 'renaming']
                 SET g.status = 'removing', g.graph = CASE WHEN g.load IS NULL THEN g.graph END
                 WITH n AS g, collect(g.load) AS olds
                 SET g.status = 'ready', g.fingerprint = null
                 WITH g, olds
                 {naming}
                 WITH g
                 OPTIONAL MATCH (l:Load {{load: g.load}})
                 DELETE l
                 RETURN DISTINCT g.load"
            )
        };
        let ended = || progress.interrupted();
        let run = |naming: &str| self.server.write_if_it_fits(self.about(&switch(naming)), &ended);
        let rows = match run(&naming())? {
            None => run("")?,
            fits => fits,
        };
        if !matches!(rows, Some(1..)) {
            return Err(self.overtaken());
        }
        let other = |entry: &Entry| entry.name == self.name && entry.labels != self.labels;
        for old in entries(self.server)?.into_iter().filter(other) {
            mark_for_removal(self.server, &old.labels, OF_NAME, &self.name)?;
        }
        clean_up(self.server, &self.name, progress)
    }
}

/// The error of a name that a load of another graph has begun with.
fn half_loaded(server: &Server, name: &str) -> Error {
    let found = format!(
        "{}: there is half of another graph {name:?}, whose load goes on with the command that \
         began it",
        server.address().server()
    );
    Error::Exists { found, another: "name another by ?graph=" }
}

/// A number that no other load has.
fn random() -> i64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish() as i64
}
