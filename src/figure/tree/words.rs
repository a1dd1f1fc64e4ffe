//! The words above a tree of communities, on lines that fit its width.

use super::{BOLD, Figure, LETTERS, MARGIN, Shape, letters};
use crate::base::display_safe;
use crate::picture::label::{at_most, wrap};
use crate::picture::style::Theme;

/// Writes a title and the text below it, and returns the y position of their lower end.
pub(super) fn heading(figure: &mut Figure, title: &str, said: &str, theme: Theme) -> f64 {
    let room = figure.size[0] - 2.0 * MARGIN;
    let large = 1.2 * LETTERS;
    let mut y = MARGIN - 0.2 * LETTERS;
    for line in wrapped(&display_safe::name(title), room / (BOLD * large)) {
        y += 1.4 * LETTERS;
        figure.shapes.push(Shape::text([MARGIN, y], large, line).bold().filled(theme.ink()));
    }
    for line in wrapped(said, room / LETTERS) {
        y += 1.4 * LETTERS;
        figure.shapes.push(Shape::text([MARGIN, y], LETTERS, line).filled(theme.quiet()));
    }
    y + LETTERS
}

/// Breaks words into lines of `width`, in font sizes. A number stays with its `%`.
pub(super) fn wrapped(words: &str, width: f64) -> Vec<String> {
    let words = words.replace(" %", "\u{a0}%");
    let words = words.split(' ').map(|word| (word.to_owned(), word.chars().count()));
    let lines = wrap(words, (width / letters("x")) as usize).into_iter();
    lines.map(|line| shortened(&display_safe::name(&line.join(" ")), width)).collect()
}

/// Returns a name cut to `width`, in font sizes.
pub(super) fn shortened(name: &str, width: f64) -> String {
    at_most(name, (width / letters("x")).max(4.0) as usize).into_owned()
}
