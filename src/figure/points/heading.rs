//! The heading of a map: its title, and a legend of its colours.

use super::MARGIN;
use super::colouring::Colouring;
use super::discs::default_colour;
use crate::figure::{BOLD_WIDTH_FACTOR, Element, PagePoint, Paint, text_width};
use crate::picture::style::Theme;

/// The font size of a title, and that in a narrow figure.
const TITLE_SIZES: [f64; 2] = [13.0, 10.0];
const NARROW_WIDTH: f64 = 400.0;
const LEGEND_SIZE: f64 = 9.0;
/// The width of a square of the legend, and the space behind an entry.
const SQUARE_WIDTH: f64 = 8.0;
const ENTRY_GAP: f64 = 16.0;

/// Returns the shapes of the heading, and the y position of its lower end.
pub(super) fn heading(
    title: &str,
    colouring: Option<&Colouring>,
    far: usize,
    width: f64,
    theme: Theme,
) -> (Vec<Element>, f64) {
    let (mut shapes, mut y) = (Vec::new(), MARGIN);
    let size = TITLE_SIZES[usize::from(width < NARROW_WIDTH)];
    let words =
        title.split_whitespace().map(|word| (word, BOLD_WIDTH_FACTOR * size * text_width(word)));
    for line in break_lines(words, 0.5 * size, width - 2.0 * MARGIN) {
        y += 1.25 * size;
        let words = line.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" ");
        let line = Element::text([MARGIN, y - 0.25 * size], size, words);
        shapes.push(line.bold().with_fill(theme.ink()));
    }
    let marked = (vec![], format!("far from the rest: {far}"));
    let marked = colouring.filter(|_| far > 0).map(|_| (&marked, true));
    let squares = colouring.into_iter().flat_map(|of| &of.legend).map(|entry| (entry, false));
    let entries = squares.chain(marked).map(|((colours, words), is_ring)| {
        let symbols = SQUARE_WIDTH * (colours.len() + usize::from(is_ring)) as f64;
        ((colours, words, is_ring, symbols), symbols + 4.0 + LEGEND_SIZE * text_width(words))
    });
    for line in break_lines(entries, ENTRY_GAP, width - 2.0 * MARGIN) {
        y += 1.6 * LEGEND_SIZE;
        for (x, (colours, words, is_ring, symbols)) in line {
            let x = MARGIN + x;
            if is_ring {
                let radius = SQUARE_WIDTH / 2.0;
                shapes.push(ring([x + radius, y - radius], radius - 0.5, theme));
            }
            for (at, colour) in colours.iter().enumerate() {
                let colour = colour.unwrap_or(default_colour(theme));
                let corner = [x + SQUARE_WIDTH * at as f64, y - SQUARE_WIDTH];
                shapes.push(
                    Element::rectangle(corner, [SQUARE_WIDTH; 2]).with_fill(Paint(colour, 0.9)),
                );
            }
            let x = x + symbols + 4.0;
            shapes.push(Element::text([x, y - 1.0], LEGEND_SIZE, words).with_fill(theme.ink()));
        }
    }
    (shapes, y)
}

/// Returns the mark of a point that is far from all groups.
pub(super) fn ring(at: PagePoint, radius: f64, theme: Theme) -> Element {
    Element::circle(at, radius).with_stroke(theme.ink(), 0.9)
}

/// Breaks things of given widths into lines of at most `width`, each thing with its x position.
fn break_lines<T>(
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
