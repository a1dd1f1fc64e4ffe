//! Title, legend and reading key, as the label of the graph, so that they stand outside the
//! columns.
//!
//! Invariant: every class of the picture, or of very many the first ones, is named next to a square
//! of its colour; the key explains the marks that occur and no others; if a width is given, nothing
//! is wider, as far as letters can be counted.

use super::colour::{Colour, class_colour, class_letter};
use super::data::Node;
use super::difference::{ADDED_SIGN, REMOVED_SIGN};
use super::label::{cut_name, fill_colour, font_text, table_label, wrap_words};
use super::layout::PictureLayout;
use super::style::Title;
use crate::base::numbers::{group_thousands, pluralize};

/// The width of a heading in inches if the picture has no given width.
const DEFAULT_WIDTH: f64 = 7.0;
/// The font sizes of title, legend and key, in points.
const TITLE_SIZE: f64 = 14.0;
const LEGEND_SIZE: f64 = 10.0;
const KEY_SIZE: f64 = 8.0;

/// Returns the HTML-like label of the graph, angle brackets included, or `None` if it has no lines.
pub(crate) fn heading(look: &PictureLayout) -> Option<String> {
    let (style, theme) = (look.style, look.style.theme);
    let title = match &style.title {
        Title::Automatic => look.picture.title.as_str(),
        Title::None => "",
        Title::Text(text) => text,
    };
    // A letter is about half as wide as high.
    let letters =
        |size: f64| (style.width.unwrap_or(DEFAULT_WIDTH) * 72.0 / (0.52 * size)) as usize;
    let mut rows: Vec<String> =
        break_lines(title.split_whitespace(), " ", letters(1.07 * TITLE_SIZE))
            .iter()
            .map(|line| format!("<B>{}</B>", font_text(line, TITLE_SIZE, theme.ink())))
            .collect();
    if style.legend {
        if look.picture.groups().is_none() {
            rows.extend(legend(look, letters(LEGEND_SIZE)));
        }
        let key = key(look);
        let key = break_lines(key.iter().map(String::as_str), "  ·  ", letters(KEY_SIZE));
        rows.extend(key.iter().map(|line| font_text(line, KEY_SIZE, theme.faint())));
    }
    (!rows.is_empty()).then(|| table_label(&rows, 2))
}

fn legend(look: &PictureLayout, letters: usize) -> Vec<String> {
    let (classes, theme) = (&look.picture.classes, look.style.theme);
    let square = |colour: Colour| font_text("■", 1.4 * LEGEND_SIZE, colour);
    let named = if classes.len() <= MAX_CLASS_NAMES { classes.len() } else { MAX_CLASS_NAMES - 1 };
    let mut entries: Vec<(String, String)> = Vec::new();
    for (class, name) in classes.iter().enumerate().take(named) {
        let mark = class_letter(class, classes.len());
        let mark =
            mark.map_or(String::new(), |mark| font_text(&mark, LEGEND_SIZE * 0.7, theme.ink()));
        entries.push((square(class_colour(class)) + &mark, cut_name(name).into_owned()));
    }
    if classes.len() > named {
        let more = group_thousands((classes.len() - named) as u64);
        entries.push((String::new(), format!("and {more} classes more")));
    }
    if !classes.is_empty() {
        let shade = |purity| square(fill_colour(look, purity, class_colour(0)));
        entries.push(([0.4, 0.7, 1.0].map(shade).concat(), "mixed to pure".to_owned()));
    }
    let words = entries.into_iter().map(|(squares, name)| {
        let letters = name.chars().count() + 6;
        let name = font_text(&format!("\u{a0}{name}\u{a0}\u{a0}\u{a0}"), LEGEND_SIZE, theme.ink());
        (squares + &name, letters)
    });
    wrap_words(words, letters).into_iter().map(|line| line.concat()).collect()
}

const MAX_CLASS_NAMES: usize = 40;

