//! Long work without the lock of the interpreter, which Ctrl-C ends and a reporter follows.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use conceptgraph::Progress;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often Python looks for Ctrl-C, and is told how far the work is.
const LOOK: Duration = Duration::from_millis(50);

/// Who follows the work: it is called with the step, how much of it is done, how much there is
/// where that is known, and of what.
pub type Reporter = Option<Py<PyAny>>;

/// Runs some work in a thread of its own.
///
/// # Errors
/// What a signal's handler or the reporter raised, which ends the work.
pub fn watched<T: Send>(
    py: Python<'_>,
    progress: &Progress,
    reporter: &Reporter,
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
            if let Err(error) = py.check_signals().and_then(|()| report(py, progress, reporter)) {
                progress.interrupt();
                raised.get_or_insert(error);
            }
        }
        let answer = worker.join().map_err(|_| PyRuntimeError::new_err("conceptgraph panicked"));
        raised.map_or(answer, Err)
    })
}

fn report(py: Python<'_>, progress: &Progress, reporter: &Reporter) -> PyResult<()> {
    let Some((reporter, (step, _))) = reporter.as_ref().zip(progress.current()) else {
        return Ok(());
    };
    let (done, all, of) = if let Some(loaded) = progress.loaded() {
        (loaded.done as f64, Some(loaded.all as f64), "rows")
    } else if step == "mining" {
        (progress.concepts() as f64, None, "clusters")
    } else {
        let share = progress.share();
        (100.0 * share.unwrap_or_default(), share.map(|_| 100.0), "%")
    };
    reporter.call1(py, (step, done, all, of)).map(|_| ())
}
