//! Scaling of columns before distances are computed.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::numbers::magnitude_divisor;

/// A scaling of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scale {
    /// No scaling, as in the paper.
    None,
    /// Standardisation: (x - mean) / deviation, the deviation of the population (divided by n).
    /// Columns made of one column's words have one deviation together, and so count as one column.
    Standard,
    /// Min-max scaling: (x - least) / (largest - least). Two words of a column are 1 apart.
    MinMax,
}

crate::base::named::named!(Scale { None: "none", Standard: "standard", MinMax: "minmax" });

impl Scale {
    /// Scales values, row by row, of the columns `names`; a constant column becomes 0.
    pub(crate) fn apply(self, values: &Arc<Vec<f64>>, names: &[String]) -> Arc<Vec<f64>> {
        if self == Scale::None || names.is_empty() {
            return Arc::clone(values);
        }
        let (units, mut scaled) = (self.units(values, names), values.to_vec());
        scaled.chunks_mut(names.len()).for_each(|row| scale_row(row, &units));
        scaled.into()
    }

    /// Returns the unit that each column is scaled by, from the values of a whole table.
    pub(super) fn units(self, values: &[f64], names: &[String]) -> Vec<Unit> {
        let dimensions = names.len();
        let column = |column: usize| {
            let all = || values.iter().skip(column).step_by(dimensions).copied();
            if self == Scale::None {
                return Unit::Unscaled;
            }
            let low = all().fold(f64::INFINITY, f64::min);
            let high = all().fold(f64::NEG_INFINITY, f64::max);
            // The deviation of a constant column may be just above 0 by rounding.
            if low == high {
                return Unit::Constant;
            }
            let part = magnitude_divisor(&[low, high]);
            match self {
                Scale::MinMax => {
                    let zero = low / part;
                    Unit::Scaled { divisor: part, origin: zero, unit: high / part - zero }
                }
                _ => {
                    let n = (values.len() / dimensions) as f64;
                    // Sums over sorted numbers, so that the order of the rows has no effect.
                    let mut all: Vec<f64> = all().map(|v| v / part).collect();
                    all.sort_unstable_by(f64::total_cmp);
                    let mean = all.iter().sum::<f64>() / n;
                    let squares = all.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
                    Unit::Scaled { divisor: part, origin: mean, unit: (squares / n).sqrt() }
                }
            }
        };
        let mut units: Vec<Unit> = (0..dimensions).into_par_iter().map(column).collect();
        for slot in column_groups(names, values).into_iter().filter(|slot| slot.len() > 1) {
            let square = |unit: &Unit| match unit {
                Unit::Scaled { divisor: part, unit: length, .. } => (part * length).powi(2),
                Unit::Unscaled | Unit::Constant => 0.0,
            };
            let together = match self {
                Scale::MinMax => 2.0_f64.sqrt(),
                _ => units[slot.clone()].iter().map(square).sum::<f64>().sqrt(),
            };
            for unit in &mut units[slot] {
                if let Unit::Scaled { divisor: part, unit: length, .. } = unit {
                    *length = together / *part;
                }
            }
        }
        units
    }
}

/// Returns the columns that count as one: columns made of one column's words, which are called
/// `column=word` and of which each row has one, and each other column by itself.
pub(crate) fn column_groups(names: &[String], values: &[f64]) -> Vec<Range<usize>> {
    let stem = |column: usize| names[column].split_once('=').map(|(stem, _)| stem);
    let mut slots: Vec<Range<usize>> = Vec::new();
    for column in 0..names.len() {
        match slots.last_mut() {
            Some(last) if stem(column).is_some() && stem(last.start) == stem(column) => {
                last.end = column + 1;
            }
            _ => slots.push(column..column + 1),
        }
    }
    let has_one = |slot: &Range<usize>| {
        values.chunks_exact(names.len()).all(|row| {
            let row = &row[slot.clone()];
            let sum: f64 = row.iter().sum();
            row.iter().all(|value| (0.0..=1.0).contains(value)) && (sum - 1.0).abs() < 1e-9
        })
    };
    let apart = |slot: Range<usize>| match slot.len() == 1 || has_one(&slot) {
        true => vec![slot],
        false => slot.map(|column| column..column + 1).collect(),
    };
    slots.into_iter().flat_map(apart).collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unit {
    /// A column that is not scaled.
    Unscaled,
    /// A column of one value, which becomes 0.
    Constant,
    /// A column divided by `divisor`, after which `origin` becomes 0 and `unit` becomes 1.
    Scaled { divisor: f64, origin: f64, unit: f64 },
}

pub(super) fn scale_row(row: &mut [f64], units: &[Unit]) {
    for (value, unit) in row.iter_mut().zip(units) {
        *value = match *unit {
            Unit::Unscaled => *value,
            Unit::Constant => 0.0,
            Unit::Scaled { divisor: part, origin: zero, unit: length } => {
                (*value / part - zero) / length
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(of: &[&str]) -> Vec<String> {
        of.iter().map(|name| (*name).to_owned()).collect()
    }

    fn scaled(scale: Scale, values: &[f64], names: &[String]) -> Vec<f64> {
        scale.apply(&Arc::new(values.to_vec()), names).to_vec()
    }

    #[test]
    fn words_of_a_column_count_as_one() {
        let names = names(&["sex=f", "sex=m", "x=1", "x=2"]);
        // Each row has one sex, but not one x.
        let values = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0];
        assert_eq!(column_groups(&names, &values), [0..2, 2..3, 3..4]);
        let standard = scaled(Scale::Standard, &values, &names);
        let together: f64 = (0..2).map(|at| (standard[at] - standard[4 + at]).powi(2)).sum();
        let alone = (standard[2] - standard[6]).powi(2);
        assert!((together - alone).abs() < 1e-12, "{standard:?}");
        let apart = scaled(Scale::MinMax, &values, &names);
        let apart: f64 = (0..2).map(|at| (apart[at] - apart[4 + at]).powi(2)).sum();
        assert!((apart - 1.0).abs() < 1e-12);
    }

    #[test]
    fn standard_divides_by_the_population_deviation() {
        // Mean 2, squared deviations 1 + 1: population deviation 1, sample deviation 1.41.
        assert_eq!(scaled(Scale::Standard, &[1.0, 3.0], &names(&["a"])), [-1.0, 1.0]);
    }

    #[test]
    fn values_of_any_size_are_scaled() {
        let names = names(&["a"]);
        for scale in [Scale::Standard, Scale::MinMax] {
            let usual = scaled(scale, &[-1.0, 0.0, 0.5, 1.0], &names);
            for size in [f64::MIN_POSITIVE, 1e-200, 1e160, f64::MAX] {
                let scaled = scaled(scale, &[-size, 0.0, size / 2.0, size], &names);
                assert_eq!(scaled, usual, "{scale:?} of {size:e}");
            }
        }
    }

    #[test]
    fn minmax_spans_0_to_1_and_a_constant_column_is_0() {
        let values = [2.0, 0.1, 4.0, 0.1, 3.0, 0.1];
        let two = names(&["a", "b"]);
        assert_eq!(scaled(Scale::MinMax, &values, &two), [0.0, 0.0, 1.0, 0.0, 0.5, 0.0]);
        assert_eq!(scaled(Scale::Standard, &[0.1; 3], &names(&["a"])), [0.0; 3]);
    }
}
