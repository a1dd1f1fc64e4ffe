//! Title, legend and reading key: the label of the graph, so that they stand outside the columns.
//!
//! Invariant: every class of the picture, or of very many the first ones, is named next to a box of
//! its colour; the key explains the
//! marks that occur and no others; nothing in it is wider than the picture, as far as letters can
//! be counted; where the width is open, the letters grow with the page, so that they are readable
//! when it is shrunk to a slide.

use std::ops::Range;

use super::colour::{Colour, mark, of_class};
use super::data::Node;
use super::difference::{LESS, MORE};
use super::label::{Density, Look, cut, fill, text};
use super::layout::Layout;
use super::style::{RankDir, Title};
use crate::base::numbers::grouped;

/// The HTML-like label of the graph, angle brackets included; nothing where it says nothing.
pub fn heading(look: &Look, layout: &Layout, columns: &[Range<usize>]) -> Option<String> {
    let (style, theme) = (look.style, look.style.theme);
    let title = match &style.title {
        Title::OfTheSelection => look.picture.title.as_str(),
        Title::None => "",
        Title::Text(text) => text,
    };
    let page = page(look, layout, columns);
    let scale = scale(title, page, style.width.is_some());
    let points = |size: f64| style.scaled(size) * scale;
    // A letter is about half as wide as high.
    let letters = |size: f64| {
        let width = style.width.unwrap_or_else(|| page.0.max(64.0 * 0.5 * points(8.0) / 72.0));
        (width * 72.0 / (0.52 * points(size))) as usize
    };
    // Where the width is open, the page grows with a title of one line.
    let most = if style.width.is_none() { letters(15.0).max(OPEN) } else { letters(15.0) };
    let mut rows: Vec<String> = lines(title, most)
        .iter()
        .map(|line| format!("<B>{}</B>", text(line, points(14.0), theme.ink())))
        .collect();
    if style.legend {
        rows.extend(legend(look, points(10.0), letters(10.0)));
        let key = wrapped(&key(look, layout), letters(8.0));
        rows.extend(key.iter().map(|line| text(line, points(8.0), theme.faint())));
    }
    let rows: String =
        rows.iter().map(|row| format!(r#"<TR><TD ALIGN="LEFT">{row}</TD></TR>"#)).collect();
    let table = r#"<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="2" CELLSPACING="0">"#;
    (!rows.is_empty()).then(|| format!("<{table}{rows}</TABLE>>"))
}

/// A title of no more letters than this stays on one line, where the width is open.
const OPEN: usize = 96;

/// An entry of the legend: boxes of these colours, a letter in the first, and what they stand for.
type Entry = (Vec<Colour>, Option<String>, String);

/// Rows of boxes and names.
fn legend(look: &Look, size: f64, letters: usize) -> Vec<String> {
    let (classes, theme) = (&look.picture.classes, look.style.theme);
    let mut entries: Vec<Entry> = classes
        .iter()
        .enumerate()
        .take(most_named(classes.len()))
        .map(|(class, name)| {
            (vec![of_class(class)], mark(class, classes.len()), cut(name).into_owned())
        })
        .collect();
    if classes.len() > entries.len() {
        let more = grouped((classes.len() - entries.len()) as u64);
        entries.push((Vec::new(), None, format!("and {more} classes more")));
    }
    if let Some(hue) = entries.first().map(|(colours, ..)| colours[0]) {
        let shades = [0.4, 0.7, 1.0].map(|purity| fill(look, purity, hue, look.density));
        entries.push((shades.to_vec(), None, "mixed to pure".to_owned()));
    }
    // Entries with how many letters and how many points they take.
    let mut rows: Vec<(Vec<String>, usize, f64)> = Vec::new();
    for (colours, mark, name) in entries {
        let side = (size * if mark.is_some() { 1.3 } else { 0.9 }).round();
        let cell = |colour: &Colour| {
            let letter = mark.as_ref().map(|mark| text(mark, size * 0.7, theme.paper()));
            format!(
                r#"<TD FIXEDSIZE="TRUE" WIDTH="{side}" HEIGHT="{side}" BGCOLOR="{colour}">{}</TD>"#,
                letter.unwrap_or_default()
            )
        };
        let boxes: String = colours.iter().map(cell).collect();
        let gap = (size * 0.4).round();
        let entry = format!(
            r#"{boxes}<TD WIDTH="{gap}"></TD><TD>{}</TD><TD WIDTH="{}"></TD>"#,
            text(&name, size, theme.ink()),
            gap * 3.0
        );
        let letters_here = name.chars().count() + 2 * colours.len() + 4;
        let points = side * colours.len() as f64 + 4.0 * gap + width(&name) * size;
        match rows.last_mut() {
            Some((row, used, length)) if *used + letters_here <= letters => {
                row.push(entry);
                (*used, *length) = (*used + letters_here, *length + points);
            }
            _ => rows.push((vec![entry], letters_here, points)),
        }
    }
    // The size is fixed, or the boxes would drift apart if another row is wider.
    let row = |(row, _, points): &(Vec<String>, usize, f64)| {
        format!(
            concat!(
                r#"<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0""#,
                r#" ALIGN="LEFT" FIXEDSIZE="TRUE" WIDTH="{}" HEIGHT="{}"><TR>{}</TR></TABLE>"#
            ),
            points.ceil(),
            (size * 1.25).round(),
            row.concat()
        )
    };
    rows.iter().map(row).collect()
}

/// How many of so many classes a legend names: all, unless that were longer than the picture.
pub(super) fn most_named(classes: usize) -> usize {
    if classes <= NAMED { classes } else { NAMED - 1 }
}

/// A legend names at most this many classes.
const NAMED: usize = 40;

/// About how wide a text is, in letters as wide as high; rather too wide.
fn width(text: &str) -> f64 {
    let letter = |c: char| match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | ' ' | '.' | ',' => 0.45,
        'm' | 'w' | 'A'..='Z' => 0.9,
        c if c.is_ascii() => 0.64,
        _ => 1.1,
    };
    text.chars().map(letter).sum()
}

/// How to read the picture, mark by mark.
fn key(look: &Look, layout: &Layout) -> Vec<&'static str> {
    let picture = look.picture;
    let any = |mark: fn(&Node) -> bool| picture.nodes.iter().any(mark);
    let mut words = Vec::new();
    if !picture.groups.is_empty() {
        words.push("frame: a group, and clusters with most of their points in it");
    }
    if !picture.roads.is_empty() {
        words.push("broad line with a number: points in both groups");
    }
    let order = match (layout.rankdir, layout.by_size) {
        (RankDir::LeftToRight, true) => "smallest clusters left, largest right",
        (RankDir::LeftToRight, false) => "each line leads right, to a larger cluster",
        (RankDir::BottomUp, true) => "smallest clusters at the bottom, largest at the top",
        (RankDir::BottomUp, false) => "each line leads up, to a larger cluster",
    };
    if picture.groups.is_empty() {
        words.push(order);
    } else if !picture.edges.is_empty() {
        words.push("thin line: from a cluster to a larger one around it");
    }
    match look.density {
        Density::Dots => words.push("the larger the dot, the more points"),
        Density::Cards | Density::Bars => {
            if any(|node| node.members.is_none()) {
                words.push("bold number: points");
            }
            if !picture.classes.is_empty() {
                words.push("bar: their classes");
            }
        }
    }
    if any(|node| node.members.is_none() && !node.introduced.is_empty())
        && look.density != Density::Dots
        && picture.groups.is_empty()
    {
        words.push(match picture.is_map() {
            true => "a point may stand in several clusters",
            false => "a point stands in the smallest cluster with it",
        });
    }
    if any(|node| !node.attributes.is_empty()) && look.density != Density::Dots {
        words.push("slanted: an attribute stands in the largest cluster that has it");
    }
    if look.density == Density::Cards
        && any(|node| node.card_lines.iter().any(|words| words.ends_with(" sd")))
    {
        words.push("sd: standard deviations from the mean of all points");
    }
    if look.density == Density::Cards
        && any(|node| node.card_lines.iter().any(|words| words.contains(['≤', '≥'])))
    {
        words.push("≤ ≥: a rule that tells its points from the others");
    }
    let says = |sign: &str| {
        let mut lines = picture.nodes.iter().flat_map(|node| &node.card_lines);
        look.density == Density::Cards && lines.any(|words| words.starts_with(sign))
    };
    if says(MORE) {
        words.push("+: points that come in");
    }
    if says(LESS) {
        words.push("−: points left out");
    }
    if any(|node| node.asked) {
        words.push("dark outline: asked for");
    }
    if !picture.shortened.is_empty() {
        words.push("dashed: a chain of covers");
    }
    if look.density == Density::Cards && any(|node| node.hidden_up + node.hidden_down > 0) {
        words.push("‹ ›: covers not shown");
    }
    words
}

