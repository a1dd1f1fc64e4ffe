//! A run is planned: its context read, its search cut into units, all written as one folder.

use std::fs;
use std::path::Path;

use super::bundle::{bundle, split, total, weighed};
use super::run::{CONTEXT, DESCRIPTION, OBJECTS, UNITS};
use super::{Description, Result, refused, unit};
use crate::base::atomic_file::AtomicFolder;
use crate::base::memory::Memory;
use crate::base::numbers::hex;
use crate::base::progress::Progress;
use crate::build;
use crate::dataset::Dataset;
use crate::graph::ConceptGraph;
use crate::lattice::Lattice;
use crate::mine::{Limits, SearchTree};
use crate::pair_purity;
use crate::purity::{DendrogramPurity, has_few_pairs};
use crate::store::sqlite;

/// How a run is planned.
#[derive(Clone, Copy, Debug)]
pub struct PlanOptions {
    /// The number of units, at most as many as the search has nodes.
    pub units: usize,
    /// What keys and estimates are made from.
    pub seed: u64,
    /// How many bits a key has; none is as many as fit.
    pub key_bits: Option<u32>,
    /// The most memory that may be taken.
    pub memory: Memory,
}

/// Plans the search of a dataset into a new folder, which appears whole or not at all. Returns its
/// description and how many units it has.
///
/// # Errors
/// A folder that exists, or cannot be written; more memory than allowed; an interrupt.
pub fn plan(
    dataset: Dataset,
    limits: &Limits,
    options: &PlanOptions,
    folder: &Path,
    progress: &Progress,
) -> Result<(Description, usize)> {
    check_target(folder)?;
    progress.step("planning");
    let &PlanOptions { units, seed, key_bits, memory } = options;
    let (mut description, objects) = Description::of(&dataset, limits.min_size, seed, key_bits);
    let text = serde_json::to_vec(&objects).map_err(|error| refused(folder, error))?;
    let digest = description.digest_of(&text);
    description.digest = hex(&digest);
    let searched = objects.searched();
    let whole = Lattice::of_whole(&dataset.context, progress)?;
    let graph = ConceptGraph::new(dataset, whole, None, progress)?;
    let purity = match limits.min_size {
        0 => full_purity(&graph, memory, progress)?,
        _ => None,
    };
    if let Some(purity) = purity {
        description.dendrogram_purity = purity.overall;
        description.class_dendrogram_purity = purity.of_class;
        description.chance = purity.chance;
        description.class_chance = purity.chance_of_class;
    }
    let tree = SearchTree::new(searched.context.matrix(), limits.min_size);
    let nodes = split(tree, weighed(tree, tree.roots(), seed, progress)?, units, seed, progress)?;
    description.estimate = total(&nodes).round();
    let bundles = bundle(nodes, units);

    let failed = |error| refused(folder, error);
    let hidden = AtomicFolder::new(folder).map_err(failed)?;
    fs::write(hidden.path().join(OBJECTS), text).map_err(failed)?;
    let units = hidden.path().join(UNITS);
    fs::create_dir(&units).map_err(failed)?;
    for nodes in &bundles {
        let bytes = unit::write(&digest, &searched.context, nodes);
        fs::write(units.join(unit::name(&bytes) + ".unit"), bytes).map_err(failed)?;
    }
    let text = serde_json::to_vec_pretty(&description).map_err(|error| refused(folder, error))?;
    fs::write(hidden.path().join(DESCRIPTION), text).map_err(failed)?;
    sqlite::save(&graph, &hidden.path().join(CONTEXT), false, progress)?;
    progress.check()?;
    check_target(folder)?;
    hidden.persist().map_err(failed)?;
    Ok((description, bundles.len()))
}

fn check_target(folder: &Path) -> Result<()> {
    match folder.symlink_metadata() {
        Ok(_) => Err(refused(folder, "this exists already; name a new folder for the run")),
        Err(_) => Ok(()),
    }
}

/// The dendrogram purity of the full lattice of a graph with its communities, as a store has it.
fn full_purity(
    graph: &ConceptGraph,
    memory: Memory,
    progress: &Progress,
) -> Result<Option<DendrogramPurity>> {
    let Some(classes) = graph.points.classes() else { return Ok(None) };
    let (n, bytes) = (graph.points.len(), pair_purity::bytes(&graph.context));
    build::allows_of("the dendrogram purity", n, bytes, memory)?;
    if !has_few_pairs(classes) {
        return Ok(None);
    }
    let communities = Some(graph.communities());
    let found = pair_purity::dendrogram_purity(&graph.context, classes, communities, progress)?;
    Ok(Some(found.hierarchy.unwrap_or(found.lattice)))
}
