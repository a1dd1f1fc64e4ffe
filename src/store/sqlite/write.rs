//! Writes a graph into a SQLite file, all or nothing.
//!
//! Rows are inserted in ascending order of the primary key, indexes are created at the end, and the
//! file is renamed into place only when it is complete and on disk. Equal graphs give equal bytes.
//! The digest and the positions of the points are computed meanwhile.

use std::path::Path;

use rusqlite::{Connection, types::Value as Sql};

use super::insert::{Insert, insert};
use super::replace::{TargetLock, check_target};
use super::write_error::backend_error;
use super::{communities, context, rows, sql_value};
use crate::base::atomic_file::{AtomicFile, Existing};
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::points::{Points, Position};
use crate::base::progress::Progress;
use crate::base::shown_columns::ColumnKind;
use crate::graph::{ClassFacts, Concept, Graph, GraphFacts};
use crate::store::digest::facts_with_digest;
use crate::store::{Result, StoreError};

/// Writes a graph to `path`; with `force`, an existing graph is replaced.
///
/// # Errors
/// Returns an error if the file exists and `force` is not set, or if it is not a graph, may not be
/// written or is in use; if the folder is missing or cannot be written; if the disk is full; or
/// after an interrupt. The target is then unchanged.
pub fn save(graph: &Graph, path: &Path, force: bool, progress: &Progress) -> Result<()> {
    check_target(path, force)?;
    let existing = if force { Existing::Replace } else { Existing::Keep };
    let hidden = AtomicFile::new(path, existing).map_err(|error| backend_error(path, error))?;
    let mut connection =
        Connection::open(hidden.path()).map_err(|error| backend_error(path, error))?;
    fill(&mut connection, graph, path, progress)?;
    connection.close().map_err(|(_, error)| backend_error(path, error))?;
    let stays = existing == Existing::Keep && path.exists();
    let held = (!stays).then(|| TargetLock::new(path)).transpose()?;
    hidden.persist().map_err(|error| backend_error(path, error))?;
    held.into_iter().for_each(|held| held.release(progress));
    Ok(())
}

/// Writes a graph into an empty database, which messages call `place`.
pub(super) fn fill(
    connection: &mut Connection,
    graph: &Graph,
    place: &Path,
    progress: &Progress,
) -> Result<()> {
    let ended = progress.clone();
    let watch = Some(move || ended.is_interrupted());
    connection.progress_handler(1 << 16, watch).map_err(|error| backend_error(place, error))?;
    let tables = fill_tables(connection, graph, place, progress);
    if progress.is_interrupted() {
        return Err(StoreError::Interrupted);
    }
    tables?;
    connection
        .progress_handler(0, None::<fn() -> bool>)
        .map_err(|error| backend_error(place, error))
}

fn fill_tables(
    connection: &mut Connection,
    graph: &Graph,
    place: &Path,
    progress: &Progress,
) -> Result<()> {
    // The file is not a store until it is renamed, so it needs no journal and no waiting for the
    // disk. The constraints are for later writes by others: a graph satisfies them.
    let failed = |error| backend_error(place, error);
    connection
        .execute_batch(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;
             PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536;
             PRAGMA ignore_check_constraints = ON;",
        )
        .map_err(failed)?;
    connection.execute_batch(include_str!("schema.sql")).map_err(failed)?;
    connection.execute_batch("BEGIN").map_err(failed)?;
    let facts = std::thread::scope(|scope| {
        let facts = scope.spawn(|| facts_with_digest(graph, progress));
        let positions = scope.spawn(|| graph.positions(progress));
        write_concepts(connection, graph)?.map_err(failed)?;
        let positions = positions.join().expect("the layout does not panic")?;
        write_points(connection, graph, positions)?.map_err(failed)?;
        facts.join().expect("the digest does not panic")
    })?;
    write_classes_and_facts(connection, graph.classes()?, &facts).map_err(failed)?;
    let (found, membership) = (graph.communities()?, graph.membership()?);
    communities::write(connection, found, graph.summaries()?, membership).map_err(failed)?;
    connection.execute_batch(include_str!("indexes.sql")).map_err(failed)?;
    connection.execute_batch("COMMIT").map_err(failed)
}

/// The result of writing a table, inside the result of reading the graph.
type TableResult = Result<rusqlite::Result<()>>;

