//! `conceptgraph-part`: the search of one graph, cut into parts that share nothing but files.
//!
//! A *run* is a folder with the description of a search ([`run::Run`]) and *units*, each of which
//! holds some nodes of the search ([`mod@unit`]). `plan` writes a run. `mine` reads units, writes
//! the clusters that it finds as rows of Apache Arrow, and writes the unfinished rest as new units.
//! It can be called on any machine and in any order; the Python package beside this crate does so
//! from a cluster of machines, and makes the graph of all rows.
//!
//! The search goes over *objects*: points with equal attributes are one object, which counts as
//! many times as it has points (`objects.rs`). Units and rows list objects, so that files for other
//! machines are small.
//!
//! Invariant: the units of a run contain each cluster of the run exactly once; the clusters found
//! in some units and the units left of them contain each cluster of these units exactly once.
//!
//! # Use by hand
//!
//! A machine that mines needs `run.json`, `objects.json` and its units; `context.db`, which has the
//! points, is for the program that writes the graph.
//!
//! ```sh
//! conceptgraph-part plan iris.csv --label class --to run --units 2
//! conceptgraph-part mine run --left left run/units/* > rows.arrow
//! ```
//!
//! If `--budget 1000000` is given, the search of a unit stops after about that many clusters, and
//! the rest of the unit is in the folder `left` as units, to be mined next. `done.json` in that
//! folder lists the units that were mined; without it a call of `mine` has not finished, and its
//! rows must be discarded.

mod arguments;
mod arrow;
mod bundle;
mod error;
mod mine;
mod objects;
mod plan;
mod run;
mod sink;
#[cfg(test)]
mod tests;
mod unit;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let arguments = match arguments::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => {
            // The error is printed in one line, as all errors are.
            let text = error.to_string();
            let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
            eprintln!("{}; see --help", lines.collect::<Vec<_>>().join(" "));
            return ExitCode::from(2);
        }
        Err(help) => help.exit(),
    };
    match arguments.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
