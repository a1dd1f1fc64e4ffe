//! Catalogue of the canned queries, read from the headers of their files.
//!
//! A header is the leading comment lines `-- key: value` of a file, in Cypher `// key: value`:
//!
//! ```sql
//! -- title: the clusters that hold this point, smallest first
//! -- parameter: point point
//! -- parameter: limit count = 100
//! -- columns: concept size purity class centre
//! ```
//!
//! A parameter has a name, a kind and, if it is optional, a default. The program answers the canned
//! queries itself; a folder may hold queries of a user.

use std::path::Path;
use std::{fs, io};

use super::error::QuestionError;
use super::parameter::{self, Parameter};
use super::queries::{CANNED, Canned};
use crate::base::input_error::{InputError, Location};

/// A named query.
#[derive(Clone, Debug)]
pub struct Query {
    /// The name of the query, which is the stem of its file.
    pub name: String,
    /// A line that says what the query answers.
    pub title: String,
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
    /// The names of the answer's columns, in order.
    pub columns: Vec<String>,
    /// The text of the file, a statement in the database's language; empty if only the program can
    /// answer the query.
    pub statement: String,
    /// The program's own answer; `None` for a query of a user.
    pub(super) canned: Option<&'static Canned>,
}

impl Query {
    /// Returns the usage of the query, such as `containing POINT [LIMIT]`.
    pub fn usage(&self) -> String {
        parameter::usage(&self.name, &self.parameters)
    }

    /// Returns `true` if the query has no statement, because only the program can answer it.
    pub fn is_computed(&self) -> bool {
        self.statement.is_empty()
    }

    /// Reads a query file.
    ///
    /// # Errors
    /// Returns the line number and a message if the header is not valid.
    pub fn parse(name: &str, text: &str) -> Result<Self, (usize, String)> {
        let mut query = Self {
            name: name.to_owned(),
            title: String::new(),
            parameters: Vec::new(),
            columns: Vec::new(),
            statement: String::new(),
            canned: None,
        };
        if text.lines().any(|line| !line.starts_with("--") && !line.starts_with("//")) {
            query.statement = text.to_owned();
        }
        for (line, text) in (1..).zip(text.lines()) {
            let comment = text.strip_prefix("--").or_else(|| text.strip_prefix("//"));
            let Some(entry) = comment else { break };
            let Some((key, value)) = entry.split_once(':') else { break };
            let value = value.trim();
            match key.trim() {
                "title" => query.title = value.to_owned(),
                "columns" => query.columns.extend(value.split_whitespace().map(str::to_owned)),
                "parameter" => {
                    let parameter = Parameter::parse(value);
                    query.parameters.push(parameter.map_err(|fault| (line, fault))?);
                }
                other => return Err((line, format!("{other:?} is not a key of a query's header"))),
            }
        }
        if query.title.is_empty() || query.columns.is_empty() {
            return Err((1, "a query's header needs a title and columns".to_owned()));
        }
        Ok(query)
    }
}

/// The query language of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// The SQL of SQLite.
    Sql,
    /// The Cypher of Neo4j.
    Cypher,
}

impl Language {
    /// Returns the name of the language, which is also the suffix of its query files.
    pub fn name(self) -> &'static str {
        match self {
            Language::Sql => "sql",
            Language::Cypher => "cypher",
        }
    }
}

/// The queries of one language, sorted by name.
#[derive(Clone, Debug)]
pub struct Catalogue {
    language: Language,
    queries: Vec<Query>,
}

