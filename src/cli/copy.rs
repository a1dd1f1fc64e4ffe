//! `conceptgraph copy`: a graph from one store to another.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::running::Running;
use super::store_location::{Login, StoreLocation};
use crate::numbers::grouped;

#[derive(Debug, Args)]
pub(super) struct Copy {
    /// Store to read: a graph file, or bolt://HOST:PORT[?graph=NAME]
    from: String,
    /// Store to write, likewise
    to: String,
    /// Replace a graph that is already there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    login: Login,
}

impl Copy {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let from = StoreLocation::new(&self.from, &self.login)?;
        let to = StoreLocation::new(&self.to, &self.login)?;
        let (source, _) = from.open()?;
        let info = source.info()?;
        let name = info.text("name").to_owned();
        to.check_target(&name, self.force)?;
        let running = Running::start()?;
        to.save(&*source, &name, self.force, &running)?;
        drop(running);
        let number = |key| grouped(info.number(key) as u64);
        writeln!(
            std::io::stdout(),
            "{}: {} concepts, {} covers copied to {}",
            name,
            number("concepts"),
            number("covers"),
            to.word(&name)
        )?;
        Ok(())
    }
}
