//! Titles of communities: what sets them apart in about five words, as a caption in a picture.
//!
//! A title gives the facts of [`apart`](super::Community::apart) without the numbers: `low
//! petal_length and petal_width`. Without facts it names the class or a typical point. Titles are
//! unique in a graph: of several equal ones, those of groups come first, then more columns or
//! numbers are added.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::Level;
use crate::base::display_safe;
use crate::base::numbers::{format_briefly, format_percent, pluralize};
use crate::differences::{Difference, MAJORITY_SHARE, Measure, quote_name};

/// The longest title in characters, unless a longer one is needed to be unique.
const MAX_CHARS: usize = 40;
const MAX_COLUMNS: usize = 2;
const MAX_WORDS: usize = 3;
/// The index of the first column with its number in a phrase without numbers.
const NO_NUMBERS: usize = usize::MAX;
/// The share up to which no point counts as having a value.
const ABSENT_SHARE: f64 = 0.05;

#[derive(Default)]
pub(super) struct TitleFacts<'a> {
    pub level: Level,
    pub points: usize,
    /// The differences that set the points apart, the most telling first.
    pub differences: &'a [Difference<'a>],
    /// The majority class of the points, if its share is higher than among all points, and whether
    /// all points are of it.
    pub class: Option<(&'a str, bool)>,
    /// The name of a typical point, for titles of points that nothing else describes.
    pub typical: Option<&'a str>,
}

/// Returns the title of each community; `all` is the number of all points.
pub(super) fn unique_titles(facts: &[TitleFacts<'_>], all: usize) -> Vec<String> {
    let wanted: Vec<Vec<String>> = facts.iter().map(|one| title_candidates(one, all)).collect();
    let mut counts: BTreeMap<(Level, &str), u32> = BTreeMap::new();
    for (one, wanted) in facts.iter().zip(&wanted) {
        *counts.entry((one.level, &wanted[0])).or_default() += 1;
    }
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let title = |(one, wanted): (&TitleFacts<'_>, &Vec<String>)| {
        // Among several communities of a level with one first candidate, no community gets it.
        let is_one_of_several = counts[&(one.level, &wanted[0][..])] > 1 && wanted.len() > 1;
        let mut free = wanted.iter().skip(usize::from(is_one_of_several));
        let title = free.find(|title| !taken.contains(*title)).cloned();
        let title = title.unwrap_or_else(|| {
            let points = count_points(one.points);
            let with_points = format!("{} ({points})", wanted[0]);
            let numbered = (2..).map(|at| format!("{with_points} ({at})"));
            let mut free = std::iter::once(with_points.clone()).chain(numbered);
            free.find(|title| !taken.contains(title)).unwrap_or_default()
        });
        taken.insert(title.clone());
        title
    };
    facts.iter().zip(&wanted).map(title).collect()
}

/// Returns the candidates for a title, the best first.
fn title_candidates(one: &TitleFacts<'_>, all: usize) -> Vec<String> {
    if one.points == all {
        return vec![format!("all {}", count_points(all))];
    }
    // A word that the points do not have is named if there is nothing else.
    let is_absent = |one: &&Difference<'_>| {
        one.strength < 0.0 && matches!(one.measure, Measure::Word(_) | Measure::TextWord(_))
    };
    let (absent, mut short): (Vec<_>, Vec<_>) =
        one.differences.iter().filter(|one| fits(&phrase(&[one], NO_NUMBERS))).partition(is_absent);
    short.extend(absent);
    match (one.differences, &short[..]) {
        ([], _) => vec![match (one.class, one.typical) {
            (Some((class, is_of_all)), _) => {
                let mostly = if is_of_all { "" } else { "mostly " };
                truncate(&format!("{mostly}class {}", display_safe::escape_name(class)))
            }
            (None, Some(point)) => truncate(&format!("around {}", quote_name(point, false))),
            (None, None) => count_points(one.points),
        }],
        // Every name is too long.
        ([first, ..], []) => vec![truncate(&phrase(&[first], NO_NUMBERS))],
        (_, short) => {
            let mut found: Vec<String> = Vec::new();
            let two = &short[..short.len().min(MAX_COLUMNS)];
            let ends = [&short[..1], &short[two.len()..]].concat();
            let numbered = if fits(&phrase(two, 0)) { [0, 1] } else { [1, 0] };
            for (columns, first_number) in [
                (two, NO_NUMBERS),
                (&short[..short.len().min(MAX_COLUMNS + 1)], NO_NUMBERS),
                (&ends[..ends.len().min(MAX_COLUMNS)], NO_NUMBERS),
                (two, numbered[0]),
                (two, numbered[1]),
                (&short[..1], 0),
            ] {
                let title = fitting_phrase(columns, first_number);
                found.extend(title.filter(|title| !found.contains(title)));
            }
            found
        }
    }
}

