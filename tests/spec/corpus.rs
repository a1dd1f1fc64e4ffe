//! The fuzz targets on the corpus in `fuzz/`, and on inputs near it.

#[path = "../../fuzz/src/targets.rs"]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};

use libtest_mimic::{Failed, Trial};

use crate::altered::bytes_of;
use crate::support::{project, same, trial};

type Target = (&'static str, fn(&[u8]));

/// The targets that read bytes; altered stores have tests of their own.
const TARGETS: [Target; 9] = [
    ("address", targets::address),
    ("cxt", targets::cxt),
    ("dat", targets::dat),
    ("distances", targets::distances),
    ("header", targets::header),
    ("line", targets::line),
    ("mtx", targets::mtx),
    ("notation", targets::notation),
    ("table", targets::table),
];

/// The number of inputs derived from each file of the corpus; the first is the file itself.
const NEAR: u64 = 300;

pub fn trials() -> Vec<Trial> {
    vec![trial!(every_target_holds_on_its_corpus), trial!(every_target_is_declared)]
}

fn corpus(target: &str) -> Result<Vec<(String, Vec<u8>)>, Failed> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(project().join("fuzz/corpus").join(target))? {
        let path = entry?.path();
        files.push((path.display().to_string(), std::fs::read(&path)?));
    }
    files.sort();
    Ok(files)
}

fn every_target_holds_on_its_corpus() -> Result<(), Failed> {
    for (target, run) in TARGETS {
        let files = corpus(target)?;
        same(&format!("{target} has a corpus"), files.len() >= 2, true)?;
        for (file, bytes) in files {
            for seed in 0..NEAR {
                let mut near = bytes.clone();
                alter(&mut near, seed);
                catch_unwind(AssertUnwindSafe(|| run(&near)))
                    .map_err(|_| format!("{file}, seed {seed}: {near:?}"))?;
            }
        }
    }
    Ok(())
}

/// Changes, inserts or removes one byte; seed 0 changes nothing.
fn alter(bytes: &mut Vec<u8>, seed: u64) {
    let random = bytes_of(seed);
    let at = usize::from(random[0]) % (bytes.len() + 1);
    match random[1] % 3 {
        _ if seed == 0 => {}
        0 => bytes.insert(at, random[2]),
        1 if at < bytes.len() => drop(bytes.remove(at)),
        _ if at < bytes.len() => bytes[at] ^= 1 << (random[2] % 8),
        _ => {}
    }
}

/// The fuzz crate is not built with the program, so its manifest and targets are checked as text.
fn every_target_is_declared() -> Result<(), Failed> {
    let manifest = std::fs::read_to_string(project().join("fuzz/Cargo.toml"))?;
    for name in TARGETS.iter().map(|(name, _)| *name).chain(["altered"]) {
        let declared = format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"");
        same(name, manifest.contains(&declared), true)?;
        let target =
            std::fs::read_to_string(project().join(format!("fuzz/fuzz_targets/{name}.rs")))?;
        same(name, target.contains(&format!("conceptgraph_fuzz::{name}(data)")), true)?;
        same(name, corpus(name)?.is_empty(), false)?;
    }
    Ok(())
}
