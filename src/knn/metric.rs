//! Metrics, whose distances are computed as numbers that compare like the distances.

use serde::{Deserialize, Serialize};

/// A measure of the distance between two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Metric {
    /// The square root of the sum of squared differences.
    Euclidean,
    /// The sum of absolute differences.
    Manhattan,
    /// The largest absolute difference.
    Chebyshev,
    /// The cosine distance: 1 - cosine of the angle. Rows are scaled to length 1, where it is half
    /// the squared Euclidean distance.
    Cosine,
    /// The given distances: the row of a point has its distances from all points. The distance
    /// between two rows is the Chebyshev distance, which is that of their points if distances keep
    /// the triangle inequality (Kuratowski 1935).
    Precomputed,
}

/// The accumulation of a comparable distance, column by column.
///
/// Invariant: the distance never falls when a difference grows, rounded or not.
pub(crate) trait Sum {
    fn add(sum: f64, difference: f64) -> f64;
}

pub(crate) struct Squares;
pub(crate) struct Magnitudes;
pub(crate) struct Largest;

impl Sum for Squares {
    #[inline(always)]
    fn add(sum: f64, difference: f64) -> f64 {
        sum + difference * difference
    }
}

impl Sum for Magnitudes {
    #[inline(always)]
    fn add(sum: f64, difference: f64) -> f64 {
        sum + difference.abs()
    }
}

impl Sum for Largest {
    #[inline(always)]
    fn add(sum: f64, difference: f64) -> f64 {
        // `f64::max` checks for NaN first and takes twice as long.
        let difference = difference.abs();
        if difference > sum { difference } else { sum }
    }
}

impl Metric {
    /// Returns the name of the metric.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Euclidean => "euclidean",
            Metric::Manhattan => "manhattan",
            Metric::Chebyshev => "chebyshev",
            Metric::Cosine => "cosine",
            Metric::Precomputed => "precomputed",
        }
    }

    /// Returns the metric of a name, or `None` if no metric has that name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [
            Metric::Euclidean,
            Metric::Manhattan,
            Metric::Chebyshev,
            Metric::Cosine,
            Metric::Precomputed,
        ];
        all.into_iter().find(|metric| metric.name() == name)
    }

    pub(crate) fn true_distance(self, comparable: f64) -> f64 {
        match self {
            Self::Euclidean => comparable.sqrt(),
            Self::Manhattan | Self::Chebyshev | Self::Precomputed => comparable,
            Self::Cosine => comparable / 2.0,
        }
    }

    /// Returns a number that orders pairs as the distance does: columns in order, no square root.
    pub(crate) fn comparable_distance(self, a: &[f64], b: &[f64]) -> f64 {
        self.sum(a.iter().zip(b).map(|(x, y)| x - y))
    }

    /// Returns the comparable distance between two boxes, from `low` to `high` and `from` to `to`:
    /// as computed, not more than that of any point in one to any point in the other.
    pub(crate) fn box_gap(self, low: &[f64], high: &[f64], from: &[f64], to: &[f64]) -> f64 {
        let sides = low.iter().zip(high).zip(from.iter().zip(to));
        self.sum(sides.map(|((low, high), (from, to))| gap(low - to, from - high)))
    }

    #[inline(always)]
    fn sum(self, differences: impl Iterator<Item = f64>) -> f64 {
        match self {
            Metric::Euclidean | Metric::Cosine => differences.fold(0.0, Squares::add),
            Metric::Manhattan => differences.fold(0.0, Magnitudes::add),
            Metric::Chebyshev | Metric::Precomputed => differences.fold(0.0, Largest::add),
        }
    }
}

/// Returns the distance between two intervals that are this much apart; 0 if they meet.
#[inline(always)]
pub(crate) fn gap(below: f64, above: f64) -> f64 {
    let most = if below > above { below } else { above };
    if most > 0.0 { most } else { 0.0 }
}

/// Scales a row to length 1; returns `false` for a row of zeros. Divides by the largest magnitude
/// first, so that no square overflows or vanishes.
pub(crate) fn normalize(row: &mut [f64]) -> bool {
    let most = row.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
    if most == 0.0 {
        return false;
    }
    row.iter_mut().for_each(|v| *v /= most);
    let length = row.iter().fold(0.0, |sum, v| sum + v * v).sqrt();
    row.iter_mut().for_each(|v| *v /= length);
    true
}
