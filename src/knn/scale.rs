//! Scaling of columns before distances are taken.

use serde::{Deserialize, Serialize};

/// What is done to each column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scale {
    /// Nothing, as in the paper.
    None,
    /// (x - mean) / deviation, the deviation of the population (divided by n).
    Standard,
    /// (x - least) / (largest - least).
    MinMax,
}

impl Scale {
    /// The scaling's name on the command line and in stores.
    pub fn name(self) -> &'static str {
        match self {
            Scale::None => "none",
            Scale::Standard => "standard",
            Scale::MinMax => "minmax",
        }
    }

    /// The scaling with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Scale::None, Scale::Standard, Scale::MinMax].into_iter().find(|scale| scale.name() == name)
    }

    /// Scaled copies of the values (row by row, `dimensions` a row); a constant column becomes 0.
    pub(super) fn apply(self, values: &[f64], dimensions: usize) -> Vec<f64> {
        let mut scaled = values.to_vec();
        if self == Scale::None || dimensions == 0 {
            return scaled;
        }
        let units = self.units(values, dimensions);
        scaled.chunks_mut(dimensions).for_each(|row| scale(row, &units));
        scaled
    }

    /// What each column is scaled by, from the values of a whole table.
    pub(super) fn units(self, values: &[f64], dimensions: usize) -> Vec<Unit> {
        let column = |column: usize| {
            let all = || values.iter().skip(column).step_by(dimensions).copied();
            if self == Scale::None {
                return Unit::AsItIs;
            }
            let low = all().fold(f64::INFINITY, f64::min);
            let high = all().fold(f64::NEG_INFINITY, f64::max);
            // Only the least and the largest show a constant column: rounding may leave a deviation
            // just above 0.
            if low == high {
                return Unit::Constant;
            }
            match self {
                Scale::MinMax => Unit::Of { zero: low, length: high - low },
                _ => {
                    let n = (values.len() / dimensions) as f64;
                    let mean = all().sum::<f64>() / n;
                    let squares = all().map(|v| (v - mean).powi(2)).sum::<f64>();
                    Unit::Of { zero: mean, length: (squares / n).sqrt() }
                }
            }
        };
        (0..dimensions).map(column).collect()
    }
}

/// What a column is scaled by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unit {
    /// Nothing.
    AsItIs,
    /// It has one value, which becomes 0.
    Constant,
    /// What becomes 0, and what is 1 long.
    Of { zero: f64, length: f64 },
}

/// Scales a row.
pub(super) fn scale(row: &mut [f64], units: &[Unit]) {
    for (value, unit) in row.iter_mut().zip(units) {
        *value = match *unit {
            Unit::AsItIs => *value,
            Unit::Constant => 0.0,
            Unit::Of { zero, length } => (*value - zero) / length,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_divides_by_the_population_deviation() {
        // Mean 2, squared deviations 1 + 1: population deviation 1, sample deviation 1.41.
        assert_eq!(Scale::Standard.apply(&[1.0, 3.0], 1), [-1.0, 1.0]);
    }

    #[test]
    fn minmax_spans_0_to_1_and_a_constant_column_is_0() {
        let values = [2.0, 0.1, 4.0, 0.1, 3.0, 0.1];
        assert_eq!(Scale::MinMax.apply(&values, 2), [0.0, 0.0, 1.0, 0.0, 0.5, 0.0]);
        assert_eq!(Scale::Standard.apply(&[0.1; 3], 1), [0.0; 3]);
    }
}
