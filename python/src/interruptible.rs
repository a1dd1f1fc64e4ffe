//! Work without the GIL, which a signal ends and a reporter follows.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use conceptgraph::Progress;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::pools::with_pool;

/// The time to poll before sleeping: most answers arrive within it, and waking up takes longer.
const SPIN_TIME: Duration = Duration::from_micros(100);

/// The interval at which signals are checked and the reporter is called.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The Python callable that follows the work. It is called with the step, the amount done, the
/// total if it is known, and the unit.
pub(crate) type Reporter = Option<Py<PyAny>>;

/// Runs `work`, which ends early if `progress` is interrupted.
///
/// # Errors
/// Returns the errors of [`run_interruptible`].
pub(crate) fn run_with_progress<T: Send>(
    py: Python<'_>,
    progress: &Progress,
    reporter: &Reporter,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    run_interruptible(py, &|| progress.interrupt(), progress, reporter, work)
}

/// Runs `work` in another thread.
///
/// # Errors
/// Returns the exception that a signal handler or the reporter raised, after `end` was called to
/// end the work; or an error if the work panics.
pub(crate) fn run_interruptible<T: Send>(
    py: Python<'_>,
    end: &dyn Fn(),
    progress: &Progress,
    reporter: &Reporter,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (send, mut done) = channel();
    let mut wait = || {
        let mut raised = None;
        loop {
            let done = &mut done;
            match py.detach(move || receive(done)) {
                Ok(answer) => return raised.map_or(answer, Err),
                Err(RecvTimeoutError::Disconnected) => return Err(panic_error(&())),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let looked = py.check_signals().and_then(|()| report(py, progress, reporter));
            raised = raised.or(looked.err());
            if raised.is_some() {
                end();
            }
        }
    };
    with_pool(py, |pool| {
        pool.in_place_scope(|scope| {
            scope.spawn(move |_| {
                let _ = send.send(catch_panic(work));
            });
            wait()
        })
    })?
}

fn receive<T>(done: &mut Receiver<T>) -> Result<T, RecvTimeoutError> {
    let began = Instant::now();
    while began.elapsed() < SPIN_TIME {
        if let Ok(answer) = done.try_recv() {
            return Ok(answer);
        }
        std::thread::yield_now();
    }
    done.recv_timeout(SIGNAL_INTERVAL)
}

fn catch_panic<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_error(&*panic))
}

fn panic_error(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or(panic.downcast_ref::<String>().map(String::as_str));
    PyRuntimeError::new_err(format!("conceptgraph panicked: {}", text.unwrap_or("no message")))
}

fn report(py: Python<'_>, progress: &Progress, reporter: &Reporter) -> PyResult<()> {
    let Some((reporter, (step, _))) = reporter.as_ref().zip(progress.current_step()) else {
        return Ok(());
    };
    let (done, all, of) = if let Some(loaded) = progress.load_progress() {
        (loaded.done as f64, Some(loaded.all as f64), "rows")
    } else if step == "mining" {
        (progress.concepts() as f64, None, "clusters")
    } else {
        let share = progress.share_done();
        (100.0 * share.unwrap_or_default(), share.map(|_| 100.0), "%")
    };
    reporter.call1(py, (step, done, all, of)).map(|_| ())
}
