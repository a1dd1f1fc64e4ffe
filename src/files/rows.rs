//! The rows of the input in their order, each with its columns and what was found of it: a table
//! for spreadsheets, pandas and the like.

use std::io::{self, Write};
use std::sync::Arc;

use super::columns::Cell;
use crate::base::ids::{ConceptId, PointId};
use crate::base::kept::Kind;
use crate::communities::{Communities, Membership};
use crate::dataset::Features;
use crate::select::landmarks::{MOST, landmarks};
use crate::store::{LatticeStore, Result, StoredContext, column_names};

/// The rows of a stored graph.
#[derive(Clone, Debug)]
pub struct InputRows {
    stored: Arc<StoredContext>,
    features: Arc<Features>,
    communities: Arc<Communities>,
    membership: Arc<Membership>,
    /// The names of landmarks, and the first of them that holds each point.
    landmarks: Vec<String>,
    landmark_of: Vec<Option<usize>>,
}

/// A column of the rows.
pub struct RowColumn<'a> {
    /// What it is called, as no other is.
    pub name: String,
    /// What stands in it.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "CSV has no types"))]
    pub kind: Kind,
    /// Its cell in the row of a point.
    pub cell: Box<dyn Fn(PointId) -> Cell<'a> + 'a>,
}

impl InputRows {
    /// Those of a graph.
    ///
    /// # Errors
    /// A failure of the store.
    pub fn of(store: &dyn LatticeStore) -> Result<Self> {
        let stored = store.stored_context()?;
        let found: Vec<ConceptId> =
            landmarks(store, MOST)?.iter().map(|landmark| landmark.id).collect();
        let mut landmark_of = vec![None; stored.points.len()];
        for (at, members) in store.members(&found)?.iter().enumerate() {
            members.iter().for_each(|point| _ = landmark_of[point.index()].get_or_insert(at));
        }
        Ok(Self {
            stored,
            features: store.features()?,
            communities: store.communities()?,
            membership: store.membership()?,
            landmarks: found.iter().map(ConceptId::to_string).collect(),
            landmark_of,
        })
    }

    /// The points of the rows.
    pub fn points(&self) -> impl ExactSizeIterator<Item = PointId> + Clone {
        self.stored.points.ids()
    }

    /// Its columns: the point and its row, features, columns that are only shown, the class, and
    /// where the point is.
    pub fn columns(&self) -> Vec<RowColumn<'_>> {
        let (points, features) = (&self.stored.points, &*self.features);
        let kept = points.kept();
        let mut own: Vec<RowColumn<'_>> = Vec::new();
        for (at, name) in features.names.iter().enumerate() {
            let cell = move |point| Cell::Real(features.value(point, at));
            own.push(RowColumn::new(name, Kind::Real, cell));
        }
        for ((at, name), &kind) in kept.names().iter().enumerate().zip(kept.kinds()) {
            let cell = move |point| Cell::of_kind(kind, &kept.of_point(point)[at]);
            own.push(RowColumn::new(name, kind, cell));
        }
        let names: Vec<&String> = own.iter().map(|column| &column.name).collect();
        let (names, places) = column_names::of_rows(names.into_iter());
        own.iter_mut().zip(names).for_each(|(column, name)| column.name = name);
        let place = |point: PointId| self.communities.main_place(&self.membership[point.index()]);
        let first = |point: PointId| self.landmark_of[point.index()].map(|at| &*self.landmarks[at]);
        let [point, row] = column_names::BEFORE;
        let [class, community, share, part, landmark] = column_names::BEHIND;
        let before = [
            RowColumn::text(point, |point| Some(points.name(point))),
            RowColumn::new(row, Kind::Integer, |point| Cell::Integer(points.row(point).into())),
        ];
        let behind = [
            RowColumn::text(class, |point| points.class_name(point)),
            RowColumn::text(community, move |point| place(point).community),
            RowColumn::new(share, Kind::Real, move |point| {
                place(point).share.map_or(Cell::Nothing, Cell::Real)
            }),
            RowColumn::text(part, move |point| place(point).part),
        ];
        let landmark = RowColumn::text(landmark, first);
        let places = places.into_iter().enumerate().map(|(axis, name)| {
            RowColumn::new(&name, Kind::Real, move |at| {
                Cell::Real(points.places()[at.index()][axis])
            })
        });
        before.into_iter().chain(own).chain(behind).chain(places).chain([landmark]).collect()
    }

    /// Writes them as CSV with a header.
    ///
    /// # Errors
    /// A failure of `out`.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let (mut rows, columns) = (csv::Writer::from_writer(out), self.columns());
        rows.write_record(columns.iter().map(|column| &column.name))?;
        for point in self.points() {
            let cells = columns.iter().map(|column| (column.cell)(point));
            rows.write_record(cells.map(|cell| cell.text().unwrap_or_default()))?;
        }
        rows.flush()
    }
}

impl<'a> RowColumn<'a> {
    fn new(name: &str, kind: Kind, cell: impl Fn(PointId) -> Cell<'a> + 'a) -> Self {
        Self { name: name.to_owned(), kind, cell: Box::new(cell) }
    }

    fn text(name: &str, text: impl Fn(PointId) -> Option<&'a str> + 'a) -> Self {
        Self::new(name, Kind::Text, move |point| text(point).map_or(Cell::Nothing, Cell::Text))
    }
}
