//! Planning of a run: the context is read, its search is cut into units, and all is written to one
//! folder.

use std::fs;
use std::path::Path;

use crate::bundle::{bundle, split, total_estimate, weigh};
use crate::error::{Result, path_error};
use crate::run::{CONTEXT_FILE, DESCRIPTION_FILE, Description, OBJECTS_FILE, UNITS_FOLDER};
use crate::unit;
use conceptgraph::store::sqlite;
use conceptgraph_engine::base::memory::MemoryLimit;
use conceptgraph_engine::base::numbers::to_hex;
use conceptgraph_engine::base::progress::Progress;
use conceptgraph_engine::build;
use conceptgraph_engine::communities::CommunityResult;
use conceptgraph_engine::dataset::Dataset;
use conceptgraph_engine::graph::Graph;
use conceptgraph_engine::lattice::Lattice;
use conceptgraph_engine::mine::Limits;
use conceptgraph_engine::pair_purity;
use conceptgraph_engine::purity::{DendrogramPurity, has_few_pairs};
use conceptgraph_mine::SearchTree;

#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanOptions {
    /// The number of units, at most as many as the search has nodes.
    pub(crate) units: usize,
    pub(crate) seed: u64,
    /// The number of bits of a key; `None` is as many as fit.
    pub(crate) key_bits: Option<u32>,
    pub(crate) memory: MemoryLimit,
}

/// Plans a search in a new folder, which appears whole or not at all; counts its units.
pub(crate) fn plan(
    dataset: Dataset,
    limits: &Limits,
    options: &PlanOptions,
    folder: &Path,
    progress: &Progress,
) -> Result<(Description, usize)> {
    check_target(folder)?;
    progress.begin_step("planning");
    let &PlanOptions { units, seed, key_bits, memory } = options;
    let (mut description, objects) =
        Description::from_dataset(&dataset, limits.min_size, seed, key_bits);
    let text = serde_json::to_vec(&objects).map_err(|error| path_error(folder, error))?;
    let digest = description.compute_digest(&text);
    description.digest = to_hex(&digest);
    let searched = objects.into_search_objects();
    let whole = Lattice::with_top_only(&dataset.context, progress)?;
    let graph = Graph::new(dataset, whole, None, progress)?;
    let purity = match limits.min_size {
        0 => full_purity(&graph, memory, progress)?,
        _ => None,
    };
    if let Some(purity) = purity {
        description.dendrogram_purity = purity.overall;
        description.class_dendrogram_purity = purity.by_class;
        description.chance = purity.chance;
        description.class_chance = purity.chance_by_class;
    }
    let tree = SearchTree::new(searched.context.matrix(), limits.min_size);
    let nodes = split(tree, weigh(tree, tree.roots(), seed, progress)?, units, seed, progress)?;
    description.estimate = total_estimate(&nodes).round();
    let bundles = bundle(nodes, units);

    let failed = |error| path_error(folder, error);
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
    let hidden = tempfile::Builder::new()
        .prefix(".conceptgraph-")
        .tempdir_in(parent.unwrap_or(Path::new(".")))
        .map_err(failed)?;
    fs::write(hidden.path().join(OBJECTS_FILE), text).map_err(failed)?;
    let units = hidden.path().join(UNITS_FOLDER);
    fs::create_dir(&units).map_err(failed)?;
    for nodes in &bundles {
        let bytes = unit::write(&digest, &searched.context, nodes);
        fs::write(units.join(unit::name(&bytes) + ".unit"), bytes).map_err(failed)?;
    }
    let text =
        serde_json::to_vec_pretty(&description).map_err(|error| path_error(folder, error))?;
    fs::write(hidden.path().join(DESCRIPTION_FILE), text).map_err(failed)?;
    sqlite::save(&graph, &hidden.path().join(CONTEXT_FILE), false, progress)?;
    progress.check()?;
    check_target(folder)?;
    fs::rename(hidden.path(), folder).map_err(failed)?;
    Ok((description, bundles.len()))
}

fn check_target(folder: &Path) -> Result<()> {
    match folder.symlink_metadata() {
        Ok(_) => Err(path_error(folder, "this exists already; name a new folder for the run")),
        Err(_) => Ok(()),
    }
}

/// Returns the dendrogram purity for a store; `None` without classes or with too many pairs.
fn full_purity(
    graph: &Graph,
    memory: MemoryLimit,
    progress: &Progress,
) -> Result<Option<DendrogramPurity>> {
    let (points, context) = (graph.points()?, &graph.context()?.context);
    let Some(classes) = points.classes() else { return Ok(None) };
    let (n, bytes) = (points.len(), pair_purity::bytes(context));
    build::check_memory("the dendrogram purity", n, bytes, memory)
        .map_err(build::BuildError::from)?;
    if !has_few_pairs(classes) {
        return Ok(None);
    }
    let communities = CommunityResult {
        communities: graph.communities()?.clone(),
        membership: graph.membership()?.clone(),
    };
    let found = pair_purity::dendrogram_purity(context, classes, Some(&communities), progress)?;
    Ok(Some(found.hierarchy.unwrap_or(found.lattice)))
}
