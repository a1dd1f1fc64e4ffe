//! How much memory things take, from their sizes alone.

use crate::base::memory::{self, Memory};
use crate::base::numbers::counted;
use crate::mine::ESTIMATE_BYTES;
use crate::table::Table;

/// How large a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    n: usize,
    features: usize,
}

/// What would take more memory than allowed, and what would fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {cause}")]
pub struct TooLargeError {
    /// What it is.
    pub what: String,
    /// How large it would be.
    pub cause: memory::MemoryError,
    /// What would fit instead, where that is known.
    pub fits: Option<Fits>,
}

/// What fits where something else is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fits {
    /// This many neighbours a point.
    Neighbors(usize),
    /// A lattice with a larger least size.
    MinSize,
}

/// A cross of a context, in its row and in its column. This and what follows is taken at least, so
/// that nothing is refused which fits.
const CROSS: f64 = 8.0;
/// What a point takes besides its values and neighbours: its name, more than once, and its class.
const POINT: f64 = 300.0;
/// What a value takes: in the table, in what distances are taken of, in the graph.
const VALUE: f64 = 32.0;

/// What is taken at most, as measured on tables of up to 50,000 points and 20 columns, so that what
/// is advised fits: bytes of the program, bytes a point, and how many times those of a cross.
type Most = (f64, f64, f64);
const CONTEXT: Most = (32e6, 0.0, 2.5);
/// With near points, groups, clusters with as many members as they may have, and a store.
const GRAPH: Most = (200e6, 1_700.0, 12.0);

impl Shape {
    /// Of a table.
    pub fn of(table: &Table) -> Self {
        Self { n: table.points().len(), features: table.features().len() }
    }

    /// How many points there are.
    pub fn points(self) -> usize {
        self.n
    }

    /// Bytes without any neighbour.
    fn table(self) -> f64 {
        self.n as f64 * (POINT + VALUE * self.features as f64)
    }

    /// Whether its points may have k neighbours each.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn allows(self, k: usize, memory: Memory) -> Result<(), TooLargeError> {
        self.allows_more(k, memory, CROSS, 0.0, "", CONTEXT)
    }

    /// The same for the points of a graph.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn allows_graph(self, k: usize, memory: Memory) -> Result<(), TooLargeError> {
        self.allows_more(k, memory, CROSS, 0.0, "", GRAPH)
    }

    /// Whether the number of concepts may be estimated with k neighbours a point.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn allows_estimate(self, k: usize, memory: Memory) -> Result<(), TooLargeError> {
        // The crosses once more as the search wants them, and by rank where k is swept; and the
        // nodes of the sweeps.
        let nodes = ESTIMATE_BYTES as f64;
        self.allows_more(k, memory, 2.5 * CROSS, nodes, "an estimate from ", CONTEXT)
    }

    /// The same, where a cross takes `cross` bytes and everything else `more`, besides the table.
    fn allows_more(
        self,
        k: usize,
        memory: Memory,
        cross: f64,
        more: f64,
        of: &str,
        (program, point, times): Most,
    ) -> Result<(), TooLargeError> {
        let (n, rest) = (self.n as f64, self.table() + more);
        memory.allows(rest + cross * n * k as f64).map_err(|cause| {
            let points = counted(self.n as u64, "point", "points");
            let neighbors = counted(k as u64, "neighbour", "neighbours");
            let what = format!("{of}{neighbors} for each of {points}");
            let left = memory.bytes() as f64 - rest - program - point * n;
            let fits = round_below(left / (times * cross) / n).map(Fits::Neighbors);
            TooLargeError { what, cause, fits }
        })
    }
}

/// The largest number of two digits that is at most that many.
fn round_below(number: f64) -> Option<usize> {
    let ten = 10_f64.powf((number.max(1.0).log10().floor() - 1.0).max(0.0));
    Some(((number / ten).floor() * ten) as usize).filter(|&number| number > 0)
}

/// Whether something over this many points may be made, which takes `bytes`.
///
/// # Errors
/// More memory than allowed.
pub fn allows_of(what: &str, n: usize, bytes: f64, memory: Memory) -> Result<(), TooLargeError> {
    memory.allows(bytes).map_err(|cause| {
        let points = counted(n as u64, "point", "points");
        TooLargeError { what: format!("{what} of {points}"), cause, fits: None }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_names_a_k_that_does() {
        let shape = Shape { n: 1_000_000, features: 3 };
        let limit = Memory::of(4 << 30);
        let refused = shape.allows(500_000, limit).unwrap_err();
        let words = "500,000 neighbours for each of 1,000,000 points would take about 3.6 TiB, \
                     more than 4.0 GiB";
        assert_eq!(refused.to_string(), words);
        assert_eq!(refused.fits, Some(Fits::Neighbors(190)));
        assert_eq!(shape.allows(190, limit), Ok(()));
        let refused = shape.allows_graph(500_000, limit).unwrap_err();
        assert_eq!(
            (refused.to_string(), refused.fits),
            (words.to_owned(), Some(Fits::Neighbors(20)))
        );
        assert_eq!(shape.allows(1, Memory::of(1 << 20)).unwrap_err().fits, None);
        assert_eq!(shape.allows(500_000, Memory::unlimited()), Ok(()));
        assert_eq!([0.9, 1.0, 19.0, 578.0].map(round_below), [None, Some(1), Some(19), Some(570)]);
    }
}
