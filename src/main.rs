//! The `conceptgraph` program: parse, run, print the error, exit.

use std::process::ExitCode;

fn main() -> ExitCode {
    conceptgraph::cli::run()
}
