//! `conceptgraph-part`: the search of one graph cut into parts that share nothing but files.
//!
//! A *run* is a folder: what is searched and how ([`run::Run`]), and *units*, some nodes of the
//! search each ([`mod@unit`]). `plan` writes it. `mine` reads units, writes what it finds as rows of
//! Apache Arrow, and what is left of them as units again. It can be called anywhere and in any order;
//! the Python package beside this crate does so from a cluster of machines, and makes the graph of
//! all rows.
//!
//! A search goes over *objects*: points with the same attributes are one object, which counts as
//! many times as it has points. Units and rows list objects. Ten million points that have their
//! neighbours among some hundred anchors are some ten thousand objects, and then the files that go
//! to other machines are as small as those of some ten thousand points. Where all rows differ,
//! objects are points.
//!
//! Invariant: the clusters of the units of a run are all its clusters, each once; so are those that
//! were found in some units with those of the units that are left of them.
//!
//! # By hand
//!
//! A machine that mines needs `run.json`, `objects.json` and its units; `context.db`, which has the
//! points, is for whoever writes the graph.
//!
//! ```sh
//! conceptgraph-part plan iris.csv --label class --to run --units 2
//! conceptgraph-part mine run --left left run/units/* > rows.arrow
//! ```
//!
//! With `--budget 1000000` a unit is left after about that many clusters, and the rest of it lies
//! in the folder `left` as units, to be mined next. `done.json` there lists what was done; without
//! it a run of `mine` has not come to its end, and its rows are thrown away.

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
            // One line, as for all that fails.
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
