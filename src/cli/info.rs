//! `conceptgraph info`: shows the facts about a stored graph.

use std::io::Write;

use clap::Args;

use super::choices::{FACTS, one_of};
use super::error::CliError;
use super::screen;
use super::store_location::StoreArgs;
use crate::base::rows::{Value, object};
use crate::terminal::facts::for_people;
use crate::terminal::rows::Format;

#[derive(Debug, Args)]
pub(super) struct Info {
    #[command(flatten)]
    store: StoreArgs,
    /// How to write the facts
    #[arg(short, long, value_parser = one_of(FACTS), default_value = "text")]
    format: Format,
}

impl Info {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let location = self.store.location()?;
        let opened = location.open()?;
        let mut facts = opened.graph.facts().entries();
        // A server does not give the size of a graph.
        let size = match location.file() {
            Some(file) => {
                let data = file.metadata().map_err(|error| CliError::file(file, error))?;
                Value::Int(data.len() as i64)
            }
            None => Value::Null,
        };
        facts.push(("size", size));
        let mut out = screen::out();
        if self.format == Format::Json {
            let facts = object(facts.iter().map(|(key, value)| (*key, value)));
            writeln!(out, "{}", serde_json::to_string_pretty(&facts).expect("facts are JSON"))?;
            return Ok(());
        }
        write!(out, "{}", for_people(&facts))?;
        out.flush()?;
        Ok(())
    }
}
