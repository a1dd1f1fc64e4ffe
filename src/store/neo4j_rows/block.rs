//! Rows of one kind, column by column.

use crate::base::kept;

/// Rows of nodes or relationships.
#[derive(Debug, Default)]
pub(crate) struct Block {
    /// The number of each node, or of the node where each relationship starts.
    pub(crate) ids: Vec<i64>,
    /// The number of the node where each relationship ends; none for nodes.
    pub(crate) ends: Vec<i64>,
    /// Properties with names of our own.
    pub(crate) columns: Vec<Column>,
    /// Properties with names that users gave.
    pub(crate) own: Vec<Column>,
    /// Further labels of each node.
    pub(crate) labels: Option<Vec<Vec<&'static str>>>,
}

/// A property of each row.
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) values: Values,
}

/// The values of a property, all of one type.
#[derive(Debug)]
pub(crate) enum Values {
    Long(Vec<Option<i64>>),
    Double(Vec<Option<f64>>),
    Text(Vec<Option<String>>),
    Longs(Vec<Vec<i64>>),
    Texts(Vec<Vec<String>>),
}

impl Column {
    fn new(name: impl Into<String>, values: Values) -> Self {
        Self { name: name.into(), values }
    }

    pub(crate) fn long<V: Into<Option<i64>>>(
        name: impl Into<String>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        Self::new(name, Values::Long(values.into_iter().map(Into::into).collect()))
    }

    pub(crate) fn double<V: Into<Option<f64>>>(
        name: impl Into<String>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        Self::new(name, Values::Double(values.into_iter().map(Into::into).collect()))
    }

    pub(crate) fn text<V: Into<Option<String>>>(
        name: impl Into<String>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        Self::new(name, Values::Text(values.into_iter().map(Into::into).collect()))
    }

    /// Cells of a table, of which empty ones are nothing.
    pub(crate) fn of_cells<'c>(
        name: impl Into<String>,
        kind: kept::Kind,
        cells: impl Iterator<Item = &'c str>,
    ) -> Self {
        match kind {
            kept::Kind::Integer => Self::long(name, cells.map(|cell| cell.parse().ok())),
            kept::Kind::Real => Self::double(name, cells.map(|cell| cell.parse().ok())),
            kept::Kind::Text => {
                let text = |cell: &str| Some(cell.to_owned()).filter(|cell| !cell.is_empty());
                Self::text(name, cells.map(text))
            }
        }
    }

    pub(crate) fn longs(
        name: impl Into<String>,
        values: impl IntoIterator<Item = Vec<i64>>,
    ) -> Self {
        Self::new(name, Values::Longs(values.into_iter().collect()))
    }

    /// A list of texts, of the only row.
    pub(crate) fn lists(name: impl Into<String>, lists: Vec<Vec<String>>) -> Self {
        Self::new(name, Values::Texts(lists))
    }

    pub(crate) fn texts(name: impl Into<String>, list: Vec<String>) -> Self {
        Self::new(name, Values::Texts(vec![list]))
    }
}
