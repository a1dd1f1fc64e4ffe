//! Commands that a person can paste into a shell.

use std::path::PathBuf;

use crate::visible;

/// A word as a shell takes it literally.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./,:+@%=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if visible::is_plain(word) {
        return format!("'{}'", word.replace('\'', "'\\''"));
    }
    // bash and zsh read these escapes back.
    let escaped = |c: char| match c {
        '\'' | '\\' => format!("\\{c}"),
        c if visible::is_plain(c.encode_utf8(&mut [0; 4])) => c.to_string(),
        c => format!("\\U{:08x}", u32::from(c)),
    };
    format!("$'{}'", word.chars().map(escaped).collect::<String>())
}

/// This program as it was called, so that a suggested command works when pasted.
pub(super) fn program() -> String {
    let called = std::env::args_os().next().map(PathBuf::from);
    called.map_or("conceptgraph".into(), |path| quoted(&path.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_are_literal() {
        assert_eq!(quoted("iris.db"), "iris.db");
        assert_eq!(quoted("it's $HOME"), "'it'\\''s $HOME'");
        assert_eq!(quoted("it's\x1b"), "$'it\\'s\\U0000001b'");
    }
}
