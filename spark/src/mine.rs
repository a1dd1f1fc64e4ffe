//! The search of units: rows of the clusters found, units of the rest, and a file that marks the
//! end.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use serde::Serialize;
use tempfile::NamedTempFile;

use crate::bundle::{bundle, total_estimate, weigh};
use crate::error::{Result, path_error};
use crate::run::Run;
use crate::sink::{Output, Tally, UnitSink};
use crate::unit;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_mine::OpenNode;

/// The file that states that everything is written.
const DONE_FILE: &str = "done.json";
/// The most units that the rest of one unit becomes: enough for many machines.
const MAX_LEFT_UNITS: f64 = 8.0;

/// The content of `done.json`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MiningReport {
    digest: String,
    pub(crate) units: Vec<MinedUnit>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct MinedUnit {
    unit: String,
    pub(crate) clusters: u64,
    pub(crate) covers: u64,
    /// The names of the units that hold the rest.
    pub(crate) left: Vec<String>,
}

/// Searches units of a run. The rows of clusters go to `out`; the rest of a unit after about
/// `budget` clusters goes to the new folder `left` as units.
pub(crate) fn mine(
    run: &Run,
    units: &[PathBuf],
    left: &Path,
    budget: Option<u64>,
    out: impl Write + Send,
    progress: &Progress,
) -> Result<MiningReport> {
    let units = read_units(run, units)?;
    create_empty_folder(left)?;
    progress.begin_step("mining");
    let mut done = MiningReport { digest: run.description.digest.clone(), units: Vec::new() };
    let output = Output::new(run, out, progress)?;
    for (name, nodes) in units {
        let (tree, tally) = (run.tree(), Tally::default());
        let new_sink = || UnitSink::new(&output, &tally, budget.unwrap_or(u64::MAX));
        let mined = tree.mine(nodes, &run.objects.keys, progress.control(), new_sink);
        if let Some(error) = output.take_error() {
            return Err(error.into());
        }
        let (sinks, mut rest) = mined?;
        rest.extend(sinks.into_iter().flat_map(UnitSink::finish));
        done.units.push(MinedUnit {
            unit: name,
            clusters: tally.clusters.load(Ordering::Relaxed),
            covers: tally.covers.load(Ordering::Relaxed),
            left: write_left(run, rest, budget, left, progress)?,
        });
    }
    output.finish()?;
    let text = serde_json::to_vec(&done).map_err(|error| path_error(left, error))?;
    let place = left.join(DONE_FILE);
    // The file appears whole or not at all, even if the program is killed.
    let written = NamedTempFile::new_in(left).and_then(|mut file| {
        file.write_all(&text)?;
        file.persist(&place).map_err(|error| error.error)
    });
    written.map_err(|error| path_error(&place, error))?;
    Ok(done)
}

/// Reads units; returns their names and nodes. All units are checked before any is mined.
fn read_units(run: &Run, units: &[PathBuf]) -> Result<Vec<(String, Vec<OpenNode>)>> {
    let mut names = HashSet::new();
    let read = |place: &PathBuf| {
        let bytes = fs::read(place).map_err(|error| path_error(place, error))?;
        let nodes = unit::read(&bytes, &run.digest, &run.objects.context)
            .map_err(|fault| path_error(place, fault))?;
        let name = unit::name(&bytes);
        match names.insert(name.clone()) {
            true => Ok((name, nodes)),
            false => Err(path_error(place, "this unit is given twice")),
        }
    };
    units.iter().map(read).collect()
}

fn create_empty_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| path_error(folder, error))?;
    match fs::read_dir(folder).map_err(|error| path_error(folder, error))?.next() {
        None => Ok(()),
        Some(_) => Err(path_error(folder, "this folder is not empty; name a new one")),
    }
}

/// Writes the rest of a unit as other units, the more the larger the rest, and returns their names.
fn write_left(
    run: &Run,
    mut nodes: Vec<OpenNode>,
    budget: Option<u64>,
    folder: &Path,
    progress: &Progress,
) -> Result<Vec<String>> {
    nodes.sort_unstable();
    let nodes = weigh(run.tree(), nodes, run.description.seed, progress)?;
    let budgets = total_estimate(&nodes) / budget.unwrap_or(u64::MAX) as f64;
    let bundles = bundle(nodes, budgets.ceil().clamp(1.0, MAX_LEFT_UNITS) as usize);
    let mut names = Vec::new();
    for nodes in bundles {
        let bytes = unit::write(&run.digest, &run.objects.context, &nodes);
        let name = unit::name(&bytes);
        let place = folder.join(format!("{name}.unit"));
        fs::write(&place, bytes).map_err(|error| path_error(&place, error))?;
        names.push(name);
    }
    Ok(names)
}
