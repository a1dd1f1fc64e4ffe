//! What is wrong with the words of a command line: one line with what to do.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::argv::words;
use crate::query::catalogue::Catalogue;

/// The message, as one line; the help where clap shows that instead.
pub(super) fn message(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return error.render().to_string();
    }
    let said = said(error).unwrap_or_else(|| joined(&error.render().to_string()));
    format!("error: {said}")
}

/// The usual faults in our own words.
fn said(error: &clap::Error) -> Option<String> {
    let text = |kind| strings(error.get(kind)).into_iter().next();
    let usage = error.get(ContextKind::Usage).map(|usage| {
        let usage = usage.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        usage.trim_start_matches("Usage: ").to_owned()
    });
    Some(match error.kind() {
        ErrorKind::MissingRequiredArgument => {
            let missing = strings(error.get(ContextKind::InvalidArg));
            let verb = if missing.len() == 1 { "is" } else { "are" };
            format!("{} {verb} missing; usage: {}", listed(&missing, "and"), usage?)
        }
        ErrorKind::UnknownArgument => {
            let word = text(ContextKind::InvalidArg)?;
            if !word.starts_with('-') {
                return Some(format!("{word:?} is one word too many; usage: {}", usage?));
            }
            let near = text(ContextKind::SuggestedArg);
            let elsewhere = if near.is_none() { having(&word) } else { Vec::new() };
            if !elsewhere.is_empty() {
                let others = listed(&elsewhere, "and");
                return Some(format!("{word} belongs to {others}; {} lists the options", help()));
            }
            format!("there is no option {word}{}; {} lists all", did_you_mean(near), help())
        }
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand)?;
            if let Ok(query) = Catalogue::sql().find(&word) {
                let usage = query.usage();
                return Some(format!("{word} is a query: `conceptgraph query STORE {usage}`"));
            }
            let near = did_you_mean(text(ContextKind::SuggestedSubcommand));
            format!("there is no command {word:?}{near}; `conceptgraph help` lists all")
        }
        ErrorKind::InvalidValue => {
            let (option, word) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue));
            let choices = strings(error.get(ContextKind::ValidValue));
            let word = word.unwrap_or_default();
            match (choices.is_empty(), word.is_empty()) {
                (true, _) => format!("{option} needs a value; {} says which", help()),
                (false, true) => format!("{option} must be {}", listed(&choices, "or")),
                (false, false) => {
                    let near = did_you_mean(text(ContextKind::SuggestedValue));
                    format!("{option} must be {}, not {word:?}{near}", listed(&choices, "or"))
                }
            }
        }
        ErrorKind::ValueValidation => {
            let (option, word) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
            let cause = std::error::Error::source(error)?.to_string();
            match cause.contains(&format!("{word:?}")) {
                true => format!("{option}: {cause}"),
                false => format!("{option} cannot be {word:?}: {cause}"),
            }
        }
        _ => return None,
    })
}

/// What stands in a context, a word each.
fn strings(value: Option<&ContextValue>) -> Vec<String> {
    match value {
        Some(ContextValue::String(text)) => vec![bare(text)],
        Some(ContextValue::Strings(texts)) => texts.iter().map(|text| bare(text)).collect(),
        _ => Vec::new(),
    }
}

/// `INPUT` for `<INPUT>` or `[INPUT]`; an option stays as it is.
fn bare(text: &str) -> String {
    let open = |(first, last)| text.strip_prefix(first)?.split_once(last);
    let found = [('<', '>'), ('[', ']')].into_iter().find_map(open);
    found.map_or_else(|| text.to_owned(), |(name, _)| name.to_owned())
}

/// `a, b or c`.
fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [all @ .., word] => format!("{} {last} {word}", all.join(", ")),
    }
}

fn did_you_mean(word: Option<String>) -> String {
    word.map_or(String::new(), |word| format!(" (did you mean {word}?)"))
}

/// The commands that have an option.
fn having(option: &str) -> Vec<String> {
    let name = option.trim_start_matches('-');
    let has = |command: &&clap::Command| {
        command.get_arguments().any(|argument| argument.get_long() == Some(name))
    };
    let (all, hidden) = (super::command(), |command: &&clap::Command| !command.is_hide_set());
    let found = all.get_subcommands().filter(hidden).filter(has);
    found.map(|command| format!("`{}`", command.get_name())).collect()
}

/// The command whose help says more: that of the words, else the program's.
fn help() -> String {
    let commands = super::command();
    let known = |word: &OsString| commands.find_subcommand(word).is_some();
    let given = words().skip(1).find(known);
    let given = given.map_or(String::new(), |word| format!(" {}", word.to_string_lossy()));
    format!("`conceptgraph help{given}`")
}

/// Lines of clap as one, without the last, which says only that there is a help.
fn joined(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with("For more information"));
    let all = lines.collect::<Vec<_>>().join("; ");
    all.trim_start_matches("error: ").replace("Usage: ", "usage: ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_one_line_that_says_what_to_do() {
        let cases: [(&[&str], &str); 11] = [
            (&["build"], "error: INPUT is missing; usage: conceptgraph build <INPUT>"),
            (
                &["build", "a.csv", "--lable", "x"],
                "error: there is no option --lable (did you mean --label?); `conceptgraph help` \
                 lists all",
            ),
            (
                &["info", "a.db", "b.db"],
                "error: \"b.db\" is one word too many; usage: conceptgraph info [OPTIONS] \
                 <STORE>",
            ),
            (
                &["biuld"],
                "error: there is no command \"biuld\" (did you mean build?); `conceptgraph help` \
                 lists all",
            ),
            (
                &["describe", "g.db", "c5"],
                "error: describe is a query: `conceptgraph query STORE describe CONCEPT`",
            ),
            (
                &["query", "g.db", "--na", "drop"],
                "error: --na belongs to `build`, `count`, `context`, `place` and `evaluate`; \
                 `conceptgraph help` lists the options",
            ),
            (
                &["sample", "synth4"],
                "error: KIND must be synth1, synth2 or synth3, not \"synth4\" (did you mean \
                 synth3?)",
            ),
            (
                &["build", "a.csv", "--metric"],
                "error: --metric <METRIC> must be euclidean, manhattan, chebyshev or cosine",
            ),
            (
                &["build", "a.csv", "--k"],
                "error: --k <N|P%|auto> needs a value; `conceptgraph help` says which",
            ),
            (
                &["build", "a.csv", "--graph", "x"],
                "error: --graph <KIND> cannot be \"x\": choose auto, full, lca or largest:N, as in \
                 largest:1000",
            ),
            (
                &["export", "a.db", "-o", "a.svg", "--width", "8"],
                "error: --width <LENGTH>: must be a length such as 8.5cm or 600px, not \"8\"",
            ),
        ];
        for (words, expected) in cases {
            let words = std::iter::once(&"conceptgraph").chain(words);
            let error = super::super::command().try_get_matches_from(words).expect_err("a fault");
            assert_eq!(message(&error), expected);
        }
    }

    #[test]
    fn other_faults_are_one_line_too() {
        let text = "error: a and b\n\nUsage: x y\n\nFor more information, try '--help'.\n";
        assert_eq!(joined(text), "a and b; usage: x y");
    }
}
