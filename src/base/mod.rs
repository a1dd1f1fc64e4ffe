//! The ground under the method: sets, lists, names, numbers, files. Nothing in here knows of
//! concepts or clusters.

pub mod amount;
pub mod atomic_file;
pub mod bitset;
pub mod cleanup;
pub mod csr;
pub mod generator_notation;
pub mod ids;
pub mod input_error;
pub mod keys;
pub mod memory;
pub mod numbers;
pub mod output;
pub mod points;
pub mod progress;
pub mod rows;
pub(crate) mod simd;
pub mod visible;
