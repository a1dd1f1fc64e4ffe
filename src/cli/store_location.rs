//! Where a graph is kept, as words name it: a file, or a graph in a Neo4j server.

use std::path::{Path, PathBuf};

use clap::Args;

use super::error::CliError;
use super::server::{Login, Neo4jArgs, Server};
use super::watch::Watch;
use crate::base::rows::Value;
use crate::dataset::Origin;
use crate::query::catalogue::Catalogue;
use crate::store::server_word::names_a_server;
use crate::store::sqlite::{self, SqliteStore};
use crate::store::{LatticeStore, Queryable};

/// A store to read.
#[derive(Debug, Args)]
pub(super) struct StoreArgs {
    /// Graph file, or bolt://HOST:PORT[?graph=NAME]
    store: String,
    #[command(flatten)]
    login: Login,
}

/// Where a graph is or is to be.
#[derive(Clone, Debug)]
pub(super) enum StoreLocation {
    /// A SQLite file.
    File(PathBuf),
    /// A graph in a Neo4j server.
    Server(Server),
}

impl StoreArgs {
    /// How the store was named.
    pub(super) fn word(&self) -> &str {
        &self.store
    }

    /// Who logs in.
    pub(super) fn login(&self) -> &Login {
        &self.login
    }

    /// Another store, with the same login.
    pub(super) fn another(&self, word: &str) -> Result<StoreLocation, CliError> {
        StoreLocation::new(word, &self.login)
    }

    pub(super) fn location(&self) -> Result<StoreLocation, CliError> {
        StoreLocation::new(&self.store, &self.login)
    }
}

impl StoreLocation {
    /// The location that a word means.
    pub(super) fn new(word: &str, login: &Login) -> Result<Self, CliError> {
        if word.is_empty() {
            let fault = "a store needs a name: a file such as iris.db, or bolt://HOST:7687";
            return Err(CliError::Usage(fault.to_owned()));
        }
        if !names_a_server(word) {
            return Ok(StoreLocation::File(word.into()));
        }
        Ok(StoreLocation::Server(Server::new(word, login)?))
    }

    /// The same, with what else is to be stored there: only a server has a choice.
    pub(super) fn storing(self, stored: &Neo4jArgs) -> Result<Self, CliError> {
        match self {
            StoreLocation::File(path) => match stored.refused_by(&path) {
                Some(why) => Err(CliError::Usage(why)),
                None => Ok(StoreLocation::File(path)),
            },
            StoreLocation::Server(server) => Ok(StoreLocation::Server(server.storing(stored)?)),
        }
    }

    /// The graphs there: name, state, points, k, clusters and covers of each.
    pub(super) fn listed(&self) -> Result<Vec<Vec<Value>>, CliError> {
        match self {
            StoreLocation::File(path) => {
                let facts = SqliteStore::open(path)?.facts()?;
                let k = match facts.origin {
                    Origin::Neighbors { k, .. } => Value::count(k),
                    Origin::Ready => Value::Null,
                };
                let (name, status) = (Value::text(&facts.name), Value::text("ready"));
                let counts = [Value::count(facts.concepts), Value::count(facts.covers)];
                let own = [name, status, Value::count(facts.points), k];
                Ok(vec![own.into_iter().chain(counts).collect()])
            }
            StoreLocation::Server(server) => server.listed(),
        }
    }

    /// What a graph of that name is called there.
    pub(super) fn graph_name<'a>(&'a self, name: &'a str) -> &'a str {
        match self {
            StoreLocation::File(_) => name,
            StoreLocation::Server(server) => server.graph(name),
        }
    }

    /// Finishes what was interrupted when a graph there was replaced; a file is replaced at once.
    pub(super) fn finish_replacements(&self, watch: &Watch) -> Result<(), CliError> {
        match self {
            StoreLocation::File(_) => Ok(()),
            StoreLocation::Server(server) => server.finish_replacements(watch.progress()),
        }
    }

    /// The graph there, with the queries in its language.
    pub(super) fn open(&self) -> Result<(Box<dyn Queryable>, Catalogue), CliError> {
        Ok(match self {
            StoreLocation::File(path) => (Box::new(SqliteStore::open(path)?), Catalogue::sql()),
            StoreLocation::Server(server) => (server.open()?, Catalogue::cypher()),
        })
    }

    /// Refuses, before anything is computed, what [`StoreLocation::save`] would refuse.
    pub(super) fn check_target(&self, name: &str, force: bool) -> Result<(), CliError> {
        match self {
            StoreLocation::File(path) => Ok(sqlite::check_target(path, force)?),
            StoreLocation::Server(server) => server.check_target(name, force),
        }
    }

    /// Stores a graph, in a server under the address's name, else `name`.
    pub(super) fn save(
        &self,
        graph: &dyn LatticeStore,
        name: &str,
        force: bool,
        watch: &Watch,
    ) -> Result<(), CliError> {
        watch.writing();
        match self {
            StoreLocation::File(path) => Ok(sqlite::save(graph, path, force, watch.progress())?),
            StoreLocation::Server(server) => server.save(graph, name, force, watch.progress()),
        }
    }

    /// The word for the place of a graph of that name: pasted, it finds it.
    pub(super) fn word(&self, name: &str) -> String {
        match self {
            StoreLocation::File(path) => path.display().to_string(),
            StoreLocation::Server(server) => server.word(name),
        }
    }

    /// The file, where it is one.
    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            StoreLocation::File(path) => Some(path),
            StoreLocation::Server(..) => None,
        }
    }
}
