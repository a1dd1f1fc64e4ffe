//! The columns of a table by what they hold, and what some points have in each.

use std::ops::Range;

use super::{Difference, Measure, Side};
use crate::base::ids::PointId;
use crate::base::kept::Kept;
use crate::dataset::Features;
use crate::knn::slots;
use crate::table::{is_no_word, numbers};

/// The columns of a table, features and kept ones, with what all points have in each.
#[derive(Debug)]
pub struct Columns<'a> {
    features: &'a Features,
    kept: Vec<Cells>,
    columns: Vec<Column<'a>>,
    /// One of each feature, then those of the kept columns.
    measures: Vec<Measure<'a>>,
    all: Vec<Side>,
}

/// A column, and its measures: the mean, or the share of each of its words.
#[derive(Debug)]
struct Column<'a> {
    name: &'a str,
    is_kept: bool,
    measures: Range<usize>,
}

/// The cells of a kept column, point by point; none where one is empty.
#[derive(Debug)]
enum Cells {
    Numbers(Vec<Option<f64>>),
    /// Numbers of words.
    Words(Vec<Option<usize>>),
}

impl<'a> Columns<'a> {
    /// The columns of all points. Left out are those with one value, and kept texts of which most
    /// stand only once or twice, such as names.
    pub fn of(features: &'a Features, kept: &'a Kept) -> Self {
        let (columns, measures, all) = (Vec::new(), Vec::new(), Vec::new());
        let mut made = Self { features, kept: Vec::new(), columns, measures, all };
        made.add_features();
        let n = kept.points().max(features.values.len() / features.names.len().max(1));
        let all: Vec<PointId> = PointId::first(n).collect();
        for (column, name) in kept.names().iter().enumerate() {
            let cells: Vec<&str> =
                all.iter().map(|&point| &kept.of_point(point)[column][..]).collect();
            made.add_kept(name, &cells);
        }
        made.all = made.sides(&all);
        made
    }

