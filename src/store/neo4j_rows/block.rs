//! Blocks of rows of one kind, column by column.

use crate::base::shown_columns;

#[derive(Debug, Default)]
pub(crate) struct Block {
    /// The id of each node, or of the start node of each relationship.
    pub(crate) ids: Vec<i64>,
    /// The id of the end node of each relationship; empty for nodes.
    pub(crate) ends: Vec<i64>,
    /// The properties whose names the program defines.
    pub(crate) columns: Vec<Column>,
    /// The properties whose names are column names of the user.
    pub(crate) own: Vec<Column>,
}

#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) values: ColumnValues,
}

#[derive(Debug)]
pub(crate) enum ColumnValues {
    Long(Vec<Option<i64>>),
    Double(Vec<Option<f64>>),
    Text(Vec<Option<String>>),
    Texts(Vec<Vec<String>>),
    Boolean(Vec<bool>),
}

impl Column {
    fn new(name: impl Into<String>, values: ColumnValues) -> Self {
        Self { name: name.into(), values }
    }

    pub(crate) fn long<V: Into<Option<i64>>>(
        name: impl Into<String>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        Self::new(name, ColumnValues::Long(values.into_iter().map(Into::into).collect()))
    }

    pub(crate) fn double<V: Into<Option<f64>>>(
        name: impl Into<String>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        Self::new(name, ColumnValues::Double(values.into_iter().map(Into::into).collect()))
    }

    pub(crate) fn text<V: Into<Option<String>>>(
        name: impl Into<String>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        Self::new(name, ColumnValues::Text(values.into_iter().map(Into::into).collect()))
    }

    /// Creates a column from cells of a table; empty cells become null.
    pub(crate) fn from_cells<'c>(
        name: impl Into<String>,
        kind: shown_columns::ColumnKind,
        cells: impl Iterator<Item = &'c str>,
    ) -> Self {
        match kind {
            shown_columns::ColumnKind::Integer => {
                Self::long(name, cells.map(|cell| cell.parse().ok()))
            }
            shown_columns::ColumnKind::Real => {
                Self::double(name, cells.map(|cell| cell.parse().ok()))
            }
            shown_columns::ColumnKind::Text => {
                let text = |cell: &str| Some(cell.to_owned()).filter(|cell| !cell.is_empty());
                Self::text(name, cells.map(text))
            }
        }
    }

    pub(crate) fn boolean(name: impl Into<String>, values: impl IntoIterator<Item = bool>) -> Self {
        Self::new(name, ColumnValues::Boolean(values.into_iter().collect()))
    }

    pub(crate) fn texts(
        name: impl Into<String>,
        lists: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        Self::new(name, ColumnValues::Texts(lists.into_iter().collect()))
    }
}
