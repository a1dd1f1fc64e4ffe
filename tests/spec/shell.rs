//! Lines of the shell: clusters alone, statements, comments, files of lines and of results.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Ran, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_cluster_alone_is_shown),
        trial!(statements_need_no_word_before_them),
        trial!(comments_are_skipped),
        trial!(a_statement_ends_where_its_language_says),
        trial!(files_of_lines_go_on_and_name_the_line),
        trial!(files_of_results_hold_results),
        trial!(what_can_be_asked_is_listed),
        trial!(export_takes_words_as_they_are_typed),
        trial!(words_of_every_shell_are_known),
        trial!(columns_without_a_value_are_for_programs),
        trial!(points_may_be_called_like_our_words),
        trial!(points_may_be_called_like_clusters),
    ]
}

fn lines(folder: &Folder, store: &str, lines: &[&str]) -> Ran {
    let lines = lines.iter().flat_map(|line| ["-c", line]);
    folder.run(&["repl", store].into_iter().chain(lines).collect::<Vec<_>>())
}

/// Returns the standard output of lines of the shell; fails unless the exit code is 0.
fn well(folder: &Folder, store: &str, asked: &[&str]) -> Result<String, Failed> {
    let ran = lines(folder, store, asked);
    if ran.code == 0 { Ok(ran.out) } else { Err(ran.report("exit code 0").into()) }
}

fn a_cluster_alone_is_shown() -> Result<(), Failed> {
    let folder = iris()?;
    let ask = |asked: &[&str]| well(&folder, "iris.db", &[&[".mode csv"], asked].concat());
    let shown = ask(&["concept c15321"])?;
    same("a header and a row", shown.lines().count(), 2)?;
    same("c15321", ask(&["c15321"])?, shown.clone())?;
    same("a semicolon", ask(&["concept c15321;"])?, shown.clone())?;
    let both = ask(&["lca d1 d51", "it"])?;
    same("it", both.ends_with(&shown), true)?;
    same("#1", ask(&["lca d1 d51", "#1"])?.ends_with(&shown), true)?;
    for line in [
        "lca d1 d51; it",
        "lca d1 d51;it;",
        "lca d1 d51; it ;",
        "VALUES (1); lca d1 d51; concept it;",
    ] {
        same(line, ask(&[line])?.ends_with(&shown), true)?;
    }
    Ok(())
}

fn statements_need_no_word_before_them() -> Result<(), Failed> {
    let folder = iris()?;
    let answer = "n\n150\n".to_owned();
    for statement in [
        "SELECT count(*) AS n FROM point;",
        "select count(*) as n from point",
        "WITH p AS (SELECT * FROM point) SELECT count(*) AS n FROM p;",
        "sql SELECT count(*) AS n FROM point",
    ] {
        same(statement, well(&folder, "iris.db", &[".mode csv", statement])?, answer.clone())?;
    }
    // Each `-c` is a line of its own, whether a semicolon ends it or not.
    let two = well(&folder, "iris.db", &[".mode csv", "VALUES (1)", "VALUES (2)"])?;
    same("two statements", two.lines().count(), 4)
}

fn comments_are_skipped() -> Result<(), Failed> {
    let folder = iris()?;
    let script = "# a comment\n-- another; SELECT\n// a third\n  # indented\nlca d1 d51\n#1\n\
                  SELECT count(*) AS n\n-- within\nFROM class;\n";
    folder.file("lines.txt", script);
    let answer = folder.ok(&["repl", "iris.db", "-f", "lines.txt"])?;
    same("answers", answer.matches('─').count() > 0 && answer.ends_with(" 3\n"), true)?;
    same("twice the cluster", answer.matches("c15321").count(), 2)
}