/// Returns a phrase of as many columns as have room.
fn fitting_phrase(columns: &[&Difference<'_>], first_number: usize) -> Option<String> {
    let mut named: Vec<&Difference<'_>> = Vec::new();
    for one in columns {
        named.push(one);
        if !fits(&phrase(&named, first_number)) {
            named.pop();
        }
    }
    (!named.is_empty()).then(|| phrase(&named, first_number))
}

/// Writes differences as a phrase: `low petal_length and petal_width, sex male`. The columns have
/// their numbers from `first_number` on.
fn phrase(named: &[&Difference<'_>], first_number: usize) -> String {
    let mut index = 0..;
    let run = |run: &[&Difference<'_>]| {
        let with_number = index.by_ref().map(|at| at >= first_number);
        let names = run.iter().zip(with_number).map(|(one, with)| column_phrase(one, with));
        let names: Vec<String> = names.collect();
        match (direction(run[0]), &names[..]) {
            ("", names) => names.concat(),
            (side, [first @ .., last]) if !first.is_empty() => {
                format!("{side} {} and {last}", first.join(", "))
            }
            (side, names) => format!("{side} {}", names.concat()),
        }
    };
    // Columns behind "no" or "often" are not joined: "no a and b" may mean something else.
    let is_run = |one: &&Difference<'_>, next: &&Difference<'_>| {
        one.measure == Measure::Mean && direction(one) == direction(next)
    };
    named.chunk_by(is_run).map(run).collect::<Vec<_>>().join(", ")
}

fn direction(one: &Difference<'_>) -> &'static str {
    match (&one.measure, one.strength < 0.0) {
        (Measure::Mean, true) => "low",
        (Measure::Mean, false) => "high",
        (Measure::Ones, true) if one.inside.mean <= ABSENT_SHARE => "no",
        (Measure::Ones, _) => frequency(one),
        _ => "",
    }
}

/// Returns how often the points have a word: `not`, `seldom` or `often`; empty if most have it.
fn frequency(one: &Difference<'_>) -> &'static str {
    match one.strength < 0.0 {
        true if one.inside.mean <= ABSENT_SHARE => "not",
        true => "seldom",
        false if one.inside.mean >= MAJORITY_SHARE => "",
        false => "often",
    }
}

fn column_phrase(one: &Difference<'_>, with_number: bool) -> String {
    let column = quote_name(one.column, false);
    let name: Cow<'_, str> = match &one.measure {
        Measure::Mean | Measure::Ones => column,
        Measure::Word(word) => {
            let word = quote_name(word, false);
            match frequency(one) {
                "" => format!("{column} {word}").into(),
                often => format!("{column} {often} {word}").into(),
            }
        }
        Measure::TextWord(_) => {
            let words = one.with_further_words().filter_map(|one| match &one.measure {
                Measure::TextWord(word) => Some(quote_name(word, false)),
                _ => None,
            });
            words.take(MAX_WORDS).collect::<Vec<_>>().join(" · ").into()
        }
    };
    let is_absent = one.measure != Measure::Mean && frequency(one) == "not";
    if !with_number || is_absent {
        return name.into_owned();
    }
    let number = match one.measure {
        Measure::Mean => format_briefly(one.inside.mean, one.last_digit()),
        _ => format_percent(one.inside.mean),
    };
    format!("{name} ({number})")
}

fn count_points(count: usize) -> String {
    pluralize(count as u64, "point", "points")
}

fn fits(title: &str) -> bool {
    title.chars().count() <= MAX_CHARS
}

/// Cuts the middle out of a text that is too long: names of columns often differ at the end.
fn truncate(text: &str) -> String {
    let count = text.chars().count();
    if count <= MAX_CHARS {
        return text.to_owned();
    }
    let end: String = text.chars().skip(count - MAX_CHARS / 3).collect();
    let begin: String = text.chars().take(MAX_CHARS - 1 - MAX_CHARS / 3).collect();
    format!("{begin}…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::PointId;
    use crate::base::shown_columns::ShownColumns;
    use crate::dataset::Features;
    use crate::differences::MeasuredColumns;

    fn of(names: [&str; 2], groups: &[[f64; 2]]) -> Vec<String> {
        let rows = groups.iter().flat_map(|&values| std::iter::repeat_n(values, 10));
        let features = Features {
            names: names.map(str::to_owned).to_vec(),
            values: rows.flatten().collect::<Vec<f64>>().into(),
        };
        let kept = ShownColumns::default();
        let columns = MeasuredColumns::new(&features, &kept);
        let points: Vec<PointId> = PointId::first(10 * groups.len()).collect();
        let all: Vec<_> =
            points.chunks(10).map(|held| columns.differences_from_all(held)).collect();
        let facts = |differences| TitleFacts { points: 10, differences, ..TitleFacts::default() };
        let facts: Vec<_> = all.iter().map(|all| facts(all)).collect();
        unique_titles(&facts, points.len())
    }

    #[test]
    fn a_title_says_what_sets_it_apart_and_no_other_says_it() {
        let two = of(["x", "y"], &[[1.0, 2.0], [8.0, 9.0]]);
        assert_eq!(two, ["low x and y", "high x and y"]);
        let mixed = of(["x", "y"], &[[1.0, 9.5], [8.0, 2.5], [1.0, 2.5]]);
        assert_eq!(mixed, ["high y, low x", "high x, low y", "low x and y"]);
        let alike = of(["x", "same"], &[[1.5, 3.0], [2.5, 3.0], [90.5, 3.0], [91.5, 3.0]]);
        assert_eq!(alike, ["low x (1.5)", "low x (2.5)", "high x (90.5)", "high x (91.5)"]);
        assert_eq!(of(["x", "y"], &[[1.0, 2.0]]), ["all 10 points"]);
    }

    #[test]
    fn words_are_named_in_english() {
        let kept = |cells: &[&str]| {
            let cells = cells.iter().flat_map(|&cell| std::iter::repeat_n(cell.to_owned(), 10));
            ShownColumns::new(vec!["internet".to_owned()], cells.collect())
        };
        let title = |cells: &[&str], until: u32| {
            let (features, kept) = (Features::default(), kept(cells));
            let columns = MeasuredColumns::new(&features, &kept);
            let points: Vec<PointId> = PointId::first(until as usize).collect();
            let differences = columns.differences_from_all(&points);
            let (points, differences) = (points.len(), &differences[..]);
            let facts = TitleFacts { points, differences, ..TitleFacts::default() };
            unique_titles(&[facts], 10 * cells.len()).remove(0)
        };
        assert_eq!(title(&["No", "DSL"], 10), "internet No");
        assert_eq!(title(&["a", "b", "c", "d", "No", "No", "No", "No"], 40), "internet not No");
        assert_eq!(title(&["No", "a", "b", "", "", "", "", ""], 30), "internet often No");
    }

    #[test]
    fn a_long_name_gives_way_to_a_short_one_or_loses_its_middle() {
        let long = "average_expenditure_on_heating_in_a_winter";
        let short = of([long, "size, \"net\"\n"], &[[1.0, 2.5], [8.0, 9.5]]);
        let name = r#""size, ""net""\n""#;
        assert_eq!(short, [format!("low {name}"), format!("high {name}")]);
        let one = of([long, "same"], &[[1.0, 3.0], [2.0, 3.0], [90.0, 3.0]]);
        assert_eq!(one[0], "low average_expenditure_on…g_in_a_winter");
        assert_eq!(one[1], "low average_expenditure_on…g_in_a_winter (10 points)");
        assert_eq!(one[0].chars().count(), MAX_CHARS);
    }

    #[test]
    fn without_columns_a_title_names_the_class_or_a_typical_point() {
        let facts = |level, points, class, typical| TitleFacts {
            level,
            points,
            differences: &[],
            class,
            typical,
        };
        let all = [
            facts(Level::Group, 5, Some(("a", false)), None),
            facts(Level::Group, 5, Some(("b", true)), None),
            facts(Level::Group, 4, None, Some("d7")),
            facts(Level::Part, 4, None, Some("d7")),
            facts(Level::Part, 4, None, None),
            facts(Level::Join, 1200, None, None),
        ];
        let titles = unique_titles(&all, 1200);
        let around = ["around d7", "around d7 (4 points)", "4 points"];
        assert_eq!(
            titles,
            [&["mostly class a", "class b"][..], &around, &["all 1,200 points"]].concat()
        );
    }
}
