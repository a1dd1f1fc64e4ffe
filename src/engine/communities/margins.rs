//! Margins of boundary ratios for what chance may take away from boundaries.
//!
//! ```text
//! factor = (1 + y + y^2) (1 + z / columns)
//! y^2 = 2 ln(pieces) k / (8 edges),   z^2 = 2 ln(places) / k
//! ```
//!
//! Here `edges` is the number of edges between two sets, and each point has k neighbours. On a line
//! k^2 / 8 edges cross a cut, so k / (8 edges) is one divided by the number of points that face the
//! boundary; the largest of as many deviations as there are pieces is about the root of 2
//! ln(pieces). Weights are divided by widths of neighbourhoods, and the relative deviation of the
//! distance to the last neighbour is one divided by the root of k and by the number of columns. The
//! boundary lies at the widest of some 3 n / k places among n nodes, or of as many as there are
//! pieces.

/// The places of a boundary as a multiple of the number of separate neighbourhoods.
const PLACES: usize = 3;

/// The number of nodes, of neighbours of each, and of columns that distances add up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Neighborhoods {
    pub nodes: usize,
    pub k: usize,
    /// `None` without distances.
    pub columns: Option<usize>,
}

/// The factors for what chance may take from boundaries.
pub(super) struct Margins {
    /// 2 ln(pieces) k / 8.
    of_edges: f64,
    /// 1 + z / columns.
    of_widths: f64,
}

impl Margins {
    pub(super) fn new(pieces: usize, near: Neighborhoods) -> Self {
        let Neighborhoods { nodes, k, columns } = near;
        let places = pieces.max(PLACES * nodes / k.max(1));
        let twice_log = 2.0 * ln(pieces);
        let z = (2.0 * ln(places) / k.max(1) as f64).sqrt();
        Self {
            of_edges: twice_log * k as f64 / 8.0,
            of_widths: 1.0 + columns.map_or(0.0, |columns| z / columns as f64),
        }
    }

    /// Returns the factor of the boundary ratio of two sets with this number of edges between.
    pub(super) fn factor(&self, edges: u64) -> f64 {
        let square = self.of_edges / edges.max(1) as f64;
        (1.0 + square.sqrt() + square) * self.of_widths
    }
}

/// Returns the natural logarithm of a number, by sums that are rounded alike on every machine: the
/// harmonic number less Euler's constant.
fn ln(number: usize) -> f64 {
    let harmonic: f64 = (1..=number).map(|at| 1.0 / at as f64).sum();
    (harmonic - 0.577_215_664_901_532_9 - 0.5 / number.max(1) as f64).max(0.0)
}
