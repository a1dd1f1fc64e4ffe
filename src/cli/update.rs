//! `conceptgraph update`: more rows for a stored graph.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::build_failure::failed;
use super::choices::{ROWS, one_of};
use super::error::{CliError, say};
use super::new_rows_args::NewRowsArgs;
use super::place::remarks;
use super::query::terminal_width;
use super::screen;
use super::store_location::StoreArgs;
use super::watch::Watch;
use crate::base::display_safe::{line, name};
use crate::base::memory::Memory;
use crate::base::numbers::{counted, grouped};
use crate::base::rows::{Rows, Value};
use crate::compare::Comparison;
use crate::dataset::Origin;
use crate::graph::ConceptGraph;
use crate::store::server_word::names_a_server;
use crate::store::sqlite::{self, SqliteStore};
use crate::store::{GraphFacts, LatticeStore, PlacedRow};
use crate::terminal::rows::{Format, write_rows};
use crate::update::{Error, NewRow, Update, placed_rows, rebuilt_rows};

/// At most this many points are named.
const NAMED: usize = 10;

#[derive(Debug, Args)]
pub(super) struct UpdateArgs {
    #[command(flatten)]
    store: StoreArgs,
    /// Table with the new rows, in any format that build reads; - is standard input. Or a
    /// database: with --sql a SQLite file, with --cypher a Neo4j server
    #[arg(required_unless_present_any = ["rebuild", "forget"])]
    rows: Option<PathBuf>,
    #[command(flatten)]
    new_rows: NewRowsArgs,
    /// The column of the new rows with their names [default: as in the table of the graph]
    #[arg(long, value_name = "COLUMN", requires = "rows")]
    id: Option<String>,
    /// The column of the new rows with their classes [default: as in the table of the graph]
    #[arg(long, value_name = "COLUMN", requires = "rows")]
    label: Option<String>,
    /// Build the graph again of its points, the rows placed before and the new ones
    #[arg(long)]
    rebuild: bool,
    /// Forget the rows placed before
    #[arg(long)]
    forget: bool,
    /// Show instead the points that changed company
    #[arg(long, requires = "rebuild")]
    points: bool,
    /// Stop with exit code 3 before taking more memory, such as 4G [default: three quarters of what
    /// is available]
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    max_memory: Option<Memory>,
    /// How to write the rows
    #[arg(short, long, value_parser = one_of(ROWS), default_value = "table")]
    format: Format,
}

