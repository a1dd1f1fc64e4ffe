//! The options that every command shares which starts from a table or a context.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::build_failure::failed;
use super::choices::{Metric, Scale};
use super::failure::{Failure, say};
use crate::base::amount::{Amount, NoAmount};
use crate::base::input_error::InputError;
use crate::base::memory::Memory;
use crate::base::numbers::{counted, grouped};
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::base::visible;
use crate::build::{self, BuildOptions, Source};
use crate::context::{FormalContext, cxt, fimi};
use crate::dataset::{Dataset, Neighbors};
use crate::evaluate::trial::PAPER;
use crate::knn::{Dominance, dominance};
use crate::table::source::{is_standard_input, name_of};
use crate::table::{self, Table};

/// What to read and how to make it a context.
#[derive(Debug, Args)]
pub(super) struct Input {
    /// Table (.csv, .tsv, or - for standard input) or ready context (.cxt, .dat)
    pub(super) input: PathBuf,
    #[command(flatten)]
    how: How,
}

/// How to read an input and make it a context.
#[derive(Clone, Debug, Args)]
pub(super) struct How {
    /// Column with the class of each point, or two classes by a condition on it, as in 'quality>=7'
    #[arg(short, long, value_name = "COLUMN", help_heading = "Table")]
    pub(super) label: Option<String>,
    /// Column with the name of each point (otherwise d1, d2, ...)
    #[arg(long, value_name = "COLUMN", help_heading = "Table")]
    id: Option<String>,
    /// Columns to use, separated by commas (otherwise all but label and id)
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "Table")]
    columns: Option<Vec<String>>,
    /// Columns to leave out, separated by commas
    #[arg(long, value_name = "A,B", value_delimiter = ',', help_heading = "Table")]
    drop: Vec<String>,
    /// The first line is data; columns are then named 1, 2, ...
    #[arg(long, help_heading = "Table")]
    no_header: bool,
    /// What to do with a row that has an empty cell [default: error]
    #[arg(long, value_enum, help_heading = "Table")]
    missing: Option<Missing>,

    /// Neighbours of each point, itself included: a number, a share such as 10%, or auto, which
    /// chooses the number whose graph keeps near and far best [default: auto; evaluate: 50%, as in
    /// the paper]
    #[arg(short, long, value_name = "N|P%|auto", help_heading = "Neighbours")]
    k: Option<K>,
    /// Distance between points [default: euclidean]
    #[arg(long, value_enum, help_heading = "Neighbours")]
    metric: Option<Metric>,
    /// Scaling of the columns before distances are taken [default: none]
    #[arg(long, value_enum, help_heading = "Neighbours")]
    scale: Option<Scale>,

    /// Threads to use [default: all cores]; results never depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Stop with exit code 3 before taking more memory, such as 4G [default: three quarters of what
    /// is available]
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    max_memory: Option<Memory>,
}

/// How many neighbours a point has.
#[derive(Clone, Copy, Debug)]
enum K {
    /// What says most.
    Auto,
    /// This many.
    Given(Amount),
}

impl FromStr for K {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "auto" => Ok(Self::Auto),
            _ => word
                .parse()
                .map(Self::Given)
                .map_err(|error: NoAmount| format!("{error}; write auto to have a number chosen")),
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Missing {
    /// Stop and say where
    Error,
    /// Leave the row out
    Drop,
}

impl Input {
    /// Reads the input.
    pub(super) fn read(&self) -> Result<Source, Failure> {
        self.how.set_threads()?;
        self.how.read(&self.input)
    }

    /// Makes what was read a context.
    pub(super) fn dataset(&self, source: Source, progress: &Progress) -> Result<Dataset, Failure> {
        let (neighbors, memory) = (self.neighbors(), self.memory());
        let options = BuildOptions { neighbors, memory, ..BuildOptions::default() };
        build::dataset(&self.name(), source, &options, progress)
            .map_err(|error| failed(error, &self.file(), None))
    }

    /// The most memory to take.
    pub(super) fn memory(&self) -> Memory {
        self.how.memory()
    }

    /// The same, but by default at most this many bytes.
    pub(super) fn memory_or(&self, bytes: u64) -> Memory {
        self.how.max_memory.unwrap_or_else(|| Memory::available().at_most(bytes))
    }

    /// Which neighbours make the context.
    pub(super) fn neighbors(&self) -> Neighbors {
        self.how.neighbors()
    }

    /// The input's stem, which names the graph and its store.
    pub(super) fn name(&self) -> String {
        name(&self.input)
    }

    /// The input, for messages.
    pub(super) fn file(&self) -> String {
        file(&self.input)
    }
}

impl How {
    /// Which neighbours make the context of a table.
    pub(super) fn neighbors(&self) -> Neighbors {
        let default = Neighbors::default();
        Neighbors {
            k: match self.k {
                Some(K::Given(amount)) => Some(amount),
                Some(K::Auto) | None => None,
            },
            metric: self.metric.map_or(default.metric, Into::into),
            scale: self.scale.map_or(default.scale, Into::into),
        }
    }

    /// The same with k as in the paper where none is given.
    pub(super) fn neighbors_of_the_paper(&self) -> Neighbors {
        let neighbors = self.neighbors();
        Neighbors { k: if self.k.is_none() { Some(PAPER) } else { neighbors.k }, ..neighbors }
    }

