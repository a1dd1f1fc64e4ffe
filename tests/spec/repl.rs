//! The shell without a person: pipes, scripts, files, the recorded session, the user's own queries.

use std::io::Write;
use std::process::Stdio;

use conceptgraph::query::catalogue::Catalogue;
use conceptgraph::repl::command;
use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, Ran, example, iris, program, project, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(recorded_session_is_replayed, Need::Dot),
        trial!(readme_table_is_that_of_help),
        trial!(help_tells_all_and_each),
        trial!(errors_and_exit_codes),
        trial!(walking_by_it_and_numbers),
        trial!(answers_go_to_files),
        trial!(own_language_only_reads),
        trial!(columns_are_shown_whole),
        trial!(queries_of_ones_own),
        trial!(explained_statements_run_in_sqlite3, Need::Sqlite3),
    ]
}

/// Runs the shell on `iris.db` with lines from a pipe.
pub fn piped(folder: &Folder, words: &[&str], lines: &str) -> Result<Ran, Failed> {
    let words = [&["repl", "iris.db"], words].concat();
    let mut command = folder.command(program(), &words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let mut input = child.stdin.take().ok_or("no standard input")?;
    input.write_all(lines.as_bytes())?;
    drop(input);
    Ok(Ran::new(&words, child.wait_with_output()?))
}

fn recorded_session_is_replayed() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("iris.csv"), "--label", "class", "-q"])?;
    let recorded = std::fs::read_to_string(project().join("examples/iris_session.txt"))?;
    let prompt = |line: &str| {
        let (prompt, typed) = line.split_once("> ")?;
        prompt.starts_with("iris.db").then(|| format!("{typed}\n"))
    };
    let lines: String = recorded.lines().filter_map(prompt).collect();
    same("lines typed", lines.lines().count() >= 10, true)?;
    let ran = piped(&folder, &["--echo"], &lines)?;
    if ran.code == 0 && ran.out == recorded {
        return Ok(());
    }
    Err(ran.report(&recorded).into())
}

fn readme_table_is_that_of_help() -> Result<(), Failed> {
    let readme = std::fs::read_to_string(project().join("queries/README.md"))?;
    let row =
        |(usage, does): (String, String)| format!("| `{}` | {does} |\n", usage.replace('|', "\\|"));
    let rows: String = command::help_entries(&Catalogue::sql()).into_iter().map(row).collect();
    if readme.contains(&format!("| Command | Answer |\n|---|---|\n{rows}")) {
        return Ok(());
    }
    Err(format!("the table of commands in queries/README.md should be\n{rows}").into())
}

fn help_tells_all_and_each() -> Result<(), Failed> {
    let folder = iris()?;
    let answer = piped(&folder, &[], ".help\n")?;
    for (usage, does) in command::help_entries(&Catalogue::sql()) {
        let listed = |line: &str| line.trim().starts_with(&usage) && line.ends_with(&does);
        if !answer.out.lines().any(listed) {
            return Err(answer.report(&usage).into());
        }
        let name = usage.split(' ').next().unwrap_or_default();
        let one = piped(&folder, &["--bail"], &format!(".help {name}\n"))?;
        if one.code != 0 || !one.out.starts_with(&usage) || !one.out.contains(&does) {
            return Err(one.report(&usage).into());
        }
    }
    Ok(())
}

fn errors_and_exit_codes() -> Result<(), Failed> {
    let folder = iris()?;
    // Without --bail the remaining lines run, and the exit code still reports the error.
    let ran = piped(&folder, &[], "nonsense\nparents c15406\n")?;
    same("after an error", (ran.code, ran.out.contains("c15407")), (1, true))?;
    let words = ["repl", "iris.db", "-c", "lca d1 d51", "-c", "parents", "-c", ".quit"];
    let answer = folder.ok(&words)?;
    same("by -c", answer.contains("c15342") && !answer.contains("> "), true)?;
    folder.file("lines.txt", "sql SELECT count(*) AS n\nFROM point;\n.quit\nnonsense\n");
    same(
        "by -f",
        folder.ok(&["repl", "iris.db", "-f", "lines.txt"])?,
        "   n\n─────\n 150\n".to_owned(),
    )?;
    Ok(())
}

