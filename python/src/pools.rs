//! The thread pools of this process, and a count of the threads that work in databases.
//!
//! A forked process has none of its parent's threads, and would wait for ever for those of a thread
//! pool, and for locks of SQLite that one of them held. So no work runs in rayon's global pool, and
//! the threads that work in a database are counted.

use std::sync::Mutex;

use conceptgraph_engine::base::lock::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

const MOST_IDLE: usize = 4;

struct ProcessState {
    process: u32,
    idle: Vec<ThreadPool>,
    /// The number of threads that are working in a database.
    database_calls: usize,
    /// `true` if threads of the parent were working in a database when this process was forked.
    forked_in_database: bool,
}

/// The state of this process. Only the thread that holds the GIL locks it, and a thread that forks
/// holds the GIL, so no process is forked while it is locked.
static PROCESS_STATE: Mutex<ProcessState> = Mutex::new(ProcessState {
    process: 0,
    idle: Vec::new(),
    database_calls: 0,
    forked_in_database: false,
});

fn with_process_state<T>(_: Python<'_>, of: impl FnOnce(&mut ProcessState) -> T) -> T {
    let mut here = lock(&PROCESS_STATE);
    let process = std::process::id();
    if here.process != process {
        std::mem::forget(std::mem::take(&mut here.idle));
        here.forked_in_database |= here.database_calls > 0;
        here.database_calls = 0;
        here.process = process;
    }
    of(&mut here)
}

/// Calls `work` with a thread pool of its own, so that it never waits for other callers.
pub(crate) fn with_pool<T>(py: Python<'_>, work: impl FnOnce(&ThreadPool) -> T) -> PyResult<T> {
    let pool = match with_process_state(py, |here| here.idle.pop()) {
        Some(pool) => pool,
        None => ThreadPoolBuilder::new()
            .build()
            .map_err(|error| PyRuntimeError::new_err(format!("no threads: {error}")))?,
    };
    let done = work(&pool);
    // Calls from many threads at once leave more pools than are needed later.
    let surplus = with_process_state(py, |here| match here.idle.len() < MOST_IDLE {
        true => {
            here.idle.push(pool);
            None
        }
        false => Some(pool),
    });
    drop(surplus);
    Ok(done)
}

/// Calls `work`, which uses a database.
///
/// # Errors
/// Returns the errors of `work`, or an error if this process was forked while another thread used a
/// database.
pub(crate) fn in_database<T>(py: Python<'_>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    with_process_state(py, |here| match here.forked_in_database {
        true => Err(PyRuntimeError::new_err(
            "another thread was reading or writing a graph when this process was forked, so tables \
             and files cannot be used here; start processes by spawn",
        )),
        false => {
            here.database_calls += 1;
            Ok(())
        }
    })?;
    let done = work();
    with_process_state(py, |here| here.database_calls = here.database_calls.saturating_sub(1));
    done
}
