//! The Python class of a graph, in memory or stored.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use conceptgraph::graph::{self, Concept};
use conceptgraph::query::{self, catalogue::Catalogue};
use conceptgraph::select::{self, ClusterOrCommunity};
use conceptgraph::store::neo4j::Target;
use conceptgraph::store::sqlite::{self, SqliteStore};
use conceptgraph::store::{Database, SchemaObject};
use conceptgraph::{CommunityId, ConceptId, PointId, Progress};
use conceptgraph_engine::base::lock::lock;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::{statement_error, store_error};
use crate::interruptible::Reporter;
use crate::open_graph::{self, OpenGraph, StoreLocation, drop_or_leak, server_login};
use crate::parameters::{self, parameter_fault};
use crate::pools::in_database;
use crate::values::{Columns, to_columns, to_object};

/// A graph in memory, in a file or in a Neo4j server.
#[pyclass(frozen, module = "conceptgraph._conceptgraph")]
pub(crate) struct Graph {
    opened: Mutex<Arc<OpenGraph>>,
    /// The place where the graph is stored, or `None` if it is in memory.
    place: Option<StoreLocation>,
    pub(crate) catalogue: Catalogue,
    notes: Vec<String>,
    /// `true` if the sections that an LCA needs are in memory.
    is_lca_ready: AtomicBool,
}

impl Drop for Graph {
    fn drop(&mut self) {
        drop_or_leak(Arc::clone(&lock(&self.opened)));
    }
}

/// Opens a graph file, or a graph in a Neo4j server, whose credentials come from the environment
/// unless a password is given. Adds the queries of the folder `queries` to the canned ones.
#[pyfunction]
#[pyo3(signature = (place, user=None, password=None, queries=None))]
pub(crate) fn open(
    py: Python<'_>,
    place: &str,
    user: Option<String>,
    password: Option<String>,
    queries: Option<PathBuf>,
) -> PyResult<Graph> {
    let place = StoreLocation::new(place, user, password).map_err(store_error)?;
    let mut catalogue = place.catalogue();
    if let Some(folder) = queries {
        let added = catalogue.extend(&folder);
        added.map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    let opened = open_graph::open(py, || place.open())?.into();
    Ok(Graph {
        opened,
        place: Some(place),
        catalogue,
        notes: Vec::new(),
        is_lca_ready: AtomicBool::default(),
    })
}

/// Creates a graph from the bytes of its file.
#[pyfunction]
pub(crate) fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Graph> {
    let opened = open_graph::open(py, || SqliteStore::from_bytes(bytes)?.into_stored_graph())?;
    Ok(Graph::in_memory(opened, Vec::new()))
}

impl Graph {
    /// Creates a graph in memory, with the notes of its build.
    pub(crate) fn in_memory(opened: Arc<OpenGraph>, notes: Vec<String>) -> Self {
        Self {
            opened: opened.into(),
            place: None,
            catalogue: Catalogue::sql(),
            notes,
            is_lca_ready: AtomicBool::default(),
        }
    }

    /// Returns the opened graph for use in this process.
    pub(crate) fn opened(&self, py: Python<'_>) -> PyResult<Arc<OpenGraph>> {
        open_graph::in_this_process(py, &self.opened, self.place.as_ref())
    }

    /// Runs `work` with the graph while other Python threads continue; a signal ends it.
    pub(crate) fn run_detached<T: Send>(
        &self,
        py: Python<'_>,
        reporter: &Reporter,
        work: impl FnOnce(&OpenGraph, &Progress) -> T + Send,
    ) -> PyResult<T> {
        let opened = self.opened(py)?;
        open_graph::run_detached(py, reporter, &[&opened], |progress| work(&opened, progress))
    }

    pub(crate) fn read_graph<T: Send>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&conceptgraph::Graph) -> graph::Result<T> + Send,
    ) -> PyResult<T> {
        self.run_detached(py, &None, |opened, _| read(&opened.graph))?.map_err(store_error)
    }

    fn with_database<T: Send>(
        &self,
        py: Python<'_>,
        reporter: &Reporter,
        ask: impl FnOnce(&dyn Database, &Progress) -> T + Send,
    ) -> PyResult<T> {
        self.opened(py)?.with_database(py, reporter, self.place.as_ref(), ask)?.map_err(store_error)
    }
}

