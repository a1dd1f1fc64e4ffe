//! Trials named by their functions, so that a name in the output of a run leads to its function.

use std::fmt::Display;
use std::process::Command;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;

/// Returns `module::function`, or `module::function::case` where a function tests several cases.
macro_rules! named {
    ($test:ident $(, $case:expr)*) => {{
        // Checks that `$test` names a function.
        let _ = &$test;
        $crate::support::trials::path(module_path!(), stringify!($test), &[$(&$case),*])
    }};
}
pub(crate) use named;

/// Creates a trial of `function`, or of `function(case, ...)` with its arguments, and its need.
macro_rules! trial {
    ($test:ident) => {
        trial!($test, $crate::support::Need::Nothing)
    };
    ($test:ident, $need:expr) => {
        $crate::support::trial($crate::support::named!($test), $need, $test)
    };
    ($test:ident($case:expr $(, $more:expr)*)) => {
        trial!($test($case $(, $more)*), $crate::support::Need::Nothing)
    };
    ($test:ident($case:expr $(, $more:expr)*), $need:expr) => {{
        let name = $crate::support::named!($test, $case);
        $crate::support::trial(name, $need, move || $test($case $(, $more)*))
    }};
}
pub(crate) use trial;

/// Returns the name of a trial from its parts, without the name of the test target.
pub fn path(module: &str, test: &str, cases: &[&dyn Display]) -> String {
    let (_, module) = module.split_once("::").unwrap_or_default();
    let cases = cases.iter().map(|case| format!("::{case}"));
    format!("{module}::{test}{}", cases.collect::<String>())
}

/// The longest time that a test may take; alone on a machine the slowest takes a few minutes.
const LONGEST: Duration = Duration::from_secs(900);

/// Wraps a test so that one that exceeds `LONGEST` ends the run with its name and the list of
/// processes. With `CONCEPTGRAPH_TEST_TIMES` set, the time that the test took is printed.
pub fn watched(
    name: String,
    test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> impl FnOnce() -> Result<(), Failed> + Send + 'static {
    move || {
        let start = Instant::now();
        // The sender is dropped when the test ends, in whatever way.
        let (_running, ended) = mpsc::channel::<()>();
        let watched = name.clone();
        std::thread::spawn(move || {
            if ended.recv_timeout(LONGEST) == Err(RecvTimeoutError::Timeout) {
                eprintln!(
                    "{watched}: it still runs after {} s, so the run ends",
                    LONGEST.as_secs()
                );
                let _ = Command::new("ps").args(["-eHo", "pid,etime,time,stat,args"]).status();
                std::process::exit(101);
            }
        });
        let result = test();
        if std::env::var_os("CONCEPTGRAPH_TEST_TIMES").is_some() {
            eprintln!("time {:7.2} s  {name}", start.elapsed().as_secs_f64());
        }
        result
    }
}
