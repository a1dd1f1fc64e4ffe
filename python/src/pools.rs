//! The threads that compute, in pools of this process.
//!
//! A process that was forked has none of its parent's threads, and would wait for them for ever. So
//! nothing runs in the one pool that rayon makes for a whole program.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Pools that are not at work, and the process that they are of. Locked by who holds Python's own
/// lock alone, as who forks does: so no process is forked meanwhile.
static IDLE: Mutex<(u32, Vec<ThreadPool>)> = Mutex::new((0, Vec::new()));

/// Calls something with a pool that does nothing else: whoever asks waits for nobody's long work.
pub fn with_pool<T>(_: Python<'_>, work: impl FnOnce(&ThreadPool) -> T) -> PyResult<T> {
    let pool = match of_process(|idle| idle.pop()) {
        Some(pool) => pool,
        None => ThreadPoolBuilder::new()
            .build()
            .map_err(|error| PyRuntimeError::new_err(format!("no threads: {error}")))?,
    };
    let done = work(&pool);
    of_process(|idle| idle.push(pool));
    Ok(done)
}

fn of_process<T>(of: impl FnOnce(&mut Vec<ThreadPool>) -> T) -> T {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if idle.0 != process {
        std::mem::forget(std::mem::replace(&mut *idle, (process, Vec::new())));
    }
    of(&mut idle.1)
}
