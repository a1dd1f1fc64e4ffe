//! `conceptgraph build`: from a table to a stored graph.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use indicatif::HumanBytes;

use super::argv::program;
use super::build_failure::failed;
use super::build_summary::{groups, suggestions};
use super::error::{CliError, is_quiet};
use super::input::Input;
use super::input_notes::listed;
use super::mining::Mining;
use super::screen;
use super::server::Neo4jArgs;
use super::store_location::StoreLocation;
use super::watch::Watch;
use crate::base::display_safe::{self, quoted};
use crate::base::numbers::counted;
use crate::build::{self, BuildOptions, GraphSelection};
use crate::dataset::Origin;
use crate::graph::ConceptGraph;
use crate::lattice::GraphKind;

#[derive(Debug, Args)]
pub(super) struct Build {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    mining: Mining,
    /// Which clusters to keep: `full` = all; `lca` = those that pairs of points need, with the same
    /// LCA of every two points as in the full lattice; `largest:N`; `auto` = full while it is small
    /// (20,000 clusters, or 20 a point, at most 100,000), else about the 10,000 largest
    #[arg(long, value_name = "KIND", default_value = "auto", help_heading = "Lattice")]
    graph: GraphSelection,
    /// Store at most this many clusters, by default the largest; with `full` and --min-size more
    /// end with exit code 3 [default there: 2000000, or 20 a point where that is more]
    #[arg(long, value_name = "N", help_heading = "Lattice")]
    max_concepts: Option<u64>,
    /// Graph file or Neo4j server (bolt://HOST:PORT[?graph=NAME]) to write [default: the input's
    /// stem + .db, of a SQLite database + .graph.db, of a server graph.db, in this folder]
    #[arg(short = 'o', long, value_name = "STORE")]
    to: Option<String>,
    #[command(flatten)]
    stored: Neo4jArgs,
    /// Replace an existing graph
    #[arg(long)]
    force: bool,
}

/// The alternative to a full lattice that is too large.
const INSTEAD: &str = "keep what pairs of points need (--graph lca)";

impl Build {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let began = Instant::now();
        self.check()?;
        let name = self.input.name();
        let target = self.to.clone().unwrap_or_else(|| self.input.default_store());
        let target = StoreLocation::new(&target, self.input.login())?.storing(&self.stored)?;
        let name = target.graph_name(&name).to_owned();
        if let Err(refused) = target.check_target(&name, self.force) {
            // What is wrong with the input is said before what is in the way of the output.
            self.input.check()?;
            return Err(refused);
        }
        let watch = Watch::start()?;
        watch.progress().step("reading");
        let source = self.input.read()?;
        let options = BuildOptions {
            neighbors: self.input.neighbors(),
            graph: self.graph,
            min_size: self.mining.min_size,
            max_concepts: self.max_concepts,
            memory: self.input.memory(),
        };
        let graph = build::build(&name, source, &options, watch.progress())
            .map_err(|error| self.not_built(error, &name))?;
        target.save(&graph, &name, self.force, &watch)?;
        watch.finish(self.mining.stats);
        if is_quiet() {
            return Ok(());
        }
        let seconds = began.elapsed().as_secs_f64();
        summary(&graph, &target, seconds, &mut screen::out())?;
        if let Some(words) = target.file().and_then(|file| self.input.beside(file)) {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            let shows = "your own rows, each with its home, the cluster that says most about it";
            writeln!(screen::out(), "  {shows}:\n    {}", words.join(" "))?;
        }
        Ok(())
    }

    /// Refuses options that contradict one another.
    fn check(&self) -> Result<(), CliError> {
        let option = match self.graph {
            GraphSelection::Auto | GraphSelection::Full => return Ok(()),
            _ if self.mining.is_cut() => "--min-size",
            _ if self.max_concepts.is_some() => "--max-concepts",
            _ => return Ok(()),
        };
        let fault = "--graph lca and --graph largest:N choose clusters by themselves; leave out";
        Err(CliError::Usage(format!("{fault} {option}")))
    }

    fn not_built(&self, error: build::Error, name: &str) -> CliError {
        let name = match error {
            build::Error::Neighbors(_) => self.input.file(),
            _ => name.to_owned(),
        };
        match failed(error, &name, (!self.mining.is_cut()).then_some(INSTEAD)) {
            CliError::Limit(text) => CliError::Limit(format!("{text}; nothing was stored")),
            other => other,
        }
    }
}

fn summary(
    graph: &ConceptGraph,
    target: &StoreLocation,
    seconds: f64,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let counts = graph.lattice.counts();
    let origin = match graph.origin {
        Origin::Neighbors { k, anchors: None, .. } => format!("k = {}", lengths(graph, k)),
        Origin::Neighbors { k, anchors: Some(anchors), .. } => {
            format!("{}, k = {k}", counted(anchors as u64, "anchor", "anchors"))
        }
        Origin::Ready => {
            counted(graph.context.attributes().len() as u64, "attribute", "attributes")
        }
    };
    let classes = match graph.points.classes().map(|classes| classes.names()) {
        None => "no classes".to_owned(),
        Some([class]) => format!("1 class ({})", display_safe::name(class)),
        Some(names) if names.len() <= 5 => {
            let shown = names.iter().map(|name| display_safe::name(name)).collect::<Vec<_>>();
            format!("{} classes ({})", names.len(), shown.join(", "))
        }
        Some(names) => format!("{} classes", names.len()),
    };
    let whole = match graph.kind() {
        GraphKind::Full => "the full lattice".to_owned(),
        GraphKind::Iceberg => {
            let points = counted(graph.lattice.min_size() as u64, "point", "points");
            format!("all with at least {points}")
        }
        GraphKind::Lca => "the LCA graph: the smallest cluster of every two points".to_owned(),
        GraphKind::Largest => "the largest of the full lattice".to_owned(),
    };
    let size = match target.file() {
        Some(file) => {
            let data = file.metadata().map_err(|error| CliError::file(file, error))?;
            format!("{}, ", HumanBytes(data.len()))
        }
        None => String::new(),
    };
    let points = counted(graph.points.len() as u64, "point", "points");
    writeln!(out, "{}: {points}, {origin}, {classes}", display_safe::line(&graph.name))?;
    if !graph.features.names.is_empty() {
        writeln!(out, "features: {}", listed(&graph.features.names))?;
    }
    writeln!(
        out,
        "{}, {} ({whole})",
        counted(counts.concepts, "cluster", "clusters"),
        counted(counts.covers.unwrap_or(0), "cover", "covers")
    )?;
    let word = target.word(&graph.name);
    writeln!(out, "{}, {size}made in {seconds:.2} s", display_safe::line(&word))?;
    out.write_all(groups(graph).as_bytes())?;
    writeln!(out, "\nTry next:")?;
    for (shows, words) in suggestions(graph, target)? {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        writeln!(out, "  {shows}:\n    {} {}", program(), words.join(" "))?;
    }
    Ok(())
}

/// How many neighbours points have: k, or from the fewest to the most.
fn lengths(graph: &ConceptGraph, k: usize) -> String {
    let lengths = || graph.context.rows().iter().map(<[u32]>::len);
    match (lengths().min(), lengths().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}, {k} on average"),
        _ => k.to_string(),
    }
}
