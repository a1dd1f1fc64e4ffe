//! Figures whose every shape is placed here, unlike those that Graphviz lays out.
//!
//! Invariant: a figure is the same picture in every format. SVG and TikZ are written
//! directly; PNG and PDF are drawn by Graphviz from the same shapes (`xdot`). Lengths are points of
//! the page, 72 per inch; y grows downwards.

mod heading;
mod labels;
pub(crate) mod lines;
pub(crate) mod peaks;
pub(crate) mod points;
mod shades;
mod svg;
#[cfg(test)]
mod tests;
mod tikz;
pub(crate) mod tree;
mod xdot;

use std::path::Path;

use crate::picture::colour::Colour;
use crate::picture::render::{ImageFormat, RenderError, render};
use crate::picture::style::Theme;

/// A position on the page, from the top left.
pub(crate) type PagePoint = [f64; 2];

/// A page of shapes, the first at the bottom.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    /// The width and height.
    pub size: [f64; 2],
    /// The width in inches to which the figure is shrunk; `None` if it keeps its size.
    pub width: Option<f64>,
    /// The colours and fonts.
    pub theme: Theme,
    /// The shapes.
    pub elements: Vec<Element>,
}

/// A form and its paint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Element {
    /// The form.
    pub form: Form,
    /// The paint of the inside, or of a text.
    pub fill: Option<Paint>,
    /// The outline; behind a text, a halo.
    pub(crate) stroke: Option<Stroke>,
    /// The identifier in an SVG: the name of a cluster.
    pub(crate) id: Option<String>,
    /// The tooltip in a browser.
    pub tooltip: Option<String>,
}

/// The form of a shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    /// A circle.
    Circle {
        /// The centre.
        center: PagePoint,
        /// The radius.
        radius: f64,
    },
    /// Straight lines from position to position, and from the last to the first.
    Polygon(Vec<PagePoint>),
    /// Straight lines from position to position.
    Line(Vec<PagePoint>),
    /// Cubic Bezier curves: a position, then for each curve two control points and its end.
    Curve(Vec<PagePoint>),
    /// One line of text.
    Text {
        /// The position of the anchor on the baseline.
        at: PagePoint,
        /// The part of the text that is at the position.
        anchor: Anchor,
        /// The font size.
        size: f64,
        /// `true` if the letters are bold.
        is_bold: bool,
        /// The text.
        words: String,
    },
}

/// The part of a text that is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// The start.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// A colour and its opacity, from 0, transparent, to 1, opaque.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Paint(pub Colour, pub f64);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) paint: Paint,
    pub width: f64,
    pub(crate) is_dashed: bool,
}

impl From<Colour> for Paint {
    fn from(colour: Colour) -> Self {
        Self(colour, 1.0)
    }
}

impl Element {
    /// Creates a shape that is not painted.
    pub(crate) fn new(form: Form) -> Self {
        Self { form, fill: None, stroke: None, id: None, tooltip: None }
    }

    pub(crate) fn circle(center: PagePoint, radius: f64) -> Self {
        Self::new(Form::Circle { center, radius })
    }

    pub(crate) fn rectangle([x, y]: PagePoint, [width, height]: [f64; 2]) -> Self {
        let (right, low) = (x + width, y + height);
        Self::new(Form::Polygon(vec![[x, y], [right, y], [right, low], [x, low]]))
    }

    /// Creates a text that starts at a position.
    pub(crate) fn text(at: PagePoint, size: f64, words: impl Into<String>) -> Self {
        let (anchor, is_bold) = (Anchor::Start, false);
        Self::new(Form::Text { at, anchor, size, is_bold, words: words.into() })
    }

    pub(crate) fn bold(mut self) -> Self {
        if let Form::Text { is_bold, .. } = &mut self.form {
            *is_bold = true;
        }
        self
    }

    pub(crate) fn with_anchor(mut self, to: Anchor) -> Self {
        if let Form::Text { anchor, .. } = &mut self.form {
            *anchor = to;
        }
        self
    }

    pub(crate) fn with_fill(mut self, paint: impl Into<Paint>) -> Self {
        self.fill = Some(paint.into());
        self
    }

    /// Gives the shape an outline, or a text a halo.
    pub(crate) fn with_stroke(mut self, paint: impl Into<Paint>, width: f64) -> Self {
        self.stroke = Some(Stroke { paint: paint.into(), width, is_dashed: false });
        self
    }
}

impl Figure {
    /// Creates an empty figure.
    pub(crate) fn new(size: [f64; 2], width: Option<f64>, theme: Theme) -> Self {
        Self { size, width, theme, elements: Vec::new() }
    }

    fn scale(&self) -> f64 {
        self.width.map_or(1.0, |inches| (inches * 72.0 / self.size[0]).min(1.0))
    }

    pub(crate) fn to_svg(&self) -> String {
        svg::to_svg(self)
    }

    pub(crate) fn to_dot(&self) -> String {
        xdot::to_xdot(self, None)
    }

    /// Returns the text of a TeX document.
    pub(crate) fn to_tikz(&self) -> String {
        tikz::to_tikz(self)
    }

    /// Returns the bytes of a picture that Graphviz draws; errors name `target`.
    pub(crate) fn render(
        &self,
        drawing: ImageFormat,
        target: &Path,
    ) -> Result<Vec<u8>, RenderError> {
        render(&xdot::to_xdot(self, Some(drawing.max_inches())), drawing, target)
    }
}

pub(crate) const BOLD_WIDTH_FACTOR: f64 = 1.1;

/// Returns the approximate width of a text in font sizes; letters are about half as wide as high.
pub(crate) fn text_width(words: &str) -> f64 {
    0.53 * words.chars().count() as f64
}

/// Formats a number with at most two decimals.
fn format_number(value: f64) -> String {
    let written = format!("{value:.2}");
    let short = written.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}
