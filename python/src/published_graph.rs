//! A graph whose clusters are in tables of other software, written as files for `neo4j-admin`.
//!
//! The context is in a graph file. Clusters and covers are read a range at a time, as arrays, from
//! a reader in Python.

use std::io::ErrorKind;
use std::path::PathBuf;

use conceptgraph::communities::{Community, Overlap};
use conceptgraph::graph::{
    self, ClassFacts, Concept, GraphFacts, ReadResult, Sections, StoredContext, StoredPoints,
    concept_id,
};
use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph::store::{StoreError, bulk};
use conceptgraph::{ClassId, CommunityId, ConceptId, Graph, GraphKind, PointId, Progress};
use conceptgraph_engine::dataset::{Features, Origin};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::store_error;
use crate::interruptible::run_with_progress;

const BATCH_SIZE: u32 = 1 << 16;

/// A class: its size, its number of concepts, its largest pure concept, dendrogram purity and
/// chance.
type ClassRow = (u32, u64, Option<i64>, Option<f64>, Option<f64>);

/// The facts of a graph besides its clusters.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct PublishedFacts {
    kind: String,
    concepts: u64,
    covers: u64,
    min_size: u32,
    dendrogram_purity: Option<f64>,
    chance: Option<f64>,
    members: bool,
    classes: Vec<ClassRow>,
}

/// The clusters of a range, by column. `counts` has the counts of all classes for one cluster after
/// the other; `centre` is the number of a point, or 0 if there is none.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct ClusterArrays<'py> {
    size: PyReadonlyArray1<'py, i32>,
    centre: PyReadonlyArray1<'py, i32>,
    cohesion: PyReadonlyArray1<'py, f64>,
    counts: PyReadonlyArray1<'py, i32>,
}

/// The lower and the upper clusters of covers.
type CoverArrays<'py> = (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i64>);

/// The offset of each cluster's members, and the numbers of the members.
type MemberArrays<'py> = (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i32>);

/// A graph whose context is in a store and whose clusters come from a reader.
#[derive(Debug)]
struct PublishedGraph {
    context: SqliteStore,
    facts: GraphFacts,
    classes: Vec<ClassFacts>,
    reader: Py<PyAny>,
    progress: Progress,
}

/// Writes the files for `neo4j-admin database import` into a new folder; the context of the graph
/// is in the file `context`. Returns the words of the command that imports the files.
///
/// The reader has three methods: `concepts(first, last)` returns the columns of these clusters;
/// `covers(first, last)` returns the lower and the upper clusters of the covers above them, in
/// order; `members(first, last)` returns the offset of each cluster's members and the numbers of
/// all these points, ascending in each cluster, and is never called for a graph without members.
#[pyfunction]
pub(crate) fn import_files(
    py: Python<'_>,
    context: PathBuf,
    known: PublishedFacts,
    reader: Py<PyAny>,
    folder: PathBuf,
) -> PyResult<Vec<String>> {
    let progress = Progress::default();
    run_with_progress(py, &progress, &None, || {
        let context = SqliteStore::open(&context)?;
        let graph = Graph::open(Box::new(PublishedGraph::new(context, known, reader, &progress)?))?;
        bulk::write(&graph, &graph.facts().name, &folder, bulk::BulkFormat::Csv, &progress)
    })?
    .map_err(|error: StoreError| store_error(error))
}

impl PublishedGraph {
    fn new(
        context: SqliteStore,
        known: PublishedFacts,
        reader: Py<PyAny>,
        progress: &Progress,
    ) -> graph::Result<Self> {
        let stored = context.facts().map_err(graph::GraphError::Read)?;
        let (place, what) = (&stored.name, "its clusters are of no kind, or too many");
        let damaged = || graph::GraphError::Damaged { place: place.clone(), damage: what.into() };
        let facts = GraphFacts {
            kind: GraphKind::from_name(&known.kind).ok_or_else(damaged)?,
            concepts: known.concepts.try_into().map_err(|_| damaged())?,
            covers: known.covers,
            min_size: known.min_size,
            dendrogram_purity: known.dendrogram_purity,
            chance: known.chance,
            has_members: known.members,
            digest: None,
            ..stored.clone()
        };
        let names = context.points().map_err(graph::GraphError::Read)?.classes;
        let class = |((_, name), class): ((i64, String), &ClassRow)| {
            let &(size, concepts, pure, dendrogram_purity, chance) = class;
            let largest_pure = pure.and_then(ConceptId::from_number);
            ClassFacts { name, size, concepts, largest_pure, dendrogram_purity, chance }
        };
        let classes = names.into_iter().zip(&known.classes).map(class).collect();
        Ok(Self { context, facts, classes, reader, progress: progress.clone() })
    }

