//! Estimates of memory use from the sizes of a table.

use crate::base::memory::{self, MemoryLimit};
use crate::base::numbers::pluralize;
use crate::mine::ESTIMATE_BYTES;
use crate::table::Table;

/// The size of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    n: usize,
    features: usize,
}

/// An error: a computation would take more memory than allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {cause}")]
pub struct TooLargeError {
    /// The thing that is too large.
    pub what: String,
    /// The needed and the allowed memory.
    pub cause: memory::MemoryError,
    /// A choice that would fit instead, if one is known.
    pub alternative: Option<Alternative>,
}

/// A choice that fits in memory if another one is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// The largest number of neighbours of a point.
    Neighbors(usize),
    /// A lattice with a larger least size.
    MinSize,
}

/// The bytes of a cross of a context, in its row and in its column. This and the next two constants
/// are lower bounds, so that nothing is refused that would fit.
const CROSS_BYTES: f64 = 8.0;
/// The bytes of a point besides its values and neighbours: its name, more than once, and its class.
const POINT_BYTES: f64 = 300.0;
/// The bytes of a value: in the table, in the space of distances and in the graph.
const VALUE_BYTES: f64 = 32.0;

/// An upper bound, as measured on tables of up to 50,000 points and 20 columns, so that the advised
/// choice fits: the bytes of the program, the bytes of a point, and the factor of the bytes of a
/// cross.
type UpperBound = (f64, f64, f64);
const CONTEXT_BOUND: UpperBound = (32e6, 0.0, 2.5);
/// The bound with near points, groups, clusters with the most members, and a store.
const GRAPH_BOUND: UpperBound = (200e6, 1_700.0, 12.0);

impl TableSize {
    /// Returns the shape of a table.
    pub fn new(table: &Table) -> Self {
        Self { n: table.points().len(), features: table.features().len() }
    }

    /// Returns the number of points.
    pub fn points(self) -> usize {
        self.n
    }

    fn table_bytes(self) -> f64 {
        self.n as f64 * (POINT_BYTES + VALUE_BYTES * self.features as f64)
    }

    /// Checks that the memory suffices for k neighbours of each point.
    pub fn check_memory(self, k: usize, memory: MemoryLimit) -> Result<(), TooLargeError> {
        self.check_bytes(k, memory, CROSS_BYTES, 0.0, "", CONTEXT_BOUND)
    }

    pub(crate) fn check_graph_memory(
        self,
        k: usize,
        memory: MemoryLimit,
    ) -> Result<(), TooLargeError> {
        self.check_bytes(k, memory, CROSS_BYTES, 0.0, "", GRAPH_BOUND)
    }

    /// Checks that the memory suffices for an estimate with k neighbours of each point.
    pub fn check_estimate_memory(self, k: usize, memory: MemoryLimit) -> Result<(), TooLargeError> {
        // More memory: the crosses of the search, ranked neighbours for many k, nodes of the
        // sweeps.
        let nodes = ESTIMATE_BYTES as f64;
        self.check_bytes(k, memory, 2.5 * CROSS_BYTES, nodes, "an estimate from ", CONTEXT_BOUND)
    }

    /// Checks the memory if a cross takes `cross` bytes, and `more` are needed besides the table.
    fn check_bytes(
        self,
        k: usize,
        memory: MemoryLimit,
        cross: f64,
        more: f64,
        prefix: &str,
        (program, point, times): UpperBound,
    ) -> Result<(), TooLargeError> {
        let (n, rest) = (self.n as f64, self.table_bytes() + more);
        memory.check(rest + cross * n * k as f64).map_err(|cause| {
            let points = pluralize(self.n as u64, "point", "points");
            let neighbors = pluralize(k as u64, "neighbour", "neighbours");
            let what = format!("{prefix}{neighbors} for each of {points}");
            let left = memory.bytes() as f64 - rest - program - point * n;
            let fits = round_below(left / (times * cross) / n).map(Alternative::Neighbors);
            TooLargeError { what, cause, alternative: fits }
        })
    }
}

/// Rounds down to two significant digits; `None` if the result is 0.
fn round_below(number: f64) -> Option<usize> {
    let ten = 10_f64.powf((number.max(1.0).log10().floor() - 1.0).max(0.0));
    Some(((number / ten).floor() * ten) as usize).filter(|&number| number > 0)
}

/// Checks that the memory suffices for something over n points that takes `bytes` bytes.
pub fn check_memory(
    what: &str,
    n: usize,
    bytes: f64,
    memory: MemoryLimit,
) -> Result<(), TooLargeError> {
    memory.check(bytes).map_err(|cause| {
        let points = pluralize(n as u64, "point", "points");
        TooLargeError { what: format!("{what} of {points}"), cause, alternative: None }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_names_a_k_that_does() {
        let shape = TableSize { n: 1_000_000, features: 3 };
        let limit = MemoryLimit::from_bytes(4 << 30);
        let refused = shape.check_memory(500_000, limit).unwrap_err();
        let words = "500,000 neighbours for each of 1,000,000 points would take about 3.6 TiB, \
                     more than 4.0 GiB";
        assert_eq!(refused.to_string(), words);
        assert_eq!(refused.alternative, Some(Alternative::Neighbors(190)));
        assert_eq!(shape.check_memory(190, limit), Ok(()));
        let refused = shape.check_graph_memory(500_000, limit).unwrap_err();
        assert_eq!(
            (refused.to_string(), refused.alternative),
            (words.to_owned(), Some(Alternative::Neighbors(20)))
        );
        assert_eq!(
            shape.check_memory(1, MemoryLimit::from_bytes(1 << 20)).unwrap_err().alternative,
            None
        );
        assert_eq!(shape.check_memory(500_000, MemoryLimit::unlimited()), Ok(()));
        assert_eq!([0.9, 1.0, 19.0, 578.0].map(round_below), [None, Some(1), Some(19), Some(570)]);
    }
}
