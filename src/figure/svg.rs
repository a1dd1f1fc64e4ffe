//! A figure as SVG.

use std::fmt::Write;

use super::{Anchor, Figure, Form, Paint, Place, Shape, number};
use crate::picture::escape::xml;

pub(super) fn svg(figure: &Figure) -> String {
    let (scale, [width, height]) = (figure.scale(), figure.size);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}pt\" height=\"{}pt\" \
         viewBox=\"0 0 {} {}\" font-family=\"{}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        number(width * scale),
        number(height * scale),
        number(width),
        number(height),
        figure.theme.fonts(),
        figure.theme.paper()
    );
    figure.shapes.iter().for_each(|shape| write_shape(shape, &mut out));
    out + "</svg>\n"
}

fn write_shape(shape: &Shape, out: &mut String) {
    let (tag, form) = match &shape.form {
        Form::Circle { center: [x, y], radius } => {
            let [x, y, radius] = [*x, *y, *radius].map(number);
            ("circle", format!(" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""))
        }
        Form::Polygon(places) => ("polygon", format!(" points=\"{}\"", list(places))),
        Form::Line(places) => ("polyline", format!(" points=\"{}\"", list(places))),
        Form::Curve(places) => {
            let (first, rest) = places.split_at(places.len().min(1));
            ("path", format!(" d=\"M{}C{}\"", list(first), list(rest)))
        }
        Form::Text { at: [x, y], anchor, size, is_bold, .. } => {
            let [x, y, size] = [*x, *y, *size].map(number);
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let bold = if *is_bold { " font-weight=\"bold\"" } else { "" };
            ("text", format!(" x=\"{x}\" y=\"{y}\"{anchor}{bold} font-size=\"{size}\""))
        }
    };
    let _ = write!(out, "<{tag}{form}");
    match shape.fill {
        Some(fill) => paint("fill", fill, out),
        None => out.push_str(" fill=\"none\""),
    }
    if let Some(stroke) = shape.stroke {
        paint("stroke", stroke.paint, out);
        let _ = write!(out, " stroke-width=\"{}\"", number(stroke.width));
        if stroke.is_dashed {
            let _ = write!(out, " stroke-dasharray=\"{}\"", number(3.0 * stroke.width.max(1.0)));
        }
        if tag == "text" {
            out.push_str(" stroke-linejoin=\"round\" paint-order=\"stroke\"");
        }
    }
    let words = if let Form::Text { words, .. } = &shape.form { xml(words) } else { String::new() };
    let title = shape.tooltip.as_ref();
    let title = title.map_or(String::new(), |said| format!("<title>{}</title>", xml(said)));
    let _ = match title.len() + words.len() {
        0 => writeln!(out, "/>"),
        _ => writeln!(out, ">{title}{words}</{tag}>"),
    };
}

fn paint(what: &str, Paint(colour, opacity): Paint, out: &mut String) {
    let _ = write!(out, " {what}=\"{colour}\"");
    if opacity < 1.0 {
        let _ = write!(out, " {what}-opacity=\"{}\"", number(opacity));
    }
}

fn list(places: &[Place]) -> String {
    let places = places.iter().map(|[x, y]| format!("{} {}", number(*x), number(*y)));
    places.collect::<Vec<_>>().join(" ")
}
