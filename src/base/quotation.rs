//! Quoted texts, quoted names and comments in statements, whose content is not syntax.

/// Returns the length of the comment or quoted text at the beginning of an SQL statement, if there
/// is one. A doubled quotation mark ends one text and begins the next.
#[cfg(feature = "cli")]
pub(crate) fn in_sql(text: &str) -> Option<usize> {
    match text.chars().next()? {
        '-' if text.starts_with("--") => Some(up_to(text, 1, "\n")),
        '[' => Some(up_to(text, 1, "]")),
        '\'' => Some(up_to(text, 1, "'")),
        '"' => Some(up_to(text, 1, "\"")),
        _ => in_both(text),
    }
}

/// Returns the length of the comment or quoted text at the beginning of a Cypher statement, if
/// there is one. Two dashes are a relationship, not a comment.
pub(crate) fn in_cypher(text: &str) -> Option<usize> {
    match text.chars().next()? {
        '/' if text.starts_with("//") => Some(up_to(text, 1, "\n")),
        mark @ ('\'' | '"') => Some(quoted(text, mark).unwrap_or(text.len())),
        _ => in_both(text),
    }
}

fn in_both(text: &str) -> Option<usize> {
    match text.chars().next()? {
        '/' if text.starts_with("/*") => Some(up_to(text, 2, "*/")),
        '`' => Some(up_to(text, 1, "`")),
        _ => None,
    }
}

/// Returns the end of the first `end` after `first` bytes; the length of the text if there is none.
fn up_to(text: &str, first: usize, end: &str) -> usize {
    text[first..].find(end).map_or(text.len(), |at| first + at + end.len())
}

/// Returns the end of the text quoted by `mark`, which is its first character; `None` if it is not
/// closed. A backslash escapes the next character.
pub(crate) fn quoted(text: &str, mark: char) -> Option<usize> {
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
