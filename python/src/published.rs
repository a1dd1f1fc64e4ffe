//! A graph whose clusters are in tables of other software, as files for `neo4j-admin`.
//!
//! Its context is in a file of ours. Its clusters and covers come a range at a time, as arrays,
//! from a reader in Python; so they need not fit in memory.

use std::path::PathBuf;
use std::sync::Arc;

use conceptgraph::communities::{Communities, Membership};
use conceptgraph::dataset::Features;
use conceptgraph::graph::ClassFacts;
use conceptgraph::near::NearPoints;
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
    /// True where the files have the members of the clusters.
    members: bool,
    classes: Vec<Class>,
}

/// Clusters of a range, by column; the numbers of all classes of a cluster stand side by side, and
/// a centre is the number of a point, 0 where there is none.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Clusters<'py> {
    size: PyReadonlyArray1<'py, i32>,
    centre: PyReadonlyArray1<'py, i32>,
    cohesion: PyReadonlyArray1<'py, f64>,
    counts: PyReadonlyArray1<'py, i32>,
}

/// The graph.
struct Published {
    context: SqliteStore,
    facts: GraphFacts,
    classes: Vec<ClassFacts>,
    reader: Py<PyAny>,
}

/// The cluster with that number.
fn id(number: i64) -> PyResult<ConceptId> {
    ConceptId::from_number(number)
        .ok_or_else(|| PyValueError::new_err(format!("{number} is not the number of a cluster")))
}

/// Writes the files for `neo4j-admin database import` into a new folder, of the graph whose context
/// is in the file `context`. Returns its digest, and the words of the command that imports it.
///
/// The reader has three methods: `concepts(first, last)` with the columns of these clusters,
/// `covers(first, last)` with the lower and the upper ends of the covers above them, in order, and
/// `members(first, last)` with where the members of each begin and the numbers of all these points,
/// ascending in each cluster; a graph without members never calls it.
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
            members: known.members,
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
        Ok(Self {
            facts,
            classes: names.iter().zip(&known.classes).map(class).collect::<PyResult<_>>()?,
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

    fn near(&self) -> store::Result<Arc<NearPoints>> {
        self.context.near()
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
            let (sizes, centers) = (rows.size.as_slice()?, rows.centre.as_slice()?);
            let (cohesions, counts) = (rows.cohesion.as_slice()?, rows.counts.as_slice()?);
            let concept = |id: &ConceptId| {
                let at = (id.number() - first) as usize;
                let counts = &counts[at * classes..(at + 1) * classes];
                let center = u32::try_from(centers[at]).ok().and_then(|point| point.checked_sub(1));
                Concept {
                    id: *id,
                    size: sizes[at] as u32,
                    counts: counts.iter().map(|&count| count as u32).collect(),
                    center: center.map(PointId),
                    cohesion: Some(cohesions[at]).filter(|cohesion| !cohesion.is_nan()),
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

    fn lower(&self, _: &[ConceptId]) -> store::Result<Vec<(ConceptId, ConceptId)>> {
        self.is_not_asked()
    }

    fn members(&self, wanted: &[ConceptId]) -> store::Result<Vec<Vec<PointId>>> {
        let Some((first, last)) = self.range(wanted) else { return Ok(Vec::new()) };
        self.read(|reader| {
            type Lists<'py> = (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i32>);
            let lists: Lists<'_> = reader.call_method1("members", (first, last))?.extract()?;
            let (starts, points) = (lists.0.as_slice()?, lists.1.as_slice()?);
            let members = |id: &ConceptId| {
                let at = (id.number() - first) as usize;
                let points = &points[starts[at] as usize..starts[at + 1] as usize];
                points.iter().map(|&point| PointId(point as u32 - 1)).collect()
            };
            Ok(wanted.iter().filter(|id| id.0 < self.facts.concepts).map(members).collect())
        })
    }

    fn containing(&self, _: &[PointId]) -> store::Result<Vec<Vec<ConceptId>>> {
        self.is_not_asked()
    }
}