/// A semicolon or a quotation mark in a comment or in quotation marks ends no statement.
fn a_statement_ends_where_its_language_says() -> Result<(), Failed> {
    let folder = iris()?;
    let script = "WITH p AS (SELECT 1) -- it's; one\nSELECT 'it''s; ' || '-- x' AS a;\n\
                  SELECT 'two\n-- lines;' AS b; VALUES (3)\n/* it's; */ -- done;\n;\n";
    folder.file("lines.txt", script);
    let answer = folder.ok(&["repl", "iris.db", "-c", ".mode csv", "-c", ".read lines.txt"])?;
    same("answers", answer, "a\nit's; -- x\nb\n\"two\n-- lines;\"\ncolumn1\n3\n".to_owned())
}

fn files_of_lines_go_on_and_name_the_line() -> Result<(), Failed> {
    let folder = iris()?;
    folder
        .file("outer.txt", "nonsense\n.read inner.txt\nmembers c5\n")
        .file("inner.txt", "# fine\n\nSELECT\n unheard_of;\nlca d1 d51\n");
    let errors = ["error: outer.txt, line 1: ", "error: inner.txt, line 3: "];
    let ran = folder.run(&["repl", "iris.db", "-f", "outer.txt"]);
    let told = ran.err.lines().zip(errors).all(|(line, error)| line.starts_with(error));
    same("errors", (told, ran.err.lines().count()), (true, 2))?;
    let all = ran.out.contains("c15321") && ran.out.contains("d53");
    same("the rest ran", (ran.code, all), (1, true))?;
    let ran = folder.run(&["repl", "iris.db", "--bail", "-f", "outer.txt"]);
    same("bail", (ran.code, ran.err.lines().count(), ran.out), (1, 1, String::new()))?;
    let ran = lines(&folder, "iris.db", &[".read inner.txt"]);
    same(".read", (ran.code, ran.err.starts_with(errors[1])), (1, true))
}

fn files_of_results_hold_results() -> Result<(), Failed> {
    let folder = iris()?;
    let asked = [
        ".timer on",
        ".output all.txt",
        "largest 1",
        "path c30 c31",
        "export around c15407 to x.dot",
        "use iris.db",
        ".output",
        ".mode csv",
        "lca d1 d51",
        ".mode table",
        "lca d58 d107",
        "lca d58 d107",
    ];
    let ran = lines(&folder, "iris.db", &asked);
    same("exit code", ran.code, 0)?;
    let file = folder.text("all.txt");
    same("rows alone", file.lines().count(), 3 + 2)?;
    same("no note", file.contains('('), false)?;
    for note in [
        "neither cluster is in the other; both are in c4518 with 21 points",
        "x.dot: ",
        "concepts               15,407",
    ] {
        same(note, ran.err.contains(note), true)?;
    }
    let csv = "concept,size,purity,class,centre\nc15321,95,0.5052631578947369,versicolor,d60\n";
    same("rows for programs", ran.out.starts_with(csv), true)?;
    Ok(())
}

fn what_can_be_asked_is_listed() -> Result<(), Failed> {
    let folder = iris()?;
    let tables = well(&folder, "iris.db", &[".tables"])?;
    let row = tables.lines().find(|line| line.starts_with("  cover ")).ok_or("no cover")?;
    same("columns", row.ends_with("lower_id, upper_id"), true)?;
    let schema = well(&folder, "iris.db", &[".schema point"])?;
    same("schema", schema.contains("CREATE TABLE point") && schema.ends_with(";\n"), true)?;
    let all = well(&folder, "iris.db", &[".schema"])?;
    same("the whole schema", all.contains("CREATE VIEW") && all.len() > 5 * schema.len(), true)?;
    let wide = |width: &str| well(&folder, "iris.db", &[width, "concept c15321"]);
    same("cut", wide(".width 40")?.contains("columns hidden"), true)?;
    same("not cut", wide(".width 0")?.contains("cohesion"), true)
}

