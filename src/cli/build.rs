//! `conceptgraph build`: table to stored graph, and what to ask it next.

use std::io::Write;
use std::process::Command;
use std::str::FromStr;
use std::time::Instant;

use clap::Args;
use indicatif::HumanBytes;

use super::failure::Failure;
use super::input::{Input, Source};
use super::mining::{Mining, stopped};
use super::running::Running;
use super::store_location::{Login, StoreLocation};
use super::words::{about, program, quoted};
use crate::graph::{ConceptGraph, Origin};
use crate::lattice::{GraphKind, Lattice, PairClosures};
use crate::mine::{self, Limits, Progress, Stop, estimate};
use crate::numbers::grouped;

#[derive(Debug, Args)]
pub(super) struct Build {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    mining: Mining,
    /// Which concepts to keep: `full` = all; `lca` = those that pairs of points need, which answers
    /// every LCA of two points as the full lattice does; `largest:N`; `auto` = full, or lca where
    /// full has more than --max-concepts
    #[arg(long, value_name = "KIND", default_value = "auto", help_heading = "Lattice")]
    graph: Wanted,
    /// A full lattice has at most that many concepts: with `full` and with --min-size beyond it is
    /// exit code 3 [default: 2000000]
    #[arg(long, value_name = "N", help_heading = "Lattice")]
    max_concepts: Option<u64>,
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

/// More concepts than this are kept on request only.
const MOST_CONCEPTS: u64 = 2_000_000;

impl Build {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let began = Instant::now();
        self.check()?;
        let name = self.input.name();
        let target = self.to.clone().unwrap_or_else(|| format!("{name}.db"));
        let target = StoreLocation::new(&target, &self.login)?;
        target.check_target(&name, self.force)?;
        let mut running = Running::start()?;
        running.step("reading, finding neighbours");
        let source = self.input.read()?;
        let most = self.max_concepts.unwrap_or(MOST_CONCEPTS);
        let limits = self.mining.limits(&source, Some(most))?;
        let lattice = self.lattice(&source, &limits, &mut running)?;
        let graph = ConceptGraph::new(
            source.name,
            source.origin,
            source.points,
            source.features,
            source.context,
            lattice,
        );
        target.save(&graph, &name, self.force, &running)?;
        running.finish(self.mining.stats);
        let seconds = began.elapsed().as_secs_f64();
        summary(&graph, &target, seconds, &mut std::io::stdout().lock())
    }
}

/// What there is beside a full lattice that is too large.
const INSTEAD: Option<&str> = Some("keep what pairs of points need (--graph lca)");

/// Which concepts to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Auto,
    Full,
    Lca,
    Largest(u32),
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word.split_once(':') {
            None if word == "auto" => Ok(Self::Auto),
            None if word == "full" => Ok(Self::Full),
            None if word == "lca" => Ok(Self::Lca),
            Some(("largest", number)) => match number.parse() {
                Ok(number) if number > 0 => Ok(Self::Largest(number)),
                _ => Err(format!("{number:?} is no number of clusters from 1; as in largest:1000")),
            },
            _ => Err("choose auto, full, lca or largest:N, as in largest:1000".to_owned()),
        }
    }
}

impl Build {
    /// Refuses options that contradict one another.
    fn check(&self) -> Result<(), Failure> {
        let option = match self.graph {
            Wanted::Auto | Wanted::Full => return Ok(()),
            _ if self.mining.is_cut() => "--min-size",
            _ if self.max_concepts.is_some() => "--max-concepts",
            _ => return Ok(()),
        };
        let told = "--graph lca and --graph largest:N choose clusters by themselves; leave out";
        Err(Failure::Usage(format!("{told} {option}")))
    }

    /// The wanted concepts and their covers.
    fn lattice(
        &self,
        source: &Source,
        limits: &Limits,
        running: &mut Running,
    ) -> Result<Lattice, Failure> {
        let context = &source.context;
        let instead = INSTEAD.filter(|_| limits.min_size == 0);
        let failed = |stop| match stopped(stop, source, limits, instead) {
            Failure::Limit(told) => Failure::Limit(format!("{told}; nothing was stored")),
            other => other,
        };
        let whole = |running: &mut Running| {
            let search = |progress: &Progress| Lattice::mine(context, limits, progress);
            running.mining(context, limits.min_size, search).map_err(failed)
        };
        let count = |progress: &Progress| mine::count(context, limits, false, progress);
        match self.graph {
            Wanted::Full => return whole(running),
            Wanted::Auto if limits.min_size > 0 => return whole(running),
            Wanted::Auto => match running.mining(context, limits.min_size, count) {
                Ok(_) => return whole(running),
                Err(Stop::TooMany(most)) => {
                    running.step("estimating");
                    let all = estimate(context, limits.min_size, 0);
                    running.say(&format!(
                        "{} has {}, more than {} (--max-concepts). Keeping the LCA graph instead: the \
                         smallest cluster of every two points, exactly as in the full lattice.",
                        source.name,
                        about(&all),
                        grouped(most)
                    ));
                }
                Err(stop) => return Err(failed(stop)),
            },
            Wanted::Largest(most) => {
                let search = |progress: &Progress| Lattice::largest(context, most, progress);
                return running.mining(context, 0, search).map_err(failed);
            }
            Wanted::Lca => {}
        }
        running.step("joining pairs of points");
        let joins = PairClosures::find(context, running.progress()).map_err(failed)?;
        running.say(&format!("{} clusters; looking for their covers", grouped(joins.len() as u64)));
        running.step("looking for covers");
        joins.into_lattice(context, running.progress()).map_err(failed)
    }
}

fn summary(
    graph: &ConceptGraph,
    target: &StoreLocation,
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
        GraphKind::Full => "the full lattice".to_owned(),
        GraphKind::Iceberg => format!("all with at least {} points", graph.lattice.min_size()),
        GraphKind::Lca => "the LCA graph: the smallest cluster of every two points".to_owned(),
        GraphKind::Largest => "the largest of the full lattice".to_owned(),
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
fn suggestions(graph: &ConceptGraph, target: &StoreLocation) -> [Vec<String>; 3] {
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
