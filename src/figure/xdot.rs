//! A figure in the DOT language: a graph without nodes, on whose background the shapes are drawn.
//!
//! Source: graphviz.org/docs/outputs/canon/#xdot (the operations), /docs/attrs/_background. The
//! layout `nop2` leaves everything where it is. In xdot, y grows upwards, and lengths of texts are
//! in bytes. A text has no outline: its halo is the text itself, drawn around it.

use std::fmt::Write;

use super::{Anchor, Element, Figure, Form, PagePoint, Paint, Stroke, format_number};
use crate::picture::escape::{JOINER, visible_char};

/// The length at which a quoted string is split: Graphviz reads none of more than 16,384 bytes, but
/// joins several by `+`.
const MAX_STRING_LENGTH: usize = 8000;

/// Returns a figure in DOT, scaled down if one of its sides is longer than `longest` inches.
pub(super) fn to_xdot(figure: &Figure, longest: Option<f64>) -> String {
    let [width, height] = figure.size;
    let most = longest.map_or(1.0, |inches| 72.0 * inches / width.max(height));
    let scale = figure.scale().min(most);
    let mut drawn = XdotWriter { strings: Vec::new(), scale, height: height * scale };
    let paper = Element::rectangle([0.0, 0.0], figure.size).with_fill(figure.theme.paper());
    for shape in std::iter::once(&paper).chain(&figure.elements) {
        drawn.write_shape(shape, figure.theme.fonts());
    }
    let [across, down] = [width, height].map(|side| format_number(side * scale / 2.0));
    let [width, height] = [width, height].map(|side| format_number(side * scale));
    // Without a viewport, letters that reach beyond the page would enlarge it.
    format!(
        "graph {{\n  layout=nop2; bb=\"0,0,{width},{height}\"; \
         viewport=\"{width},{height},1,{across},{down}\";\n  margin=0; pad=0;\n  \
         _background=\"{}\"\n}}\n",
        drawn.strings.join("\" +\n    \"")
    )
}

struct XdotWriter {
    strings: Vec<String>,
    scale: f64,
    height: f64,
}

impl XdotWriter {
    fn add(&mut self, operation: &str) {
        for word in operation.split(' ') {
            if self.strings.last().is_none_or(|last| last.len() > MAX_STRING_LENGTH) {
                self.strings.push(String::new());
            }
            if let Some(last) = self.strings.last_mut() {
                last.push_str(word);
                last.push(' ');
            }
        }
    }

    fn write_shape(&mut self, shape: &Element, fonts: &str) {
        if let Form::Text { at, anchor, size, is_bold, words } = &shape.form {
            let font = format!("F {} {}", format_number(size * self.scale), format_string(fonts));
            self.add(&format!("{font} t {}", u8::from(*is_bold)));
            if let Some(Stroke { paint, width, .. }) = shape.stroke {
                self.write_colour('c', paint);
                for step in [[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]] {
                    let at = [0, 1].map(|axis| at[axis] + 0.4 * width * step[axis]);
                    self.write_text(at, *anchor, words);
                }
            }
            if let Some(fill) = shape.fill {
                self.write_colour('c', fill);
                self.write_text(*at, *anchor, words);
            }
            return;
        }
        match shape.stroke {
            Some(Stroke { paint, width, is_dashed }) => {
                let style = if is_dashed { "dashed" } else { "solid" };
                let width = format!("setlinewidth({})", format_number(width * self.scale));
                self.add(&format!("S {} S {}", format_string(style), format_string(&width)));
                self.write_colour('c', paint);
            }
            None => self.write_colour(
                'c',
                shape.fill.map_or(TRANSPARENT, |Paint(colour, _)| Paint(colour, 0.0)),
            ),
        }
        self.write_colour('C', shape.fill.unwrap_or(TRANSPARENT));
        let operation = match &shape.form {
            Form::Circle { center, radius } => {
                let radius = format_number(radius * self.scale);
                format!("E {} {radius} {radius}", self.format_position(*center))
            }
            Form::Polygon(places) => format!("P {}", self.format_positions(places)),
            Form::Line(places) => format!("L {}", self.format_positions(places)),
            Form::Curve(places) if shape.fill.is_none() => {
                format!("B {}", self.format_positions(places))
            }
            Form::Curve(places) => format!("b {}", self.format_positions(places)),
            Form::Text { .. } => return,
        };
        self.add(&operation);
    }

    fn write_text(&mut self, at: PagePoint, anchor: Anchor, words: &str) {
        let side = match anchor {
            Anchor::Start => -1,
            Anchor::Middle => 0,
            Anchor::End => 1,
        };
        let words: String = words.chars().map(visible_char).collect();
        self.add(&format!("T {} {side} 0 {}", self.format_position(at), format_string(&words)));
    }

    fn write_colour(&mut self, which: char, Paint(colour, opacity): Paint) {
        let opacity = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
        self.add(&format!("{which} {}", format_string(&format!("{colour}{opacity:02x}"))));
    }

    fn format_positions(&self, places: &[PagePoint]) -> String {
        let mut list = places.len().to_string();
        for place in places {
            let _ = write!(list, " {}", self.format_position(*place));
        }
        list
    }

    fn format_position(&self, [x, y]: PagePoint) -> String {
        format!("{} {}", format_number(x * self.scale), format_number(self.height - y * self.scale))
    }
}

const TRANSPARENT: Paint = Paint(crate::picture::colour::WHITE, 0.0);

/// Returns a string of an operation, within a quoted string of DOT: its number of bytes, and its
/// text. A joiner keeps a backslash from being read with the character behind it.
fn format_string(text: &str) -> String {
    let text = text.replace('\\', &format!("\\{JOINER}"));
    format!("{} -{}", text.len(), text.replace('"', "\\\""))
}
