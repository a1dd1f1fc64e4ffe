//! `conceptgraph evaluate`: dendrogram purity of the lattice beside Ward's, as the paper's Table 1.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::failure::Failure;
use super::input::{How, Mining, Source, stopped};
use super::running::Running;
use super::sample::{Shape, Synthetic};
use super::words::RowsFormat;
use crate::evaluate::{closures, plot, ward};
use crate::graph::Origin;
use crate::knn::{Metric, Scale, Space};
use crate::lattice::Lattice;
use crate::mine::{self, Stop, estimate};
use crate::points::Classes;
use crate::purity::{self, DendrogramPurity};
use crate::query::format;
use crate::store::{Rows, Value};
use crate::table::Table;

#[derive(Debug, Args)]
pub(super) struct Evaluate {
    /// Tables (.csv, .tsv) with a column of classes; or synth1, synth2, synth3, as `sample` makes them
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    mining: Mining,
    /// Beyond that many concepts their number is estimated; with --min-size beyond it is exit code 3
    #[arg(long, value_name = "N", default_value_t = 100_000_000, help_heading = "Lattice")]
    max_concepts: u64,
    /// Tell each class instead
    #[arg(long)]
    per_class: bool,
    /// Tell the N pairs of points of one class whose smallest common cluster is least pure instead
    #[arg(long, value_name = "N", conflicts_with = "per_class")]
    worst: Option<usize>,
    /// Tell the purities by k instead, as the paper's Figure 2: k=FROM..TO:STEP, both ends in
    #[arg(long, value_name = "k=A..B:S", conflicts_with_all = ["per_class", "worst", "k", "min_size"])]
    sweep: Option<Sweep>,
    /// Draw the sweep as well: an .svg file
    #[arg(short, long, value_name = "FILE", requires = "sweep")]
    output: Option<PathBuf>,
    /// Make so many of each synthetic table, with rising seeds, and tell means and deviations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..),
          conflicts_with_all = ["per_class", "worst", "sweep"])]
    trials: Option<u64>,
    #[command(flatten)]
    shape: Shape,
    /// How to write the rows
    #[arg(long, value_enum, default_value = "table")]
    format: RowsFormat,
}

/// What was found out about one input.
struct Evaluation {
    source: Source,
    concepts: u64,
    /// How far off their number may be, as a share; 0 where they were counted.
    off: f64,
    ours: DendrogramPurity,
    ward: DendrogramPurity,
    worst: Vec<closures::Pair>,
    seconds: f64,
}

