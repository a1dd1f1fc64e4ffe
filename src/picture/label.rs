//! The label of a node: the attributes it introduces, its size, a bar of its classes, and the
//! points it introduces.
//!
//! Invariant: a mark means the same in every picture. Reduced labels (a point or an attribute is
//! named once, where it is introduced) are Ganter and Wille's (Formal Concept Analysis, 1999,
//! section 1.1); whole sets, as in Figure 1 of the paper, are written if the picture has them.

use std::borrow::Cow;

use super::colour::{Colour, class_colour, class_letter};
use super::data::{Node, Picture};
use super::escape::escape_html;
use super::layout::PictureLayout;
use super::style::Theme;
use crate::base::numbers::{group_thousands, pluralize};

impl PictureLayout<'_> {
    fn ink_text(&self, words: &str, size: f64) -> String {
        font_text(words, size, self.style.theme.ink())
    }

    fn faint_text(&self, words: &str, size: f64) -> String {
        font_text(words, size, self.style.theme.faint())
    }

    fn quiet_text(&self, words: &str, size: f64) -> String {
        font_text(words, size, self.style.theme.quiet())
    }
}

/// The font sizes of numbers, names and ids, in points.
const NUMBER_SIZE: f64 = 12.0;
const NAME_SIZE: f64 = 9.0;
const ID_SIZE: f64 = 7.0;
/// The number of letters in a line of names on a card, and the most such lines.
const LETTERS_PER_LINE: usize = 22;
const MAX_LINES: usize = 4;
const BAR_SIZE: [f64; 2] = [60.0, 6.0];
const SET_LETTERS: usize = 28;
const TABLE_ATTRIBUTES: &str = r#"BORDER="0" CELLBORDER="0""#;
const CARD_LETTERS: usize = 44;
const MAX_NAME_LETTERS: usize = 40;
const MAX_LINE_LETTERS: usize = 60;

/// Returns the square root of the share of all points, from 0 to 1, so that areas compare.
pub(crate) fn relative_length(picture: &Picture, node: &Node) -> f64 {
    (f64::from(node.size) / f64::from(picture.size.max(1))).sqrt().min(1.0)
}

/// Returns the fill colour for a hue, paler for a mixed cluster; text on it must be legible.
pub(crate) fn fill_colour(look: &PictureLayout, purity: f64, hue: Colour) -> Colour {
    let full = match (look.draws_dots(), look.style.theme) {
        (true, _) => 0.85,
        (_, Theme::Dark) => 0.55,
        (_, Theme::Light | Theme::Paper) => 0.3,
    };
    hue.mix(look.style.theme.paper(), 1.0 - full * purity * purity)
}

