//! `conceptgraph info`: shows the facts about a stored graph.

use std::io::Write;

use clap::Args;

use super::choices::{FACT_FORMATS, one_of};
use super::error::CliError;
use super::screen;
use super::store_location::StoreArgs;
use crate::base::rows::{Value, json_object};
use crate::terminal::facts::format_facts;
use crate::terminal::rows::RowFormat;

#[derive(Debug, Args)]
pub(super) struct InfoCommand {
    #[command(flatten)]
    store: StoreArgs,
    /// Format of the facts
    #[arg(short, long, value_parser = one_of(FACT_FORMATS), default_value = "text")]
    format: RowFormat,
}

impl InfoCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let location = self.store.location()?;
        let opened = location.open()?;
        let mut facts = opened.graph.facts().to_entries();
        // A server does not give the size of a graph.
        let size = match location.file_path() {
            Some(file) => {
                let data = file.metadata().map_err(|error| CliError::in_file(file, error))?;
                Value::Int(data.len() as i64)
            }
            None => Value::Null,
        };
        facts.push(("size", size));
        let mut out = screen::text_writer();
        if self.format == RowFormat::Json {
            let facts = json_object(facts.iter().map(|(key, value)| (*key, value)));
            writeln!(out, "{}", serde_json::to_string_pretty(&facts).expect("facts are JSON"))?;
            return Ok(());
        }
        write!(out, "{}", format_facts(&facts))?;
        out.flush()?;
        Ok(())
    }
}
