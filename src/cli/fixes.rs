//! The options and the command with which a user removes the faults of an input.

use super::argv::{program_name, words};
use super::choices::{ColumnList, parse_columns};
use crate::base::display_safe::quote_words;
use crate::base::input_error::{Fix, InputError};

/// The most faults of an input that are printed.
const MAX_FAULTS: usize = 5;

/// The options that make features of columns.
const FEATURE_OPTIONS: [&str; 4] = ["--nominal", "--columns", "--features", "--usecols"];

/// Returns the words of the command line for a change of options.
fn option_words(fix: &Fix) -> Vec<String> {
    let pair = |option: &str, value: String| vec![option.to_owned(), value];
    match fix {
        Fix::Header => vec!["--header".to_owned()],
        Fix::Sheet(name) => pair("--sheet", name.clone()),
        Fix::Decimal(sign) => pair("--decimal", sign.to_string()),
        Fix::Thousands(sign) => pair("--thousands", sign.to_string()),
        Fix::Shown(column) => pair("--keep", column.clone()),
        Fix::Feature(column) => pair("--columns", column.clone()),
        _ => Vec::new(),
    }
}

/// Returns the words of a command without a column in the options that make features of columns.
fn without_feature(words: Vec<String>, column: &str) -> Vec<String> {
    let remaining = |value: &str| -> Option<String> {
        let Ok(ColumnList(mut names)) = parse_columns(value);
        let given = names.len();
        names.retain(|name| name.trim() != column);
        match names.len() {
            0 => None,
            left if left == given => Some(value.to_owned()),
            _ => Some(ColumnList(names).to_word()),
        }
    };
    let (mut kept, mut words) = (Vec::new(), words.into_iter());
    while let Some(word) = words.next() {
        match word.split_once('=') {
            Some((option, value)) if FEATURE_OPTIONS.contains(&option) => {
                kept.extend(remaining(value).map(|value| format!("{option}={value}")));
            }
            None if FEATURE_OPTIONS.contains(&&*word) => {
                let value = words.next().and_then(|value| remaining(&value));
                kept.extend(value.into_iter().flat_map(|value| [word.clone(), value]));
            }
            _ => kept.push(word),
        }
    }
    kept
}

/// Returns the lines of an error: each fault with its remedy, and the command that removes all.
pub(super) fn describe_faults(error: &InputError) -> Vec<String> {
    let faults: Vec<&InputError> = [error].into_iter().chain(error.others()).collect();
    let describe = |fault: &InputError| {
        let options: Vec<String> =
            fault.fixes().iter().map(|fix| quote_words(option_words(fix))).collect();
        match options.is_empty() {
            true => fault.to_string(),
            false => format!("{fault} ({})", options.join(" or ")),
        }
    };
    let mut lines: Vec<String> = faults.iter().take(MAX_FAULTS).map(|of| describe(of)).collect();
    if faults.len() > MAX_FAULTS {
        lines.push(format!("and {} more faults", faults.len() - MAX_FAULTS));
    }
    let choices = faults.iter().map(|fault| fault.fixes().len()).max().unwrap_or(0);
    let can_all = faults.iter().all(|fault| !fault.fixes().is_empty());
    for choice in (0..choices).filter(|_| can_all) {
        let fixes =
            faults.iter().map(|fault| fault.fixes().get(choice).unwrap_or(&fault.fixes()[0]));
        let fixes: Vec<&Fix> = fixes.collect();
        let mut added: Vec<Vec<String>> = fixes.iter().map(|fix| option_words(fix)).collect();
        added.sort();
        added.dedup();
        let given = fixes.iter().fold(words().skip(1).collect(), |words, fix| match fix {
            Fix::Shown(column) => without_feature(words, column),
            _ => words,
        });
        let words = given.into_iter().chain(added.into_iter().flatten());
        lines.push(format!("  {} {}", program_name(), quote_words(words)));
    }
    lines
}
