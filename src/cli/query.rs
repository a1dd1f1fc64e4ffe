//! `conceptgraph query`: answers one query.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::argv::program;
use super::choices::{ROWS, one_of, positive};
use super::error::{CliError, say};
use super::screen;
use super::store_location::StoreArgs;
use crate::base::display_safe::quoted;
use crate::query::{self, Limit, catalogue::Catalogue};
use crate::repl::is_statement;
use crate::store::Opened;
use crate::terminal::definitions::definitions;
use crate::terminal::rows::{Format, write_rows};
use crate::terminal::writer::lines;

#[derive(Debug, Args)]
#[command(after_help = catalogue())]
pub(super) struct Query {
    #[command(flatten)]
    store: StoreArgs,
    /// The query; without one, all are listed
    name: Option<String>,
    /// What the query takes: points, clusters (c12), classes, numbers. Names that begin
    /// with a dash stand behind --
    #[arg(allow_negative_numbers = true)]
    arguments: Vec<String>,
    /// At most this many rows
    #[arg(short = 'n', long, value_name = "N", value_parser = positive::<u32>)]
    limit: Option<u32>,
    /// Show the statement before the answer
    #[arg(long)]
    explain: bool,
    /// Folder with your own queries [default: ~/.config/conceptgraph/queries]
    #[arg(long, value_name = "DIR")]
    queries: Option<PathBuf>,
    /// How to write the rows
    #[arg(short, long, value_parser = one_of(ROWS), default_value = "table")]
    format: Format,
}

/// Lists the queries with their titles, for the help.
fn catalogue() -> String {
    format!("Queries:\n{}", queries_in_words(&Catalogue::sql(), Some(help_width())))
}

/// Returns the width of the help in columns.
fn help_width() -> usize {
    console::Term::stdout().size_checked().map_or(80, |(_, columns)| columns.into()).min(100)
}

fn queries_in_words(catalogue: &Catalogue, width: Option<usize>) -> String {
    let pairs: Vec<_> =
        catalogue.queries().iter().map(|query| (query.usage(), query.title.clone())).collect();
    definitions(&pairs, width)
}

impl Query {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let location = self.store.location()?;
        let Opened { graph, database } = location.open()?;
        let mut catalogue = Catalogue::new(location.language());
        super::extend(&mut catalogue, self.queries.as_deref())?;
        let mut out = screen::out();
        let Some(name) = &self.name else {
            write!(out, "{}", queries_in_words(&catalogue, terminal_width()))?;
            return Ok(());
        };
        let line = [std::slice::from_ref(name), &self.arguments].concat().join(" ");
        if is_statement(&line) && catalogue.find(name).is_err() {
            let (program, store, line) = (program(), quoted(self.store.word()), quoted(&line));
            let fault = format!("this is a statement; write {program} repl {store} -c {line}");
            return Err(CliError::Usage(fault));
        }
        let is_for_people = matches!(self.format, Format::Table | Format::Markdown);
        let limit = Limit::new(self.limit.map(u64::from), is_for_people);
        let question = query::prepare(&graph, &catalogue, name, &self.arguments, limit)?;
        let answer = question.answer(Some(&*database))?;
        let rows = answer.values(&graph)?;
        if self.explain {
            let statement = question.statement(&*database)?;
            let said = statement
                .as_deref()
                .unwrap_or("no statement: the program computes it from what is stored");
            // A program expects nothing but the rows.
            match self.format {
                Format::Json => say(&lines(said)),
                _ => writeln!(out, "{}\n", lines(said))?,
            }
        }
        write_rows(&rows, self.format, terminal_width(), &mut out)?;
        out.flush()?;
        if let Some(cut_off) = question.cut_off(&answer, "--limit") {
            say(&format!("({cut_off})"));
        }
        let notes = answer.notes.iter().filter(|_| self.format == Format::Table);
        answer.why_empty.iter().chain(notes).for_each(|note| say(&format!("({note})")));
        Ok(())
    }
}

/// Returns the width of the terminal in columns; `None` if standard output is not a terminal.
pub(super) fn terminal_width() -> Option<usize> {
    let out = console::Term::stdout();
    out.is_term().then(|| out.size_checked()).flatten().map(|(_, columns)| columns.into())
}
