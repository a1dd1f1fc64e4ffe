//! `conceptgraph build`: table to stored graph, and what to ask it next.

use std::io::Write;
use std::process::Command;
use std::time::Instant;

use clap::Args;
use indicatif::HumanBytes;

use super::failure::Failure;
use super::input::{Input, Mining, stopped};
use super::place::{Login, Place};
use super::running::Running;
use super::words::{program, quoted};
use crate::graph::{ConceptGraph, Kind, Origin};
use crate::lattice::Lattice;
use crate::numbers::grouped;

#[derive(Debug, Args)]
pub(super) struct Build {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    mining: Mining,
    /// Stop with exit code 3 beyond that many concepts
    #[arg(long, value_name = "N", default_value_t = 2_000_000, help_heading = "Lattice")]
    max_concepts: u64,
    /// Graph file or Neo4j server (bolt://HOST:PORT[?graph=NAME]) to write [default: the input's
    /// stem + .db, in this folder]
    #[arg(long, value_name = "STORE")]
    to: Option<String>,
    #[command(flatten)]
    login: Login,
    /// Replace a graph that is already there
    #[arg(long)]
    force: bool,
}

impl Build {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let began = Instant::now();
        let name = self.input.name();
        let target = self.to.clone().unwrap_or_else(|| format!("{name}.db"));
        let target = Place::new(&target, &self.login)?;
        target.check_target(&name, self.force)?;
        let mut running = Running::start()?;
        running.step("reading, finding neighbours");
        let source = self.input.read()?;
        let limits = self.mining.limits(&source, Some(self.max_concepts))?;
        running.mining();
        let mined = Lattice::mine(&source.context, &limits, running.progress());
        running.mined();
        let lattice = mined.map_err(|stop| stopped(stop, &source, &limits))?;
        let graph = ConceptGraph::new(
            source.name,
            source.origin,
            source.points,
            source.features,
            source.context,
            lattice,
        );
        target.save(&graph, &name, self.force, &running)?;
        let stats = running.stats();
        running.finish();
        if self.mining.stats {
            eprint!("{stats}");
        }
        let seconds = began.elapsed().as_secs_f64();
        summary(&graph, &target, seconds, &mut std::io::stdout().lock())
    }
}

fn summary(
    graph: &ConceptGraph,
    target: &Place,
    seconds: f64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let counts = graph.lattice.counts();
    let origin = match graph.origin {
        Origin::Neighbors { k, .. } => format!("k = {k}"),
        Origin::Ready => format!("{} attributes", graph.context.attributes().len()),
    };
    let classes = match graph.points.classes().map(|classes| classes.names()) {
        None => "no classes".to_owned(),
        Some([class]) => format!("1 class ({class})"),
        Some(names) if names.len() <= 5 => {
            format!("{} classes ({})", names.len(), names.join(", "))
        }
        Some(names) => format!("{} classes", names.len()),
    };
    let whole = match graph.kind() {
        Kind::Full => "the full lattice".to_owned(),
        Kind::Iceberg => format!("all with at least {} points", graph.lattice.min_size()),
    };
    let size = match target.file() {
        Some(file) => {
            let data = file.metadata().map_err(|error| Failure::file(file, error))?;
            format!("{}, ", HumanBytes(data.len()))
        }
        None => String::new(),
    };
    writeln!(out, "{}: {} points, {origin}, {classes}", graph.name, graph.points.len())?;
    writeln!(
        out,
        "{} concepts, {} covers ({whole})",
        grouped(counts.concepts),
        grouped(counts.covers.unwrap_or(0))
    )?;
    writeln!(out, "{}, {size}made in {seconds:.2} s", target.word(&graph.name))?;
    writeln!(out, "\nTry next:")?;
    for words in suggestions(graph, target) {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        writeln!(out, "  {} {}", program(), words.join(" "))?;
    }
    Ok(())
}

/// Three commands about real points and concepts of this graph.
fn suggestions(graph: &ConceptGraph, target: &Place) -> [Vec<String>; 3] {
    let store = target.word(&graph.name);
    let names = graph.points.names();
    // The first point, and the first of another class where there is one.
    let other = match graph.points.classes().map(|classes| classes.of()) {
        Some(of) => of.iter().position(|&class| class != of[0]),
        None => None,
    };
    let (a, b) = (&names[0], &names[other.unwrap_or(names.len() - 1)]);
    let own = graph.lattice.introduced(0).next().map_or("c1".to_owned(), |id| id.to_string());
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    // Without Graphviz only the .dot can be written.
    let drawn = Command::new("dot").arg("-V").output().is_ok();
    let picture = if drawn { "svg" } else { "dot" };
    let picture = format!("{}.{picture}", graph.name);
    let mut lca: Vec<String> = words(&["query", &store, "lca", a, b]);
    if a.starts_with('-') || b.starts_with('-') {
        lca.insert(3, "--".to_owned());
    }
    [
        lca,
        words(&["query", &store, "concept", &own]),
        words(&["export", &store, "--around", &own, "-o", &picture]),
    ]
}
