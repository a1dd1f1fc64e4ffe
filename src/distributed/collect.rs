//! All rows of a run come together as the graph that `build` makes.
//!
//! Everything is checked: the objects are those of the points, every key and size is that of its
//! objects, every cluster is closed and has its number of attributes, none occurs twice, the
//! largest is present, and so is every child. Whatever is missing would lie below something that is
//! present, so then nothing is missing.

use std::fs::File;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::arrow::{Essentials, Row, read};
use super::objects::Searched;
use super::run::Run;
use super::{Error, Result, refused};
use crate::base::keys::KeyPair;
use crate::base::memory::Memory;
use crate::base::progress::Progress;
use crate::build::TooLargeError;
use crate::graph::ConceptGraph;
use crate::lattice::{Collector, Lattice, LatticeError};
use crate::mine::MinedConcept;

/// A graph in memory takes no more than this many times its rows, roughly.
const TIMES: f64 = 3.0;

/// The graph of a run from files with all its rows, in any order.
///
/// # Errors
/// Files that cannot be read, are damaged or of another run; rows that are missing or occur twice;
/// keys that several clusters share; more memory than allowed; an interrupt.
pub fn collect(
    run: &Run,
    files: &[PathBuf],
    memory: Memory,
    progress: &Progress,
) -> Result<ConceptGraph> {
    progress.step("reading rows");
    let sizes = files.iter().map(|file| file.metadata().map_or(0, |data| data.len()));
    memory.allows(TIMES * sizes.sum::<u64>() as f64).map_err(|cause| {
        let what = format!("the graph of {}", run.description.name);
        TooLargeError { what, cause, fits: None }
    })?;
    progress.parts(files.len() as u64);
    let mut collector = Collector::new(run.searched.context.objects());
    for place in files {
        collect_file(run, place, &mut collector, progress)?;
        progress.did(1);
    }
    progress.step("collecting");
    let dataset = run.dataset()?;
    let lattice = Lattice::collected(&dataset.context, &run.limits(), vec![collector], progress);
    let lattice = lattice.map_err(|error| match error {
        LatticeError::Interrupted => Error::Interrupted,
        error => Error::Refused(explained(error)),
    })?;
    Ok(ConceptGraph::new(dataset, lattice, None, progress)?)
}

/// Adds the rows of a file.
fn collect_file(
    run: &Run,
    place: &Path,
    collector: &mut Collector<KeyPair>,
    progress: &Progress,
) -> Result<()> {
    let file = File::open(place).map_err(|error| refused(place, error))?;
    let n = run.searched.context.objects();
    let mut interrupted = false;
    let taken = read(file, &run.description.digest, |batch| {
        interrupted = progress.interrupted();
        if interrupted {
            return Err(String::new());
        }
        let rows = Essentials::of(batch);
        let checked = |at| rows.row(at, n).and_then(|row| check(run, row));
        let rows: Vec<Row> = (0..batch.num_rows())
            .into_par_iter()
            .map(checked)
            .collect::<std::result::Result<_, _>>()?;
        for Row { key, intent_size, members, lower, .. } in &rows {
            let (key, intent_size) = (*key, *intent_size);
            let (largest_lower, introduced) = (0, &[][..]);
            collector.push(MinedConcept {
                key,
                intent_size,
                members,
                lower,
                largest_lower,
                introduced,
            });
        }
        Ok(())
    });
    match taken {
        Err(_) if interrupted => Err(Error::Interrupted),
        taken => taken.map_err(|fault| refused(place, fault)),
    }
}

/// A row, if it is what it says.
fn check(run: &Run, row: Row) -> std::result::Result<Row, String> {
    let Searched { context, keys, .. } = &run.searched;
    let key: KeyPair = row.members.iter().map(|object| keys[object.index()]).sum();
    let intent = context.shared(&row.members);
    let is_sound = key == row.key
        && context.size(&row.members) == row.size
        && intent.len() == row.intent_size as usize
        && context.having(&intent) == row.members;
    if is_sound { Ok(row) } else { Err("a row is not a cluster; mine its units again".to_owned()) }
}

/// What is to be done.
fn explained(fault: LatticeError) -> String {
    let advice = match fault {
        LatticeError::Twice => "give the rows of each unit once",
        LatticeError::Ambiguous => "plan again with another seed",
        _ => "give the rows of every unit, and of those that were left",
    };
    format!("{fault}; {advice}")
}
