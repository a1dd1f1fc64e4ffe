//! A limit of the program's memory, which ends the program before it takes more.
//!
//! The allocator counts each allocation, of any part of the program, before it makes it. A thread
//! waits until the sum exceeds the limit and then ends the program in the way that a time limit
//! does. Memory of C libraries and memory lost between allocations is not counted, so the thread
//! also watches all memory that the program has, which may exceed the limit by a twentieth (on
//! Linux).

#![expect(unsafe_code, reason = "an allocator is unsafe; this one hands all on to the system's")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread::{self, Thread};
use std::time::Duration;

use super::error::CliError;
use super::shutdown::exit_with;
use crate::base::lock::lock;
use crate::base::memory::{MemoryLimit, format_bytes, resident_bytes};
use crate::base::progress::Progress;

/// The system's allocator, which counts bytes once there is a limit.
#[derive(Debug)]
pub struct CountingAllocator;

/// The limit in bytes.
static LIMIT: AtomicIsize = AtomicIsize::new(isize::MAX);
/// The bytes taken, except for those that threads have not added yet.
static TOTAL: AtomicIsize = AtomicIsize::new(0);
static IS_EXCEEDED: AtomicBool = AtomicBool::new(false);
static WATCHER: OnceLock<Thread> = OnceLock::new();

thread_local! {
    /// The bytes that this thread has taken, less those freed, and not yet added to the sum.
    static PENDING: Cell<isize> = const { Cell::new(0) };
}

/// The number of bytes after which a thread adds to the sum, since all threads write one number.
const FLUSH_BYTES: isize = 1 << 16;
/// The bytes that the system's allocator keeps beside an allocation.
const ALLOCATION_OVERHEAD: usize = 16;
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The progress whose step the message names; the step is reading until there is one.
static PROGRESS: Mutex<Option<Progress>> = Mutex::new(None);

pub(super) fn set_progress(progress: &Progress) {
    *lock(&PROGRESS) = Some(progress.clone());
}

/// Limits the memory of the program. Only the first call has an effect.
pub(super) fn limit_memory(memory: MemoryLimit) {
    let Ok(most) = isize::try_from(memory.bytes()) else { return };
    if WATCHER.get().is_some() {
        return;
    }
    let (all, taken) = (most as u64, resident_bytes().unwrap_or(0));
    if taken > all {
        exit_at_limit(all);
    }
    let waiting = move || {
        while !IS_EXCEEDED.load(Ordering::Relaxed)
            && resident_bytes().is_none_or(|resident| resident <= all + all / 20)
        {
            thread::park_timeout(POLL_INTERVAL);
        }
        exit_at_limit(all);
    };
    WATCHER.get_or_init(|| {
        TOTAL.store(taken as isize, Ordering::Relaxed);
        LIMIT.store(most, Ordering::Relaxed);
        thread::spawn(waiting).thread().clone()
    });
}

fn exit_at_limit(all: u64) -> ! {
    let progress = lock(&PROGRESS).clone();
    let step =
        progress.and_then(|progress| progress.current_step()).map_or("reading", |(step, _)| step);
    let all = format_bytes(all);
    exit_with(&CliError::Limit(format!("{step} takes more than {all}; --max-memory allows more")));
}

/// Counts bytes that are taken or, if negative, freed.
#[inline(always)]
fn count_bytes(bytes: isize) {
    if LIMIT.load(Ordering::Relaxed) < isize::MAX {
        // A thread that is ending no longer counts.
        let _ = PENDING.try_with(|own| match own.get() + bytes {
            few if few.abs() < FLUSH_BYTES => own.set(few),
            many => {
                own.set(0);
                add_to_total(many, bytes);
            }
        });
    }
}

/// Adds `many` bytes of a thread to the sum; the last allocation took `bytes` of them.
#[cold]
fn add_to_total(many: isize, bytes: isize) {
    let all = many + TOTAL.fetch_add(many, Ordering::Relaxed);
    if many > 0 && all > LIMIT.load(Ordering::Relaxed) {
        IS_EXCEEDED.store(true, Ordering::Relaxed);
        WATCHER.get().inspect(|waiting| waiting.unpark());
        // Not for small allocations: their thread may hold what the end of the program needs.
        if bytes >= FLUSH_BYTES {
            loop {
                thread::sleep(Duration::from_secs(1));
            }
        }
    }
}

fn allocation_size(layout: Layout) -> isize {
    (layout.size() + ALLOCATION_OVERHEAD) as isize
}

unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_bytes(allocation_size(layout));
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_bytes(allocation_size(layout));
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count_bytes(-allocation_size(layout));
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_bytes(size as isize - layout.size() as isize);
        unsafe { System.realloc(place, layout, size) }
    }
}
