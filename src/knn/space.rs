//! Points in the form that distances are computed from.

use std::collections::HashMap;
use std::sync::Arc;

use crate::metric::{self, Metric};

/// The reason why points have no neighbours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A `k` that is not from 1 to n.
    #[error("k = {k} is not possible for {n} points; choose 1 to {n}")]
    K {
        /// The requested k.
        k: usize,
        /// The number of points.
        n: usize,
    },
    /// A `k` that is not from 1 to the number of anchors.
    #[error("k = {k} is not possible among {anchors} anchors; choose 1 to {anchors}")]
    Anchors {
        /// The requested k.
        k: usize,
        /// The number of anchors.
        anchors: usize,
    },
    /// A zero row, whose cosine distance is undefined.
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

/// Points as rows of numbers, of length 1 for the cosine; or all distances between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    values: Arc<Vec<f64>>,
    dimensions: usize,
    points: usize,
    metric: Metric,
}

impl Space {
    /// Creates a space from finite values, row by row. Under [`Metric::Precomputed`] they are the
    /// distances of each point from all, which are 0 or more, not -0.
    ///
    /// # Errors
    /// Returns an error if a row is zero under [`Metric::Cosine`], if distances overflow, or if all
    /// of them underflow though points differ.
    ///
    /// # Panics
    /// Panics if there are not points x dimensions values, or not points x points distances.
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
        space.check_diagonal()?;
        Ok(space)
    }

    pub(crate) fn from_prepared(values: Vec<f64>, dimensions: usize, metric: Metric) -> Self {
        let points = values.len().checked_div(dimensions).unwrap_or(0);
        Self { values: values.into(), dimensions, points, metric }
    }

    /// Returns `true` if the box around all points and another box has a normal diagonal: then no
    /// distance within is infinite, nor are all 0.
    pub(crate) fn has_normal_diagonal_with(&self, (from, to): (&[f64], &[f64])) -> bool {
        let (mut low, mut high) = self.bounds(0..self.points as u32);
        low.iter_mut().zip(from).for_each(|(low, from)| *low = low.min(*from));
        high.iter_mut().zip(to).for_each(|(high, to)| *high = high.max(*to));
        self.metric.comparable_distance(&low, &high).is_normal()
    }

    /// Checks the diagonal of the box around all points: no distance is infinite if it is finite,
    /// nor are all 0 if it is normal. The error names the first row with the largest magnitude.
    fn check_diagonal(&self) -> Result<(), Error> {
        let (low, high) = self.bounds(0..self.points as u32);
        let diagonal = self.metric.comparable_distance(&low, &high);
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

    /// Returns, for each point, the first point with equal numbers.
    pub fn first_equal_points(&self) -> Vec<u32> {
        let bits = |value: &f64| (value + 0.0).to_bits();
        let mut first = HashMap::new();
        let of_point = |point: u32| {
            let row: Box<[u64]> = self.row(point as usize).iter().map(bits).collect();
            *first.entry(row).or_insert(point)
        };
        (0..self.points as u32).map(of_point).collect()
    }

    /// Returns the space of some of the points.
    pub fn subset(&self, rows: &[u32]) -> Self {
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

    /// Returns the metric of the space.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the number of points.
    pub fn len(&self) -> usize {
        self.points
    }

    /// Returns `true` if there is no point.
    pub fn is_empty(&self) -> bool {
        self.points == 0
    }

    /// Returns the number of columns that a distance adds up; 1 if distances are given.
    pub fn dimensions(&self) -> usize {
        if self.metric == Metric::Precomputed { 1 } else { self.dimensions }
    }

    /// Returns the numbers of a point.
    pub fn row(&self, point: usize) -> &[f64] {
        &self.values[point * self.dimensions..(point + 1) * self.dimensions]
    }

    /// Returns a number that orders pairs of points as their distances do.
    pub fn comparable_distance(&self, a: usize, b: usize) -> f64 {
        match self.metric {
            Metric::Precomputed => self.row(a)[b],
            metric => metric.comparable_distance(self.row(a), self.row(b)),
        }
    }

    /// Returns the distance between two points.
    pub fn true_distance(&self, a: usize, b: usize) -> f64 {
        self.metric.true_distance(self.comparable_distance(a, b))
    }
}
