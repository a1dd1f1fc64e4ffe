//! `conceptgraph completions`: what a shell runs so that Tab completes commands, options, files
//! and, where a graph file is named, its queries, points, clusters and classes.
//!
//! The shell calls the program itself at each Tab (clap_complete's dynamic engine, which an
//! environment variable turns on), so what is offered is what the graph has.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{Args, Command};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use super::argv::words;
use super::error::CliError;
use super::{extend, screen};
use crate::query::catalogue::Catalogue;
use crate::repl;
use crate::store::server_word::names_a_server;
use crate::store::sqlite::SqliteStore;
use crate::table;

/// The variable that says that a shell asks for completions.
const VARIABLE: &str = "CONCEPTGRAPH_COMPLETE";

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let name = self.shell.to_string();
        let shells = Shells::builtins();
        let Some(shell) = shells.completer(&name) else {
            return Err(CliError::Failed(format!("no completions are known for {name}")));
        };
        // When it was called by a path, a search for its name may not find it.
        let called = words().next().unwrap_or_default();
        let is_path = Path::new(&called).components().count() > 1;
        let program = super::argv::file().filter(|_| is_path);
        let program = program.map_or("conceptgraph".into(), |path| path.display().to_string());
        let mut out = screen::out();
        shell.write_registration(VARIABLE, "conceptgraph", "conceptgraph", &program, &mut out)?;
        Ok(())
    }
}

/// Answers a shell that asks for completions, and ends the program.
pub(super) fn answer(command: impl Fn() -> Command) {
    if std::env::var_os(VARIABLE).is_some() {
        let complete = CompleteEnv::with_factory(|| completing(command())).var(VARIABLE);
        let folder = std::env::current_dir().ok();
        match complete.try_complete(words(), folder.as_deref()) {
            Ok(false) => {}
            Ok(true) => std::process::exit(0),
            Err(error) => error.exit(),
        }
    }
}

/// The program's commands with what completes their words.
fn completing(command: Command) -> Command {
    let files = || ArgValueCompleter::new(PathCompleter::file());
    let words = |before: fn() -> Option<Vec<String>>| {
        ArgValueCompleter::new(move |typed: &OsStr| candidates(before(), typed))
    };
    command.mut_subcommands(|command| {
        let is_query = command.get_name() == "query";
        command.mut_args(|arg| match arg.get_id().as_str() {
            "store" | "from" => arg.add(files()),
            "name" | "arguments" if is_query => arg.add(words(asked)),
            "around" | "up" | "down" => arg.add(words(|| asked_about("concept"))),
            "lca" | "containing" => arg.add(words(|| asked_about("lca"))),
            "label" | "id" | "columns" | "drop" | "keep" | "nominal" => {
                arg.add(ArgValueCompleter::new(columns))
            }
            _ => arg,
        })
    })
}

/// The words of a command line before the one that is completed.
fn before() -> Vec<OsString> {
    let index = std::env::var("_CLAP_COMPLETE_INDEX").ok().and_then(|index| index.parse().ok());
    let words = words().skip_while(|word| word != "--").skip(1);
    // Shells that do not say which word they ask about mean the last.
    let words: Vec<OsString> = words.collect();
    let index = index.unwrap_or(words.len().saturating_sub(1));
    words.into_iter().take(index).collect()
}

/// The store and the words of a query so far.
fn asked() -> Option<Vec<String>> {
    let command = super::command().ignore_errors(true);
    let (_, query) = command.try_get_matches_from(before()).ok()?.remove_subcommand()?;
    let words = |id| query.get_many::<String>(id).into_iter().flatten().cloned();
    Some(["store", "name", "arguments"].into_iter().flat_map(words).collect())
}

/// The columns of the first table that the command line names.
fn columns(typed: &OsStr) -> Vec<CompletionCandidate> {
    let words = before();
    let mut files = words.iter().skip(2).map(Path::new).filter(|path| path.is_file());
    let names = files.find_map(|file| table::columns(file).ok()).unwrap_or_default();
    let typed = typed.to_string_lossy();
    let found = names.into_iter().filter(|name| !name.is_empty() && name.starts_with(&*typed));
    found.map(CompletionCandidate::new).collect()
}

/// The store of another command, and the word of the shell whose arguments are like the ones asked
/// for.
fn asked_about(word: &str) -> Option<Vec<String>> {
    let words = before();
    let mut words = words.iter().skip(2).map(|word| word.to_string_lossy());
    let store = words.find(|word| !word.starts_with('-') && Path::new(&**word).is_file())?;
    Some(vec![store.into_owned(), word.to_owned()])
}

/// What can follow these words, the first of which is a store; nothing where that is not a graph
/// file: a server would ask for a password.
fn candidates(words: Option<Vec<String>>, typed: &OsStr) -> Vec<CompletionCandidate> {
    let words = words.unwrap_or_default();
    let Some((store, before)) = words.split_first() else { return Vec::new() };
    if names_a_server(store) {
        return Vec::new();
    }
    let Ok(store) = SqliteStore::open(Path::new(store)) else { return Vec::new() };
    let mut catalogue = Catalogue::sql();
    // Queries that cannot be read are reported when one is run.
    let _ = extend(&mut catalogue, None);
    let queries = catalogue.clone();
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let found = repl::completions(&store, catalogue, &before, &typed.to_string_lossy());
    // A word that a shell would take apart is left to be typed.
    let is_plain = |word: &String| !word.starts_with(['"', '{', '#', '.']);
    let candidate = |word: String| {
        let title = queries.find(&word).ok().filter(|_| before.is_empty());
        let candidate = CompletionCandidate::new(word);
        candidate.help(title.map(|query| query.title.clone().into()))
    };
    let found = found.into_iter().filter(is_plain);
    // The shell's other words are not words of `query`.
    found.filter(|word| !before.is_empty() || queries.find(word).is_ok()).map(candidate).collect()
}
