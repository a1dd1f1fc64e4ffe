//! `conceptgraph list`: lists the graphs in a store.

use std::io::Write;

use clap::Args;

use super::choices::{ROWS, one_of};
use super::error::{CliError, say};
use super::query::terminal_width;
use super::screen;
use super::store_location::StoreArgs;
use crate::base::rows::{Rows, Value};
use crate::terminal::rows::{Format, write_rows};

#[derive(Debug, Args)]
pub(super) struct List {
    #[command(flatten)]
    store: StoreArgs,
    /// How to write the rows
    #[arg(short, long, value_parser = one_of(ROWS), default_value = "table")]
    format: Format,
}

const COLUMNS: [&str; 6] = ["graph", "status", "points", "k", "clusters", "covers"];

impl List {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let rows = self.store.location()?.graphs()?;
        let begins = |row: &Vec<Value>, word: &str| match row.get(1) {
            Some(Value::Text(status)) => status.starts_with(word),
            _ => false,
        };
        let is_half = rows.iter().any(|row| begins(row, "half loaded"));
        let is_left = rows.iter().any(|row| begins(row, "half removed"));
        let rows = Rows { columns: COLUMNS.map(str::to_owned).to_vec(), rows };
        let mut out = screen::out();
        write_rows(&rows, self.format, terminal_width(), &mut out)?;
        out.flush()?;
        if self.format == Format::Table {
            if rows.rows.is_empty() {
                say("(no graph)");
            }
            if is_half {
                say("(half loaded: the next load of that name begins anew, drop removes it)");
            }
            if is_left {
                say("(a replacement or removal that was interrupted: check finishes it)");
            }
        }
        Ok(())
    }
}
