//! Places of graphs as words name them: a file, or a graph in a Neo4j server.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::Args;

use super::error::CliError;
use super::location::GraphLocation;
use super::server::{self, Login, Neo4jArgs};
use super::watch::Watch;
use crate::base::rows::Value;
use crate::dataset::Origin;
use crate::export::Format;
use crate::graph::Graph;
use crate::query::catalogue::Language;
use crate::store::StoredGraph;
use crate::store::server_url::is_server_url;
use crate::store::sqlite::{self, SqliteStore};

/// A store to read.
#[derive(Clone, Debug, Args)]
pub(super) struct StoreArgs {
    /// Graph file, or bolt://HOST:PORT[?graph=NAME]
    #[arg(id = "store", value_name = "STORE")]
    pub(super) locator: String,
    #[command(flatten)]
    pub(super) login: Login,
}

impl StoreArgs {
    pub(super) fn location(&self) -> Result<Rc<dyn GraphLocation>, CliError> {
        locate(&self.locator, &self.login, None)
    }
}

/// Returns the place that `word` names; only a server accepts the options `stored`.
pub(super) fn locate(
    word: &str,
    login: &Login,
    stored: Option<&Neo4jArgs>,
) -> Result<Rc<dyn GraphLocation>, CliError> {
    if word.is_empty() {
        let fault = "a store needs a name: a file such as iris.db, or bolt://HOST:7687";
        return Err(CliError::Usage(fault.to_owned()));
    }
    if is_server_url(word) {
        return server::locate(word, login, stored);
    }
    if let Some(format) = Format::from_path(Path::new(word)).filter(|_| stored.is_some()) {
        return Err(CliError::Usage(format!(
            "{word}: a graph is stored as a SQLite file, such as iris.db, of which \
             `conceptgraph export` makes .{}",
            format.name()
        )));
    }
    match stored.and_then(|stored| stored.file_conflict(Path::new(word))) {
        Some(why) => Err(CliError::Usage(why)),
        None => Ok(Rc::new(FileLocation(word.into()))),
    }
}

#[derive(Debug)]
struct FileLocation(PathBuf);

impl GraphLocation for FileLocation {
    fn list_graphs(&self) -> Result<Vec<Vec<Value>>, CliError> {
        let graph = SqliteStore::graph(&self.0)?;
        let facts = graph.facts();
        let k = match facts.origin {
            Origin::Neighbors { k, .. } => Value::count(k),
            Origin::Ready => Value::Null,
        };
        let counts = [facts.concepts.into(), facts.covers].map(Value::count);
        let (name, status) = (Value::text(&facts.name), Value::text("ready"));
        Ok(vec![[vec![name, status, Value::count(facts.points), k], counts.to_vec()].concat()])
    }

    fn open(&self) -> Result<StoredGraph, CliError> {
        Ok(SqliteStore::open(&self.0)?.into_stored_graph()?)
    }

    fn language(&self) -> Language {
        Language::Sql
    }

    fn check_target(&self, _: &str, force: bool) -> Result<(), CliError> {
        Ok(sqlite::check_target(&self.0, force)?)
    }

    fn save(&self, graph: &Graph, _: &str, force: bool, watch: &Watch) -> Result<(), CliError> {
        watch.begin_writing();
        Ok(sqlite::save(graph, &self.0, force, watch.progress())?)
    }

    fn remove(&self) -> Result<(), CliError> {
        Ok(sqlite::remove(&self.0)?)
    }

    fn locator(&self, _: &str) -> String {
        self.0.display().to_string()
    }

    fn file_path(&self) -> Option<&Path> {
        Some(&self.0)
    }
}
