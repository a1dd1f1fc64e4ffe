//! The words beside a cluster of a line diagram.
//!
//! Reduced labels are Ganter and Wille's (Formal Concept Analysis, 1999, section 1.1): above a
//! cluster the attributes that it introduces, below it the points. A cluster of a table is named by
//! its centre.

use crate::base::numbers::group_thousands;
use crate::figure::labels::LabelLine;
use crate::picture::label::{cut_name, wrap_words};
use crate::picture::style::{Labels, Style};
use crate::picture::{Node, Picture};

pub(super) const FONT_SIZE: f64 = 8.5;
const SMALL_FONT_SIZE: f64 = 7.0;
/// The number of letters in a line, and the most lines of names.
const LINE_LETTERS: usize = 24;
const MAX_LINES: usize = 4;

/// The words above and below a cluster.
pub(super) struct Caption {
    pub(super) above: Vec<LabelLine>,
    pub(super) below: Vec<LabelLine>,
    /// The number of the first lines below that name the cluster and the selected points.
    pub(super) essential: usize,
}

/// Returns `true` if clusters are named by their centres.
pub(super) fn names_clusters(picture: &Picture, style: &Style) -> bool {
    // A ready context has attributes, which the user names.
    let is_named = |node: &Node| node.center.is_some() && node.members.is_none();
    style.labels != Labels::None && !picture.is_ready && picture.nodes.iter().any(is_named)
}

/// Returns the caption of a cluster.
pub(super) fn caption(picture: &Picture, node: &Node, style: &Style) -> Caption {
    let (theme, has_names) = (style.theme, names_clusters(picture, style));
    let line = |words: String, is_bold: bool| {
        let line = LabelLine::new(words, FONT_SIZE, theme.ink());
        if is_bold { line.bold() } else { line }
    };
    let attributes = node.attributes.iter().map(String::as_str);
    let above = wrapped(attributes).into_iter().map(|words| line(words, false)).collect();
    let (mut below, mut essential) = (Vec::new(), 0);
    let name = |point: &usize| &*picture.points[*point].name;
    if let Some(members) = &node.members {
        let set = members.iter().map(name).collect::<Vec<_>>().join(", ");
        let set = if members.is_empty() { "∅".to_owned() } else { format!("{{{set}}}") };
        let lines = wrap_words(set.split_inclusive(' '), LINE_LETTERS).into_iter();
        below.extend(lines.map(|words| line(words.concat().trim_end().to_owned(), false)));
    } else if has_names {
        let size = group_thousands(node.size.into());
        let center = node.center.map(|center| cut_name(name(&center)));
        let words = match center {
            Some(center) if node.size == 1 => center.into_owned(),
            Some(center) => format!("{size} around {center}"),
            None => size,
        };
        below.push(line(words, node.is_selected || is_only_selected(picture, node)));
        below.push(LabelLine::new(node.name.clone(), SMALL_FONT_SIZE, theme.faint()));
        essential = below.len();
    }
    if node.members.is_none() && !(has_names && node.size == 1) {
        let (bold, plain): (Vec<&usize>, Vec<&usize>) =
            node.introduced.iter().partition(|&&point| picture.points[point].is_selected);
        below
            .extend(wrapped(bold.into_iter().map(name)).into_iter().map(|words| line(words, true)));
        essential = below.len();
        // A centre that only its own cluster introduces is named already.
        let is_named = |point: &&usize| has_names && node.center == Some(**point);
        let plain: Vec<&str> =
            plain.into_iter().filter(|point| !is_named(point)).map(name).collect();
        below.extend(wrapped(plain.into_iter()).into_iter().map(|words| line(words, false)));
    }
    Caption { above, below, essential }
}

fn is_only_selected(picture: &Picture, node: &Node) -> bool {
    matches!(node.extent[..], [only] if picture.points[only.index()].is_selected)
}

/// Returns names on a few lines, with the number of those that are left out.
fn wrapped<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Vec<String> {
    let all = names.len();
    let words = names.enumerate().map(|(at, name)| {
        let comma = if at + 1 < all { "," } else { "" };
        format!("{}{comma}", cut_name(name))
    });
    let mut lines = wrap_words(words, LINE_LETTERS);
    lines.truncate(MAX_LINES);
    let left_out = all - lines.iter().map(Vec::len).sum::<usize>();
    let mut lines: Vec<String> = lines.iter().map(|line| line.join(" ")).collect();
    if left_out > 0 {
        lines.push(format!("and {left_out} more"));
    }
    lines
}
