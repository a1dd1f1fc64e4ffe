//! The paper's evaluation: dendrogram purity of the concept lattice and of Ward's tree.
//!
//! Yoneda, Sugiyama and Washio (2018), section 4. Both read the same table and the same classes;
//! the lattice's purity needs no lattice ([`pair_purity`](crate::pair_purity)). Beside it stands
//! that of the whole hierarchy: the lattice below, the tree of communities above.
//! [`trial`] evaluates one table, [`sweep()`] one table for several k; [`summary`] joins trials.

pub mod sample;
pub mod summary;
mod sweep;
pub mod trial;
pub mod ward;

pub use sweep::sweep;

use crate::base::points::Classes;
use crate::base::progress::InterruptedError;
use crate::build;
use crate::mine::MiningError;
use crate::table::Table;

/// Why a table was not evaluated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Its graph cannot be built.
    #[error(transparent)]
    Build(#[from] build::Error),
    /// The distances of Ward's tree cannot be computed.
    #[error("for Ward's tree: {0}")]
    Ward(crate::knn::Error),
    /// The table has no classes.
    #[error("the points have no classes")]
    NoClasses,
    /// Every k of a sweep is larger than the number of points.
    #[error("{n} points, and k begins at {k}; begin lower")]
    NoK {
        /// How many points there are.
        n: usize,
        /// The least requested k.
        k: usize,
    },
}

impl From<InterruptedError> for Error {
    fn from(error: InterruptedError) -> Self {
        Self::Build(error.into())
    }
}

impl From<MiningError> for Error {
    fn from(error: MiningError) -> Self {
        Self::Build(error.into())
    }
}

/// The classes of a table, without which there is no evaluation.
fn classes(table: &Table) -> Result<&Classes, Error> {
    table.points().classes().ok_or(Error::NoClasses)
}