impl Evaluate {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let needs_label = |input: &PathBuf| synthetic(input).is_none();
        if self.how.label.is_none() && self.inputs.iter().any(needs_label) {
            let told = "name the column with the classes: evaluate INPUT... --label COLUMN";
            return Err(Failure::Usage(told.to_owned()));
        }
        self.shape.check()?;
        self.how.set_threads()?;
        let mut running = Running::start()?;
        let mut rows = Rows { columns: self.columns(), rows: Vec::new() };
        let mut lines = Vec::new();
        for input in &self.inputs {
            if let Some(sweep) = &self.sweep {
                running.step("sweeping");
                let swept = self.swept(input, sweep)?;
                for (method, value) in [("ours", 0), ("Ward", 1)] {
                    let points = swept.points.iter().map(|(k, both)| (*k as f64, both[value]));
                    lines.push((format!("{}, {method}", swept.dataset), points.collect()));
                }
                rows.rows.extend(swept.rows());
                continue;
            }
            let mut trials = Vec::new();
            let many = if synthetic(input).is_some() { self.trials.unwrap_or(1) } else { 1 };
            for trial in 0..many {
                running.step("reading, finding neighbours");
                let source = self.source(&self.how, input, trial)?;
                trials.push(self.evaluate(source, &mut running)?);
            }
            rows.rows.extend(self.rows(&trials));
        }
        if let Some(file) = &self.output {
            plot::svg(&lines, file).map_err(Failure::Failed)?;
        }
        running.finish(self.mining.stats);
        let mut out = std::io::stdout().lock();
        format::write(&rows, self.format.into(), None, &mut out)?;
        out.flush()?;
        Ok(())
    }

    fn source(&self, how: &How, input: &Path, trial: u64) -> Result<Source, Failure> {
        match synthetic(input) {
            None => how.read(input),
            Some(kind) => {
                let table = self.shape.table(kind, trial);
                how.neighbours(&table, table.points().clone(), input)
            }
        }
    }

    fn evaluate(&self, source: Source, running: &mut Running) -> Result<Evaluation, Failure> {
        let limits = self.mining.limits(&source, Some(self.max_concepts))?;
        let Some(classes) = source.points.classes() else {
            return Err(Failure::Usage(format!("{} has no classes to evaluate by", source.name)));
        };
        let failed = |stop| stopped(stop, &source, &limits);
        let began = Instant::now();
        running.mining(&source.context, limits.min_size);
        let progress = running.progress();
        progress.restart();
        let (concepts, off, ours, worst);
        let seconds;
        if limits.min_size == 0 {
            (ours, worst) =
                closures::dendrogram_purity(&source.context, classes, self.worst.unwrap_or(0));
            seconds = began.elapsed().as_secs_f64();
            // Only the table of inputs tells how many concepts there are.
            let counted = match self.per_class || self.worst.is_some() {
                true => Ok(mine::Counts::default()),
                false => mine::count(&source.context, &limits, false, progress),
            };
            (concepts, off) = match counted {
                Ok(counts) => (counts.concepts, 0.0),
                Err(Stop::TooMany(_)) => {
                    let all = estimate(&source.context, 0, 0);
                    (all.concepts.round() as u64, 2.0 * all.error / all.concepts)
                }
                Err(stop) => return Err(failed(stop)),
            };
        } else if self.worst.is_some() {
            let told = "--worst looks at the full lattice; leave out --min-size";
            return Err(Failure::Usage(told.to_owned()));
        } else {
            let lattice = Lattice::mine(&source.context, &limits, progress).map_err(failed)?;
            let told = purity::dendrogram_purity(&lattice, classes);
            ours = told.ok_or_else(|| Failure::Failed(too_many_pairs(&source)))?;
            (concepts, off, worst) = (lattice.len() as u64, 0.0, Vec::new());
            seconds = began.elapsed().as_secs_f64();
        }
        running.mined();
        running.step("Ward's tree");
        let ward = baseline(&source, classes)?;
        Ok(Evaluation { concepts, off, ours, ward, worst, seconds, source })
    }

    /// Purities by k; Ward's tree knows no k.
    fn swept(&self, input: &Path, sweep: &Sweep) -> Result<Swept, Failure> {
        let mut swept = Swept { dataset: String::new(), points: Vec::new() };
        let mut ward = None;
        for k in (sweep.from..=sweep.to).step_by(sweep.step) {
            let source = self.source(&self.how.with_k(k), input, 0)?;
            let Some(classes) = source.points.classes() else {
                return Err(Failure::Usage(format!("{} has no classes", source.name)));
            };
            let (ours, _) = closures::dendrogram_purity(&source.context, classes, 0);
            let tree = match ward {
                Some(known) => known,
                None => *ward.insert(baseline(&source, classes)?.overall),
            };
            let both = [ours.overall, tree].map(|purity| purity.unwrap_or(f64::NAN));
            swept.dataset = source.name;
            swept.points.push((k, both));
        }
        Ok(swept)
    }

    fn columns(&self) -> Vec<String> {
        if self.sweep.is_some() {
            return ["dataset", "k", "ours", "ward"].map(str::to_owned).to_vec();
        }
        let columns: &[&str] = match (self.per_class, self.worst) {
            (true, _) => &["dataset", "class", "size", "ours", "ward"],
            (_, Some(_)) => &["dataset", "point", "other", "class", "size", "purity"],
            _ => &[
                "dataset", "points", "features", "classes", "k", "concepts", "counted", "ours",
                "ward", "seconds",
            ],
        };
        let spread: &[&str] = match self.trials {
            Some(_) => &["trials", "ours_deviation", "ward_deviation"],
            None => &[],
        };
        columns.iter().chain(spread).map(|&column| column.to_owned()).collect()
    }

    /// The rows of one input, of which there is one trial or many.
    fn rows(&self, trials: &[Evaluation]) -> Vec<Vec<Value>> {
        let Some(told @ Evaluation { source, ours, ward, .. }) = trials.first() else {
            return Vec::new();
        };
        let Some(classes) = source.points.classes() else { return Vec::new() };
        let text = |text: &str| Value::Text(text.to_owned());
        let number = |number: usize| Value::Int(number as i64);
        let real = |share: Option<f64>| share.map_or(Value::Null, Value::Real);
        let dataset = text(&source.name);
        if self.per_class {
            let both = ours.of_class.iter().zip(&ward.of_class);
            let of_class = classes.names().iter().zip(classes.sizes()).zip(both);
            let row = |((name, size), (&ours, &ward)): ((&String, u32), _)| {
                vec![dataset.clone(), text(name), number(size as usize), real(ours), real(ward)]
            };
            return of_class.map(row).collect();
        }
        if self.worst.is_some() {
            let names = source.points.names();
            let row = |pair: &closures::Pair| {
                let [a, b] = pair.points.map(|point| point as usize);
                let class = &classes.names()[classes.of()[a].index()];
                let size = number(pair.size as usize);
                let points = [dataset.clone(), text(&names[a]), text(&names[b]), text(class), size];
                [&points[..], &[Value::Real(pair.purity)]].concat()
            };
            return told.worst.iter().map(row).collect();
        }
        let k = match source.origin {
            Origin::Neighbors { k, .. } => number(k),
            Origin::Ready => Value::Null,
        };
        let over = |of: fn(&Evaluation) -> Option<f64>| -> Vec<f64> {
            trials.iter().filter_map(of).collect()
        };
        let ours = over(|trial| trial.ours.overall);
        let ward = over(|trial| trial.ward.overall);
        let concepts = match trials {
            [one] => Value::Int(one.concepts as i64),
            _ => real(mean(&over(|trial| Some(trial.concepts as f64)))),
        };
        let off = over(|trial| Some(trial.off)).into_iter().fold(0.0, f64::max);
        let counted = match off > 0.0 {
            true => format!("likely within {} %", (100.0 * off).ceil()),
            false => "exactly".to_owned(),
        };
        let seconds: f64 = trials.iter().map(|trial| trial.seconds).sum();
        let mut row = vec![
            dataset,
            number(source.points.len()),
            number(source.features.names.len()),
            number(classes.names().len()),
            k,
            concepts,
            text(&counted),
            real(mean(&ours)),
            real(mean(&ward)),
            Value::Real((seconds * 1000.0).round() / 1000.0),
        ];
        if self.trials.is_some() {
            row.push(number(trials.len()));
            row.extend([real(deviation(&ours)), real(deviation(&ward))]);
        }
        vec![row]
    }
}

