//! The `conceptgraph` program, which calls [`conceptgraph::cli::run`].

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: conceptgraph::cli::CountingAllocator = conceptgraph::cli::CountingAllocator;

fn main() -> ExitCode {
    conceptgraph::cli::run()
}
