//! Fuzz targets; a failed assertion or a panic is a find.

#[path = "../../tests/support/altered/mod.rs"]
mod altered;
mod stores;
mod targets;

pub use stores::altered;
pub use targets::{address, cxt, dat, distances, header, line, mtx, notation, table};
