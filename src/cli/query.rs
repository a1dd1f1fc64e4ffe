//! `conceptgraph query`: one canned query.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::choices::{RowsFormat, positive};
use super::error::{CliError, say};
use super::screen;
use super::store_location::{StoreArgs, facts_of_file};
use crate::base::display_safe;
use crate::query::{self, catalogue::Catalogue};
use crate::repl::statement::starts_a_statement;
use crate::store::server_word::names_a_server;
use crate::terminal::definitions::definitions;
use crate::terminal::rows::write_rows;
use crate::terminal::writer::lines;

#[derive(Debug, Args)]
#[command(after_help = catalogue())]
pub(super) struct Query {
    #[command(flatten)]
    store: StoreArgs,
    /// Which query [default: list them]
    name: Option<String>,
    /// Its arguments: points by name, clusters as c12 or {d1,d5}, classes by name, counts
    arguments: Vec<String>,
    /// At most this many rows
    #[arg(short = 'n', long, value_name = "N", value_parser = positive)]
    limit: Option<u32>,
    /// Show the statement that runs before its answer
    #[arg(long)]
    explain: bool,
    /// A folder with your own queries [default: conceptgraph/queries in the configuration folder]
    #[arg(long, value_name = "DIR")]
    queries: Option<PathBuf>,
    /// How to write the rows
    #[arg(short, long, value_enum, default_value = "table")]
    format: RowsFormat,
}

/// The queries with what they answer, for the help; where it names a file, for that one.
fn catalogue() -> String {
    let words = super::argv::words().skip(1);
    let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let asks = words.iter().any(|word| ["-h", "--help"].contains(&word.as_str()));
    let place = |word: &&str| words.iter().position(|known| known == word);
    let folder = place(&"--queries").and_then(|at| words.get(at + 1)).map(PathBuf::from);
    let (mut catalogue, mut heading) = (Catalogue::sql(), "Queries".to_owned());
    if asks {
        let mut named = words.iter().filter(|word| *word != "query" && !word.starts_with('-'));
        // A server is not asked: help should not wait for one, or for a password.
        if words.iter().any(|word| names_a_server(word)) {
            catalogue = Catalogue::cypher();
            heading = "Queries of a graph on a server".to_owned();
        }
        // The query reports a folder that cannot be read; its help does not.
        let _ = super::extend(&mut catalogue, folder.as_deref());
        let stored = named.find_map(|word| Some((word, facts_of_file(word)?)));
        if let Some((store, facts)) = stored {
            let (points, concepts) = (facts.points, facts.concepts);
            let store = display_safe::line(store);
            heading = format!("Queries of {store}, with {points} points and c1 to c{concepts}");
        }
    }
    let width = console::Term::stdout().size_checked().map_or(80, |(_, columns)| columns.into());
    format!("{heading}:\n{}", listed(&catalogue, Some(width.min(100))))
}

fn listed(catalogue: &Catalogue, width: Option<usize>) -> String {
    let pairs: Vec<_> =
        catalogue.queries().iter().map(|query| (query.usage(), query.title.clone())).collect();
    definitions(&pairs, width)
}

impl Query {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let (store, mut catalogue) = self.store.location()?.open()?;
        super::extend(&mut catalogue, self.queries.as_deref())?;
        let mut out = screen::out();
        let Some(name) = &self.name else {
            write!(out, "{}", listed(&catalogue, terminal_width()))?;
            return Ok(());
        };
        if starts_a_statement(name) && catalogue.find(name).is_err() {
            let fault = format!(
                "statements are for the shell: conceptgraph repl {} -c \"{name} ...;\"",
                self.store.word()
            );
            return Err(CliError::Usage(fault));
        }
        let limit = self.limit.map(u64::from);
        let question = query::prepare(&*store, &catalogue, name, &self.arguments, limit)?;
        // What is shown is what ran.
        let rows = match self.explain {
            true => question.run(&*store)?,
            false => question.answer(&*store)?,
        };
        if self.explain {
            writeln!(out, "{}\n", lines(&question.statement(&*store)))?;
        }
        write_rows(&rows, self.format.into(), terminal_width(), &mut out)?;
        out.flush()?;
        let is_read = self.format == RowsFormat::Table;
        if let Some(scope) = question.scope().filter(|_| is_read) {
            say(&format!("({scope})"));
        }
        // Not where this many rows were asked for.
        let is_asked = |most: u64| {
            limit.is_some() || self.arguments.last().is_some_and(|last| *last == most.to_string())
        };
        if let Some(most) = question.reached(&rows).filter(|&most| is_read && !is_asked(most)) {
            say(&format!("(the first {most}; for more: --limit {})", most * 10));
        }
        let remarks = question.remarks(&*store, &rows)?;
        let others = remarks.left_out.into_iter().chain(remarks.renamed).filter(|_| is_read);
        remarks.empty.into_iter().chain(others).for_each(|remark| say(&format!("({remark})")));
        Ok(())
    }
}

/// The terminal's width in columns, where results go to one.
pub(super) fn terminal_width() -> Option<usize> {
    let out = console::Term::stdout();
    out.is_term().then(|| out.size_checked()).flatten().map(|(_, columns)| columns.into())
}
