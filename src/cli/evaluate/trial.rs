//! One table evaluated: our lattice and Ward's tree.

use std::path::Path;
use std::time::Instant;

use super::Evaluate;
use crate::cli::failure::Failure;
use crate::cli::input::Source;
use crate::cli::mining::stopped;
use crate::cli::running::Running;
use crate::evaluate::{closures, ward};
use crate::knn::{Metric, Space};
use crate::lattice::Lattice;
use crate::mine::{self, Limits, Progress, Stop, estimate};
use crate::purity::{self, DendrogramPurity};
use crate::table::Table;

/// That many concepts are counted before any estimate: it takes less time.
const SOON: u64 = 1_000_000;

/// What was found out about one table.
pub(super) struct Trial {
    pub(super) source: Source,
    pub(super) k: usize,
    pub(super) concepts: f64,
    /// How far off their number may be, as a share; 0 where they were counted.
    pub(super) off: f64,
    pub(super) ours: DendrogramPurity,
    pub(super) ward: DendrogramPurity,
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
        let limits = self.mining.limits(&source, Some(self.max_concepts))?;
        let Some(classes) = source.points.classes() else {
            return Err(Failure::Usage(format!("{} has no classes to evaluate by", source.name)));
        };
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
            running.mining(&source.context, limits.min_size);
            running.progress().restart();
            let lattice = Lattice::mine(&source.context, &limits, running.progress());
            running.mined();
            let lattice = lattice.map_err(failed)?;
            let told = purity::dendrogram_purity(&lattice, classes);
            ours = told.ok_or_else(|| Failure::Failed(too_many_pairs(&source)))?;
            (concepts, off, worst) = (lattice.len() as f64, 0.0, Vec::new());
            seconds = began.elapsed().as_secs_f64();
        }
        running.step("Ward's tree");
        let ward = self.baseline(&table)?;
        let k = self.how.k(table.points().len());
        Ok(Trial { concepts, off, ours, ward, worst, seconds, k, source })
    }

    /// Ward's tree of a table, scaled as for the neighbours, by Euclidean distances whatever theirs.
    pub(super) fn baseline(&self, table: &Table) -> Result<DendrogramPurity, Failure> {
        let space = Space::new(table, Metric::Euclidean, self.how.scale())?;
        let classes = table.points().classes().expect("they were looked at before");
        Ok(ward::dendrogram_purity(&space, classes))
    }
}

/// How many concepts there are: counted where they are few, and where an estimate says that they
/// may be within the limit; else that estimate and how far off it may be.
fn counted(source: &Source, limits: &Limits, running: &mut Running) -> Result<(f64, f64), Stop> {
    let context = &source.context;
    let most = limits.max_concepts.unwrap_or(u64::MAX);
    let count = |progress: &Progress, most: u64| {
        progress.restart();
        let limits = Limits { max_concepts: Some(most), ..*limits };
        match mine::count(context, &limits, false, progress) {
            Ok(counts) => Ok(Some((counts.concepts as f64, 0.0))),
            Err(Stop::TooMany(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    };
    running.step("counting");
    if let Some(exactly) = count(running.progress(), most.min(SOON))? {
        return Ok(exactly);
    }
    running.step("estimating");
    let all = estimate(context, limits.min_size, 0);
    if most > SOON && all.concepts <= 2.0 * most as f64 {
        running.mining(context, limits.min_size);
        let exactly = count(running.progress(), most);
        running.mined();
        if let Some(exactly) = exactly? {
            return Ok(exactly);
        }
    }
    Ok((all.concepts, 2.0 * all.error / all.concepts))
}

fn too_many_pairs(source: &Source) -> String {
    format!("{} has too many pairs of points of one class; leave out --min-size", source.name)
}
