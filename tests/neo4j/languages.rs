//! Every statement of the program's queries and documents in both languages of a new server, Cypher 5
//! and Cypher 25.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use conceptgraph::query::{self, Limit, catalogue::Catalogue};
use conceptgraph::store::neo4j::Neo4jStore;
use conceptgraph::store::{Database, Interrupter, ParameterValue, Result as Stored, SchemaObject};
use conceptgraph_engine::base::rows::Rows;
use libtest_mimic::{Failed, Trial};

use crate::browser::{self, statements};
use crate::install::NEWEST;
use crate::server::Server;
use crate::support::graphs::{self, Question};
use crate::support::{near, project, same};
use crate::{Shared, open, small};

const LANGUAGES: [&str; 2] = ["CYPHER 5", "CYPHER 25"];

/// Words of statements that write.
const WRITING: [&str; 5] = ["MERGE", "CREATE", "SET ", "DELETE", "REMOVE"];

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    vec![on!(shared, NEWEST, queries_answer_in_both), on!(shared, NEWEST, documents_answer_in_both)]
}

/// A graph whose statements are all in one language.
struct InLanguage<'s> {
    store: &'s Neo4jStore,
    language: &'static str,
}

impl Database for InLanguage<'_> {
    fn run(
        &self,
        statement: &str,
        parameters: &[(&str, ParameterValue)],
        most: Option<usize>,
    ) -> Stored<Rows> {
        self.store.run(&format!("{} {statement}", self.language), parameters, most)
    }

    fn parameters(&self, statement: &str) -> Stored<Vec<String>> {
        self.store.parameters(statement)
    }

    fn schema_objects(&self) -> Stored<Vec<SchemaObject>> {
        self.store.schema_objects()
    }

    fn graph_name(&self) -> String {
        self.store.graph_name()
    }

    fn begin_request(&self) -> Stored<()> {
        self.store.begin_request()
    }

    fn interrupter(&self) -> Interrupter {
        self.store.interrupter()
    }
}

fn queries_answer_in_both(server: &Server) -> Result<(), Failed> {
    for name in ["iris_scales", "ready", "odd_names"] {
        let (graph, store) = small(server, name)?;
        let (stored, cypher) = (store.clone().into_stored_graph()?.graph, Catalogue::cypher());
        for language in LANGUAGES {
            let database = InLanguage { store: &store, language };
            for Question { query, words, truth, .. } in graphs::questions(&graph) {
                let question = query::prepare(&stored, &cypher, query, &words, Limit::OfQuery)?;
                let what = format!("{query} {words:?} in {language}");
                near(&what, &question.run(&database)?.rows, &truth)?;
            }
        }
    }
    Ok(())
}

/// Returns the statements of a file without comments, with the values of the parameters that the file
/// sets.
fn bare_statements(path: &Path) -> Result<Vec<String>, Failed> {
    let kind = path.extension().and_then(|kind| kind.to_str());
    if !matches!(kind, Some("md" | "cypher")) {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path)?;
    let script = if kind == Some("md") { browser::cypher(&text) } else { text };
    let set = browser::parameters(&script);
    let set: Vec<(&str, &str)> = set
        .lines()
        .filter_map(|line| line.strip_prefix(":param ")?.trim_end_matches(';').split_once(" => "))
        .collect();
    let bare = |statement: String| {
        let lines = statement.lines().filter(|line| !line.trim_start().starts_with("//"));
        let bare = lines.collect::<Vec<_>>().join("\n");
        let given =
            |text: String, (name, value): &(&str, &str)| text.replace(&format!("${name}"), value);
        set.iter().fold(bare.trim().trim_end_matches(';').to_owned(), given)
    };
    Ok(statements(&script).into_iter().map(bare).collect())
}

/// Statements that read the wines have a row; the others, which write, query the shop, or read what a
/// plugin wrote, are planned. Those that call the plugin are left out.
fn documents_answer_in_both(server: &Server) -> Result<(), Failed> {
    browser::wine(server)?;
    let store = open(server, "wine")?;
    let folder = project().join("examples/neo4j");
    let files = [fs::read_dir(&folder)?, fs::read_dir(folder.join("shop"))?].into_iter().flatten();
    let mut seen = 0;
    for file in files {
        let path = file?.path();
        let of_plugin = path.file_name().is_some_and(|name| name == "gds.cypher");
        let is_known =
            |statement: &String| !statement.starts_with(':') && !statement.contains("gds.");
        for statement in bare_statements(&path)?.into_iter().filter(is_known) {
            let writes = WRITING.iter().any(|word| statement.contains(word));
            let answers = !writes && !of_plugin && statement.contains("'wine'");
            for language in LANGUAGES {
                let explain = if answers { "" } else { "EXPLAIN " };
                let whole = format!("{language} {explain}{statement}");
                let fault = |what: String| format!("{}: {what}\n{whole}", path.display());
                let rows =
                    store.run(&whole, &[], None).map_err(|error| fault(error.to_string()))?;
                if answers && rows.rows.is_empty() {
                    return Err(fault("no row".to_owned()).into());
                }
            }
            seen += 1;
        }
    }
    same("statements", seen > 50, true)
}
