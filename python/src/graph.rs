//! A graph, in memory or stored.

use std::path::PathBuf;

use conceptgraph::communities::Communities;
use conceptgraph::query::{self, catalogue::Catalogue};
use conceptgraph::store::neo4j::{Address, Credentials, Neo4jStore, Target};
use conceptgraph::store::server_word::names_a_server;
use conceptgraph::store::sqlite::{self, SqliteStore};
use conceptgraph::store::{self, Concept, LatticeStore, Queryable, SchemaObject, StoredContext};
use conceptgraph::{Classes, ConceptGraph, ConceptId, Progress, Rows, Value};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::{failed, refused, unanswered};
use crate::held::{Held, Opener, Store, answered};
use crate::parameters::{self, unmatched};
use crate::pictures::{Part, page};
use crate::places::Places;
use crate::pools::{has_common_pool, in_database};
use crate::values::{Columns, columns, object};
use crate::waiting::{Reporter, caught, watched};

/// Concepts that are read at a time.
const BATCH: u32 = 1 << 14;

/// A graph: in memory, in a file, or in a server.
#[pyclass(frozen, module = "conceptgraph._conceptgraph")]
pub struct Graph {
    pub(crate) held: Held,
    pub(crate) catalogue: Catalogue,
    /// Where it is, as a word.
    pub(crate) place: String,
    notes: Vec<String>,
    /// What new rows are placed by.
    pub(crate) places: Places,
}

