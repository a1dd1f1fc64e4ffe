//! `conceptgraph list`: lists the graphs in a store.

use clap::Args;

use super::choices::{ROW_FORMATS, one_of};
use super::error::{CliError, print_note};
use super::query::terminal_width;
use super::screen;
use super::store_location::StoreArgs;
use crate::base::rows::{Rows, Value};
use crate::terminal::rows::{RowFormat, write_rows};

#[derive(Debug, Args)]
pub(super) struct ListCommand {
    #[command(flatten)]
    store: StoreArgs,
    /// Format of the rows
    #[arg(short, long, value_parser = one_of(ROW_FORMATS), default_value = "table")]
    format: RowFormat,
}

const COLUMNS: [&str; 6] = ["graph", "status", "points", "k", "clusters", "covers"];

impl ListCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let rows = self.store.location()?.list_graphs()?;
        let begins = |row: &Vec<Value>, word: &str| match row.get(1) {
            Some(Value::Text(status)) => status.starts_with(word),
            _ => false,
        };
        let is_half = rows.iter().any(|row| begins(row, "half loaded"));
        let is_left = rows.iter().any(|row| begins(row, "half removed"));
        let rows = Rows { columns: COLUMNS.map(str::to_owned).to_vec(), rows };
        write_rows(&rows, self.format, terminal_width(), &mut screen::text_writer())?;
        if self.format == RowFormat::Table {
            if rows.rows.is_empty() {
                print_note("(no graph)");
            }
            if is_half {
                print_note(
                    "(half loaded: the next load of that name begins anew, drop removes it)",
                );
            }
            if is_left {
                print_note("(a replacement or removal that was interrupted: check finishes it)");
            }
        }
        Ok(())
    }
}
