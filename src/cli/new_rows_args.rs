//! Options of `place` for reading new rows.

use std::path::PathBuf;

use clap::Args;

use super::error::CliError;
use super::header_args::HeaderArgs;
use super::numeral_args::NumeralArgs;
use super::statement::StatementArgs;
use crate::place::Reading;

#[derive(Debug, Args)]
pub(super) struct NewRowsArgs {
    #[command(flatten)]
    pub(super) statement_args: StatementArgs,
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
}

impl NewRowsArgs {
    pub(super) fn reading(&self) -> Result<Reading, CliError> {
        Ok(Reading::default()
            .rows(self.beside.clone())
            .sheet(self.sheet.clone())
            .header(self.header_args.header())
            .na(self.na.clone())
            .numerals(self.numeral_args.numerals()?))
    }
}
