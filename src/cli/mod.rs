//! The command line: reads arguments into domain types and writes results to standard output.
//! Nothing is computed here.

mod argv;
mod build;
mod build_error;
mod build_summary;
mod check;
mod choices;
mod cluster_points;
mod compare;
mod completions;
mod context;
mod copy;
mod count;
mod drop;
mod error;
mod evaluate;
mod export;
mod fixes;
mod header_args;
mod info;
mod input;
mod input_name;
mod input_notes;
mod list;
mod location;
mod man;
mod memory_limit;
mod mining;
mod numeral_args;
#[cfg(feature = "neo4j")]
mod password;
mod place;
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
mod table_args;
mod threads;
mod usage_tips;
mod watch;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};

use crate::query::catalogue::Catalogue;

pub use memory_limit::CountingAllocator;

use error::{CliError, print_lines};

/// Overlapping clusters of a table as a graph to query and to draw
///
/// The k nearest neighbours of every point make a binary table. Its formal concepts are the
/// clusters, and their covers the edges of the graph (Yoneda, Sugiyama and Washio 2018).
#[derive(Debug, Parser)]
#[command(name = "conceptgraph", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Stop with exit code 3 after this time
    #[arg(long, global = true, value_name = "SECONDS", value_parser = parse_seconds,
          help_heading = "Limits")]
    timeout: Option<Duration>,
    /// Print only results and errors
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Display of progress: auto, on a terminal only; always, elsewhere too, one line per second
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    progress: watch::ProgressMode,
}

fn parse_seconds(word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or("must be a positive number of seconds".to_owned())
}

const EXAMPLES: &str = "\
Examples:
  conceptgraph build iris.csv --label class
  conceptgraph query iris.db lca d1 d51
  conceptgraph export iris.db --lca d1,d51 -o iris.svg

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 stopped at a limit, 130 interrupted.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a graph of a table and store it
    Build(build::BuildCommand),
    /// Answer a query, such as lca or classes
    Query(query::QueryCommand),
    /// Open a shell for queries, with completion and history
    Repl(repl::ReplCommand),
    /// Draw a part of a graph, or write it for other programs
    Export(export::ExportCommand),
    /// Find the clusters and communities of new rows
    ///
    /// For each row of a table: its smallest cluster, its landmarks and communities, its nearest
    /// points, and the classes of the k nearest. Columns are found by name; others are ignored.
    /// The store does not change.
    Place(place::PlaceCommand),
    /// Show the changes between two graphs of the same points
    ///
    /// Matches landmarks and communities by shared points (a Jaccard index above 0.5) and lists
    /// the lost and the new ones, and the points that changed community. Points are matched by
    /// name.
    Compare(compare::CompareCommand),
    /// Show the facts about a stored graph
    Info(info::InfoCommand),
    /// List the graphs in a store, half-loaded ones too
    List(list::ListCommand),
    /// Check whether a graph is sound
    ///
    /// Reads the whole graph and compares the digest of its content with the stored digest; for a
    /// file, it also runs the integrity check of SQLite. If there are faults, it shows the first
    /// ten and ends with exit code 1.
    Check(check::CheckCommand),
    /// Copy a graph to another store
    Copy(copy::CopyCommand),
    /// Remove a graph
    Drop(drop::DropCommand),
    /// Count clusters and covers, or estimate how many there are; nothing is stored
    Count(count::CountCommand),
    /// Measure the dendrogram purity of classes in the lattice and in Ward's tree
    Evaluate(evaluate::EvaluateCommand),
    /// Write the binary table of neighbours, or a context in another format
    Context(context::ContextCommand),
    /// Write a synthetic table of the paper
    Sample(sample::SampleCommand),
    /// Print the completion script of a shell
    ///
    /// bash: add `source <(conceptgraph completions bash)` to ~/.bashrc; zsh: the same in ~/.zshrc,
    /// after compinit; fish: `conceptgraph completions fish | source` in config.fish.
    #[command(verbatim_doc_comment)]
    Completions(completions::CompletionsCommand),
    /// Print the manual page
    ///
    /// conceptgraph man > ~/.local/share/man/man1/conceptgraph.1
    #[command(verbatim_doc_comment)]
    Man(man::ManCommand),
}

fn clap_command() -> clap::Command {
    Cli::command()
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    ExitCode::from(run_to_code())
}

/// Runs the program inside another one with `words`, the first of which is its own name, and
/// returns the exit code. Called once.
pub fn run_inside(words: Vec<OsString>) -> u8 {
    argv::set(words);
    run_to_code()
}

fn run_to_code() -> u8 {
    let cli = match Cli::try_parse_from(argv::arguments()) {
        Ok(cli) => cli,
        Err(mut error) if error.use_stderr() => {
            usage_tips::add_tip(&mut error);
            print_lines(error.render().to_string().trim_end());
            return 2;
        }
        // Help and the version go to standard output.
        Err(error) => {
            return error.print().map_or_else(|error| CliError::from(error).report(), |()| 0);
        }
    };
    if let Err(failure) = shutdown::watch_signals() {
        return failure.report();
    }
    if cli.quiet {
        error::set_quiet();
    }
    watch::set_progress_mode(if cli.quiet { watch::ProgressMode::Never } else { cli.progress });
    if let Some(time) = cli.timeout {
        shutdown::limit_time(time);
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
        Command::Evaluate(evaluate) => evaluate.run(),
        Command::Sample(sample) => sample.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    match done {
        Ok(()) => 0,
        Err(failure) => failure.report(),
    }
}

/// Adds the user's own queries to a catalogue: those in `folder`, or else those in the
/// configuration folder if it exists.
fn add_user_queries(catalogue: &mut Catalogue, folder: Option<&Path>) -> Result<(), CliError> {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config"));
    let configuration = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).or_else(home);
    let usual = configuration.map(|folder| folder.join("conceptgraph").join("queries"));
    match (folder, usual.filter(|usual| usual.is_dir())) {
        (Some(folder), _) => Ok(catalogue.extend(folder)?),
        (None, Some(usual)) => Ok(catalogue.extend(&usual)?),
        (None, None) => Ok(()),
    }
}
