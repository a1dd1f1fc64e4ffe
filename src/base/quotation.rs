//! Texts between quotation marks, quoted names and comments in statements: what is inside of them
//! means nothing outside.

/// The length of the comment or quoted text that a statement of SQL begins with, if it does. A
/// doubled quotation mark ends one text and begins the next.
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

/// The same of Cypher, where two dashes are a relationship.
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

/// Where an end is behind the first bytes; that of the text where there is none.
fn up_to(text: &str, first: usize, end: &str) -> usize {
    text[first..].find(end).map_or(text.len(), |at| first + at + end.len())
}

/// Where the text between these quotation marks ends, of which the first stands here. A backslash
/// takes the meaning of the letter behind it.
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
