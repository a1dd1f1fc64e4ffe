//! Title, legend and reading key: the label of the graph, so that they stand outside the columns.
//!
//! Invariant: every class of the picture, or of very many the first ones, is named next to a square
//! of its colour; the key explains the marks that occur and no others; nothing is wider than the
//! picture, as far as letters can be counted. Where the width is open, the letters grow with the
//! page, so that they are readable when it is shrunk to a slide.

use std::ops::Range;

use super::colour::{Colour, mark, of_class};
use super::data::Node;
use super::difference::{LESS, MORE};
use super::label::{Density, Look, cut, fill, table, text, wrap};
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
    let points = |size: f64| size * scale;
    // A letter is about half as wide as high.
    let letters = |size: f64| {
        let width = style.width.unwrap_or_else(|| page.0.max(64.0 * 0.5 * points(8.0) / 72.0));
        (width * 72.0 / (0.52 * points(size))) as usize
    };
    // Where the width is open, the page grows with a title of one line.
    let most = if style.width.is_none() { letters(15.0).max(OPEN) } else { letters(15.0) };
    let mut rows: Vec<String> = lines(title.split_whitespace(), " ", most)
        .iter()
        .map(|line| format!("<B>{}</B>", text(line, points(14.0), theme.ink())))
        .collect();
    if style.legend {
        rows.extend(legend(look, points(10.0), letters(10.0)));
        let key = lines(key(look, layout), "  ·  ", letters(8.0));
        rows.extend(key.iter().map(|line| text(line, points(8.0), theme.faint())));
    }
    (!rows.is_empty()).then(|| table(&rows, 2))
}

/// A title of no more letters than this stays on one line, where the width is open.
const OPEN: usize = 96;

/// Lines of squares in the colours of the classes, and names.
fn legend(look: &Look, size: f64, letters: usize) -> Vec<String> {
    let (classes, theme) = (&look.picture.classes, look.style.theme);
    let square = |colour: Colour| text("■", 1.4 * size, colour);
    let named = if classes.len() <= NAMED { classes.len() } else { NAMED - 1 };
    let mut entries: Vec<(String, String)> = Vec::new();
    for (class, name) in classes.iter().enumerate().take(named) {
        let mark = mark(class, classes.len());
        let mark = mark.map_or(String::new(), |mark| text(&mark, size * 0.7, theme.ink()));
        entries.push((square(of_class(class)) + &mark, cut(name).into_owned()));
    }
    if classes.len() > named {
        let more = grouped((classes.len() - named) as u64);
        entries.push((String::new(), format!("and {more} classes more")));
    }
    if !classes.is_empty() {
        let shade = |purity| square(fill(look, purity, of_class(0), look.density));
        entries.push(([0.4, 0.7, 1.0].map(shade).concat(), "mixed to pure".to_owned()));
    }
    let words = entries.into_iter().map(|(squares, name)| {
        let letters = name.chars().count() + 6;
        let name = text(&format!("\u{a0}{name}\u{a0}\u{a0}\u{a0}"), size, theme.ink());
        (squares + &name, letters)
    });
    wrap(words, letters).into_iter().map(|line| line.concat()).collect()
}

/// A legend names at most this many classes.
const NAMED: usize = 40;

/// How to read the picture: a phrase for each mark that occurs in it.
fn key(look: &Look, layout: &Layout) -> Vec<&'static str> {
    let picture = look.picture;
    let any = |mark: fn(&Node) -> bool| picture.nodes.iter().any(mark);
    let on_cards = |mark: fn(&str) -> bool| {
        let mut lines = picture.nodes.iter().flat_map(|node| &node.card_lines);
        look.density == Density::Cards && lines.any(|line| mark(line))
    };
    let order = match (layout.rankdir, layout.by_size) {
        (RankDir::LeftToRight, true) => "smallest clusters left, largest right",
        (RankDir::LeftToRight, false) => "each line leads right, to a larger cluster",
        (RankDir::BottomUp, true) => "smallest clusters at the bottom, largest at the top",
        (RankDir::BottomUp, false) => "each line leads up, to a larger cluster",
    };
    let has_frames = !picture.groups.is_empty();
    let is_dots = look.density == Density::Dots;
    let has_points = any(|node| node.members.is_none() && !node.introduced.is_empty());
    let has_points = has_points && !is_dots && !has_frames;
    let marks = [
        (has_frames, "frame: a group, and clusters with most of their points in it"),
        (!picture.roads.is_empty(), "broad line with a number: points in both groups"),
        (!has_frames, order),
        (
            has_frames && !picture.edges.is_empty(),
            "thin line: from a cluster to a larger one around it",
        ),
        (is_dots, "the larger the dot, the more points"),
        (!is_dots && any(|node| node.members.is_none()), "bold number: points"),
        (!is_dots && !picture.classes.is_empty(), "bar: their classes"),
        (has_points && picture.is_map(), "a point may stand in several clusters"),
        (has_points && !picture.is_map(), "a point stands in the smallest cluster with it"),
        (
            !is_dots && any(|node| !node.attributes.is_empty()),
            "slanted: an attribute stands in the largest cluster that has it",
        ),
        (
            on_cards(|line| line.ends_with(" above") || line.ends_with(" below")),
            "above, below: standard deviations from the mean of all points",
        ),
        (
            on_cards(|line| line.contains(['≤', '≥'])),
            "≤ ≥: a rule that tells its points from the others",
        ),
        (on_cards(|line| line.starts_with(MORE)), "+: points that come in"),
        (on_cards(|line| line.starts_with(LESS)), "−: points left out"),
        (any(|node| node.asked), "dark outline: asked for"),
        (!picture.shortened.is_empty(), "dashed: a chain of covers"),
        (
            look.density == Density::Cards && any(|node| node.hidden_up + node.hidden_down > 0),
            "‹ ›: covers not shown",
        ),
    ];
    marks.into_iter().filter(|(occurs, _)| *occurs).map(|(_, words)| words).collect()
}

/// Words or phrases on lines of at most this many letters.
fn lines<'a>(
    words: impl IntoIterator<Item = &'a str>,
    between: &str,
    letters: usize,
) -> Vec<String> {
    let sized = |word: &'a str| (word.to_owned(), word.chars().count() + between.len() - 1);
    let lines = wrap(words.into_iter().map(sized), letters);
    lines.into_iter().map(|line| line.join(between)).collect()
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
    fn a_legend_of_very_many_classes_says_how_many_more_there_are() {
        let classes: Vec<String> = (0..200).map(|class| format!("class-{class}-")).collect();
        let picture = Picture { classes, ..Picture::default() };
        let heading = said(&picture, &Style::default()).expect("a legend");
        assert_eq!(heading.matches("class-").count(), 39);
        assert!(heading.contains("and 161 classes more"), "{heading}");
    }
}
