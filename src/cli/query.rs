//! `conceptgraph query`: one canned query.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::choices::RowsFormat;
use super::failure::{Failure, say};
use super::screen;
use super::store_location::StoreArgs;
use crate::query::{self, catalogue::Catalogue};
use crate::rows::format;
use crate::visible;

#[derive(Debug, Args)]
#[command(after_help = catalogue())]
pub(super) struct Query {
    #[command(flatten)]
    store: StoreArgs,
    /// Which query
    name: String,
    /// Its arguments: points by name, clusters as c12 or {d1,d5}, classes by name, counts
    arguments: Vec<String>,
    /// At most that many rows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Show the statement that runs before its answer
    #[arg(long)]
    explain: bool,
    /// A folder with queries of your own [default: conceptgraph/queries in the configuration
    /// folder]
    #[arg(long, value_name = "DIR")]
    queries: Option<PathBuf>,
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
        let (store, mut catalogue) = self.store.location()?.open()?;
        super::extend(&mut catalogue, self.queries.as_deref())?;
        let limit = self.limit.map(u64::from);
        let question = query::prepare(&*store, &catalogue, &self.name, &self.arguments, limit)?;
        let mut out = screen::out();
        // What is shown is what ran.
        let rows = match self.explain {
            true => question.run(&*store)?,
            false => question.answer(&*store)?,
        };
        if self.explain {
            writeln!(out, "{}\n", visible::lines(&question.statement(&*store)))?;
        }
        format::write(&rows, self.format.into(), terminal_width(), &mut out)?;
        out.flush()?;
        let is_read = self.format == RowsFormat::Table;
        if let Some(scope) = question.scope().filter(|_| is_read) {
            say(&format!("({scope})"));
        }
        let remarks = question.remarks(&*store, &rows)?;
        let beside = remarks.hidden.into_iter().chain(remarks.renamed).filter(|_| is_read);
        remarks.empty.into_iter().chain(beside).for_each(|remark| say(&format!("({remark})")));
        Ok(())
    }
}

/// The terminal's width in columns, where results go to one.
fn terminal_width() -> Option<usize> {
    let out = console::Term::stdout();
    out.is_term().then(|| out.size_checked()).flatten().map(|(_, columns)| columns.into())
}
