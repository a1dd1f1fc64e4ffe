//! A place for graphs: a file, or a Neo4j server.

use std::fmt::Debug;
use std::path::Path;

use super::error::CliError;
use super::watch::Watch;
use crate::base::rows::Value;
use crate::graph::Graph;
use crate::query::catalogue::Language;
use crate::store::StoredGraph;

/// A place where a graph is stored or is to be stored.
pub(super) trait GraphLocation: Debug {
    /// Returns the graphs at the place: name, state, points, k, clusters and covers of each.
    fn list_graphs(&self) -> Result<Vec<Vec<Value>>, CliError>;

    fn open(&self) -> Result<StoredGraph, CliError>;

    fn language(&self) -> Language;

    /// Returns an error if [`GraphLocation::save`] would refuse the target.
    fn check_target(&self, name: &str, force: bool) -> Result<(), CliError>;

    /// Stores a graph. A server stores it under the name in its address or else under `name`.
    fn save(&self, graph: &Graph, name: &str, force: bool, watch: &Watch) -> Result<(), CliError>;

    /// Describes in lines what storing a graph would do; empty for a file.
    fn forecast(
        &self,
        _graph: &Graph,
        _name: &str,
        _watch: &Watch,
    ) -> Result<Vec<String>, CliError> {
        Ok(Vec::new())
    }

    fn remove(&self) -> Result<(), CliError>;

    /// Returns the word that locates the graph called `name`, for use on the command line.
    fn locator(&self, name: &str) -> String;

    /// Returns the name under which a graph called `name` is stored.
    fn graph_name<'a>(&'a self, name: &'a str) -> &'a str {
        name
    }

    /// Finishes a replacement of a graph that was interrupted; a file is replaced at once.
    fn finish_replacements(&self, _: &Watch) -> Result<(), CliError> {
        Ok(())
    }

    /// Returns the path of the graph file; `None` for a server.
    fn file_path(&self) -> Option<&Path> {
        None
    }
}
