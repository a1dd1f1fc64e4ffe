//! A graph into a SQLite file, all or nothing.
//!
//! Rows go in by rising primary key, indexes are made at the end, and the file is renamed to its
//! place only when it is whole and on disk. The same graph gives the same bytes. One thread writes
//! while the others prepare the next concepts.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use rayon::prelude::*;
use rusqlite::{Connection, types::Value as Sql};

use super::insert::Insert;
use super::members::{self, Listed};
use super::own_tables::is_database;
use super::store::is_concept_graph;
use super::write_failure::{exists, failed};
use super::{communities, context, sql_value};
use crate::base::atomic_file::{AtomicFile, Existing, check_folder};
use crate::base::ids::{ConceptId, PointId};
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::graph::ClassFacts;
use crate::store::digest::{self, Counted, Digest};
use crate::store::{Concept, DamageError, Error, GraphFacts, LatticeStore, Result, StoredContext};

/// Concepts prepared together: enough to keep all threads busy, few enough to hold.
const BATCH: u32 = 1 << 13;
/// Batches that may wait to be written.
const WAITING: usize = 2;

/// What is written, and where to.
struct Saving<'a> {
    graph: &'a dyn LatticeStore,
    facts: GraphFacts,
    stored: Arc<StoredContext>,
    classes: Vec<ClassFacts>,
    place: &'a Path,
}

/// Writes a graph, from memory or from another store, to `path`; with `force` an existing store of
/// ours is replaced.
///
/// # Errors
/// A file already there, or one that is not a store of ours; a folder that is missing or cannot be
/// written; a full disk; an interrupt. The target is then as it was before.
pub fn save(
    graph: &dyn LatticeStore,
    path: &Path,
    force: bool,
    progress: &Arc<Progress>,
) -> Result<()> {
    check_target(path, force)?;
    let (facts, stored, classes) = (graph.facts()?, graph.stored_context()?, graph.classes()?);
    let mut source = Saving { graph, facts, stored, classes, place: path };
    let existing = if force { Existing::Replaced } else { Existing::Stays };
    let hidden = AtomicFile::new(path, existing).map_err(|error| failed(path, error))?;
    let mut connection = Connection::open(hidden.path()).map_err(|error| failed(path, error))?;
    let ended = Arc::clone(progress);
    connection
        .progress_handler(1 << 16, Some(move || ended.interrupted()))
        .map_err(|error| failed(path, error))?;
    let filled = fill(&mut connection, &mut source, progress);
    if progress.interrupted() {
        return Err(Error::Interrupted);
    }
    filled?;
    connection.close().map_err(|(_, error)| failed(path, error))?;
    hidden.persist().map_err(|error| failed(path, error))
}

/// Refuses to write over anything but a store of ours, and that only with `force`.
pub fn check_target(path: &Path, force: bool) -> Result<()> {
    let refused = |text: String| Err(Error::Refused(format!("{}: {text}", path.display())));
    if path.is_dir() {
        return refused("this is a folder; name a file to write, such as graph.db".into());
    }
    if let Err(missing) = check_folder(path) {
        return refused(missing.to_string());
    }
    if !path.exists() {
        return Ok(());
    }
    if is_database(path) && !is_concept_graph(path) {
        let own = path.with_extension("graph.db");
        return refused(format!(
            "this database is not a concept graph and stays as it is; give the graph a file of \
             its own, such as {}, which ATTACH joins to it",
            own.display()
        ));
    }
    if !is_concept_graph(path) && !is_empty_file(path) {
        return refused(
            "this file is not a concept graph, so it is not replaced; name another".into(),
        );
    }
    match force {
        true => Ok(()),
        false => Err(exists(&format!("{}: this file exists", path.display()))),
    }
}

fn is_empty_file(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.len() == 0)
}

fn fill(connection: &mut Connection, source: &mut Saving<'_>, progress: &Progress) -> Result<()> {
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
    communities::write(connection, &found, &membership).map_err(failed)?;
    connection.execute_batch(include_str!("indexes.sql")).map_err(failed)?;
    connection.execute_batch("COMMIT").map_err(failed)
}

fn id(number: i64) -> Sql {
    Sql::Integer(number)
}

