//! The rows of the input in their order, each with its columns and its place in the graph: a table
//! for spreadsheets, pandas and the like.

use super::columns::FileCell;
use super::table::{FileColumn, FileTable};
use crate::base::ids::{ConceptId, PointId};
use crate::base::points::Points;
use crate::communities::{Communities, Membership};
use crate::dataset::Features;
use crate::graph::{Graph, Result};
use crate::select::landmarks::landmark_ids;
use crate::store::column_names;

#[derive(Clone, Debug)]
pub(crate) struct InputRows<'g> {
    points: &'g Points,
    features: &'g Features,
    communities: &'g Communities,
    membership: &'g Membership,
    /// The names of the landmarks, and for each point the index of the first one that contains it.
    landmarks: Vec<String>,
    landmark_of: Vec<Option<usize>>,
}

impl<'g> InputRows<'g> {
    pub(crate) fn new(graph: &'g Graph) -> Result<Self> {
        let (points, members) = (graph.points()?, graph.members()?);
        let found = landmark_ids(graph)?;
        let mut landmark_of = vec![None; points.len()];
        for (at, &id) in found.iter().enumerate() {
            members
                .points(id)
                .iter()
                .for_each(|point| _ = landmark_of[point.index()].get_or_insert(at));
        }
        Ok(Self {
            points,
            features: graph.features()?,
            communities: graph.communities()?,
            membership: graph.membership()?,
            landmarks: found.iter().map(ConceptId::to_string).collect(),
            landmark_of,
        })
    }

    /// Returns the rows as a table: the point and its row, features, columns that are only shown,
    /// the class, and the place of the point: its communities, its position and its landmark.
    pub(crate) fn table(&self) -> FileTable<'_> {
        let point = |row: usize| PointId(row as u32);
        let (points, features) = (self.points, self.features);
        let kept = points.shown_columns();
        let mut own: Vec<FileColumn<'_>> = Vec::new();
        for (column, name) in features.names.iter().enumerate() {
            own.push(FileColumn::real(name, move |row| Some(features.value(point(row), column))));
        }
        for ((at, name), &kind) in kept.names().iter().enumerate().zip(kept.kinds()) {
            let cell = move |row| FileCell::from(kind.cell(&kept.cells_of(point(row))[at]));
            own.push(FileColumn::new(name, kind, cell));
        }
        let names: Vec<&String> = own.iter().map(|column| &column.name).collect();
        let (names, places) = column_names::row_column_names(names.into_iter());
        own.iter_mut().zip(names).for_each(|(column, name)| column.name = name);
        let place = move |row: usize| self.communities.main_membership(&self.membership[row]);
        let [point_name, row_name] = column_names::COLUMNS_BEFORE;
        let [class, community, share, part, outlier, landmark] = column_names::COLUMNS_AFTER;
        let before = [
            FileColumn::text(point_name, move |row| Some(points.name(point(row)))),
            FileColumn::integer(row_name, move |row| Some(points.row(point(row)))),
        ];
        let behind = [
            FileColumn::text(class, move |row| points.class_name(point(row))),
            FileColumn::text(community, move |row| place(row).community),
            FileColumn::real(share, move |row| place(row).share),
            FileColumn::text(part, move |row| place(row).part),
            FileColumn::real(outlier, move |row| Some(points.outlier_scores()[row])),
        ];
        let landmark =
            FileColumn::text(landmark, |row| Some(&*self.landmarks[self.landmark_of[row]?]));
        let places = places.into_iter().enumerate().map(|(axis, name)| {
            FileColumn::real(&name, move |row| Some(points.positions()[row][axis]))
        });
        let columns = before.into_iter().chain(own).chain(behind).chain(places).chain([landmark]);
        FileTable { rows: points.len(), columns: columns.collect() }
    }
}