fn write_points(connection: &Connection, graph: &Graph, positions: &[Position]) -> TableResult {
    let (points, features, near) = (graph.points()?, graph.features()?, graph.near_points()?);
    let of = graph.context()?;
    let are_far = graph.are_far()?;
    let point = |point: PointId| {
        let class = points.classes().map(|classes| classes.class_of(point).number());
        let [x, y] = positions[point.index()].map(Sql::Real);
        let (row, name) = (points.row(point), points.name(point).to_owned());
        let outlier = points.outlier_scores()[point.index()].into();
        let far = i64::from(are_far[point.index()]).into();
        [point.number().into(), row.into(), name.into(), class.into(), x, y, outlier, far]
    };
    let feature = |(at, name): (usize, &String)| {
        let ((mean, deviation), (least, largest)) =
            (features.mean_and_deviation(at), features.range(at));
        let [mean, deviation, least, largest] = [mean, deviation, least, largest].map(Sql::Real);
        let id = at as i64 + 1;
        [id.into(), name.clone().into(), mean, deviation, least, largest]
    };
    Ok(insert(connection, "point", points.ids().map(point))
        .and_then(|()| {
            insert(connection, "feature", features.names.iter().enumerate().map(feature))
        })
        .and_then(|()| super::features::write(connection, features))
        .and_then(|()| write_kept(connection, points, &features.names))
        .and_then(|()| context::write(connection, points, of, near)))
}

fn write_kept(
    connection: &Connection,
    points: &Points,
    features: &[String],
) -> rusqlite::Result<()> {
    let (names, kinds) = (points.shown_columns().names(), points.shown_columns().kinds());
    let is_number = kinds.iter().map(|kind| *kind != ColumnKind::Text);
    let columns: Vec<(String, bool)> = names.iter().cloned().zip(is_number).collect();
    connection.execute_batch(&rows::view(features, &columns))?;
    let row = |(column, (name, is_number)): (i64, &(String, bool))| {
        [column.into(), name.clone().into(), (*is_number).into()]
    };
    insert(connection, "kept_column", (1..).zip(&columns).map(row))?;
    let cells = points.ids().flat_map(|point| {
        let cells = (1_i64..).zip(points.shown_columns().cells_of(point));
        cells.map(move |(column, cell)| [point.number().into(), column.into(), cell.clone().into()])
    });
    insert(connection, "kept", cells)
}

fn write_concepts(connection: &Connection, graph: &Graph) -> TableResult {
    let (concepts, covers) = (graph.concepts()?, graph.covers()?);
    let members = graph.facts().has_members.then(|| graph.members()).transpose()?;
    let ids = || ConceptId::first(concepts.len());
    let pairs = |table: &str, of: &dyn Fn(ConceptId) -> Vec<[i64; 2]>| {
        let mut rows = Insert::new(connection, table, 2)?;
        for id in ids() {
            rows.extend(of(id).into_iter().flatten().map(Sql::Integer))?;
        }
        rows.finish()
    };
    let in_class = |concept: Concept| {
        let counts = (1_i64..).zip(concept.counts).filter(|(_, count)| *count > 0);
        let id = concept.id.number();
        counts.map(move |(class, count)| [id, class, count.into()].map(Sql::Integer))
    };
    let member = |id: ConceptId| {
        let points = members.map_or(Vec::new(), |members| members.points(id));
        points.into_iter().map(|point| [id.number(), point.number()]).collect()
    };
    let cover = |id: ConceptId| covers.upper(id).map(|up| [id.number(), up.number()]).collect();
    Ok(insert(connection, "concept", concepts.iter().map(concept_row))
        .and_then(|()| pairs("member", &member))
        .and_then(|()| insert(connection, "concept_class", concepts.iter().flat_map(in_class)))
        .and_then(|()| pairs("cover", &cover)))
}

fn concept_row(concept: Concept) -> [Sql; 7] {
    let (majority, purity) = concept.majority_and_purity().unzip();
    [
        concept.id.number().into(),
        concept.size.into(),
        majority.map(ClassId::number).into(),
        purity.into(),
        concept.center.map(PointId::number).into(),
        concept.cohesion.into(),
        concept.community.map(CommunityId::number).into(),
    ]
}

fn write_classes_and_facts(
    connection: &Connection,
    classes: &[ClassFacts],
    facts: &GraphFacts,
) -> rusqlite::Result<()> {
    let class = |(class, facts): (i64, &ClassFacts)| {
        [
            class.into(),
            facts.name.clone().into(),
            facts.size.into(),
            (facts.concepts as i64).into(),
            facts.largest_pure.map(ConceptId::number).into(),
            facts.dendrogram_purity.into(),
            facts.chance.into(),
        ]
    };
    insert(connection, "class", (1..).zip(classes).map(class))?;
    let facts = facts.to_entries().into_iter();
    let facts = facts.map(|(key, value)| [key.to_owned().into(), sql_value(&value)]);
    insert(connection, "graph", facts)
}
