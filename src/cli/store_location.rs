//! Where a graph is kept, as words name it: a file, or a graph in a Neo4j server.

use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::Failure;
use super::watch::Watch;
use crate::query::catalogue::Catalogue;
use crate::store::neo4j::{self, Address, Credentials, Neo4jStore};
use crate::store::sqlite::{self, SqliteStore};
use crate::store::{GraphFacts, LatticeStore, Queryable};

/// A store to read.
#[derive(Debug, Args)]
pub(super) struct StoreArgs {
    /// Graph file, or bolt://HOST:PORT, neo4j://... with ?graph=NAME
    store: String,
    #[command(flatten)]
    login: Login,
}

/// Who logs in to a Neo4j server.
#[derive(Debug, Args)]
pub(super) struct Login {
    /// Neo4j user, whose password is then asked for [default: NEO4J_USERNAME and NEO4J_PASSWORD]
    #[arg(long, value_name = "NAME", help_heading = "Neo4j")]
    user: Option<String>,
}

/// What the graph in a file is, where it can be told at once.
pub(super) fn facts_of_file(word: &str) -> Option<GraphFacts> {
    if Address::is_meant(word) {
        return None;
    }
    SqliteStore::open(Path::new(word)).ok()?.facts().ok()
}

/// Where a graph is or is to be.
#[derive(Clone, Debug)]
pub(super) enum StoreLocation {
    /// A SQLite file.
    File(PathBuf),
    /// A graph in a Neo4j server.
    Server(Address, Credentials),
}

impl StoreArgs {
    /// How the store was named.
    pub(super) fn word(&self) -> &str {
        &self.store
    }

    /// Another store, with the same login.
    pub(super) fn another(&self, word: &str) -> Result<StoreLocation, Failure> {
        StoreLocation::new(word, &self.login)
    }

    pub(super) fn location(&self) -> Result<StoreLocation, Failure> {
        StoreLocation::new(&self.store, &self.login)
    }
}

impl Login {
    /// From the environment, else from the terminal where the server wants a login; never shown.
    fn credentials(&self, address: &Address) -> Result<Credentials, Failure> {
        if self.user.is_none()
            && let Some(known) = Credentials::from_environment()?
        {
            return Ok(known);
        }
        let terminal = console::Term::stderr();
        let asks = terminal.is_term() && std::io::IsTerminal::is_terminal(&std::io::stdin());
        if self.user.is_none() && !(asks && neo4j::Server::wants_login(address)) {
            // A server whose authentication is switched off takes it; another says what it wants.
            return Ok(Credentials::none());
        }
        let server = address.server();
        if !asks {
            return Err(Failure::Usage(format!(
                "{server}: set NEO4J_PASSWORD or NEO4J_PASSWORD_FILE (and NEO4J_USERNAME), or run \
                 in a terminal to be asked"
            )));
        }
        let user = self.user.clone().or_else(|| std::env::var("NEO4J_USERNAME").ok());
        let user = user.unwrap_or_else(|| "neo4j".to_owned());
        terminal.write_str(&format!("Password of {user} at {server}: "))?;
        let password = terminal.read_secure_line()?;
        Ok(Credentials::new(user, password))
    }
}

impl StoreLocation {
    /// The location that a word means.
    pub(super) fn new(word: &str, login: &Login) -> Result<Self, Failure> {
        if word.is_empty() {
            let fault = "a store needs a name: a file such as iris.db, or bolt://HOST:7687";
            return Err(Failure::Usage(fault.to_owned()));
        }
        if !Address::is_meant(word) {
            return Ok(StoreLocation::File(word.into()));
        }
        let address = Address::in_environment(word);
        let address = address.map_err(|error| Failure::Usage(error.to_string()))?;
        let credentials = login.credentials(&address)?;
        Ok(StoreLocation::Server(address, credentials))
    }

    /// The graph there, with the queries in its language.
    pub(super) fn open(&self) -> Result<(Box<dyn Queryable>, Catalogue), Failure> {
        Ok(match self {
            StoreLocation::File(path) => (Box::new(SqliteStore::open(path)?), Catalogue::sql()),
            StoreLocation::Server(address, credentials) => {
                (Box::new(Neo4jStore::open(address, credentials)?), Catalogue::cypher())
            }
        })
    }

    /// Refuses, before anything is computed, what [`StoreLocation::save`] would refuse.
    pub(super) fn check_target(&self, name: &str, force: bool) -> Result<(), Failure> {
        match self {
            StoreLocation::File(path) => sqlite::check_target(path, force)?,
            StoreLocation::Server(address, credentials) => {
                let name = address.graph().unwrap_or(name);
                neo4j::check_target(address, credentials, name, force)?;
            }
        }
        Ok(())
    }

    /// Stores a graph, in a server under the address's name, else `name`.
    pub(super) fn save(
        &self,
        graph: &dyn LatticeStore,
        name: &str,
        force: bool,
        watch: &Watch,
    ) -> Result<(), Failure> {
        watch.writing();
        match self {
            StoreLocation::File(path) => sqlite::save(graph, path, force, watch.progress())?,
            StoreLocation::Server(address, credentials) => {
                let progress = watch.progress();
                let mut report = |done, all| progress.load(done, all);
                neo4j::load(graph, address, credentials, name, force, progress, &mut report)
                    .map_err(|error| match error {
                        crate::store::Error::Interrupted => Failure::Resumable,
                        error => error.into(),
                    })?;
            }
        }
        Ok(())
    }

    /// The word for the place of a graph of that name: pasted, it finds it.
    pub(super) fn word(&self, name: &str) -> String {
        match self {
            StoreLocation::File(path) => path.display().to_string(),
            StoreLocation::Server(address, _) => {
                address.with_graph(address.graph().unwrap_or(name)).to_string()
            }
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
