//! Graphs that are open in a process, with the databases that run statements on them.
//!
//! Invariant: a forked process uses no file and no connection of its parent.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use conceptgraph::query::catalogue::Catalogue;
use conceptgraph::store::neo4j::{Address, Credentials, Neo4jStore};
use conceptgraph::store::server_url::is_server_url;
use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph::store::{self, Database, Interrupter, StoreError};
use conceptgraph::{Graph, Progress};
use conceptgraph_engine::base::lock::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::store_error;
use crate::interruptible::{Reporter, run_interruptible, run_with_progress};
use crate::placers::Placers;
use crate::pools::in_database;

const LOCK_INTERVAL: Duration = Duration::from_millis(1);

/// The place where a graph is stored.
pub(crate) enum StoreLocation {
    /// A SQLite file.
    File(PathBuf),
    /// A Neo4j server.
    Server(Address, Credentials),
}

impl StoreLocation {
    /// Parses a word as a place. The credentials of a server come from the environment unless a
    /// password is given.
    ///
    /// # Errors
    /// Returns an error if the address or a variable of the environment is invalid.
    pub(crate) fn new(
        word: &str,
        user: Option<String>,
        password: Option<String>,
    ) -> store::Result<Self> {
        if is_server_url(word) {
            let (address, login) = server_login(word, user, password)?;
            return Ok(Self::Server(address, login));
        }
        // An absolute path stays valid if the process changes its working directory.
        Ok(Self::File(std::path::absolute(word).unwrap_or_else(|_| word.into())))
    }

    /// Opens the graph.
    ///
    /// # Errors
    /// Returns the errors of [`SqliteStore::open`] and [`Neo4jStore::open`].
    pub(crate) fn open(&self) -> store::Result<store::StoredGraph> {
        match self {
            Self::File(file) => SqliteStore::open(file)?.into_stored_graph(),
            Self::Server(address, login) => Neo4jStore::open(address, login)?.into_stored_graph(),
        }
    }

    /// Opens the graph again, and compares its digest with that of `known`.
    fn open_again(&self, known: &Graph) -> store::Result<store::StoredGraph> {
        let opened = self.open()?;
        match opened.graph.facts().digest == known.facts().digest {
            true => Ok(opened),
            false => Err(StoreError::Refused(format!(
                "{self}: this is another graph now; open it again"
            ))),
        }
    }

    /// Returns the canned queries in the language of the place.
    pub(crate) fn catalogue(&self) -> Catalogue {
        match self {
            Self::File(_) => Catalogue::sql(),
            Self::Server(..) => Catalogue::cypher(),
        }
    }
}

impl fmt::Display for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => file.display().fmt(f),
            Self::Server(address, _) => address.fmt(f),
        }
    }
}

/// Returns the address of a server and the credentials for it.
///
/// # Errors
/// Returns an error if the address or a variable of the environment is invalid.
pub(crate) fn server_login(
    word: &str,
    user: Option<String>,
    password: Option<String>,
) -> store::Result<(Address, Credentials)> {
    let credentials = match password {
        Some(password) => Credentials::new(user.unwrap_or_else(|| "neo4j".to_owned()), password),
        None => Credentials::from_environment()?.unwrap_or_else(Credentials::anonymous),
    };
    Ok((Address::parse_with_environment(word)?, credentials))
}

/// A graph that is open in a process.
pub(crate) struct OpenGraph {
    /// The id of the process that opened the graph.
    process: AtomicU32,
    /// The graph.
    pub graph: Arc<Graph>,
    /// The store that sections are read from; `None` if the graph was built.
    store: Option<Box<dyn Database + Send + Sync>>,
    /// The connection for statements, opened by the first one and used by one thread at a time.
    database: Mutex<Option<Box<dyn Database + Send>>>,
    /// The searches that place new rows.
    pub placers: Placers,
}

/// Opens a stored graph.
///
/// # Errors
/// Returns an error if the store fails, or the exception that a signal handler raised meanwhile.
pub(crate) fn open(
    py: Python<'_>,
    open: impl FnOnce() -> store::Result<store::StoredGraph> + Send,
) -> PyResult<Arc<OpenGraph>> {
    let opened = in_database(py, || run_with_progress(py, &Progress::default(), &None, open))?;
    let store::StoredGraph { graph, database } = opened.map_err(store_error)?;
    Ok(OpenGraph::new(graph, Some(database)))
}

impl OpenGraph {
    /// Creates an opened graph whose sections are read from `store`, or are all in memory.
    pub(crate) fn new(graph: Graph, store: Option<Box<dyn Database + Send + Sync>>) -> Arc<Self> {
        Arc::new(Self {
            process: std::process::id().into(),
            graph: graph.into(),
            store,
            database: Mutex::default(),
            placers: Placers::default(),
        })
    }

