//! The layers of the source: each module uses only modules of the layers below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::support::{project, same, trial};

/// The modules by layer, from the top down; a module may use those of later layers only. The last
/// are separate crates, which do not depend on the rest.
const LAYERS: [&[&str]; 28] = [
    &["cli"],
    &["repl"],
    &["terminal"],
    &["export"],
    &["page", "files"],
    &["figure"],
    &["picture"],
    &["place", "compare"],
    &["query"],
    &["check"],
    &["select"],
    &["store"],
    &["evaluate"],
    &["build"],
    &["graph"],
    &["pair_purity", "outliers"],
    &["communities", "rule", "layout", "diagram"],
    &["purity", "cohesion", "point_graph", "differences"],
    &["lattice"],
    &["mine"],
    &["dataset"],
    &["near_points"],
    &["context"],
    &["knn"],
    &["table"],
    &["base"],
    &["conceptgraph_knn", "conceptgraph_mine"],
    &["conceptgraph_sets"],
];

/// The separate crates, by their folders below `src/`.
const KERNELS: [&str; 3] = ["knn", "mine", "sets"];

/// The crates that only the given modules may name.
const CRATES: [(&str, &[&str]); 29] = [
    ("rustyline", &["repl"]),
    ("rustix", &["cli"]),
    ("comfy_table", &["terminal"]),
    ("textwrap", &["terminal"]),
    ("console", &["terminal", "repl", "cli"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("indicatif", &["cli"]),
    ("ctrlc", &["cli"]),
    ("signal_hook", &["cli"]),
    ("rusqlite", &["store/sqlite"]),
    ("flate2", &["table"]),
    ("parquet", &["files", "store/bulk", "table"]),
    ("bytes", &["table"]),
    ("calamine", &["table"]),
    ("npyz", &["table"]),
    ("zip", &["table"]),
    ("sha2", &["store/digest", "page"]),
    ("graphviz_rust", &["figure"]),
    ("quick_xml", &["files"]),
    ("kd_tree", &["conceptgraph_knn"]),
    ("kodama", &["evaluate"]),
    ("rand_distr", &["evaluate"]),
    ("matrixmultiply", &["conceptgraph_knn"]),
    ("chrono", &["store/neo4j/"]),
    ("neo4rs", &["store/neo4j/"]),
    ("tokio", &["store/neo4j/"]),
    ("url", &["store/neo4j/"]),
];

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(arrows_point_one_way),
        trial!(crates_stay_where_they_belong),
        trial!(no_file_needs_one_that_needs_it),
        trial!(files_and_lines_are_short),
        trial!(the_library_names_no_option),
        trial!(errors_may_grow),
    ]
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// A source file: its path below `src/`, below the engine's folder, or below the name of a separate
/// crate; its text; and its code without tests.
pub struct Source {
    pub file: String,
    pub text: String,
    pub code: String,
}

pub fn sources() -> Vec<Source> {
    fn walk(folder: &Path, found: &mut Vec<Source>) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|suffix| suffix == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let code = without_tests(&text);
                let file = path.strip_prefix(project().join("src")).expect("below src");
                // The crate above passes on all of the engine's modules, so paths are equal there.
                let kernel = KERNELS.iter().any(|kernel| file.starts_with(kernel));
                let file = file.strip_prefix("engine").unwrap_or(file).display().to_string();
                let file = if kernel { format!("conceptgraph_{file}") } else { file };
                found.push(Source { file, text, code });
            }
        }
    }
    let mut found = Vec::new();
    walk(&project().join("src"), &mut found);
    assert!(found.len() > 30, "the sources are there");
    found
}