fn points(connection: &Connection, source: &Saving<'_>) -> Result<()> {
    let failed = |error| failed(source.place, error);
    let (stored, features) = (&source.stored, source.graph.features()?);
    let (boundary, homes) = (source.graph.boundary()?, source.graph.homes()?);
    let introduced: Vec<Vec<ConceptId>> =
        stored.points.ids().map(|point| source.graph.introduced(point)).collect::<Result<_>>()?;
    let fill = || {
        let mut rows = Insert::new(connection, "point", 8)?;
        let objects = stored.context.as_objects();
        for point in stored.points.ids() {
            let name = Sql::Text(stored.points.name(point).to_owned());
            let class = stored.points.classes();
            let class = class.map_or(Sql::Null, |classes| id(classes.of_point(point).number()));
            let twin = id(objects.first(objects.of_point(point)).number());
            let key = Sql::Integer(stored.keys[point.index()] as i64);
            let [met, home] = [&boundary, &homes].map(|of| {
                let concept = of.get(point.index()).copied().flatten();
                concept.map_or(Sql::Null, |concept| id(concept.number()))
            });
            let row = Sql::Integer(stored.points.row(point).into());
            rows.push([id(point.number()), row, name, class, twin, key, met, home])?;
        }
        rows.finish()?;
        let mut rows = Insert::new(connection, "feature", 6)?;
        for (at, name) in features.names.iter().enumerate() {
            let (mean, deviation) = features.spread(at);
            let name = Sql::Text(name.clone());
            let (least, largest) = features.range(at);
            let [mean, deviation, least, largest] =
                [mean, deviation, least, largest].map(Sql::Real);
            rows.push([id(at as i64 + 1), name, mean, deviation, least, largest])?;
        }
        rows.finish()?;
        super::features::write(connection, &features)?;
        kept(connection, &stored.points)?;
        let mut rows = Insert::new(connection, "introduced", 2)?;
        for (point, concepts) in (1..).zip(&introduced) {
            for concept in concepts {
                rows.push([id(point), id(concept.number())])?;
            }
        }
        rows.finish()?;
        context::write(connection, &source.stored)
    };
    fill().map_err(failed)
}

/// The columns that are only shown.
fn kept(connection: &Connection, points: &Points) -> rusqlite::Result<()> {
    let mut rows = Insert::new(connection, "kept_column", 2)?;
    for (column, name) in (1..).zip(points.kept().names()) {
        rows.push([id(column), Sql::Text(name.clone())])?;
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "kept", 3)?;
    for point in points.ids() {
        for (column, cell) in (1..).zip(points.kept().of_point(point)) {
            rows.push([id(point.number()), id(column), Sql::Text(cell.clone())])?;
        }
    }
    rows.finish()
}

/// Concepts and the covers above them, by rising id; the digest of what was written, which is that
/// of the source where it has one.
fn concepts(
    connection: &mut Connection,
    source: &Saving<'_>,
    progress: &Progress,
) -> Result<String> {
    let (sender, receiver) = sync_channel::<Batch>(WAITING);
    let mut digest = digest::begun(source.graph, &source.facts)?;
    let (all, mut covers) = (source.facts.concepts, 0);
    progress.parts(all.into());
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || {
            let mut tables = ConceptTables::new(connection)?;
            for batch in receiver {
                tables.push(batch)?;
            }
            tables.finish()
        });
        let mut prepared = Ok(());
        for ids in ConceptId::batches(all, BATCH) {
            let batch = match Batch::prepare(source.graph, &source.stored, &ids, &mut digest) {
                _ if progress.interrupted() => Err(Error::Interrupted),
                batch => batch,
            };
            // A writer that has failed takes nothing more; its error is reported below.
            match batch.map(|batch| {
                covers += batch.covers.len() as u64;
                progress.did(ids.len() as u64);
                sender.send(batch).map_err(drop)
            }) {
                Ok(Ok(())) => {}
                Ok(Err(())) => break,
                Err(error) => {
                    prepared = Err(error);
                    break;
                }
            }
        }
        drop(sender);
        let written = writer.join().expect("the writer does not panic");
        written.map_err(|error| failed(source.place, error)).and(prepared)
    })?;
    let damaged = |what: String| {
        let (place, damage) = (source.facts.name.clone(), DamageError(what));
        Err(Error::Damaged { place, damage })
    };
    if covers != source.facts.covers {
        return damaged(format!("it has {covers} covers, but claims {}", source.facts.covers));
    }
    let found = digest.finish();
    match &source.facts.digest {
        Some(claimed) if *claimed != found => {
            damaged("the digest of its content is wrong".to_owned())
        }
        _ => Ok(found),
    }
}

/// The rows of some concepts.
struct Batch {
    concepts: Vec<[Sql; 11]>,
    extents: Vec<[Sql; 2]>,
    intents: Vec<[Sql; 2]>,
    classes: Vec<[Sql; 3]>,
    covers: Vec<[Sql; 2]>,
}