impl UpdateArgs {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let place = Path::new(self.store.word());
        if names_a_server(self.store.word()) {
            return Err(CliError::Usage(
                "rows are added to a graph file, and this is a server; update the file and copy it \
                 to the server again (conceptgraph copy --force)"
                    .to_owned(),
            ));
        }
        if let (None, Some(option)) = (&self.rows, self.new_rows.option()) {
            let fault = format!("{option} is about new rows, and no file with some is given");
            return Err(CliError::Usage(fault));
        }
        let store = SqliteStore::open(place)?;
        sqlite::check_target(place, true)?;
        let update = Update::of(&store, self.id.clone(), self.label.clone());
        let mut update = update.map_err(|error| failure(error, place))?;
        let forgotten = if self.forget { update.forget() } else { 0 };
        let watch = Watch::start()?;
        watch.progress().step("reading");
        let new = self.new_rows(&update, place)?;
        match self.rebuild {
            true => {
                let memory = self.max_memory.unwrap_or_else(Memory::available);
                let rebuilt = update.rebuilt(new, memory, watch.progress());
                let (graph, comparison) = rebuilt.map_err(|error| failure(error, place))?;
                self.rebuild(store, &graph, &comparison, watch)?;
            }
            false => self.place(&store, &update, new, watch)?,
        }
        if self.forget {
            let rows = counted(forgotten as u64, "row", "rows");
            say(&format!("(forgotten: {rows} placed before)"));
        }
        Ok(())
    }

    fn new_rows(&self, update: &Update<'_>, place: &Path) -> Result<Vec<NewRow>, CliError> {
        let Some(rows) = &self.rows else { return Ok(Vec::new()) };
        let reading = self.new_rows.reading()?;
        let read = match self.new_rows.statement_args.about(rows, self.store.login())? {
            None => update.file(rows, reading),
            Some(statement) => update.statement(&*statement, reading),
        };
        let (rows, done) = read.map_err(|error| failure(error, place))?;
        remarks(done);
        Ok(rows)
    }

    /// Keeps rows beside the points.
    fn place(
        &self,
        store: &SqliteStore,
        update: &Update<'_>,
        new: Vec<NewRow>,
        watch: Watch,
    ) -> Result<(), CliError> {
        watch.progress().step("placing rows");
        let placed = update.place(new, watch.progress());
        let placed = placed.map_err(|error| failure(error, store.path()))?;
        watch.writing();
        sqlite::keep(store, &placed, self.forget, watch.progress())?;
        watch.stored();
        drop(watch);
        if self.rows.is_none() {
            return Ok(());
        }
        self.show(&placed_rows(&*store.communities()?, &placed))?;
        let file = line(self.store.word()).into_owned();
        let all = update.placed().len() + placed.len();
        let rows = counted(placed.len() as u64, "row is", "rows are");
        say(&format!("({rows} placed and kept in {file}, {all} in all; the graph is as it was)"));
        let is_far = |one: &&PlacedRow| one.is_far;
        let far = update.placed().iter().chain(&placed).filter(is_far).count();
        if far > 0 {
            say(&format!(
                "(far from all points: {far} of {all} rows; if such rows are many, --rebuild \
                 builds the graph again with them)"
            ));
        }
        let without = placed.iter().filter(|one| one.class.is_none()).count();
        if without > 0 && store.facts()?.classes > 0 {
            let rows = counted(without as u64, "row has", "rows have");
            say(&format!(
                "({rows} no class, and --rebuild needs the class of every row; --forget leaves out \
                 all rows placed before)"
            ));
        }
        Ok(())
    }

    /// Replaces the graph by the one that was built again.
    fn rebuild(
        &self,
        store: SqliteStore,
        graph: &ConceptGraph,
        comparison: &Comparison,
        watch: Watch,
    ) -> Result<(), CliError> {
        let before = store.facts()?;
        watch.writing();
        sqlite::replace(store, graph, watch.progress())?;
        watch.stored();
        drop(watch);
        self.show(&if self.points { comparison.points() } else { rebuilt_rows(comparison) })?;
        let after = graph.facts()?;
        say(&format!("({})", of_points(&before, &after)));
        say(&format!("({})", of_company(comparison)));
        Ok(())
    }

    fn show(&self, rows: &Rows) -> Result<(), CliError> {
        let mut out = screen::out();
        write_rows(rows, self.format, terminal_width(), &mut out)?;
        Ok(out.flush()?)
    }
}

/// `150 points became 165; k = 30, before 20`.
fn of_points(before: &GraphFacts, after: &GraphFacts) -> String {
    let points = counted(before.points.into(), "point", "points");
    let k = |facts: &GraphFacts| match facts.origin {
        Origin::Neighbors { k, .. } => k,
        Origin::Ready => 0,
    };
    let earlier = match k(before) == k(after) {
        true => ", as before".to_owned(),
        false => format!(", before {}", k(before)),
    };
    format!("{points} became {}; k = {}{earlier}", grouped(after.points.into()), k(after))
}

/// `2 of 150 points changed company: d51 from g2 to g3, d78 from g2 to none`.
fn of_company(comparison: &Comparison) -> String {
    let (rows, all) = (comparison.points().rows, comparison.common);
    let all = counted(all.into(), "earlier point", "earlier points");
    let text = |value: &Value| match value {
        Value::Text(text) => name(text).into_owned(),
        _ => "none".to_owned(),
    };
    let mut words: Vec<String> = rows
        .iter()
        .take(NAMED)
        .map(|row| format!("{} from {} to {}", text(&row[0]), text(&row[3]), text(&row[4])))
        .collect();
    if rows.len() > NAMED {
        words.push(format!("and {} more", rows.len() - NAMED));
    }
    match rows.len() {
        0 => format!("none of {all} changed company"),
        changed => {
            format!("{} of {all} changed company: {}", grouped(changed as u64), words.join(", "))
        }
    }
}

/// An error about a graph file.
fn failure(error: Error, place: &Path) -> CliError {
    match error {
        Error::Input(error) => error.into(),
        Error::Place(error) => error.into(),
        Error::Build(error) => failed(error, &place.display().to_string()),
        Error::Compare(error) => error.into(),
        Error::Store(error) => error.into(),
        Error::Unnamed => CliError::file(place, format!("{error} (--id)")),
        Error::NoClass { .. } => {
            let remedy = "say in which column it is (--label), or leave out the rows placed before \
                          (--forget)";
            CliError::file(place, format!("{error}; {remedy}"))
        }
        error => CliError::file(place, error),
    }
}
