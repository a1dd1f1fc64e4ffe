//! `conceptgraph info`: what is in a store.

use std::io::Write;

use clap::Args;
use serde_json::{Map, json};

use super::failure::Failure;
use super::store_location::StoreArgs;
use super::words::FactsFormat;
use crate::store::Value;

#[derive(Debug, Args)]
pub(super) struct Info {
    #[command(flatten)]
    store: StoreArgs,
    /// How to write the facts
    #[arg(long, value_enum, default_value = "text")]
    format: FactsFormat,
}

impl Info {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let place = self.store.place()?;
        let (store, _) = place.open()?;
        let mut facts = store.info()?.0;
        // What a graph takes in a server is not told by it.
        let size = match place.file() {
            Some(file) => {
                let data = file.metadata().map_err(|error| Failure::file(file, error))?;
                Value::Int(data.len() as i64)
            }
            None => Value::Null,
        };
        facts.push(("size".to_owned(), size));
        let mut out = std::io::stdout().lock();
        if self.format == FactsFormat::Json {
            let facts: Map<_, _> = facts.into_iter().map(|(k, value)| (k, json!(value))).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&facts).expect("facts are JSON"))?;
            return Ok(());
        }
        let facts = crate::store::Info(facts);
        write!(out, "{}", facts.for_people())?;
        Ok(())
    }
}
