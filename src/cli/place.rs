//! `conceptgraph place`: finds where new rows belong.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::choices::{ROW_FORMATS, one_of, parse_positive};
use super::error::{CliError, print_note};
use super::header_args::HeaderArgs;
use super::numeral_args::NumeralArgs;
use super::query::terminal_width;
use super::screen;
use super::statement::StatementArgs;
use super::store_location::StoreArgs;
use crate::base::numbers::pluralize;
use crate::base::progress::Progress;
use crate::base::rows::Value;
use crate::place::{PLACEMENT_COLUMNS, PlaceError, Placer, Reading};
use crate::table::ReadCounts;
use crate::terminal::rows::{RowFormat, RowWriter};

#[derive(Debug, Args)]
pub(super) struct PlaceCommand {
    #[command(flatten)]
    store: StoreArgs,
    /// Table with the new rows, in any format that build reads; - is standard input. Or a
    /// database: with --sql a SQLite file, with --cypher a Neo4j server
    rows: PathBuf,
    #[command(flatten)]
    statement_args: StatementArgs,
    /// A second file with other columns of the rows, in the same order
    #[arg(long = "rows", value_name = "FILE")]
    beside: Option<PathBuf>,
    /// The sheet of a spreadsheet with the rows [default: the only one with cells]
    #[arg(long, value_name = "NAME")]
    sheet: Option<String>,
    #[command(flatten)]
    header_args: HeaderArgs,
    /// A word that counts as an empty cell, as NA, NaN, null, ? and - do in a column of numbers
    #[arg(long, value_name = "WORD")]
    na: Vec<String>,
    #[command(flatten)]
    numeral_args: NumeralArgs,
    /// Number of nearest points to show for each row [at most k]
    #[arg(long, value_name = "N", value_parser = parse_positive::<usize>, default_value_t = 3)]
    nearest: usize,
    /// Format of the rows; csv and json are written row by row
    #[arg(short, long, value_parser = one_of(ROW_FORMATS), default_value = "table")]
    format: RowFormat,
}

impl PlaceCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let graph = Arc::new(self.store.location()?.open()?.graph);
        let mut placer = Placer::new(&graph, &Progress::default())?;
        let columns = PLACEMENT_COLUMNS.map(str::to_owned).to_vec();
        let mut out = RowWriter::new(columns, self.format, terminal_width(), screen::text_writer());
        let reading = Reading::default()
            .rows(self.beside.clone())
            .sheet(self.sheet.clone())
            .header(self.header_args.header())
            .na(self.na.clone())
            .numerals(self.numeral_args.numerals()?);
        let take = |rows: Vec<Vec<Value>>| out.write(&rows);
        let done = match self.statement_args.statement(&self.rows, &self.store.login)? {
            None => placer.place_file(&self.rows, &reading, self.nearest, take)?,
            Some(statement) => placer.place_statement(&*statement, &reading, self.nearest, take)?,
        };
        out.finish()?;
        print_notes(done);
        Ok(())
    }
}

/// Prints notes about rows that were left out and cells that were filled in or are not known.
fn print_notes(ReadCounts { dropped, filled, unknown }: ReadCounts) {
    if dropped > 0 {
        let rows = pluralize(dropped, "row was", "rows were");
        print_note(&format!("({rows} left out for an empty cell, as when the graph was built)"));
    }
    if filled > 0 {
        let cells = pluralize(filled, "empty cell", "empty cells");
        print_note(&format!("({cells} got the mean of the column, as when the graph was built)"));
    }
    if unknown > 0 {
        let cells = pluralize(unknown, "cell holds a word", "cells hold words");
        print_note(&format!("({cells} that the graph does not know)"));
    }
}

impl From<PlaceError> for CliError {
    fn from(error: PlaceError) -> Self {
        match error {
            PlaceError::Input(error) => error.into(),
            PlaceError::Store(error) => error.into(),
            other => CliError::Failed(other.to_string()),
        }
    }
}
