//! One table evaluated: our lattice and Ward's tree.

use std::path::Path;
use std::time::Instant;

use super::Evaluate;
use crate::cli::failure::Failure;
use crate::cli::input::{Source, file};
use crate::cli::mining::stopped;
use crate::cli::running::Running;
use crate::evaluate::{closures, ward};
use crate::knn::{Metric, Space};
use crate::lattice::Lattice;
use crate::mine::{self, Limits, Progress, Stop, estimate};
use crate::points::{Classes, Points};
use crate::purity::{self, DendrogramPurity};
use crate::table::Table;

/// That many concepts are counted before any estimate: it takes less time.
const SOON: u64 = 1_000_000;

/// More concepts than this are counted on request only.
const MOST_CONCEPTS: u64 = 100_000_000;

/// What was found out about one table.
pub(super) struct Trial {
    pub(super) name: String,
    pub(super) points: Points,
    pub(super) features: usize,
    pub(super) k: usize,
    pub(super) concepts: f64,
    /// How far off their number may be, as a share; 0 where they were counted.
    pub(super) off: f64,
    pub(super) ours: DendrogramPurity,
    /// None where it is not asked for.
    pub(super) ward: Option<DendrogramPurity>,
    pub(super) worst: Vec<closures::Pair>,
    /// How long our purity took.
    pub(super) seconds: f64,
}

impl Evaluate {
    pub(super) fn trial(
        &self,
        input: &Path,
        trial: u64,
        running: &mut Running,
    ) -> Result<Trial, Failure> {
        running.step("reading, finding neighbours");
        let table = self.table(input, trial)?;
        let source = self.how.neighbours(&table, input)?;
        let limits =
            self.mining.limits(&source, Some(self.max_concepts.unwrap_or(MOST_CONCEPTS)))?;
        let classes = classes(&table);
        let failed = |stop| stopped(stop, &source, &limits, None);
        let began = Instant::now();
        let (concepts, off, ours, worst, seconds);
        if limits.min_size == 0 {
            running.step("joining pairs of points");
            (ours, worst) =
                closures::dendrogram_purity(&source.context, classes, self.worst.unwrap_or(0));
            seconds = began.elapsed().as_secs_f64();
            // Only the table of inputs tells how many concepts there are.
            (concepts, off) = match self.per_class || self.worst.is_some() {
                true => (0.0, 0.0),
                false => counted(&source, &limits, running).map_err(failed)?,
            };
        } else {
            let search = |progress: &Progress| Lattice::mine(&source.context, &limits, progress);
            let lattice = running.mining(&source.context, limits.min_size, search);
            let lattice = lattice.map_err(failed)?;
            let told = purity::dendrogram_purity(&lattice, classes);
            ours = told.ok_or_else(|| Failure::Failed(too_many_pairs(&source)))?;
            (concepts, off, worst) = (lattice.len() as f64, 0.0, Vec::new());
            seconds = began.elapsed().as_secs_f64();
        }
        // The worst pairs are ours alone.
        let ward = match self.worst {
            Some(_) => None,
            None => Some(self.baseline(&table, input, running)?),
        };
        let (n, features) = (table.points().len(), table.features().len());
        let (k, Source { name, points, .. }) = (self.how.k(n), source);
        Ok(Trial { concepts, off, ours, ward, worst, seconds, k, name, points, features })
    }

    /// Ward's tree of a table, scaled as for the neighbours, by Euclidean distances whatever theirs.
    pub(super) fn baseline(
        &self,
        table: &Table,
        input: &Path,
        running: &Running,
    ) -> Result<DendrogramPurity, Failure> {
        running.step("Ward's tree");
        let space = Space::new(table, Metric::Euclidean, self.how.scale()).map_err(|error| {
            Failure::Failed(format!("{}: for Ward's tree: {error}", file(input)))
        })?;
        Ok(ward::dendrogram_purity(&space, classes(table)))
    }
}

/// The classes of a table to evaluate: a file has a label by then, a synthetic table has classes.
pub(super) fn classes(table: &Table) -> &Classes {
    table.points().classes().expect("without a label there is no evaluation")
}

/// How many concepts there are: counted where they are few, and where an estimate says that they
/// may be within the limit; else that estimate and how far off it may be.
fn counted(source: &Source, limits: &Limits, running: &mut Running) -> Result<(f64, f64), Stop> {
    let context = &source.context;
    let most = limits.max_concepts.unwrap_or(u64::MAX);
    let count = |progress: &Progress, most: u64| {
        let limits = Limits { max_concepts: Some(most), ..*limits };
        match mine::count(context, &limits, false, progress) {
            Ok(counts) => Ok(Some((counts.concepts as f64, 0.0))),
            Err(Stop::TooMany(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    };
    running.step("counting");
    running.progress().restart();
    if let Some(exactly) = count(running.progress(), most.min(SOON))? {
        return Ok(exactly);
    }
    running.step("estimating");
    let all = estimate(context, limits.min_size, 0);
    if most > SOON && all.concepts <= 2.0 * most as f64 {
        let search = |progress: &Progress| count(progress, most);
        if let Some(exactly) = running.mining(context, limits.min_size, search)? {
            return Ok(exactly);
        }
    }
    Ok((all.concepts, 2.0 * all.error / all.concepts))
}

fn too_many_pairs(source: &Source) -> String {
    format!("{} has too many pairs of points of one class; leave out --min-size", source.name)
}
