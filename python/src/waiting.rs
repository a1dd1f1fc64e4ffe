//! Long work without the lock of the interpreter, which Ctrl-C ends.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use conceptgraph::Progress;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often Python looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Runs some work in a thread of its own.
///
/// # Errors
/// What a signal's handler raised, which ends the work.
pub fn watched<T: Send>(
    py: Python<'_>,
    progress: &Arc<Progress>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (send, mut done) = channel();
        let worker = scope.spawn(move || {
            let answer = work();
            let _ = send.send(());
            answer
        });
        let mut raised = None;
        let mut is_over = || {
            let done = &mut done;
            py.detach(move || done.recv_timeout(LOOK)) != Err(RecvTimeoutError::Timeout)
        };
        while !is_over() {
            if let Err(error) = py.check_signals() {
                progress.interrupt();
                raised.get_or_insert(error);
            }
        }
        let answer = worker.join().map_err(|_| PyRuntimeError::new_err("conceptgraph panicked"));
        raised.map_or(answer, Err)
    })
}
