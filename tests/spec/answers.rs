//! Answers that explain themselves, and messages that name a remedy.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, example, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(numbers_as_class_names_sort_as_numbers),
        trial!(json_keeps_the_order_of_columns),
        trial!(info_has_units),
        trial!(estimates_are_rounded_to_what_is_known),
        trial!(short_options_and_dashes),
    ]
}

fn numbers_as_class_names_sort_as_numbers() -> Result<(), Failed> {
    let folder = Folder::new();
    let rows: String = (0..12).map(|i| format!("{},{}\n", i * i, i % 12 + 1)).collect();
    folder.file("t.csv", format!("x,class\n{rows}"));
    folder.ok(&["build", "t.csv", "--label", "class"])?;
    let classes = folder.ok(&["query", "t.db", "classes", "--format", "csv"])?;
    let names: Vec<&str> = classes.lines().skip(1).filter_map(|l| l.split(',').next()).collect();
    let expected: Vec<String> = (1..=12).map(|class| class.to_string()).collect();
    same("classes", names, expected.iter().map(String::as_str).collect())?;
    same("check", folder.ok(&["check", "t.db"])?.ends_with("no faults found\n"), true)
}

fn json_keeps_the_order_of_columns() -> Result<(), Failed> {
    let folder = iris()?;
    let answer = folder.ok(&["query", "iris.db", "lca", "d1", "d51", "--format", "json"])?;
    let keys: Vec<&str> = answer.lines().filter_map(|l| l.trim().split('"').nth(1)).collect();
    same("keys", keys, vec!["concept", "size", "purity", "class", "centre"])?;
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

fn short_options_and_dashes() -> Result<(), Failed> {
    let folder = iris()?;
    folder.file("t.csv", "n,x,y,-c\n-5,1,2,a\n-x,2,1,b\n-3,3,4,b\n");
    folder.ok(&["build", "t.csv", "-k", "2", "-l", "-c", "--id", "n", "-o", "dashed.db"])?;
    let ids = ["query", "dashed.db", "lca", "-5", "-3", "-n", "1", "-f", "csv"];
    let answer = folder.ok(&ids)?;
    same("by names with a dash", answer.lines().count(), 2)?;
    let same_way = folder.ok(&["query", "dashed.db", "-f", "csv", "lca", "--", "-5", "-3"])?;
    same("behind two dashes", &answer, &same_way)?;
    let quiet = folder.ok(&[&["-q"][..], &ids].concat())?;
    same("after an option of the program", &answer, &quiet)?;
    folder.ok(&["query", "dashed.db", "lca", "--", "-x"])?;
    folder.ok(&["export", "dashed.db", "--lca", "-5,-x", "-o", "x.dot"])?;
    folder.ok(&["info", "iris.db", "-f", "json"])?;
    folder.ok(&["count", &example("iris.csv"), "-l", "class", "-f", "csv"])?;
    Ok(())
}
