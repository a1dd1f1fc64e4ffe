//! The points as distances see them.

use std::collections::HashMap;
use std::sync::Arc;

use super::matrix::{self, DistanceMatrixError};
use super::metric::{self, Metric};
use super::scale::Scale;
use crate::table::Table;

/// Why neighbours cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// k must be at least 1 and at most n.
    #[error("k = {k} is not possible for {n} points; choose 1 to {n}")]
    K {
        /// What was requested.
        k: usize,
        /// How many points there are.
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
    #[error(
        "row {} ({name}) has only zeros, so its cosine distance is undefined; drop the row or \
         take another metric", row + 1
    )]
    ZeroRow {
        /// The row, from 0.
        row: usize,
        /// Its name.
        name: String,
    },
    /// Given distances that are none.
    #[error(transparent)]
    Distances(#[from] DistanceMatrixError),
    /// Values so far apart that a distance or a scaled value is not finite.
    #[error(
        "the values of row {} ({name}) are too large: a distance is infinite; scale the table \
         first",
        row + 1
    )]
    Overflow {
        /// The row, from 0.
        row: usize,
        /// Its name.
        name: String,
    },
    /// Values so near each other that all distances are 0.
    #[error("the values are too near each other: every distance is 0; scale the table first")]
    Underflow,
}

/// The numbers for the distances: scaled, and of length 1 for the cosine; or the distances.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    values: Arc<Vec<f64>>,
    dimensions: usize,
    points: usize,
    metric: Metric,
}

impl Space {
    /// The table's rows, scaled, ready for distances.
    ///
    /// # Errors
    /// A zero row under [`Metric::Cosine`]; no distances under [`Metric::Precomputed`]; distances
    /// that overflow.
    pub fn new(table: &Table, metric: Metric, scale: Scale) -> Result<Self, Error> {
        let (dimensions, points) = (table.features().len(), table.points().len());
        if metric == Metric::Precomputed {
            let name = |row: usize| table.points().names()[row].clone();
            let values = matrix::distances(table.values(), dimensions, points, name)?;
            return Ok(Self { values: values.into(), dimensions, points, metric });
        }
        Self::of_values(&table.shared_values(), table.features(), points, metric, scale).map_err(
            |mut fault| {
                if let Error::ZeroRow { row, name } | Error::Overflow { row, name } = &mut fault {
                    name.clone_from(&table.points().names()[*row]);
                }
                fault
            },
        )
    }

    /// The same from the values of a table, row by row, of columns with these names, for any metric
    /// of rows.
    pub fn of_values(
        values: &Arc<Vec<f64>>,
        names: &[String],
        points: usize,
        metric: Metric,
        scale: Scale,
    ) -> Result<Self, Error> {
        let mut values = match scale {
            Scale::None => Arc::clone(values),
            scale => scale.apply(values, names).into(),
        };
        let dimensions = names.len();
        if metric == Metric::Cosine {
            let values = Arc::make_mut(&mut values);
            let zero =
                values.chunks_mut(dimensions.max(1)).position(|point| !metric::normalize(point));
            if let Some(row) = zero {
                return Err(Error::ZeroRow { row, name: String::new() });
            }
        }
        let space = Self { values, dimensions, points, metric };
        space.check()?;
        Ok(space)
    }

    /// Rows as distances see them already, row by row.
    pub(super) fn of_seen(values: Vec<f64>, dimensions: usize, metric: Metric) -> Self {
        let points = values.len().checked_div(dimensions).unwrap_or(0);
        Self { values: values.into(), dimensions, points, metric }
    }

    /// Whether the box around all points and another box has a diagonal: then no distance within
    /// is infinite, nor are all 0.
    pub(super) fn spans_with(&self, (from, to): (&[f64], &[f64])) -> bool {
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
        Err(Error::Overflow { row: largest.unwrap_or(0), name: String::new() })
    }

    pub(super) fn bounds(&self, points: impl Iterator<Item = u32>) -> (Vec<f64>, Vec<f64>) {
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

    /// The first of equal points for each point: those with the same numbers.
    pub(crate) fn first_of_equals(&self) -> Vec<u32> {
        let bits = |value: &f64| (value + 0.0).to_bits();
        let mut first = HashMap::new();
        let of_point = |point: u32| {
            let row: Box<[u64]> = self.row(point as usize).iter().map(bits).collect();
            *first.entry(row).or_insert(point)
        };
        (0..self.points as u32).map(of_point).collect()
    }

    /// Some of the points by themselves.
    pub(crate) fn only(&self, rows: &[u32]) -> Self {
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

    /// How far points are from each other.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.points
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.points == 0
    }

    /// How many numbers a distance is made of.
    pub fn dimensions(&self) -> usize {
        if self.metric == Metric::Precomputed { 1 } else { self.dimensions }
    }

    /// The numbers of one point.
    pub fn row(&self, point: usize) -> &[f64] {
        &self.values[point * self.dimensions..(point + 1) * self.dimensions]
    }

    /// The comparable distance of two points.
    pub fn distance(&self, a: usize, b: usize) -> f64 {
        match self.metric {
            Metric::Precomputed => self.row(a)[b],
            metric => metric.distance(self.row(a), self.row(b)),
        }
    }

    /// How far two points are from each other.
    pub fn true_distance(&self, a: usize, b: usize) -> f64 {
        self.metric.true_distance(self.distance(a, b))
    }
}
