//! The words above a tree of communities, on lines that fit its width.

use super::{BOLD_WIDTH_FACTOR, Element, FONT_SIZE, Figure, MARGIN, text_width};
use crate::base::display_safe;
use crate::figure::labels::wrap_evenly;
use crate::picture::style::Theme;

/// Writes a title and the text below it, and returns the y position of their lower end.
pub(super) fn draw_heading(figure: &mut Figure, title: &str, said: &str, theme: Theme) -> f64 {
    let room = figure.size[0] - 2.0 * MARGIN;
    let large = 1.2 * FONT_SIZE;
    let mut y = MARGIN - 0.2 * FONT_SIZE;
    for line in wrap_to_width(title, room / (BOLD_WIDTH_FACTOR * large)) {
        y += 1.4 * FONT_SIZE;
        figure.elements.push(Element::text([MARGIN, y], large, line).bold().with_fill(theme.ink()));
    }
    for line in wrap_to_width(said, room / FONT_SIZE) {
        y += 1.4 * FONT_SIZE;
        figure.elements.push(Element::text([MARGIN, y], FONT_SIZE, line).with_fill(theme.quiet()));
    }
    y + FONT_SIZE
}

/// Breaks words into lines of `width`, in font sizes. No word is cut.
pub(super) fn wrap_to_width(words: &str, width: f64) -> Vec<String> {
    let letters = (width / text_width("x")).max(1.0) as usize;
    wrap_evenly(&display_safe::escape_line(words), letters)
}
