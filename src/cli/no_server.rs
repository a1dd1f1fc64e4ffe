//! What stands for [`server`](super::server) in a program that was built without Neo4j: a server
//! can be named, and is refused.

use std::path::Path;

use clap::Args;

use super::error::CliError;
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::store::{LatticeStore, Queryable};
use crate::table::Statement;

/// No login: there is no server.
#[derive(Clone, Debug, Args)]
pub(super) struct Login {}

/// Nothing is stored besides.
#[derive(Debug, Args)]
pub(super) struct Neo4jArgs {}

impl Neo4jArgs {
    pub(super) fn refused_by(&self, _: &Path) -> Option<String> {
        None
    }
}

/// A server that cannot be made.
#[derive(Clone, Debug)]
pub(super) enum Server {}

impl Server {
    pub(super) fn new(_: &str, _: &Login) -> Result<Self, CliError> {
        Err(CliError::Failed(
            "this program was built without Neo4j; build it with the feature neo4j, or name a file"
                .to_owned(),
        ))
    }

    pub(super) fn storing(self, _: &Neo4jArgs) -> Result<Self, CliError> {
        match self {}
    }

    pub(super) fn listed(&self) -> Result<Vec<Vec<Value>>, CliError> {
        match *self {}
    }

    pub(super) fn finish_replacements(&self, _: &Progress) -> Result<(), CliError> {
        match *self {}
    }

    pub(super) fn open(&self) -> Result<Box<dyn Queryable>, CliError> {
        match *self {}
    }

    pub(super) fn statement(&self, _: &str) -> Result<Box<dyn Statement>, CliError> {
        match *self {}
    }

    pub(super) fn check_target(&self, _: &str, _: bool) -> Result<(), CliError> {
        match *self {}
    }

    pub(super) fn save(
        &self,
        _: &dyn LatticeStore,
        _: &str,
        _: bool,
        _: &Progress,
    ) -> Result<(), CliError> {
        match *self {}
    }

    pub(super) fn remove(&self, _: &Progress) -> Result<(), CliError> {
        match *self {}
    }

    pub(super) fn word(&self, _: &str) -> String {
        match *self {}
    }

    pub(super) fn graph<'a>(&'a self, _: &'a str) -> &'a str {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_refused_with_what_to_do() {
        let refused = Server::new("bolt://localhost", &Login {}).expect_err("no Neo4j is built in");
        assert_eq!(refused.code(), 1);
        assert!(refused.to_string().contains("the feature neo4j"), "{refused}");
    }
}
