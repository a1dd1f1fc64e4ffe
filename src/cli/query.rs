//! `conceptgraph query`: one canned query.

use std::io::IsTerminal;

use clap::Args;

use super::failure::Failure;
use super::place::StoreArgs;
use super::words::RowsFormat;
use crate::query::{self, catalogue::Catalogue, format};

#[derive(Debug, Args)]
#[command(after_help = catalogue())]
pub(super) struct Query {
    #[command(flatten)]
    store: StoreArgs,
    /// Which query
    name: String,
    /// Its arguments: points by name, clusters as c12 or {d1,d5}, classes by name, counts
    arguments: Vec<String>,
    /// At most that many rows, where the query has a limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// How to write the rows
    #[arg(long, value_enum, default_value = "table")]
    format: RowsFormat,
}

/// The queries with what they answer, for the help.
fn catalogue() -> String {
    let catalogue = Catalogue::sql();
    let lines = catalogue.queries().iter().map(|q| format!("  {:<26}{}\n", q.usage(), q.title));
    format!("Queries:\n{}", lines.collect::<String>())
}

impl Query {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let (store, catalogue) = self.store.place()?.open()?;
        let limit = self.limit.map(u64::from);
        let rows = query::ask(&*store, &catalogue, &self.name, &self.arguments, limit)?;
        let terminal = std::io::stdout().is_terminal().then(console_width).flatten();
        format::write(&rows, self.format.into(), terminal, &mut std::io::stdout().lock())?;
        Ok(())
    }
}

/// The terminal's width in columns, where it tells.
fn console_width() -> Option<u16> {
    let (_, columns) = console::Term::stdout().size_checked()?;
    Some(columns)
}