fn walking_by_it_and_numbers() -> Result<(), Failed> {
    let folder = iris()?;
    let ids = |lines: &str| -> Result<Vec<String>, Failed> {
        let ran = piped(&folder, &["--bail"], &format!(".mode csv\n{lines}"))?;
        if ran.code != 0 {
            return Err(ran.report("a walk").into());
        }
        let rows =
            ran.out.lines().filter(|line| line.starts_with('c') && !line.contains("concept"));
        Ok(rows.filter_map(|row| row.split(',').next().map(str::to_owned)).collect())
    };
    // The first cluster of an answer is the argument of a next query that has none.
    same(
        "up",
        ids("lca d1 d51\nparents\n")?,
        vec!["c15321".into(), "c15342".into(), "c15384".into()],
    )?;
    let numbered = ids("lca d1 d51\nparents\nconcept #2\n")?;
    same("second", numbered.last().map(String::as_str), Some("c15384"))?;
    let back = ids("lca d1 d51\nparents\nback\n")?;
    same("back", back.last().map(String::as_str), Some("c15321"))?;
    let purity = ["repl", "iris.db", "-c", ".mode csv", "-c", "lca d58 d107", "-c", "purity"];
    let purity = folder.ok(&purity)?;
    same(
        "purity of it",
        purity.ends_with("setosa,0,0\nversicolor,24,0.96\nvirginica,1,0.04\n"),
        true,
    )?;
    // A point stands for the cluster that it generates.
    same("of a point", ids("concept d1\n")?, ids("containing d1 1\n")?)?;
    // A point named like a word of the shell is meant where a point is expected.
    folder.file("odd.csv", "n,x\nit,1\n#1,2\n\"a b\",4\n");
    folder.ok(&["build", &folder.path("odd.csv").display().to_string(), "--id", "n"])?;
    let odd = ["repl", "odd.db", "-c", ".mode csv", "-c", "lca it #1", "-c", "lca \"a b\" {#1,it}"];
    let answer = folder.ok(&odd)?;
    same("odd names", answer.matches("concept,size").count(), 2)
}

fn answers_go_to_files() -> Result<(), Failed> {
    let folder = iris()?;
    let lines = ".mode csv\n.once one.csv\nlca d1 d51\nparents c15407\n.output all.csv\n\
                 lca d1 d2\nlca d1 d3\n.output\nlca d1 d4\nexport around it to x.dot\n\
                 .timer on\nclasses\n";
    let ran = piped(&folder, &["--bail"], lines)?;
    if ran.code != 0 || ran.out.matches("concept,size,purity,class,centre").count() != 2 {
        return Err(ran.report("two answers on standard output").into());
    }
    same("x.dot", folder.text("x.dot").starts_with("digraph"), true)?;
    same("once", folder.text("one.csv").lines().count(), 2)?;
    same("output", folder.text("all.csv").lines().count(), 4)?;
    same(
        "timer",
        ran.err.lines().any(|line| line.starts_with('(') && line.ends_with("ms)")),
        true,
    )?;
    folder
        .file("a.txt", ".mode csv\nlca d1 d51\n.read b.txt\n")
        .file("b.txt", "parents\n.read a.txt\n");
    let ran = piped(&folder, &[], ".read a.txt\n")?;
    same("files that read one another", ran.err.contains("b.txt, line 2"), true)
}

