//! The graph's own node: which graphs a database holds, and how far a load has come.
//!
//! A graph is found by its `name`; its nodes carry `graph`, the key that the node holds. The key is
//! the name, but while a replacement is loaded, it has another key than the graph that it replaces,
//! so that both can exist; after the switch the old nodes are removed and the new ones take the
//! name in one transaction. Renaming is the only step that a small server may be unable to do; the
//! graph then keeps its key, and everything that starts from the graph's node (all canned queries,
//! this program) answers as before.
//!
//! Invariant: at most one graph of a name is `ready`, and only that one is read. A `loading` one
//! has two `:Load` nodes, one a lane, that count the batches done and say who loads; `removing`
//! ones wait to be swept.

use neo4rs::{BoltType, query};

use super::rows::Loading;
use super::server::Server;
use super::sweep;
use super::value::{bolt, get, int, list, map, text};
use crate::store::neo4j_files::{SCHEMA, names};
use crate::store::{Damage, Error, GraphFacts, Result};

/// A graph as its node describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    name: String,
    key: String,
    status: String,
    fingerprint: Option<i64>,
}

/// A load that has begun.
#[derive(Debug)]
pub(super) struct Journal<'s> {
    server: &'s Server,
    name: String,
    key: String,
    loader: i64,
}

fn entries(server: &Server) -> Result<Vec<Entry>> {
    let all = "MATCH (g:Graph)
         WHERE g.graph IS :: STRING NOT NULL AND g.name IS :: STRING NOT NULL
               RETURN g.name AS name, g.graph AS graph, g.status AS status,
                      g.fingerprint AS fingerprint
               ORDER BY graph";
    server.read(query(all), |row| {
        Ok(Entry {
            name: get(row, "name")?,
            key: get(row, "graph")?,
            status: get::<Option<String>>(row, "status")?.unwrap_or_default(),
            fingerprint: get(row, "fingerprint")?,
        })
    })
}

/// The names of the graphs that can be read.
pub(super) fn ready(server: &Server) -> Result<Vec<String>> {
    let ready = entries(server)?.into_iter().filter(|entry| entry.status == "ready");
    let mut names: Vec<String> = ready.map(|entry| entry.name).collect();
    names.sort_unstable();
    Ok(names)
}

/// Refuses a name that is taken, unless it may be replaced.
pub(super) fn check(server: &Server, name: &str, force: bool) -> Result<()> {
    if !force && ready(server)?.iter().any(|taken| taken == name) {
        let found = format!("{}: there is already a graph {name:?}", server.address().server());
        return Err(Error::Exists { found, another: "name another by ?graph=" });
    }
    Ok(())
}

/// Marks every graph of that name, ready or not, for removal; whether there was any. A load under
/// way finds its `:Load` nodes gone and ends.
pub(super) fn mark_for_removal(server: &Server, name: &str) -> Result<bool> {
    let mark = "MATCH (g:Graph {name: $name})
                SET g.status = 'removing'
                WITH g
                OPTIONAL MATCH (l:Load {graph: g.graph})
                DELETE l
                RETURN DISTINCT g.graph";
    Ok(!server.write(query(mark).param("name", name), |_| Ok(()))?.is_empty())
}

/// Removes what is left of graphs of that name that were given up or replaced.
pub(super) fn sweep_removed(server: &Server, name: &str, ended: &dyn Fn() -> bool) -> Result<()> {
    for entry in entries(server)? {
        if entry.name == name && entry.status == "removing" {
            sweep::sweep(server, &entry.key, ended)?;
        }
    }
    Ok(())
}

impl<'s> Journal<'s> {
    /// Begins to load a graph under a name, or takes up a load of the same graph that ended early.
    /// The load that begins last wins: one that still runs elsewhere ends with an error.
    pub(super) fn begin(
        server: &'s Server,
        name: &str,
        source: &Loading<'_>,
        ended: &dyn Fn() -> bool,
    ) -> Result<Self> {
        let fingerprint = source.fingerprint();
        let loader = random();
        for entry in entries(server)?.into_iter().filter(|entry| entry.name == name) {
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
                    return Ok(journal);
                }
            } else {
                journal.give_up()?;
            }
        }
        sweep_removed(server, name, ended)?;
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
            ("name", text(name)),
            ("status", text("loading")),
            ("schema", int(SCHEMA)),
            ("fingerprint", int(fingerprint)),
            ("featureNames", listed(features)),
            ("featureProperties", properties(features)),
            ("keptNames", listed(kept)),
            ("keptProperties", properties(kept)),
        ];
        let own = own.into_iter().chain(source.attached_properties());
        let facts = map(own.chain([("facts", keys_of(&source.facts))]));
        let journal = Self { server, name: name.to_owned(), key, loader };
        let create = journal.about(create).param("facts", with(facts, &source.facts));
        let create = create.param("lanes", LANES as i64);
        if server.write(create, |_| Ok(()))?.is_empty() {
            return Err(journal.overtaken());
        }
        Ok(journal)
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
    pub(super) fn count(&self, facts: &GraphFacts, ended: &dyn Fn() -> bool) -> Result<()> {
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
        sweep_removed(self.server, &self.name, ended)?;
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

    /// All batches are done: from now on this is the graph of its name. What it replaces is
    /// removed.
    pub(super) fn finish(self, ended: &dyn Fn() -> bool) -> Result<()> {
        let switch = "MATCH (g:Graph {graph: $graph}) WHERE g.loader = $loader
                      OPTIONAL MATCH (old:Graph {name: g.name, status: 'ready'})
                      WHERE old <> g
                      SET old.status = 'removing', g.status = 'ready'
                      REMOVE g.fingerprint
                      WITH DISTINCT g
                      OPTIONAL MATCH (l:Load {graph: g.graph})
                      DELETE l
                      RETURN DISTINCT g.graph";
        if !self.writes(switch)? {
            return Err(self.overtaken());
        }
        // The graph is ready, whatever happens now; leftovers are swept by the next load or
        // removal.
        let swept = sweep_removed(self.server, &self.name, ended);
        if swept.is_ok() && self.key != self.name {
            let rename = "MATCH (g:Graph {graph: $graph}) WHERE g.loader = $loader
                          AND NOT EXISTS { MATCH (:Graph {graph: g.name}) }
                          SET g.graph = g.name
                          WITH g
                          CALL () {
                              MATCH (n:Concept) WHERE n.graph = $graph AND n.id > 0 RETURN n
                            UNION ALL
                              MATCH (n:Point) WHERE n.graph = $graph AND n.id > 0 RETURN n
                            UNION ALL
                              MATCH (n:Class) WHERE n.graph = $graph AND n.id > 0 RETURN n
                            UNION ALL
                              MATCH (n:Attribute) WHERE n.graph = $graph AND n.id > 0 RETURN n
                            UNION ALL
                              MATCH (n:Community) WHERE n.graph = $graph AND n.id > 0 RETURN n
                          }
                          SET n.graph = g.graph";
            // A server without the memory for it refuses: the graph answers under its key as well.
            let _ = self.writes(rename);
        }
        Ok(())
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
