//! The `conceptgraph` program: parse, run, print the error, exit.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: conceptgraph::cli::CountingAllocator = conceptgraph::cli::CountingAllocator;

fn main() -> ExitCode {
    conceptgraph::cli::run()
}
