//! Title, legend and reading key: the label of the graph, so that they stand outside the columns.
//!
//! Invariant: every class of the picture is named with its colour; the key explains the marks that
//! occur and no others; the letters grow with the page, so that they are readable when it is
//! shrunk to a slide.

use std::ops::Range;

use super::colour::{FAINT, INK, of_class};
use super::label::{Density, text};
use super::picture::{Node, Picture};

/// The HTML-like label of the graph, angle brackets included. `by_size` says whether the columns
/// are the drawing's, too.
pub fn heading(
    picture: &Picture,
    columns: &[Range<usize>],
    by_size: bool,
    density: Density,
) -> String {
    let scale = scale(picture, columns, density);
    let points = |size: f64| (size * scale).round() as u32;
    let mut rows = Vec::new();
    if !picture.title.is_empty() {
        rows.push(format!("<B>{}</B>", text(&picture.title, points(14.0), INK)));
    }
    for (row, names) in picture.classes.chunks(CLASSES_A_ROW).enumerate() {
        let entry = |(at, name): (usize, &String)| {
            let square = text("■", points(12.0), of_class(row * CLASSES_A_ROW + at));
            square + &text(&format!("\u{a0}{name}"), points(10.0), INK)
        };
        let entries: Vec<String> = names.iter().enumerate().map(entry).collect();
        rows.push(entries.join(&text("     ", points(10.0), INK)));
    }
    // Not wider than the picture: a letter is about half as wide as high.
    let letters = (page(columns, density).0 * 72.0 / (0.5 * 8.0 * scale)) as usize;
    let lines = wrapped(&key(picture, by_size, density), letters.max(64));
    rows.extend(lines.iter().map(|line| text(line, points(8.0), FAINT)));
    let rows: String =
        rows.iter().map(|row| format!(r#"<TR><TD ALIGN="LEFT">{row}</TD></TR>"#)).collect();
    format!(r#"<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="3" CELLSPACING="0">{rows}</TABLE>>"#)
}

const CLASSES_A_ROW: usize = 8;

/// How to read the picture, mark by mark.
fn key(picture: &Picture, by_size: bool, density: Density) -> Vec<&'static str> {
    let any = |mark: fn(&Node) -> bool| picture.nodes.iter().any(mark);
    let mut words = match by_size {
        true => vec!["smallest clusters left, largest right"],
        false => vec!["each line leads right, to a larger cluster"],
    };
    match density {
        Density::Dots if !picture.classes.is_empty() => words.push("the paler, the more mixed"),
        Density::Dots => {}
        _ => {
            if any(|node| node.members.is_none()) {
                words.push("bold number: points");
            }
            if !picture.classes.is_empty() {
                words.push("bar: their classes");
            }
        }
    }
    if any(|node| node.says.iter().any(|words| words.ends_with(" sd"))) {
        words.push("sd: standard deviations from the mean of all points");
    }
    if any(|node| node.asked) {
        words.push("dark outline: asked for");
    }
    if !picture.shortened.is_empty() {
        words.push("dashed: a chain of covers");
    }
    if density == Density::Cards && any(|node| node.hidden_up + node.hidden_down > 0) {
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

/// How much larger than on a slide of 13 by 8 inches the letters must be, the title not wider than
/// the picture.
fn scale(picture: &Picture, columns: &[Range<usize>], density: Density) -> f64 {
    let (width, height) = page(columns, density);
    let title = 0.11 * picture.title.chars().count().max(30) as f64;
    (width / 13.0).max(height / 8.0).min(width / title).clamp(1.0, 4.0)
}

/// About how wide and high the drawing will be, in inches.
fn page(columns: &[Range<usize>], density: Density) -> (f64, f64) {
    let (column, row) = match density {
        Density::Cards => (1.3, 0.6),
        Density::Bars => (0.9, 0.3),
        Density::Dots => (0.7, 0.12),
    };
    let tallest = columns.iter().map(Range::len).max().unwrap_or(0);
    (column * columns.len() as f64, row * tallest as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_explains_what_occurs() {
        let mut picture = Picture { nodes: vec![Node::default()], ..Picture::default() };
        assert_eq!(key(&picture, true, Density::Cards).len(), 2);
        picture.nodes[0].asked = true;
        picture.nodes[0].hidden_up = 1;
        let words = key(&picture, true, Density::Cards).join(", ");
        assert!(words.contains("asked") && words.contains("not shown"), "{words}");
    }

    #[test]
    fn every_class_is_named() {
        let classes: Vec<String> = (0..20).map(|class| format!("class-{class}-")).collect();
        let picture = Picture { classes: classes.clone(), ..Picture::default() };
        let heading = heading(&picture, &[], true, Density::Cards);
        assert!(classes.iter().all(|class| heading.contains(class.as_str())));
    }
}
