//! The rows of the input in their order, each with its columns and its place in the graph: a table
//! for spreadsheets, pandas and the like.

use super::table::{FileColumn, FileTable};
use crate::base::ids::{ConceptId, PointId};
use crate::base::progress::Progress;
use crate::graph::{Graph, Result};
use crate::select::landmarks::landmark_ids;
use crate::store::column_names;

/// Returns a row for each point: the point and its row, features, columns that are only shown, the
/// class, and the place of the point: its communities, its position and the first landmark with it.
pub(crate) fn row_table(graph: &Graph) -> Result<FileTable<'_>> {
    let (points, features) = (graph.points()?, graph.features()?);
    let (communities, membership) = (graph.communities()?, graph.membership()?);
    let positions = graph.positions(&Progress::default())?;
    let point = |row: usize| PointId(row as u32);
    let kept = points.shown_columns();
    let mut own: Vec<FileColumn<'_>> = Vec::new();
    for (column, name) in features.names.iter().enumerate() {
        own.push(FileColumn::real(name, move |row| Some(features.value(point(row), column))));
    }
    for ((at, name), &kind) in kept.names().iter().enumerate().zip(kept.kinds()) {
        let cell = move |row| Some(kind.cell(&kept.cells_of(point(row))[at]));
        own.push(FileColumn::new(name, kind, cell));
    }
    let names = column_names::own_names(own.iter().map(|column| &column.name));
    own.iter_mut().zip(names).for_each(|(column, name)| column.name = name);
    let landmark_of = landmark_of_points(graph)?;
    let place = move |row: usize| communities.main_membership(&membership[row]);
    let [point_name, row_name] = column_names::COLUMNS_BEFORE;
    let [class, community, share, part, outlier, x, y, landmark] = column_names::COLUMNS_AFTER;
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
        FileColumn::real(x, move |row| Some(positions[row][0])),
        FileColumn::real(y, move |row| Some(positions[row][1])),
        FileColumn::text(landmark, move |row| Some(landmark_of[row]?.to_string())),
    ];
    let columns = before.into_iter().chain(own).chain(behind);
    Ok(FileTable { rows: points.len(), columns: columns.collect() })
}

/// Returns for each point the first landmark that contains it.
fn landmark_of_points(graph: &Graph) -> Result<Vec<Option<ConceptId>>> {
    let (points, members) = (graph.points()?, graph.members()?);
    let mut found = vec![None; points.len()];
    for landmark in landmark_ids(graph)? {
        for point in members.points(landmark) {
            found[point.index()].get_or_insert(landmark);
        }
    }
    Ok(found)
}
