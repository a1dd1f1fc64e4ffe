//! The columns of a table by their content, and the statistics of points in each.

use std::ops::Range;

use super::attributes;
use super::text::{index_words, names_points};
use super::{Difference, MIN_WORD_SHARE, Measure, Statistics, share_angle};
use crate::base::csr::Csr;
use crate::base::ids::PointId;
use crate::base::numbers::{magnitude_divisor, mean_and_deviation};
use crate::base::shown_columns::{ColumnKind, ShownColumns};
use crate::context::FormalContext;
use crate::dataset::Features;
use crate::knn::column_groups;

/// The most words of a text that are named.
const MAX_WORDS: usize = 4;

/// The columns of a table, features and kept ones, with the statistics of all points in each.
#[derive(Debug)]
pub struct MeasuredColumns<'a> {
    features: &'a Features,
    columns: Vec<MeasuredColumn<'a>>,
    cells: Vec<Cells>,
    /// The statistics of all points: by feature, then by measure of the kept columns.
    all: Vec<Statistics>,
    /// The divisors of the features, whose squares would be too large or too small otherwise.
    divisors: Vec<f64>,
    context: Option<&'a FormalContext>,
}

/// A column, described by its content.
#[derive(Debug)]
pub struct MeasuredColumn<'a> {
    /// The name of the column; `sex` for columns that words of `sex` were made into.
    pub name: &'a str,
    /// `true` for a kept column, which is only shown and no feature.
    pub is_kept: bool,
    /// The index of the feature, of the first one if there are several, or of the kept column.
    pub index: usize,
    /// The measures: the mean, the share of 1, or the shares of words.
    pub measures: Vec<Measure<'a>>,
}

/// The cells of a kept column, by point.
#[derive(Debug)]
enum Cells {
    /// Numbers; `None` for a cell without one.
    Numbers(Vec<Option<f64>>),
    /// The indices of the words of each cell.
    Words(Csr),
}

impl MeasuredColumn<'_> {
    /// Returns `true` if the column is a text: its measures are the words in its cells.
    pub fn is_text(&self) -> bool {
        matches!(self.measures[..], [Measure::TextWord(_), ..])
    }
}

impl<'a> MeasuredColumns<'a> {
    /// Creates the columns of all points, without constant ones and without kept columns in which
    /// most cells stand only once or twice, unless they are texts of several words.
    pub fn new(features: &'a Features, kept: &'a ShownColumns) -> Self {
        let (columns, all) = (feature_columns(features), Vec::new());
        let divisor = |at: usize| magnitude_divisor(&<[f64; 2]>::from(features.range(at)));
        let divisors = (0..features.names.len()).map(divisor).collect();
        let cells = Vec::new();
        let mut measured = Self { features, columns, cells, all, divisors, context: None };
        let n = kept.point_count().max(features.values.len() / features.names.len().max(1));
        let all: Vec<PointId> = PointId::first(n).collect();
        for (at, name) in kept.names().iter().enumerate() {
            let cells: Vec<&str> = all.iter().map(|&point| &kept.cells_of(point)[at][..]).collect();
            if let Some((measures, cells)) = measure_cells(kept.kinds()[at], &cells) {
                measured.columns.push(MeasuredColumn { name, is_kept: true, index: at, measures });
                measured.cells.push(cells);
            }
        }
        measured.all = measured.statistics(&all);
        measured
    }

    /// Adds the attributes of a context, which in a ready context describe its points.
    pub fn with_attributes(self, context: Option<&'a FormalContext>) -> Self {
        Self { context, ..self }
    }

    /// Returns the features, then the kept columns, in the order of the table.
    pub fn columns(&self) -> &[MeasuredColumn<'a>] {
        &self.columns
    }