pub(crate) fn font_text(text: &str, size: f64, colour: Colour) -> String {
    let size = (size * 10.0).round() / 10.0;
    format!(r#"<FONT POINT-SIZE="{size}" COLOR="{colour}">{}</FONT>"#, escape_html(text))
}

/// Returns an HTML-like label of left-aligned rows, angle brackets included.
pub(super) fn table_label(rows: &[String], padding: u32) -> String {
    let rows: String =
        rows.iter().map(|row| format!(r#"<TR><TD ALIGN="LEFT">{row}</TD></TR>"#)).collect();
    format!(r#"<<TABLE {TABLE_ATTRIBUTES} CELLSPACING="0" CELLPADDING="{padding}">{rows}</TABLE>>"#)
}

/// Returns the HTML-like label of a node, angle brackets included.
pub(crate) fn label(look: &PictureLayout, node: &Node) -> String {
    let mut rows = attribute_lines(look, node);
    match &node.members {
        _ if node.size == 0 => rows.push(look.ink_text("∅", NUMBER_SIZE)),
        Some(members) => rows.extend(set_lines(look, node, members)),
        None => rows.push(caption(look, node)),
    }
    if node.counts.iter().any(|&count| count > 0) {
        rows.push(bar(look, node));
    }
    rows.extend(node.card_lines.iter().map(|words| look.ink_text(&cut_name(words), NAME_SIZE)));
    if node.members.is_none() {
        // On a map, a point would stand in several clusters.
        if !look.picture.is_map() {
            rows.extend(introduced_lines(look, node));
        }
        rows.extend(identity(look, node));
    }
    let rows: String = rows.iter().map(|row| format!("<TR><TD>{row}</TD></TR>")).collect();
    // Letters have more space below them than above.
    let above = r#"<TR><TD HEIGHT="1"></TD></TR>"#;
    format!(r#"<<TABLE {TABLE_ATTRIBUTES} CELLPADDING="0" CELLSPACING="3">{above}{rows}</TABLE>>"#)
}

pub(super) fn card_label(look: &PictureLayout, node: &Node) -> String {
    let size = pluralize(node.size.into(), "point", "points");
    let name = format!("<B>{}</B>", look.ink_text(&node.name, NUMBER_SIZE));
    let mut rows = vec![name + &look.ink_text(&format!("\u{a0} {size}"), NAME_SIZE + 1.0)];
    for line in &node.card_lines {
        // Lines are broken after commas alone, so that an interval stays on one line.
        let pieces = line.split_inclusive(", ").map(|piece| (piece.to_owned(), piece.len()));
        let lines = wrap_words(pieces, CARD_LETTERS);
        // Parts and clusters of the community, `g1.2: 30 points`, are written in a quieter colour.
        let is_inside = |(_, what): (&str, &str)| {
            what.split(' ').nth(1).is_some_and(|word| word.starts_with("point"))
        };
        let colour = match line.split_once(": ").is_some_and(is_inside) || line.starts_with("and ")
        {
            true => look.style.theme.quiet(),
            false => look.style.theme.ink(),
        };
        let cut = |line: Vec<String>| cut_before_number(line.concat().trim_end(), MAX_LINE_LETTERS);
        rows.extend(lines.into_iter().map(|line| font_text(&cut(line), NAME_SIZE, colour)));
    }
    table_label(&rows, 1)
}

/// Returns the number of points, and the letter of their class if colours alone do not show it.
fn caption(look: &PictureLayout, node: &Node) -> String {
    let size = format!("<B>{}</B>", look.ink_text(&group_thousands(node.size.into()), NUMBER_SIZE));
    let class =
        node.majority().and_then(|(class, _)| class_letter(class, look.picture.classes.len()));
    class.map_or(size.clone(), |mark| size + &look.quiet_text(&format!("\u{a0}{mark}"), ID_SIZE))
}

/// Returns the id, with the numbers of hidden covers at the sides where they would leave.
fn identity(look: &PictureLayout, node: &Node) -> Option<String> {
    if node.size == 0 {
        return None;
    }
    let mut words = vec![node.name.clone()];
    if node.hidden_down > 0 {
        words.insert(0, format!("‹{}", node.hidden_down));
    }
    if node.hidden_up > 0 {
        words.push(format!("{}›", node.hidden_up));
    }
    Some(look.faint_text(&words.join("\u{a0} "), ID_SIZE))
}

/// Returns a bar, divided by class, whose length grows with the square root of the size.
fn bar(look: &PictureLayout, node: &Node) -> String {
    let longest = BAR_SIZE[0] * (0.2 + 0.8 * relative_length(look.picture, node));
    let widths = divide_length(&node.counts, longest.round());
    let (width, height) = (widths.iter().sum::<u32>(), BAR_SIZE[1]);
    let swatch = |(class, &width): (usize, &u32)| {
        let colour = class_colour(class);
        format!(
            r#"<TD FIXEDSIZE="TRUE" WIDTH="{width}" HEIGHT="{height}" BGCOLOR="{colour}"></TD>"#
        )
    };
    let cells: String =
        widths.iter().enumerate().filter(|&(_, &width)| width > 0).map(swatch).collect();
    // The size is fixed, or the cells would drift apart if the caption is wider than the bar.
    let size = format!(r#"FIXEDSIZE="TRUE" WIDTH="{width}" HEIGHT="{height}""#);
    let layout = r#"CELLPADDING="0" CELLSPACING="0""#;
    format!("<TABLE {TABLE_ATTRIBUTES} {layout} {size}><TR>{cells}</TR></TABLE>")
}

/// Divides a length in proportion to counts; a count above 0 gets at least 1.
fn divide_length(counts: &[u32], length: f64) -> Vec<u32> {
    let total = f64::from(counts.iter().sum::<u32>().max(1));
    let share = |&count: &u32| match count {
        0 => 0,
        _ => ((f64::from(count) / total * length).round() as u32).max(1),
    };
    counts.iter().map(share).collect()
}

/// Returns a set such as `{1, 2, 4}` on a few lines, in which introduced points are dark.
fn set_lines(look: &PictureLayout, node: &Node, members: &[usize]) -> Vec<String> {
    let (size, theme) = (NUMBER_SIZE, look.style.theme);
    let words = members.iter().enumerate().map(|(at, &point)| {
        let is_new = node.introduced.contains(&point);
        let colour = if is_new { theme.ink() } else { theme.quiet() };
        let open = if at == 0 { look.quiet_text("{", size) } else { String::new() };
        let close = look.quiet_text(if at + 1 == members.len() { "}" } else { "," }, size);
        let (name, letters) = point_name(look, point, size, colour);
        (format!("{open}{name}{close}"), letters + 1)
    });
    let lines = wrap_words(words, SET_LETTERS);
    lines.iter().map(|line| line.join(&look.quiet_text(" ", size))).collect()
}

/// Returns the reduced label above: names of attributes, slanted, on a few lines.
fn attribute_lines(look: &PictureLayout, node: &Node) -> Vec<String> {
    let ink = look.style.theme.ink();
    let words = node.attributes.iter().map(|name| {
        let letters = name.chars().count().min(MAX_NAME_LETTERS);
        let name = font_text(&cut_name(name), NAME_SIZE, ink);
        (format!("<I>{name}</I>"), letters)
    });
    limit_lines(look, words, node.attributes.len())
}

/// Returns the reduced label below: names of points, on a few lines.
fn introduced_lines(look: &PictureLayout, node: &Node) -> Vec<String> {
    let ink = look.style.theme.ink();
    let words = node.introduced.iter().map(|&point| {
        let class = look.picture.points[point].class;
        point_name(look, point, NAME_SIZE, class.map_or(ink, |c| class_colour(c).mix(ink, 0.55)))
    });
    limit_lines(look, words, node.introduced.len())
}

/// Returns the first words on a few lines, and the number of the others.
fn limit_lines(
    look: &PictureLayout,
    words: impl Iterator<Item = (String, usize)>,
    all: usize,
) -> Vec<String> {
    let mut lines = wrap_words(words, LETTERS_PER_LINE);
    lines.truncate(MAX_LINES);
    let left_out = all - lines.iter().map(Vec::len).sum::<usize>();
    if left_out > 0 {
        lines.push(vec![look.faint_text(&format!("+{left_out} more"), NAME_SIZE)]);
    }
    lines.iter().map(|line| line.join(&look.ink_text("  ", NAME_SIZE))).collect()
}

/// Returns a point's name, bold if it is selected, and its number of letters.
fn point_name(look: &PictureLayout, point: usize, size: f64, colour: Colour) -> (String, usize) {
    let point = &look.picture.points[point];
    let letters = point.name.chars().count();
    let name = font_text(&cut_name(&point.name), size, colour);
    let name = if point.is_selected { format!("<B>{name}</B>") } else { name };
    (name, letters.min(MAX_NAME_LETTERS))
}

pub(crate) fn cut_name(words: &str) -> Cow<'_, str> {
    truncate(words, MAX_NAME_LETTERS)
}

/// Cuts words with a number behind them, such as `flavanoids 0.9 above` or
/// `island Dream 98 % (all 36 %)`, to `letters` letters, before the number.
pub(crate) fn cut_before_number(words: &str, letters: usize) -> String {
    let numbers = if words.ends_with("%)") { 5 } else { 2 };
    let behind = words.rmatch_indices(' ').nth(numbers - 1);
    match behind.map(|(at, _)| words.split_at(at)) {
        Some((name, numbers)) if words.chars().count() > letters => {
            let room = letters.saturating_sub(numbers.chars().count()).max(4);
            truncate(name, room).into_owned() + numbers
        }
        _ => truncate(words, letters).into_owned(),
    }
}

pub(crate) fn truncate(words: &str, letters: usize) -> Cow<'_, str> {
    if words.chars().count() <= letters {
        return words.into();
    }
    let short: String = words.chars().take(letters - 1).collect();
    format!("{short}…").into()
}

/// Breaks words, each with its number of letters, into lines of at most `letters` letters.
pub(crate) fn wrap_words(
    words: impl Iterator<Item = (String, usize)>,
    letters: usize,
) -> Vec<Vec<String>> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut used = 0;
    for (word, length) in words {
        match lines.last_mut() {
            Some(line) if used + 1 + length <= letters => {
                line.push(word);
                used += 1 + length;
            }
            _ => {
                lines.push(vec![word]);
                used = length;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::data::Point;
    use super::super::style::Style;
    use super::*;

    fn picture(names: usize) -> Picture {
        let points = (1..=names).map(|at| Point { name: format!("d{at}"), ..Point::default() });
        Picture { size: 100, points: points.collect(), ..Picture::default() }
    }

    fn words(label: &str) -> String {
        let pieces = label.split('<').filter_map(|piece| piece.split_once('>'));
        pieces.map(|(_, words)| words).collect::<String>().trim_end_matches('>').to_owned()
    }

    #[test]
    fn a_card_counts_what_it_leaves_out() {
        let introduced = (0..60).collect();
        let node = Node {
            name: "c7".to_owned(),
            size: 70,
            introduced,
            hidden_down: 2,
            hidden_up: 3,
            ..Node::default()
        };
        let (picture, style) = (picture(60), Style::default());
        let look = PictureLayout::candidates(&picture, &style)[0];
        let words = words(&label(&look, &node)).replace('\u{a0}', "");
        assert!(words.starts_with("70d1  d2"), "{words}");
        assert!(words.ends_with("+37 more‹2 c7 3›"), "{words}");
    }

    #[test]
    fn a_set_is_written_out() {
        let members = Some(vec![0, 2, 3]);
        let node = Node { size: 3, members, introduced: vec![2], ..Node::default() };
        let (picture, style) = (picture(4), Style::default());
        let look = PictureLayout::candidates(&picture, &style)[0];
        assert_eq!(words(&label(&look, &node)), "{d1, d3, d4}");
        let empty = Node { members: Some(Vec::new()), ..Node::default() };
        assert_eq!(words(&label(&look, &empty)), "∅");
    }

    #[test]
    fn no_class_vanishes_from_a_bar() {
        assert_eq!(divide_length(&[999, 0, 1], 50.0), [50, 0, 1]);
        assert!(divide_length(&[], 50.0).is_empty());
    }

    #[test]
    fn a_long_name_is_cut_for_the_eye_only() {
        let mut picture = picture(1);
        picture.points[0].name = "x".repeat(100);
        let style = Style::default();
        let look = PictureLayout::candidates(&picture, &style)[0];
        let (name, letters) = point_name(&look, 0, 9.0, style.theme.ink());
        assert_eq!((words(&name), letters), ("x".repeat(39) + "…", 40));
    }
}