fn export_takes_words_as_they_are_typed() -> Result<(), Failed> {
    let folder = iris()?;
    let drawn = |line: &str| -> Result<String, Failed> {
        well(&folder, "iris.db", &[line])?;
        Ok(folder.text("x.dot"))
    };
    let picture = drawn("export lca d1,d51 to x.dot")?;
    for line in ["export lca d1 d51 to x.dot", "export --lca d1,d51 -o x.dot;"] {
        let nodes = |text: &str| text.matches("c15321").count();
        same(line, nodes(&drawn(line)?), nodes(&picture))?;
    }
    let help = well(&folder, "iris.db", &[".help export"])?;
    let words = ["around CONCEPT", "containing POINT", "lca A B", "largest N", "to FILE"];
    same("grammar", words.iter().all(|word| help.contains(word)), true)
}

fn words_of_every_shell_are_known() -> Result<(), Failed> {
    let folder = iris()?;
    let help = well(&folder, "iris.db", &[".help"])?;
    for word in ["help", "?", "help;"] {
        same(word, well(&folder, "iris.db", &[word])?, help.clone())?;
    }
    for word in ["exit", "exit;", "quit", ".exit", ".quit"] {
        same(word, well(&folder, "iris.db", &[word, "nonsense"])?, String::new())?;
    }
    let tables = well(&folder, "iris.db", &[".tables"])?;
    same("without a dot", well(&folder, "iris.db", &["tables"])?, tables)
}

fn columns_without_a_value_are_for_programs() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("t.csv", "n,x,class\na,1,u\nb,2,u\nc,4,v\nd,8,v\n");
    folder.ok(&["build", "t.csv", "--id", "n", "--keep", "class", "--k", "2"])?;
    let header = |asked: &[&str]| -> Result<String, Failed> {
        let words = |line: &str| line.split([' ', ',']).filter(|word| !word.is_empty()).count();
        let answer = well(&folder, "t.db", asked)?;
        let line = answer.lines().next().unwrap_or_default();
        Ok(format!("{} {}", words(line), line.contains("class_")))
    };
    same("people", header(&["nearest a"])?, "6 false".to_owned())?;
    same("programs", header(&[".mode csv", "nearest a"])?, "9 true".to_owned())?;
    let own = well(&folder, "t.db", &["select name, class_id from point"])?;
    same("a note", own.ends_with("(empty in every row: class_id)\n"), true)
}

fn points_may_be_called_like_our_words() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("odd.csv", "n,x\nit,1\nback,2\n#1,4\n");
    folder.ok(&["build", "odd.csv", "--id", "n", "--k", "2"])?;
    let ask = |asked: &[&str]| well(&folder, "odd.db", &[&[".mode csv"], asked].concat());
    let named = |answer: String| answer.lines().last().map(str::to_owned);
    let pair = named(ask(&["lca {it,back}"])?);
    same("it and back", named(ask(&["lca it back"])?), pair.clone())?;
    // Where a cluster is expected, `it` is the current one.
    let first_cell = |line: &str| line.split(',').next().map(str::to_owned);
    let (found, shown) = (ask(&["lca it back"])?, named(ask(&["lca it back", "concept it"])?));
    same("it", shown.as_deref().map(first_cell), found.lines().last().map(first_cell))?;
    let walked = ask(&["lca it back", "lca #1", "concept it", "back"])?;
    same("back", walked.lines().count(), 8)
}

/// The clusters that a shell remembers are clusters, whatever the names of points.
fn points_may_be_called_like_clusters() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("odd.csv", "n,x\nc1,1\nc2,2\nc3,4\nc4,8\n");
    folder.ok(&["build", "odd.csv", "--id", "n", "--k", "2", "--to", "odd.db"])?;
    let lines = ["concept cluster:c2", "concept cluster:c3", "back", "concept it", "parents"];
    let walked = well(&folder, "odd.db", &[&[".mode csv"], &lines[..]].concat())?;
    let rows: Vec<&str> = walked.lines().filter(|line| line.starts_with("c2,")).collect();
    same("c2, back at c2, and it", rows.len(), 3)?;
    same("parents of c2", walked.lines().filter(|line| line.starts_with("c5,")).count(), 1)
}
