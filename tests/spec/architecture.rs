//! The arrows of the source: each module uses only what stands below it.

use std::fs;
use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::support::{Need, project, trial};

/// From the top down; a module may use those after it, never those before it.
const LAYERS: [&[&str]; 19] = [
    &["cli"],
    &["repl"],
    &["export"],
    &["query"],
    &["full_lattice"],
    &["select"],
    &["store"],
    &["evaluate"],
    &["build"],
    &["graph"],
    &["purity"],
    &["lattice"],
    &["mine"],
    &["dataset"],
    &["context"],
    &["knn"],
    &["table"],
    &["points", "keys"],
    &[
        "amount",
        "atomic_file",
        "bitset",
        "csr",
        "generator_notation",
        "ids",
        "input_error",
        "numbers",
        "progress",
        "rows",
    ],
];

/// Which module alone may name a crate.
const CRATES: [(&str, &[&str]); 12] = [
    ("rustyline", &["repl"]),
    ("clap", &["cli"]),
    ("indicatif", &["cli"]),
    ("ctrlc", &["cli"]),
    ("rusqlite", &["store/sqlite"]),
    ("graphviz_rust", &["export"]),
    ("plotters", &["export"]),
    ("kodama", &["evaluate"]),
    ("rand_distr", &["evaluate"]),
    ("kd_tree", &["knn"]),
    ("neo4rs", &["store/neo4j"]),
    ("tokio", &["store/neo4j"]),
];

pub fn trials() -> Vec<Trial> {
    vec![
        trial("architecture::arrows_point_one_way", Need::Nothing, arrows),
        trial("architecture::crates_stay_where_they_belong", Need::Nothing, crates),
    ]
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// Every source file by its path below `src/`, tests cut off.
fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|suffix| suffix == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
                let name = path.strip_prefix(project().join("src")).expect("below src");
                found.push((name.display().to_string(), code));
            }
        }
    }
    let mut found = Vec::new();
    walk(&project().join("src"), &mut found);
    assert!(found.len() > 30, "the sources are there");
    found
}

fn module(file: &str) -> &str {
    file.split('/').next().unwrap_or(file).trim_end_matches(".rs")
}

fn code_lines(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

fn arrows() -> Result<(), Failed> {
    let mut faults = Vec::new();
    for (file, code) in sources() {
        let own = module(&file);
        if ["main", "lib"].contains(&own) {
            continue;
        }
        let own_layer = layer(own).ok_or(format!("{file} is in no layer"))?;
        let uses = code_lines(&code).flat_map(|line| line.split("crate::").skip(1));
        for used in uses {
            let name = |c: char| c.is_alphanumeric() || c == '_';
            let used: String = used.chars().take_while(|&c| name(c)).collect();
            let below = layer(&used).is_some_and(|layer| layer > own_layer || used == own);
            if !below {
                faults.push(format!("{file} uses {used:?}"));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

fn crates() -> Result<(), Failed> {
    for (name, homes) in CRATES {
        let uses = |code: &str| code_lines(code).any(|line| line.contains(&format!("{name}::")));
        let users: Vec<String> =
            sources().into_iter().filter(|(_, code)| uses(code)).map(|(file, _)| file).collect();
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
