//! The heading of a figure: its title, and a legend of its marks.

use super::labels::wrap_evenly;
use super::{BOLD_WIDTH_FACTOR, Element, PagePoint, Paint, text_width};
use crate::picture::colour::Colour;
use crate::picture::label::break_lines;
use crate::picture::style::Theme;

/// The margin around a figure.
pub(in crate::figure) const MARGIN: f64 = 12.0;

/// The font size of a title, and that in a narrow figure.
const TITLE_SIZES: [f64; 2] = [13.0, 10.0];
const NARROW_WIDTH: f64 = 400.0;
const LEGEND_SIZE: f64 = 9.0;
/// The font size of a reading key, and what stands between its phrases.
const KEY_SIZE: f64 = 7.5;
const KEY_BREAK: &str = "\u{a0}\u{a0}· ";
/// The width of a square of the legend, and the space behind an entry.
const SQUARE_WIDTH: f64 = 8.0;
const ENTRY_GAP: f64 = 16.0;

/// A mark of a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::figure) enum LegendMark {
    /// A square of a colour.
    Square(Colour),
    /// A grey square, for points without a colour.
    Grey,
    /// A ring.
    Ring,
}

/// Marks, any number of them, with their meaning in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::figure) struct LegendEntry {
    /// The marks, from left to right.
    pub(in crate::figure) marks: Vec<LegendMark>,
    /// The meaning.
    pub(in crate::figure) words: String,
}

impl LegendEntry {
    /// Creates an entry.
    pub(in crate::figure) fn new(marks: Vec<LegendMark>, words: impl Into<String>) -> Self {
        Self { marks, words: words.into() }
    }
}

/// Returns the shapes of the heading, and the y position of its lower end.
pub(in crate::figure) fn heading(
    title: &str,
    legend: &[LegendEntry],
    width: f64,
    theme: Theme,
) -> (Vec<Element>, f64) {
    let (mut shapes, mut y) = (Vec::new(), MARGIN);
    let size = TITLE_SIZES[usize::from(width < NARROW_WIDTH)];
    let letter = BOLD_WIDTH_FACTOR * size;
    for words in fit_lines(title.split_whitespace(), letter, 0.5 * size, width) {
        y += 1.25 * size;
        let line = Element::text([MARGIN, y - 0.25 * size], size, words);
        shapes.push(line.bold().with_fill(theme.ink()));
    }
    let (entries, y) = legend_lines(legend, y, width, LEGEND_SIZE, theme);
    shapes.extend(entries);
    (shapes, y)
}

/// Returns the lines of a legend with letters of a size, and the y position of their lower end. An
/// entry that is wider than the figure is wrapped.
pub(in crate::figure) fn legend_lines(
    legend: &[LegendEntry],
    top: f64,
    width: f64,
    size: f64,
    theme: Theme,
) -> (Vec<Element>, f64) {
    let (mut shapes, mut y) = (Vec::new(), top);
    let marks = |entry: &LegendEntry| SQUARE_WIDTH * entry.marks.len() as f64 + 4.0;
    let entries =
        legend.iter().map(|entry| (entry, marks(entry) + size * text_width(&entry.words)));
    for line in break_lines(entries, ENTRY_GAP, width - 2.0 * MARGIN) {
        y += 1.6 * size;
        let first = y;
        for (x, entry) in line {
            let mut x = MARGIN + x;
            for mark in &entry.marks {
                shapes.push(mark.shape([x, first - SQUARE_WIDTH], theme));
                x += SQUARE_WIDTH;
            }
            let room = (width - MARGIN - x - 4.0) / size / text_width("x");
            for (at, words) in wrap_evenly(&entry.words, room.max(1.0) as usize).iter().enumerate()
            {
                y = y.max(first + 1.3 * size * at as f64);
                let place = [x + 4.0, first - 1.0 + 1.3 * size * at as f64];
                shapes.push(Element::text(place, size, words.as_str()).with_fill(theme.ink()));
            }
        }
    }
    (shapes, y)
}

/// Returns the lines of a reading key below a figure, and the y position of their lower end.
pub(in crate::figure) fn reading_key(
    phrases: &[&str],
    top: f64,
    width: f64,
    theme: Theme,
) -> (Vec<Element>, f64) {
    let (mut lines, mut y) = (Vec::new(), top);
    // Lines are broken between phrases, and within one only if it is longer than a line.
    let is_short = |phrase: &str| KEY_SIZE * text_width(phrase) <= width - 3.0 * MARGIN;
    let joined = |phrase: &&str| match is_short(phrase) {
        true => phrase.replace(' ', "\u{a0}"),
        false => (*phrase).to_owned(),
    };
    let words = phrases.iter().map(joined).collect::<Vec<_>>().join(KEY_BREAK);
    let words = words.split(' ').filter(|word| !word.is_empty());
    for words in fit_lines(words, KEY_SIZE, KEY_SIZE * text_width(" "), width) {
        y += 1.35 * KEY_SIZE;
        let words = words.replace('\u{a0}', " ");
        let line = Element::text([MARGIN, y - 0.3 * KEY_SIZE], KEY_SIZE, words);
        lines.push(line.with_fill(theme.faint()));
    }
    (lines, y)
}

impl LegendMark {
    fn shape(self, corner: PagePoint, theme: Theme) -> Element {
        let square = Element::rectangle(corner, [SQUARE_WIDTH; 2]);
        match self {
            Self::Square(colour) => square.with_fill(Paint(colour, 0.9)),
            Self::Grey => square.with_fill(Paint(default_colour(theme), 0.9)),
            Self::Ring => {
                let radius = SQUARE_WIDTH / 2.0;
                ring(corner.map(|side| side + radius), radius - 0.5, theme)
            }
        }
    }
}

/// Returns the mark of a point that is far from all groups.
pub(in crate::figure) fn ring(at: PagePoint, radius: f64, theme: Theme) -> Element {
    Element::circle(at, radius).with_stroke(theme.ink(), 0.9)
}

/// Returns the colour of points without a group, a class or a value.
pub(in crate::figure) fn default_colour(theme: Theme) -> Colour {
    theme.faint().mix(theme.paper(), 0.4)
}

/// Returns words in lines that fit the width of a figure, given the width of a letter.
fn fit_lines<'a>(
    words: impl Iterator<Item = &'a str>,
    letter: f64,
    apart: f64,
    width: f64,
) -> impl Iterator<Item = String> {
    let words = words.map(|word| (word, letter * text_width(word)));
    let lines = break_lines(words, apart, width - 2.0 * MARGIN).into_iter();
    lines.map(|line| line.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" "))
}
