//! The programs of this machine. Each is tried once: many tests need the same programs, and some
//! take a second to print their version.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Returns the output of `program word` on both streams; `None` if it is missing or fails.
pub fn says(program: impl AsRef<Path>, word: &'static str) -> Option<String> {
    type Answers = BTreeMap<(PathBuf, &'static str), Option<String>>;
    static ANSWERS: Mutex<Answers> = Mutex::new(BTreeMap::new());
    let program = program.as_ref();
    let mut answers = ANSWERS.lock().unwrap_or_else(PoisonError::into_inner);
    let answer = answers.entry((program.to_owned(), word)).or_insert_with(|| {
        let ran = Command::new(program).arg(word).stdin(Stdio::null()).output().ok()?;
        let both = [ran.stdout, ran.stderr].concat();
        ran.status.success().then(|| String::from_utf8_lossy(&both).into_owned())
    });
    answer.clone()
}

/// Returns `true` if the program exists and succeeds with this argument.
pub fn runs(program: &str, word: &'static str) -> bool {
    says(program, word).is_some()
}
