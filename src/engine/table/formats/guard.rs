//! A guard against panics of libraries that read damaged files.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

/// Serialises changes of the panic hook, which all threads share.
static HOOK_LOCK: Mutex<()> = Mutex::new(());

/// Returns the result of `read`, or `None` if it panicked. Nothing is printed then, and the object
/// that was read from must not be used any more.
pub(super) fn catch_panic<T>(read: impl FnOnce() -> T) -> Option<T> {
    let _one_at_a_time = HOOK_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let read = panic::catch_unwind(AssertUnwindSafe(read));
    panic::set_hook(hook);
    read.ok()
}