/// The synthetic table that a word means, unless a file has that name.
fn synthetic(input: &Path) -> Option<Synthetic> {
    let word = input.to_str().filter(|_| !input.exists())?;
    Synthetic::from_str(word, false).ok()
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The standard deviation, from two values on.
fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let square = |value: &f64| (value - mean) * (value - mean);
    Some((values.iter().map(square).sum::<f64>() / (values.len() - 1) as f64).sqrt())
}

/// Purities of one input by k.
struct Swept {
    dataset: String,
    points: Vec<(usize, [f64; 2])>,
}

impl Swept {
    fn rows(&self) -> impl Iterator<Item = Vec<Value>> + '_ {
        let real = |value: f64| if value.is_nan() { Value::Null } else { Value::Real(value) };
        self.points.iter().map(move |&(k, [ours, ward])| {
            let dataset = Value::Text(self.dataset.clone());
            vec![dataset, Value::Int(k as i64), real(ours), real(ward)]
        })
    }
}

/// Some values of k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sweep {
    from: usize,
    to: usize,
    step: usize,
}

impl FromStr for Sweep {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let read = || {
            let (ends, step) = match word.strip_prefix("k=")?.split_once(':') {
                Some((ends, step)) => (ends, step.parse().ok()?),
                None => (word.strip_prefix("k=")?, 1),
            };
            let (from, to) = ends.split_once("..")?;
            let sweep = Self { from: from.parse().ok()?, to: to.parse().ok()?, step };
            (1 <= sweep.from && sweep.from <= sweep.to && sweep.step >= 1).then_some(sweep)
        };
        read().ok_or("write k=FROM..TO:STEP, as in k=10..190:10".to_owned())
    }
}

fn too_many_pairs(source: &Source) -> String {
    format!("{} has too many pairs of points of one class; leave out --min-size", source.name)
}

/// Ward's tree of the table, scaled as for the neighbours, by Euclidean distances whatever theirs.
fn baseline(source: &Source, classes: &Classes) -> Result<DendrogramPurity, Failure> {
    let scale = match source.origin {
        Origin::Neighbors { scale, .. } => scale,
        Origin::Ready => Scale::None,
    };
    let (names, values) = (source.features.names.clone(), source.features.values.clone());
    let table = Table::new(names, values, source.points.clone());
    let space = Space::new(&table, Metric::Euclidean, scale)?;
    Ok(ward::dendrogram_purity(&space, classes))
}
