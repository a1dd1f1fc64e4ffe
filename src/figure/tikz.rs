//! A figure as TikZ, the drawings of TeX: a document of one page that `pdflatex` and `\input` (with
//! the package `standalone`) take.
//!
//! Lengths are `bp`, 72 per inch; the y axis points down as in the figure. A halo has no
//! counterpart in TikZ and is left out. Source: the TikZ and PGF manual, sections 14 and 17.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Anchor, Element, Figure, Form, PagePoint, Paint, format_number};
use crate::picture::colour::Colour;
use crate::picture::escape::visible_char;

/// The first lines of the document, by which `export` knows it as a picture.
const PREAMBLE: &str =
    "% conceptgraph\n\\documentclass[tikz]{standalone}\n\\usepackage[T1]{fontenc}\n";

/// Returns the text of a TeX document with the figure.
pub(super) fn to_tikz(figure: &Figure) -> String {
    let (scale, [width, height]) = (figure.scale(), figure.size);
    let mut colours = BTreeMap::new();
    let background = Element::rectangle([0.0, 0.0], figure.size).with_fill(figure.theme.paper());
    let mut drawn = String::new();
    for shape in std::iter::once(&background).chain(&figure.elements) {
        write_shape(shape, &mut colours, &mut drawn);
    }
    let mut out = String::from(PREAMBLE);
    if figure.theme.fonts().starts_with("Helvetica") {
        out.push_str(
            "\\usepackage[scaled]{helvet}\n\\renewcommand{\\familydefault}{\\sfdefault}\n",
        );
    }
    out.push_str("\\begin{document}\n");
    for (Colour(red, green, blue), name) in &colours {
        let _ = writeln!(out, "\\definecolor{{{name}}}{{RGB}}{{{red},{green},{blue}}}");
    }
    let scale = format_number(scale);
    let (width, height) = (format_number(width), format_number(height));
    let _ = write!(
        out,
        "\\begin{{tikzpicture}}[x=1bp, y=-1bp, inner sep=0, line join=round, scale={scale}, \
         transform shape]\n\\useasboundingbox (0,0) rectangle ({width},{height});\n\
         \\clip (0,0) rectangle ({width},{height});\n"
    );
    out + &drawn + "\\end{tikzpicture}\n\\end{document}\n"
}

fn write_shape(shape: &Element, colours: &mut BTreeMap<Colour, String>, out: &mut String) {
    if let Form::Text { at, anchor, size, is_bold, words } = &shape.form {
        let anchor = match anchor {
            Anchor::Start => "base west",
            Anchor::Middle => "base",
            Anchor::End => "base east",
        };
        let (size, line) = (format_number(*size), format_number(1.2 * size));
        let bold = if *is_bold { "\\bfseries" } else { "" };
        let paint = shape.fill.map_or(String::new(), |fill| paint("text", fill, colours));
        let _ = writeln!(
            out,
            "\\node[anchor={anchor}{paint}] at {} {{\\fontsize{{{size}bp}}{{{line}bp}}\
             \\selectfont{bold} {}}};",
            position(at),
            escape_tex(words)
        );
        return;
    }
    let mut options = Vec::new();
    if let Some(fill) = shape.fill {
        options.push(paint("fill", fill, colours));
    }
    if let Some(stroke) = shape.stroke {
        options.push(paint("draw", stroke.paint, colours));
        options.push(format!(", line width={}bp", format_number(stroke.width)));
        if stroke.is_dashed {
            options.push(", dashed".to_owned());
        }
    }
    let path = match &shape.form {
        Form::Circle { center, radius } => {
            format!("{} circle ({})", position(center), format_number(*radius))
        }
        Form::Polygon(places) => join(places, " -- ") + " -- cycle",
        Form::Line(places) => join(places, " -- "),
        Form::Curve(places) => {
            let (first, rest) = places.split_at(places.len().min(1));
            let curve = |three: &[PagePoint]| match three {
                [one, other, end] => {
                    let [one, other, end] = [one, other, end].map(position);
                    format!(" .. controls {one} and {other} .. {end}")
                }
                _ => String::new(),
            };
            join(first, "") + &rest.chunks(3).map(curve).collect::<String>()
        }
        Form::Text { .. } => return,
    };
    let options = options.concat();
    let _ = writeln!(out, "\\path[{}] {path};", options.trim_start_matches([',', ' ']));
}

/// Returns an option for a colour, with its opacity if it is not opaque.
fn paint(
    what: &str,
    Paint(colour, opacity): Paint,
    colours: &mut BTreeMap<Colour, String>,
) -> String {
    let Colour(red, green, blue) = colour;
    let named = || format!("c{red:02x}{green:02x}{blue:02x}");
    let name = colours.entry(colour).or_insert_with(named);
    match opacity < 1.0 {
        true => format!(", {what}={name}, {what} opacity={}", format_number(opacity)),
        false => format!(", {what}={name}"),
    }
}

fn position(at: &PagePoint) -> String {
    let [x, y] = at.map(format_number);
    format!("({x},{y})")
}

fn join(places: &[PagePoint], between: &str) -> String {
    places.iter().map(position).collect::<Vec<_>>().join(between)
}

/// Escapes the characters that TeX interprets; its text fonts lack some others.
fn escape_tex(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '\'' => out.push_str("\\textquotesingle{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '-' => out.push_str("{-}"),
            '\u{a0}' => out.push('~'),
            '∅' => out.push_str("$\\emptyset$"),
            '≤' => out.push_str("$\\leq$"),
            '≥' => out.push_str("$\\geq$"),
            '×' => out.push_str("$\\times$"),
            '−' => out.push_str("$-$"),
            '·' => out.push_str("\\textperiodcentered{}"),
            '…' => out.push_str("\\ldots{}"),
            c => out.push(visible_char(c)),
        }
    }
    out
}
