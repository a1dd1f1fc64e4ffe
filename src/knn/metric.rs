//! Distances, as numbers that compare like the distance itself.

/// How far two points are from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Square root of the sum of squared differences.
    Euclidean,
    /// Sum of absolute differences.
    Manhattan,
    /// Largest absolute difference.
    Chebyshev,
    /// 1 - cosine of the angle; rows are brought to length 1, where it is half the squared
    /// Euclidean distance.
    Cosine,
}

impl Metric {
    /// The metric's name on the command line and in stores.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Euclidean => "euclidean",
            Metric::Manhattan => "manhattan",
            Metric::Chebyshev => "chebyshev",
            Metric::Cosine => "cosine",
        }
    }

    /// The metric with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev, Metric::Cosine];
        all.into_iter().find(|metric| metric.name() == name)
    }

    /// A number that orders pairs as the distance does: columns added in order, no square root.
    #[inline(always)]
    pub(super) fn distance(self, a: &[f64], b: &[f64]) -> f64 {
        let differences = a.iter().zip(b).map(|(x, y)| x - y);
        match self {
            Metric::Euclidean | Metric::Cosine => differences.fold(0.0, |sum, d| sum + d * d),
            Metric::Manhattan => differences.fold(0.0, |sum, d| sum + d.abs()),
            Metric::Chebyshev => differences.fold(0.0, |most, d| d.abs().max(most)),
        }
    }

    /// [`Self::distance`] of one point to many, whose numbers lie column by column; the same to the
    /// last bit.
    pub(super) fn distances(self, point: &[f64], columns: &[f64], into: &mut [f64]) {
        #[inline(always)]
        fn add(point: &[f64], columns: &[f64], into: &mut [f64], f: impl Fn(f64, f64) -> f64) {
            into.fill(0.0);
            for (x, column) in point.iter().zip(columns.chunks_exact(into.len())) {
                into.iter_mut().zip(column).for_each(|(sum, y)| *sum = f(*sum, x - y));
            }
        }
        match self {
            Metric::Euclidean | Metric::Cosine => add(point, columns, into, |sum, d| sum + d * d),
            Metric::Manhattan => add(point, columns, into, |sum, d| sum + d.abs()),
            Metric::Chebyshev => add(point, columns, into, |most, d| d.abs().max(most)),
        }
    }
}

/// Brings a row to length 1; false for a row of zeros. Divides by the largest magnitude first, so
/// that no square overflows or vanishes.
pub(super) fn normalize(row: &mut [f64]) -> bool {
    let most = row.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
    if most == 0.0 {
        return false;
    }
    row.iter_mut().for_each(|v| *v /= most);
    let length = row.iter().fold(0.0, |sum, v| sum + v * v).sqrt();
    row.iter_mut().for_each(|v| *v /= length);
    true
}
