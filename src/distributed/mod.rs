//! The search cut into parts that share nothing but files.
//!
//! A *run* is a folder: what is searched and how ([`Run`]), and *units*, some nodes of the search
//! each ([`mod@unit`]). [`fn@plan`] writes it. `mine` reads units, writes what it finds as rows of
//! Apache Arrow, and what is left of them as units again. It can be called anywhere and in any
//! order; `spark/` does so from a cluster of machines, and makes the graph of all rows.
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
//! conceptgraph part plan iris.csv --label class --to run --units 2
//! conceptgraph part mine run --left left run/units/* > rows.arrow
//! ```
//!
//! With `--budget 1000000` a unit is left after about that many clusters, and the rest of it lies
//! in the folder `left` as units, to be mined next. `done.json` there lists what was done; without
//! it a run of `mine` has not come to its end, and its rows are thrown away.
//!
//! Rows need crates that take as long to compile as half of the rest, so they are a feature of
//! this crate, `part`, as is `mine`.

#[cfg(feature = "part")]
mod arrow;
mod bundle;
#[cfg(feature = "part")]
mod mine;
mod objects;
mod plan;
mod run;
#[cfg(feature = "part")]
mod sink;
#[cfg(all(test, feature = "part"))]
mod tests;
pub mod unit;

#[cfg(feature = "part")]
pub use mine::{Done, MinedUnit, mine};
pub use plan::{PlanOptions, plan};
pub use run::{Description, Run};

use std::io;
use std::path::Path;

use crate::base::progress::InterruptedError;
use crate::build;
use crate::store;

/// Why a part of the search was not done, in one line for a person.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file or a folder is not what it should be.
    #[error("{0}")]
    Refused(String),
    /// The context of a run cannot be written or read.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// It would take more memory than allowed.
    #[error(transparent)]
    TooLarge(#[from] build::TooLargeError),
    /// The rows cannot be written.
    #[error("the rows cannot be written: {0}")]
    Output(#[from] io::Error),
    /// The caller ended the work.
    #[error("interrupted")]
    Interrupted,
}

impl From<InterruptedError> for Error {
    fn from(_: InterruptedError) -> Self {
        Self::Interrupted
    }
}

/// The result of a part of the search.
pub type Result<T> = std::result::Result<T, Error>;

/// A fault of a file or a folder.
fn refused(place: &Path, fault: impl std::fmt::Display) -> Error {
    let fault = fault.to_string().replace('\n', " ");
    Error::Refused(format!("{}: {fault}", place.display()))
}
