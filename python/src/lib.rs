//! The Python module `conceptgraph._conceptgraph`, with the library and the program.
//!
//! Nothing is computed here: values and words are passed to the library, and its answers are
//! returned as lists and arrays. The public interface is written in Python, in `conceptgraph/`.

#![warn(unreachable_pub)]

mod answers;
mod arrays;
mod errors;
mod frame;
mod graph;
mod input;
mod interruptible;
mod open_graph;
mod parameters;
mod pictures;
mod placement;
mod placers;
mod pools;
mod published_graph;
mod values;

use std::ffi::OsString;

use pyo3::prelude::*;

/// The allocator by which `--max-memory` limits the program in the wheel.
#[global_allocator]
static ALLOCATOR: conceptgraph::cli::CountingAllocator = conceptgraph::cli::CountingAllocator;

/// Runs the program on `words`, the first of which is its name, and returns its exit code.
#[pyfunction]
fn run(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| conceptgraph::cli::run_inside(words))
}

/// The native module of the package `conceptgraph`.
#[pymodule]
fn _conceptgraph(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<graph::Graph>()?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(graph::open, module)?)?;
    module.add_function(wrap_pyfunction!(graph::from_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(frame::read_frame, module)?)?;
    module.add_function(wrap_pyfunction!(frame::read_rows, module)?)?;
    module.add_function(wrap_pyfunction!(input::from_table, module)?)?;
    module.add_function(wrap_pyfunction!(input::from_context, module)?)?;
    module.add_function(wrap_pyfunction!(input::from_neighbors, module)?)?;
    module.add_function(wrap_pyfunction!(published_graph::import_files, module)?)
}
