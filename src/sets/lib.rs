//! Data structures shared by the kernels and the engine: sets of small numbers.
//!
//! - [`bitset::Bits`]: a set as words, for many intersections in a row.
//! - [`csr::Csr`]: many sets as ascending lists in one array, for sparse tables.
//!
//! ```
//! use conceptgraph_sets::{bitset::Bits, csr::Csr};
//!
//! let rows: Csr = [vec![0, 2], vec![2]].into_iter().collect();
//! assert_eq!(rows.transpose(3).get(2), [0, 1]);
//! let row = <Box<[u64]>>::from_numbers(3, rows.get(0));
//! assert!(row.has(2) && !row.has(1));
//! ```

#![warn(unreachable_pub)]

pub mod bitset;
pub mod csr;
