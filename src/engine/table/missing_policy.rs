//! The treatment of empty cells.

/// The treatment of a row with an empty cell, or a word such as `NA`, in a column that is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingPolicy {
    /// An empty cell is an error.
    #[default]
    Error,
    /// The row is left out and counted; the other rows keep their numbers.
    Drop,
    /// The cell gets the mean of the column and is counted. A label or a name has no mean.
    Mean,
}

crate::base::named::named!(MissingPolicy { Error: "error", Drop: "drop", Mean: "mean" });
