//! What a file says of a cluster: the same columns in every format.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::base::generator_notation;
use crate::base::points::Points;
use crate::picture::style::Labels;
use crate::picture::{Node, Subgraph};

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Real,
    /// Names of points or attributes; where there are no lists, one text such as `{d1,d5}`.
    Names,
}

/// A value of a cluster.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    /// Nothing.
    Nothing,
    /// Text.
    Text(&'a str),
    /// A whole number.
    Integer(u32),
    /// A number.
    Real(f64),
    /// Names of points.
    Names(Vec<&'a str>),
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// A word of letters that no other column has, for formats with such keys.
    pub key: String,
    /// What people and programs call it; one of each class has the name of the class in it.
    pub name: String,
    /// What stands in it.
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
    /// Those of a selection; `labels` says whether a cluster names the points or the attributes
    /// that it introduces, all its members or nothing.
    pub fn of(subgraph: &Subgraph<'a>, labels: Labels) -> Self {
        let points = subgraph.points();
        let column = |key: &str, kind| Column { key: key.into(), name: key.into(), kind };
        let mut columns = vec![
            column("label", Kind::Text),
            column("generator", Kind::Names),
            column("size", Kind::Integer),
            column("intent_size", Kind::Integer),
            column("delta", Kind::Integer),
            column("cohesion", Kind::Real),
            column("gap", Kind::Integer),
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
            columns.push(column("members", Kind::Names));
        }
        if labels.names_objects() {
            columns.push(column("introduced", Kind::Names));
        }
        let has_attributes = labels.names_attributes(subgraph.is_ready());
        if has_attributes {
            columns.push(column("introduced_attributes", Kind::Names));
        }
        Self { points, labels, has_attributes, columns }
    }

    /// The columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// What a cluster names.
    pub fn labels(&self) -> Labels {
        self.labels
    }

    /// What stands in them for a cluster.
    pub fn row<'n>(&'n self, node: &'n Node) -> Vec<Cell<'n>> {
        let all = self.points.names();
        let names = |of: &[usize]| Cell::Names(of.iter().map(|&at| all[at].as_str()).collect());
        let mut row = vec![
            Cell::Text(&node.name),
            names(&node.generator),
            Cell::Integer(node.size),
            Cell::Integer(node.intent_size),
            node.delta.map_or(Cell::Nothing, Cell::Integer),
            node.cohesion.map_or(Cell::Nothing, Cell::Real),
            node.gap.map_or(Cell::Nothing, Cell::Integer),
        ];
        if let Some(classes) = self.points.classes() {
            match node.majority() {
                Some((class, purity)) => {
                    row.extend([Cell::Text(&classes.names()[class]), Cell::Real(purity)]);
                }
                None => row.extend([Cell::Nothing, Cell::Nothing]),
            }
            row.extend(node.counts.iter().map(|&count| Cell::Integer(count)));
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

impl Cell<'_> {
    /// As text; nothing for no value.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            Cell::Nothing => return None,
            Cell::Text(text) => (*text).to_owned(),
            Cell::Integer(number) => number.to_string(),
            Cell::Real(number) => number.to_string(),
            Cell::Names(names) => generator_notation::write(names.iter().copied()),
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
            Cell::Names(names) => names.serialize(serializer),
        }
    }
}

/// A cluster as a JSON object: its names under `first`, then its columns.
pub struct Object<'a> {
    /// Keys whose value is the id of the cluster.
    pub first: &'a [&'a str],
    /// The cluster.
    pub node: &'a Node,
    /// What is said of it.
    pub columns: &'a Columns<'a>,
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for key in self.first {
            map.serialize_entry(key, &self.node.id)?;
        }
        for (column, cell) in self.columns.columns().iter().zip(self.columns.row(self.node)) {
            map.serialize_entry(&column.name, &cell)?;
        }
        map.end()
    }
}
