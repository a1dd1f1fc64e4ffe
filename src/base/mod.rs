//! What the method builds on: sets, lists, names, numbers, files. Nothing in here knows of concepts
//! or clusters.

pub mod amount;
pub(crate) mod atomic_file;
pub(crate) mod bitset;
pub mod cleanup;
pub mod csr;
pub(crate) mod display_safe;
// Tests and fuzz targets read what it writes.
#[doc(hidden)]
pub mod generator_notation;
pub mod ids;
pub mod input_error;
pub mod kept;
pub mod keys;
pub mod memory;
pub(crate) mod numbers;
pub mod output;
pub mod points;
pub mod progress;
pub mod rows;
pub(crate) mod simd;
