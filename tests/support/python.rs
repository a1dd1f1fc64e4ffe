//! A Python environment of the tests, with the graph libraries that read back the output of
//! `export`. It is made once, in the user's cache.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// The packages of the environment.
const PACKAGES: [&str; 3] = ["networkx==3.6.1", "igraph==1.0.0", "ladybug==0.22.0"];

/// Returns the reason why the environment cannot be made here; `None` if it exists or can be made.
pub fn missing() -> Option<&'static str> {
    let there = home().is_some_and(|home| home.is_dir());
    let makes = || {
        let mut python = Command::new("python3");
        python.args(["-c", "import ensurepip, venv"]).stdin(Stdio::null()).stderr(Stdio::null());
        python.status().is_ok_and(|status| status.success())
    };
    (!there && !makes()).then_some("needs python3 with venv: apt install python3-venv")
}

/// Returns the folder of the environment, whose name lists its packages.
fn home() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    Some(named.or_else(home)?.join("conceptgraph").join(format!("python-{}", PACKAGES.join("-"))))
}

/// Returns the interpreter of the environment, which is made if it does not exist.
pub fn interpreter() -> Result<PathBuf, String> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let home = home().ok_or("there is no HOME to keep Python's packages in")?;
    // The file `whole` is written last: an environment without it is made again.
    let (python, whole) = (home.join("bin/python"), home.join("whole"));
    if whole.is_file() {
        return Ok(python);
    }
    let run = |command: &mut Command| {
        let ran = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        let said = || String::from_utf8_lossy(&ran.stderr).into_owned();
        if ran.status.success() { Ok(()) } else { Err(said()) }
    };
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&home))?;
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES))?;
    fs::write(whole, "").map_err(|error| error.to_string())?;
    Ok(python)
}
