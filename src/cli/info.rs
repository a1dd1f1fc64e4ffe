//! `conceptgraph info`: what is in a store.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, json};

use super::failure::Failure;
use super::running::grouped;
use super::words::FactsFormat;
use crate::store::sqlite::SqliteStore;
use crate::store::{LatticeStore, Value};

#[derive(Debug, Args)]
pub(super) struct Info {
    /// Graph file
    store: PathBuf,
    /// How to write the facts
    #[arg(long, value_enum, default_value = "text")]
    format: FactsFormat,
}

impl Info {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let store = SqliteStore::open(&self.store)?;
        let mut facts = store.info()?.0;
        let size = self.store.metadata().map_err(|error| Failure::file(&self.store, error))?.len();
        facts.push(("size".to_owned(), Value::Int(size as i64)));
        let mut out = std::io::stdout().lock();
        if self.format == FactsFormat::Json {
            let facts: Map<_, _> = facts.into_iter().map(|(k, value)| (k, json!(value))).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&facts).expect("facts are JSON"))?;
            return Ok(());
        }
        for (key, value) in facts {
            let value = match value {
                Value::Null => "-".to_owned(),
                Value::Int(number) => grouped(number as u64),
                Value::Real(number) => format!("{number:.4}"),
                Value::Text(text) => text,
            };
            let unit = if key == "size" { " bytes" } else { "" };
            writeln!(out, "{:<18} {value}{unit}", key.replace('_', " "))?;
        }
        Ok(())
    }
}
