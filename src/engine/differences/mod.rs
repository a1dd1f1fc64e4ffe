//! Differences between some points and all points, or between two sets of points, column by column:
//! in features, kept columns and attributes.
//!
//! A column of numbers differs by its means, in standard deviations over all points. A column of
//! words, or of 0 and 1, differs by shares. The word whose share differs most represents the
//! column, by Cohen's h (1988), which is as large as a difference of means that is seen as easily,
//! and does not overrate rare words. Columns that words of one column were made into are one
//! column. A kept column of text differs by the words that are at least four times as common
//! inside. Attributes of a ready context are columns of 0 and 1. Shares are of all points, also of
//! those without a cell.

mod attributes;
mod columns;
mod selection;
mod text;
mod words;

pub use columns::{MeasuredColumn, MeasuredColumns};
pub use selection::select_notable;
pub(crate) use selection::{select_distinctive, share_column};
pub(crate) use words::quote_name;

/// The least strength of a difference that is worth telling.
const MIN_NOTABLE_STRENGTH: f64 = 0.25;
/// The share from which on most points have a word.
pub(crate) const MAJORITY_SHARE: f64 = 0.5;
/// The least share of points with a word that is named.
const MIN_WORD_SHARE: f64 = 0.2;
/// The least difference of a share below a half, in standard deviations of chance.
const MIN_DEVIATIONS: f64 = 3.0;

/// The difference between two sets of points in a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference<'a> {
    /// The name of the column; `sex` for columns that words of `sex` were made into.
    pub column: &'a str,
    /// The quantity that is compared.
    pub measure: Measure<'a>,
    /// `true` for a kept column, which is only shown and no feature.
    pub is_kept: bool,
    /// The side of the points that are described.
    pub inside: Statistics,
    /// The side of the points that they are compared with.
    pub outside: Statistics,
    /// `true` if these are the rest of some points, `false` if they are all points.
    pub is_from_rest: bool,
    /// The size of the difference, negative if there is less inside; it is worth telling
    /// (`Self::is_notable`) from a quarter on. Strengths of numbers and of shares are comparable.
    pub strength: f64,
    /// Further words of a text, which differ less.
    pub(crate) further_words: Vec<Self>,
}

/// The quantity that is compared in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure<'a> {
    /// The mean.
    Mean,
    /// The share of 1 in a column of 0 and 1.
    Ones,
    /// The share of a word.
    Word(&'a str),
    /// The share of cells with a word among others, in lower case.
    TextWord(String),
}

/// Statistics of some points in a column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The number of points that have a value in the column.
    pub points: usize,
    /// The mean of the values, or a share from 0 to 1.
    pub mean: f64,
    /// The standard deviation of the values.
    pub deviation: f64,
}

impl Difference<'_> {
    pub(crate) fn is_in_column_of(&self, other: &Difference<'_>) -> bool {
        (self.column, self.is_kept) == (other.column, other.is_kept)
    }

    /// Returns `true` if the difference is worth telling: of a quarter or more, and no chance. Of
    /// a word, at least half of the points have it, inside or, if it is less common there,
    /// outside; or a fifth of them, and the difference is three standard deviations of what chance
    /// gives as many points. Words of texts have a rule of their own.
    pub(crate) fn is_notable(&self) -> bool {
        let share = self.inside.mean.max(self.outside.mean);
        let [inside, outside] = [self.inside, self.outside].map(|side| side.points as f64);
        let points = if self.is_from_rest { inside * outside / (inside + outside) } else { inside };
        let deviations = || self.strength.abs() * points.sqrt();
        self.strength.abs() >= MIN_NOTABLE_STRENGTH
            && (matches!(self.measure, Measure::Mean | Measure::TextWord(_))
                || share >= MAJORITY_SHARE
                || share >= MIN_WORD_SHARE && deviations() >= MIN_DEVIATIONS)
    }
}

