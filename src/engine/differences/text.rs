//! Columns of text: the words of their cells, and the words that name some points.

use std::collections::HashMap;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::{MIN_DEVIATIONS, Statistics, share_angle};
use crate::base::csr::Csr;

/// The least median number of distinct words per cell that makes a column a text.
const MIN_WORDS: usize = 3;
/// The fewest cells of some points that have a word that names these points.
const MIN_CELLS: u32 = 3;
/// The least share of these points.
const MIN_SHARE: f64 = 0.05;
/// The least ratio of the share of a word that names some points to its share elsewhere.
const MIN_RATIO: f64 = 4.0;

/// Returns the words that may name points, and those of each cell; `None` if it is no text.
pub(super) fn index_words(cells: &[Option<&str>]) -> Option<(Vec<String>, Csr)> {
    let (mut lengths, mut counts) = (Vec::new(), HashMap::<String, u32>::new());
    for cell in cells.iter().flatten() {
        let lower = normalize(cell);
        let words = distinct_words(&lower);
        lengths.push(words.len());
        for word in words {
            match counts.get_mut(word) {
                Some(count) => *count += 1,
                None => _ = counts.insert(word.to_owned(), 1),
            }
        }
    }
    lengths.sort_unstable();
    lengths.get(lengths.len() / 2).filter(|&&median| median >= MIN_WORDS)?;
    counts.retain(|_, count| *count >= MIN_CELLS);
    let mut words: Vec<String> = counts.into_keys().collect();
    words.sort_unstable();
    let place = |word: &str| words.binary_search_by(|other| (**other).cmp(word)).ok();
    let of_cell = |cell: &Option<&str>| {
        let lower = normalize(cell.unwrap_or_default());
        let places = distinct_words(&lower).into_iter().filter_map(place);
        places.map(|place| place as u32).collect::<Vec<_>>()
    };
    let cells = cells.iter().map(of_cell).collect();
    Some((words, cells))
}

/// Converts a text to lower case and to the composed Unicode form (NFC).
fn normalize(cell: &str) -> String {
    cell.to_lowercase().nfc().collect()
}

/// Returns the distinct words of a text, in lexical order: two or more letters and digits, one of
/// them a letter. An apostrophe separates words, so `l'analyse` gives `analyse`.
fn distinct_words(lower: &str) -> Vec<&str> {
    let is_between = |c: char| !c.is_alphanumeric() && !is_combining_mark(c);
    let mut words: Vec<&str> = lower.split(is_between).collect();
    words.retain(|word| word.chars().nth(1).is_some() && word.contains(char::is_alphabetic));
    words.sort_unstable();
    words.dedup();
    words
}

/// Returns `true` if a word names the points inside, given its side there and its share elsewhere.
pub(super) fn names_points(inside: Statistics, elsewhere: f64) -> bool {
    let cells = (inside.mean * inside.points as f64).round();
    let difference = share_angle(inside.mean) - share_angle(elsewhere);
    cells >= f64::from(MIN_CELLS)
        && inside.mean >= MIN_SHARE
        && inside.mean >= MIN_RATIO * elsewhere
        && difference * (inside.points as f64).sqrt() >= MIN_DEVIATIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_of_letters_and_digits_of_any_script() {
        let specification: [(&str, &[&str]); 8] = [
            ("the dose of the trial, 1,000 mg", &["dose", "mg", "of", "the", "trial"]),
            ("l'analyse d’été mp3_2d x 3.5", &["2d", "analyse", "mp3", "été"]),
            ("cafe\u{301} ça", &["café", "ça"]),
            ("苹果 烤箱、面粉", &["烤箱", "苹果", "面粉"]),
            ("ประตู ทีม", &["ทีม", "ประตู"]),
            ("हिन्दी भाषा", &["भाषा", "हिन्दी"]),
            ("привет, мир!", &["мир", "привет"]),
            ("7 & 1,5 -- a", &[]),
        ];
        for (cell, words) in specification {
            assert_eq!(distinct_words(&normalize(cell)), words, "{cell}");
        }
    }

    #[test]
    fn a_text_has_several_words_in_most_cells() {
        let text = ["A red fox", "the RED dog ran", "red, red, red", "old red house", "", "red"];
        let cells = |texts: &[&'static str]| -> Vec<Option<&str>> {
            texts.iter().map(|text| Some(*text).filter(|text| !text.is_empty())).collect()
        };
        let (words, of) = index_words(&cells(&text[..5])).expect("a text");
        assert_eq!(
            (words, of.iter().map(<[u32]>::len).collect::<Vec<_>>()),
            (vec!["red".into()], vec![1, 1, 1, 1, 0])
        );
        assert!(index_words(&cells(&["Ann Lee", "Bo Diaz", "Cy de la Cruz"])).is_none(), "names");
        assert!(index_words(&cells(&["1 2 3", "4 5 6", "7 8 9"])).is_none(), "numbers");
        assert!(index_words(&cells(&["", ""])).is_none());
    }

    #[test]
    fn a_word_that_names_points_is_there_often_enough_and_hardly_elsewhere() {
        let side = |cells: f64, points: usize| Statistics {
            points,
            mean: cells / points as f64,
            deviation: 0.0,
        };
        assert!(names_points(side(8.0, 20), 0.1) && !names_points(side(8.0, 20), 0.11));
        assert!(!names_points(side(2.0, 2), 0.0), "in two cells");
        assert!(!names_points(side(4.0, 10), 0.1), "by chance");
        assert!(names_points(side(5.0, 100), 0.0) && !names_points(side(4.0, 100), 0.0));
        assert!(!names_points(side(10.0, 10), 0.9) && !names_points(side(5.0, 10), f64::NAN));
    }
}