    /// Returns the database that sections are read from, or `None` if the graph was built.
    pub(crate) fn store(&self) -> Option<&dyn Database> {
        self.store.as_deref().map(|store| store as &dyn Database)
    }

    fn is_from_parent(&self) -> bool {
        self.process.load(Ordering::Relaxed) != std::process::id()
    }

    /// Runs `ask` with the database of the graph at `place`, or with the tables of a graph in
    /// memory; other threads wait for their turn.
    ///
    /// # Errors
    /// Returns the exception that a signal handler or the reporter raised, which ends the
    /// statement. The inner result is an error if the database cannot be opened.
    pub(crate) fn with_database<T: Send>(
        &self,
        py: Python<'_>,
        reporter: &Reporter,
        place: Option<&StoreLocation>,
        ask: impl FnOnce(&dyn Database, &Progress) -> T + Send,
    ) -> PyResult<store::Result<T>> {
        let (progress, running) = (Progress::default(), Mutex::new(None::<Interrupter>));
        let end = || {
            progress.interrupt();
            lock(&running).iter().for_each(|end| end());
        };
        let work = || {
            let mut turn = self.lock_database(&progress)?;
            let database = match &mut *turn {
                Some(database) => database,
                none => none.insert(match place {
                    Some(place) => place.open_again(&self.graph)?.database,
                    None => Box::new(SqliteStore::in_memory(&self.graph, &progress)?),
                }),
            };
            *lock(&running) = Some(database.interrupter());
            let answer = ask(&**database, &progress);
            *lock(&running) = None;
            if progress.is_interrupted() {
                // Clears the interrupt for the next statement; whether the file is still there does
                // not matter.
                let _ = database.begin_request();
            }
            Ok(answer)
        };
        in_database(py, || run_interruptible(py, &end, &progress, reporter, work))
    }

    fn lock_database(
        &self,
        progress: &Progress,
    ) -> store::Result<MutexGuard<'_, Option<Box<dyn Database + Send>>>> {
        loop {
            match self.database.try_lock() {
                Ok(turn) => return Ok(turn),
                Err(TryLockError::Poisoned(error)) => return Ok(error.into_inner()),
                Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_INTERVAL),
            }
            progress.check().map_err(|_| StoreError::Interrupted)?;
        }
    }
}

/// Returns the opened graph for use in this process. In a forked process, the graph of a place is
/// opened again and replaces the parent's.
///
/// # Errors
/// Returns an error in a forked process if another thread was using a graph in memory during the
/// fork, since that thread does not exist here to finish its work; or if the graph of a place
/// cannot be opened or is another graph by now.
pub(crate) fn in_this_process(
    py: Python<'_>,
    opened: &Mutex<Arc<OpenGraph>>,
    place: Option<&StoreLocation>,
) -> PyResult<Arc<OpenGraph>> {
    // Only the thread that holds the GIL takes this lock, and a thread that forks holds the GIL.
    let known = Arc::clone(&lock(opened));
    if !known.is_from_parent() {
        return Ok(known);
    }
    let Some(place) = place else {
        // One reference is `known`, and one is that of the graph; others belong to threads that use
        // it.
        if Arc::strong_count(&known) > 2 {
            return Err(PyRuntimeError::new_err(
                "another thread was asking this graph when this process was forked, so it cannot \
                 be asked here; start processes by spawn, or open the graph in each",
            ));
        }
        known.process.store(std::process::id(), Ordering::Relaxed);
        return Ok(known);
    };
    let fresh = open(py, || place.open_again(&known.graph))?;
    drop_or_leak(std::mem::replace(&mut *lock(opened), Arc::clone(&fresh)));
    Ok(fresh)
}

/// Drops a graph, or leaks it if the parent of this process opened it: a child must not close what
/// its parent opened.
pub(crate) fn drop_or_leak(opened: Arc<OpenGraph>) {
    if opened.is_from_parent() {
        std::mem::forget(opened);
    }
}

/// Runs `work` on graphs while other Python threads continue.
///
/// # Errors
/// Returns the exception that a signal handler or the reporter raised, which ends the work.
pub(crate) fn run_detached<T: Send>(
    py: Python<'_>,
    reporter: &Reporter,
    graphs: &[&OpenGraph],
    work: impl FnOnce(&Progress) -> T + Send,
) -> PyResult<T> {
    let progress = Progress::default();
    let stores = || graphs.iter().filter_map(|opened| opened.store());
    let end = || {
        progress.interrupt();
        stores().for_each(|store| store.interrupter()());
    };
    let work = || run_interruptible(py, &end, &progress, reporter, || work(&progress));
    if stores().next().is_none() {
        return work();
    }
    let done = in_database(py, work);
    if done.is_err() {
        // Clears the interrupt for the next reads; whether the file is still there does not matter.
        stores().for_each(|store| drop(store.begin_request()));
    }
    done
}
