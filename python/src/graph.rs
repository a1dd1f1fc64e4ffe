//! A graph, in memory or stored.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use conceptgraph::base::generator_notation;
use conceptgraph::communities::verdict;
use conceptgraph::query::{self, catalogue::Catalogue};
use conceptgraph::store::neo4j::{Address, Credentials, Neo4jStore, Target};
use conceptgraph::store::server_word::names_a_server;
use conceptgraph::store::sqlite::{self, SqliteStore};
use conceptgraph::store::{self, Concept, LatticeStore};
use conceptgraph::{Classes, ConceptGraph, ConceptId, Progress, Rows, Value};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::{failed, refused};
use crate::pictures::{Part, page};
use crate::places::Places;
use crate::values::{Columns, columns, object};
use crate::waiting::{Reporter, watched};

/// A store, which one thread asks at a time.
type Store = Box<dyn LatticeStore + Send>;

/// Concepts that are read at a time.
const BATCH: u32 = 1 << 14;

/// A graph: in memory, in a file, or in a server.
#[pyclass(frozen, module = "conceptgraph._conceptgraph")]
pub struct Graph {
    store: Mutex<Store>,
    catalogue: Catalogue,
    /// Where it is, as a word.
    pub(crate) place: String,
    notes: Vec<String>,
    /// The file that a graph in memory is saved in by its first statement.
    saved: Mutex<Option<Saved>>,
    /// What new rows are placed by.
    pub(crate) places: Places,
}

/// A file that goes with its folder.
struct Saved {
    store: SqliteStore,
    folder: tempfile::TempDir,
}

impl Saved {
    /// Saves a graph in a folder of its own.
    fn of(graph: &dyn LatticeStore) -> store::Result<Self> {
        let failed = |error: std::io::Error| store::Error::Refused(error.to_string());
        let folder = tempfile::tempdir().map_err(failed)?;
        let file = folder.path().join("graph.db");
        sqlite::save(graph, &file, false, &Progress::default())?;
        Ok(Self { store: SqliteStore::open(&file)?, folder })
    }
}

/// Opens a graph file, or a graph in a Neo4j server, where user and password are those of the
/// environment unless given.
#[pyfunction]
#[pyo3(signature = (place, user=None, password=None))]
pub fn open(
    py: Python<'_>,
    place: String,
    user: Option<String>,
    password: Option<String>,
) -> PyResult<Graph> {
    py.detach(|| -> store::Result<Graph> {
        if !names_a_server(&place) {
            let store = SqliteStore::open(Path::new(&place))?;
            return Ok(Graph::of(Box::new(store), Catalogue::sql(), place));
        }
        let (address, credentials) = server(&place, user, password)?;
        let store = Neo4jStore::open(&address, &credentials)?;
        Ok(Graph::of(Box::new(store), Catalogue::cypher(), place))
    })
    .map_err(failed)
}

/// A graph from the bytes of its file.
#[pyfunction]
pub fn of_bytes(bytes: &[u8]) -> PyResult<Graph> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("graph.db");
    std::fs::write(&file, bytes)?;
    let store = SqliteStore::open(&file).map_err(failed)?;
    let copy = Graph::of(Box::new(store), Catalogue::sql(), file.display().to_string());
    let kept = SqliteStore::open(&file).map_err(failed)?;
    Ok(Graph { saved: Mutex::new(Some(Saved { store: kept, folder })), ..copy })
}

fn server(
    place: &str,
    user: Option<String>,
    password: Option<String>,
) -> store::Result<(Address, Credentials)> {
    let credentials = match (user, password) {
        (user, Some(password)) => {
            Credentials::new(user.unwrap_or_else(|| "neo4j".to_owned()), password)
        }
        _ => Credentials::from_environment()?.unwrap_or_else(Credentials::none),
    };
    Ok((Address::in_environment(place)?, credentials))
}

