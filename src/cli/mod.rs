//! The command line: words to domain types, results to standard output. Nothing is computed here.

mod build;
mod build_failure;
mod built;
mod check;
mod choices;
mod compare;
mod completions;
mod context;
mod copy;
mod count;
mod drop;
mod evaluate;
mod export;
mod failure;
mod flags;
mod given;
mod info;
mod input;
mod input_name;
mod input_notes;
mod leading_dashes;
mod list;
mod man;
mod mining;
mod only;
mod part;
mod place;
mod plot;
mod query;
mod repl;
mod sample;
mod screen;
#[cfg_attr(not(feature = "neo4j"), path = "no_server.rs")]
mod server;
mod shutdown;
mod statement;
mod store_location;
mod sweep;
mod usage;
mod watch;
mod words;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::query::catalogue::Catalogue;
use failure::{Failure, print_lines};

/// Overlapping hierarchical clusters of a table, as a concept lattice to query and to draw.
///
/// Every point's k nearest neighbours make a binary table; its formal concepts are overlapping
/// clusters, and their covers the Hasse diagram (Yoneda, Sugiyama and Washio 2018).
#[derive(Debug, Parser)]
#[command(name = "conceptgraph", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// End after this many seconds, with exit code 3
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds,
          help_heading = "Limits")]
    timeout: Option<Duration>,
    /// Print only results and errors
    #[arg(short, long, global = true)]
    quiet: bool,
    /// When to show how far a long step is
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    progress: watch::When,
}

fn seconds(word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or("must be a positive number of seconds".to_owned())
}

const EXAMPLES: &str = "\
Start with a table that has a column of classes:
  conceptgraph build iris.csv --label class
  conceptgraph query iris.db lca d1 d51
  conceptgraph export iris.db --lca d1,d51 -o iris.svg

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 stopped at a limit, 130 interrupted.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a graph from a table or a context and store it
    Build(build::Build),
    /// Count concepts and covers; store nothing
    Count(count::Count),
    /// Write the binary table of a table's neighbours, or of a context in another format
    Context(context::Context),
    /// Copy a graph from one store to another
    Copy(copy::Copy),
    /// Remove a stored graph
    Drop(drop::Drop),
    /// List the graphs in a store, half-loaded ones too
    List(list::List),
    /// Show what is in a store
    Info(info::Info),
    /// Check whether a stored graph is sound
    ///
    /// Reads the whole graph: schema and counts, members, keys, order, classes and purities of
    /// every cluster, and the digest that build wrote. The covers of up to 4,000 clusters are
    /// computed again from the context. If there are faults, prints the first ten and ends with
    /// exit code 1.
    Check(check::Check),
    /// Run one of the canned queries on a stored graph
    Query(query::Query),
    /// Place new rows in a stored graph: the clusters that hold them
    ///
    /// Prints for each row of a table its smallest cluster, the landmarks and communities that hold
    /// it, its nearest points with distances, and the classes of its k nearest. Columns go by
    /// name; others are passed over. Nothing in the store changes.
    Place(place::Place),
    /// Show what changed between two graphs of the same points
    ///
    /// For each landmark and each community of the first its best match in the second by shared
    /// points (Jaccard index; a match above 0.5), what is gone, what is new, and which points
    /// changed company: those whose main community has another match than their main community
    /// there. Points are the same where their names are.
    Compare(compare::Compare),
    /// Query a stored graph in a shell
    Repl(repl::Repl),
    /// Draw a part of a stored graph
    Export(export::Export),
    /// Plot clusters by size: how many there are, how pure they are
    Plot(plot::Plot),
    /// Measure how well the lattice keeps classes together, next to Ward's tree, as in the paper
    Evaluate(evaluate::Evaluate),
    /// Write one of the paper's synthetic tables
    Sample(sample::Sample),
    /// Split the search of a graph that is too large for one machine
    ///
    /// `plan` writes a folder with units of work; `mine` searches some of them anywhere, also on
    /// another machine, and writes rows of Apache Arrow; `collect` makes a graph of all rows.
    Part(part::Part),
    /// Print what a shell runs so that Tab completes, also points and clusters of a graph file
    ///
    /// bash: add `source <(conceptgraph completions bash)` to ~/.bashrc; zsh: the same in ~/.zshrc,
    /// after compinit; fish: `conceptgraph completions fish | source` in config.fish.
    #[command(verbatim_doc_comment)]
    Completions(completions::Completions),
    /// Print the manual page
    ///
    /// conceptgraph man > ~/.local/share/man/man1/conceptgraph.1
    #[command(verbatim_doc_comment)]
    Man(man::ManPage),
}

/// All commands with their options.
fn command() -> clap::Command {
    leading_dashes::taking_dashes(Cli::command())
}

/// The command line's words, understood.
fn parse() -> Result<Cli, clap::Error> {
    let command = command();
    let words = leading_dashes::in_order(words::words().collect(), &command);
    let matches = command.try_get_matches_from(words)?;
    Cli::from_arg_matches(&matches)
}

/// Runs the program on the command line's words.
pub fn run() -> ExitCode {
    ExitCode::from(done())
}

/// Runs the program inside another one, on these words, its own name first. Returns the exit code;
/// called once.
pub fn run_inside(words: Vec<OsString>) -> u8 {
    words::set(words);
    done()
}

/// Runs the program and returns its exit code.
fn done() -> u8 {
    completions::answer(command);
    let cli = match parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            print_lines(&usage::message(&error));
            return 2;
        }
        Err(error) => error.exit(),
    };
    if let Err(failure) = shutdown::watch_signals() {
        return failure.report();
    }
    if cli.quiet {
        failure::be_quiet();
    }
    watch::show(if cli.quiet { watch::When::Never } else { cli.progress });
    if let Some(time) = cli.timeout {
        shutdown::limit(time);
    }
    let done = match cli.command {
        Command::Build(build) => build.run(),
        Command::Count(count) => count.run(),
        Command::Context(context) => context.run(),
        Command::Copy(copy) => copy.run(),
        Command::Drop(drop) => drop.run(),
        Command::List(list) => list.run(),
        Command::Info(info) => info.run(),
        Command::Check(check) => check.run(),
        Command::Place(place) => place.run(),
        Command::Compare(compare) => compare.run(),
        Command::Query(query) => query.run(),
        Command::Repl(repl) => return repl.run(),
        Command::Export(export) => export.run(),
        Command::Plot(plot) => plot.run(),
        Command::Evaluate(evaluate) => evaluate.run(),
        Command::Sample(sample) => sample.run(),
        Command::Part(part) => part.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    match done {
        Ok(()) => 0,
        Err(failure) => failure.report(),
    }
}

/// Adds the user's own queries: those of a folder, else of the configuration folder if it exists.
fn extend(catalogue: &mut Catalogue, folder: Option<&Path>) -> Result<(), Failure> {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config"));
    let configuration = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).or_else(home);
    let usual = configuration.map(|folder| folder.join("conceptgraph").join("queries"));
    match (folder, usual.filter(|usual| usual.is_dir())) {
        (Some(folder), _) => Ok(catalogue.extend(folder)?),
        (None, Some(usual)) => Ok(catalogue.extend(&usual)?),
        (None, None) => Ok(()),
    }
}