    /// The most memory to take.
    pub(super) fn memory(&self) -> Memory {
        self.max_memory.unwrap_or_else(Memory::available)
    }

    /// Uses the requested number of threads. Called once.
    pub(super) fn set_threads(&self) -> Result<(), Failure> {
        self.threads.map_or(Ok(()), set_threads)
    }

    /// Reads an input.
    fn read(&self, input: &Path) -> Result<Source, Failure> {
        let (context, points) = match suffix(input).as_deref() {
            Some("cxt") => self.ready(input, cxt::read)?,
            Some("dat") => self.ready(input, fimi::read)?,
            _ => return self.table(input).map(Source::Table),
        };
        Ok(Source::Context(context, points))
    }

    fn ready(
        &self,
        input: &Path,
        read: fn(&Path) -> Result<(FormalContext, Points), InputError>,
    ) -> Result<(FormalContext, Points), Failure> {
        let of_neighbours = [
            ("--k", self.k.is_some()),
            ("--metric", self.metric.is_some()),
            ("--scale", self.scale.is_some()),
        ];
        if let Some(option) = self.of_tables().or(first(&of_neighbours)) {
            let fault = "is for tables, and this is a ready context; leave it out";
            return Err(Failure::Usage(format!("{}: {option} {fault}", input.display())));
        }
        Ok(read(input)?)
    }

    /// The first option about the columns or rows of tables that was given, if any was.
    pub(super) fn of_tables(&self) -> Option<&'static str> {
        first(&[
            ("--label", self.label.is_some()),
            ("--id", self.id.is_some()),
            ("--columns", self.columns.is_some()),
            ("--drop", !self.drop.is_empty()),
            ("--no-header", self.no_header),
            ("--missing", self.missing.is_some()),
        ])
    }

    /// Reads a table, its points with the requested classes.
    pub(super) fn table(&self, input: &Path) -> Result<Table, Failure> {
        let reading = table::Reading {
            header: !self.no_header,
            label: self.label.clone(),
            otherwise: None,
            id: self.id.clone(),
            columns: self.columns.clone(),
            drop: self.drop.clone(),
            missing: match self.missing {
                None | Some(Missing::Error) => table::Missing::Error,
                Some(Missing::Drop) => table::Missing::Drop,
            },
        };
        let found = table::read_labeled(input, &reading)?;
        if found.dropped > 0 {
            let rows = counted(found.dropped as u64, "row", "rows");
            say(&format!("left out {rows} with an empty cell"));
        }
        self.warn(&found.table, input);
        Ok(found.table)
    }

    /// Warns of what is allowed but hardly meant.
    fn warn(&self, table: &Table, input: &Path) {
        let file = visible::line(&file(input)).into_owned();
        let classes = table.points().classes().map(|classes| classes.names());
        if let (Some([class]), Some(label)) = (classes, &self.label) {
            let (label, class) = (visible::line(label), visible::line(class));
            say(&format!("{file}: with --label {label} every point has the class {class:?}"));
        }
        let unscaled = self.scale.is_none() && !matches!(self.metric, Some(Metric::Cosine));
        let found = dominance(table.values(), table.features().len());
        if let Some(Dominance { column, span, next }) = found.filter(|_| unscaled) {
            let name = visible::line(&table.features()[column]);
            let [span, next] = [span, next].map(spanned);
            say(&format!(
                "{file}: {name} spans {span}, the next column {next}, so {name} almost alone \
                 decides what is near; consider --scale standard (--scale none keeps it so)"
            ));
        }
    }
}

/// Uses this many threads. Called once. More threads than cores would only wait for each other.
pub(super) fn set_threads(asked: u16) -> Result<(), Failure> {
    let asked = usize::from(asked);
    let cores = std::thread::available_parallelism().map_or(asked, usize::from);
    if asked > cores {
        let all = counted(cores as u64, "core", "cores");
        say(&format!("--threads {asked}: this machine has {all}, so {cores} are used"));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(asked.min(cores));
    pool.build_global().map_err(|error| Failure::Failed(error.to_string()))
}

/// A span in about three digits.
fn spanned(span: f64) -> String {
    match span {
        small if small < 10.0 => format!("{small:.2}"),
        large if large < 1e15 => grouped(large.round() as u64),
        larger => format!("{larger:.2e}"),
    }
}

/// The first option that was given, if any was.
pub(super) fn first(options: &[(&'static str, bool)]) -> Option<&'static str> {
    options.iter().find(|(_, given)| *given).map(|&(option, _)| option)
}

fn suffix(input: &Path) -> Option<String> {
    Some(input.extension()?.to_str()?.to_lowercase())
}

/// Whether a file is a ready context by its suffix.
pub(super) fn is_context(input: &Path) -> bool {
    matches!(suffix(input).as_deref(), Some("cxt" | "dat"))
}

/// The input, for messages.
pub(super) fn file(input: &Path) -> String {
    name_of(input)
}

/// The input's stem.
pub(super) fn name(input: &Path) -> String {
    if is_standard_input(input) {
        return "stdin".to_owned();
    }
    let stem = input.file_stem().unwrap_or(input.as_os_str());
    stem.to_string_lossy().into_owned()
}