#[pymethods]
impl Graph {
    /// Returns the notes of the build.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// Returns the facts of the graph by name.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for (name, value) in self.opened(py)?.graph.facts().to_entries() {
            found.set_item(name, to_object(py, value)?)?;
        }
        Ok(found)
    }

    /// Returns the names of the points, and the class of each point or `None` if there are no
    /// classes.
    fn points(&self, py: Python<'_>) -> PyResult<(Vec<String>, Option<Vec<String>>)> {
        self.read_graph(py, |graph| {
            let points = graph.points()?;
            let classes = points.classes().map(|classes| {
                classes.class_ids().iter().map(|&class| classes.name(class).to_owned()).collect()
            });
            Ok((points.names().to_vec(), classes))
        })
    }

    /// Returns the row of each point in the input, from 0, or `None` if the points have names of their
    /// own.
    fn input_rows(&self, py: Python<'_>) -> PyResult<Option<Vec<u32>>> {
        self.read_graph(py, |graph| {
            let points = graph.points()?;
            let rows = || points.ids().map(|point| points.row(point) - 1).collect();
            Ok(points.has_default_names().then(rows))
        })
    }

    /// Returns the names of the features.
    fn features(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.read_graph(py, |graph| Ok(graph.features()?.names.clone()))
    }

    /// Runs a canned query and returns its columns, each with its values.
    #[pyo3(signature = (name, words, limit=None))]
    fn query(
        &self,
        py: Python<'_>,
        name: &str,
        words: Vec<String>,
        limit: Option<u64>,
    ) -> PyResult<Columns> {
        let (rows, _) = self.run_query(py, &None, name, &words, limit.into())?;
        to_columns(py, rows)
    }

    /// Returns the canned queries: the name, usage and title of each, and the name, kind and
    /// default of each of its parameters.
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

    /// Runs a reading statement of SQL or Cypher with the values of its parameters, and returns its
    /// columns. Stops after `limit` rows. Calls the reporter while the statement runs; an exception
    /// of the reporter ends it.
    #[pyo3(signature = (text, parameters=None, limit=None, reporter=None))]
    fn statement(
        &self,
        py: Python<'_>,
        text: &str,
        parameters: Option<&Bound<'_, PyDict>>,
        limit: Option<usize>,
        reporter: Reporter,
    ) -> PyResult<Columns> {
        let language = self.catalogue.language();
        let given = parameters::read_parameters(parameters, language)?;
        let rows = self.with_database(py, &reporter, |database, progress| {
            progress.begin_step("answering");
            let stated = database.parameters(text).map_err(statement_error)?;
            if let Some(fault) = parameter_fault(&stated, &given, language) {
                return Err(PyValueError::new_err(fault));
            }
            let given: Vec<_> = given.iter().map(|(name, of)| (&name[..], of.clone())).collect();
            database.run(text, &given, limit).map_err(statement_error)
        })?;
        to_columns(py, rows?)
    }

    /// Returns the tables and views, or the labels, that statements can use: their names, columns
    /// and definitions.
    fn tables(&self, py: Python<'_>) -> PyResult<Vec<(String, Vec<String>, String)>> {
        let objects = self
            .with_database(py, &None, |database, _| database.schema_objects())?
            .map_err(store_error)?;
        let row = |of: SchemaObject| (of.name, of.columns, of.definition);
        Ok(objects.into_iter().map(row).collect())
    }

    /// Returns the members of all clusters in CSR form: the offset of each cluster's members, and
    /// the members as rows from 0.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn members<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>)> {
        let (starts, rows) = self.read_graph(py, |graph| {
            let (members, mut starts, mut rows) = (graph.members()?, vec![0], Vec::new());
            for id in ConceptId::first(members.len()) {
                rows.extend(members.points(id).iter().map(|point| point.0 as i32));
                starts.push(rows.len() as i64);
            }
            Ok((starts, rows))
        })?;
        Ok((starts.into_pyarray(py), rows.into_pyarray(py)))
    }

    /// Returns the smallest cluster with these rows, counted from 0: `false` and its position; or,
    /// in place of the cluster of all points, the smallest community with them: `true` and its
    /// position.
    fn lca(&self, py: Python<'_>, rows: Vec<u32>) -> PyResult<(bool, u32)> {
        let find = |graph: &conceptgraph::Graph| {
            let rows: Vec<PointId> = rows.iter().map(|&row| PointId(row)).collect();
            Ok(match select::lca_or_community(graph, &rows)? {
                Some(ClusterOrCommunity::Community(id)) => (true, id.0),
                Some(ClusterOrCommunity::Cluster(id)) => (false, id.0),
                None => (false, graph.top().0),
            })
        };
        // The first call may read sections, and takes its time; later ones take microseconds.
        if self.is_lca_ready.load(Ordering::Acquire) {
            return find(&self.opened(py)?.graph).map_err(store_error);
        }
        let found = self.read_graph(py, |graph| {
            graph.membership()?;
            find(graph)
        })?;
        self.is_lca_ready.store(true, Ordering::Release);
        Ok(found)
    }

    /// Returns the rows of a cluster or a community, ascending from 0.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        is_community: bool,
        position: u32,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let points = self.read_graph(py, |graph| {
            Ok(match is_community {
                false => graph.members()?.points(ConceptId(position)),
                true => {
                    let (communities, membership) = (graph.communities()?, graph.membership()?);
                    let members = communities.members(membership, CommunityId(position));
                    members.into_iter().map(|(point, _)| point).collect()
                }
            })
        })?;
        let rows = points.into_iter().map(|point| i64::from(point.0));
        Ok(rows.collect::<Vec<_>>().into_pyarray(py))
    }

    /// Returns arrays with a number for each cluster: size, purity, majority class, centre,
    /// cohesion and community, where -1 and NaN mean none.
    fn clusters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let clusters: Vec<Concept> =
            self.read_graph(py, |graph| Ok(graph.concepts()?.iter().collect()))?;
        let found = PyDict::new(py);
        let whole = |number: &dyn Fn(&Concept) -> Option<u32>| -> Vec<i64> {
            clusters.iter().map(|one| number(one).map_or(-1, i64::from)).collect()
        };
        let real = |number: &dyn Fn(&Concept) -> Option<f64>| -> Vec<f64> {
            clusters.iter().map(|one| number(one).unwrap_or(f64::NAN)).collect()
        };
        let purity = |one: &Concept| one.majority_and_purity().map(|(_, purity)| purity);
        let class = |one: &Concept| one.majority_and_purity().map(|(class, _)| class.0);
        found.set_item("size", whole(&|one| Some(one.size)).into_pyarray(py))?;
        found.set_item("purity", real(&purity).into_pyarray(py))?;
        found.set_item("class", whole(&class).into_pyarray(py))?;
        found.set_item("centre", whole(&|one| one.center.map(|id| id.0)).into_pyarray(py))?;
        found.set_item("cohesion", real(&|one| one.cohesion).into_pyarray(py))?;
        let community = |one: &Concept| one.community.map(|id| id.0);
        found.set_item("community", whole(&community).into_pyarray(py))?;
        Ok(found)
    }

    /// Returns the covers: the lower and the upper clusters, from 0.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn covers<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>)> {
        let (lower, upper): (Vec<i32>, Vec<i32>) = self.read_graph(py, |graph| {
            let (covers, clusters) = (graph.covers()?, graph.facts().concepts as usize);
            let above = |id| covers.upper(id).map(move |upper| (id.0 as i32, upper.0 as i32));
            Ok(ConceptId::first(clusters).flat_map(above).unzip())
        })?;
        Ok((lower.into_pyarray(py), upper.into_pyarray(py)))
    }

    /// Returns the verdict: a sentence on whether groups stand apart.
    fn verdict(&self, py: Python<'_>) -> PyResult<String> {
        self.read_graph(py, conceptgraph::Graph::verdict)
    }

    /// Returns the names of the typical points of each community, by community number.
    fn typical(&self, py: Python<'_>) -> PyResult<Vec<Vec<String>>> {
        self.read_graph(py, |graph| {
            Ok(graph.communities()?.all.iter().map(|one| one.typical.clone()).collect())
        })
    }

    /// Returns the names of the classes, in the order of their numbers.
    fn classes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.read_graph(py, |graph| {
            let classes = graph.points()?.classes();
            Ok(classes.map_or(Vec::new(), |classes| classes.names().to_vec()))
        })
    }

    /// Returns the bytes of the graph's file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let packed = |opened: &OpenGraph, progress: &Progress| {
            SqliteStore::in_memory(&opened.graph, progress)?.to_bytes()
        };
        let bytes = in_database(py, || self.run_detached(py, &None, packed))?;
        Ok(PyBytes::new(py, &bytes.map_err(store_error)?))
    }

    /// Writes the graph to a file.
    #[pyo3(signature = (file, force, reporter=None))]
    fn save(&self, py: Python<'_>, file: PathBuf, force: bool, reporter: Reporter) -> PyResult<()> {
        let saved = |opened: &OpenGraph, progress: &Progress| {
            sqlite::save(&opened.graph, &file, force, progress)
        };
        in_database(py, || self.run_detached(py, &reporter, saved))?.map_err(store_error)
    }

    /// Loads the graph into a Neo4j server.
    #[expect(clippy::too_many_arguments, reason = "as the call has them")]
    #[pyo3(signature = (place, user, password, name, force, reporter=None))]
    fn load(
        &self,
        py: Python<'_>,
        place: &str,
        user: Option<String>,
        password: Option<String>,
        name: &str,
        force: bool,
        reporter: Reporter,
    ) -> PyResult<()> {
        let (address, login) = server_login(place, user, password).map_err(store_error)?;
        let target = Target { force, ..Target::new(&address, &login, name) };
        let load = |opened: &OpenGraph, progress: &Progress| {
            target.load(&opened.graph, progress, &mut |done, all| progress.report_load(done, all))
        };
        self.run_detached(py, &reporter, load)?.map_err(store_error)
    }
}
