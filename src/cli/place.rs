//! `conceptgraph place`: finds where new rows belong.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::choices::{ROWS, one_of};
use super::error::{CliError, say};
use super::new_rows_args::NewRowsArgs;
use super::query::terminal_width;
use super::screen;
use super::store_location::StoreArgs;
use crate::base::numbers::counted;
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::place::{COLUMNS, Error, Placer};
use crate::table::Done;
use crate::terminal::rows::{Format, Stream};

#[derive(Debug, Args)]
pub(super) struct Place {
    #[command(flatten)]
    store: StoreArgs,
    /// Table with the new rows, in any format that build reads; - is standard input. Or a
    /// database: with --sql a SQLite file, with --cypher a Neo4j server
    rows: PathBuf,
    #[command(flatten)]
    new_rows: NewRowsArgs,
    /// Show that many of the nearest points of each row [at most k]
    #[arg(long, value_name = "N", default_value_t = 3)]
    nearest: usize,
    /// How to write the rows; csv and json are written while rows are read
    #[arg(short, long, value_parser = one_of(ROWS), default_value = "table")]
    format: Format,
}

impl Place {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let graph = Arc::new(self.store.location()?.open()?.graph);
        let mut placer = Placer::new(&graph, &Progress::default())?;
        let columns = COLUMNS.map(str::to_owned).to_vec();
        let mut out = Stream::new(columns, self.format, terminal_width(), screen::out());
        let reading = self.new_rows.reading()?;
        let take = |rows: Vec<Vec<Value>>| out.rows(&rows);
        let done = match self.new_rows.statement_args.about(&self.rows, self.store.login())? {
            None => placer.file(&self.rows, &reading, self.nearest, take)?,
            Some(statement) => placer.statement(&*statement, &reading, self.nearest, take)?,
        };
        out.finish()?;
        remarks(done);
        Ok(())
    }
}

/// Prints notes about rows that were left out and cells that were filled in or are not known.
fn remarks(Done { dropped, filled, unknown }: Done) {
    if dropped > 0 {
        let rows = counted(dropped, "row was", "rows were");
        say(&format!("({rows} left out for an empty cell, as when the graph was built)"));
    }
    if filled > 0 {
        let cells = counted(filled, "empty cell", "empty cells");
        say(&format!("({cells} got the mean of the column, as when the graph was built)"));
    }
    if unknown > 0 {
        let cells = counted(unknown, "cell holds a word", "cells hold words");
        say(&format!("({cells} that the graph does not know)"));
    }
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        match error {
            Error::Input(error) => error.into(),
            Error::Store(error) => error.into(),
            other => CliError::Failed(other.to_string()),
        }
    }
}
