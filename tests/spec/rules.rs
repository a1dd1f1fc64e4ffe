//! Rules, the intervals that tell a cluster from other points, and the words that use them.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_rule_is_counted_by_its_statement),
        trial!(words_use_good_rules),
        trial!(graphs_without_rules),
    ]
}

/// Creates a folder with `iris.db` for k = 10.
fn iris() -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.build_full_iris("10", &[])?;
    Ok(folder)
}

fn a_rule_is_counted_by_its_statement() -> Result<(), Failed> {
    let folder = iris()?;
    let ran = folder.run(&["query", "iris.db", "rule", "c1501", "--explain"]);
    let parameter = ".parameter set :rule \"'[\\\"petal_length\\\",\\\"5.2\\\",\\\"6\\\",";
    same(&ran.out, ran.out.contains(parameter), true)?;
    same("the statement", ran.out.contains("FROM json_each(:rule) AS name"), true)?;
    let csv = folder.ok(&["query", "iris.db", "rule", "c1501", "--format", "csv"])?;
    let rows = "feature,low,high,points,inside,size,precision,recall,f1\n\
                petal_length,5.2,6,25,19,20,0.76,0.95,0.8444444444444444\n\
                sepal_length,6.4,,20,19,20,0.95,0.95,0.95\n";
    same("rows", csv, rows.to_owned())
}

fn words_use_good_rules() -> Result<(), Failed> {
    let folder = iris()?;
    let described = folder.ok(&["query", "iris.db", "describe", "c1501"])?.replace('\n', " ");
    let rule = "As a rule, 5.2 <= petal_length <= 6 and sepal_length >= 6.4 hold for 19 of its 20 \
                points and for 1 other.";
    same(&described, described.contains(rule), true)?;
    // A cluster whose rule is not good is described by means alone.
    let all = folder.ok(&["query", "iris.db", "describe", "c1502"])?;
    same("all points", all.contains("As a rule"), false)
}

fn graphs_without_rules() -> Result<(), Failed> {
    let folder = iris()?;
    let all = folder.run(&["query", "iris.db", "rule", "c1502"]);
    same("no rows", all.out.lines().count(), 2)?;
    same("a note why", all.err.lines().count(), 1)?;
    folder.file("c.cxt", "B\n\n2\n2\n\np\nq\na\nb\nX.\n.X\n");
    folder.ok(&["build", "c.cxt"])?;
    let ran = folder.run(&["query", "c.db", "rule", "c1"]);
    same("a note why", (ran.code, ran.err.lines().count()), (0, 1))
}
