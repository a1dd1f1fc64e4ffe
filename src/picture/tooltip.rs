//! The tooltip of a cluster in an SVG in a browser.
//!
//! Invariant: at every density, the tooltip has everything that the picture knows about the
//! cluster, but long lists are cut and counted.

use super::data::{Node, Picture};
use crate::base::display_safe::escape_name;

const MAX_NAMES: usize = 40;

/// Returns the tooltip as a few lines of plain text.
pub(crate) fn tooltip(picture: &Picture, node: &Node) -> String {
    let mut lines = vec![format!("{}: {} of {} points", node.name, node.size, picture.size)];
    let counts = picture.classes.iter().zip(&node.counts).filter(|(_, count)| **count > 0);
    let counts: Vec<String> =
        counts.map(|(class, count)| format!("{count} {}", escape_name(class))).collect();
    if !counts.is_empty() {
        lines.push(counts.join(", "));
    }
    let points = |of: &[usize]| list_names(of.iter().map(|&at| &picture.points[at].name));
    match &node.members {
        Some(members) if !members.is_empty() => lines.push(points(members)),
        _ if !node.introduced.is_empty() => {
            lines.push(format!("introduces {}", points(&node.introduced)));
        }
        _ => {}
    }
    if !node.attributes.is_empty() {
        lines.push(format!("all that have {}", list_names(node.attributes.iter())));
    }
    match (node.hidden_down, node.hidden_up) {
        (0, 0) => {}
        (down, up) => lines.push(format!("not shown: {down} lower and {up} upper covers")),
    }
    lines.join("\n")
}

fn list_names<'a>(names: impl ExactSizeIterator<Item = &'a String>) -> String {
    let all = names.len();
    let shown: Vec<_> = names.take(MAX_NAMES).map(|of| escape_name(of)).collect();
    let more = all - shown.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    shown.join(", ") + &more
}
