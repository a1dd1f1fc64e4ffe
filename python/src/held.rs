//! The store of a graph, which one thread asks at a time, and no process but the one that opened
//! it.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use conceptgraph::Progress;
use conceptgraph::store::sqlite::SqliteStore;
use conceptgraph::store::{self, LatticeStore};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::failed;
use crate::pools::in_database;
use crate::waiting::{Reporter, ended_by, watched};

/// A store.
pub type Store = Box<dyn LatticeStore + Send>;

/// Opens a store once more.
pub type Opener = Box<dyn Fn() -> store::Result<Store> + Send + Sync>;

/// How long a thread waits before it looks again whether another one is done.
const PAUSE: Duration = Duration::from_millis(1);

/// A store, and who has it.
pub struct Held {
    opened: Mutex<Opened>,
    /// The process whose thread had it last.
    holder: AtomicU32,
    /// The thread that has it; 0 for none.
    thread: AtomicUsize,
    /// For a process that was forked; none for a graph in memory, which it has too.
    again: Option<Opener>,
}

/// What a process has opened.
pub struct Opened {
    /// None only while it is dropped.
    store: Option<Store>,
    /// A graph in memory as tables, from its first statement on.
    tables: Option<Store>,
    process: u32,
}

impl Drop for Opened {
    /// Files and connections of a parent are not a child's to close.
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget((self.store.take(), self.tables.take()));
        }
    }
}

/// A store while one thread has it.
pub struct Asking<'h> {
    opened: MutexGuard<'h, Opened>,
    thread: &'h AtomicUsize,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.thread.store(0, Ordering::Relaxed);
    }
}

impl Deref for Asking<'_> {
    type Target = Opened;

    fn deref(&self) -> &Opened {
        &self.opened
    }
}

impl DerefMut for Asking<'_> {
    fn deref_mut(&mut self) -> &mut Opened {
        &mut self.opened
    }
}

/// What tells this thread from others.
fn this_thread() -> usize {
    thread_local!(static HERE: u8 = const { 0 });
    HERE.with(|here| std::ptr::from_ref(here).addr())
}

impl Held {
    /// Holds a store.
    pub fn new(store: Store, again: Option<Opener>) -> Self {
        let opened = Mutex::new(Opened::new(store));
        let (holder, thread) = (AtomicU32::new(std::process::id()), AtomicUsize::new(0));
        Self { opened, holder, thread, again }
    }

    /// The store, when no other thread has it.
    ///
    /// # Errors
    /// What a signal's handler raised meanwhile; a thread that was asking when this process was
    /// forked, which is not here to end that; this thread itself, of which a signal's handler asks;
    /// a store that cannot be opened once more.
    pub fn get(&self, py: Python<'_>) -> PyResult<Asking<'_>> {
        let process = std::process::id();
        let opened = loop {
            match self.opened.try_lock() {
                Ok(opened) => break opened,
                Err(TryLockError::Poisoned(error)) => break error.into_inner(),
                Err(TryLockError::WouldBlock) => {}
            }
            if self.thread.load(Ordering::Relaxed) == this_thread() {
                return Err(PyRuntimeError::new_err(
                    "this graph is being asked; a signal's handler must wait until it has answered",
                ));
            }
            if self.holder.load(Ordering::Relaxed) != process {
                return Err(PyRuntimeError::new_err(
                    "another thread was asking this graph when this process was forked, so it \
                     cannot be asked here; start processes by spawn, or open the graph in each",
                ));
            }
            py.detach(|| std::thread::sleep(PAUSE));
            py.check_signals()?;
        };
        self.holder.store(process, Ordering::Relaxed);
        self.thread.store(this_thread(), Ordering::Relaxed);
        let mut opened = Asking { opened, thread: &self.thread };
        if opened.process != process {
            match &self.again {
                None => opened.process = process,
                Some(open) => {
                    let fresh = || watched(py, &Progress::default(), &None, open);
                    let store = in_database(py, fresh)?;
                    *opened = Opened::new(store.map_err(failed)?);
                }
            }
        }
        Ok(opened)
    }
}

impl Opened {
    fn new(store: Store) -> Self {
        Self { store: Some(store), tables: None, process: std::process::id() }
    }

    /// The store.
    pub fn store(&mut self) -> &mut Store {
        self.store.as_mut().expect("a store is there until it is dropped")
    }

    /// The store, or the tables of a graph in memory: what statements can be about.
    ///
    /// # Errors
    /// What a signal's handler raised while the tables were written.
    pub fn queryable(&mut self, py: Python<'_>) -> PyResult<&mut Store> {
        if self.store().queryable().is_some() {
            return Ok(self.store());
        }
        let tables = match self.tables.take() {
            Some(tables) => tables,
            None => {
                let written = || answered(py, &None, self.store(), SqliteStore::in_memory);
                Box::new(in_database(py, written)?.map_err(failed)?)
            }
        };
        Ok(self.tables.insert(tables))
    }
}

/// What a store answers, while other threads of Python go on.
///
/// # Errors
/// What a signal's handler or the reporter raised, for which the answer is given up.
pub fn answered<T: Send>(
    py: Python<'_>,
    reporter: &Reporter,
    store: &mut Store,
    ask: impl FnOnce(&dyn LatticeStore, &Progress) -> T + Send,
) -> PyResult<T> {
    let progress = Progress::default();
    let interrupter = store.queryable().map(|of| of.interrupter());
    let end = || {
        progress.interrupt();
        interrupter.iter().for_each(|end| end());
    };
    let (asked, progress) = (&mut *store, &progress);
    let work = || ended_by(py, &end, progress, reporter, move || ask(&**asked, progress));
    let answer = if interrupter.is_some() { in_database(py, work) } else { work() };
    if let (Err(_), Some(queryable)) = (&answer, store.queryable()) {
        // What is asked next is answered. Whether the file is still there does not matter now.
        let _ = queryable.still_there();
    }
    answer
}
