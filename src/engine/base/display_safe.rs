//! Escaping of foreign text for display: no character controls a terminal, imitates a line, is
//! invisible or changes the reading direction.

use std::borrow::Cow;

/// Returns `true` if a character has an effect besides being shown.
fn is_unsafe(c: char) -> bool {
    matches!(c,
        // C0, DEL and C1: control characters of terminals.
        '\0'..='\x1f' | '\x7f'..='\u{9f}'
        // Soft hyphen, Arabic letter mark, Mongolian vowel separator.
        | '\u{ad}' | '\u{61c}' | '\u{180e}'
        // Zero width; marks of direction; line and paragraph separators; embeddings, overrides.
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        // Word joiner, invisible operators, isolates, deprecated format characters.
        | '\u{2060}'..='\u{206f}'
        // Byte order mark, interlinear annotation, tags.
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns a text as one line: control characters become escapes, `\n` or `\u{9b}`.
pub fn escape_line(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match is_unsafe(c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// The most characters shown of a message or of a cell of a table.
const MAX_MESSAGE_CHARS: usize = 1000;
/// The most characters shown of a name next to other text.
pub const MAX_NAME_CHARS: usize = 100;

/// Returns a text escaped as by [`escape_line()`], without its middle if it is too long to be read.
pub fn escape_message(text: &str) -> Cow<'_, str> {
    shorten_and_escape(text, MAX_MESSAGE_CHARS)
}

/// Returns a name escaped as by [`escape_line()`], without its middle if it is long.
pub fn escape_name(text: &str) -> Cow<'_, str> {
    shorten_and_escape(text, MAX_NAME_CHARS)
}

/// Returns a text without escapes, and without its middle if it is too long to be read.
pub fn shorten(text: &str) -> Cow<'_, str> {
    elide_middle(text, MAX_MESSAGE_CHARS)
}

fn shorten_and_escape(text: &str, most: usize) -> Cow<'_, str> {
    match elide_middle(text, most) {
        Cow::Borrowed(text) => escape_line(text),
        Cow::Owned(short) => Cow::Owned(escape_line(&short).into_owned()),
    }
}

fn elide_middle(text: &str, most: usize) -> Cow<'_, str> {
    // A text has no more characters than bytes.
    if text.len() <= most || text.chars().nth(most).is_none() {
        return Cow::Borrowed(text);
    }
    let end: Vec<char> = text.chars().rev().take(most / 3).collect();
    let begin = text.chars().take(most - end.len() - 1);
    Cow::Owned(begin.chain(['…']).chain(end.into_iter().rev()).collect())
}

/// Returns `true` if a text is shown unchanged.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(is_unsafe)
}

/// Returns words as a shell reads them, with blanks between.
pub fn quote_words(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let words = words.into_iter().map(|word| quote_shell(word.as_ref()));
    words.collect::<Vec<_>>().join(" ")
}

/// Quotes a word so that a shell takes it literally.
pub fn quote_shell(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./,:+@%=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if is_plain(word) {
        return format!("'{}'", word.replace('\'', "'\\''"));
    }
    // bash and zsh parse these escapes.
    let escaped = |c: char| match c {
        '\'' | '\\' => format!("\\{c}"),
        c if is_plain(c.encode_utf8(&mut [0; 4])) => c.to_string(),
        c => format!("\\U{:08x}", u32::from(c)),
    };
    format!("$'{}'", word.chars().map(escaped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\x1b[2J\n\u{9b}\u{202e}b\u{200b}ü\t\u{feff}\x7f";

    #[test]
    fn what_acts_is_shown() {
        let shown = r"a\u{1b}[2J\n\u{9b}\u{202e}b\u{200b}ü\t\u{feff}\u{7f}";
        assert_eq!(escape_line(HOSTILE), shown);
        assert!(is_plain("plain ü 漢字 é") && !is_plain(HOSTILE));
    }

    #[test]
    fn a_long_text_keeps_its_ends() {
        let long = format!("no point {}; there are 3", "é".repeat(1_000_000));
        let short = escape_message(&long);
        assert_eq!(short.chars().count(), MAX_MESSAGE_CHARS);
        assert!(short.starts_with("no point é") && short.ends_with("é; there are 3"), "{short}");
        assert_eq!(escape_message(&"é".repeat(MAX_MESSAGE_CHARS)), "é".repeat(MAX_MESSAGE_CHARS));
        assert_eq!(
            escape_name(&"\n".repeat(MAX_NAME_CHARS + 1)).matches("\\n").count(),
            MAX_NAME_CHARS - 1
        );
    }

    #[test]
    fn quoted_words_are_literal() {
        assert_eq!(quote_shell("iris.db"), "iris.db");
        assert_eq!(quote_shell("it's $HOME"), "'it'\\''s $HOME'");
        assert_eq!(quote_shell("it's\x1b"), "$'it\\'s\\U0000001b'");
    }
}
