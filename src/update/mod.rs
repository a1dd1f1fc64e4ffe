//! New rows for a stored graph: kept beside its points, where they were [placed](crate::place), or
//! built into a new graph with the names of the old one.
//!
//! Rows that are kept do not change the graph. A new one is built from the points, the rows kept
//! and the new ones, in that order, as the graph was [asked](crate::build::Asked) for. Where rows
//! have names of their own, those that are no points are sorted by name, so that it makes no
//! difference in which order or in how many files they came. Invariant: whatever fails, the file is
//! as it was.

mod report;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

pub use report::{PLACED, REBUILT, placed_rows, rebuilt_rows};

use crate::base::input_error::{InputError, Location};
use crate::base::kept::Kept;
use crate::base::memory::Memory;
use crate::base::numbers::counted;
use crate::base::points::{Classes, Points};
use crate::base::progress::Progress;
use crate::build::{self, Asked, Source};
use crate::compare::{CompareError, Comparison, kept_numbers};
use crate::graph::ConceptGraph;
use crate::place::{self, Placer, Reading};
use crate::store::{self, LatticeStore, PlacedRow};
use crate::table::source::name_of;
use crate::table::{
    Batch, BatchError, Beside, BesideRow, Done, Missing, RowSchema, Statement, Table,
};

