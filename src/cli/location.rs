//! What a place for graphs can do: a file, or a Neo4j server.

use std::fmt::Debug;
use std::path::Path;

use super::error::CliError;
use super::watch::Watch;
use crate::base::rows::Value;
use crate::graph::Graph;
use crate::query::catalogue::Language;
use crate::store::Opened;

/// Where a graph is or is to be.
pub(super) trait Location: Debug {
    /// The graphs there: name, state, points, k, clusters and covers of each.
    fn graphs(&self) -> Result<Vec<Vec<Value>>, CliError>;

    /// Opens the graph there.
    fn open(&self) -> Result<Opened, CliError>;

    /// The language of statements about it.
    fn language(&self) -> Language;

    /// Refuses, before anything is computed, what [`Location::save`] would refuse.
    fn check_target(&self, name: &str, force: bool) -> Result<(), CliError>;

    /// Stores a graph, in a server under the address's name, else `name`.
    fn save(&self, graph: &Graph, name: &str, force: bool, watch: &Watch) -> Result<(), CliError>;

    /// What storing a graph would do, in lines; a file has none.
    fn forecast(
        &self,
        _graph: &Graph,
        _name: &str,
        _watch: &Watch,
    ) -> Result<Vec<String>, CliError> {
        Ok(Vec::new())
    }

    /// Removes the graph there.
    fn remove(&self) -> Result<(), CliError>;

    /// The word for the place of a graph of that name: pasted, it finds it.
    fn word(&self, name: &str) -> String;

    /// What a graph of that name is called there.
    fn graph_name<'a>(&'a self, name: &'a str) -> &'a str {
        name
    }

    /// Finishes what was interrupted when a graph there was replaced; a file is replaced at once.
    fn finish_replacements(&self, _: &Watch) -> Result<(), CliError> {
        Ok(())
    }

    /// The file, where it is one.
    fn file(&self) -> Option<&Path> {
        None
    }
}