/// Returns the reading key: a phrase for each mark that occurs in the picture.
fn key(look: &PictureLayout) -> Vec<String> {
    let picture = look.picture;
    let groups = picture.groups();
    let nodes = groups.map_or(&picture.nodes, |groups| &groups.cards);
    let any = |mark: fn(&Node) -> bool| nodes.iter().any(mark);
    let is_dots = look.draws_dots();
    let on_cards = |marks: &[&str]| {
        let mut lines = nodes.iter().flat_map(|node| &node.card_lines);
        !is_dots && lines.any(|line| marks.iter().any(|mark| line.contains(mark)))
    };
    let order = match (look.is_upright(), look.aligns_sizes()) {
        (false, true) => "smallest clusters left, largest right",
        (false, false) => "each line leads right, to a larger cluster",
        (true, _) => "each line leads up, to a larger cluster",
    };
    let hidden = groups.map_or(0, |groups| groups.hidden_links);
    let links = match hidden {
        0 => "line: number of points in both groups".to_owned(),
        _ => {
            let hidden = pluralize(hidden as u64, "line", "lines");
            format!("line: number of points in both groups; {hidden} of smaller shares left out")
        }
    };
    let has_points = any(|node| node.members.is_none() && !node.introduced.is_empty());
    let marks = [
        (groups.is_some_and(|groups| groups.cards.len() > 1), "cards stand near those like them"),
        (groups.is_some_and(|groups| !groups.links.is_empty()), &links),
        (groups.is_none() && !picture.edges.is_empty(), order),
        (picture.omits_top, "all lie in the whole, which is not drawn"),
        (is_dots, "the larger the dot, the more points"),
        (groups.is_none() && !is_dots && any(|node| node.members.is_none()), "bold number: points"),
        (groups.is_none() && !is_dots && !picture.classes.is_empty(), "bar: their classes"),
        (
            has_points && !is_dots && !picture.is_map(),
            "a point stands in the smallest cluster with it",
        ),
        (
            !is_dots && any(|node| !node.attributes.is_empty()),
            "slanted: an attribute stands in the largest cluster that has it",
        ),
        (
            on_cards(&[" above", " below"]),
            "above, below: standard deviations from the mean of all points",
        ),
        (on_cards(&["≤", "≥"]), "≤ ≥: a rule that tells its points from the others"),
        (on_cards(&[" of them"]), "in brackets: number of points of the rule"),
        (on_cards(&[ADDED_SIGN]), "+: points that come in"),
        (on_cards(&[REMOVED_SIGN]), "−: points left out"),
        (any(|node| node.is_selected), "dark outline: selected"),
        (groups.is_none() && !picture.cut_chains.is_empty(), "dashed: a chain of covers"),
        (!is_dots && any(|node| node.hidden_up + node.hidden_down > 0), "‹ ›: covers not shown"),
    ];
    marks.into_iter().filter(|(occurs, _)| *occurs).map(|(_, words)| words.to_owned()).collect()
}

fn break_lines<'a>(
    words: impl IntoIterator<Item = &'a str>,
    between: &str,
    letters: usize,
) -> Vec<String> {
    let sized = |word: &'a str| (word.to_owned(), word.chars().count() + between.len() - 1);
    let lines = wrap_words(words.into_iter().map(sized), letters);
    lines.into_iter().map(|line| line.join(between)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::data::Picture;
    use super::super::style::Style;
    use super::*;

    #[test]
    fn a_legend_of_very_many_classes_says_how_many_more_there_are() {
        let classes: Vec<String> = (0..200).map(|class| format!("class-{class}-")).collect();
        let picture = Picture { classes, ..Picture::default() };
        let heading =
            heading(&PictureLayout::candidates(&picture, &Style::default())[0]).expect("a legend");
        assert_eq!(heading.matches("class-").count(), 39);
        assert!(heading.contains("and 161 classes more"), "{heading}");
    }
}
