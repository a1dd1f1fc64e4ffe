//! The columns of a cluster in files, the same in every format.

use serde::ser::{Serialize, Serializer};

use crate::base::name_list;
use crate::base::points::Points;
use crate::base::shown_columns::{self, ColumnKind};
use crate::graph::{Graph, Result};
use crate::picture::Node;
use crate::picture::style::Labels;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FileCell<'a> {
    Nothing,
    Text(&'a str),
    Integer(i64),
    Real(f64),
    /// The names of points or attributes.
    Names(Vec<&'a str>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClusterColumn {
    /// The key in GraphML, which no other column has.
    pub key: String,
    /// The name for people and programs; the count of a class has the name of the class in it.
    pub name: String,
    pub kind: ColumnKind,
}

/// The columns of a selection, besides the id of a cluster.
#[derive(Clone, Debug)]
pub(crate) struct ClusterColumns<'a> {
    points: &'a Points,
    labels: Labels,
    has_attributes: bool,
    columns: Vec<ClusterColumn>,
}

impl<'a> ClusterColumns<'a> {
    /// Creates the columns of a graph; `labels` says which points or attributes a cluster names.
    pub(crate) fn new(graph: &'a Graph, labels: Labels) -> Result<Self> {
        let points = graph.points()?;
        let column = |key: &str, kind| ClusterColumn { key: key.into(), name: key.into(), kind };
        let mut columns = vec![
            column("label", ColumnKind::Text),
            column("size", ColumnKind::Integer),
            column("centre", ColumnKind::Text),
            column("cohesion", ColumnKind::Real),
        ];
        if let Some(classes) = points.classes() {
            columns.extend([column("class", ColumnKind::Text), column("purity", ColumnKind::Real)]);
            let of_class = (1..).zip(classes.names()).map(|(at, name)| ClusterColumn {
                key: format!("count_{at}"),
                name: format!("count_{name}"),
                kind: ColumnKind::Integer,
            });
            columns.extend(of_class);
        }
        if labels == Labels::Members {
            columns.push(column("members", ColumnKind::Text));
        }
        if labels.names_objects() {
            columns.push(column("introduced", ColumnKind::Text));
        }
        let has_attributes = labels.names_attributes(graph.ready_context()?.is_some());
        if has_attributes {
            columns.push(column("introduced_attributes", ColumnKind::Text));
        }
        Ok(Self { points, labels, has_attributes, columns })
    }

    pub(crate) fn columns(&self) -> &[ClusterColumn] {
        &self.columns
    }

    /// Returns the values of a cluster, in the order of the columns.
    pub(crate) fn row<'n>(&'n self, node: &'n Node) -> Vec<FileCell<'n>> {
        let all = self.points.names();
        let names = |of: &[usize]| FileCell::Names(of.iter().map(|&at| all[at].as_str()).collect());
        let mut row = vec![
            FileCell::Text(&node.name),
            FileCell::Integer(node.size.into()),
            node.center.map_or(FileCell::Nothing, |at| FileCell::Text(&all[at])),
            node.cohesion.map_or(FileCell::Nothing, FileCell::Real),
        ];
        if let Some(classes) = self.points.classes() {
            match node.majority() {
                Some((class, purity)) => {
                    row.extend([FileCell::Text(&classes.names()[class]), FileCell::Real(purity)]);
                }
                None => row.extend([FileCell::Nothing, FileCell::Nothing]),
            }
            row.extend(node.counts.iter().map(|&count| FileCell::Integer(count.into())));
        }
        if self.labels == Labels::Members {
            row.push(names(node.members.as_deref().unwrap_or_default()));
        }
        if self.labels.names_objects() {
            row.push(names(&node.introduced));
        }
        if self.has_attributes {
            row.push(FileCell::Names(node.attributes.iter().map(String::as_str).collect()));
        }
        row
    }
}

impl<'a> From<shown_columns::ShownCell<'a>> for FileCell<'a> {
    fn from(cell: shown_columns::ShownCell<'a>) -> Self {
        match cell {
            shown_columns::ShownCell::Empty => FileCell::Nothing,
            shown_columns::ShownCell::Text(text) => FileCell::Text(text),
            shown_columns::ShownCell::Integer(number) => FileCell::Integer(number),
            shown_columns::ShownCell::Real(number) => FileCell::Real(number),
        }
    }
}

impl FileCell<'_> {
    pub(crate) fn text(&self) -> Option<String> {
        Some(match self {
            FileCell::Nothing => return None,
            FileCell::Text(text) => (*text).to_owned(),
            FileCell::Integer(number) => number.to_string(),
            FileCell::Real(number) => number.to_string(),
            FileCell::Names(names) => name_list::write(names.iter().copied()),
        })
    }
}

impl Serialize for FileCell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            FileCell::Nothing => serializer.serialize_none(),
            FileCell::Text(text) => text.serialize(serializer),
            FileCell::Integer(number) => number.serialize(serializer),
            FileCell::Real(number) => number.serialize(serializer),
            FileCell::Names(texts) => texts.serialize(serializer),
        }
    }
}