impl Batch {
    fn prepare(
        graph: &dyn LatticeStore,
        stored: &StoredContext,
        ids: &[ConceptId],
        digest: &mut Digest,
    ) -> Result<Self> {
        let (concepts, upper, kind) = (graph.concepts(ids)?, graph.upper(ids)?, stored.facts.kind);
        digest.concepts(ids[0], concepts.iter().map(Counted::from), &upper);
        let of = |what: Listed| concepts.iter().filter(move |of| members::listed(kind, of) == what);
        let listed: Vec<ConceptId> = of(Listed::Extent).map(|concept| concept.id).collect();
        let extents = graph.members(&listed)?;
        let extents = listed.par_iter().zip(extents);
        let intent = |concept: &Concept| {
            let shared = stored.context.shared(&concept.generator).into_iter();
            let numbers = shared.map(|attribute| stored.attribute_number(attribute)).collect();
            [id(concept.id.number()), Sql::Text(json(numbers))]
        };
        let in_class = |concept: &Concept| {
            let counts = (1..).zip(&concept.counts).filter(|(_, count)| **count > 0);
            let row = |(class, &count): (i64, &u32)| {
                [id(concept.id.number()), id(class), Sql::Integer(count.into())]
            };
            counts.map(row).collect::<Vec<_>>()
        };
        let cover =
            |(lower, upper): &(ConceptId, ConceptId)| [lower, upper].map(|c| id(c.number()));
        Ok(Self {
            classes: concepts.iter().flat_map(in_class).collect(),
            concepts: concepts.par_iter().map(row).collect(),
            intents: of(Listed::Intent).map(intent).collect(),
            extents: extents.map(|(at, list)| [id(at.number()), numbers(&list)]).collect(),
            covers: upper.par_iter().map(cover).collect(),
        })
    }
}

fn row(concept: &Concept) -> [Sql; 11] {
    let (majority, purity) = concept
        .majority_and_purity()
        .map_or((Sql::Null, Sql::Null), |(c, purity)| (id(c.number()), Sql::Real(purity)));
    [
        id(concept.id.number()),
        Sql::Integer(concept.size.into()),
        Sql::Integer(concept.intent_size.into()),
        majority,
        purity,
        Sql::Integer(concept.key as i64),
        Sql::Integer(concept.delta.into()),
        concept.cohesion.map_or(Sql::Null, Sql::Real),
        concept.gap.map_or(Sql::Null, |gap| Sql::Integer(gap.into())),
        numbers(&concept.generator),
        concept.community.map_or(Sql::Null, |group| id(group.number())),
    ]
}

/// The tables that have rows for every concept.
struct ConceptTables<'c> {
    concept: Insert<'c>,
    extent: Insert<'c>,
    intent: Insert<'c>,
    concept_class: Insert<'c>,
    cover: Insert<'c>,
}

impl<'c> ConceptTables<'c> {
    fn new(connection: &'c Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            concept: Insert::new(connection, "concept", 11)?,
            extent: Insert::new(connection, "extent", 2)?,
            intent: Insert::new(connection, "intent", 2)?,
            concept_class: Insert::new(connection, "concept_class", 3)?,
            cover: Insert::new(connection, "cover", 2)?,
        })
    }

    fn push(&mut self, batch: Batch) -> rusqlite::Result<()> {
        batch.concepts.into_iter().try_for_each(|row| self.concept.push(row))?;
        batch.extents.into_iter().try_for_each(|row| self.extent.push(row))?;
        batch.intents.into_iter().try_for_each(|row| self.intent.push(row))?;
        batch.classes.into_iter().try_for_each(|row| self.concept_class.push(row))?;
        batch.covers.into_iter().try_for_each(|row| self.cover.push(row))
    }

    fn finish(self) -> rusqlite::Result<()> {
        self.concept.finish()?;
        self.extent.finish()?;
        self.intent.finish()?;
        self.concept_class.finish()?;
        self.cover.finish()
    }
}

/// The numbers of these points as a JSON array.
fn numbers(points: &[PointId]) -> Sql {
    Sql::Text(json(points.iter().map(|point| point.number()).collect()))
}

fn json(numbers: Vec<i64>) -> String {
    serde_json::to_string(&numbers).expect("numbers have a JSON form")
}

fn classes_and_facts(connection: &Connection, source: &Saving<'_>) -> rusqlite::Result<()> {
    let mut rows = Insert::new(connection, "class", 7)?;
    for (class, facts) in (1..).zip(&source.classes) {
        rows.push([
            id(class),
            Sql::Text(facts.name.clone()),
            Sql::Integer(facts.size.into()),
            Sql::Integer(facts.concepts as i64),
            facts.largest_pure.map_or(Sql::Null, |concept| id(concept.number())),
            facts.dendrogram_purity.map_or(Sql::Null, Sql::Real),
            facts.chance.map_or(Sql::Null, Sql::Real),
        ])?;
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "graph", 2)?;
    for (key, value) in source.facts.entries() {
        rows.push([Sql::Text(key.to_owned()), sql_value(&value)])?;
    }
    rows.finish()
}
