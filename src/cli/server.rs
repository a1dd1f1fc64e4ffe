//! A graph in a Neo4j server, as words name it, and who logs in.

use std::path::Path;

use clap::Args;

use super::error::CliError;
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::store::neo4j::{
    self, Address, Attach, Credentials, CypherStatement, Neo4jStore, Target,
};
use crate::store::{Attached, Error, LatticeStore, Queryable};
use crate::table::Statement;

/// Who logs in to a Neo4j server.
#[derive(Clone, Debug, Args)]
pub(super) struct Login {
    /// Neo4j user, whose password is then asked for [default: NEO4J_USERNAME and NEO4J_PASSWORD]
    #[arg(long, value_name = "NAME", help_heading = "Neo4j")]
    user: Option<String>,
}

impl Login {
    /// From the environment, else from the terminal where the server wants a login; never shown.
    fn credentials(&self, address: &Address) -> Result<Credentials, CliError> {
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
            return Err(CliError::Usage(format!(
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

/// What a server stores besides.
#[derive(Debug, Args)]
pub(super) struct Neo4jArgs {
    /// Tie each point to every cluster with it, (:Point)-[:MEMBER_OF]->(:Concept): at most
    /// 5,000,000 in all
    #[arg(long, help_heading = "Neo4j")]
    members: bool,
    /// Tie each point to the node in the database with this label whose property is the point's
    /// name: (:Point)-[:STANDS_FOR]->(:Person)
    #[arg(long, value_name = "LABEL(PROPERTY)", help_heading = "Neo4j")]
    attach: Option<String>,
}

impl Neo4jArgs {
    /// Why a file has no use for it, if anything is.
    pub(super) fn refused_by(&self, file: &Path) -> Option<String> {
        let file = file.display();
        match self {
            Self { members: true, .. } => Some(format!(
                "--members is for Neo4j; {file} has the members of every cluster in its view member"
            )),
            Self { attach: Some(_), .. } => Some(format!(
                "--attach ties points to nodes in Neo4j, but {file} is a file; write to a server, \
                 bolt://HOST:7687"
            )),
            _ => None,
        }
    }
}

/// A graph in a server.
#[derive(Clone, Debug)]
pub(super) struct Server {
    address: Address,
    credentials: Credentials,
    members: bool,
    attach: Option<Attach>,
}

impl Server {
    /// The server that a word means.
    pub(super) fn new(word: &str, login: &Login) -> Result<Self, CliError> {
        let address = Address::in_environment(word);
        let address = address.map_err(|error| CliError::Usage(error.to_string()))?;
        let credentials = login.credentials(&address)?;
        Ok(Self { address, credentials, members: false, attach: None })
    }

    /// The same, with what else is to be stored.
    pub(super) fn storing(self, stored: &Neo4jArgs) -> Result<Self, CliError> {
        let words = stored.attach.as_ref();
        let attach = words.map(|words| Attach::parse(words)).transpose();
        let attach = attach.map_err(|error| CliError::Usage(format!("--attach: {error}")))?;
        Ok(Self { members: stored.members, attach, ..self })
    }

    /// The graph there.
    pub(super) fn open(&self) -> Result<Box<dyn Queryable>, CliError> {
        Ok(Box::new(Neo4jStore::open(&self.address, &self.credentials)?))
    }

    /// A statement about the whole database there.
    pub(super) fn statement(&self, text: &str) -> Result<Box<dyn Statement>, CliError> {
        if self.address.graph().is_some() {
            return Err(CliError::Usage(format!(
                "{}: a statement is about the whole database; leave out ?graph=, or write it \
                 behind --to",
                self.address.server()
            )));
        }
        Ok(Box::new(CypherStatement::new(&self.address, &self.credentials, text)?))
    }

    /// Refuses, before anything is computed, what [`Server::save`] would refuse.
    pub(super) fn check_target(&self, name: &str, force: bool) -> Result<(), CliError> {
        Ok(self.target(self.graph(name), force).check()?)
    }

    /// Loads a graph under the address's name, else `name`.
    pub(super) fn save(
        &self,
        graph: &dyn LatticeStore,
        name: &str,
        force: bool,
        progress: &Progress,
    ) -> Result<(), CliError> {
        let mut report = |done, all| progress.load(done, all);
        self.target(name, force).load(graph, progress, &mut report).map_err(
            |error| match error {
                Error::Interrupted => CliError::Resumable,
                error => error.into(),
            },
        )?;
        if self.attach.is_some() {
            let loaded = self.address.with_graph(self.graph(name));
            let attached = Neo4jStore::open(&loaded, &self.credentials)?.attached()?;
            attached.iter().flat_map(Attached::lines).for_each(|line| progress.note(&line));
        }
        Ok(())
    }

    fn target<'a>(&'a self, name: &'a str, force: bool) -> Target<'a> {
        let (address, credentials) = (&self.address, &self.credentials);
        let (members, attach) = (self.members, self.attach.as_ref());
        Target { address, credentials, name, force, members, attach }
    }

    /// The graphs there.
    pub(super) fn listed(&self) -> Result<Vec<Vec<Value>>, CliError> {
        Ok(neo4j::list_graphs(&self.address, &self.credentials)?)
    }

    /// Finishes what was interrupted when a graph was replaced.
    pub(super) fn finish_replacements(&self, progress: &Progress) -> Result<(), CliError> {
        Ok(neo4j::finish_replacements(&self.address, &self.credentials, progress)?)
    }

    /// Removes the graph.
    pub(super) fn remove(&self, progress: &Progress) -> Result<(), CliError> {
        Ok(neo4j::remove(&self.address, &self.credentials, progress)?)
    }

    /// The URL of a graph of that name.
    pub(super) fn word(&self, name: &str) -> String {
        self.address.with_graph(self.graph(name)).to_string()
    }

    /// What a graph of that name is called there: the address may name it otherwise.
    pub(super) fn graph<'a>(&'a self, name: &'a str) -> &'a str {
        self.address.graph().unwrap_or(name)
    }
}