/// Why a graph is not updated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It is not kept what it was asked for.
    #[error(
        "the graph does not say how it was asked for: an earlier version made it, or it comes from \
         a server or from parts; build it again from its table"
    )]
    NotAsked,
    /// Its points have names of which the column is not known.
    #[error(
        "the points have names, and the graph does not say in which column; say which column of \
         the new rows has theirs"
    )]
    Unnamed,
    /// Its points are a part of those of another graph.
    #[error(
        "the graph is of a part of another's points; update that one, and build the part again"
    )]
    Part,
    /// Rows without a class in a graph with classes.
    #[error(
        "{} without a class, the first is {first:?}, and every point of the graph has one",
        counted(*count as u64, "new row is", "new rows are")
    )]
    NoClass {
        /// How many there are.
        count: usize,
        /// What the first is called.
        first: String,
    },
    /// Rows that are no rows of this graph.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Rows that cannot be placed.
    #[error(transparent)]
    Place(#[from] place::Error),
    /// No graph can be built of all rows.
    #[error(transparent)]
    Build(#[from] build::Error),
    /// The new graph cannot be compared with the old one.
    #[error(transparent)]
    Compare(#[from] CompareError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
}

/// A row that is no point yet: its features and what else it has.
#[derive(Clone, Debug, PartialEq)]
pub struct NewRow {
    /// Of the input, going on behind the rows that are known.
    pub row: u32,
    /// What it is called, as nothing else is.
    pub name: String,
    /// Its class, where that was given.
    pub class: Option<String>,
    /// Its features.
    pub values: Vec<f64>,
    /// Its cells that are only shown.
    pub kept: Vec<String>,
}

/// A stored graph to which rows are added.
pub struct Update<'s> {
    store: &'s dyn LatticeStore,
    points: Arc<Points>,
    asked: Asked,
    schema: RowSchema,
    placed: Vec<PlacedRow>,
}

impl<'s> Update<'s> {
    /// Of this graph. The columns with the names and the classes of the new rows are those of its
    /// table, unless others are given.
    ///
    /// # Errors
    /// A graph that is not of a table, or does not say what it was asked for; a failure of the
    /// store.
    pub fn of(
        store: &'s dyn LatticeStore,
        id: Option<String>,
        label: Option<String>,
    ) -> Result<Self, Error> {
        let schema = place::schema(store)?;
        let asked = store.asked()?.as_deref().and_then(Asked::from_json).ok_or(Error::NotAsked)?;
        if asked.is_part {
            return Err(Error::Part);
        }
        let points = Arc::clone(&store.stored_context()?.points);
        let beside = Beside {
            id: id.or_else(|| asked.id.clone()),
            label: label.or_else(|| asked.label.clone()),
            kept: points.kept().names().to_vec(),
        };
        if beside.id.is_none() && !points.are_numbered() {
            return Err(Error::Unnamed);
        }
        let (id, label) = (beside.id.clone(), beside.label.clone());
        let asked = Asked { id: asked.id.or(id), label: asked.label.or(label), ..asked };
        let schema = RowSchema { beside, ..schema };
        Ok(Self { store, points, asked, schema, placed: store.placed()? })
    }

    /// The rows that are kept beside its points.
    pub fn placed(&self) -> &[PlacedRow] {
        &self.placed
    }

    /// Leaves the rows out that are kept beside its points; returns how many.
    pub fn forget(&mut self) -> usize {
        std::mem::take(&mut self.placed).len()
    }

    /// Reads new rows from a file, or from standard input where the path is `-`.
    ///
    /// # Errors
    /// A file that has no such rows: the first fault, a name that is taken, a word that the graph
    /// does not know, no row at all.
    pub fn file(&self, path: &Path, how: Reading) -> Result<(Vec<NewRow>, Done), Error> {
        let schema = RowSchema { reading: how, ..self.schema.clone() };
        self.new_rows(&name_of(path), |take| schema.read(path, take))
    }

    /// The same from the rows of a statement, whose columns have names.
    ///
    /// # Errors
    /// See [`Self::file`]; a database that does not answer the statement.
    pub fn statement(
        &self,
        statement: &dyn Statement,
        how: Reading,
    ) -> Result<(Vec<NewRow>, Done), Error> {
        let schema = RowSchema { reading: Reading { header: true, ..how }, ..self.schema.clone() };
        self.new_rows(&statement.place(), |take| schema.read_statement(statement, take))
    }

    fn new_rows(
        &self,
        place: &str,
        read: impl FnOnce(&mut dyn FnMut(&Batch) -> Taken) -> Result<Done, InputError>,
    ) -> Result<(Vec<NewRow>, Done), Error> {
        let (mut rows, mut new) = (Vec::new(), HashSet::new());
        let kept: HashSet<&str> = self.placed.iter().map(|one| one.name.as_str()).collect();
        let (last, width) = (self.last_row(), self.schema.features.len());
        let mut take = |batch: &Batch| {
            let values = batch.values.chunks(width).zip(&batch.beside);
            for (at, (&number, (values, beside))) in batch.numbers.iter().zip(values).enumerate() {
                let BesideRow { name, class, kept: cells } = beside.clone();
                let row = u32::try_from(u64::from(last) + number).unwrap_or(u32::MAX);
                let name = name.unwrap_or_else(|| format!("d{row}"));
                let owner = match () {
                    () if self.points.find(&name).is_some() => "that of a point of the graph",
                    () if kept.contains(name.as_str()) => "that of a row that was placed before",
                    () if !new.insert(name.clone()) => "that of a row above",
                    () => "",
                };
                if !owner.is_empty() {
                    let found = format!("the name {name:?} is {owner}");
                    return Err(BatchError::Row(at, found, "give every row its own name"));
                }
                rows.push(NewRow { row, name, class, values: values.to_vec(), kept: cells });
            }
            Ok(())
        };
        let done = read(&mut take)?;
        let fault = |found: String, remedy: &str| {
            Err(InputError::data(Location::Whole, found, remedy).in_file(place.to_owned()).into())
        };
        if done.unknown > 0 {
            let cells = counted(done.unknown, "cell holds a word", "cells hold words");
            let found = format!("{cells} that the graph does not know");
            return fault(found, "correct it, or build the graph again from its whole table");
        }
        match rows.is_empty() {
            true if done.dropped > 0 => {
                let dropped = counted(done.dropped, "row", "rows");
                let found =
                    format!("no row is left after leaving out {dropped} with an empty cell");
                fault(found, "fill the cells")
            }
            true => fault("a header and no data row".to_owned(), "give at least one row"),
            false => Ok((rows, done)),
        }
    }

    /// The last row of the input that is known.
    fn last_row(&self) -> u32 {
        let of_points = self.points.ids().last().map_or(0, |point| self.points.row(point));
        self.placed.last().map_or(of_points, |one| one.row)
    }

    /// Places rows, to be kept beside the points.
    ///
    /// # Errors
    /// The first row that has no distances; a failure of the store, an interrupt.
    pub fn place(&self, rows: Vec<NewRow>, progress: &Progress) -> Result<Vec<PlacedRow>, Error> {
        let mut placer = Placer::of(self.store, progress)?;
        let widest = placer.widest();
        let mut placed = Vec::with_capacity(rows.len());
        for rows in rows.chunks(placer.at_once()) {
            if progress.interrupted() {
                return Err(store::Error::Interrupted.into());
            }
            let values: Vec<f64> = rows.iter().flat_map(|row| &row.values).copied().collect();
            let found = placer.values(self.store, &values, 0).map_err(|error| match error {
                place::Error::Row { at, far } => {
                    let found = format!("{:?} has {far}", rows[at].name);
                    let remedy = "correct the row, or leave it out";
                    InputError::data(Location::Whole, found, remedy).into()
                }
                error => Error::from(error),
            })?;
            for (row, found) in rows.iter().zip(found) {
                let NewRow { row, name, class, values, kept } = row.clone();
                placed.push(PlacedRow {
                    row,
                    name,
                    class,
                    smallest: found.clusters.smallest,
                    communities: found.communities,
                    distance: found.distance,
                    is_far: found.distance > widest,
                    values,
                    kept,
                });
            }
        }
        Ok(placed)
    }

    /// The graph of the points, the rows placed before and these, whose communities have the names
    /// that they had; and what changed.
    ///
    /// # Errors
    /// Rows without a class where points have classes; what [`build::build`] says; a failure of the
    /// store.
    pub fn rebuilt(
        &self,
        rows: Vec<NewRow>,
        memory: Memory,
        progress: &Progress,
    ) -> Result<(ConceptGraph, Comparison), Error> {
        let facts = self.store.facts()?;
        let source = Source::Table(self.table(rows, facts.missing)?);
        let options = self.asked.options(memory);
        let mut graph = build::build(&facts.name, source, &options, progress)?;
        graph.asked = Some(self.asked.to_json());
        graph.renumber_communities(&kept_numbers(self.store, &graph)?);
        let comparison = Comparison::of(self.store, &graph)?;
        Ok((graph, comparison))
    }

    /// All rows as a table.
    fn table(&self, new: Vec<NewRow>, missing: Missing) -> Result<Table, Error> {
        let placed = self.placed.iter().cloned().map(|one| {
            let PlacedRow { row, name, class, values, kept, .. } = one;
            NewRow { row, name, class, values, kept }
        });
        let mut added: Vec<NewRow> = placed.chain(new).collect();
        if self.asked.id.is_some() {
            added.sort_by(|one, other| one.name.cmp(&other.name));
            let last = self.points.ids().last().map_or(0, |point| self.points.row(point));
            (last + 1..).zip(&mut added).for_each(|(row, one)| one.row = row);
        }
        let points = &self.points;
        let classes = match points.classes() {
            None => None,
            Some(classes) => {
                let none = added.iter().filter(|one| one.class.is_none());
                if let Some(first) = none.clone().next() {
                    let (count, first) = (none.count(), first.name.clone());
                    return Err(Error::NoClass { count, first });
                }
                let of = points.ids().map(|point| classes.name(classes.of_point(point)));
                let added = added.iter().filter_map(|one| one.class.as_deref());
                Some(Classes::from_labels(&of.chain(added).collect::<Vec<_>>()))
            }
        };
        let rows = points.ids().map(|point| points.row(point));
        let rows = rows.chain(added.iter().map(|one| one.row)).collect();
        let cells = points.ids().flat_map(|point| points.kept().of_point(point));
        let cells = cells.chain(added.iter().flat_map(|one| &one.kept)).cloned().collect();
        let kept = Kept::new(points.kept().names().to_vec(), cells);
        let names = points.names().iter().chain(added.iter().map(|one| &one.name));
        // Nothing is called twice: that was looked at when it was read.
        let all = match self.asked.id {
            None => Points::numbered(points.len() + added.len(), classes),
            Some(_) => Points::named(names.cloned().collect(), classes).expect("names differ"),
        };
        let features = self.store.features()?;
        let values = features.values.iter().chain(added.iter().flat_map(|one| &one.values));
        let table = Table::new(
            features.names.clone(),
            values.copied().collect::<Vec<f64>>(),
            all.of_rows(rows).with_kept(kept),
        );
        Ok(table.read_with(missing))
    }
}

/// What becomes of a batch of rows.
type Taken = Result<(), BatchError<InputError>>;
