//! The columns of a cluster in files, the same in every format.

use serde::ser::{Serialize, Serializer};

use crate::base::kept::{self, Kind};
use crate::base::name_list;
use crate::base::points::Points;
use crate::graph::{Graph, Result};
use crate::picture::Node;
use crate::picture::style::Labels;

/// A value of a cluster or a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Nothing,
    /// A text.
    Text(&'a str),
    /// An integer.
    Integer(i64),
    /// A real number.
    Real(f64),
    /// The names of points or attributes.
    Names(Vec<&'a str>),
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The key in GraphML, which no other column has.
    pub key: String,
    /// The name for people and programs; the count of a class has the name of the class in it.
    pub name: String,
    /// The kind of the values.
    pub kind: Kind,
}

/// The columns of a selection, besides the id of a cluster.
#[derive(Clone, Debug)]
pub struct Columns<'a> {
    points: &'a Points,
    labels: Labels,
    has_attributes: bool,
    columns: Vec<Column>,
}

impl<'a> Columns<'a> {
    /// Creates the columns of a graph; `labels` says whether a cluster names the points or the
    /// attributes that it introduces, all its members or nothing.
    pub fn new(graph: &'a Graph, labels: Labels) -> Result<Self> {
        let points = graph.points()?;
        let column = |key: &str, kind| Column { key: key.into(), name: key.into(), kind };
        let mut columns = vec![
            column("label", Kind::Text),
            column("size", Kind::Integer),
            column("centre", Kind::Text),
            column("cohesion", Kind::Real),
        ];
        if let Some(classes) = points.classes() {
            columns.extend([column("class", Kind::Text), column("purity", Kind::Real)]);
            let of_class = (1..).zip(classes.names()).map(|(at, name)| Column {
                key: format!("count_{at}"),
                name: format!("count_{name}"),
                kind: Kind::Integer,
            });
            columns.extend(of_class);
        }
        if labels == Labels::Members {
            columns.push(column("members", Kind::Text));
        }
        if labels.names_objects() {
            columns.push(column("introduced", Kind::Text));
        }
        let has_attributes = labels.names_attributes(graph.ready_context()?.is_some());
        if has_attributes {
            columns.push(column("introduced_attributes", Kind::Text));
        }
        Ok(Self { points, labels, has_attributes, columns })
    }

    /// Returns the columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Returns the values of a cluster, in the order of the columns.
    pub fn row<'n>(&'n self, node: &'n Node) -> Vec<Cell<'n>> {
        let all = self.points.names();
        let names = |of: &[usize]| Cell::Names(of.iter().map(|&at| all[at].as_str()).collect());
        let mut row = vec![
            Cell::Text(&node.name),
            Cell::Integer(node.size.into()),
            node.center.map_or(Cell::Nothing, |at| Cell::Text(&all[at])),
            node.cohesion.map_or(Cell::Nothing, Cell::Real),
        ];
        if let Some(classes) = self.points.classes() {
            match node.majority() {
                Some((class, purity)) => {
                    row.extend([Cell::Text(&classes.names()[class]), Cell::Real(purity)]);
                }
                None => row.extend([Cell::Nothing, Cell::Nothing]),
            }
            row.extend(node.counts.iter().map(|&count| Cell::Integer(count.into())));
        }
        if self.labels == Labels::Members {
            row.push(names(node.members.as_deref().unwrap_or_default()));
        }
        if self.labels.names_objects() {
            row.push(names(&node.introduced));
        }
        if self.has_attributes {
            row.push(Cell::Names(node.attributes.iter().map(String::as_str).collect()));
        }
        row
    }
}

impl<'a> From<kept::Cell<'a>> for Cell<'a> {
    fn from(cell: kept::Cell<'a>) -> Self {
        match cell {
            kept::Cell::Nothing => Cell::Nothing,
            kept::Cell::Text(text) => Cell::Text(text),
            kept::Cell::Integer(number) => Cell::Integer(number),
            kept::Cell::Real(number) => Cell::Real(number),
        }
    }
}

impl Cell<'_> {
    /// Returns the value as text, or `None` if there is no value.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            Cell::Nothing => return None,
            Cell::Text(text) => (*text).to_owned(),
            Cell::Integer(number) => number.to_string(),
            Cell::Real(number) => number.to_string(),
            Cell::Names(names) => name_list::write(names.iter().copied()),
        })
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Nothing => serializer.serialize_none(),
            Cell::Text(text) => text.serialize(serializer),
            Cell::Integer(number) => number.serialize(serializer),
            Cell::Real(number) => number.serialize(serializer),
            Cell::Names(texts) => texts.serialize(serializer),
        }
    }
}
