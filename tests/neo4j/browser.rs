//! The statements for Neo4j Browser, run in cypher-shell.

use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::install::LTS;
use crate::server::Server;
use crate::support::{Folder, Ran, example, program, project, same};
use crate::{Shared, own};

pub fn trials(shared: &Arc<Shared>) -> Vec<Trial> {
    vec![own(LTS, on!(shared, LTS, guide_and_recipes_run))]
}

/// Builds the graph of the wines as the guide says, once per server.
pub fn wine(server: &Server) -> Result<(), Failed> {
    let make = || -> Result<(), String> {
        let (folder, table) = (Folder::new(), example("wine.csv"));
        let url = server.graph("wine").to_string();
        let words = ["build", &table, "--label", "class", "--to", &url];
        let mut build = folder.command(program(), &words);
        build.env("NEO4J_PASSWORD", server.password());
        let ran = Ran::of(build, &words);
        let said = "764 clusters, 3,871 covers";
        if ran.code != 0 || !ran.out.contains(said) {
            return Err(ran.report(said));
        }
        Ok(())
    };
    Ok(server.once("the wines", make)?)
}

/// Returns the statements of a script, each with the comment before it. A line of a comment may end
/// like a statement.
pub fn statements(script: &str) -> Vec<String> {
    let ended = script.split_inclusive(";\n").map(str::trim);
    let is_said = |text: &&str| text.lines().any(|line| !line.starts_with("//"));
    ended.filter(|text| text.ends_with(';')).filter(is_said).map(str::to_owned).collect()
}

/// Returns the Cypher of a section of the page about Neo4j, up to the next heading of its level.
pub fn shown(heading: &str) -> Result<String, Failed> {
    let readme = std::fs::read_to_string(project().join("examples/neo4j/README.md"))?;
    let (_, section) = readme.split_once(heading).ok_or_else(|| format!("no {heading}"))?;
    let next = ["\n## ", "\n### "].map(|mark| section.find(mark).unwrap_or(section.len()));
    Ok(cypher(&section[..next[0].min(next[1])]))
}

/// Returns the Cypher in a document.
pub fn cypher(document: &str) -> String {
    let after = document.split("```cypher\n").skip(1);
    after.filter_map(|rest| rest.split("```").next()).collect()
}

/// Runs a script, all of whose statements must answer with rows; returns their number.
pub fn each_answers(server: &Server, script: &str) -> Result<usize, Failed> {
    let statements = statements(script);
    let answers = server.answers(&statements)?.ok_or("there is no cypher-shell")?;
    for (statement, answer) in statements.iter().zip(answers) {
        if answer.lines().count() < 2 {
            return Err(format!("no row for\n{statement}\n{answer}").into());
        }
    }
    Ok(statements.len())
}

/// Returns the lines of a script's header that set its parameters.
pub fn parameters(script: &str) -> String {
    let lines = script.lines().filter_map(|line| line.strip_prefix("// "));
    lines.filter(|line| line.starts_with(":param ")).collect::<Vec<_>>().join("\n")
}

/// Fails if one of these statements, each about one graph, scans all graphs. They are planned in
/// one session.
fn no_scans(server: &Server, parameters: &str, statements: &[String]) -> Result<(), Failed> {
    let bodies = statements.iter().map(|statement| -> String {
        let said = statement.lines().filter(|line| !line.starts_with("//"));
        said.collect::<Vec<_>>().join("\n")
    });
    let bodies: Vec<String> = bodies.collect();
    let planned = bodies.iter().map(|body| format!("{parameters}\nEXPLAIN {body}\n"));
    let plans = server.plans(&planned.collect::<Vec<_>>())?.ok_or("there is no cypher-shell")?;
    let scans = ["AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan"];
    for (body, plan) in bodies.iter().zip(plans) {
        // The nodes of the graphs themselves are few.
        let of_graphs = body.contains("(g:Graph {status");
        if !of_graphs && scans.iter().any(|scan| plan.contains(scan)) {
            return Err(format!("{body}\n{plan}").into());
        }
    }
    Ok(())
}

fn guide_and_recipes_run(server: &Server) -> Result<(), Failed> {
    wine(server)?;
    let read = |file: &str| std::fs::read_to_string(project().join(file));
    let guide = read("examples/neo4j/guide.cypher")?;
    same("queries of the guide", each_answers(server, &guide)?, 10)?;
    let recipes = read("examples/neo4j/statements.cypher")?;
    same("recipes", each_answers(server, &recipes)?, 30)?;
    let pictures = read("examples/neo4j/pictures.cypher")?;
    let parameters = parameters(&pictures);
    let pictures = statements(&pictures);
    let scripts: Vec<String> =
        pictures.iter().map(|statement| format!("{parameters}\n{statement}\n")).collect();
    let answers = server.answers(&scripts)?.ok_or("there is no cypher-shell")?;
    let rows: Vec<bool> = answers.iter().map(|answer| answer.lines().count() > 1).collect();
    same("pictures with rows", rows, vec![true; 8])?;
    let suggested = [statements(&guide), statements(&recipes)].concat();
    no_scans(server, "", &suggested)?;
    no_scans(server, &parameters, &pictures)
}
