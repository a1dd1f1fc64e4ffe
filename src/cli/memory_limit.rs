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
use super::shutdown::end;
use crate::base::lock::lock;
use crate::base::memory::{Memory, bytes, resident};
use crate::base::progress::Progress;

/// The system's allocator, which counts bytes once there is a limit.
#[derive(Debug)]
pub struct CountingAllocator;

/// The limit in bytes.
static MOST: AtomicIsize = AtomicIsize::new(isize::MAX);
/// The bytes taken, except for those that threads have not added yet.
static TAKEN: AtomicIsize = AtomicIsize::new(0);
static IS_BEYOND: AtomicBool = AtomicBool::new(false);
static WAITING: OnceLock<Thread> = OnceLock::new();

thread_local! {
    /// The bytes that this thread has taken, less those it has freed, since it last added them to
    /// the sum.
    static OWN: Cell<isize> = const { Cell::new(0) };
}

/// The number of bytes after which a thread adds to the sum, since all threads write one number.
const STEP: isize = 1 << 16;
/// The bytes that the system's allocator keeps beside an allocation.
const BESIDE: usize = 16;
/// The time between two looks at all memory of the program.
const GLANCE: Duration = Duration::from_millis(10);

/// The progress of the computation, whose step the message names; the step is reading until there
/// is one.
static PROGRESS: Mutex<Option<Progress>> = Mutex::new(None);

/// Sets the progress whose step is named when the limit is reached.
pub(super) fn name_steps_of(progress: &Progress) {
    *lock(&PROGRESS) = Some(progress.clone());
}

/// Limits the memory of the program. Only the first call has an effect.
pub(super) fn limit(memory: Memory) {
    let Ok(most) = isize::try_from(memory.bytes()) else { return };
    if WAITING.get().is_some() {
        return;
    }
    let (all, taken) = (most as u64, resident().unwrap_or(0));
    if taken > all {
        end_beyond(all);
    }
    let waiting = move || {
        while !IS_BEYOND.load(Ordering::Relaxed)
            && resident().is_none_or(|resident| resident <= all + all / 20)
        {
            thread::park_timeout(GLANCE);
        }
        end_beyond(all);
    };
    WAITING.get_or_init(|| {
        TAKEN.store(taken as isize, Ordering::Relaxed);
        MOST.store(most, Ordering::Relaxed);
        thread::spawn(waiting).thread().clone()
    });
}

fn end_beyond(all: u64) -> ! {
    let progress = lock(&PROGRESS).clone();
    let step = progress.and_then(|progress| progress.current()).map_or("reading", |(step, _)| step);
    let all = bytes(all);
    end(&CliError::Limit(format!("{step} takes more than {all}; --max-memory allows more")));
}

/// Counts bytes that are taken or, if negative, freed.
#[inline(always)]
fn count(bytes: isize) {
    if MOST.load(Ordering::Relaxed) < isize::MAX {
        // A thread that is ending no longer counts.
        let _ = OWN.try_with(|own| match own.get() + bytes {
            few if few.abs() < STEP => own.set(few),
            many => {
                own.set(0);
                add(many, bytes);
            }
        });
    }
}

/// Adds `many` bytes of a thread to the sum; the last allocation took `bytes` of them.
#[cold]
fn add(many: isize, bytes: isize) {
    let all = many + TAKEN.fetch_add(many, Ordering::Relaxed);
    if many > 0 && all > MOST.load(Ordering::Relaxed) {
        IS_BEYOND.store(true, Ordering::Relaxed);
        WAITING.get().inspect(|waiting| waiting.unpark());
        // Only large allocations are stopped here: the thread of a small one may hold what the end
        // of the program needs.
        if bytes >= STEP {
            loop {
                thread::sleep(Duration::from_secs(1));
            }
        }
    }
}

fn whole(layout: Layout) -> isize {
    (layout.size() + BESIDE) as isize
}

unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(whole(layout));
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(whole(layout));
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-whole(layout));
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        unsafe { System.realloc(place, layout, size) }
    }
}
