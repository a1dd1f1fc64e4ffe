//! What this process computes with, and whether its databases can be used.
//!
//! A process that was forked has none of its parent's threads, and would wait for them for ever:
//! for those that compute, and for locks of SQLite's that one of them held. So nothing runs in the
//! one pool that rayon makes for a whole program, and who works in a database is counted.

use std::sync::Mutex;

use conceptgraph::base::lock::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// At most this many idle pools are kept.
const MOST_IDLE: usize = 4;

struct OfProcess {
    process: u32,
    /// Pools that are not at work.
    idle: Vec<ThreadPool>,
    /// How many threads are at work in a database.
    in_databases: usize,
    /// Whether some were when this process was forked.
    left_some: bool,
}

/// Locked by who holds Python's own lock alone, as who forks does: so no process is forked
/// meanwhile.
static OF_PROCESS: Mutex<OfProcess> =
    Mutex::new(OfProcess { process: 0, idle: Vec::new(), in_databases: 0, left_some: false });

fn of_process<T>(_: Python<'_>, of: impl FnOnce(&mut OfProcess) -> T) -> T {
    let mut here = lock(&OF_PROCESS);
    let process = std::process::id();
    if here.process != process {
        std::mem::forget(std::mem::take(&mut here.idle));
        here.left_some |= here.in_databases > 0;
        here.in_databases = 0;
        here.process = process;
    }
    of(&mut here)
}

/// Calls something with a thread pool of its own, so that it never waits for other callers' work.
pub fn with_pool<T>(py: Python<'_>, work: impl FnOnce(&ThreadPool) -> T) -> PyResult<T> {
    let pool = match of_process(py, |here| here.idle.pop()) {
        Some(pool) => pool,
        None => ThreadPoolBuilder::new()
            .build()
            .map_err(|error| PyRuntimeError::new_err(format!("no threads: {error}")))?,
    };
    let done = work(&pool);
    // Who asked from many threads at once needs few pools later on.
    let surplus = of_process(py, |here| match here.idle.len() < MOST_IDLE {
        true => {
            here.idle.push(pool);
            None
        }
        false => Some(pool),
    });
    drop(surplus);
    Ok(done)
}

/// Calls something that works in a database.
///
/// # Errors
/// Those of the work; a process that was forked while another thread did the same.
pub fn in_database<T>(py: Python<'_>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    of_process(py, |here| match here.left_some {
        true => Err(PyRuntimeError::new_err(
            "another thread was reading or writing a graph when this process was forked, so tables \
             and files cannot be used here; start processes by spawn",
        )),
        false => {
            here.in_databases += 1;
            Ok(())
        }
    })?;
    let done = work();
    of_process(py, |here| here.in_databases = here.in_databases.saturating_sub(1));
    done
}
