//! `conceptgraph export`: a part of a graph as a picture.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::ending::{end, on_interrupt};
use super::failure::{Failure, say};
use super::screen;
use super::store_location::StoreArgs;
use super::watch::Watch;
use crate::export::render::Format;
use crate::export::selection::{Error, Selection};
use crate::store::neo4j;
use crate::visible;

#[derive(Debug, Args)]
pub(super) struct Export {
    #[command(flatten)]
    store: StoreArgs,
    /// File to write: .svg, .png, .pdf (drawn by Graphviz) or .dot; a new folder for neo4j-admin
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// What to write, where the suffix does not say
    #[arg(long, value_enum)]
    format: Option<Bulk>,

    /// The clusters around one, up and down
    #[arg(
        long,
        value_name = "CONCEPT",
        help_heading = "Selection (several add up; none is --all)"
    )]
    around: Option<String>,
    /// How many covers --around goes
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "around",
        help_heading = "Selection (several add up; none is --all)"
    )]
    radius: usize,
    /// A cluster and all that contain it
    #[arg(
        long,
        value_name = "CONCEPT",
        help_heading = "Selection (several add up; none is --all)"
    )]
    up: Option<String>,
    /// A cluster and all that it contains
    #[arg(
        long,
        value_name = "CONCEPT",
        help_heading = "Selection (several add up; none is --all)"
    )]
    down: Option<String>,
    /// The clusters that hold a point
    #[arg(long, value_name = "POINT", help_heading = "Selection (several add up; none is --all)")]
    containing: Option<String>,
    /// The smallest cluster that holds all these points, with a shortest chain from each point
    #[arg(long, value_name = "A,B", help_heading = "Selection (several add up; none is --all)")]
    lca: Option<String>,
    /// The N largest clusters
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
          help_heading = "Selection (several add up; none is --all)")]
    largest: Option<u32>,
    /// The whole graph
    #[arg(long, help_heading = "Selection (several add up; none is --all)")]
    all: bool,

    /// Of --up, --down and --containing take only the first N, nearest first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Draw even more than 1,000 clusters, and replace a file that is no picture
    #[arg(long)]
    force: bool,
}

/// Formats of a whole graph.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Bulk {
    /// CSV files for `neo4j-admin database import`, with the command
    Neo4jAdmin,
}

impl Export {
    pub(super) fn run(&self) -> Result<(), Failure> {
        if let Some(Bulk::Neo4jAdmin) = self.format {
            return self.bulk();
        }
        let selection = Selection {
            around: self.around.clone(),
            radius: self.radius,
            up: self.up.clone(),
            down: self.down.clone(),
            containing: self.containing.clone(),
            lca: self.lca.clone(),
            largest: self.largest,
            all: self.all,
            limit: self.limit,
            force: self.force,
        };
        if Format::of(&self.output).is_none() {
            return Err(Error::Suffix(self.output.display().to_string()).into());
        }
        let (store, _) = self.store.location()?.open()?;
        on_interrupt(|| end(&Failure::Interrupted))?;
        let source = Path::new(self.store.word());
        let drawn = selection.draw(&*store, source, &self.output, "--force")?;
        let file = self.output.to_string_lossy();
        say(&format!("{}: {drawn}", visible::line(&file)));
        Ok(())
    }

    /// The whole graph as files for an offline import.
    fn bulk(&self) -> Result<(), Failure> {
        let (store, _) = self.store.location()?.open()?;
        let name = store.facts()?.name;
        let watch = Watch::start()?;
        watch.writing();
        let command = neo4j::write_bulk(&*store, &name, &self.output, watch.progress())?;
        drop(watch);
        let shown = |path: &Path| visible::line(&path.to_string_lossy()).into_owned();
        let scripts = self.output.join("constraints.cypher");
        let indexes = self.output.join("indexes.cypher");
        let mut out = screen::out();
        writeln!(out, "With the server stopped:\n  {}", visible::line(&command))?;
        writeln!(out, "Then with the server started:")?;
        writeln!(out, "  cypher-shell -f {}", shown(&scripts))?;
        writeln!(out, "  cypher-shell -f {}", shown(&indexes))?;
        Ok(())
    }
}
