//! Wrapping of text between words only: a date or a name is never split.

use textwrap::{Options, WordSeparator, WordSplitter};

/// Returns the lines of a text, each at most `width` columns wide unless a single word is wider.
pub(crate) fn wrap_text(text: &str, width: usize) -> Vec<String> {
    let options = Options::new(width)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(|line| line.into_owned()).collect()
}
