//! A graph whose clusters are in tables of other software, as files for `neo4j-admin`.
//!
//! Its context is in a file of ours. Its clusters and covers come a range at a time, as arrays,
//! from a reader in Python; so they need not fit in memory.

use std::path::PathBuf;
use std::sync::Arc;

use conceptgraph::communities::{Communities, Membership};
use conceptgraph::dataset::Features;
use conceptgraph::graph::ClassFacts;
use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph::store::{
    self, Concept, Error, GraphFacts, LatticeStore, StoredContext, computed_digest, neo4j_files,
};
use conceptgraph::{ConceptId, GraphKind, PointId, Progress};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::failed;
use crate::waiting::watched;

/// Of a class: size, concepts, largest pure one, dendrogram purity, chance.
type Class = (u32, u64, Option<i64>, Option<f64>, Option<f64>);

/// What is known of a graph besides its clusters.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Known {
    kind: String,
    concepts: u64,
    covers: u64,
    min_size: u32,
    dendrogram_purity: Option<f64>,
    chance: Option<f64>,
    classes: Vec<Class>,
    /// Of each point, as a store has them.
    boundary: Vec<Option<i64>>,
    homes: Vec<Option<i64>>,
    introduced: Vec<Vec<i64>>,
}

/// Clusters of a range, by column; numbers of points and classes are end to end.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Clusters<'py> {
    size: PyReadonlyArray1<'py, i32>,
    intent_size: PyReadonlyArray1<'py, i32>,
    key: PyReadonlyArray1<'py, i64>,
    delta: PyReadonlyArray1<'py, i32>,
    cohesion: PyReadonlyArray1<'py, f64>,
    gap: PyReadonlyArray1<'py, i32>,
    generator_ends: PyReadonlyArray1<'py, i64>,
    generator: PyReadonlyArray1<'py, i32>,
    counts: PyReadonlyArray1<'py, i32>,
}

/// The graph.
struct Published {
    context: SqliteStore,
    facts: GraphFacts,
    classes: Vec<ClassFacts>,
    boundary: Vec<Option<ConceptId>>,
    homes: Vec<Option<ConceptId>>,
    introduced: Vec<Vec<ConceptId>>,
    reader: Py<PyAny>,
}

/// The cluster with that number.
fn id(number: i64) -> PyResult<ConceptId> {
    ConceptId::from_number(number)
        .ok_or_else(|| PyValueError::new_err(format!("{number} is not the number of a cluster")))
}

fn ids(numbers: &[Option<i64>]) -> PyResult<Vec<Option<ConceptId>>> {
    numbers.iter().map(|number| number.map(id).transpose()).collect()
}

/// Writes the files for `neo4j-admin database import` into a new folder, of the graph whose context
/// is in the file `context`. Returns its digest, and the words of the command that imports it.
///
/// The reader has three methods: `concepts(first, last)` with the columns of these clusters,
/// `covers(first, last)` with the lower and the upper ends of the covers above them, in order, and
/// `find(keys, sizes)` with the number of each of these clusters, or None.
#[pyfunction]
pub fn import_files(
    py: Python<'_>,
    context: PathBuf,
    known: Known,
    reader: Py<PyAny>,
    folder: PathBuf,
) -> PyResult<(String, Vec<String>)> {
    let mut published = Published::of(SqliteStore::open(&context).map_err(failed)?, known, reader)?;
    let progress = Progress::default();
    watched(py, &progress, &None, || {
        let digest = computed_digest(&published, &progress)?;
        published.facts.digest = Some(digest.clone());
        let name = published.facts.name.clone();
        let command = neo4j_files::write(&published, &name, &folder, &progress)?;
        Ok((digest, command))
    })?
    .map_err(failed)
}

impl Published {
    fn of(context: SqliteStore, known: Known, reader: Py<PyAny>) -> PyResult<Self> {
        let concepts = u32::try_from(known.concepts).map_err(|_| {
            let (most, found) = (u32::MAX, known.concepts);
            PyValueError::new_err(format!(
                "{found} clusters are too many for these files, which hold {most} at most"
            ))
        })?;
        let kind = GraphKind::from_name(&known.kind);
        let facts = GraphFacts {
            kind: kind.ok_or_else(|| PyValueError::new_err("there is no such kind of graph"))?,
            concepts,
            covers: known.covers,
            min_size: known.min_size,
            dendrogram_purity: known.dendrogram_purity,
            chance: known.chance,
            digest: None,
            ..context.facts().map_err(failed)?
        };
        let stored = context.stored_context().map_err(failed)?;
        let names = stored.points.classes().map_or(&[][..], |classes| classes.names());
        let class = |(name, class): (&String, &Class)| {
            let &(size, concepts, pure, dendrogram_purity, chance) = class;
            let (name, largest_pure) = (name.clone(), pure.map(id).transpose()?);
            Ok(ClassFacts { name, size, concepts, largest_pure, dendrogram_purity, chance })
        };
        let lists = known.introduced.iter();
        Ok(Self {
            facts,
            classes: names.iter().zip(&known.classes).map(class).collect::<PyResult<_>>()?,
            // Without classes a point meets none.
            boundary: if names.is_empty() { Vec::new() } else { ids(&known.boundary)? },
            homes: ids(&known.homes)?,
            introduced: lists
                .map(|list| list.iter().map(|&number| id(number)).collect())
                .collect::<PyResult<_>>()?,
            context,
            reader,
        })
    }

