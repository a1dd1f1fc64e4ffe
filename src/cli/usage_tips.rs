//! Tips for unknown options and words: the intended option if it is known, and a similar name only
//! if it is close.

use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::argv::words;
use crate::base::display_safe::{quote_shell, quote_words};
use crate::base::input_error::nearest_word;
use crate::query::catalogue::Catalogue;
use crate::store::sqlite::is_concept_graph;

/// Options of other programs, with the alternative that this one has.
const FOREIGN_OPTIONS: [(&str, &str); 11] = [
    (
        "--sep --separator --delimiter --delim",
        "the separator (, ; | or tab) is found; leave it out",
    ),
    ("--skip --skiprows --skip-rows", "lines above the table are found; leave it out"),
    ("--decimal-comma", "`--decimal ,` reads commas as decimal points"),
    ("--encoding", "UTF-8, UTF-16 and Windows-1252 are known; leave it out"),
    ("--clusters --n-clusters", "the number of groups is found; leave it out"),
    ("--seed --random-state", "the same table always gives the same graph; leave it out"),
    ("--verbose -v", "`--progress always` says what is being done"),
    ("--neighbors --neighbours", "`--k 10` takes 10 neighbours"),
    ("--dropna", "rows with an empty cell are left out; leave it out"),
    ("--csv --json --markdown", "`--format csv` chooses the format"),
    ("--fillna", "`--missing mean` fills in the mean of the column"),
];

/// Words of other programs for a command.
const OTHER_COMMANDS: [(&str, &str); 7] = [
    ("shell sql console interactive open explore", "repl"),
    ("make create fit train cluster load import", "build"),
    ("draw plot show view page html picture", "export"),
    ("predict classify assign", "place"),
    ("diff", "compare"),
    ("ask select", "query"),
    ("delete remove rm", "drop"),
];

/// Adds a tip about the intended option to an error, and removes suggestions that are not close.
pub(super) fn add_tip(error: &mut clap::Error) {
    let kind = error.kind();
    let (given, suggested) = match kind {
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        ErrorKind::InvalidValue => (ContextKind::InvalidValue, ContextKind::SuggestedValue),
        ErrorKind::InvalidSubcommand => {
            (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand)
        }
        _ => return,
    };
    let (given, meant) = (first_word(error, given), first_word(error, suggested));
    let instead = match kind {
        ErrorKind::UnknownArgument => {
            foreign_option_tip(&given).map(str::to_owned).or_else(|| extra_word_tip(&given))
        }
        ErrorKind::InvalidSubcommand => missing_command_tip(&given),
        _ => None,
    };
    let is_near = nearest_word(given.trim_matches('-'), [meant.trim_matches('-')]).is_some();
    if instead.is_some() || !meant.is_empty() && !is_near {
        error.remove(suggested);
        error.remove(ContextKind::Usage);
    }
    if given.starts_with('-') {
        // This drops the tip that the word could be a value.
        error.remove(ContextKind::Suggested);
    }
    if let Some(instead) = instead {
        let tip = ContextValue::StyledStrs(vec![StyledStr::from(instead)]);
        error.insert(ContextKind::Suggested, tip);
    }
}

fn first_word(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(word)) => word.clone(),
        Some(ContextValue::Strings(words)) => words.first().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// Returns a tip about the command that was left out if the first word is a file or a query.
fn missing_command_tip(given: &str) -> Option<String> {
    let file = Path::new(given);
    if is_concept_graph(file) {
        return Some(format!("`conceptgraph query {}` queries a stored graph", line_from(given)));
    }
    if file.is_file() {
        return Some(format!(
            "`conceptgraph build {}` makes a graph of a table",
            quote_shell(given)
        ));
    }
    let other = OTHER_COMMANDS.iter().find(|(words, _)| words.split(' ').any(|w| w == given));
    if let Some((_, command)) = other {
        return Some(format!("the command is `{command}`"));
    }
    Catalogue::sql().find(given).ok()?;
    let mut words: Vec<String> = words().skip_while(|word| word != given).collect();
    let store = words.iter().position(|word| is_concept_graph(Path::new(word)));
    let store = store.map_or("STORE".to_owned(), |at| words.remove(at));
    words.insert(0, store);
    Some(format!("`conceptgraph query {}` queries a stored graph", quote_words(words)))
}

/// Returns the words of the command line from `first`, as a shell reads them.
fn line_from(first: &str) -> String {
    quote_words(words().skip_while(|word| word != first))
}

/// Returns a tip about a word that the command does not take.
fn extra_word_tip(given: &str) -> Option<String> {
    if given.starts_with('-') {
        return None;
    }
    let words: Vec<String> = words().collect();
    let has = |word: &str| words.iter().any(|known| known == word);
    match words.get(1).map(String::as_str)? {
        "repl" => Some(format!("`-c {}` runs a line", quote_shell(&line_from(given)))),
        "export" if has("--lca") => {
            Some("`--lca d1,d2` takes its points with commas, without spaces".to_owned())
        }
        "export" if !has("-o") && !has("--output") => {
            Some(format!("`-o {}` names the file to write", quote_shell(given)))
        }
        _ => None,
    }
}

/// Returns the alternative to an option of another program.
fn foreign_option_tip(given: &str) -> Option<&'static str> {
    let words: Vec<String> = words().collect();
    let before = words.windows(2).find(|pair| pair[1] == given).map(|pair| pair[0].as_str());
    let option = given.split('=').next();
    let is_meant = |name: &str| option == Some(name) || before == Some(name);
    let found = FOREIGN_OPTIONS.iter().find(|(names, _)| names.split(' ').any(is_meant));
    found.map(|(_, instead)| *instead)
}
