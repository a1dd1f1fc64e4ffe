//! Answers that explain themselves, and messages that say what to do.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Ran, example, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(an_empty_answer_says_why),
        trial!(a_cluster_under_another_name),
        trial!(a_part_says_what_it_hides),
        trial!(numbers_as_class_names_sort_as_numbers),
        trial!(what_was_hardly_meant_is_said),
        trial!(json_keeps_the_order_of_columns),
        trial!(info_has_units),
        trial!(estimates_are_rounded_to_what_is_known),
        trial!(messages_say_what_to_do),
        trial!(short_options_and_dashes),
    ]
}

/// Fails unless standard error is exactly that.
fn says(ran: &Ran, code: i32, err: &str) -> Result<(), Failed> {
    if ran.code == code && ran.err == err {
        return Ok(());
    }
    Err(ran.report(&format!("exit code {code} and on standard error\n{err}")).into())
}

fn an_empty_answer_says_why() -> Result<(), Failed> {
    let folder = iris()?;
    folder.file("one.cxt", "B\n\n2\n2\n\na\nb\nx\ny\nX.\nXX\n");
    folder.ok(&["build", "one.cxt"])?;
    for (words, why) in [
        (
            &["iris.db", "path", "c30", "c31"][..],
            "c30 and c31 are not comparable; their join is c4518 with 21 points",
        ),
        (&["iris.db", "children", "c1"], "c1 is the smallest cluster"),
        (&["iris.db", "parents", "c15407"], "c15407 is the cluster of all points"),
        (&["iris.db", "members", "c1"], "c1 is the empty cluster"),
        (
            &["iris.db", "pure", "setosa", "1", "149"],
            "no cluster with 149 points or more has a share of 1 of setosa; lower one of them: \
             pure setosa 0.9",
        ),
        (&["one.db", "classes"], "this graph has no classes; build it with a label"),
        (&["one.db", "boundary"], "this graph has no classes; build it with a label"),
        (
            &["one.db", "profile", "c1"],
            "this graph has no features: it was not made from a table of them",
        ),
    ] {
        for format in ["table", "csv"] {
            let ran = folder.run(&[&["query"], words, &["--format", format]].concat());
            says(&ran, 0, &format!("({why})\n"))?;
        }
    }
    Ok(())
}

fn a_cluster_under_another_name() -> Result<(), Failed> {
    let folder = iris()?;
    let remark =
        "({d54,d58} names the same cluster as {d58,d107}: it is the smallest with either)\n";
    says(&folder.run(&["query", "iris.db", "lca", "d58", "d107"]), 0, remark)?;
    says(&folder.run(&["query", "iris.db", "lca", "d1", "d51"]), 0, "")?;
    // Programs are not bothered.
    says(&folder.run(&["query", "iris.db", "lca", "d58", "d107", "--format", "csv"]), 0, "")
}

fn a_part_says_what_it_hides() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.build_iris(&["--graph", "lca"])?;
    let ran = folder.run(&["query", "iris.db", "parents", "c1655"]);
    let scope = "(among the clusters of this LCA graph)\n";
    let (_, hidden) = ran.err.split_once(scope).ok_or_else(|| ran.report(scope))?;
    let all = hidden.trim().trim_end_matches(')').rsplit(' ').next().unwrap_or_default();
    let parents = folder.run(&["query", "iris.db", "parents", all, "--format", "csv"]);
    let (stored, rows) = (ran.out.lines().count() - 2, parents.out.lines().count() - 1);
    let name = "{d1,d53}";
    let expected =
        format!("(hidden: 2 of its {rows} parents in the full lattice; all: parents {name})\n");
    same("what is hidden", (hidden, stored), (expected.as_str(), 2))
}

fn numbers_as_class_names_sort_as_numbers() -> Result<(), Failed> {
    let folder = Folder::new();
    let rows: String = (0..12).map(|i| format!("{i},{}\n", i % 12 + 1)).collect();
    folder.file("t.csv", format!("x,class\n{rows}"));
    folder.ok(&["build", "t.csv", "--label", "class"])?;
    let classes = folder.ok(&["query", "t.db", "classes", "--format", "csv"])?;
    let names: Vec<&str> = classes.lines().skip(1).filter_map(|l| l.split(',').next()).collect();
    let expected: Vec<String> = (1..=12).map(|class| class.to_string()).collect();
    same("classes", names, expected.iter().map(String::as_str).collect())?;
    same("check", folder.ok(&["check", "t.db"])?.ends_with("no faults found\n"), true)
}

fn what_was_hardly_meant_is_said() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("one.csv", "x,y,class\n1,2,a\n2,1,a\n3,4,a\n");
    let ran = folder.run(&["build", "one.csv", "--label", "class"]);
    says(&ran, 0, "one.csv: with --label class every point has the class \"a\"\n")?;
    let wine = example("wine.csv");
    let count = ["count", &wine, "--label", "class", "--k", "10"];
    let hint = "The columns are standardised: proline would count 388 times as much as alcohol. \
                --scale changes this.\n";
    says(&folder.run(&count), 0, hint)?;
    says(&folder.run(&[&count[..], &["--scale", "none"]].concat()), 0, "")
}

