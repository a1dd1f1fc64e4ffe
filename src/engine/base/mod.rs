//! Basic modules of the engine: sets, lists, names, numbers; independent of concepts and clusters.

pub mod count_or_percent;
pub mod display_safe;
pub mod ids;
pub mod input_error;
pub mod keys;
pub mod lock;
pub mod memory;
pub(crate) mod named;
pub mod numbers;
pub mod numerals;
pub mod points;
pub mod progress;
pub mod rows;
pub(crate) mod setters;
pub mod shown_columns;
pub mod words;

pub use conceptgraph_sets::{bitset, csr};