    fn add_features(&mut self) {
        let Features { names, values } = self.features;
        // Least, most, and whether there is nothing but 0 and 1.
        let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY, true); names.len()];
        for row in values.chunks_exact(names.len().max(1)) {
            for ((least, most, is_binary), &value) in ranges.iter_mut().zip(row) {
                (*least, *most) = (least.min(value), most.max(value));
                *is_binary &= value == 0.0 || value == 1.0;
            }
        }
        self.measures = vec![Measure::Mean; names.len()];
        for slot in slots(names, values) {
            let (least, most, is_binary) = ranges[slot.start];
            let mut name = &names[slot.start][..];
            match slot.len() {
                1 if least == most => continue,
                1 if is_binary => self.measures[slot.start] = Measure::Yes,
                1 => {}
                _ => {
                    for column in slot.clone() {
                        let (of, word) = names[column].split_once('=').expect("`column=word`");
                        (name, self.measures[column]) = (of, Measure::Word(word));
                    }
                }
            }
            self.columns.push(Column { name, is_kept: false, measures: slot });
        }
    }

    fn add_kept(&mut self, name: &'a str, cells: &[&'a str]) {
        let first = self.measures.len();
        if let Some(numbers) = numbers(cells) {
            let mut values: Vec<f64> = numbers.iter().flatten().copied().collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            let measure = if values == [0.0, 1.0] { Measure::Yes } else { Measure::Mean };
            if values.len() < 2 {
                return;
            }
            self.measures.push(measure);
            self.kept.push(Cells::Numbers(numbers));
        } else {
            let of = |cell: &&'a str| Some(cell.trim()).filter(|cell| !is_no_word(cell, &[]));
            let cells: Vec<Option<&str>> = cells.iter().map(of).collect();
            let mut words: Vec<&str> = cells.iter().flatten().copied().collect();
            let count = words.len();
            words.sort_unstable();
            words.dedup();
            if words.len() < 2 || 2 * words.len() > count {
                return;
            }
            let number = |cell: &Option<&str>| words.binary_search(&(*cell)?).ok();
            self.kept.push(Cells::Words(cells.iter().map(number).collect()));
            self.measures.extend(words.into_iter().map(Measure::Word));
        }
        let measures = first..self.measures.len();
        self.columns.push(Column { name, is_kept: true, measures });
    }

    /// How some points differ from all: the columns where they differ most first, of equal ones in
    /// the order of the table. Columns where either have nothing are left out.
    pub fn against_all(&self, points: &[PointId]) -> Vec<Difference<'a>> {
        self.compared(&self.sides(points), &self.all)
    }

    /// How some points differ from some others, likewise.
    pub fn between(&self, one: &[PointId], other: &[PointId]) -> Vec<Difference<'a>> {
        self.compared(&self.sides(one), &self.sides(other))
    }

    fn compared(&self, inside: &[Side], outside: &[Side]) -> Vec<Difference<'a>> {
        let difference = |column: &Column<'a>| {
            let differences = column.measures.clone().map(|at| {
                let (inside, outside, measure) = (inside[at], outside[at], self.measures[at]);
                let strength = match measure {
                    Measure::Mean => (inside.mean - outside.mean) / self.all[at].deviation,
                    Measure::Yes | Measure::Word(_) => angle(inside.mean) - angle(outside.mean),
                };
                let Column { name, is_kept, .. } = *column;
                Difference { column: name, measure, is_kept, inside, outside, strength }
            });
            // Of two words with opposite shares, the one that there is more of.
            let rank = |of: &Difference<'_>| (size(of), of.strength);
            let found = differences.filter(|of| of.strength.is_finite());
            found.reduce(|best, next| if rank(&next) > rank(&best) { next } else { best })
        };
        let mut found: Vec<Difference<'_>> = self.columns.iter().filter_map(difference).collect();
        found.sort_by(|a, b| size(b).total_cmp(&size(a)));
        found
    }

    /// What these points have by each measure.
    fn sides(&self, points: &[PointId]) -> Vec<Side> {
        let (width, count) = (self.features.names.len(), points.len());
        let mut sides = vec![Side { points: count, ..Side::default() }; width];
        // Row by row, as the values are stored.
        let rows = || points.iter().map(|point| &self.features.values[point.index() * width..]);
        for row in rows() {
            sides.iter_mut().zip(row).for_each(|(side, value)| side.mean += value);
        }
        sides.iter_mut().for_each(|side| side.mean /= count as f64);
        for row in rows() {
            let squares = sides.iter_mut().zip(row);
            squares.for_each(|(side, value)| side.deviation += (value - side.mean).powi(2));
        }
        sides.iter_mut().for_each(|side| side.deviation = (side.deviation / count as f64).sqrt());
        for (cells, column) in self.kept.iter().zip(self.columns.iter().filter(|of| of.is_kept)) {
            match cells {
                Cells::Numbers(cells) => {
                    let values = points.iter().filter_map(|point| cells[point.index()]);
                    sides.push(Side::of(&values.collect::<Vec<_>>()));
                }
                Cells::Words(cells) => {
                    let mut counts = vec![0_u32; column.measures.len()];
                    let words = points.iter().filter_map(|point| cells[point.index()]);
                    words.for_each(|word| counts[word] += 1);
                    let points = counts.iter().sum::<u32>();
                    let side = |count: u32| {
                        let mean = f64::from(count) / f64::from(points);
                        let deviation = (mean * (1.0 - mean)).sqrt();
                        Side { points: points as usize, mean, deviation }
                    };
                    sides.extend(counts.into_iter().map(side));
                }
            }
        }
        sides
    }
}

impl Side {
    /// Of these values.
    fn of(values: &[f64]) -> Self {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean).powi(2));
        let deviation = (squares.sum::<f64>() / count).sqrt();
        Self { points: values.len(), mean, deviation }
    }
}

/// How large a difference is, without what rounding adds.
fn size(of: &Difference<'_>) -> f64 {
    (of.strength.abs() * 1e9).round()
}

/// A share as an angle, of which differences are Cohen's h.
fn angle(share: f64) -> f64 {
    2.0 * share.clamp(0.0, 1.0).sqrt().asin()
}