/// Opens a graph file, or a graph in a Neo4j server, where user and password are those of the
/// environment unless given. The queries of the folder `queries` are added to the canned ones.
#[pyfunction]
#[pyo3(signature = (place, user=None, password=None, queries=None))]
pub fn open(
    py: Python<'_>,
    place: String,
    user: Option<String>,
    password: Option<String>,
    queries: Option<PathBuf>,
) -> PyResult<Graph> {
    let opened = || -> store::Result<Graph> {
        let is_server = names_a_server(&place);
        let (open, catalogue): (Opener, _) = if is_server {
            let (address, login) = server(&place, user, password)?;
            let open = move || Ok(Box::new(Neo4jStore::open(&address, &login)?) as Store);
            (Box::new(open), Catalogue::cypher())
        } else {
            // For a process that goes to another folder.
            let file = std::path::absolute(&place).unwrap_or_else(|_| PathBuf::from(&place));
            let open = move || Ok(Box::new(SqliteStore::open(&file)?) as Store);
            (Box::new(open), Catalogue::sql())
        };
        let store = open()?;
        let digest = store.facts()?.digest;
        let what = place.clone();
        let again: Opener = Box::new(move || {
            let store = open()?;
            match store.facts()?.digest == digest {
                true => Ok(store),
                false => Err(store::Error::Refused(format!(
                    "{what}: this is another graph now; open it again"
                ))),
            }
        });
        Ok(Graph::of(store, Some(again), catalogue, place))
    };
    let opened = in_database(py, || watched(py, &Progress::default(), &None, opened))?;
    let mut graph = opened.map_err(failed)?;
    if let Some(folder) = queries {
        let added = graph.catalogue.extend(&folder);
        added.map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    Ok(graph)
}

/// A graph from the bytes of its file.
#[pyfunction]
pub fn of_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Graph> {
    let read = || SqliteStore::from_bytes(bytes);
    let store = in_database(py, || watched(py, &Progress::default(), &None, read))?;
    let store = Box::new(store.map_err(failed)?);
    Ok(Graph::of(store, None, Catalogue::sql(), "graph".to_owned()))
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
    fn of(store: Store, again: Option<Opener>, catalogue: Catalogue, place: String) -> Self {
        let (held, notes, places) = (Held::new(store, again), Vec::new(), Places::default());
        Self { held, catalogue, place, notes, places }
    }

    /// A graph in memory.
    pub fn in_memory(graph: ConceptGraph) -> Self {
        Self::of(Box::new(graph), None, Catalogue::sql(), "graph".to_owned())
    }

    /// The same, with what was said while it was built.
    pub fn noted(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    /// An answer of the store, while other threads of Python go on; a signal ends it.
    pub(crate) fn asked<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&dyn LatticeStore) -> T + Send,
    ) -> PyResult<T> {
        let mut held = self.held.get(py)?;
        let store = held.store();
        // Nothing could end a graph in memory, which is quick: to hand it to a thread takes as
        // long.
        if store.queryable().is_none() && has_common_pool(py) {
            return py.detach(move || caught(|| ask(&**store)));
        }
        answered(py, &None, store, |store, _| ask(store))
    }

    /// The same of work that says how far it is.
    pub(crate) fn worked<T: Send>(
        &self,
        py: Python<'_>,
        reporter: &Reporter,
        ask: impl FnOnce(&dyn LatticeStore, &Progress) -> T + Send,
    ) -> PyResult<T> {
        answered(py, reporter, self.held.get(py)?.store(), ask)
    }

    fn all<T: Send>(
        &self,
        py: Python<'_>,
        read: impl Fn(&dyn LatticeStore, &[ConceptId]) -> store::Result<Vec<T>> + Send,
    ) -> PyResult<Vec<T>> {
        self.worked(py, &None, move |store, progress| {
            let mut all = Vec::new();
            for ids in ConceptId::batches(store.facts()?.concepts, BATCH) {
                if progress.interrupted() {
                    return Err(store::Error::Interrupted);
                }
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

    /// The canned queries: name, usage, what it answers, and of each parameter its name, its kind
    /// and what stands where it is left out.
    #[expect(clippy::type_complexity, reason = "as Python has it")]
    fn queries(
        &self,
    ) -> Vec<(String, String, String, Vec<(String, &'static str, Option<String>)>)> {
        let row = |query: &query::catalogue::Query| {
            let parameters = query.parameters.iter();
            let parameters = parameters.map(|p| (p.name.clone(), p.kind.name(), p.default.clone()));
            (query.name.clone(), query.usage(), query.title.clone(), parameters.collect())
        };
        self.catalogue.queries().iter().map(row).collect()
    }

    /// A reading statement of SQL or Cypher, and the values of its parameters. The reporter is
    /// called all the while, and may end it.
    #[pyo3(signature = (text, parameters=None, reporter=None))]
    fn statement(
        &self,
        py: Python<'_>,
        text: &str,
        parameters: Option<&Bound<'_, PyDict>>,
        reporter: Reporter,
    ) -> PyResult<Columns> {
        let language = self.catalogue.language();
        let given = parameters::parameters(parameters, language)?;
        let mut held = self.held.get(py)?;
        let run = |store: &dyn LatticeStore, progress: &Progress| {
            progress.step("answering");
            let Some(queryable) = store.queryable() else { return Ok(Rows::default()) };
            let stated = queryable.parameters(text).map_err(unanswered)?;
            if let Some(fault) = unmatched(&stated, &given, language) {
                return Err(PyValueError::new_err(fault));
            }
            let given: Vec<_> = given.iter().map(|(name, of)| (&name[..], of.clone())).collect();
            queryable.run(text, &given).map_err(unanswered)
        };
        let rows = answered(py, &reporter, held.queryable(py)?, run)??;
        drop(held);
        columns(py, rows)
    }

    /// What statements can be about: tables and views, or labels. Their names, columns and
    /// definitions.
    fn tables(&self, py: Python<'_>) -> PyResult<Vec<(String, Vec<String>, String)>> {
        let mut held = self.held.get(py)?;
        let objects = answered(py, &None, held.queryable(py)?, |store, _| {
            store.queryable().map_or(Ok(Vec::new()), Queryable::schema_objects)
        })?;
        let row = |of: SchemaObject| (of.name, of.columns, of.definition);
        Ok(objects.map_err(failed)?.into_iter().map(row).collect())
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
        let row = |concept: Concept, stored: &StoredContext, communities: &Communities| {
            let names = stored.points.names();
            let majority = concept.majority_and_purity();
            let class =
                majority.zip(stored.points.classes()).map(|((class, _), of)| of.name(class));
            let center = concept.center.map(|point| &names[point.index()]);
            let community = concept.community.map(|community| communities.name(community));
            vec![
                Value::text(concept.id.to_string()),
                Value::count(concept.size),
                Value::real(majority.map(|(_, purity)| purity)),
                class.map_or(Value::Null, Value::text),
                center.map_or(Value::Null, Value::text),
                Value::real(concept.cohesion),
                community.map_or(Value::Null, Value::text),
            ]
        };
        let rows = self.all(py, |store, ids| {
            let (stored, communities) = (store.stored_context()?, store.communities()?);
            let concepts = store.concepts(ids)?.into_iter();
            Ok(concepts.map(|concept| row(concept, &stored, &communities)).collect())
        })?;
        let columns = ["concept", "size", "purity", "class", "centre", "cohesion", "community"];
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
        self.asked(py, |store| store.verdict())?.map_err(failed)
    }

    /// A paragraph on each community, by number.
    fn summaries(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.asked(py, |store| store.summaries())?.map_err(failed)
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
        let packed = |store: &dyn LatticeStore, progress: &Progress| {
            SqliteStore::in_memory(store, progress)?.to_bytes()
        };
        let bytes = in_database(py, || self.worked(py, &None, packed))?;
        Ok(PyBytes::new(py, &bytes.map_err(failed)?))
    }

    /// Writes the graph into a file.
    #[pyo3(signature = (file, force, reporter=None))]
    fn save(&self, py: Python<'_>, file: PathBuf, force: bool, reporter: Reporter) -> PyResult<()> {
        let saved = |store: &dyn LatticeStore, progress: &Progress| {
            sqlite::save(store, &file, force, progress)
        };
        in_database(py, || self.worked(py, &reporter, saved))?.map_err(failed)
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
        self.worked(py, &reporter, |store, progress| {
            let (address, login) = server(&place, user, password)?;
            let mut report = |done, all| progress.load(done, all);
            let target = Target { force, ..Target::new(&address, &login, &name) };
            target.load(store, progress, &mut report)
        })?
        .map_err(failed)
    }
}
