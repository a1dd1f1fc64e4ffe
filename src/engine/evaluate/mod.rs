//! The paper's evaluation: dendrogram purity of the concept lattice and of Ward's tree.
//!
//! The source is Yoneda, Sugiyama and Washio (2018), section 4. Both methods read one table with
//! its classes; the lattice's purity needs no lattice ([`pair_purity`](crate::pair_purity)). A
//! third purity is that of the whole hierarchy: the lattice below, the tree of communities above.
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

/// The reason why a table was not evaluated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// An error of building the graph of the table.
    #[error(transparent)]
    Build(#[from] build::BuildError),
    /// An error of the distances for Ward's tree.
    #[error("for Ward's tree: {0}")]
    Ward(crate::knn::KnnError),
    /// A table without classes.
    #[error("the points have no classes")]
    NoClasses,
    /// A sweep in which every k is larger than the number of points.
    #[error("{n} points, but k begins at {k}; begin at a smaller k")]
    NoK {
        /// The number of points.
        n: usize,
        /// The least requested k.
        k: usize,
    },
}

impl From<InterruptedError> for EvaluateError {
    fn from(error: InterruptedError) -> Self {
        Self::Build(error.into())
    }
}

impl From<MiningError> for EvaluateError {
    fn from(error: MiningError) -> Self {
        Self::Build(error.into())
    }
}

fn require_classes(table: &Table) -> Result<&Classes, EvaluateError> {
    table.points().classes().ok_or(EvaluateError::NoClasses)
}
