//! The first ten minutes of somebody who knows sqlite3 or duckdb, at a real terminal: each thing
//! that fingers type is done, or answered with what to type instead.

use std::process::Stdio;

use libtest_mimic::{Failed, Trial};
use rexpect::session::{PtySession, spawn_command};

use crate::support::{Folder, PROGRAM, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![trial!(the_first_ten_minutes)]
}

/// What is typed, and what is seen; nothing where a prompt is all.
const SESSION: [(&str, &str); 44] = [
    (".help", "POINT is a name such as d1"),
    ("help", ".queries"),
    (".tables", "lower_id, upper_id"),
    (".schema point", "CREATE TABLE point"),
    (".schema", "CREATE VIEW"),
    (".queries", "lineage POINT"),
    ("SELECT count(*) AS n FROM point;", "150"),
    ("select name from class order by name desc limit 1;", "virginica"),
    ("FROM point;", "there is no command \"FROM\""),
    ("SHOW TABLES;", "`.tables` lists what there is"),
    ("DESCRIBE point;", "`.schema NAME` describes one"),
    ("-- a comment", ""),
    (".mode csv", ""),
    ("lca d1 d51", "c15321,95"),
    (".mode line", "is not one of table, csv, json, markdown"),
    (".mode table", ""),
    (".headers on", "always with a header"),
    (".timer on", ""),
    ("classes", " ms)"),
    (".timer off", ""),
    (".rows on", ""),
    ("classes", "(3 rows)"),
    (".rows off", ""),
    (".width 40", ""),
    ("concept c15321", "columns hidden"),
    (".width auto", ""),
    (".open iris.db", "15,407"),
    (".databases", "`use STORE` opens another"),
    (".import iris.csv t", "`conceptgraph build FILE`"),
    (".once | less", "the screen has a pager"),
    (".once out.csv", ""),
    ("points", ""),
    (".read lines.txt", "error: lines.txt, line 2: there is no command \"nonsense\""),
    ("c15321", "{d1,d51}"),
    ("parents;", "c15384"),
    ("#2", "109"),
    ("it", "c15384"),
    ("path c30 c31", "are not comparable; their join is c4518"),
    ("export lca d1 d51 to x.dot", "x.dot: 11 clusters"),
    (".dump", "`conceptgraph copy STORE STORE`"),
    ("insert into point values (1);", "statements here only read"),
    ("EXPLAIN QUERY PLAN SELECT * FROM point;", "SCAN point"),
    ("SELEC 1;", "there is no command \"SELEC\""),
    ("lca 1 51", "nor \"51\" (did you mean \"d51\"?)"),
];

/// The terminal when a line has been taken, and when the next is awaited.
const TAKEN: &str = "\x1b[?2004l";
const AWAITED: &str = "\x1b[?2004h";

fn start(folder: &Folder) -> Result<PtySession, Failed> {
    let start = format!("stty cols 120 rows 60; exec {PROGRAM} repl iris.db");
    let mut command = folder.command("sh", &["-c", &start]);
    command.stdin(Stdio::inherit()).env("TERM", "xterm").env("PAGER", "cat");
    let mut shell = spawn_command(command, Some(20_000))?;
    shell.exp_string(AWAITED)?;
    Ok(shell)
}

fn the_first_ten_minutes() -> Result<(), Failed> {
    let folder = iris()?;
    folder.file("lines.txt", "# a remark\nnonsense\nlca d1 d2\n");
    let mut shell = start(&folder)?;
    for (typed, seen) in SESSION {
        let failed = |error| Failed::from(format!("after {typed:?}: {error}"));
        shell.send_line(typed)?;
        shell.exp_string(TAKEN)?;
        if !seen.is_empty() {
            shell.exp_string(seen).map_err(failed)?;
        }
        shell.exp_string(AWAITED).map_err(failed)?;
    }
    same("rows in a file", folder.text("out.csv").contains("d150"), true)?;
    // A statement over several lines has a prompt of its own, and Tab knows tables and columns.
    shell.send_line("SELECT max(size) * 1000 AS most")?;
    shell.exp_string("...> ")?;
    shell.send("FROM poi\t")?;
    shell.flush()?;
    shell.exp_string("FROM point")?;
    shell.send_line(" JOIN concept;")?;
    shell.exp_string("150000")?;
    shell.exp_string(AWAITED)?;
    shell.send_line(".exit")?;
    shell.exp_eof()?;
    Ok(())
}
