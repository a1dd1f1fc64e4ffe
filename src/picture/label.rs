//! What is written in a node: the attributes it introduces, its size, a bar of its classes, the
//! points it introduces.
//!
//! Invariant: a mark means the same at every density; where more clusters share the page, there is
//! less text. Reduced labels (a point or an attribute is named once, where it is introduced) are
//! Ganter and Wille's (Formal Concept Analysis, 1999, section 1.1); whole sets, as in Figure 1 of
//! the paper, are written where the picture gives them.

use std::borrow::Cow;

use super::colour::{Colour, mark, of_class};
use super::data::{Node, Picture};
use super::escape::html;
use super::style::{Style, Theme};
use crate::base::numbers::grouped;

/// How much a node says, by how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Density {
    /// Size, id, covers left out, bar, names.
    Cards,
    /// Size, bar, a few names.
    Bars,
    /// Nothing but a coloured dot; the tooltip has the rest.
    Dots,
}

/// How the nodes of a picture look.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// What is drawn.
    pub picture: &'a Picture,
    /// What a person wants.
    pub style: &'a Style,
    /// How much a node says.
    pub density: Density,
}

impl Look<'_> {
    /// A piece of label in the ink of the theme.
    fn ink(&self, words: &str, size: f64) -> String {
        text(words, size, self.style.theme.ink())
    }

    /// A paler one.
    fn faint(&self, words: &str, size: f64) -> String {
        text(words, size, self.style.theme.faint())
    }

    /// One in between, for members that a cluster inherits.
    fn quiet(&self, words: &str, size: f64) -> String {
        text(words, size, self.style.theme.quiet())
    }
}

/// Font sizes in points, lengths in letters, lines and points.
struct Measures {
    size: f64,
    names: f64,
    small: f64,
    letters: usize,
    lines: usize,
    bar: f64,
    widest: f64,
}

const CARD: Measures =
    Measures { size: 12.0, names: 9.0, small: 7.0, letters: 22, lines: 4, bar: 6.0, widest: 60.0 };
const BAR: Measures =
    Measures { size: 9.0, names: 7.0, small: 6.0, letters: 16, lines: 2, bar: 4.0, widest: 40.0 };
const LETTERS_OF_A_SET: usize = 28;
const LONGEST_NAME: usize = 40;

impl Density {
    /// The density at which this many nodes can be read, with `tallest` of them in one column.
    pub fn of(nodes: usize, tallest: usize) -> Self {
        match nodes {
            0..=100 if tallest <= 30 => Self::Cards,
            0..=400 if tallest <= 120 => Self::Bars,
            _ => Self::Dots,
        }
    }

    fn measures(self) -> &'static Measures {
        if self == Self::Cards { &CARD } else { &BAR }
    }
}

/// The share of all points as a length from 0 to 1 whose square is the share, so that areas
/// compare.
pub fn relative_length(picture: &Picture, node: &Node) -> f64 {
    (f64::from(node.size) / f64::from(picture.size.max(1))).sqrt().min(1.0)
}

/// The hue of the majority class, paler for a mixed cluster; text on it must be legible.
pub fn fill(look: &Look, purity: f64, hue: Colour, density: Density) -> Colour {
    let full = match (density, look.style.theme) {
        (Density::Dots, _) => 0.85,
        (_, Theme::Dark) => 0.55,
        (_, Theme::Light | Theme::Paper) => 0.3,
    };
    hue.mix(look.style.theme.paper(), 1.0 - full * purity * purity)
}

