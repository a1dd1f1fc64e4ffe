//! The files that the Dockerfile copies, against those that cargo needs. No image is built, which
//! would take minutes: the files are copied into a folder and checked there.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};

use super::read;
use crate::support::{Folder, Ran, project, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![trial!(cargo_reads_the_manifest_and_the_lock_file), trial!(every_included_file_is_copied)]
}

/// Returns the lines of the stage that builds the program, before the second `FROM`.
fn build_stage(dockerfile: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = dockerfile.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut stages = 0;
    lines.take_while(move |words| {
        stages += usize::from(words.first() == Some(&"FROM"));
        stages < 2
    })
}

/// Creates a folder with the files that the build stage copies.
fn copied() -> Result<Folder, Failed> {
    let (dockerfile, ignored) = (read("Dockerfile")?, read("Dockerfile.dockerignore")?);
    let (ignored, folder) = (ignored.lines().collect::<Vec<_>>(), Folder::new());
    for words in build_stage(&dockerfile) {
        let ["COPY", sources @ .., target] = &words[..] else { continue };
        for source in sources {
            let mut to = folder.path(target);
            if target.ends_with('/') && project().join(source).is_file() {
                to.push(source);
            }
            copy(Path::new(source), &to, &ignored)?;
        }
    }
    Ok(folder)
}

/// Cargo needs the file of every target that the manifest names, even of those it does not build,
/// and a lock file that fits. It reports these before a program that is not in the manifest; `cargo
/// metadata` would pass over a target without its file.
fn cargo_reads_the_manifest_and_the_lock_file() -> Result<(), Failed> {
    let folder = copied()?;
    let words = ["build", "--offline", "--locked", "--bin", "unheard-of"];
    let mut cargo = folder.command(env!("CARGO"), &words);
    cargo.env("CARGO_TARGET_DIR", folder.path("target"));
    let ran = Ran::of(cargo, &words);
    let expected = ["no bin target named `unheard-of`", " conceptgraph\n"];
    match expected.iter().all(|words| ran.err.contains(words)) {
        true => Ok(()),
        false => Err(ran.report("nothing wrong but that there is no such program").into()),
    }
}

fn every_included_file_is_copied() -> Result<(), Failed> {
    let folder = copied()?;
    let mut included = Vec::new();
    for file in sources(&project().join("src"))? {
        included.extend(includes(&file, &folder.path(""))?);
    }
    let queries = folder.path("src/query/queries/../../../queries/");
    same("the queries are included", included.contains(&queries), true)?;
    included.retain(|path| !path.exists());
    same("included, but not copied", included, vec![])
}

/// Copies a file or a folder of the project without ignored files.
fn copy(name: &Path, to: &Path, ignored: &[&str]) -> Result<(), Failed> {
    for pattern in ignored {
        if leaves_out(pattern, name)? {
            return Ok(());
        }
    }
    let from = project().join(name);
    let failed = |error| Failed::from(format!("COPY {}: {error}", name.display()));
    if from.is_file() {
        return fs::copy(from, to).map(|_| ()).map_err(failed);
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let file = entry?.file_name();
        copy(&name.join(&file), &to.join(&file), ignored)?;
    }
    Ok(())
}

/// Returns `true` if a pattern leaves out a path: `NAME` at the top, or `**/NAME` anywhere, where a
/// name may begin with a star.
fn leaves_out(pattern: &str, path: &Path) -> Result<bool, Failed> {
    let (anywhere, name) =
        pattern.strip_prefix("**/").map_or((false, pattern), |name| (true, name));
    let (starred, end) = name.strip_prefix('*').map_or((false, name), |end| (true, end));
    if end.is_empty() || end.contains(['*', '?', '[', '!', '/', '#']) {
        return Err(format!("this test does not understand the pattern {pattern:?}").into());
    }
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let top = path.components().count() == 1;
    Ok((anywhere || top) && if starred { file.ends_with(end) } else { file == end })
}

/// Returns the Rust files in a folder and below it.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => found.extend(sources(&path)?),
            false if path.extension().is_some_and(|end| end == "rs") => found.push(path),
            false => {}
        }
    }
    Ok(found)
}

/// Returns the paths at which the compiler looks for included files, in a copy of the project.
fn includes(file: &Path, copy: &Path) -> Result<Vec<PathBuf>, Failed> {
    let text = fs::read_to_string(file)?;
    let folder = copy.join(file.parent().unwrap_or(file).strip_prefix(project())?);
    let calls = ["include_str!(", "include_bytes!(", "include!("];
    let calls = calls.iter().flat_map(|call| text.split(call).skip(1));
    calls
        .map(|rest| {
            // If a macro assembles the name, its literal beginning is the folder.
            let rest = rest.trim_start();
            let rest = rest.strip_prefix("concat!(").unwrap_or(rest);
            let name = rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
            let (name, _) = name.ok_or_else(|| format!("{}: what is included?", file.display()))?;
            let of_project = name.strip_prefix("$CARGO_MANIFEST_DIR/");
            Ok(of_project.map_or_else(|| folder.join(name), |name| copy.join(name)))
        })
        .collect()
}
