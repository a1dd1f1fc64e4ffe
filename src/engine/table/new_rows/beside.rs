//! What new rows have besides features: a name, a class, and cells that are only shown.

use super::super::cell;
use super::super::condition::Condition;
use super::super::records::Records;
use super::RowReading;
use super::origins::{Mismatch, Unfit, place_of};

/// The columns of these, by name, or by place from 1 where no column is called so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// The names of the rows.
    pub id: Option<String>,
    /// Their classes, or a condition that makes two classes. Rows may be without.
    pub label: Option<String>,
    /// What is only shown.
    pub kept: Vec<String>,
}

/// The places of these columns.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub id: Option<usize>,
    pub label: Option<(usize, Option<Condition>)>,
    pub kept: Vec<usize>,
}

/// The cells of a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BesideRow {
    /// Its name, if rows have names.
    pub name: Option<String>,
    /// Its class, if it has one.
    pub class: Option<String>,
    /// A cell for each column that is only shown; empty where it is missing.
    pub kept: Vec<String>,
}

impl Beside {
    pub(super) fn places(&self, names: &[String]) -> Result<Places, Mismatch> {
        let place = |wanted: &str| {
            let wanted = wanted.trim();
            let by_place = || {
                let place = wanted.parse().ok().and_then(|at: usize| at.checked_sub(1));
                place.filter(|&at| at < names.len())
            };
            Ok(place_of(wanted, names)?.or_else(by_place))
        };
        let needed =
            |name: &String| place(name)?.ok_or_else(|| Mismatch::Without(vec![name.clone()]));
        let mut label = None;
        if let Some(name) = &self.label {
            label = match (place(name)?, Condition::parse(name)) {
                (Some(column), _) => Some((column, None)),
                (None, Some(of)) => place(&of.column)?.map(|column| (column, Some(of))),
                (None, None) => None,
            };
        }
        Ok(Places {
            id: self.id.as_ref().map(needed).transpose()?,
            label,
            kept: self.kept.iter().map(needed).collect::<Result<_, _>>()?,
        })
    }
}

impl Places {
    pub(super) fn columns(&self) -> impl Iterator<Item = usize> {
        let label = self.label.iter().map(|(column, _)| *column);
        self.id.into_iter().chain(label).chain(self.kept.iter().copied())
    }

    /// The cells of the present record.
    pub(super) fn row(
        &self,
        records: &dyn Records,
        reading: &RowReading,
    ) -> Result<BesideRow, Unfit> {
        let RowReading { na, numerals, .. } = reading;
        let unfit = |column, found, remedy: &str| {
            Err(Unfit { column, found, remedy: remedy.to_owned(), setting: None })
        };
        let cell = |column: usize| records.cell(column).trim().to_owned();
        if let Some(column) = self.columns().find(|&column| cell(column).contains(['\r', '\n'])) {
            return unfit(column, "a line break in a cell".into(), "write it on one line");
        }
        if let Some(column) = self.id.filter(|&column| cell(column).is_empty()) {
            return unfit(column, "the cell is empty".into(), "give every row a name");
        }
        let class = match &self.label {
            Some((column, _)) if cell::is_no_word(&cell(*column), na) => None,
            Some((column, Some(condition))) => match numerals.read(&cell(*column)) {
                Some(value) => Some(condition.class_of(value)),
                None => return unfit(*column, condition.found(&cell(*column)), "correct it"),
            },
            Some((column, None)) => Some(cell(*column)),
            None => None,
        };
        let kept = self.kept.iter().map(|&column| records.shown(column, na, *numerals));
        Ok(BesideRow { name: self.id.map(cell), class, kept: kept.collect() })
    }
}
