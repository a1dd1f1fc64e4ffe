//! Words that begin with a dash and are not options: points called `-5`, columns called `-x`.
//!
//! Most programs want `--` before such words. Here an option that takes a name takes any, and of
//! the words of `query` only those are options that it has.

use std::ffi::{OsStr, OsString};

use clap::{Arg, Command};

use crate::query::catalogue::Catalogue;

/// Options that take a name, whatever it begins with.
const OF_NAMES: [&str; 10] =
    ["label", "id", "columns", "drop", "keep", "nominal", "na", "containing", "lca", "command"];

/// The program's commands, which take values with a dash where values are expected.
pub(super) fn taking_dashes(command: Command) -> Command {
    let takes_value = |arg: &Arg| !arg.is_positional() && arg.get_action().takes_values();
    command.mut_subcommands(|command| {
        command.mut_args(|arg| match takes_value(&arg) {
            true if OF_NAMES.contains(&arg.get_id().as_str()) => arg.allow_hyphen_values(true),
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
    })
}

/// The words of a command line, those of `query` with its options first and `--` before the rest.
pub(super) fn in_order(words: Vec<OsString>, command: &Command) -> Vec<OsString> {
    let Some(query) = command.find_subcommand("query") else { return words };
    if words.get(1).is_none_or(|word| word != "query") || words.iter().any(|word| word == "--") {
        return words;
    }
    let mut words = words.into_iter();
    let (mut first, mut rest): (Vec<OsString>, Vec<OsString>) =
        (words.by_ref().take(2).collect(), Vec::new());
    while let Some(word) = words.next() {
        if let Some(named) = dashed(&word, query) {
            rest.extend(named);
            continue;
        }
        let takes_next = match option(&word, query, command) {
            None => {
                rest.push(word);
                continue;
            }
            Some(takes_next) => takes_next,
        };
        first.push(word);
        if takes_next {
            first.extend(words.next());
        }
    }
    first.push("--".into());
    first.extend(rest);
    first
}

/// A query that was written like an option, `--lca`, and what is behind its `=`.
fn dashed(word: &OsStr, query: &Command) -> Option<Vec<OsString>> {
    let long = word.to_str()?.strip_prefix("--")?;
    let (name, value) = long.split_once('=').map_or((long, None), |(name, of)| (name, Some(of)));
    let is_option = query.get_arguments().any(|arg| arg.get_long() == Some(name));
    let is_query = !is_option && Catalogue::sql().find(name).is_ok();
    is_query.then(|| [Some(name), value].into_iter().flatten().map(OsString::from).collect())
}

/// Whether a word is an option, and if so whether the next word is its value. What begins with two
/// dashes is one, or was meant to be.
fn option(word: &OsStr, query: &Command, program: &Command) -> Option<bool> {
    let word = word.to_str()?;
    let takes_value = |arg: &Arg| arg.get_action().takes_values();
    if let Some(long) = word.strip_prefix("--") {
        let (name, has_value) = match long.split_once('=') {
            Some((name, _)) => (name, true),
            None => (long, false),
        };
        // Those that all commands share stand with the program.
        let mut options = query.get_arguments().chain(program.get_arguments());
        let known = options.find(|arg| arg.get_long() == Some(name));
        return Some(known.is_some_and(takes_value) && !has_value);
    }
    let mut letters = word.strip_prefix('-')?.chars();
    let letter = letters.next()?;
    if letter == 'h' {
        return Some(false);
    }
    let mut options = query.get_arguments().chain(program.get_arguments());
    let known = options.find(|arg| arg.get_short() == Some(letter))?;
    Some(takes_value(known) && letters.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::arg;

    #[test]
    fn options_of_a_query_come_first() {
        let query = Command::new("query").args([arg!(-n --limit <N>), arg!(--explain)]);
        let command = Command::new("x").subcommand(query).arg(arg!(--timeout <N>).global(true));
        let order = |words: &str| {
            let words = words.split(' ').map(OsString::from).collect();
            let ordered = in_order(words, &command);
            ordered.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(order("x query s lca -5 -3 -n 2"), "x query -n 2 -- s lca -5 -3");
        assert_eq!(order("x query s lca -a -n2 b"), "x query -n2 -- s lca -a b");
        assert_eq!(
            order("x query --limit=2 s --explain lca"),
            "x query --limit=2 --explain -- s lca"
        );
        assert_eq!(order("x query --explain s lca"), "x query --explain -- s lca");
        assert_eq!(order("x query s lca --timeout 9 -5"), "x query --timeout 9 -- s lca -5");
        assert_eq!(order("x query s --limt 3"), "x query --limt -- s 3");
        assert_eq!(order("x query s -- lca -n"), "x query s -- lca -n");
        assert_eq!(order("x info -5"), "x info -5");
        assert_eq!(order("x query s --lca d1,d2 -n 3"), "x query -n 3 -- s lca d1,d2");
        assert_eq!(order("x query s --lca=d1,d2 d3"), "x query -- s lca d1,d2 d3");
    }
}
