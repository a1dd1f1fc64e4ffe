//! A graph into a SQLite file, all or nothing.
//!
//! Rows go in by rising primary key, indexes are made at the end, and the file is renamed to its
//! place only when it is whole and on disk. The same graph gives the same bytes. One thread writes
//! while the others prepare the next concepts.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

use rayon::prelude::*;
use rusqlite::{Connection, types::Value as Sql};

use super::insert::{Insert, insert};
use super::replace::{Held, check_target};
use super::write_error::failed;
use super::{communities, context, rows, sql_value};
use crate::base::atomic_file::{AtomicFile, Existing};
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::kept::Kind;
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::graph::ClassFacts;
use crate::store::digest::Digest;
use crate::store::{Concept, DamageError, Error, GraphFacts, LatticeStore, Result, StoredContext};

/// Concepts prepared together: enough to keep all threads busy, few enough to hold.
const BATCH: u32 = 1 << 13;
/// Batches that may wait to be written.
const WAITING: usize = 2;

/// What is written, and where to.
pub(super) struct Saving<'a> {
    graph: &'a dyn LatticeStore,
    facts: GraphFacts,
    stored: Arc<StoredContext>,
    classes: Vec<ClassFacts>,
    place: &'a Path,
}

impl<'a> Saving<'a> {
    pub(super) fn of(graph: &'a dyn LatticeStore, place: &'a Path) -> Result<Self> {
        let (facts, stored, classes) = (graph.facts()?, graph.stored_context()?, graph.classes()?);
        Ok(Self { graph, facts, stored, classes, place })
    }
}

/// Writes a graph, from memory or from another store, to `path`; with `force` an existing store of
/// ours is replaced.
///
/// # Errors
/// A file already there, or one that is not a store of ours, may not be written or is in use; a
/// folder that is missing or cannot be written; a full disk; an interrupt. The target is then as it
/// was before.
pub fn save(graph: &dyn LatticeStore, path: &Path, force: bool, progress: &Progress) -> Result<()> {
    check_target(path, force)?;
    let existing = if force { Existing::Replaced } else { Existing::Stays };
    let mut source = Saving::of(graph, path)?;
    let hidden = AtomicFile::new(path, existing).map_err(|error| failed(path, error))?;
    let mut connection = Connection::open(hidden.path()).map_err(|error| failed(path, error))?;
    fill(&mut connection, &mut source, progress)?;
    connection.close().map_err(|(_, error)| failed(path, error))?;
    let stays = existing == Existing::Stays && path.exists();
    let held = (!stays).then(|| Held::new(path)).transpose()?;
    hidden.persist().map_err(|error| failed(path, error))?;
    held.into_iter().for_each(|held| held.gone(progress));
    Ok(())
}

/// Writes a graph into an empty database.
pub(super) fn fill(
    connection: &mut Connection,
    source: &mut Saving<'_>,
    progress: &Progress,
) -> Result<()> {
    let (ended, place) = (progress.clone(), source.place);
    let watch = Some(move || ended.interrupted());
    connection.progress_handler(1 << 16, watch).map_err(|error| failed(place, error))?;
    let tables = fill_tables(connection, source, progress);
    if progress.interrupted() {
        return Err(Error::Interrupted);
    }
    tables?;
    connection.progress_handler(0, None::<fn() -> bool>).map_err(|error| failed(place, error))
}

fn fill_tables(
    connection: &mut Connection,
    source: &mut Saving<'_>,
    progress: &Progress,
) -> Result<()> {
    // The file is not a store until it is renamed: no journal, no waiting for the disk on the way.
    // The constraints are for later writes by others: what a graph gives satisfies them.
    let place = source.place;
    let failed = |error| failed(place, error);
    connection
        .execute_batch(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;
             PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536;
             PRAGMA ignore_check_constraints = ON;",
        )
        .map_err(failed)?;
    connection.execute_batch(include_str!("schema.sql")).map_err(failed)?;
    connection.execute_batch("BEGIN").map_err(failed)?;
    points(connection, source)?;
    source.facts.digest = Some(concepts(connection, source, progress)?);
    classes_and_facts(connection, source).map_err(failed)?;
    let (found, membership) = (source.graph.communities()?, source.graph.membership()?);
    communities::write(connection, &found, source.graph.summaries()?, &membership)
        .map_err(failed)?;
    connection.execute_batch(include_str!("indexes.sql")).map_err(failed)?;
    connection.execute_batch("COMMIT").map_err(failed)
}

fn points(connection: &Connection, source: &Saving<'_>) -> Result<()> {
    let failed = |error| failed(source.place, error);
    let (stored, features) = (&source.stored, source.graph.features()?);
    let near = source.graph.near()?;
    let fill = || {
        let point = |point: PointId| {
            let class = stored.points.classes().map(|classes| classes.of_point(point).number());
            let [x, y] = stored.points.places()[point.index()].map(Sql::Real);
            [
                point.number().into(),
                stored.points.row(point).into(),
                stored.points.name(point).to_owned().into(),
                class.into(),
                x,
                y,
            ]
        };
        insert(connection, "point", stored.points.ids().map(point))?;
        let feature = |(at, name): (usize, &String)| {
            let ((mean, deviation), (least, largest)) = (features.spread(at), features.range(at));
            let [mean, deviation, least, largest] =
                [mean, deviation, least, largest].map(Sql::Real);
            let id = at as i64 + 1;
            [id.into(), name.clone().into(), mean, deviation, least, largest]
        };
        insert(connection, "feature", features.names.iter().enumerate().map(feature))?;
        super::features::write(connection, &features)?;
        kept(connection, &stored.points, &features.names)?;
        context::write(connection, stored, &near)
    };
    fill().map_err(failed)
}

