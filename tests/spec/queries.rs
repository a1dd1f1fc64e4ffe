//! Every canned query answered three ways: by the program, by the stock sqlite3 shell on the
//! unchanged file, and by a plain function over the lattice in memory.

use std::io::Write;
use std::process::Stdio;

use conceptgraph::query::{self, Limit, catalogue::Catalogue};
use conceptgraph::store::sqlite::{self, SqliteStore};
use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use crate::support::graphs::{self, NAMES, Question};
use crate::support::whole::equal;
use crate::support::{Folder, Need, Ran, example, iris, near, project, repetitions, same, trial};

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for name in NAMES {
        trials.push(trial!(three_ways(name), Need::Sqlite3));
        trials.push(trial!(a_file_conforms(name)));
    }
    trials.push(trial!(no_statement_reads_the_members_of_all));
    trials.push(trial!(points_that_share_nothing_are_told_so));
    trials.push(trial!(formats_hold_the_same_rows));
    trials.push(trial!(a_list_that_was_cut_says_so));
    trials.push(trial!(help_lists_every_query));
    trials
}

fn a_file_conforms(name: &str) -> Result<(), Failed> {
    let (folder, graph) = (Folder::new(), graphs::graph(name)?);
    let path = folder.path("g.db");
    sqlite::save(&graph, &path, false, &Default::default())?;
    let stored = SqliteStore::graph(&path)?;
    equal(&stored, &graph)?;
    // A stored graph is as good as one in memory: the copy is equal to the byte.
    sqlite::save(&stored, &folder.path("copy.db"), false, &Default::default())?;
    same("copy", folder.read("copy.db") == folder.read("g.db"), true)?;
    let tables = SqliteStore::in_memory(&stored, &Default::default())?;
    equal(&tables.clone().into_stored_graph()?.graph, &graph)?;
    let bytes = tables.to_bytes()?;
    equal(&SqliteStore::from_bytes(&bytes)?.into_stored_graph()?.graph, &graph)?;
    // A file counts its changes and says which SQLite made them.
    let content = |bytes: &[u8]| [&bytes[..24], &bytes[28..92], &bytes[100..]].concat();
    same("bytes", content(&bytes) == content(&folder.read("g.db")), true)
}

/// `member` is read for one cluster at a time; joined otherwise, SQLite materializes all.
fn no_statement_reads_the_members_of_all() -> Result<(), Failed> {
    let folder = iris()?;
    let file = rusqlite::Connection::open(folder.path("iris.db"))?;
    for query in Catalogue::sql().queries().iter().filter(|query| !query.is_computed()) {
        let mut plan = file.prepare(&format!("EXPLAIN QUERY PLAN {}", query.statement))?;
        // The plan does not depend on the parameters, so none are bound.
        let steps = plan.raw_query().mapped(|row| row.get("detail"));
        let steps: Vec<String> = steps.collect::<Result<_, _>>()?;
        let has = |wanted: &str| steps.iter().any(|step| step == wanted);
        if steps.is_empty() || has("MATERIALIZE member") && has("SCAN extent") {
            return Err(format!("{}: {}", query.name, steps.join("\n")).into());
        }
    }
    Ok(())
}

