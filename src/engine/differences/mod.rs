//! How some points differ from all points, or from some others, column by column: features and the
//! columns that are only kept.
//!
//! A column of numbers differs by its means, in standard deviations over all points. A column of
//! words, or of 0 and 1, differs by shares: the word whose share differs most stands for it, by
//! Cohen's h (1988), which is as large as a difference of means that is seen as easily, and does
//! not make much of rare words. Columns that words were made into are one column. Of a kept
//! column of text the words are named that are at least four times as common inside. Attributes of
//! a ready context are columns of 0 and 1.

mod attributes;
mod columns;
mod text;
mod words;

pub use columns::{Column, Columns};
pub use words::foremost;
pub(crate) use words::shown;

/// Less than this is not worth telling.
const TELLING: f64 = 0.25;

/// How two sets of points differ in a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference<'a> {
    /// What the column is called; `sex` for those that words of `sex` were made into.
    pub column: &'a str,
    /// What is compared.
    pub measure: Measure<'a>,
    /// Whether the column is only shown, and no feature.
    pub is_kept: bool,
    /// The points that it is about.
    pub inside: Side,
    /// Those that they are compared with.
    pub outside: Side,
    /// How much they differ, below 0 where there is less inside: [`Self::is_telling`] from a
    /// quarter on. Numbers and shares compare.
    pub strength: f64,
    /// More words of a text, that tell less.
    pub also: Vec<Self>,
}

/// What is compared in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure<'a> {
    /// The mean.
    Mean,
    /// The share of 1 in a column of 0 and 1.
    Yes,
    /// The share of a word.
    Word(&'a str),
    /// The share of cells with a word among others, in lower case.
    Holds(String),
}

/// What some points have in a column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Side {
    /// How many have something there.
    pub points: usize,
    /// The mean of these, or a share from 0 to 1.
    pub mean: f64,
    /// Their standard deviation from it.
    pub deviation: f64,
}

impl Difference<'_> {
    /// Whether it is worth telling.
    pub fn is_telling(&self) -> bool {
        self.strength.abs() >= TELLING
    }
}

/// A share as an angle, of which differences are Cohen's h.
fn angle(share: f64) -> f64 {
    2.0 * share.clamp(0.0, 1.0).sqrt().asin()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::PointId;
    use crate::base::kept::Kept;
    use crate::dataset::Features;

    fn features(names: &[&str], rows: &[&[f64]]) -> Features {
        Features {
            names: names.iter().map(|&name| name.into()).collect(),
            values: rows.concat().into(),
        }
    }

    /// Columns from the top down.
    fn kept(columns: &[(&str, &[&str])]) -> Kept {
        let names = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        let rows = 0..columns.first().map_or(0, |(_, cells)| cells.len());
        let cells =
            rows.flat_map(|row| columns.iter().map(move |(_, cells)| cells[row].to_owned()));
        Kept::new(names, cells.collect())
    }

    /// What is worth telling of the points before `until`.
    fn told(features: &Features, kept: &Kept, until: u32) -> Vec<String> {
        let points: Vec<PointId> = (0..until).map(PointId).collect();
        let found = Columns::of(features, kept).against_all(&points);
        found.iter().filter(|one| one.is_telling()).map(|one| one.in_brief("all")).collect()
    }

    #[test]
    fn each_column_is_told_by_what_it_holds() {
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
            told(&features, &kept, 2),
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
        let full = |one: &Difference<'_>| one.in_full("all");
        let full: Vec<_> =
            Columns::of(&features, &kept).against_all(&points).iter().map(full).collect();
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
    fn where_nothing_differs_nothing_is_told() {
        let rows: [&[f64]; 2] = [&[0.1, 0.0], &[0.1, 1.0]];
        let (same, kept) = (features(&["same", "x"], &rows), kept(&[("w", &["a", "a"])]));
        assert!(told(&same, &kept, 2).is_empty(), "all points");
        assert!(told(&same, &kept, 0).is_empty(), "no points");
        assert_eq!(told(&same, &kept, 1), ["x 0 % yes (all 50 %)"]);
        assert!(told(&Features::default(), &Kept::default(), 0).is_empty());
    }

    #[test]
    fn two_sets_compare_with_one_another() {
        let features = features(&["x"], &[&[1.0], &[2.0], &[6.0], &[7.0]]);
        let kept = kept(&[("w", &["a", "a", "b", "b"])]);
        let columns = Columns::of(&features, &kept);
        let points: Vec<PointId> = PointId::first(4).collect();
        let found = columns.between(&points[2..], &points[..2]);
        let told: Vec<String> = found.iter().map(|one| one.in_full("g2")).collect();
        assert_eq!(told, ["w b 2 of 2 (g2 0 of 2)", "x 6.50 ± 0.50 (g2 1.50 ± 0.50)"]);
        let back = columns.between(&points[..2], &points[2..]);
        assert_eq!(back[0].in_brief("g1"), "w a 100 % (g1 0 %)");
        assert!((found[1].strength + back[1].strength).abs() < 1e-12);
        assert!(columns.between(&points, &[]).is_empty());
    }

    #[test]
    fn long_words_are_cut_and_rare_ones_are_not_made_much_of() {
        let long = "x".repeat(10_000);
        let cells = [&long, &long, "b", "b", "b", "3", "3", "b", "b", "b"];
        let kept = kept(&[("w", &cells)]);
        let none = Features::default();
        let [told] = &told(&none, &kept, 2)[..] else { panic!("one column") };
        assert!(told.chars().count() < 150 && told.ends_with("x 100 % (all 20 %)"), "{told}");
        let found = Columns::of(&none, &kept).against_all(&[PointId(5)]);
        assert_eq!(found[0].in_brief("all"), "w \"3\" 100 % (all 20 %)");
    }
}