/// Returns a source without the items behind `#[cfg(test)]`, each up to its closing brace if it has
/// one.
fn without_tests(text: &str) -> String {
    let (mut kept, mut lines) = (String::new(), text.lines());
    while let Some(line) = lines.next() {
        if line.trim_start() != "#[cfg(test)]" {
            kept.push_str(line);
            kept.push('\n');
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let item = lines.by_ref().find(|line| !line.trim_start().starts_with("#["));
        if item.is_some_and(|item| item.ends_with('{')) {
            let end = format!("{}}}", &line[..indent]);
            lines.by_ref().find(|line| *line == end);
        }
    }
    kept
}

pub fn module(file: &str) -> &str {
    file.split('/').next().unwrap_or(file).trim_end_matches(".rs")
}

pub fn code_lines(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

fn arrows_point_one_way() -> Result<(), Failed> {
    let mut faults = Vec::new();
    for Source { file, code, .. } in sources() {
        let own = module(&file);
        if ["main", "lib"].contains(&own) || file == "base/mod.rs" {
            continue;
        }
        let own_layer = layer(own).ok_or(format!("{file} is in no layer"))?;
        for used in used(&code, own) {
            let below = layer(&used).is_some_and(|layer| layer > own_layer || used == own);
            if !below {
                faults.push(format!("{file} uses {used:?}"));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// Returns the modules and kernels that code names: those behind `crate::`, and separate crates.
fn used(code: &str, own: &str) -> Vec<String> {
    let name = |rest: &str| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        rest[..end.unwrap_or(rest.len())].to_owned()
    };
    let mut found: Vec<String> = Vec::new();
    for line in code_lines(code) {
        if !own.starts_with("conceptgraph_") {
            found.extend(line.split("crate::").skip(1).map(name));
        }
        let crates = KERNELS.map(|kernel| format!("conceptgraph_{kernel}"));
        found.extend(crates.into_iter().filter(|kernel| line.contains(kernel)));
    }
    found
}

fn crates_stay_where_they_belong() -> Result<(), Failed> {
    for (name, homes) in CRATES {
        let is_start = |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let path = format!("{name}::");
        let uses = |code: &str| {
            let mut lines = code_lines(code);
            lines.any(|line| line.match_indices(&path).any(|(at, _)| is_start(&line[..at])))
        };
        let users: Vec<String> = sources()
            .into_iter()
            .filter(|source| uses(&source.code))
            .map(|source| source.file)
            .collect();
        if users.is_empty() {
            return Err(format!("nothing uses {name}").into());
        }
        let strays = users.iter().filter(|file| !homes.iter().any(|home| file.starts_with(home)));
        if let Some(file) = strays.into_iter().next() {
            return Err(format!("{file} uses {name}, which belongs to {homes:?}").into());
        }
    }
    Ok(())
}

/// Returns the files of the same crate that a file imports from, by `crate::` and by `super::`. The
/// `mod.rs` of a folder only passes on names and is left out.
fn imports(file: &str, code: &str, files: &BTreeSet<String>) -> BTreeSet<String> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let own = module(file);
    let root = if own.starts_with("conceptgraph_") { own } else { "" };
    let mut found = BTreeSet::new();
    for line in code_lines(code) {
        for (mark, within) in [("crate::", root), ("super::", folder)] {
            for path in line.split(mark).skip(1) {
                let names = path.split("::").map(|name| {
                    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
                    &name[..end.unwrap_or(name.len())]
                });
                let mut place = within.to_owned();
                for name in names.take(3) {
                    place =
                        if place.is_empty() { name.to_owned() } else { format!("{place}/{name}") };
                    found.extend(files.get(&format!("{place}.rs")).cloned());
                }
            }
        }
    }
    found.remove(file);
    found
}

fn no_file_needs_one_that_needs_it() -> Result<(), Failed> {
    let sources = sources();
    let files: BTreeSet<String> = sources.iter().map(|source| source.file.clone()).collect();
    let all: BTreeMap<&str, BTreeSet<String>> =
        sources.iter().map(|s| (s.file.as_str(), imports(&s.file, &s.code, &files))).collect();
    let [mine, found] = ["first_level", "search"].map(|of| format!("conceptgraph_mine/{of}.rs"));
    let known = all[mine.as_str()].contains(&found) && all["cli/build.rs"].contains("cli/input.rs");
    same("imports that are there are seen", known, true)?;
    let reached = |from: &str| {
        let (mut met, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(file) = next.pop() {
            for other in all.get(file.as_str()).into_iter().flatten() {
                if met.insert(other.clone()) {
                    next.push(other.clone());
                }
            }
        }
        met
    };
    let reach: BTreeMap<&str, BTreeSet<String>> =
        all.keys().map(|&file| (file, reached(file))).collect();
    let mut pairs = BTreeSet::new();
    for (&file, others) in &reach {
        for other in others.iter().filter(|other| file < other.as_str()) {
            if reach[other.as_str()].contains(file) {
                pairs.insert([file, other.as_str()]);
            }
        }
    }
    same("files that need each other", pairs, BTreeSet::new())
}

fn files_and_lines_are_short() -> Result<(), Failed> {
    let mut faults = Vec::new();
    for Source { file, text, .. } in sources() {
        if text.lines().count() > 400 {
            faults.push(format!("{file} has more than 400 lines"));
        }
        let is_long = |line: &&str| line.chars().count() > 100;
        faults.extend(text.lines().filter(is_long).map(|line| format!("{file}: {line}")));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// The folders of the files that may name options: those of the program, words of the shell that
/// people type with dashes, and options of `neo4j-admin`.
const OPTIONS: [&str; 3] = ["cli/", "repl/", "store/bulk/"];

/// A caller of the library has no command line, so its errors name remedies in words.
fn the_library_names_no_option() -> Result<(), Failed> {
    let names_one = |line: &str| {
        let mut behind = line.split("--").skip(1);
        behind.any(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
    };
    same("an option is seen", names_one("take another --metric"), true)?;
    let mut faults = Vec::new();
    for Source { file, code, .. } in sources() {
        if OPTIONS.iter().any(|home| file.starts_with(home)) {
            continue;
        }
        let lines = code_lines(&code).filter(|line| names_one(line));
        faults.extend(lines.map(|line| format!("{file}: {}", line.trim())));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// Every public error outside the shell is `non_exhaustive`, so a new one breaks no program.
fn errors_may_grow() -> Result<(), Failed> {
    let (mut faults, mut seen) = (Vec::new(), 0);
    for Source { file, code, .. } in sources() {
        let lines: Vec<&str> = code.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let Some(name) = line.strip_prefix("pub enum ") else { continue };
            let attributes = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
            let attributes: Vec<&str> = attributes.copied().collect();
            let is_error = attributes.iter().any(|line| line.contains("thiserror::Error"));
            if !is_error || file.starts_with("repl/") {
                continue;
            }
            seen += 1;
            if !attributes.contains(&"#[non_exhaustive]") {
                faults.push(format!("{file}: {name}"));
            }
        }
    }
    same("errors are seen", seen > 10, true)?;
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}
