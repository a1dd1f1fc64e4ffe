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

/// Breaks things of given widths into lines of at most `width`, each thing with its x position.
pub(crate) fn break_lines<T>(
    things: impl IntoIterator<Item = (T, f64)>,
    apart: f64,
    width: f64,
) -> Vec<Vec<(f64, T)>> {
    let (mut lines, mut x): (Vec<Vec<(f64, T)>>, f64) = (Vec::new(), 0.0);
    for (thing, wide) in things {
        match lines.last_mut().filter(|_| x + wide <= width) {
            Some(line) => line.push((x, thing)),
            None => {
                lines.push(vec![(0.0, thing)]);
                x = 0.0;
            }
        }
        x += wide + apart;
    }
    lines
}

/// Breaks words into lines of at most `letters` letters, with a letter between two words.
pub(crate) fn wrap_words<T: AsRef<str>>(
    words: impl IntoIterator<Item = T>,
    letters: usize,
) -> Vec<Vec<T>> {
    let sized = words.into_iter().map(|word| {
        let letters = word.as_ref().chars().count() as f64;
        (word, letters)
    });
    let lines = break_lines(sized, 1.0, letters as f64).into_iter();
    lines.map(|line| line.into_iter().map(|(_, word)| word).collect()).collect()
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
        let lines = wrap_words(["one", "two", "three"], 8);
        assert_eq!(lines, [vec!["one", "two"], vec!["three"]]);
    }
}