/// The columns that are only shown, and the view of all columns.
fn kept(connection: &Connection, points: &Points, features: &[String]) -> rusqlite::Result<()> {
    let (names, kinds) = (points.kept().names(), points.kept().kinds());
    let is_number = kinds.iter().map(|kind| *kind != Kind::Text);
    let columns: Vec<(String, bool)> = names.iter().cloned().zip(is_number).collect();
    connection.execute_batch(&rows::view(features, &columns))?;
    let row = |(column, (name, is_number)): (i64, &(String, bool))| {
        [column.into(), name.clone().into(), (*is_number).into()]
    };
    insert(connection, "kept_column", (1..).zip(&columns).map(row))?;
    let cells = points.ids().flat_map(|point| {
        let cells = (1_i64..).zip(points.kept().of_point(point));
        cells.map(move |(column, cell)| [point.number().into(), column.into(), cell.clone().into()])
    });
    insert(connection, "kept", cells)
}

/// Concepts and the covers above them, by rising id; the digest of what was written, which is that
/// of the source where it has one.
fn concepts(
    connection: &mut Connection,
    source: &Saving<'_>,
    progress: &Progress,
) -> Result<String> {
    let (sender, receiver) = sync_channel::<Batch>(WAITING);
    let mut digest = Digest::of(source.graph, &source.facts, &source.stored)?;
    let facts = &source.facts;
    let mut covers = 0;
    progress.parts(facts.concepts.into());
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || write_batches(connection, receiver));
        let mut prepare_all = || {
            for ids in ConceptId::batches(facts.concepts, BATCH) {
                if progress.interrupted() {
                    return Err(Error::Interrupted);
                }
                let (batch, some) = prepare(source.graph, &source.stored, &ids, &mut digest)?;
                covers += some;
                progress.did(ids.len() as u64);
                // A writer that has failed takes nothing more; its error is reported below.
                if sender.send(batch).is_err() {
                    break;
                }
            }
            Ok(())
        };
        let prepared = prepare_all();
        drop(sender);
        let written = writer.join().expect("the writer does not panic");
        written.map_err(|error| failed(source.place, error)).and(prepared)
    })?;
    let damaged =
        |what: String| Err(Error::Damaged { place: facts.name.clone(), damage: DamageError(what) });
    if covers != facts.covers {
        return damaged(format!("it has {covers} covers, but claims {}", facts.covers));
    }
    let found = digest.finish();
    match &facts.digest {
        Some(claimed) if *claimed != found => {
            damaged("the digest of its content is wrong".to_owned())
        }
        _ => Ok(found),
    }
}

/// The tables that have rows for every concept, and how many columns they have.
const TABLES: [(&str, usize); 4] =
    [("concept", 7), ("member", 2), ("concept_class", 3), ("cover", 2)];

/// The values of the rows of some concepts, table by table.
type Batch = [Vec<Sql>; TABLES.len()];

fn write_batches(connection: &Connection, batches: Receiver<Batch>) -> rusqlite::Result<()> {
    let mut tables = Vec::new();
    for (table, columns) in TABLES {
        tables.push(Insert::new(connection, table, columns)?);
    }
    for batch in batches {
        for (table, values) in tables.iter_mut().zip(batch) {
            table.extend(values)?;
        }
    }
    tables.into_iter().try_for_each(Insert::finish)
}

/// The rows of some concepts, and how many covers are among them.
fn prepare(
    graph: &dyn LatticeStore,
    stored: &StoredContext,
    ids: &[ConceptId],
    digest: &mut Digest,
) -> Result<(Batch, u64)> {
    let (concepts, covers) = (graph.concepts(ids)?, graph.upper(ids)?);
    let members = if stored.facts.members { graph.members(ids)? } else { Vec::new() };
    digest.concepts(&concepts, &members, &covers);
    let member = |(concept, members): (&Concept, &Vec<PointId>)| {
        let id = concept.id.number();
        members
            .iter()
            .flat_map(move |point| [id, point.number()].map(Sql::Integer))
            .collect::<Vec<_>>()
    };
    let in_class = |concept: &Concept| {
        let concept_id = concept.id.number();
        let counts = (1..).zip(concept.counts.clone()).filter(|(_, count)| *count > 0);
        counts.flat_map(move |(class, count)| [concept_id, class, count.into()].map(Sql::Integer))
    };
    let batch = [
        concepts.par_iter().flat_map_iter(row).collect(),
        concepts.par_iter().zip(&members).flat_map_iter(member).collect(),
        concepts.iter().flat_map(in_class).collect(),
        covers
            .par_iter()
            .flat_map_iter(|&(low, up)| [low, up].map(|c| c.number().into()))
            .collect(),
    ];
    Ok((batch, covers.len() as u64))
}

fn row(concept: &Concept) -> [Sql; 7] {
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

fn classes_and_facts(connection: &Connection, source: &Saving<'_>) -> rusqlite::Result<()> {
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
    insert(connection, "class", (1..).zip(&source.classes).map(class))?;
    let facts = source.facts.entries().into_iter();
    let facts = facts.map(|(key, value)| [key.to_owned().into(), sql_value(&value)]);
    insert(connection, "graph", facts)
}
