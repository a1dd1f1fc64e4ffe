//! A graph into a SQLite file, all or nothing.
//!
//! Rows go in by rising primary key, indexes are made at the end, and the file is renamed to its
//! place only when it is whole and on disk. The same graph gives the same bytes.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rusqlite::{Connection, types::Value as Sql};
use serde_json::json;

use super::insert::Insert;
use crate::graph::ConceptGraph;
use crate::lattice::{ConceptId, Generators};
use crate::mine::Progress;
use crate::points::{ClassId, Classes};
use crate::purity::{Mixture, dendrogram_purity};
use crate::store::{Error, Result, Value};

/// Concepts prepared together: enough to keep all threads busy, few enough to hold.
const BATCH: usize = 1 << 14;

/// Writes the graph to `path`; with `force` an existing store of ours is replaced.
///
/// # Errors
/// A file already there, or one that is not a store of ours; a folder that is missing or cannot be
/// written; a full disk; an interrupt. The target is then as it was before.
pub fn save(graph: &ConceptGraph, path: &Path, force: bool, progress: &Progress) -> Result<()> {
    check_target(path, force)?;
    let failed = |cause: &dyn std::fmt::Display| Error::Backend {
        place: path.display().to_string(),
        cause: cause.to_string(),
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let beside = tempfile::Builder::new()
        .prefix(".conceptgraph-")
        .suffix(".tmp")
        .tempfile_in(&folder)
        .map_err(|error| failed(&format!("cannot write here: {error}")))?;
    let mut connection = Connection::open(beside.path()).map_err(|error| failed(&error))?;
    fill(&mut connection, graph, progress).map_err(|error| match error {
        _ if progress.interrupted() => Error::Interrupted,
        error => failed(&explain(&error)),
    })?;
    connection.close().map_err(|(_, error)| failed(&error))?;
    beside.as_file().sync_all().map_err(|error| failed(&error))?;
    if progress.interrupted() {
        return Err(Error::Interrupted);
    }
    allow_reading(beside.path()).map_err(|error| failed(&error))?;
    beside.persist(path).map_err(|error| failed(&error.error))?;
    Ok(())
}

/// Refuses to write over anything but a store of ours, and that only with `force`.
pub fn check_target(path: &Path, force: bool) -> Result<()> {
    let refused = |text: String| Err(Error::Refused(format!("{}: {text}", path.display())));
    if path.is_dir() {
        return refused("this is a folder; name a file to write, such as graph.db".into());
    }
    if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty() && !f.is_dir()) {
        return refused(format!("there is no folder {}; make it first", folder.display()));
    }
    if !path.exists() {
        return Ok(());
    }
    match super::SqliteStore::open(path) {
        Err(Error::Refused(_) | Error::Backend { .. }) if !is_empty_file(path) => {
            refused("this file is not a concept graph, so it is not replaced; name another".into())
        }
        _ if force => Ok(()),
        _ => refused("this file exists; replace it with --force or name another with --to".into()),
    }
}

fn is_empty_file(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.len() == 0)
}

/// A temporary file is for its owner alone; a store is as readable as any new file.
fn allow_reading(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644))?;
    }
    let _ = path;
    Ok(())
}

fn explain(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull | rusqlite::ErrorCode::SystemIoFailure) => {
            format!("the disk is full or cannot be written ({error}); nothing was stored")
        }
        _ => error.to_string(),
    }
}

fn fill(
    connection: &mut Connection,
    graph: &ConceptGraph,
    progress: &Progress,
) -> rusqlite::Result<()> {
    // The file is no store until it is renamed: no journal, no waiting for the disk on the way.
    connection.execute_batch(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;
         PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536;",
    )?;
    connection.execute_batch(include_str!("schema.sql"))?;
    let transaction = connection.transaction()?;
    points(&transaction, graph)?;
    context(&transaction, graph)?;
    let led = concepts(&transaction, graph, progress)?;
    covers(&transaction, graph, progress)?;
    classes_and_facts(&transaction, graph, led)?;
    if !progress.interrupted() {
        transaction.execute_batch(include_str!("indexes.sql"))?;
    }
    transaction.commit()
}

fn id(index: u32) -> Sql {
    Sql::Integer(i64::from(index) + 1)
}

fn points(connection: &Connection, graph: &ConceptGraph) -> rusqlite::Result<()> {
    let mut rows = Insert::new(connection, "point", 4)?;
    for (row, name) in (0..).zip(graph.points.names()) {
        let class = graph.points.classes().map_or(Sql::Null, |c| id(c.of()[row as usize].0));
        let key = graph.lattice.keys().keys()[row as usize];
        rows.push([id(row), Sql::Text(name.clone()), class, Sql::Integer(key as i64)])?;
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "feature", 2)?;
    for (column, name) in (0..).zip(&graph.features.names) {
        rows.push([id(column), Sql::Text(name.clone())])?;
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "measurement", 3)?;
    let width = graph.features.names.len().max(1);
    for (row, values) in (0..).zip(graph.features.values.chunks(width)) {
        for (column, &value) in (0..).zip(values) {
            rows.push([id(row), id(column), Sql::Real(value)])?;
        }
    }
    rows.finish()
}

