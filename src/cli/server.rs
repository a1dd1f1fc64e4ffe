//! Graphs in a Neo4j server, and the login.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::rc::Rc;

use clap::Args;

use super::error::CliError;
use super::location::GraphLocation;
use super::watch::Watch;
use crate::base::rows::Value;
use crate::graph::Graph;
use crate::query::catalogue::Language;
use crate::store::neo4j::{
    self, Address, Credentials, CypherStatement, LabelPrefix, Neo4jStore, Target,
};
use crate::store::{StoreError, StoredGraph};
use crate::table::Statement;

/// The login of a Neo4j server.
#[derive(Clone, Debug, Args)]
pub(super) struct Login {
    /// Neo4j user, with a prompt for the password [default: NEO4J_USERNAME and NEO4J_PASSWORD]
    #[arg(long, value_name = "NAME", help_heading = "Neo4j")]
    user: Option<String>,
}

impl Login {
    /// Returns the credentials from the environment or, if a login is required, the terminal.
    fn credentials(&self, address: &Address) -> Result<Credentials, CliError> {
        if self.user.is_none()
            && let Some(known) = Credentials::from_environment()?
        {
            return Ok(known);
        }
        let asks = io::stderr().is_terminal() && io::stdin().is_terminal();
        if self.user.is_none() && !(asks && neo4j::Server::requires_login(address)) {
            // A server without authentication accepts this; another one reports what it requires.
            return Ok(Credentials::anonymous());
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
        let password =
            super::password::read_password(&format!("Password of {user} at {server}: "))?;
        Ok(Credentials::new(user, password))
    }
}

/// The options of a load into a server.
#[derive(Debug, Args)]
pub(super) struct Neo4jArgs {
    /// Describe the load, the graph it replaces and its approximate duration; store nothing
    #[arg(long, help_heading = "Neo4j")]
    pub(super) dry_run: bool,
    /// Prefix of the labels of all nodes, as in CgPoint, for a database with other nodes labelled
    /// Point, Class, Concept, Community or Graph
    #[arg(long, value_name = "PREFIX", help_heading = "Neo4j")]
    label_prefix: Option<String>,
}

impl Neo4jArgs {
    fn label_prefix_or_default(&self) -> Result<LabelPrefix, CliError> {
        let labels = self.label_prefix.as_ref().map(|prefix| LabelPrefix::parse(prefix));
        let labels = labels.transpose();
        let labels = labels.map_err(|error| CliError::Usage(format!("--label-prefix: {error}")))?;
        Ok(labels.unwrap_or_default())
    }

    /// Returns the reason why a file cannot take the options; `None` if none was given.
    pub(super) fn file_conflict(&self, file: &Path) -> Option<String> {
        let given = [("--dry-run", self.dry_run), ("--label-prefix", self.label_prefix.is_some())];
        let (word, _) = given.into_iter().find(|(_, is_given)| *is_given)?;
        Some(format!("{word} is for Neo4j, but {} is a file", file.display()))
    }
}

#[derive(Debug)]
struct ServerLocation {
    address: Address,
    credentials: Credentials,
    labels: LabelPrefix,
}

pub(super) fn locate(
    word: &str,
    login: &Login,
    stored: Option<&Neo4jArgs>,
) -> Result<Rc<dyn GraphLocation>, CliError> {
    let (address, credentials) = address_and_credentials(word, login)?;
    let labels =
        stored.map_or_else(|| Ok(LabelPrefix::default()), Neo4jArgs::label_prefix_or_default)?;
    Ok(Rc::new(ServerLocation { address, credentials, labels }))
}

pub(super) fn statement(
    word: &str,
    login: &Login,
    text: &str,
) -> Result<Box<dyn Statement>, CliError> {
    let (address, credentials) = address_and_credentials(word, login)?;
    if address.graph().is_some() {
        return Err(CliError::Usage(format!(
            "{}: a statement is about the whole database; leave out ?graph=, or write it after \
--to",
            address.server()
        )));
    }
    Ok(Box::new(CypherStatement::new(&address, &credentials, text)?))
}

fn address_and_credentials(word: &str, login: &Login) -> Result<(Address, Credentials), CliError> {
    let address = Address::parse_with_environment(word);
    let address = address.map_err(|error| CliError::Usage(error.to_string()))?;
    let credentials = login.credentials(&address)?;
    Ok((address, credentials))
}

impl ServerLocation {
    fn target<'a>(&'a self, name: &'a str, force: bool) -> Target<'a> {
        let (address, credentials) = (&self.address, &self.credentials);
        Target { address, credentials, name, force, labels: self.labels.clone() }
    }
}

impl GraphLocation for ServerLocation {
    fn list_graphs(&self) -> Result<Vec<Vec<Value>>, CliError> {
        Ok(neo4j::list_graphs(&self.address, &self.credentials)?)
    }

    fn open(&self) -> Result<StoredGraph, CliError> {
        Ok(Neo4jStore::open(&self.address, &self.credentials)?.into_stored_graph()?)
    }

    fn language(&self) -> Language {
        Language::Cypher
    }

    fn check_target(&self, name: &str, force: bool) -> Result<(), CliError> {
        Ok(self.target(self.graph_name(name), force).check()?)
    }

    fn save(&self, graph: &Graph, name: &str, force: bool, watch: &Watch) -> Result<(), CliError> {
        watch.begin_writing();
        let progress = watch.progress();
        let mut report = |done, all| progress.report_load(done, all);
        self.target(name, force).load(graph, progress, &mut report).map_err(
            |error| match error {
                StoreError::Interrupted => CliError::LoadInterrupted,
                error => error.into(),
            },
        )?;
        match progress.is_interrupted() {
            true => Err(CliError::InterruptedAfterSave),
            false => Ok(()),
        }
    }

    fn forecast(&self, graph: &Graph, name: &str, watch: &Watch) -> Result<Vec<String>, CliError> {
        Ok(self.target(name, false).forecast(graph, watch.progress())?)
    }

    fn remove(&self) -> Result<(), CliError> {
        let watch = Watch::start()?;
        watch.begin_writing();
        Ok(neo4j::remove(&self.address, &self.credentials, watch.progress())?)
    }

    fn locator(&self, name: &str) -> String {
        self.address.with_graph(self.graph_name(name)).to_string()
    }

    fn graph_name<'a>(&'a self, name: &'a str) -> &'a str {
        self.address.graph().unwrap_or(name)
    }

    fn finish_replacements(&self, watch: &Watch) -> Result<(), CliError> {
        Ok(neo4j::finish_replacements(&self.address, &self.credentials, watch.progress())?)
    }
}