impl Catalogue {
    /// Creates the catalogue of the canned queries with their statements in `language`.
    pub fn new(language: Language) -> Self {
        let parse = |canned: &'static Canned| {
            let text = match language {
                Language::Sql => canned.sql,
                Language::Cypher => canned.cypher,
            };
            let name = canned.name;
            let query = Query::parse(name, text);
            let query = query.unwrap_or_else(|(line, fault)| panic!("{name}:{line}: {fault}"));
            Query { canned: Some(canned), ..query }
        };
        Self { language, queries: CANNED.into_iter().map(parse).collect() }
    }

    /// Creates the catalogue of the canned queries with their statements in SQL.
    pub fn sql() -> Self {
        Self::new(Language::Sql)
    }

    /// Creates the catalogue of the canned queries with their statements in Cypher.
    pub fn cypher() -> Self {
        Self::new(Language::Cypher)
    }

    /// Adds the query files of a folder that are written in the catalogue's language.
    ///
    /// # Errors
    /// Returns an error if the folder or a file cannot be read, a header is not valid (with its
    /// line), or a name is taken.
    pub fn extend(&mut self, folder: &Path) -> Result<(), InputError> {
        let fault = |path: &Path, place, found: String, remedy: &str| {
            InputError::data(place, found, remedy).in_file(path.display().to_string())
        };
        let unread = |path: &Path, error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => {
                fault(path, Location::Whole, "no such folder".to_owned(), "check the path")
            }
            _ => fault(path, Location::Whole, error.to_string(), "name a folder of query files"),
        };
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| unread(folder, error))? {
            let path = entry.map_err(|error| unread(folder, error))?.path();
            if path.extension().is_some_and(|suffix| suffix == self.language.name()) {
                files.push(path);
            }
        }
        files.sort();
        for path in files {
            let text = fs::read_to_string(&path).map_err(|error| unread(&path, error))?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if self.queries.iter().any(|known| known.name == name) {
                let found = format!("there is already a query {name:?}");
                return Err(fault(&path, Location::Whole, found, "rename the file"));
            }
            let query = Query::parse(&name, &text).map_err(|(line, found)| {
                let remedy = "see the header of any file in queries/";
                fault(&path, Location::Line(line as u64), found, remedy)
            })?;
            self.queries.push(query);
        }
        self.queries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(())
    }

    /// Returns the language of the statements.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns the queries, sorted by name.
    pub fn queries(&self) -> &[Query] {
        &self.queries
    }

    /// Returns the query called `name`.
    ///
    /// # Errors
    /// Returns an error that lists the known queries and suggests a similar name if no query has
    /// the name.
    pub fn find(&self, name: &str) -> Result<&Query, QuestionError> {
        self.queries.iter().find(|q| q.name == name).ok_or_else(|| QuestionError::NoQuery {
            name: name.to_owned(),
            known: self.queries.iter().map(|query| query.name.clone()).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_whole_header() {
        let catalogue = Catalogue::sql();
        assert!(catalogue.queries().is_sorted_by(|a, b| a.name < b.name));
        for (mark, catalogue) in [(":", &catalogue), ("$", &Catalogue::cypher())] {
            for query in catalogue.queries().iter().filter(|query| !query.is_computed()) {
                for parameter in &query.parameters {
                    let used = query.statement.contains(&format!("{mark}{}", parameter.name));
                    assert!(used, "{} does not use {mark}{}", query.name, parameter.name);
                }
            }
        }
        assert_eq!(catalogue.find("containing").unwrap().usage(), "containing POINT [LIMIT]");
        assert_eq!(catalogue.find("lca").unwrap().usage(), "lca POINT POINT...");
    }

    #[test]
    fn both_languages_have_the_same_queries() {
        let heads = |catalogue: Catalogue| -> Vec<_> {
            let head = |query: &Query| {
                let Query { name, title, parameters, columns, .. } = query.clone();
                (name, title, parameters, columns)
            };
            catalogue.queries().iter().map(head).collect()
        };
        assert_eq!(heads(Catalogue::sql()), heads(Catalogue::cypher()));
    }

    #[test]
    fn a_broken_header_is_an_error_with_its_line() {
        let broken = [
            ("-- title: x\n-- parameter: a\n", 2, "\"a\" is not `name kind` or"),
            ("-- title: x\n-- columns: a\n-- parameter: a b\n", 3, "\"b\" is not one of the kinds"),
            ("-- titel: x\n", 1, "\"titel\" is not a key"),
            ("SELECT 1;\n", 1, "needs a title and columns"),
        ];
        for (text, line, fault) in broken {
            let (at, message) = Query::parse("q", text).unwrap_err();
            assert_eq!(at, line, "{text}");
            assert!(message.contains(fault), "{message}");
        }
    }

    #[test]
    fn an_unknown_query_gets_the_nearest_name() {
        let message = Catalogue::sql().find("parent").unwrap_err().to_string();
        assert!(message.starts_with("there is no query \"parent\" (did you mean \"parents\"?)"));
    }
}
