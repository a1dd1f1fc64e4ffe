//! A figure in the DOT language: a graph without nodes, on whose background the shapes are drawn.
//!
//! Source: graphviz.org/docs/outputs/canon/#xdot (the operations), /docs/attrs/_background. The
//! layout `nop2` leaves everything where it is. In xdot, y grows upwards, and lengths of texts are
//! in bytes. A text has no outline: its halo is the text itself, drawn around it.

use std::fmt::Write;

use super::{Anchor, Figure, Form, Paint, Place, Shape, Stroke, number};
use crate::picture::escape::{JOINER, visible};

/// The length at which a quoted string is split: Graphviz reads none of more than 16,384 bytes, but
/// joins several by `+`.
const LONGEST: usize = 8000;

/// Returns a figure in DOT, scaled down if one of its sides is longer than `longest` inches.
pub(super) fn dot(figure: &Figure, longest: Option<f64>) -> String {
    let [width, height] = figure.size;
    let most = longest.map_or(1.0, |inches| 72.0 * inches / width.max(height));
    let scale = figure.scale().min(most);
    let mut drawn = Drawn { strings: Vec::new(), scale, height: height * scale };
    let paper = Shape::rectangle([0.0, 0.0], figure.size).filled(figure.theme.paper());
    for shape in std::iter::once(&paper).chain(&figure.shapes) {
        drawn.shape(shape, figure.theme.fonts());
    }
    let [across, down] = [width, height].map(|side| number(side * scale / 2.0));
    let [width, height] = [width, height].map(|side| number(side * scale));
    // Without a viewport, letters that reach beyond the page would enlarge it.
    format!(
        "graph {{\n  layout=nop2; bb=\"0,0,{width},{height}\"; \
         viewport=\"{width},{height},1,{across},{down}\";\n  margin=0; pad=0;\n  \
         _background=\"{}\"\n}}\n",
        drawn.strings.join("\" +\n    \"")
    )
}

/// Operations, in strings that Graphviz reads.
struct Drawn {
    strings: Vec<String>,
    scale: f64,
    height: f64,
}

impl Drawn {
    fn add(&mut self, operation: &str) {
        for word in operation.split(' ') {
            if self.strings.last().is_none_or(|last| last.len() > LONGEST) {
                self.strings.push(String::new());
            }
            if let Some(last) = self.strings.last_mut() {
                last.push_str(word);
                last.push(' ');
            }
        }
    }

    fn shape(&mut self, shape: &Shape, fonts: &str) {
        if let Form::Text { at, anchor, size, is_bold, words } = &shape.form {
            let font = format!("F {} {}", number(size * self.scale), string(fonts));
            self.add(&format!("{font} t {}", u8::from(*is_bold)));
            if let Some(Stroke { paint, width, .. }) = shape.stroke {
                self.colour('c', paint);
                for step in [[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]] {
                    let at = [0, 1].map(|axis| at[axis] + 0.4 * width * step[axis]);
                    self.text(at, *anchor, words);
                }
            }
            if let Some(fill) = shape.fill {
                self.colour('c', fill);
                self.text(*at, *anchor, words);
            }
            return;
        }
        match shape.stroke {
            Some(Stroke { paint, width, is_dashed }) => {
                let style = if is_dashed { "dashed" } else { "solid" };
                let width = format!("setlinewidth({})", number(width * self.scale));
                self.add(&format!("S {} S {}", string(style), string(&width)));
                self.colour('c', paint);
            }
            None => {
                self.colour('c', shape.fill.map_or(CLEAR, |Paint(colour, _)| Paint(colour, 0.0)))
            }
        }
        self.colour('C', shape.fill.unwrap_or(CLEAR));
        let operation = match &shape.form {
            Form::Circle { center, radius } => {
                let radius = number(radius * self.scale);
                format!("E {} {radius} {radius}", self.place(*center))
            }
            Form::Polygon(places) => format!("P {}", self.list(places)),
            Form::Line(places) => format!("L {}", self.list(places)),
            Form::Curve(places) if shape.fill.is_none() => format!("B {}", self.list(places)),
            Form::Curve(places) => format!("b {}", self.list(places)),
            Form::Text { .. } => return,
        };
        self.add(&operation);
    }

    fn text(&mut self, at: Place, anchor: Anchor, words: &str) {
        let side = match anchor {
            Anchor::Start => -1,
            Anchor::Middle => 0,
            Anchor::End => 1,
        };
        let words: String = words.chars().map(visible).collect();
        self.add(&format!("T {} {side} 0 {}", self.place(at), string(&words)));
    }

    fn colour(&mut self, which: char, Paint(colour, opacity): Paint) {
        let opacity = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
        self.add(&format!("{which} {}", string(&format!("{colour}{opacity:02x}"))));
    }

    fn list(&self, places: &[Place]) -> String {
        let mut list = places.len().to_string();
        for place in places {
            let _ = write!(list, " {}", self.place(*place));
        }
        list
    }

    fn place(&self, [x, y]: Place) -> String {
        format!("{} {}", number(x * self.scale), number(self.height - y * self.scale))
    }
}

const CLEAR: Paint = Paint(crate::picture::colour::WHITE, 0.0);

/// Returns a string of an operation, within a quoted string of DOT: its number of bytes, and its
/// text. A joiner keeps a backslash from being read with the character behind it.
fn string(text: &str) -> String {
    let text = text.replace('\\', &format!("\\{JOINER}"));
    format!("{} -{}", text.len(), text.replace('"', "\\\""))
}
