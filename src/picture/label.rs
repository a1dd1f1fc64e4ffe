//! Names and words cut or wrapped to a number of letters.

use std::borrow::Cow;

const MAX_NAME_LETTERS: usize = 40;

pub(crate) fn cut_name(words: &str) -> Cow<'_, str> {
    truncate(words, MAX_NAME_LETTERS)
}

pub(crate) fn truncate(words: &str, letters: usize) -> Cow<'_, str> {
    if words.chars().count() <= letters {
        return words.into();
    }
    let short: String = words.chars().take(letters - 1).collect();
    format!("{short}…").into()
}

/// Breaks words, each with its number of letters, into lines of at most `letters` letters.
pub(crate) fn wrap_words(
    words: impl Iterator<Item = (String, usize)>,
    letters: usize,
) -> Vec<Vec<String>> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut used = 0;
    for (word, length) in words {
        match lines.last_mut() {
            Some(line) if used + 1 + length <= letters => {
                line.push(word);
                used += 1 + length;
            }
            _ => {
                lines.push(vec![word]);
                used = length;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut_for_the_eye_only() {
        assert_eq!(cut_name(&"x".repeat(100)), "x".repeat(39) + "…");
        assert_eq!(cut_name("d1"), "d1");
    }

    #[test]
    fn words_fill_lines() {
        let words = ["one", "two", "three"].map(|word| (word.to_owned(), word.len()));
        assert_eq!(wrap_words(words.into_iter(), 8), [vec!["one", "two"], vec!["three"]]);
    }
}
