//! What is meant for Neo4j Browser runs as it stands: the guide, the style script, the queries
//! of examples/neo4j/README.md.

use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::server::{LTS, Server};
use crate::support::{example, graphs, project, same};
use crate::{Shared, loaded, trial};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    if std::env::var_os("NEO4J_TEST_URI").is_some() {
        return Vec::new();
    }
    vec![trial(shared, LTS, "browser::guide_style_and_readme_run", guide)]
}

/// Each statement of a script, run alone, so that an answer without a row is found.
fn each_answers(server: &Server, script: &str) -> Result<usize, Failed> {
    let mut statements = 0;
    let mut parameters = String::new();
    for statement in script.split_inclusive(';') {
        let code: Vec<&str> =
            statement.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let (settings, code): (Vec<&str>, Vec<&str>) =
            code.into_iter().partition(|line| line.starts_with(":param"));
        parameters += &settings.iter().map(|line| format!("{line}\n")).collect::<String>();
        let code = code.join("\n");
        if code.trim().is_empty() {
            continue;
        }
        let told = server.shell("plain", &format!("{parameters}{code}\n"))?;
        let told = told.ok_or("there is no cypher-shell")?;
        if code.contains("RETURN") && told.lines().count() < 2 {
            return Err(format!("no row for\n{code}\n{told}").into());
        }
        statements += 1;
    }
    Ok(statements)
}

fn guide(server: &Server) -> Result<(), Failed> {
    let graph = graphs::table(&example("iris.csv"), Some("class"), None, 75, 0)?;
    loaded(server, &graph, "iris")?;
    let read = |file: &str| std::fs::read_to_string(project().join(file));
    same("queries of the guide", each_answers(server, &read("examples/neo4j/guide.cypher")?)?, 10)?;
    let readme = read("examples/neo4j/README.md")?;
    let first = readme.split("```cypher\n").nth(1).and_then(|rest| rest.split("```").next());
    let first = first.ok_or("the document has no Cypher")?;
    same("first things to type", each_answers(server, first)?, 5)?;
    let style = read("examples/neo4j/style.cypher")?;
    server.shell("plain", &format!(":param graph => 'iris';\n{style}"))?;
    let styled = "MATCH (c:Concept {graph: 'iris'}) WHERE NOT (c:Size1 OR c:Size2 OR c:Size3 OR \
                  c:Size4 OR c:Size5) RETURN count(c) AS left;\n";
    let told = server.shell("plain", styled)?.ok_or("there is no cypher-shell")?;
    same("clusters without a size", told.trim(), "left\n0")
}
