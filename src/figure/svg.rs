//! A figure as SVG.

use std::fmt::Write;

use super::{Anchor, Element, Figure, Form, PagePoint, Paint, format_number};
use crate::picture::escape::escape_xml;

pub(super) fn to_svg(figure: &Figure) -> String {
    let (scale, [width, height]) = (figure.scale(), figure.size);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}pt\" height=\"{}pt\" \
         viewBox=\"0 0 {} {}\" font-family=\"{}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        format_number(width * scale),
        format_number(height * scale),
        format_number(width),
        format_number(height),
        figure.theme.fonts(),
        figure.theme.paper()
    );
    figure.elements.iter().for_each(|shape| write_shape(shape, &mut out));
    out + "</svg>\n"
}

fn write_shape(shape: &Element, out: &mut String) {
    let (tag, form) = match &shape.form {
        Form::Circle { center: [x, y], radius } => {
            let [x, y, radius] = [*x, *y, *radius].map(format_number);
            ("circle", format!(" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""))
        }
        Form::Polygon(places) => ("polygon", format!(" points=\"{}\"", format_positions(places))),
        Form::Line(places) => ("polyline", format!(" points=\"{}\"", format_positions(places))),
        Form::Curve(places) => {
            let (first, rest) = places.split_at(places.len().min(1));
            ("path", format!(" d=\"M{}C{}\"", format_positions(first), format_positions(rest)))
        }
        Form::Text { at: [x, y], anchor, size, is_bold, .. } => {
            let [x, y, size] = [*x, *y, *size].map(format_number);
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let bold = if *is_bold { " font-weight=\"bold\"" } else { "" };
            ("text", format!(" x=\"{x}\" y=\"{y}\"{anchor}{bold} font-size=\"{size}\""))
        }
    };
    let id = shape.id.as_ref().map_or(String::new(), |id| format!(" id=\"{}\"", escape_xml(id)));
    let _ = write!(out, "<{tag}{id}{form}");
    match shape.fill {
        Some(fill) => write_paint("fill", fill, out),
        None => out.push_str(" fill=\"none\""),
    }
    if let Some(stroke) = shape.stroke {
        write_paint("stroke", stroke.paint, out);
        let _ = write!(out, " stroke-width=\"{}\"", format_number(stroke.width));
        if stroke.is_dashed {
            let _ =
                write!(out, " stroke-dasharray=\"{}\"", format_number(3.0 * stroke.width.max(1.0)));
        }
        if tag == "text" {
            out.push_str(" stroke-linejoin=\"round\" paint-order=\"stroke\"");
        }
    }
    let words =
        if let Form::Text { words, .. } = &shape.form { escape_xml(words) } else { String::new() };
    let title = shape.tooltip.as_ref();
    let title = title.map_or(String::new(), |said| format!("<title>{}</title>", escape_xml(said)));
    let _ = match title.len() + words.len() {
        0 => writeln!(out, "/>"),
        _ => writeln!(out, ">{title}{words}</{tag}>"),
    };
}

fn write_paint(what: &str, Paint(colour, opacity): Paint, out: &mut String) {
    let _ = write!(out, " {what}=\"{colour}\"");
    if opacity < 1.0 {
        let _ = write!(out, " {what}-opacity=\"{}\"", format_number(opacity));
    }
}

fn format_positions(places: &[PagePoint]) -> String {
    let places = places.iter().map(|[x, y]| format!("{} {}", format_number(*x), format_number(*y)));
    places.collect::<Vec<_>>().join(" ")
}