    /// What the reader answers.
    fn read<T>(&self, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> store::Result<T> {
        Python::attach(|py| ask(self.reader.bind(py)))
            .map_err(|error| self.unread(error.to_string()))
    }

    fn unread(&self, cause: String) -> Error {
        let kind = std::io::ErrorKind::Other;
        Error::Backend { place: self.facts.name.clone(), cause, kind }
    }

    /// The range of some clusters, and where each is in it.
    fn range(&self, ids: &[ConceptId]) -> Option<(i64, i64)> {
        let known = || ids.iter().filter(|id| id.0 < self.facts.concepts);
        Some((known().min()?.number(), known().max()?.number()))
    }

    /// For reading whole tables in order, what a file for `neo4j-admin` never asks.
    fn is_not_asked<T>(&self) -> store::Result<T> {
        Err(self.unread("these tables are only written into files".to_owned()))
    }
}

impl LatticeStore for Published {
    fn facts(&self) -> store::Result<GraphFacts> {
        Ok(self.facts.clone())
    }

    fn stored_context(&self) -> store::Result<Arc<StoredContext>> {
        self.context.stored_context()
    }

    fn features(&self) -> store::Result<Arc<Features>> {
        self.context.features()
    }

    fn classes(&self) -> store::Result<Vec<ClassFacts>> {
        Ok(self.classes.clone())
    }

    fn boundary(&self) -> store::Result<Vec<Option<ConceptId>>> {
        Ok(self.boundary.clone())
    }

    fn homes(&self) -> store::Result<Vec<Option<ConceptId>>> {
        Ok(self.homes.clone())
    }

    fn communities(&self) -> store::Result<Arc<Communities>> {
        Ok(Arc::default())
    }

    fn summaries(&self) -> store::Result<Vec<String>> {
        Ok(Vec::new())
    }

    fn membership(&self) -> store::Result<Arc<Membership>> {
        Ok(Arc::new(vec![Vec::new(); self.facts.points as usize]))
    }

    fn concepts(&self, wanted: &[ConceptId]) -> store::Result<Vec<Concept>> {
        let Some((first, last)) = self.range(wanted) else { return Ok(Vec::new()) };
        self.read(|reader| {
            let rows: Clusters<'_> = reader.call_method1("concepts", (first, last))?.extract()?;
            let classes = self.classes.len();
            let (generator, ends) = (rows.generator.as_slice()?, rows.generator_ends.as_slice()?);
            let (counts, gaps) = (rows.counts.as_slice()?, rows.gap.as_slice()?);
            let (sizes, intents) = (rows.size.as_slice()?, rows.intent_size.as_slice()?);
            let (keys, deltas) = (rows.key.as_slice()?, rows.delta.as_slice()?);
            let cohesions = rows.cohesion.as_slice()?;
            let concept = |id: &ConceptId| {
                let at = (id.number() - first) as usize;
                let points = &generator[ends[at] as usize..ends[at + 1] as usize];
                let counts = &counts[at * classes..(at + 1) * classes];
                Concept {
                    id: *id,
                    size: sizes[at] as u32,
                    intent_size: intents[at] as u32,
                    key: keys[at] as u64,
                    counts: counts.iter().map(|&count| count as u32).collect(),
                    generator: points.iter().map(|&point| PointId(point as u32 - 1)).collect(),
                    delta: deltas[at] as u32,
                    cohesion: Some(cohesions[at]).filter(|cohesion| !cohesion.is_nan()),
                    gap: u32::try_from(gaps[at]).ok(),
                    community: None,
                }
            };
            Ok(wanted.iter().filter(|id| id.0 < self.facts.concepts).map(concept).collect())
        })
    }

    fn upper(&self, wanted: &[ConceptId]) -> store::Result<Vec<(ConceptId, ConceptId)>> {
        let Some((first, last)) = self.range(wanted) else { return Ok(Vec::new()) };
        self.read(|reader| {
            type Ends<'py> = (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i64>);
            let ends: Ends<'_> = reader.call_method1("covers", (first, last))?.extract()?;
            let (lower, upper) = (ends.0.as_slice()?, ends.1.as_slice()?);
            let above = |id: &ConceptId| {
                let number = id.number();
                let from = lower.partition_point(|&low| low < number);
                let to = lower.partition_point(|&low| low <= number);
                let id = *id;
                upper[from..to].iter().map(move |&up| Ok((id, self::id(up)?)))
            };
            wanted.iter().flat_map(above).collect()
        })
    }

    fn find_by_key(&self, keys: &[(u64, u32)]) -> store::Result<Vec<Option<ConceptId>>> {
        let (keys, sizes): (Vec<u64>, Vec<u32>) = keys.iter().copied().unzip();
        self.read(|reader| {
            let found: Vec<Option<i64>> = reader.call_method1("find", (keys, sizes))?.extract()?;
            ids(&found)
        })
    }

    fn introduced(&self, point: PointId) -> store::Result<Vec<ConceptId>> {
        Ok(self.introduced.get(point.index()).cloned().unwrap_or_default())
    }

    fn introduces(&self, _: &[ConceptId]) -> store::Result<Vec<(ConceptId, PointId)>> {
        self.is_not_asked()
    }

    fn lower(&self, _: &[ConceptId]) -> store::Result<Vec<(ConceptId, ConceptId)>> {
        self.is_not_asked()
    }

    fn members(&self, wanted: &[ConceptId]) -> store::Result<Vec<Vec<PointId>>> {
        let stored = self.context.stored_context()?;
        let concepts = self.concepts(wanted)?;
        Ok(concepts.iter().map(|concept| stored.context.closure(&concept.generator)).collect())
    }
}