    /// Returns the differences of some points from all points, the largest first, ties in the order
    /// of the table; without columns that lack values, and texts without words that name the
    /// points.
    pub fn differences_from_all(&self, points: &[PointId]) -> Vec<Difference<'a>> {
        let inside = self.statistics(points);
        let mean_elsewhere = |at: usize| {
            let cells = |side: Statistics| side.points as f64;
            let (one, all) = (inside[at], self.all[at]);
            (all.mean * cells(all) - one.mean * cells(one)) / (cells(all) - cells(one))
        };
        let is_name = |at: usize| names_points(inside[at], mean_elsewhere(at));
        let mut found = self.compare(&inside, &self.all, false, is_name);
        // The mean of few cells, and words that few points have, would not describe the points.
        found.retain(|one| 2 * one.inside.points >= points.len() && self.covers(one, points));
        self.add_attributes(found, points, None)
    }

    /// Returns the differences of two sets of points, the largest first, with the words of either.
    pub fn differences_between(&self, one: &[PointId], other: &[PointId]) -> Vec<Difference<'a>> {
        let [inside, outside] = [one, other].map(|points| self.statistics(points));
        let names_one = |at: usize| {
            names_points(inside[at], outside[at].mean) || names_points(outside[at], inside[at].mean)
        };
        let found = self.compare(&inside, &outside, true, names_one);
        self.add_attributes(found, one, Some(other))
    }

    /// Returns `true` if enough points have one of the words of a text.
    fn covers(&self, one: &Difference<'_>, points: &[PointId]) -> bool {
        let mut kept = self.columns.iter().filter(|column| column.is_kept).zip(&self.cells);
        let text = kept.find(|(column, _)| column.is_text() && column.name == one.column);
        let (Measure::TextWord(_), Some((column, Cells::Words(cells)))) = (&one.measure, text)
        else {
            return true;
        };
        let place =
            |word: &Difference<'_>| column.measures.iter().position(|of| *of == word.measure);
        let words: Vec<usize> = one.with_further_words().filter_map(place).collect();
        let has_one = |point: &&PointId| {
            cells.get(point.index()).iter().any(|&word| words.contains(&(word as usize)))
        };
        points.iter().filter(has_one).count() as f64 >= MIN_WORD_SHARE * points.len() as f64
    }

    fn add_attributes(
        &self,
        mut found: Vec<Difference<'a>>,
        points: &[PointId],
        rest: Option<&[PointId]>,
    ) -> Vec<Difference<'a>> {
        if let Some(context) = self.context.filter(|_| !points.is_empty()) {
            found.extend(attributes::attribute_differences(context, points, rest));
            found.sort_by(|a, b| magnitude(b).total_cmp(&magnitude(a)));
        }
        found
    }

    /// Iterates over the columns, each with the statistics of all points by its measures.
    pub fn iter(&self) -> impl Iterator<Item = (&MeasuredColumn<'a>, &[Statistics])> {
        self.columns
            .iter()
            .zip(self.statistics_ranges())
            .map(|(column, places)| (column, &self.all[places]))
    }

    /// Iterates over the ranges of the columns' statistics: features by index, then kept columns.
    fn statistics_ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let mut next_kept = self.features.names.len();
        self.columns.iter().map(move |column| {
            let first = if column.is_kept { next_kept } else { column.index };
            next_kept += if column.is_kept { column.measures.len() } else { 0 };
            first..first + column.measures.len()
        })
    }

    fn compare(
        &self,
        inside: &[Statistics],
        outside: &[Statistics],
        is_from_rest: bool,
        is_name: impl Fn(usize) -> bool,
    ) -> Vec<Difference<'a>> {
        let difference = |(column, places): (&MeasuredColumn<'a>, Range<usize>)| {
            let first = places.start;
            let one = |at: usize| {
                let (measure, inside, outside) =
                    (column.measures[at - first].clone(), inside[at], outside[at]);
                let strength = match measure {
                    Measure::Mean => (inside.mean - outside.mean) / self.all[at].deviation,
                    _ => share_angle(inside.mean) - share_angle(outside.mean),
                };
                let MeasuredColumn { name, is_kept, .. } = *column;
                let also = Vec::new();
                Difference {
                    column: name,
                    measure,
                    is_kept,
                    inside,
                    outside,
                    is_from_rest,
                    strength,
                    further_words: also,
                }
            };
            let is_text = column.is_text();
            let places = places.filter(|&at| !is_text || is_name(at));
            let is_notable = |of: &Difference<'_>| {
                if is_text { of.is_notable() } else { of.strength.is_finite() }
            };
            let mut found: Vec<Difference<'_>> = places.map(one).filter(is_notable).collect();
            found.sort_by(|a, b| magnitude(b).total_cmp(&magnitude(a)));
            let mut found = found.into_iter().take(if is_text { MAX_WORDS } else { 1 });
            found.next().map(|first| Difference { further_words: found.collect(), ..first })
        };
        let columns = self.columns.iter().zip(self.statistics_ranges());
        let mut found: Vec<Difference<'_>> = columns.filter_map(difference).collect();
        found.sort_by(|a, b| magnitude(b).total_cmp(&magnitude(a)));
        found
    }

    fn statistics(&self, points: &[PointId]) -> Vec<Statistics> {
        let (width, count) = (self.features.names.len(), points.len());
        let mut sides = vec![Statistics { points: count, ..Statistics::default() }; width];
        // Row by row, as the values are stored.
        let rows = || points.iter().map(|point| &self.features.values[point.index() * width..]);
        let scaled =
            |row: &'a [f64]| row.iter().zip(&self.divisors).map(|(value, divisor)| value / divisor);
        for row in rows() {
            sides.iter_mut().zip(scaled(row)).for_each(|(side, value)| side.mean += value);
        }
        sides.iter_mut().for_each(|side| side.mean /= count as f64);
        for row in rows() {
            let squares = sides.iter_mut().zip(scaled(row));
            squares.for_each(|(side, value)| side.deviation += (value - side.mean).powi(2));
        }
        for (side, divisor) in sides.iter_mut().zip(&self.divisors) {
            side.deviation = divisor * (side.deviation / count as f64).sqrt();
            side.mean *= divisor;
        }
        let share = |points: f64| {
            let mean = points / count as f64;
            Statistics { points: count, mean, deviation: (mean * (1.0 - mean)).sqrt() }
        };
        for (cells, column) in self.cells.iter().zip(self.columns.iter().filter(|of| of.is_kept)) {
            match cells {
                Cells::Numbers(cells) => {
                    let values = points.iter().filter_map(|point| cells[point.index()]);
                    let values: Vec<f64> = values.collect();
                    sides.push(match column.measures[..] {
                        [Measure::Mean] => Statistics::from_values(&values),
                        _ => share(values.iter().sum()),
                    });
                }
                Cells::Words(cells) => {
                    let mut counts = vec![0_u32; column.measures.len()];
                    let words = points.iter().flat_map(|point| cells.get(point.index()));
                    words.for_each(|&word| counts[word as usize] += 1);
                    sides.extend(counts.into_iter().map(|count| share(count.into())));
                }
            }
        }
        sides
    }
}

