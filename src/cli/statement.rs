//! Statements whose rows are a table: `--sql` for a SQLite database, `--cypher` for a server.

use std::path::Path;

use clap::Args;

use super::error::CliError;
use super::server::{self, Login};
use crate::base::display_safe;
use crate::store::server_url::is_server_url;
use crate::store::sqlite::{
    SqliteStatement, communities_statement, is_concept_graph, is_database, table_names,
};
use crate::table::Statement;

/// The statement whose rows are the table.
#[derive(Clone, Debug, Args)]
pub(super) struct StatementArgs {
    /// Read the table with this statement; INPUT is a SQLite database, which is only read
    #[arg(long, value_name = "SELECT", help_heading = "Table", conflicts_with = "cypher")]
    sql: Option<String>,
    /// Read the table with this statement; INPUT is a Neo4j server
    /// (bolt://HOST:PORT[?database=NAME]), which is only read
    #[arg(long, value_name = "MATCH", help_heading = "Table")]
    cypher: Option<String>,
}

const MAX_TABLE_NAMES: usize = 8;

impl StatementArgs {
    pub(super) fn given_option(&self) -> Option<&'static str> {
        match (&self.sql, &self.cypher) {
            (Some(_), _) => Some("--sql"),
            (None, Some(_)) => Some("--cypher"),
            (None, None) => None,
        }
    }

    /// Returns the command that shows rows of a SQLite database with their communities.
    pub(super) fn community_rows_command(
        &self,
        input: &Path,
        id: &str,
        graph: &Path,
    ) -> Option<Vec<String>> {
        let statement = communities_statement(self.sql.as_ref()?, id, graph);
        Some(vec!["sqlite3".to_owned(), input.display().to_string(), statement])
    }

    /// Returns the statement about an input; `None` if the input is a file with a table.
    pub(super) fn statement(
        &self,
        input: &Path,
        login: &Login,
    ) -> Result<Option<Box<dyn Statement>>, CliError> {
        let word = input.to_string_lossy();
        let usage = |fault: &str| Err(CliError::Usage(format!("{}: {fault}", input.display())));
        match (&self.sql, &self.cypher) {
            // The message leaves out the word, which may contain a password.
            (Some(_), _) if is_server_url(&word) => Err(CliError::Usage(
                "--sql is for SQLite databases, and this is a server; use --cypher".into(),
            )),
            (Some(sql), _) => match input == Path::new("-") {
                true => usage("--sql is for SQLite databases; name a database file"),
                false => Ok(Some(Box::new(SqliteStatement::new(input, sql)?))),
            },
            (None, Some(cypher)) if is_server_url(&word) => {
                Ok(Some(server::statement(&word, login, cypher)?))
            }
            (None, Some(_)) if is_database(input) => {
                usage("--cypher is for Neo4j servers; query a SQLite database with --sql")
            }
            (None, Some(_)) => {
                usage("--cypher is for Neo4j servers, and this is a file; leave the option out")
            }
            // The reader reports that a remote file is not a file.
            (None, None) if is_file_url(&word) => Ok(None),
            (None, None) if is_server_url(&word) => {
                // A fault of the address is reported first.
                server::locate(&word, login, None)?;
                usage("a server is not a table; --cypher 'MATCH ... RETURN ...' reads rows from it")
            }
            (None, None) if is_database(input) && !is_concept_graph(input) => {
                let tables = match &table_names(input)[..] {
                    [] => String::new(),
                    tables => format!(" (tables: {})", list_tables(tables)),
                };
                usage(&format!(
                    "this is a SQLite database{tables}; --sql 'SELECT ...' reads rows from it"
                ))
            }
            (None, None) => Ok(None),
        }
    }
}

/// Returns `true` if a word is the web address of a file, without a password.
fn is_file_url(word: &str) -> bool {
    ["http://", "https://", "ftp://"].iter().any(|scheme| word.starts_with(scheme))
        && !word.contains('@')
}

fn list_tables(tables: &[String]) -> String {
    let shown: Vec<_> =
        tables.iter().take(MAX_TABLE_NAMES).map(|name| display_safe::escape_name(name)).collect();
    let more = tables.len().saturating_sub(MAX_TABLE_NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    shown.join(", ") + &more
}
