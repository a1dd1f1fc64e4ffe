//! The options that every command shares which starts from a table or a context.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::condition::Condition;
use super::failure::{Failure, tell};
use super::words::{Amount, Metric, Scale};
use crate::context::{FormalContext, binarize::binarize, cxt, fimi};
use crate::graph::{Features, Origin};
use crate::input_error::{InputError, Location};
use crate::knn;
use crate::points::Points;
use crate::table::{Table, read};

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
    #[arg(long, value_name = "COLUMN", help_heading = "Table")]
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

    /// Neighbours a point, itself among them: a number or a share such as 10% [default: half]
    #[arg(long, value_name = "N|P%", help_heading = "Neighbours")]
    k: Option<Amount>,
    /// Distance between points [default: euclidean]
    #[arg(long, value_enum, help_heading = "Neighbours")]
    metric: Option<Metric>,
    /// Scaling of the columns before distances are taken [default: none]
    #[arg(long, value_enum, help_heading = "Neighbours")]
    scale: Option<Scale>,

    /// Threads to use [default: all cores]; results never depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Missing {
    /// Stop and tell where
    Error,
    /// Leave the row out
    Drop,
}

/// A context with its points, ready to be mined.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) origin: Origin,
    pub(super) points: Points,
    pub(super) features: Features,
    pub(super) context: FormalContext,
}

impl Input {
    /// Reads the input and makes it a context.
    pub(super) fn read(&self) -> Result<Source, Failure> {
        self.how.set_threads()?;
        self.how.read(&self.input)
    }

    /// The input's stem, which names the graph and its store.
    pub(super) fn name(&self) -> String {
        name(&self.input)
    }
}

impl How {
    /// The same with another k.
    pub(super) fn with_k(&self, k: usize) -> Self {
        Self { k: Some(Amount::Count(k)), ..self.clone() }
    }

    /// Takes as many threads as were asked for, once.
    pub(super) fn set_threads(&self) -> Result<(), Failure> {
        let Some(threads) = self.threads else { return Ok(()) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        pool.build_global().map_err(|error| Failure::Failed(error.to_string()))
    }

    /// Reads an input and makes it a context.
    pub(super) fn read(&self, input: &Path) -> Result<Source, Failure> {
        let (context, points) = match suffix(input).as_deref() {
            Some("cxt") => self.ready(input, cxt::read)?,
            Some("dat") => self.ready(input, fimi::read)?,
            _ => return self.neighbours(&self.table(input)?, input),
        };
        let (origin, features) = (Origin::Ready, Features::default());
        Ok(Source { name: name(input), origin, points, features, context })
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
            let found = format!("{option} is for tables, and this is a ready context");
            let file = input.display().to_string();
            return Err(InputError::usage(file, Location::Whole, found, "leave it out").into());
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

    /// How many neighbours of n points are looked for.
    pub(super) fn k(&self, n: usize) -> usize {
        self.k.map_or_else(|| knn::default_k(n), |k| k.of(n))
    }

    /// What is done to the columns before distances are taken.
    pub(super) fn scale(&self) -> knn::Scale {
        self.scale.map_or(knn::Scale::None, Into::into)
    }

    /// Reads a table, its points with the classes that were asked for.
    pub(super) fn table(&self, input: &Path) -> Result<Table, Failure> {
        let condition = self.label.as_deref().and_then(Condition::parse);
        let reading = read::Reading {
            header: !self.no_header,
            label: self.label.clone(),
            otherwise: condition.as_ref().map(|(column, _)| column.clone()),
            id: self.id.clone(),
            columns: self.columns.clone(),
            drop: self.drop.clone(),
            missing: match self.missing {
                None | Some(Missing::Error) => read::Missing::Error,
                Some(Missing::Drop) => read::Missing::Drop,
            },
        };
        let read::Read { table, dropped, label } = read::read(input, &reading)?;
        if dropped > 0 {
            let rows = if dropped == 1 { "row" } else { "rows" };
            tell(&format!("left out {dropped} {rows} with an empty cell"));
        }
        match condition {
            Some((column, condition)) if label.as_ref() == Some(&column) => {
                let points = condition.classes(table.points(), &file(input))?;
                Ok(Table::new(table.features().to_vec(), table.values().to_vec(), points))
            }
            _ => Ok(table),
        }
    }

    /// The context of a table's nearest neighbours.
    pub(super) fn neighbours(&self, table: &Table, input: &Path) -> Result<Source, Failure> {
        let k = self.k(table.points().len());
        let metric = self.metric.map_or(knn::Metric::Euclidean, Into::into);
        let scale = self.scale();
        let context = binarize(table, k, metric, scale).map_err(|error| {
            let file = file(input);
            match Failure::from(error) {
                Failure::Usage(text) => Failure::Usage(format!("{file}: {text}")),
                Failure::Failed(text) => Failure::Failed(format!("{file}: {text}")),
                other => other,
            }
        })?;
        Ok(Source {
            name: name(input),
            origin: Origin::Neighbors { k, metric, scale },
            points: table.points().clone(),
            features: Features {
                names: table.features().to_vec(),
                values: table.values().to_vec(),
            },
            context,
        })
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

fn is_standard_input(input: &Path) -> bool {
    input == Path::new("-")
}

/// The input, for messages.
pub(super) fn file(input: &Path) -> String {
    match is_standard_input(input) {
        true => "standard input".to_owned(),
        false => input.display().to_string(),
    }
}

/// The input's stem.
fn name(input: &Path) -> String {
    if is_standard_input(input) {
        return "stdin".to_owned();
    }
    let stem = input.file_stem().unwrap_or(input.as_os_str());
    stem.to_string_lossy().into_owned()
}
