//! Settings that a message may point to.
//!
//! Errors and notes of this crate say in words what would help. A caller that has its own names for
//! these settings, as the command line has options, finds the settings next to the words, and adds
//! its names.

/// A setting that would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Whether the first line of a table names its columns.
    Header,
    /// Which columns of a table are used.
    Columns,
    /// That this column of a table is left out, or any column if no name is given.
    LeaveColumnOut(Option<String>),
    /// That this column of a table is the label.
    Label(String),
    /// That this column of a table names the points.
    Id(String),
    /// That these columns of a table are no features and are only shown.
    Keep(Vec<String>),
    /// That these columns of a table hold words, each of which becomes a column.
    Nominal(Vec<String>),
    /// That numbers of a table have a decimal comma.
    DecimalComma,
    /// That this word stands for a missing value.
    Missing(String),
    /// That rows of a table with an empty cell are left out.
    LeaveRowsOut,
    /// That an empty cell gets the mean of its column.
    FillMean,
    /// All of these at once; settings that stand side by side are a choice.
    Together(Vec<Setting>),
    /// How many neighbours a point has.
    Neighbors,
    /// How columns are scaled.
    Scale,
    /// Among how many points neighbours are looked for.
    Anchors,
    /// How many concepts a full lattice may have.
    MaxConcepts,
}