fn json_keeps_the_order_of_columns() -> Result<(), Failed> {
    let folder = iris()?;
    let answer = folder.ok(&["query", "iris.db", "lca", "d1", "d51", "--format", "json"])?;
    let keys: Vec<&str> = answer.lines().filter_map(|l| l.trim().split('"').nth(1)).collect();
    same("keys", keys, vec!["concept", "size", "purity", "class", "generator"])?;
    let info = folder.ok(&["info", "iris.db", "--format", "json"])?;
    let first: Vec<&str> = info.lines().skip(1).take(3).map(str::trim).collect();
    same("info", first, vec!["\"name\": \"iris\",", "\"kind\": \"full\",", "\"points\": 150,"])
}

fn info_has_units() -> Result<(), Failed> {
    let info = iris()?.ok(&["info", "iris.db"])?;
    for unit in [" 75 neighbours a point\n", " 0 points or more\n", " bytes\n"] {
        same(unit, info.contains(unit), true)?;
    }
    Ok(())
}

fn estimates_are_rounded_to_what_is_known() -> Result<(), Failed> {
    let folder = Folder::new();
    let wine = example("wine.csv");
    let words = ["evaluate", &wine, "--label", "class", "--scale", "standard"];
    let words = [&words[..], &["--max-concepts", "1000", "--format", "csv"]].concat();
    let answer = folder.ok(&words)?;
    let row = answer.lines().nth(1).ok_or("no row")?;
    let concepts: f64 = row.split(',').nth(5).ok_or("no number")?.parse()?;
    let digits = format!("{concepts:.0}");
    same("three digits", digits.trim_end_matches('0').len() <= 3, true)
}

fn messages_say_what_to_do() -> Result<(), Failed> {
    let folder = iris()?;
    folder.file("wine.db", folder.read("iris.db"));
    let iris = example("iris.csv");
    folder
        .run(&["copy", "iris.db", "wine.db"])
        .fails(1, "wine.db: this file exists; name another, or replace it by force")?;
    folder.run(&["info", "http://localhost:7474"]).fails_with(2, "bolt://")?;
    folder.run(&["info", "neo4j+foo://localhost"]).fails_with(2, "bolt://")?;
    folder
        .run(&["export", "iris.db", "--lca", "d1,d2", "-o", "/nonexistent/x.svg"])
        .fails(1, "/nonexistent/x.svg: there is no folder /nonexistent; make it first")?;
    for words in [&["build", &iris, "--to", ""][..], &["info", ""]] {
        let fault = "a store needs a name: a file such as iris.db, or bolt://HOST:7687";
        folder.run(words).fails(2, fault)?;
    }
    let usage = "this graph has 150 points (d1 to d150); usage: lca POINT POINT...";
    for (words, fault) in [
        (&["d1", "d151"][..], "there is no point \"d151\""),
        (
            &["1", "51"],
            "there is no point \"1\" (did you mean \"d1\"?), nor \"51\" (did you mean \"d51\"?)",
        ),
        (&["D1", "x"], "there is no point \"D1\" (did you mean \"d1\"?), nor \"x\""),
    ] {
        let ran = folder.run(&[&["query", "iris.db", "lca"], words].concat());
        ran.fails(2, &format!("{fault}; {usage}"))?;
    }
    for none in ["0", "0%"] {
        let ran = folder.run(&["count", &iris, "--label", "class", "--k", none]);
        ran.fails_with(2, "k = 0 is not possible")?;
    }
    folder.file("one.cxt", "B\n\n1\n1\n\na\nx\nX\n");
    let ran = folder.run(&["build", "one.cxt", "--graph", "lca"]);
    says(&ran, 0, "1 cluster; looking for their covers\n")?;
    same("one of each", ran.out.contains("1 cluster, 0 covers"), true)
}

fn short_options_and_dashes() -> Result<(), Failed> {
    let folder = iris()?;
    folder.file("t.csv", "n,x,y,-c\n-5,1,2,a\n-x,2,1,b\n-3,3,4,b\n");
    folder.ok(&["build", "t.csv", "-k", "2", "-l", "-c", "--id", "n", "-o", "dashed.db"])?;
    let ids = ["query", "dashed.db", "lca", "-5", "-3", "-n", "1", "-f", "csv"];
    let answer = folder.ok(&ids)?;
    same("by names with a dash", answer.lines().count(), 2)?;
    let same_way = folder.ok(&["query", "dashed.db", "-f", "csv", "lca", "--", "-5", "-3"])?;
    same("behind two dashes", &answer, &same_way)?;
    same("a letter", folder.ok(&["query", "dashed.db", "lca", "-x"])?.contains("{-5}"), true)?;
    folder.ok(&["export", "dashed.db", "--lca", "-5,-x", "-o", "x.dot"])?;
    folder.ok(&["info", "iris.db", "-f", "json"])?;
    folder.ok(&["count", &example("iris.csv"), "-l", "class", "-f", "csv"])?;
    // An option that is mistyped stays one.
    let ran = folder.run(&["query", "iris.db", "lca", "d1", "--limt", "3"]);
    same("mistyped", (ran.code, ran.err.contains("did you mean --limit?")), (2, true))?;
    let ran = folder.run(&["count", &example("iris.csv"), "-k", "-3"]);
    same("a negative k", (ran.code, ran.err.contains("\"-3\" is neither")), (2, true))?;
    folder
        .run(&["query", "iris.db", "SELECT", "1"])
        .fails(2, "statements are for the shell: conceptgraph repl iris.db -c \"SELECT ...;\"")
}