fn three_ways(name: &str) -> Result<(), Failed> {
    let (folder, graph) = (Folder::new(), graphs::graph(name)?);
    sqlite::save(&graph, &folder.path("g.db"), false, &Default::default())?;
    let questions = graphs::questions(&graph);
    let catalogue = Catalogue::sql();
    for query in catalogue.queries() {
        let asked = questions.iter().any(|question| question.query == query.name);
        // Without classes, `pure` cannot be used.
        let can_be = query.name != "pure" || graph.points()?.classes().is_some();
        let can_be = can_be && !query.is_computed();
        same(&format!("{} is asked", query.name), asked, can_be)?;
    }
    let shell = shell(&folder, &questions)?;
    same("answers of the shell", shell.len(), questions.len())?;
    let every = repetitions(1, 6);
    for (at, (question, shell)) in questions.iter().zip(shell).enumerate() {
        let columns = &catalogue.find(question.query)?.columns;
        let object = |row: &Vec<_>| -> Json {
            columns.iter().cloned().zip(row.iter().map(|value| json!(value))).collect()
        };
        let truth: Vec<Json> = question.truth.iter().map(object).collect();
        let what = format!("{} {}", question.query, question.words.join(" "));
        near(&format!("sqlite3: {what}"), &shell, &truth)?;
        let words: Vec<&str> = question.words.iter().map(String::as_str).collect();
        let program = [&["query", "g.db", question.query, "--"], &words[..]].concat();
        if at % every == 0 {
            near(&what, &folder.json(&program)?, &truth)?;
        }
        let memory =
            query::ask(&graph, &catalogue, question.query, &question.words, Limit::OfQuery)?;
        near(&format!("in memory: {what}"), &memory.values(&graph)?.rows, &question.truth)?;
    }
    Ok(())
}

