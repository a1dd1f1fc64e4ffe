//! Quoted texts, quoted names and comments in statements, whose content is not syntax.

/// Returns the length of a leading comment or quoted text in SQL, where marks are doubled.
#[cfg(feature = "cli")]
pub(crate) fn sql_quote_len(text: &str) -> Option<usize> {
    match text.chars().next()? {
        '-' if text.starts_with("--") => Some(end_of(text, 1, "\n")),
        '[' => Some(end_of(text, 1, "]")),
        '\'' => Some(end_of(text, 1, "'")),
        '"' => Some(end_of(text, 1, "\"")),
        _ => common_quote_len(text),
    }
}

/// Returns the length of a leading comment or quoted text in Cypher, where `--` is no comment.
pub(crate) fn cypher_quote_len(text: &str) -> Option<usize> {
    match text.chars().next()? {
        '/' if text.starts_with("//") => Some(end_of(text, 1, "\n")),
        mark @ ('\'' | '"') => Some(quote_end(text, mark).unwrap_or(text.len())),
        _ => common_quote_len(text),
    }
}

fn common_quote_len(text: &str) -> Option<usize> {
    match text.chars().next()? {
        '/' if text.starts_with("/*") => Some(end_of(text, 2, "*/")),
        '`' => Some(end_of(text, 1, "`")),
        _ => None,
    }
}

/// Returns the end of the first `end` after `first` bytes; the length of the text if there is none.
fn end_of(text: &str, first: usize, end: &str) -> usize {
    text[first..].find(end).map_or(text.len(), |at| first + at + end.len())
}

/// Returns the end of the text quoted by `mark`, its first character, with backslash escapes.
pub(crate) fn quote_end(text: &str, mark: char) -> Option<usize> {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            letter if letter == mark => return Some(at + 1),
            _ => {}
        }
    }
    None
}