    /// Collects the items that `take` extracts from the reader's answers, range by range.
    fn read_batches<T>(
        &self,
        what: &str,
        take: impl Fn(&[ConceptId], Bound<'_, PyAny>, &mut Vec<T>) -> PyResult<()>,
    ) -> ReadResult<Vec<T>> {
        let mut found = Vec::new();
        for ids in ConceptId::batches(self.facts.concepts, BATCH_SIZE) {
            self.progress.check().map_err(|_| StoreError::Interrupted)?;
            let range = (ids[0].number(), ids[ids.len() - 1].number());
            Python::attach(|py| {
                take(&ids, self.reader.bind(py).call_method1(what, range)?, &mut found)
            })
            .map_err(|error| StoreError::Backend {
                place: self.facts.name.clone(),
                cause: error.to_string(),
                kind: ErrorKind::Other,
            })?;
        }
        Ok(found)
    }
}

fn cluster_id(number: i64) -> PyResult<ConceptId> {
    concept_id(number).map_err(|damage| PyValueError::new_err(damage.to_string()))
}

impl Sections for PublishedGraph {
    fn location(&self) -> String {
        self.facts.name.clone()
    }

    fn facts(&self) -> ReadResult<GraphFacts> {
        Ok(self.facts.clone())
    }

    fn points(&self) -> ReadResult<StoredPoints> {
        self.context.points()
    }

    fn context(&self, origin: Origin) -> ReadResult<StoredContext> {
        self.context.context(origin)
    }

    fn features(&self) -> ReadResult<Features> {
        self.context.features()
    }

    fn classes(&self) -> ReadResult<Vec<ClassFacts>> {
        Ok(self.classes.clone())
    }

    fn near_points(&self) -> ReadResult<Vec<(PointId, PointId, Option<f64>)>> {
        self.context.near_points()
    }

    fn communities(&self) -> ReadResult<Vec<(CommunityId, Community)>> {
        Ok(Vec::new())
    }

    fn overlaps(&self) -> ReadResult<Vec<Overlap>> {
        Ok(Vec::new())
    }

    fn membership(&self) -> ReadResult<Vec<(PointId, CommunityId, f64)>> {
        Ok(Vec::new())
    }

    fn concepts(&self) -> ReadResult<Vec<Concept>> {
        self.read_batches("concepts", |ids, arrays, found| {
            let rows: ClusterArrays<'_> = arrays.extract()?;
            let (sizes, centers) = (rows.size.as_slice()?, rows.centre.as_slice()?);
            let cohesions = rows.cohesion.as_slice()?;
            found.extend(ids.iter().enumerate().map(|(at, &id)| Concept {
                id,
                size: sizes[at] as u32,
                counts: Vec::new(),
                center: PointId::from_number(centers[at].into()),
                cohesion: Some(cohesions[at]).filter(|cohesion| !cohesion.is_nan()),
                community: None,
            }));
            Ok(())
        })
    }

    fn class_counts(&self) -> ReadResult<Vec<(ConceptId, ClassId, u32)>> {
        self.read_batches("concepts", |ids, arrays, found| {
            let rows: ClusterArrays<'_> = arrays.extract()?;
            let classes = || ClassId::first(self.classes.len());
            let of_class = ids.iter().flat_map(|&id| classes().map(move |class| (id, class)));
            let counts = of_class.zip(rows.counts.as_slice()?);
            found.extend(counts.map(|((id, class), &count)| (id, class, count as u32)));
            Ok(())
        })
    }

    fn covers(&self) -> ReadResult<Vec<(ConceptId, ConceptId)>> {
        self.read_batches("covers", |_, arrays, found| {
            let (lower, upper): CoverArrays<'_> = arrays.extract()?;
            for (&lower, &upper) in lower.as_slice()?.iter().zip(upper.as_slice()?) {
                found.push((cluster_id(lower)?, cluster_id(upper)?));
            }
            Ok(())
        })
    }

    fn members(&self) -> ReadResult<Vec<(ConceptId, PointId)>> {
        self.read_batches("members", |ids, arrays, found| {
            let (starts, points): MemberArrays<'_> = arrays.extract()?;
            let (starts, points) = (starts.as_slice()?, points.as_slice()?);
            for (at, &id) in ids.iter().enumerate() {
                let points = &points[starts[at] as usize..starts[at + 1] as usize];
                found.extend(points.iter().map(|&point| (id, PointId(point as u32 - 1))));
            }
            Ok(())
        })
    }
}
