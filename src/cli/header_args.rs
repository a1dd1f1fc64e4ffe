//! Options that say whether the first line of a table names its columns.

use clap::Args;

#[derive(Clone, Debug, Args)]
pub(super) struct HeaderArgs {
    /// Read the first line as the names of the columns [default: compare it with the next lines]
    #[arg(long, help_heading = "Table", overrides_with = "no_header")]
    header: bool,
    /// Read the first line as data; columns are named 1, 2, ...
    #[arg(long, help_heading = "Table", overrides_with = "header")]
    no_header: bool,
}

impl HeaderArgs {
    pub(super) fn header(&self) -> Option<bool> {
        match (self.header, self.no_header) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }

    pub(super) fn option(&self) -> Option<&'static str> {
        self.header().map(|header| if header { "--header" } else { "--no-header" })
    }
}
