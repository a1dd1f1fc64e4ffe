//! The picture that a page shows where no script runs.

use std::fmt::Write;

use super::layout::Layout;
use crate::picture::colour::{Colour, FAINT, INK, LINE, NEUTRAL, WHITE, of_class};
use crate::picture::escape::visible;
use crate::picture::tooltip::tooltip;
use crate::picture::{Node, Picture};

/// Pixels between neighbours.
const STEP: f64 = 22.0;
/// Up to this many clusters have their name next to them.
const NAMED: usize = 60;

/// The places, covers and clusters as an SVG, each cluster with a tooltip.
pub fn svg(picture: &Picture, layout: &Layout) -> String {
    let at = |node: usize| {
        let layer = layout.layers.partition_point(|layer| layer.end <= node);
        (layout.x[node] * STEP, layout.y[layer] * STEP)
    };
    let all = || layout.x.iter().map(|x| x * STEP);
    let (left, right) = all().fold((0.0, 0.0), |(l, r): (f64, f64), x| (l.min(x), r.max(x)));
    let height = layout.y.first().map_or(0.0, |y| y * STEP);
    let (margin, names) = (STEP, if picture.nodes.len() <= NAMED { 2.0 * STEP } else { 0.0 });
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" \
         viewBox=\"{:.0} {:.0} {:.0} {:.0}\">\n\
         <path stroke=\"{LINE}\" stroke-width=\"0.8\" fill=\"none\" d=\"",
        left - margin,
        -margin,
        right - left + 2.0 * margin + names,
        height + 2.0 * margin
    );
    for &(lower, upper) in &picture.edges {
        let ((x, y), (to_x, to_y)) = (at(lower), at(upper));
        let _ = write!(text, "M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}");
    }
    text += "\"/>\n";
    for (index, node) in picture.nodes.iter().enumerate() {
        let (x, y) = at(index);
        let share = f64::from(node.size) / f64::from(picture.size.max(1));
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{}\" stroke=\"{}\">\
             <title>{}</title></circle>",
            STEP * (0.16 + 0.2 * share.sqrt()),
            fill(node),
            if node.asked { INK } else { FAINT },
            escaped(&tooltip(picture, node))
        );
        if picture.nodes.len() <= NAMED {
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"7\" fill=\"{INK}\">{}</text>",
                x + 0.42 * STEP,
                y + 2.5,
                escaped(&node.name)
            );
        }
    }
    text + "</svg>"
}

/// The hue of the majority class, the paler the more mixed.
fn fill(node: &Node) -> Colour {
    let Some((class, purity)) = node.majority() else {
        return if node.size == 0 { WHITE } else { NEUTRAL };
    };
    of_class(class).mix(WHITE, 1.0 - 0.85 * purity * purity)
}

/// Text between tags.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            c => out.push(visible(c)),
        }
    }
    out
}
