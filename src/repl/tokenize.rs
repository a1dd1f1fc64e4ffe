//! Splitting of a line into words.
//!
//! White space separates words. A word between quotation marks, such as `"two words"`, is a JSON
//! string. Everything between braces is one word: `{d1,"a b"}`. A semicolon ends a command.

use crate::base::quotation::quote_end;

/// An error of a line that cannot be split into words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenizeError {
    /// A quotation mark is not closed.
    #[error("a quotation mark is not closed")]
    UnclosedQuote,
    /// A brace is not closed.
    #[error("a brace is not closed")]
    UnclosedBrace,
    /// A word between quotation marks is not a JSON string.
    #[error("{0} is not written as a JSON string")]
    InvalidJson(String),
}

/// Splits a line into words.
///
/// # Errors
/// Returns an error if a quotation mark or a brace is not closed, or a quoted word is not a JSON
/// string.
pub fn split(line: &str) -> Result<Vec<String>, TokenizeError> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = &rest[..end_of_word(rest)?];
        words.push(match first {
            '"' => serde_json::from_str(word)
                .map_err(|_| TokenizeError::InvalidJson(word.to_owned()))?,
            _ => word.to_owned(),
        });
        rest = rest[word.len()..].trim_start();
    }
    Ok(words)
}

fn end_of_word(text: &str) -> Result<usize, TokenizeError> {
    match text.chars().next() {
        Some('"') => quote_end(text, '"').ok_or(TokenizeError::UnclosedQuote),
        Some('{') => end_of_braces(text).ok_or(match text.matches('"').count() % 2 {
            0 => TokenizeError::UnclosedBrace,
            _ => TokenizeError::UnclosedQuote,
        }),
        _ => Ok(text.find(char::is_whitespace).unwrap_or(text.len())),
    }
}

/// Returns the end of the first command of a line, after its semicolon outside quotation marks and
/// braces; `None` if the end of the line ends it.
pub(super) fn end_of_command(line: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += line[at..].len() - line[at..].trim_start().len();
        let rest = &line[at..];
        let word = &rest[..end_of_word(rest).ok().filter(|&end| end > 0)?];
        if !word.starts_with(['"', '{'])
            && let Some(semicolon) = word.find(';')
        {
            return Some(at + semicolon + 1);
        }
        at += word.len();
    }
}

fn end_of_braces(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        let rest = &text[at..];
        let step = rest.find(['"', '}'])?;
        at += step;
        if rest[step..].starts_with('}') {
            return Some(at + 1);
        }
        at += quote_end(&rest[step..], '"')?;
    }
}

/// Returns a word in the form that [`split`] reads back.
pub fn quote(word: &str) -> String {
    let is_plain = !word.is_empty()
        && !word.starts_with(['"', '{'])
        && !word.contains(';')
        && !word.contains(char::is_whitespace)
        && !word.contains(char::is_control);
    if is_plain { word.to_owned() } else { serde_json::Value::from(word).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn strings_and_braces_hold_together() {
        let words = split(r#"lca  it's "two words" {d1, "a}b"}  {d2}"#).unwrap();
        assert_eq!(words, ["lca", "it's", "two words", r#"{d1, "a}b"}"#, "{d2}"]);
        assert_eq!(split("  ").unwrap(), [""; 0]);
        for open in ["lca \"d1", "members {d1", "members {\"d1}", "lca {\"d1,d2}"] {
            assert!(split(open).unwrap_err().to_string().ends_with("is not closed"), "{open}");
        }
    }

    proptest! {
        #[test]
        fn a_quoted_word_is_read_back(word in any::<String>()) {
            prop_assert_eq!(split(&quote(&word)).unwrap(), [word]);
        }
    }
}