fn shell(folder: &Folder, questions: &[Question]) -> Result<Vec<Vec<Json>>, Failed> {
    let mut script = ".mode json\n".to_owned();
    for question in questions {
        script += ".parameter init\nDELETE FROM temp.sqlite_parameters;\n";
        for (name, value) in &question.parameters {
            let literal = match value {
                Json::String(text) => format!("'{}'", text.replace('\'', "''")),
                Json::Array(list) => format!("'{}'", json!(list).to_string().replace('\'', "''")),
                other => other.to_string(),
            };
            let insert = "INSERT INTO temp.sqlite_parameters VALUES";
            script += &format!("{insert} (':{name}', {literal});\n");
        }
        let file = project().join("queries").join(format!("{}.sql", question.query));
        script += &format!(".read {}\n.print ---\n", file.display());
    }
    let mut command = folder.command("sqlite3", &["-bail", "g.db"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let mut input = child.stdin.take().ok_or("no standard input")?;
    let feed = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let ran = Ran::new(&["sqlite3"], child.wait_with_output()?);
    feed.join().map_err(|_| "the shell was not fed")??;
    if ran.code != 0 || !ran.err.is_empty() {
        return Err(ran.report("answers").into());
    }
    let answers = ran.out.split("---\n").map(|answer| match answer.trim() {
        "" => Ok(Vec::new()),
        rows => serde_json::from_str(rows),
    });
    let mut answers: Vec<Vec<Json>> = answers.collect::<Result<_, _>>()?;
    answers.pop();
    Ok(answers)
}

/// If only the cluster of all points has some points, a note says so, and names a community.
fn points_that_share_nothing_are_told_so() -> Result<(), Failed> {
    let folder = Folder::new();
    let build = ["build", &example("iris.csv"), "--label", "class", "--graph", "full", "--k", "10"];
    folder.ok(&[&build[..], &["--to", "few.db"]].concat())?;
    let (both, one) = (["query", "few.db", "lca", "d1", "d51"], ["query", "few.db", "lca", "d1"]);
    let apart = folder.run(&both).err;
    same(&apart, apart.contains("only the cluster of all points contains d1 and d51"), true)?;
    let near = folder.run(&["query", "few.db", "lca", "d51", "d120", "--format", "csv"]).out;
    let is_group = near.contains("\ng2,") && near.ends_with(",versicolor,\n");
    same(&near, is_group, true)?;
    let why = folder.run(&["query", "few.db", "lca", "d51", "d120"]).err;
    same(&why, why.contains("d51 and d120; g2 is the smallest community with them"), true)?;
    same("of one", folder.run(&one).err, String::new())
}

fn a_list_that_was_cut_says_so() -> Result<(), Failed> {
    let folder = iris()?;
    let cut = folder.run(&["query", "iris.db", "largest"]);
    same("a note", cut.err.trim(), "(the first 100 of 15,407; for more: --limit 15407)")?;
    let cut = folder.run(&["query", "iris.db", "containing", "d9", "--format", "markdown"]);
    same("of how many", cut.err.contains("the first 100 of "), true)?;
    for words in [
        &["largest", "100"][..],
        &["largest", "--limit", "100"],
        &["containing", "d9", "--limit", "1"],
        &["parents", "c9", "--limit", "1"],
        &["classes"],
    ] {
        let ran = folder.run(&[&["query", "iris.db"], words].concat());
        same("no note", ran.err.as_str(), "")?;
    }
    // The output for programs is whole unless a limit is asked for.
    for (words, rows) in [
        (&["largest"][..], 15_407),
        (&["largest", "12"], 12),
        (&["largest", "--limit", "12"], 12),
        (&["community", "g2+g3+g4"], 100),
        (
            &["containing", "d9"],
            folder.json(&["query", "iris.db", "containing", "d9"])?.as_array().map_or(0, Vec::len),
        ),
        (&["nearest", "d9"], 10),
    ] {
        let csv = folder.run(&[&["query", "iris.db", "--format", "csv"], words].concat());
        same(&words.join(" "), csv.out.lines().count(), rows + 1)?;
        same("no note", csv.err.as_str(), "")?;
    }
    let shell = [".mode json", "largest", "largest limit 7"].map(|line| ["-c", line]).concat();
    let shell = folder.ok(&[&["repl", "iris.db"], &shell[..]].concat())?;
    same("in the shell", shell.matches("\"concept\"").count(), 15_407 + 7)
}

fn formats_hold_the_same_rows() -> Result<(), Failed> {
    let folder = iris()?;
    let ask =
        |format: &str| folder.ok(&["query", "iris.db", "lca", "d1", "d51", "--format", format]);
    same(
        "table",
        ask("table")?,
        " concept   size   purity   class        centre\n\
         ───────────────────────────────────────────────\n \
         c15321      95   0.5053   versicolor   d60\n"
            .to_owned(),
    )?;
    same(
        "csv",
        ask("csv")?,
        "concept,size,purity,class,centre\n\
         c15321,95,0.5052631578947369,versicolor,d60\n"
            .to_owned(),
    )?;
    same(
        "markdown",
        ask("markdown")?,
        "| concept | size | purity | class      | centre |\n\
         |---------|------|--------|------------|--------|\n\
         | c15321  |   95 | 0.5053 | versicolor | d60    |\n"
            .to_owned(),
    )?;
    let row = json!([{"concept": "c15321", "size": 95, "purity": 48.0 / 95.0,
                      "class": "versicolor", "centre": "d60"}]);
    same("json", serde_json::from_str::<Json>(&ask("json")?)?, row)?;
    // Without a cluster, purity is the table of classes; an empty answer still has its header.
    let classes = folder.json(&["query", "iris.db", "classes"])?;
    same("purity", folder.json(&["query", "iris.db", "purity"])?, classes)?;
    // A query without a count of its own is cut off.
    same(
        "cut off",
        folder.ok(&["query", "iris.db", "members", "c15321", "--limit", "2", "--format", "csv"])?,
        "point,class\nd1,setosa\nd2,setosa\n".to_owned(),
    )?;
    same(
        "empty",
        folder.ok(&["query", "iris.db", "parents", "c15407", "--format", "csv"])?,
        "concept,size,purity,class,centre\n".to_owned(),
    )
}

fn help_lists_every_query() -> Result<(), Failed> {
    let help = Folder::new().ok(&["query", "--help"])?;
    // Below a wide usage the description has a line of its own, so it never follows directly.
    let run_on = help.lines().find(|line| line.contains(']') && line.contains("]the"));
    same("a space before what it answers", run_on, None)?;
    let folder = iris()?;
    same("without a name", folder.ok(&["query", "iris.db"])?.lines().count() >= 19, true)?;
    same("all of them", Catalogue::cypher().queries().len(), Catalogue::sql().queries().len())?;
    for query in Catalogue::sql().queries() {
        let listed = help.lines().any(|line| line.trim().starts_with(&query.usage()));
        same(&format!("{} in\n{help}", query.name), listed, true)?;
    }
    Ok(())
}