impl Graph {
    fn of(store: Store, catalogue: Catalogue, place: String) -> Self {
        let store = Mutex::new(store);
        let (notes, saved, places) = (Vec::new(), Mutex::new(None), Places::default());
        Self { store, catalogue, place, notes, saved, places }
    }

    /// A graph in memory.
    pub fn in_memory(graph: ConceptGraph) -> Self {
        Self::of(Box::new(graph), Catalogue::sql(), "graph".to_owned())
    }

    /// The same, with what was said while it was built.
    pub fn noted(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An answer of the store, while other threads of Python go on.
    pub(crate) fn asked<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&dyn LatticeStore) -> T + Send,
    ) -> PyResult<T> {
        Ok(py.detach(|| ask(&**self.store())))
    }

    fn all<T: Send>(
        &self,
        py: Python<'_>,
        read: impl Fn(&dyn LatticeStore, &[ConceptId]) -> store::Result<Vec<T>> + Send,
    ) -> PyResult<Vec<T>> {
        self.asked(py, move |store| {
            let mut all = Vec::new();
            for ids in ConceptId::batches(store.facts()?.concepts, BATCH) {
                all.extend(read(store, &ids)?);
            }
            Ok(all)
        })?
        .map_err(failed)
    }
}

#[pymethods]
impl Graph {
    /// What was said while it was built.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// What the graph is: its facts by name.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = self.asked(py, |store| store.facts())?.map_err(failed)?;
        let found = PyDict::new(py);
        for (name, value) in facts.entries() {
            found.set_item(name, object(py, value)?)?;
        }
        Ok(found)
    }

    /// The names of the points, and their classes where they have any.
    fn points(&self, py: Python<'_>) -> PyResult<(Vec<String>, Option<Vec<String>>)> {
        let stored = self.asked(py, |store| store.stored_context())?.map_err(failed)?;
        let points = &stored.points;
        let class = |class: &conceptgraph::ClassId, of: &Classes| of.name(*class).to_owned();
        let classes = points.classes().map(|of| of.of().iter().map(|one| class(one, of)).collect());
        Ok((points.names().to_vec(), classes))
    }

    /// The names of the features.
    fn features(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.asked(py, |store| store.features())?.map_err(failed)?.names.clone())
    }

    /// A canned query: its columns, each with its values.
    #[pyo3(signature = (name, words, limit=None))]
    fn query(
        &self,
        py: Python<'_>,
        name: &str,
        words: Vec<String>,
        limit: Option<u64>,
    ) -> PyResult<Columns> {
        let rows =
            self.asked(py, |store| query::ask(store, &self.catalogue, name, &words, limit.into()))?;
        columns(py, rows.map_err(refused)?)
    }

    /// The canned queries: name, usage, what it answers.
    fn queries(&self) -> Vec<(String, String, String)> {
        let row = |query: &query::catalogue::Query| {
            (query.name.clone(), query.usage(), query.title.clone())
        };
        self.catalogue.queries().iter().map(row).collect()
    }

    /// A reading statement of SQL or Cypher.
    fn statement(&self, py: Python<'_>, text: &str) -> PyResult<Columns> {
        let run = |store: &dyn LatticeStore| {
            if let Some(queryable) = store.queryable() {
                return queryable.run(text, &[]);
            }
            let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
            if saved.is_none() {
                *saved = Some(Saved::of(store)?);
            }
            let Some(Saved { store, folder }) = &*saved else { return Ok(Rows::default()) };
            let path = folder.path().join("graph.db");
            store::Queryable::run(store, text, &[]).map_err(|error| {
                // The path of a temporary file says nothing.
                let said = error.to_string().replace(&format!("{}: ", path.display()), "");
                store::Error::Refused(said)
            })
        };
        let rows = self.asked(py, run)?;
        columns(py, rows.map_err(|error| PyValueError::new_err(error.to_string()))?)
    }

    /// Members of all clusters: where the row of each begins, and their rows.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn members<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>)> {
        let all = self.all(py, |store, ids| store.members(ids))?;
        let mut starts = vec![0_i64];
        let mut rows = Vec::new();
        for members in all {
            rows.extend(members.iter().map(|point| point.0 as i32));
            starts.push(rows.len() as i64);
        }
        Ok((starts.into_pyarray(py), rows.into_pyarray(py)))
    }

    /// All clusters: columns with a value of each.
    fn clusters(&self, py: Python<'_>) -> PyResult<Columns> {
        let all = self.all(py, |store, ids| store.concepts(ids))?;
        let stored = self.asked(py, |store| store.stored_context())?.map_err(failed)?;
        let names = stored.points.names();
        let row = |concept: Concept| {
            let majority = concept.majority_and_purity();
            let class =
                majority.zip(stored.points.classes()).map(|((class, _), of)| of.name(class));
            let generator = concept.generator.iter().map(|point| names[point.index()].as_str());
            vec![
                Value::text(concept.id.to_string()),
                Value::count(concept.size),
                Value::real(majority.map(|(_, purity)| purity)),
                class.map_or(Value::Null, Value::text),
                Value::text(generator_notation::write(generator)),
                Value::count(concept.intent_size),
                Value::count(concept.delta),
                Value::real(concept.cohesion),
                concept.gap.map_or(Value::Null, Value::count),
            ]
        };
        let columns = [
            "concept",
            "size",
            "purity",
            "class",
            "generator",
            "intent_size",
            "delta",
            "cohesion",
            "gap",
        ];
        let rows = all.into_iter().map(row).collect();
        crate::values::columns(py, Rows { columns: columns.map(str::to_owned).to_vec(), rows })
    }

    /// Covers: lower and upper clusters, from 0.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn covers<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>)> {
        let all = self.all(py, |store, ids| store.upper(ids))?;
        let ends: (Vec<i32>, Vec<i32>) =
            all.into_iter().map(|(lower, upper)| (lower.0 as i32, upper.0 as i32)).unzip();
        Ok((ends.0.into_pyarray(py), ends.1.into_pyarray(py)))
    }

    /// Whether groups stand apart, in a sentence.
    fn verdict(&self, py: Python<'_>) -> PyResult<String> {
        let verdict = |store: &dyn LatticeStore| -> store::Result<String> {
            Ok(verdict(&*store.communities()?, store.facts()?.points as usize))
        };
        self.asked(py, verdict)?.map_err(failed)
    }

    /// Draws a part of the graph, or its points.
    fn drawn<'py>(&self, py: Python<'py>, part: Part) -> PyResult<Bound<'py, PyBytes>> {
        self.exported(py, &part.into())
    }

    /// The page to explore the graph.
    fn page<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.exported(py, &page())
    }

    /// The bytes of the graph's file.
    fn packed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("graph.db");
        self.save(py, file.display().to_string(), false, None)?;
        Ok(PyBytes::new(py, &std::fs::read(file)?))
    }

    /// Writes the graph into a file.
    #[pyo3(signature = (file, force, reporter=None))]
    fn save(&self, py: Python<'_>, file: String, force: bool, reporter: Reporter) -> PyResult<()> {
        let progress = Progress::default();
        watched(py, &progress, &reporter, || {
            sqlite::save(&**self.store(), Path::new(&file), force, &progress)
        })?
        .map_err(failed)
    }

    /// Loads the graph into a Neo4j server.
    #[expect(clippy::too_many_arguments, reason = "as the call has them")]
    #[pyo3(signature = (place, user, password, name, force, reporter=None))]
    fn load(
        &self,
        py: Python<'_>,
        place: String,
        user: Option<String>,
        password: Option<String>,
        name: String,
        force: bool,
        reporter: Reporter,
    ) -> PyResult<()> {
        let progress = Progress::default();
        watched(py, &progress, &reporter, || {
            let (address, login) = server(&place, user, password)?;
            let mut report = |done, all| progress.load(done, all);
            let store = self.store();
            let target = Target { force, ..Target::new(&address, &login, &name) };
            target.load(&**store, &progress, &mut report)
        })?
        .map_err(failed)
    }
}
