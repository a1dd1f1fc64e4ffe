//! Figures whose every shape we place ourselves, unlike those that Graphviz lays out.
//!
//! Invariant: a figure is the same picture in every format. It is written as an SVG of our own; PNG
//! and PDF are drawn by Graphviz from the same shapes (`xdot`), so no second backend is needed.
//! Lengths are points of the page, 72 an inch; y grows downwards.

pub mod points;
mod svg;
#[cfg(test)]
mod tests;
pub mod tree;
mod xdot;

use std::path::Path;

use crate::picture::colour::Colour;
use crate::picture::render::{Drawing, RenderError, draw};
use crate::picture::style::Theme;

/// A place, from the top left.
pub type Place = [f64; 2];

/// Shapes on paper, the first at the bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its width and height.
    pub size: [f64; 2],
    /// It is shrunk to this width, in inches.
    pub width: Option<f64>,
    /// Paper and letters.
    pub theme: Theme,
    /// What is drawn.
    pub shapes: Vec<Shape>,
}

/// A form, and how it is painted.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it is.
    pub form: Form,
    /// What its inside is filled with; the colour of a text.
    pub fill: Option<Paint>,
    /// Its outline; behind a text a halo.
    pub stroke: Option<Stroke>,
    /// What it says when pointed at, in a browser.
    pub tooltip: Option<String>,
}

/// The form of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A circle.
    Circle {
        /// Its centre.
        center: Place,
        /// Its radius.
        radius: f64,
    },
    /// Straight lines from place to place, and from the last to the first.
    Polygon(Vec<Place>),
    /// Straight lines from place to place.
    Line(Vec<Place>),
    /// Cubic Bezier curves: a place, then for each curve two controls and the place where it ends.
    Curve(Vec<Place>),
    /// One line of text.
    Text {
        /// Where its base line begins, has its middle or ends.
        at: Place,
        /// Which of these.
        anchor: Anchor,
        /// How high its letters are.
        size: f64,
        /// Whether they are bold.
        is_bold: bool,
        /// What it says.
        words: String,
    },
}

/// Which place of a text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A colour, from transparent, 0, to opaque, 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint(pub Colour, pub f64);

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub paint: Paint,
    /// How wide it is.
    pub width: f64,
    /// Whether it is broken.
    pub is_dashed: bool,
}

impl From<Colour> for Paint {
    fn from(colour: Colour) -> Self {
        Self(colour, 1.0)
    }
}

impl Shape {
    /// A form that is not painted yet.
    pub fn new(form: Form) -> Self {
        Self { form, fill: None, stroke: None, tooltip: None }
    }

    /// A circle.
    pub fn circle(center: Place, radius: f64) -> Self {
        Self::new(Form::Circle { center, radius })
    }

    /// A rectangle, from its corner at the top left.
    pub fn rectangle([x, y]: Place, [width, height]: [f64; 2]) -> Self {
        let (right, low) = (x + width, y + height);
        Self::new(Form::Polygon(vec![[x, y], [right, y], [right, low], [x, low]]))
    }

    /// A text that begins there.
    pub fn text(at: Place, size: f64, words: impl Into<String>) -> Self {
        let (anchor, is_bold) = (Anchor::Start, false);
        Self::new(Form::Text { at, anchor, size, is_bold, words: words.into() })
    }

    /// The same text in bold letters.
    pub fn bold(mut self) -> Self {
        if let Form::Text { is_bold, .. } = &mut self.form {
            *is_bold = true;
        }
        self
    }

    /// The same text, whose place is that of its middle or end.
    pub fn anchored(mut self, to: Anchor) -> Self {
        if let Form::Text { anchor, .. } = &mut self.form {
            *anchor = to;
        }
        self
    }

    /// Filled with a colour.
    pub fn filled(mut self, paint: impl Into<Paint>) -> Self {
        self.fill = Some(paint.into());
        self
    }

    /// With an outline, or with a halo behind a text.
    pub fn outlined(mut self, paint: impl Into<Paint>, width: f64) -> Self {
        self.stroke = Some(Stroke { paint: paint.into(), width, is_dashed: false });
        self
    }

    /// Saying something when pointed at.
    pub fn saying(mut self, words: impl Into<String>) -> Self {
        self.tooltip = Some(words.into());
        self
    }
}

impl Figure {
    /// An empty figure of that width and height.
    pub fn new(size: [f64; 2], width: Option<f64>, theme: Theme) -> Self {
        Self { size, width, theme, shapes: Vec::new() }
    }

    /// How much smaller than its size it is shown.
    fn scale(&self) -> f64 {
        self.width.map_or(1.0, |inches| (inches * 72.0 / self.size[0]).min(1.0))
    }

    /// It as an SVG.
    pub fn svg(&self) -> String {
        svg::svg(self)
    }

    /// It in the DOT language, whose shapes Graphviz draws where they are.
    pub fn dot(&self) -> String {
        xdot::dot(self, None)
    }

    /// The bytes of a picture file, which a failure names. Only SVG needs no Graphviz.
    pub fn drawn(&self, drawing: Drawing, target: &Path) -> Result<Vec<u8>, RenderError> {
        match drawing {
            Drawing::Svg => Ok(self.svg().into_bytes()),
            _ => draw(&xdot::dot(self, drawing.longest()), drawing, target),
        }
    }
}

/// How much wider bold letters are.
pub const BOLD: f64 = 1.1;

/// How wide a text is, about, in heights of its letters: those of Helvetica are some half as wide
/// as high.
pub fn letters(words: &str) -> f64 {
    0.53 * words.chars().count() as f64
}

/// A number with at most two digits behind its point.
fn number(value: f64) -> String {
    let written = format!("{value:.2}");
    let short = written.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}
