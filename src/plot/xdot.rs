//! A plot as a text for Graphviz, which makes a .png or a .pdf of it as of any other picture.
//!
//! The plot is the background of a graph whose two invisible nodes are its corners, in xdot, the
//! drawing language of Graphviz (graphviz.org/docs/outputs/canon/#xdot).

use std::convert::Infallible;
use std::fmt::Write;

use plotters::prelude::DrawingBackend;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle};
use plotters_backend::{DrawingErrorKind, FontFamily};

use super::EM;
use crate::picture::colour::Colour;

/// A pixel of the web in points.
const POINT: f64 = 0.75;

/// Words of a string, which Graphviz reads up to 16,384 bytes.
const MOST_WORDS: usize = 400;

/// What has been drawn so far.
pub(super) struct Xdot<'a> {
    operations: &'a mut String,
    size: (u32, u32),
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl<'a> Xdot<'a> {
    /// An empty plot of that many pixels.
    pub(super) fn new(operations: &'a mut String, size: (u32, u32)) -> Self {
        Self { operations, size }
    }

    fn write(&mut self, operation: std::fmt::Arguments<'_>) {
        self.operations.write_fmt(operation).expect("a string takes all");
    }

    /// A point of the plot; in xdot, up is more.
    fn at(&self, (x, y): BackendCoord) -> (f64, f64) {
        (f64::from(x) * POINT, f64::from(self.size.1 as i32 - y) * POINT)
    }

    /// Something through points: `L` a line, `P` a filled polygon.
    fn through(&mut self, what: char, points: impl IntoIterator<Item = BackendCoord>) {
        let points: Vec<(f64, f64)> = points.into_iter().map(|point| self.at(point)).collect();
        self.write(format_args!("{what} {} ", points.len()));
        points.iter().for_each(|(x, y)| self.write(format_args!("{x} {y} ")));
    }

    /// Sets the colour of lines (`c`) or of what is filled (`C`).
    fn colour(&mut self, of: char, colour: BackendColor) {
        let ((red, green, blue), alpha) = (colour.rgb, (colour.alpha * 255.0).round() as u8);
        self.write(format_args!("{of} 9 -#{red:02x}{green:02x}{blue:02x}{alpha:02x} "));
    }

    fn line(&mut self, style: &impl BackendStyle) {
        self.colour('c', style.color());
        let width = format!("setlinewidth({})", f64::from(style.stroke_width()) * POINT);
        self.write(format_args!("S {} -{width} ", width.len()));
    }
}

impl DrawingBackend for Xdot<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        match fill {
            true => self.fill_polygon(corners, style),
            false => self.draw_path(corners.into_iter().chain([(left, top)]), style),
        }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.line(style);
        self.through('L', path);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.line(style);
        self.colour('C', style.color());
        let ((x, y), radius) = (self.at(centre), f64::from(radius) * POINT);
        let ellipse = if fill { 'E' } else { 'e' };
        self.write(format_args!("{ellipse} {x} {y} {radius} {radius} "));
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        self.colour('c', BackendColor { alpha: 0.0, rgb: style.color().rgb });
        self.colour('C', style.color());
        self.through('P', corners);
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Drawn {
        let letters = style.size() / EM;
        let (side, baseline) = (style.anchor().h_pos, style.anchor().v_pos);
        let side = match side {
            HPos::Left => -1,
            HPos::Center => 0,
            HPos::Right => 1,
        };
        // What letters reach above their line and below it.
        let down = match baseline {
            VPos::Top => 0.95,
            VPos::Center => 0.35,
            VPos::Bottom => -0.25,
        };
        let (x, y) = self.at((x, y + (down * letters).round() as i32));
        self.colour('c', style.color());
        let family = match style.family() {
            FontFamily::Name(names) => names,
            FontFamily::Serif => "serif",
            FontFamily::SansSerif => "sans-serif",
            FontFamily::Monospace => "monospace",
        };
        self.write(format_args!("F {} {} -{family} ", letters * POINT, family.len()));
        let width = letters * POINT * text.chars().count() as f64 * 0.6;
        let text = quotable(text);
        self.write(format_args!("T {x} {y} {side} {width} {} -{text} ", text.len()));
        Ok(())
    }
}

/// A text in which no quote follows a backslash, which Graphviz could not read: a space of no width
/// comes between.
fn quotable(text: &str) -> String {
    text.replace("\\\"", "\\\u{200b}\"")
}

/// The graph whose background is what was drawn.
pub(super) fn graph(operations: &str, (width, height): (u32, u32), paper: Colour) -> String {
    let (right, top) = (f64::from(width) * POINT, f64::from(height) * POINT);
    let words: Vec<&str> = operations.split_inclusive(' ').collect();
    // Graphviz reads no longer strings, but sums of them.
    let strings = words.chunks(MOST_WORDS).map(|words| words.concat().replace('"', "\\\""));
    let drawn = strings.map(|string| format!("\"{string}\"")).collect::<Vec<_>>().join(" + ");
    format!(
        "graph {{\n  layout=nop2; pad=0; margin=0; bgcolor=\"{paper}\"; _background={drawn};\n  \
         node [shape=point, style=invis, width=0, height=0, label=\"\"];\n  \
         a [pos=\"0,0\"]; b [pos=\"{right},{top}\"];\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::colour::WHITE;
    use plotters::prelude::{BLACK, IntoFont};

    #[test]
    fn a_name_of_quotes_and_backslashes_is_counted_and_quoted() {
        for (name, counted) in [("a\"b", "3 -a\\\"b "), ("\\\"", "5 -\\\u{200b}\\\" ")] {
            let mut drawn = String::new();
            let style = ("serif", 10).into_font().color(&BLACK);
            Xdot::new(&mut drawn, (40, 20)).draw_text(name, &style, (4, 4)).expect("a string");
            let graph = graph(&drawn, (40, 20), WHITE);
            assert!(graph.contains(&format!(" {counted}")), "{graph}");
            assert!(graph.contains("pos=\"30,15\""), "{graph}");
        }
    }
}