/// A piece of label: text of one size and colour.
pub fn text(text: &str, size: f64, colour: Colour) -> String {
    let size = (size * 10.0).round() / 10.0;
    format!(r#"<FONT POINT-SIZE="{size}" COLOR="{colour}">{}</FONT>"#, html(text))
}

/// An HTML-like label of rows, from the left, angle brackets included.
pub(super) fn table(rows: &[String], padding: u32) -> String {
    let rows: String =
        rows.iter().map(|row| format!(r#"<TR><TD ALIGN="LEFT">{row}</TD></TR>"#)).collect();
    let borders = r#"BORDER="0" CELLBORDER="0" CELLSPACING="0""#;
    format!(r#"<<TABLE {borders} CELLPADDING="{padding}">{rows}</TABLE>>"#)
}

/// The HTML-like label of a node, angle brackets included.
pub fn label(look: &Look, node: &Node) -> String {
    let measures = look.density.measures();
    let mut rows = attributes(look, node, measures);
    match &node.members {
        _ if node.size == 0 => rows.push(look.ink("∅", measures.size)),
        Some(members) => rows.extend(set(look, node, members, measures)),
        None => rows.push(caption(look, node, measures)),
    }
    if node.counts.iter().any(|&count| count > 0) {
        rows.push(bar(look, node, measures));
    }
    if look.density == Density::Cards {
        rows.extend(node.card_lines.iter().map(|words| look.ink(&cut(words), measures.names)));
    }
    if node.members.is_none() {
        // Frames say what is in them; names of points would hide it.
        if look.picture.groups.is_empty() {
            rows.extend(introduced(look, node, measures));
        }
        rows.extend(identity(look, node, measures));
    }
    let mut rows: String = rows.iter().map(|row| format!("<TR><TD>{row}</TD></TR>")).collect();
    let gap = 3.0;
    // Letters have more room below them than above.
    rows.insert_str(0, r#"<TR><TD HEIGHT="1"></TD></TR>"#);
    format!(
        r#"<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="{gap}">{rows}</TABLE>>"#
    )
}

/// How many points, and the letter of their class where colours alone do not show it.
fn caption(look: &Look, node: &Node, measures: &Measures) -> String {
    let size = format!("<B>{}</B>", look.ink(&grouped(node.size.into()), measures.size));
    let class = node.majority().and_then(|(class, _)| mark(class, look.picture.classes.len()));
    class.map_or(size.clone(), |mark| size + &look.quiet(&format!("\u{a0}{mark}"), measures.small))
}

/// The id, and at its sides, where they would leave, the covers not shown.
fn identity(look: &Look, node: &Node, measures: &Measures) -> Option<String> {
    if look.density != Density::Cards || node.size == 0 {
        return None;
    }
    let mut words = vec![node.name.clone()];
    if node.hidden_down > 0 {
        words.insert(0, format!("‹{}", node.hidden_down));
    }
    if node.hidden_up > 0 {
        words.push(format!("{}›", node.hidden_up));
    }
    Some(look.faint(&words.join("\u{a0} "), measures.small))
}

/// A bar as long as the square root of the size, divided by class.
fn bar(look: &Look, node: &Node, measures: &Measures) -> String {
    let longest = measures.widest * (0.2 + 0.8 * relative_length(look.picture, node));
    let widths = divide(&node.counts, longest.round());
    let (width, height) = (widths.iter().sum::<u32>(), measures.bar.round());
    let swatch = |(class, &width): (usize, &u32)| {
        let colour = of_class(class);
        format!(
            r#"<TD FIXEDSIZE="TRUE" WIDTH="{width}" HEIGHT="{height}" BGCOLOR="{colour}"></TD>"#
        )
    };
    let cells: String =
        widths.iter().enumerate().filter(|&(_, &width)| width > 0).map(swatch).collect();
    // The size is fixed, or the cells would drift apart if the caption is wider than the bar.
    format!(
        concat!(
            r#"<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE""#,
            r#" WIDTH="{width}" HEIGHT="{height}"><TR>{cells}</TR></TABLE>"#
        ),
        width = width,
        height = height,
        cells = cells
    )
}

/// Divides a length by counts: what is not zero gets at least one.
fn divide(counts: &[u32], length: f64) -> Vec<u32> {
    let total = f64::from(counts.iter().sum::<u32>().max(1));
    let share = |&count: &u32| match count {
        0 => 0,
        _ => ((f64::from(count) / total * length).round() as u32).max(1),
    };
    counts.iter().map(share).collect()
}

/// `{1, 2, 4}` on a few lines; what the cluster introduces is dark, what it inherits is not.
fn set(look: &Look, node: &Node, members: &[usize], measures: &Measures) -> Vec<String> {
    let (size, theme) = (measures.size, look.style.theme);
    let words = members.iter().enumerate().map(|(at, &point)| {
        let is_new = node.introduced.contains(&point);
        let colour = if is_new { theme.ink() } else { theme.quiet() };
        let open = if at == 0 { look.quiet("{", size) } else { String::new() };
        let close = look.quiet(if at + 1 == members.len() { "}" } else { "," }, size);
        let (name, letters) = name(look, point, size, colour);
        (format!("{open}{name}{close}"), letters + 1)
    });
    let lines = wrap(words, LETTERS_OF_A_SET);
    lines.iter().map(|line| line.join(&look.quiet(" ", size))).collect()
}

/// The reduced label above: names of attributes, slanted, on a few lines.
fn attributes(look: &Look, node: &Node, measures: &Measures) -> Vec<String> {
    let ink = look.style.theme.ink();
    let words = node.attributes.iter().map(|name| {
        let letters = name.chars().count().min(LONGEST_NAME);
        let name = text(&cut(name), measures.names, ink);
        (format!("<I>{name}</I>"), letters)
    });
    few_lines(look, words, node.attributes.len(), measures)
}

/// The reduced label below: names of points on a few lines.
fn introduced(look: &Look, node: &Node, measures: &Measures) -> Vec<String> {
    let ink = look.style.theme.ink();
    let words = node.introduced.iter().map(|&point| {
        let class = look.picture.points[point].class;
        name(look, point, measures.names, class.map_or(ink, |c| of_class(c).mix(ink, 0.55)))
    });
    few_lines(look, words, node.introduced.len(), measures)
}

/// Some of all words, each with its letters, on a few lines, then how many more there are.
fn few_lines(
    look: &Look,
    words: impl Iterator<Item = (String, usize)>,
    all: usize,
    measures: &Measures,
) -> Vec<String> {
    let mut lines = wrap(words, measures.letters);
    lines.truncate(measures.lines);
    let left_out = all - lines.iter().map(Vec::len).sum::<usize>();
    if left_out > 0 {
        lines.push(vec![look.faint(&format!("+{left_out} more"), measures.names)]);
    }
    lines.iter().map(|line| line.join(&look.ink("  ", measures.names))).collect()
}

/// A point's name, bold where it was selected, and how many letters it has.
fn name(look: &Look, point: usize, size: f64, colour: Colour) -> (String, usize) {
    let point = &look.picture.points[point];
    let letters = point.name.chars().count();
    let name = text(&cut(&point.name), size, colour);
    let name = if point.asked { format!("<B>{name}</B>") } else { name };
    (name, letters.min(LONGEST_NAME))
}

/// Words, cut where they are long.
pub(super) fn cut(words: &str) -> Cow<'_, str> {
    if words.chars().count() <= LONGEST_NAME {
        return words.into();
    }
    let short: String = words.chars().take(LONGEST_NAME - 1).collect();
    format!("{short}…").into()
}

/// Words, each with its letters, on lines of at most this many letters unless one word has more.
pub(super) fn wrap(
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
    use super::*;

    fn picture(names: usize) -> Picture {
        let points = (1..=names).map(|at| Point { name: format!("d{at}"), ..Point::default() });
        Picture { size: 100, points: points.collect(), ..Picture::default() }
    }

    /// What is left of a label without its tags.
    fn words(label: &str) -> String {
        let pieces = label.split('<').filter_map(|piece| piece.split_once('>'));
        pieces.map(|(_, words)| words).collect::<String>().trim_end_matches('>').to_owned()
    }

    #[test]
    fn the_density_follows_the_crowd() {
        assert_eq!(Density::of(50, 10), Density::Cards);
        assert_eq!(Density::of(50, 40), Density::Bars);
        assert_eq!(Density::of(200, 30), Density::Bars);
        assert_eq!(Density::of(1000, 30), Density::Dots);
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
        let look = Look { picture: &picture, style: &style, density: Density::Cards };
        let words = words(&label(&look, &node)).replace('\u{a0}', "");
        assert!(words.starts_with("70d1  d2"), "{words}");
        assert!(words.ends_with("+37 more‹2 c7 3›"), "{words}");
    }

    #[test]
    fn a_set_is_written_out() {
        let members = Some(vec![0, 2, 3]);
        let node = Node { size: 3, members, introduced: vec![2], ..Node::default() };
        let (picture, style) = (picture(4), Style::default());
        let look = Look { picture: &picture, style: &style, density: Density::Cards };
        assert_eq!(words(&label(&look, &node)), "{d1, d3, d4}");
        let empty = Node { members: Some(Vec::new()), ..Node::default() };
        assert_eq!(words(&label(&look, &empty)), "∅");
    }

    #[test]
    fn no_class_vanishes_from_a_bar() {
        assert_eq!(divide(&[999, 0, 1], 50.0), [50, 0, 1]);
        assert!(divide(&[], 50.0).is_empty());
    }

    #[test]
    fn a_long_name_is_cut_for_the_eye_only() {
        let mut picture = picture(1);
        picture.points[0].name = "x".repeat(100);
        let style = Style::default();
        let look = Look { picture: &picture, style: &style, density: Density::Cards };
        let (name, letters) = name(&look, 0, 9.0, style.theme.ink());
        assert_eq!((words(&name), letters), ("x".repeat(39) + "…", 40));
    }
}
