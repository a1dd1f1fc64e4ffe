//! `conceptgraph query`: answers one query.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::argv::program_name;
use super::choices::{ROW_FORMATS, one_of, parse_positive};
use super::error::{CliError, print_lines, print_note};
use super::screen;
use super::store_location::StoreArgs;
use crate::base::display_safe::{quote_shell, quote_words};
use crate::query::{self, Limit, QueryError, catalogue::Catalogue};
use crate::repl::check_line;
use crate::store::StoredGraph;
use crate::store::sqlite::is_concept_graph;
use crate::terminal::definitions::definitions;
use crate::terminal::rows::{RowFormat, remove_empty_columns, write_rows};
use crate::terminal::writer::escape_lines;

#[derive(Debug, Args)]
#[command(after_help = query_help())]
pub(super) struct QueryCommand {
    #[command(flatten)]
    store: StoreArgs,
    /// Name of the query; without a name, all queries are listed
    name: Option<String>,
    /// Arguments of the query: points, clusters (c12), classes, numbers. Write -- before
    /// names that begin with a dash
    #[arg(allow_negative_numbers = true)]
    arguments: Vec<String>,
    /// Largest number of rows
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_positive::<u32>)]
    limit: Option<u32>,
    /// Show the statement before the answer
    #[arg(long)]
    explain: bool,
    /// Folder with your own queries [default: ~/.config/conceptgraph/queries]
    #[arg(long, value_name = "DIR")]
    queries: Option<PathBuf>,
    /// Format of the rows
    #[arg(short, long, value_parser = one_of(ROW_FORMATS), default_value = "table")]
    format: RowFormat,
}

fn query_help() -> String {
    format!("Queries:\n{}", describe_queries(&Catalogue::sql(), Some(help_width())))
}

fn help_width() -> usize {
    console::Term::stdout().size_checked().map_or(80, |(_, columns)| columns.into()).min(100)
}

fn describe_queries(catalogue: &Catalogue, width: Option<usize>) -> String {
    let pairs: Vec<_> =
        catalogue.queries().iter().map(|query| (query.usage(), query.title.clone())).collect();
    definitions(&pairs, width)
}

impl QueryCommand {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let location = self.store.location()?;
        let StoredGraph { graph, database } = location.open().map_err(|error| self.tip(error))?;
        let mut catalogue = Catalogue::new(location.language());
        super::add_user_queries(&mut catalogue, self.queries.as_deref())?;
        let mut out = screen::text_writer();
        let Some(name) = &self.name else {
            write!(out, "{}", describe_queries(&catalogue, terminal_width()))?;
            return Ok(());
        };
        let line = [std::slice::from_ref(name), &unexpanded(&self.arguments)].concat().join(" ");
        if catalogue.find(name).is_err() && check_line(&line, &catalogue).is_ok() {
            let (program, store, line) =
                (program_name(), quote_shell(&self.store.locator), quote_shell(&line));
            let fault =
                format!("this is a line of the shell; write {program} repl {store} -c {line}");
            return Err(CliError::Usage(fault));
        }
        let mut words = self.arguments.clone();
        let typed = query::take_limit(&mut words).map_err(QueryError::from)?;
        let limit = Limit::new(self.limit.map(u64::from).or(typed), self.format.is_for_people());
        let question = query::prepare(&graph, &catalogue, name, &words, limit)?;
        let answer = question.answer(Some(&*database))?;
        let mut rows = answer.values(&graph)?;
        if self.format.is_for_people() {
            remove_empty_columns(&mut rows);
        }
        if self.explain {
            let said = question.explanation(&*database)?;
            // A program expects nothing but the rows.
            match self.format {
                RowFormat::Json => print_lines(&escape_lines(&said)),
                _ => writeln!(out, "{}\n", escape_lines(&said))?,
            }
        }
        write_rows(&rows, self.format, terminal_width(), &mut out)?;
        if let Some(cut_off) = question.limit_note(&answer, "--limit") {
            print_note(&format!("({cut_off})"));
        }
        let notes = answer.notes.iter().filter(|_| self.format == RowFormat::Table);
        answer.why_empty.iter().chain(notes).for_each(|note| print_note(&format!("({note})")));
        Ok(())
    }

    /// Returns the error of a store that cannot be opened, or a tip if it is the name of a query.
    fn tip(&self, error: CliError) -> CliError {
        let query = &*self.store.locator;
        if Path::new(query).exists() || Catalogue::sql().find(query).is_err() {
            return error;
        }
        let store = self.name.as_deref().filter(|name| is_concept_graph(Path::new(name)));
        let words = [store.unwrap_or("STORE"), query]
            .into_iter()
            .chain(self.arguments.iter().map(String::as_str));
        let (program, line) = (program_name(), quote_words(words));
        CliError::Usage(format!("{query}: the store comes first: {program} query {line}"))
    }
}

/// Returns the words with one `*` in the place of the files that a shell makes of it.
fn unexpanded(words: &[String]) -> Vec<String> {
    let is_file = |word: &String| Path::new(word).exists();
    let words = words.iter().map(|word| if is_file(word) { "*" } else { word });
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    words.dedup_by(|one, other| one == other && one == "*");
    words
}

/// Returns the width of the terminal in columns; `None` if standard output is not a terminal.
pub(super) fn terminal_width() -> Option<usize> {
    let out = console::Term::stdout();
    out.is_term().then(|| out.size_checked()).flatten().map(|(_, columns)| columns.into())
}
