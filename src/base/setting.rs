//! Settings that a message may point to.
//!
//! Errors and notes of this crate say in words what would help. A caller that has its own names for
//! these settings, as the command line has options, finds the settings next to the words, and adds
//! its names.

/// A setting that would help.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// Whether the first line of a table names its columns.
    Header,
    /// Which columns of a table are used.
    Columns,
    /// That this column of a table is left out, or any column if no name is given.
    LeaveColumnOut(Option<String>),
    /// That this column of a table is the label.
    Label(String),
    /// That rows of a table with an empty cell are left out.
    LeaveRowsOut,
    /// How many neighbours a point has.
    Neighbors,
    /// How many concepts a full lattice may have.
    MaxConcepts,
}
