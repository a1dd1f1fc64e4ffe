//! The options and the command with which a user removes the faults of an input.

use super::argv::{program_name, words};
use crate::base::display_safe::quote_words;
use crate::base::input_error::{Fix, InputError};

/// The most faults of an input that are printed.
const MAX_FAULTS: usize = 5;

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
        let mut added: Vec<Vec<String>> = fixes.map(option_words).collect();
        added.sort();
        added.dedup();
        let words = words().skip(1).chain(added.into_iter().flatten());
        lines.push(format!("  {} {}", program_name(), quote_words(words)));
    }
    lines
}