/// Converts a share into an angle; the difference of two angles is Cohen's h.
fn share_angle(share: f64) -> f64 {
    2.0 * share.clamp(0.0, 1.0).sqrt().asin()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::PointId;
    use crate::base::shown_columns::ShownColumns;
    use crate::dataset::Features;

    fn features(names: &[&str], rows: &[&[f64]]) -> Features {
        Features {
            names: names.iter().map(|&name| name.into()).collect(),
            values: rows.concat().into(),
        }
    }

    fn kept(columns: &[(&str, &[&str])]) -> ShownColumns {
        let names = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        let rows = 0..columns.first().map_or(0, |(_, cells)| cells.len());
        let cells =
            rows.flat_map(|row| columns.iter().map(move |(_, cells)| cells[row].to_owned()));
        ShownColumns::new(names, cells.collect())
    }

    fn texts(features: &Features, kept: &ShownColumns, until: u32) -> Vec<String> {
        let points: Vec<PointId> = (0..until).map(PointId).collect();
        let found = MeasuredColumns::new(features, kept).differences_from_all(&points);
        found.iter().filter(|one| one.is_notable()).map(|one| one.brief_text()).collect()
    }

    #[test]
    fn a_difference_is_equally_strong_in_every_unit() {
        let strengths = [1.0, 2.0_f64.powi(900), 2.0_f64.powi(-900)].map(|unit| {
            let rows = [1.0, 2.0, 4.0, 9.0].map(|value| [value * unit]);
            let rows: Vec<&[f64]> = rows.iter().map(<[f64; 1]>::as_slice).collect();
            let (features, kept) = (features(&["x"], &rows), ShownColumns::default());
            let found = MeasuredColumns::new(&features, &kept)
                .differences_between(&[PointId(0), PointId(1)], &[PointId(2), PointId(3)]);
            found[0].strength
        });
        assert!(strengths.iter().all(|one| (one / strengths[0] - 1.0).abs() < 1e-9));
        assert!((strengths[0] + 5.0 / 9.5_f64.sqrt()).abs() < 1e-9, "{strengths:?}");
    }

    #[test]
    fn each_column_is_described_by_its_content() {
        let names = ["height", "smoker", "sex=f", "sex=m", "same"];
        let rows: [&[f64]; 4] = [
            &[1.0, 1.0, 0.0, 1.0, 0.1],
            &[1.0, 1.0, 0.0, 1.0, 0.1],
            &[3.0, 0.0, 1.0, 0.0, 0.1],
            &[3.0, 1.0, 0.0, 1.0, 0.1],
        ];
        let kept = kept(&[
            ("price", &["400000", "", "600000", "800000"]),
            ("town", &["Köln, \"Süd\"", "Köln, \"Süd\"", "Bonn", "Bonn"]),
            ("name", &["Ann", "Bo", "Cy", "Di"]),
            ("year", &["1994", "", "1996", "1996"]),
            ("paid", &["0", "0", "1", "1"]),
        ]);
        let features = features(&names, &rows);
        assert_eq!(
            texts(&features, &kept, 2),
            [
                "town \"Köln, \"\"Süd\"\"\" 100 % (all 50 %)",
                "paid 0 % yes (all 50 %)",
                "year 1994 (all 1995.3)",
                "price 400,000 (all 600,000)",
                "smoker 100 % yes (all 75 %)",
                "sex m 100 % (all 75 %)",
                "height 1.0 below",
            ]
        );
        let points = [PointId(0), PointId(1)];
        let full = |one: &Difference<'_>| one.full_text();
        let full: Vec<_> = MeasuredColumns::new(&features, &kept)
            .differences_from_all(&points)
            .iter()
            .map(full)
            .collect();
        assert_eq!(
            full[1..],
            [
                "paid 0 of 2 yes (all 2 of 4)",
                "year 1994 (all 1995.3 ± 0.9)",
                "price 400,000 (all 600,000 ± 163,000)",
                "smoker 2 of 2 yes (all 3 of 4)",
                "sex m 2 of 2 (all 3 of 4)",
                "height 1.00 ± 0.00 (all 2.00 ± 1.00)",
            ]
        );
    }

    #[test]
    fn equal_points_have_no_differences() {
        let rows: [&[f64]; 2] = [&[0.1, 0.0], &[0.1, 1.0]];
        let (same, kept) = (features(&["same", "x"], &rows), kept(&[("w", &["a", "a"])]));
        assert!(texts(&same, &kept, 2).is_empty(), "all points");
        assert!(texts(&same, &kept, 0).is_empty(), "no points");
        assert_eq!(texts(&same, &kept, 1), ["x 0 % yes (all 50 %)"]);
        assert!(texts(&Features::default(), &ShownColumns::default(), 0).is_empty());
    }

    #[test]
    fn shares_are_of_all_points_and_no_chance() {
        let none = Features::default();
        let mut cells = vec![""; 100];
        cells[..4].fill("good");
        cells[60..66].fill("late");
        // Four of five comments inside are "good", but few points have a comment.
        cells[4] = "late";
        let comments = kept(&[("comment", &cells)]);
        assert!(texts(&none, &comments, 50).is_empty());
        let found = MeasuredColumns::new(&none, &comments);
        let points: Vec<PointId> = PointId::first(50).collect();
        let [one] = &found.differences_from_all(&points)[..] else { panic!("one column") };
        assert_eq!(one.brief_text(), "comment good 8 % (all 4 %)");
        // The name of one customer, who has five rows of these twenty and no others.
        let names: Vec<String> = (0..200).map(|row| format!("customer {}", row / 2)).collect();
        let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
        names[..2].fill("Ann");
        assert!(texts(&none, &kept(&[("name", &names)]), 20).is_empty());
        names[..8].fill("Ann");
        let [ann] = &texts(&none, &kept(&[("name", &names)]), 20)[..] else { panic!("one column") };
        assert_eq!(ann, "name Ann 40 % (all 4 %)");
        // The mean of a few prices does not describe fifty points.
        let mut prices = vec!["100"; 100];
        prices[..45].fill("");
        prices[45..50].fill("900");
        assert!(texts(&none, &kept(&[("price", &prices)]), 50).is_empty());
    }

    #[test]
    fn points_differ_from_neighbours_that_read_alike() {
        let rows = |counts: &[(usize, [&'static str; 2])]| {
            let row = |&(count, cells): &(usize, [&'static str; 2])| vec![cells; count];
            counts.iter().flat_map(row).collect::<Vec<_>>()
        };
        let all = rows(&[(20, ["No", "year"]), (20, ["No", "month"]), (60, ["Fiber", "month"])]);
        let column = |at: usize| all.iter().map(|row| row[at]).collect::<Vec<_>>();
        let kept = kept(&[("internet", &column(0)), ("contract", &column(1))]);
        let none = Features::default();
        let columns = MeasuredColumns::new(&none, &kept);
        let points: Vec<PointId> = PointId::first(100).collect();
        let texts = |of: &[PointId], rest: &[PointId]| {
            let found = columns.distinctive_differences(of, rest);
            found.iter().map(Difference::brief_text).collect::<Vec<_>>()
        };
        assert_eq!(texts(&points[20..40], &[]), ["internet No 100 % (all 40 %)"]);
        assert_eq!(texts(&points[..20], &points[20..40]), ["contract year 100 % (all 20 %)"]);
        assert_eq!(texts(&points[20..40], &points[..20]), ["contract month 100 % (all 80 %)"]);
        // Where nothing differs from all points, the neighbours are named.
        let most = &points[2..];
        assert_eq!(texts(most, &points[..2]), ["contract month 82 % (others 0 %)"]);
    }

    #[test]
    fn two_sets_compare_with_one_another() {
        let features = features(&["x"], &[&[1.0], &[2.0], &[6.0], &[7.0]]);
        let kept = kept(&[("w", &["a", "a", "b", "b"])]);
        let columns = MeasuredColumns::new(&features, &kept);
        let points: Vec<PointId> = PointId::first(4).collect();
        let found = columns.differences_between(&points[2..], &points[..2]);
        let texts: Vec<String> = found.iter().map(|one| one.full_text()).collect();
        assert_eq!(texts, ["w b 2 of 2 (others 0 of 2)", "x 6.50 ± 0.50 (others 1.50 ± 0.50)"]);
        let back = columns.differences_between(&points[..2], &points[2..]);
        assert_eq!(back[0].brief_text(), "w a 100 % (others 0 %)");
        assert!((found[1].strength + back[1].strength).abs() < 1e-12);
        assert!(columns.differences_between(&points, &[]).is_empty());
    }

    #[test]
    fn long_words_are_cut_and_rare_ones_are_not_made_much_of() {
        let long = "x".repeat(10_000);
        let cells = [&long, &long, "b", "b", "b", "3", "3", "b", "b", "b"];
        let kept = kept(&[("w", &cells)]);
        let none = Features::default();
        let [text] = &texts(&none, &kept, 2)[..] else { panic!("one column") };
        assert!(text.chars().count() < 150 && text.ends_with("x 100 % (all 20 %)"), "{text}");
        let found = MeasuredColumns::new(&none, &kept).differences_from_all(&[PointId(5)]);
        assert_eq!(found[0].brief_text(), "w \"3\" 100 % (all 20 %)");
    }
}