fn own_language_only_reads() -> Result<(), Failed> {
    let folder = iris()?;
    let before = folder.read("iris.db");
    folder.file("other.db", "");
    for write in [
        "DELETE FROM point",
        "CREATE TABLE x (y)",
        "CREATE TEMP TABLE x AS SELECT 1",
        "UPDATE concept SET size = 0",
        "ATTACH 'other.db' AS other",
        "VACUUM INTO 'copy.db'",
        "VACUUM",
        "PRAGMA user_version = 7",
        "PRAGMA journal_mode = wal",
        "PRAGMA writable_schema = on",
        "BEGIN",
        "SAVEPOINT x",
        "REINDEX",
        "ANALYZE",
    ] {
        let ran = piped(&folder, &["--bail"], &format!("sql {write};\n"))?;
        ran.fails(1, "iris.db")?;
    }
    same("the file", folder.read("iris.db") == before, true)?;
    same("the other file", folder.read("other.db").len(), 0)?;
    same("files", folder.names(), vec!["iris.db".to_owned(), "other.db".to_owned()])?;
    for read in
        ["PRAGMA table_info(point)", "PRAGMA user_version", "SELECT * FROM pragma_table_list"]
    {
        same(read, piped(&folder, &["--bail"], &format!("sql {read};\n"))?.code, 0)?;
    }
    let lines = ".mode csv\n.params name d7\n.params least 3\n.params\nsql\nSELECT :name AS name,\n\
                 \n:least + 1 AS more\n;\n";
    let ran = piped(&folder, &["--bail"], lines)?;
    same("parameters", ran.out, "name \"d7\"\nleast 3\nname,more\nd7,4\n".to_owned())
}

fn columns_are_shown_whole() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("t.csv", "sepal length (cm),y\n1,2\n2,3\n3,1\n9,9\n");
    folder.ok(&["build", "t.csv"])?;
    let tables = folder.ok(&["repl", "t.db", "-c", ".tables"])?;
    let line = tables.lines().find(|line| line.trim().starts_with("features "));
    let columns = line.and_then(|line| line.trim().strip_prefix("features")).map(str::trim);
    same("columns", columns, Some("point_id, sepal length (cm), y"))?;
    let schema = folder.ok(&["repl", "t.db", "-c", ".schema features"])?;
    same("schema", schema.contains("\"sepal length (cm)\" REAL NOT NULL"), true)
}

fn queries_of_ones_own() -> Result<(), Failed> {
    let folder = iris()?;
    std::fs::create_dir_all(folder.path("mine"))?;
    let own = "-- title: how many points have this name\n-- parameter: point point\n\
               -- columns: count\nSELECT count(*) AS count FROM point WHERE name = :point;\n";
    folder.file("mine/howmany.sql", own);
    let answer = folder.ok(&[
        "query",
        "iris.db",
        "howmany",
        "d1",
        "--queries",
        "mine",
        "--format",
        "csv",
    ])?;
    same("query", answer, "count\n1\n".to_owned())?;
    let answer = folder.ok(&["repl", "iris.db", "--queries", "mine", "-c", ".help howmany"])?;
    same("help", answer.starts_with("howmany POINT\nhow many points have this name\n"), true)?;
    // The configuration folder is read unless another is named.
    std::fs::create_dir_all(folder.path(".config/conceptgraph/queries"))?;
    folder.file(".config/conceptgraph/queries/usual.sql", own);
    folder.ok(&["query", "iris.db", "usual", "d1"])?;
    Ok(())
}

/// The output of --explain can be pasted into the stock shell and gives as many rows.
fn explained_statements_run_in_sqlite3() -> Result<(), Failed> {
    let folder = iris()?;
    let questions: [&[&str]; 5] = [
        &["lca", "d1", "d51"],
        &["path", "c5", "c15407"],
        &["boundary", "3"],
        &["pure", "setosa", "0.9", "2", "5"],
        &["points"],
    ];
    for words in questions {
        let ask = |more: &[&str]| folder.ok(&[&["query", "iris.db"], words, more].concat());
        let answer = ask(&["--explain", "--format", "csv"])?;
        let (statement, answer) = answer.rsplit_once("\n\n").ok_or("no statement")?;
        same(&format!("{words:?}"), answer.to_owned(), ask(&["--format", "csv"])?)?;
        let mut command = folder.command("sqlite3", &["-bail", "-header", "-csv", "iris.db"]);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        child.stdin.take().ok_or("no input")?.write_all(statement.as_bytes())?;
        let ran = Ran::new(&["sqlite3"], child.wait_with_output()?);
        let lines = ran.out.lines().count();
        if ran.code != 0 || !ran.err.is_empty() || lines != answer.lines().count() {
            return Err(ran.report(answer).into());
        }
    }
    Ok(())
}
