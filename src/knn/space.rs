//! The points as distances see them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::metric::{self, Metric};

/// Why points have no neighbours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// k must be at least 1 and at most n.
    #[error("k = {k} is not possible for {n} points; choose 1 to {n}")]
    K {
        /// What was requested.
        k: usize,
        /// The number of points.
        n: usize,
    },
    /// k must be at least 1 and at most the number of anchors.
    #[error("k = {k} is not possible among {anchors} anchors; choose 1 to {anchors}")]
    Anchors {
        /// What was requested.
        k: usize,
        /// How many anchors there are.
        anchors: usize,
    },
    /// The cosine distance of a zero row is undefined.
    #[error("row {} has only zeros, so its cosine distance is undefined", row + 1)]
    ZeroRow {
        /// The row, from 0.
        row: usize,
    },
    /// Values so far apart that a distance is not finite.
    #[error("the values of row {} are too large: a distance is infinite", row + 1)]
    Overflow {
        /// The row, from 0.
        row: usize,
    },
    /// Values so near each other that all distances are 0.
    #[error("the values are too near each other: every distance is 0")]
    Underflow,
}

/// Points as rows of numbers, of length 1 for the cosine; or all their distances.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    values: Arc<Vec<f64>>,
    dimensions: usize,
    points: usize,
    metric: Metric,
}

impl Space {
    /// Makes points ready for distances, from finite values row by row; under
    /// [`Metric::Precomputed`] the distances of each from all, which are 0 or more, not -0.
    ///
    /// # Errors
    /// A zero row under [`Metric::Cosine`]; distances that overflow, or of which all are 0 though
    /// points differ.
    ///
    /// # Panics
    /// When there are not points x dimensions values, or not points x points distances.
    pub fn new(
        values: impl Into<Arc<Vec<f64>>>,
        points: usize,
        dimensions: usize,
        metric: Metric,
    ) -> Result<Self, Error> {
        let mut values = values.into();
        assert_eq!(values.len(), points * dimensions, "points x dimensions values");
        if metric == Metric::Precomputed {
            assert_eq!(points, dimensions, "a distance for each pair");
            return Ok(Self { values, dimensions, points, metric });
        }
        if metric == Metric::Cosine {
            let values = Arc::make_mut(&mut values);
            let zero =
                values.chunks_mut(dimensions.max(1)).position(|point| !metric::normalize(point));
            if let Some(row) = zero {
                return Err(Error::ZeroRow { row });
            }
        }
        let space = Self { values, dimensions, points, metric };
        space.check()?;
        Ok(space)
    }

    /// Rows as distances see them already, row by row.
    pub(crate) fn of_seen(values: Vec<f64>, dimensions: usize, metric: Metric) -> Self {
        let points = values.len().checked_div(dimensions).unwrap_or(0);
        Self { values: values.into(), dimensions, points, metric }
    }

    /// Whether the box around all points and another box has a diagonal: then no distance within
    /// is infinite, nor are all 0.
    pub(crate) fn spans_with(&self, (from, to): (&[f64], &[f64])) -> bool {
        let (mut low, mut high) = self.bounds(0..self.points as u32);
        low.iter_mut().zip(from).for_each(|(low, from)| *low = low.min(*from));
        high.iter_mut().zip(to).for_each(|(high, to)| *high = high.max(*to));
        self.metric.distance(&low, &high).is_normal()
    }

    /// No distance can be infinite when the box around all points has a finite diagonal, nor are
    /// all 0 when it has one; otherwise the error names the first row with the largest magnitude.
    fn check(&self) -> Result<(), Error> {
        let (low, high) = self.bounds(0..self.points as u32);
        let diagonal = self.metric.distance(&low, &high);
        if self.points == 0 || diagonal.is_normal() || low == high {
            return Ok(());
        }
        if diagonal.is_finite() {
            return Err(Error::Underflow);
        }
        let size = |row: usize| {
            self.row(row).iter().fold(0.0, |most: f64, v| {
                most.max(if v.is_finite() { v.abs() } else { f64::INFINITY })
            })
        };
        let largest = (0..self.points).reduce(|a, b| if size(b) > size(a) { b } else { a });
        Err(Error::Overflow { row: largest.unwrap_or(0) })
    }

    pub(crate) fn bounds(&self, points: impl Iterator<Item = u32>) -> (Vec<f64>, Vec<f64>) {
        let mut low = vec![f64::INFINITY; self.dimensions];
        let mut high = vec![f64::NEG_INFINITY; self.dimensions];
        for point in points {
            for ((low, high), &value) in low.iter_mut().zip(&mut high).zip(self.row(point as usize))
            {
                *low = low.min(value);
                *high = high.max(value);
            }
        }
        (low, high)
    }

    /// Returns for each point the first one with the same numbers.
    pub fn first_of_equals(&self) -> Vec<u32> {
        let bits = |value: &f64| (value + 0.0).to_bits();
        let mut first = HashMap::new();
        let of_point = |point: u32| {
            let row: Box<[u64]> = self.row(point as usize).iter().map(bits).collect();
            *first.entry(row).or_insert(point)
        };
        (0..self.points as u32).map(of_point).collect()
    }

    /// Returns some of the points by themselves.
    pub fn only(&self, rows: &[u32]) -> Self {
        let points = rows.len();
        if self.metric == Metric::Precomputed {
            let of_row =
                |&row: &u32| rows.iter().map(move |&other| self.row(row as usize)[other as usize]);
            let values = Arc::new(rows.iter().flat_map(of_row).collect());
            return Self { values, dimensions: points, points, metric: self.metric };
        }
        let values = rows.iter().flat_map(|&row| self.row(row as usize)).copied().collect();
        Self { values: Arc::new(values), points, dimensions: self.dimensions, metric: self.metric }
    }

    /// Returns how distances are measured.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the number of points.
    pub fn len(&self) -> usize {
        self.points
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.points == 0
    }

    /// Returns how many numbers a distance is made of.
    pub fn dimensions(&self) -> usize {
        if self.metric == Metric::Precomputed { 1 } else { self.dimensions }
    }

    /// Returns the numbers of one point.
    pub fn row(&self, point: usize) -> &[f64] {
        &self.values[point * self.dimensions..(point + 1) * self.dimensions]
    }

    /// Returns a number that orders pairs of points as their distances do.
    pub fn distance(&self, a: usize, b: usize) -> f64 {
        match self.metric {
            Metric::Precomputed => self.row(a)[b],
            metric => metric.distance(self.row(a), self.row(b)),
        }
    }

    /// Returns how far two points are from each other.
    pub fn true_distance(&self, a: usize, b: usize) -> f64 {
        self.metric.true_distance(self.distance(a, b))
    }
}
