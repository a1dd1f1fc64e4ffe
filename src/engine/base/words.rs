//! Lists of words in sentences.

/// Joins words to a list: `a`, `a and b`, `a, b and c`.
pub fn join_words(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut words: Vec<_> = words.into_iter().collect();
    let Some(last) = words.pop() else { return String::new() };
    let first: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match &first[..] {
        [] => last.as_ref().to_owned(),
        first => format!("{} and {}", first.join(", "), last.as_ref()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_follows_and() {
        let lists = [&[][..], &["a"], &["a", "b"], &["a", "b", "c"]].map(join_words);
        assert_eq!(lists, ["", "a", "a and b", "a, b and c"]);
    }
}
