//! `conceptgraph mcp`: a server for assistants.

use std::path::PathBuf;

use clap::Args;

use super::error::CliError;
use super::store_location::StoreArgs;

const EXAMPLE: &str = "\
For a client that is set up by a file in JSON:
  {\"mcpServers\": {\"iris\": {\"command\": \"conceptgraph\", \"args\": [\"mcp\", \"iris.db\"]}}}

Statements only read. An answer has at most 1,000 rows, and says how many there are if that is
known.";

#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Mcp {
    #[command(flatten)]
    store: StoreArgs,
    /// Folder with your own queries, which become tools [default: ~/.config/conceptgraph/queries]
    #[arg(long, value_name = "DIR")]
    queries: Option<PathBuf>,
}

#[cfg(feature = "mcp")]
impl Mcp {
    pub(super) fn run(&self) -> Result<(), CliError> {
        use super::shutdown::{end, on_interrupt};
        on_interrupt(|| end(&CliError::Interrupted))?;
        let own = self.clone();
        crate::mcp::serve(move || -> Result<_, CliError> {
            let (store, mut catalogue) = own.store.location()?.open()?;
            super::extend(&mut catalogue, own.queries.as_deref())?;
            Ok((store, catalogue))
        })
    }
}

#[cfg(feature = "mcp")]
impl From<crate::mcp::Failed> for CliError {
    fn from(failed: crate::mcp::Failed) -> Self {
        CliError::Failed(failed.0)
    }
}

#[cfg(not(feature = "mcp"))]
impl Mcp {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let fault = "this program was built without the server for assistants; build it with \
                     `cargo install --path . --features mcp`";
        Err(CliError::Failed(fault.to_owned()))
    }
}
