//! Plots: lines over numbers, such as the paper's Figure 2, and the tree of communities.
//!
//! Invariant: what a plot shows it also says, in a sentence below its title.

mod axis;
mod by_k;
mod by_size;
mod chart;
pub mod tree;

pub use by_k::telling;
pub use by_size::BySize;

use crate::base::display_safe;
use crate::figure::{BOLD, Figure, Shape, letters};
use crate::picture::label::{at_most, wrap};
use crate::picture::style::Theme;

/// How wide a plot is, and how high its letters are, in points of the page.
const WIDTH: f64 = 480.0;
const LETTERS: f64 = 9.0;
const SMALL: f64 = 7.5;
/// The room around everything.
const MARGIN: f64 = 10.0;

/// What stands below an axis of k.
pub const X_OF_K: &str = "k (neighbours a point, itself among them)";

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it is called.
    pub name: String,
    /// The class whose colour it has, by its place; none where it is about all.
    pub class: Option<usize>,
    /// Whether it is what others are compared with.
    pub is_dashed: bool,
    /// Its points, left to right.
    pub points: Vec<(u32, f64)>,
}

/// Lines over an axis of counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Above everything.
    pub title: String,
    /// What one learns from it.
    pub said: String,
    /// Below the axis.
    pub x: &'static str,
    /// Above the left one.
    pub y: &'static str,
    /// Whether the values are written in percent.
    pub is_percent: bool,
    /// The lines; the last is drawn above the others.
    pub lines: Vec<Line>,
    /// A place to point out.
    pub mark: Option<(u32, f64)>,
}

/// How wide a plot is, in points of the page.
fn across(width: Option<f64>) -> f64 {
    width.map_or(WIDTH, |inches| 72.0 * inches)
}

/// Writes a title, and below it what there is to say; the answer is how far down they reach.
fn heading(figure: &mut Figure, title: &str, said: &str, theme: Theme) -> f64 {
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

/// Words on lines of this width, in heights of their letters. A number stays with its `%`.
fn wrapped(words: &str, width: f64) -> Vec<String> {
    let words = words.replace(" %", "\u{a0}%");
    let words = words.split(' ').map(|word| (word.to_owned(), word.chars().count()));
    let lines = wrap(words, (width / letters("x")) as usize).into_iter();
    lines.map(|line| shortened(&display_safe::name(&line.join(" ")), width)).collect()
}

/// A name cut to this width, in heights of its letters.
fn shortened(name: &str, width: f64) -> String {
    at_most(name, (width / letters("x")).max(4.0) as usize).into_owned()
}
