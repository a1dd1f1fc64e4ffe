//! Replacement of [`server`](super::server) in a program built without Neo4j: every use of a server
//! is an error.

use std::path::Path;
use std::rc::Rc;

use clap::Args;

use super::error::CliError;
use super::location::GraphLocation;
use crate::table::Statement;

/// No login: there is no server.
#[derive(Clone, Debug, Args)]
pub(super) struct Login {}

/// Nothing is stored besides.
#[derive(Debug, Args)]
pub(super) struct Neo4jArgs {
    /// Always `false`: only a server can forecast a load.
    #[arg(skip)]
    pub(super) dry_run: bool,
}

impl Neo4jArgs {
    pub(super) fn file_conflict(&self, _: &Path) -> Option<String> {
        None
    }
}

pub(super) fn locate(
    _: &str,
    _: &Login,
    _: Option<&Neo4jArgs>,
) -> Result<Rc<dyn GraphLocation>, CliError> {
    Err(no_neo4j_error())
}

pub(super) fn statement(_: &str, _: &Login, _: &str) -> Result<Box<dyn Statement>, CliError> {
    Err(no_neo4j_error())
}

fn no_neo4j_error() -> CliError {
    let fault =
        "this program was built without Neo4j; build it with the feature neo4j, or name a file";
    CliError::Failed(fault.to_owned())
}
