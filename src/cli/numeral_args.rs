//! Options for the notation of numbers in a table.

use clap::Args;

use super::error::CliError;
use crate::base::numerals::{Numerals, THOUSANDS_SEPARATORS};

#[derive(Clone, Debug, Args)]
pub(super) struct NumeralArgs {
    /// Read commas as decimal points, as in 94,75
    #[arg(long, help_heading = "Table")]
    decimal_comma: bool,
    /// Separator of thousands, as in 1,200: one of , . ' _ or a space
    #[arg(long, value_name = "SIGN", value_parser = parse_thousands, help_heading = "Table")]
    thousands: Option<char>,
}

fn parse_thousands(word: &str) -> Result<char, String> {
    let sign = word.parse().ok().filter(|sign| THOUSANDS_SEPARATORS.contains(sign));
    sign.ok_or_else(|| "must be one of , . \"'\" _ or \" \"".to_owned())
}

impl NumeralArgs {
    pub(super) fn option(&self) -> Option<&'static str> {
        match (self.decimal_comma, self.thousands) {
            (true, _) => Some("--decimal-comma"),
            (false, Some(_)) => Some("--thousands"),
            (false, None) => None,
        }
    }

    pub(super) fn numerals(&self) -> Result<Numerals, CliError> {
        let &Self { decimal_comma, thousands } = self;
        if decimal_comma && thousands == Some(',') {
            let fault = "a comma cannot separate both decimals and thousands; leave out";
            return Err(CliError::Usage(format!("{fault} --decimal-comma or --thousands")));
        }
        Ok(Numerals { decimal_comma, thousands })
    }
}
