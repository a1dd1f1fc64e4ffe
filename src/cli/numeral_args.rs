//! Options for the signs in the numbers of a table.

use clap::Args;

use super::error::CliError;
use crate::base::numerals::{NumeralSigns, THOUSANDS_SEPARATORS};

#[derive(Clone, Debug, Args)]
pub(super) struct NumeralArgs {
    /// Decimal sign, a point or a comma [default: the one that all cells have]
    #[arg(long, value_name = "SIGN", value_parser = parse_decimal, help_heading = "Table")]
    decimal: Option<char>,
    /// Separator of thousands, as in 1,200: one of , . ' _ or a space
    #[arg(long, value_name = "SIGN", value_parser = parse_thousands, help_heading = "Table")]
    thousands: Option<char>,
}

fn parse_decimal(word: &str) -> Result<char, String> {
    let sign = word.parse().ok().filter(|sign| [',', '.'].contains(sign));
    sign.ok_or_else(|| "must be , or .".to_owned())
}

fn parse_thousands(word: &str) -> Result<char, String> {
    let sign = word.parse().ok().filter(|sign| THOUSANDS_SEPARATORS.contains(sign));
    sign.ok_or_else(|| "must be one of , . \"'\" _ or \" \"".to_owned())
}

impl NumeralArgs {
    pub(super) fn option(&self) -> Option<&'static str> {
        match (self.decimal, self.thousands) {
            (Some(_), _) => Some("--decimal"),
            (None, Some(_)) => Some("--thousands"),
            (None, None) => None,
        }
    }

    pub(super) fn numerals(&self) -> Result<NumeralSigns, CliError> {
        let &Self { decimal, thousands } = self;
        match decimal.filter(|_| decimal == thousands) {
            None => Ok(NumeralSigns { decimal, thousands }),
            Some(sign) => Err(CliError::Usage(format!(
                "{sign:?} cannot separate both decimals and thousands; leave out --decimal or \
                 --thousands"
            ))),
        }
    }
}