fn wrapped(phrases: &[&str], letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for phrase in phrases {
        match lines.last_mut() {
            Some(line) if line.chars().count() + phrase.chars().count() + 5 <= letters => {
                *line += &format!("  ·  {phrase}");
            }
            _ => lines.push((*phrase).to_owned()),
        }
    }
    lines
}

/// A text on lines of at most this many letters, broken between words.
fn lines(text: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                *line += &format!(" {word}");
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// How much larger than on a slide of 13 by 8 inches the letters must be, the title not wider than
/// the picture.
fn scale(title: &str, (width, height): (f64, f64), is_fixed: bool) -> f64 {
    if is_fixed {
        return 1.0;
    }
    let title = 0.11 * title.chars().count().max(30) as f64;
    (width / 13.0).max(height / 8.0).min(width / title).clamp(1.0, 4.0)
}

/// About how wide and high the drawing will be, in inches.
fn page(look: &Look, layout: &Layout, columns: &[Range<usize>]) -> (f64, f64) {
    let (column, row) = match look.density {
        Density::Cards => (1.3, 0.6),
        Density::Bars => (0.9, 0.3),
        Density::Dots => (0.7, 0.12),
    };
    let tallest = columns.iter().map(Range::len).max().unwrap_or(0) as f64;
    match layout.rankdir {
        RankDir::LeftToRight => (column * columns.len() as f64, row * tallest),
        RankDir::BottomUp => (0.8 * column * tallest, row * columns.len() as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::Picture;
    use super::super::style::Style;
    use super::*;

    const LAYOUT: Layout = Layout {
        density: Density::Cards,
        rankdir: RankDir::LeftToRight,
        by_size: true,
        is_tight: false,
    };

    fn said(picture: &Picture, style: &Style) -> Option<String> {
        let look = Look { picture, style, density: LAYOUT.density };
        heading(&look, &LAYOUT, &[])
    }

    #[test]
    fn the_key_explains_what_occurs() {
        let style = Style::default();
        let mut picture = Picture { nodes: vec![Node::default()], ..Picture::default() };
        let words = |picture: &Picture| {
            let look = Look { picture, style: &style, density: LAYOUT.density };
            key(&look, &LAYOUT).join(", ")
        };
        assert_eq!(words(&picture).matches(", ").count(), 2);
        picture.nodes[0].asked = true;
        picture.nodes[0].hidden_up = 1;
        let words = words(&picture);
        assert!(words.contains("asked") && words.contains("not shown"), "{words}");
    }

    #[test]
    fn every_class_is_named_and_has_a_letter_where_colours_run_out() {
        let classes: Vec<String> = (0..20).map(|class| format!("class-{class}-")).collect();
        let picture = Picture { classes: classes.clone(), ..Picture::default() };
        let heading = said(&picture, &Style::default()).expect("a legend");
        assert!(classes.iter().all(|class| heading.contains(class.as_str())));
        assert!(heading.contains(">T<") && heading.contains("mixed to pure"));
    }

    #[test]
    fn a_legend_of_very_many_classes_says_how_many_more_there_are() {
        let classes: Vec<String> = (0..200).map(|class| format!("class-{class}-")).collect();
        let picture = Picture { classes, ..Picture::default() };
        let heading = said(&picture, &Style::default()).expect("a legend");
        assert_eq!(heading.matches("class-").count(), 39);
        assert!(heading.contains("and 161 classes more"), "{heading}");
    }

    #[test]
    fn title_and_legend_can_be_left_out() {
        let picture = Picture { title: "a title".into(), ..Picture::default() };
        let mut style = Style { legend: false, ..Style::default() };
        assert!(said(&picture, &style).expect("a title").contains("a title"));
        style.title = Title::Text("another".into());
        assert!(said(&picture, &style).expect("a title").contains("another"));
        style.title = Title::None;
        assert_eq!(said(&picture, &style), None);
    }

    #[test]
    fn a_long_title_takes_lines() {
        assert_eq!(lines("one two three", 7), ["one two", "three"]);
        assert!(lines("", 7).is_empty());
    }
}