/// Returns the columns of the features that have more than one value.
fn feature_columns(Features { names, values }: &Features) -> Vec<MeasuredColumn<'_>> {
    // The least and the largest value, and `true` if there are only 0 and 1.
    let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY, true); names.len()];
    for row in values.chunks_exact(names.len().max(1)) {
        for ((least, most, is_binary), &value) in ranges.iter_mut().zip(row) {
            (*least, *most) = (least.min(value), most.max(value));
            *is_binary &= value == 0.0 || value == 1.0;
        }
    }
    let column = |slot: Range<usize>| {
        let (at, (least, most, is_binary)) = (slot.start, ranges[slot.start]);
        let words = names[slot].iter().filter_map(|name| name.split_once('='));
        let (name, measures) = match words.collect::<Vec<_>>()[..] {
            ref words @ [(of, _), _, ..] => {
                (of, words.iter().map(|&(_, word)| Measure::Word(word)).collect())
            }
            _ if least == most => return None,
            _ if is_binary => (&names[at][..], vec![Measure::Ones]),
            _ => (&names[at][..], vec![Measure::Mean]),
        };
        Some(MeasuredColumn { name, is_kept: false, index: at, measures })
    };
    column_groups(names, values).into_iter().filter_map(column).collect()
}

/// Returns the measures of a kept column, and its cells; `None` if no measure applies to them.
fn measure_cells<'a>(kind: ColumnKind, cells: &[&'a str]) -> Option<(Vec<Measure<'a>>, Cells)> {
    if kind != ColumnKind::Text {
        let cells: Vec<Option<f64>> = cells.iter().map(|cell| cell.parse().ok()).collect();
        let mut values: Vec<f64> = cells.iter().flatten().copied().collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let measure = if values == [0.0, 1.0] { Measure::Ones } else { Measure::Mean };
        return (values.len() > 1).then(|| (vec![measure], Cells::Numbers(cells)));
    }
    let word = |cell: &&'a str| Some(cell.trim()).filter(|cell| !cell.is_empty());
    let cells: Vec<Option<&str>> = cells.iter().map(word).collect();
    let mut words: Vec<&str> = cells.iter().flatten().copied().collect();
    let count = words.len();
    words.sort_unstable();
    words.dedup();
    if 2 * words.len() > count {
        let (words, cells) = index_words(&cells).filter(|(words, _)| !words.is_empty())?;
        let measures = words.into_iter().map(Measure::TextWord).collect();
        return Some((measures, Cells::Words(cells)));
    }
    let number = |word: &&str| words.binary_search(word).ok().map(|at| at as u32);
    let numbers = cells.iter().map(|cell| cell.as_ref().and_then(number)).collect();
    let measures = || words.iter().copied().map(Measure::Word).collect();
    (words.len() > 1 || (1..cells.len()).contains(&count))
        .then(|| (measures(), Cells::Words(numbers)))
}

impl Statistics {
    fn from_values(values: &[f64]) -> Self {
        let (mean, deviation) = mean_and_deviation(values);
        Self { points: values.len(), mean, deviation }
    }
}

/// Returns the size of a difference, without rounding errors: a word that is more common inside
/// counts more than one that is less common. Words of texts name either side.
fn magnitude(of: &Difference<'_>) -> f64 {
    let less = if matches!(of.measure, Measure::Word(_)) { 1.5 } else { 1.0 };
    (of.strength.max(-of.strength / less) * 1e9).round()
}
