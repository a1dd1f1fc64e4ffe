//! A load on the graph's own node: who loads, and how far it has come.
//!
//! A graph is found by its `name`; its nodes carry `graph`, the key that the node holds. The key is
//! the name. Only while a replacement is loaded it has another key, `name#2`, so that both exist;
//! after the switch it takes the name ([`settle`](super::settle)).
//!
//! Invariant: at most one graph of a name is `ready` or `renaming`, and only a `ready` one is read.
//! A `loading` one has two `:Load` nodes, one a lane, that count the batches done and say who
//! loads; `removing` ones wait to be swept. A `renaming` one is whole, but has nodes under its key
//! and under its name; readers wait.

use neo4rs::{BoltType, query};

use super::entries::entries;
use super::rows::Loading;
use super::server::Server;
use super::settle::settle;
use super::value::{bolt, get, int, list, map, maybe, text, truth};
use crate::base::progress::Progress;
use crate::store::neo4j_files::{SCHEMA, names};
use crate::store::{Damage, Error, GraphFacts, Result};

/// A load that has begun.
#[derive(Debug)]
pub(super) struct Journal<'s> {
    server: &'s Server,
    name: String,
    key: String,
    loader: i64,
}

impl<'s> Journal<'s> {
    /// Begins to load a graph under a name, or takes up a load of the same graph that ended early;
    /// nothing if that had only to take its name. The load that begins last wins: one that still
    /// runs elsewhere ends with an error.
    pub(super) fn begin(
        server: &'s Server,
        name: &str,
        source: &Loading<'_>,
        progress: &Progress,
    ) -> Result<Option<Self>> {
        let fingerprint = source.fingerprint();
        let loader = random();
        for entry in entries(server)?.into_iter().filter(|entry| entry.name == name) {
            if entry.is_whole() && entry.key != name && entry.fingerprint == Some(fingerprint) {
                settle(server, name, progress)?;
                return Ok(None);
            }
            if entry.status != "loading" {
                continue;
            }
            let journal = Self { server, name: name.to_owned(), key: entry.key, loader };
            if entry.fingerprint == Some(fingerprint) {
                let take = "MATCH (g:Graph {graph: $graph, status: 'loading'})
                            SET g.loader = $loader
                            WITH g
                            MATCH (l:Load {graph: g.graph})
                            SET l.loader = $loader
                            RETURN DISTINCT g.graph";
                if journal.writes(take)? {
                    return Ok(Some(journal));
                }
            } else {
                journal.give_up()?;
            }
        }
        settle(server, name, progress)?;
        let taken = entries(server)?;
        let is_free =
            |key: &String| taken.iter().all(|e| e.key != *key && (e.name != *key || *key == name));
        let key = std::iter::once(name.to_owned())
            .chain((2..).map(|number| format!("{name}#{number}")))
            .find(is_free)
            .expect("some number is free");
        let create = query(
            "MERGE (g:Graph {graph: $graph})
             ON CREATE SET g += $facts, g.loader = $loader
             WITH g WHERE g.loader = $loader
             UNWIND range(0, $lanes - 1) AS lane
             MERGE (l:Load {graph: $graph, lane: lane})
             ON CREATE SET l.loader = $loader, l.batch = 0
             RETURN DISTINCT g.graph",
        );
        let (features, kept) = (source.feature_names(), source.kept_names());
        let listed = |names: &[String]| list(names.iter().map(|name| text(name)));
        let properties =
            |names: &[String]| list(names.iter().map(|name| text(&names::of_feature(name))));
        let own = [
            ("status", text("loading")),
            ("schema", int(SCHEMA)),
            ("fingerprint", int(fingerprint)),
            ("featureNames", listed(features)),
            ("featureProperties", properties(features)),
            ("keptNames", listed(kept)),
            ("keptProperties", properties(kept)),
            ("members", maybe(source.has_members().then_some(true), truth)),
        ];
        let own = own.into_iter().chain(source.attached_properties());
        let facts = map(own.chain([("facts", keys_of(&source.facts))]));
        let journal = Self { server, name: name.to_owned(), key, loader };
        let create = journal.about(create).param("facts", with(facts, &source.facts));
        let create = create.param("lanes", LANES as i64);
        if server.write(create, |_| Ok(()))?.is_empty() {
            return Err(journal.overtaken());
        }
        Ok(Some(journal))
    }

    /// A statement about this load.
    pub(super) fn about(&self, statement: neo4rs::Query) -> neo4rs::Query {
        statement.param("graph", self.key.as_str()).param("loader", self.loader)
    }

    fn writes(&self, statement: &str) -> Result<bool> {
        Ok(!self.server.write(self.about(query(statement)), |_| Ok(()))?.is_empty())
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

    /// Marks what was loaded for removal.
    fn give_up(&self) -> Result<bool> {
        self.writes(
            "MATCH (g:Graph {graph: $graph, status: 'loading'})
             SET g.status = 'removing'
             WITH g
             OPTIONAL MATCH (l:Load {graph: g.graph})
             DELETE l
             RETURN DISTINCT g.graph",
        )
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
        self.give_up()?;
        settle(self.server, &self.name, progress)?;
        let (concepts, covers) = counted.first().copied().unwrap_or_default();
        Err(Error::Damaged {
            place: facts.name.clone(),
            damage: Damage(format!(
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
                      SET old.status = 'removing', g.status = 'ready',
                          g.fingerprint = CASE g.graph WHEN g.name THEN null ELSE g.fingerprint END
                      WITH DISTINCT g
                      OPTIONAL MATCH (l:Load {graph: g.graph})
                      DELETE l
                      RETURN DISTINCT g.graph";
        if !self.writes(switch)? {
            return Err(self.overtaken());
        }
        settle(self.server, &self.name, progress)
    }
}

/// How many things a load does at once.
pub(super) const LANES: usize = 2;

/// The facts' names in their order.
fn keys_of(facts: &GraphFacts) -> BoltType {
    list(facts.entries().iter().map(|(key, _)| text(key)))
}

/// The properties of a graph's node with its facts among them.
fn with(mut properties: BoltType, facts: &GraphFacts) -> BoltType {
    if let BoltType::Map(map) = &mut properties {
        for (key, value) in facts.entries() {
            map.put(names::of_fact(key).as_str().into(), bolt(&value));
        }
    }
    properties
}

/// A number that no other load has.
fn random() -> i64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish() as i64
}