fn context(connection: &Connection, graph: &ConceptGraph) -> rusqlite::Result<()> {
    let mut rows = Insert::new(connection, "attribute", 2)?;
    for (attribute, name) in (0..).zip(graph.context.attributes()) {
        rows.push([id(attribute), Sql::Text(name.clone())])?;
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "incidence", 2)?;
    for (point, attributes) in (0..).zip(graph.context.rows().iter()) {
        for &attribute in attributes {
            rows.push([id(point), id(attribute)])?;
        }
    }
    rows.finish()?;
    if matches!(graph.origin, crate::graph::Origin::Neighbors { .. }) {
        connection.execute_batch(
            "-- The k-nearest-neighbour graph, of which attribute j is point j.
             CREATE VIEW neighbor (point_id, neighbor_id) AS
             SELECT point_id, attribute_id FROM incidence;",
        )?;
    }
    let mut rows = Insert::new(connection, "introduced", 2)?;
    for point in 0..graph.points.len() as u32 {
        for concept in graph.lattice.introduced(point) {
            rows.push([id(point), id(concept.0)])?;
        }
    }
    rows.finish()
}

/// What a concept's rows are made of.
struct Prepared {
    id: ConceptId,
    members: String,
    generator: String,
    mixture: Option<Mixture>,
}

/// What each class leads: how many concepts, and the largest of that class alone.
#[derive(Clone, Default)]
struct Led {
    concepts: i64,
    largest_pure: Option<ConceptId>,
}

fn concepts(
    connection: &Connection,
    graph: &ConceptGraph,
    progress: &Progress,
) -> rusqlite::Result<Vec<Led>> {
    let lattice = &graph.lattice;
    let generators = Generators::new(&graph.context);
    let classes = graph.points.classes();
    let mut led = vec![Led::default(); classes.map_or(0, |c| c.names().len())];
    let mut concept_rows = Insert::new(connection, "concept", 7)?;
    let mut extent_rows = Insert::new(connection, "extent", 2)?;
    let mut class_rows = Insert::new(connection, "concept_class", 3)?;
    let ids: Vec<ConceptId> = lattice.ids().collect();
    for batch in ids.chunks(BATCH) {
        if progress.interrupted() {
            break;
        }
        let prepared: Vec<Prepared> =
            batch.par_iter().map(|&id| prepare(graph, &generators, id)).collect();
        for Prepared { id: concept, members, generator, mixture } in prepared {
            let (majority, purity) = mixture
                .as_ref()
                .and_then(|m| m.majority().zip(m.purity()))
                .map_or((Sql::Null, Sql::Null), |(c, purity)| (id(c.0), Sql::Real(purity)));
            concept_rows.push([
                id(concept.0),
                Sql::Integer(lattice.size(concept).into()),
                Sql::Integer(lattice.intent_size(concept).into()),
                majority,
                purity,
                Sql::Integer(lattice.key(concept) as i64),
                Sql::Text(generator),
            ])?;
            extent_rows.push([id(concept.0), Sql::Text(members)])?;
            let Some(mixture) = mixture else { continue };
            for (class, &count) in (0..).zip(mixture.counts()) {
                if count > 0 {
                    class_rows.push([id(concept.0), id(class), Sql::Integer(count.into())])?;
                }
            }
            if let Some(ClassId(class)) = mixture.majority() {
                let led = &mut led[class as usize];
                led.concepts += 1;
                let larger =
                    led.largest_pure.is_none_or(|c| lattice.size(c) < lattice.size(concept));
                if larger && mixture.purity() == Some(1.0) {
                    led.largest_pure = Some(concept);
                }
            }
        }
    }
    concept_rows.finish()?;
    extent_rows.finish()?;
    class_rows.finish()?;
    Ok(led)
}

fn prepare(graph: &ConceptGraph, generators: &Generators<'_>, id: ConceptId) -> Prepared {
    let members = graph.lattice.members(id);
    let mut generator = generators.of(&members, graph.lattice.intent_size(id));
    generator.sort_unstable();
    let mixture = graph.points.classes().map(|classes| Mixture::of(&members, classes));
    let numbers = |points: &[u32]| {
        let ids: Vec<u32> = points.iter().map(|p| p + 1).collect();
        json!(ids).to_string()
    };
    Prepared { id, members: numbers(&members), generator: numbers(&generator), mixture }
}

fn covers(
    connection: &Connection,
    graph: &ConceptGraph,
    progress: &Progress,
) -> rusqlite::Result<()> {
    let mut rows = Insert::new(connection, "cover", 2)?;
    for lower in graph.lattice.ids() {
        if progress.interrupted() {
            break;
        }
        for upper in graph.lattice.upper(lower) {
            rows.push([id(lower.0), id(upper.0)])?;
        }
    }
    rows.finish()
}

fn classes_and_facts(
    connection: &Connection,
    graph: &ConceptGraph,
    led: Vec<Led>,
) -> rusqlite::Result<()> {
    let classes = graph.points.classes();
    let dendrogram = classes.and_then(|classes| dendrogram_purity(&graph.lattice, classes));
    let mut rows = Insert::new(connection, "class", 6)?;
    let none = Classes::from_labels::<&str>(&[]);
    let classes = classes.unwrap_or(&none);
    for (class, (name, size)) in (0..).zip(classes.names().iter().zip(classes.sizes())) {
        let led = &led[class as usize];
        let purity = dendrogram.as_ref().and_then(|d| d.of_class[class as usize]);
        rows.push([
            id(class),
            Sql::Text(name.clone()),
            Sql::Integer(size.into()),
            Sql::Integer(led.concepts),
            led.largest_pure.map_or(Sql::Null, |c| id(c.0)),
            purity.map_or(Sql::Null, Sql::Real),
        ])?;
    }
    rows.finish()?;
    let mut rows = Insert::new(connection, "graph", 2)?;
    for (key, value) in graph.facts(dendrogram.as_ref()).0 {
        let value = match value {
            Value::Null => Sql::Null,
            Value::Int(number) => Sql::Integer(number),
            Value::Real(number) => Sql::Real(number),
            Value::Text(text) => Sql::Text(text),
        };
        rows.push([Sql::Text(key), value])?;
    }
    rows.finish()
}
