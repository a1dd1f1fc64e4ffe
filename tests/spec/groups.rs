//! Questions about groups as about clusters, and comparisons of two groups or two points.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use crate::support::{Folder, Need, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_community_stands_where_a_cluster_does),
        trial!(pictures_and_tables_of_a_community, Need::Dot),
        trial!(a_point_may_be_called_as_a_community),
        trial!(two_groups_are_compared_column_by_column),
        trial!(one_within_the_other_is_compared_with_the_rest),
        trial!(two_points_are_compared),
        trial!(two_objects_of_a_context_are_compared),
        trial!(words_of_an_lca_may_be_clusters_and_groups),
        trial!(a_number_of_groups_holds_in_every_answer),
        trial!(listed_points_are_a_set),
    ]
}

fn wine() -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("wine.csv"), "--label", "class", "--to", "g.db"])?;
    Ok(folder)
}

fn rows(folder: &Folder, words: &[&str]) -> Result<Vec<Json>, Failed> {
    let answer = folder.json(&[&["query", "g.db"], words].concat())?;
    Ok(answer.as_array().cloned().ok_or("no rows")?)
}

fn set(rows: &[Json], column: &str) -> BTreeSet<String> {
    rows.iter().map(|row| row[column].as_str().unwrap_or_default().to_owned()).collect()
}

fn description(folder: &Folder, words: &[&str]) -> Result<String, Failed> {
    let rows = rows(folder, words)?;
    let [row] = &rows[..] else { return Err(format!("{rows:?}").into()) };
    Ok(row["description"].as_str().unwrap_or_default().to_owned())
}

/// The class of a row, and its numbers.
type Cells = (String, Vec<f64>);

fn table(name: &str) -> Result<(Vec<String>, Vec<Cells>), Failed> {
    let mut file = csv::Reader::from_path(example(name))?;
    let names: Vec<String> = file.headers()?.iter().map(str::to_owned).collect();
    let class = names.iter().position(|name| name == "class").ok_or("no class")?;
    let mut rows = Vec::new();
    for record in file.records() {
        let record = record?;
        let numbers = (0..record.len()).filter(|&at| at != class);
        let numbers: Result<Vec<f64>, _> = numbers.map(|at| record[at].parse()).collect();
        rows.push((record[class].to_owned(), numbers?));
    }
    let names = names.into_iter().filter(|name| name != "class").collect();
    Ok((names, rows))
}

/// Returns the index in the table of a point such as `d12`.
fn place(point: &str) -> usize {
    point[1..].parse::<usize>().expect("a number") - 1
}

fn a_community_stands_where_a_cluster_does() -> Result<(), Failed> {
    let folder = wine()?;
    let (names, cells) = table("wine.csv")?;
    let all = rows(&folder, &["communities"])?;
    same("groups and joins", all.len() > 3, true)?;
    for community in &all {
        let name = community["community"].as_str().unwrap_or_default();
        let members = set(&rows(&folder, &["members", name])?, "point");
        let own = set(&rows(&folder, &["community", name])?, "point");
        same("members", &members, &own)?;
        same("as many as it says", Some(members.len() as u64), community["size"].as_u64())?;
        let concept = rows(&folder, &["concept", name])?;
        same(
            "concept",
            (&concept[0]["concept"], &concept[0]["size"]),
            (&json!(name), &community["size"]),
        )?;
        same("class", &concept[0]["purity"], &community["purity"])?;
        let above = set(&rows(&folder, &["parents", name])?, "concept");
        let parent = community["parent"].as_str().map(str::to_owned);
        same("parents", above, parent.into_iter().collect())?;
        let inside = all.iter().filter(|other| other["parent"] == name).cloned();
        let inside = set(&inside.collect::<Vec<_>>(), "community");
        same("children", set(&rows(&folder, &["children", name])?, "concept"), inside)?;
        for row in rows(&folder, &["purity", name])? {
            let is_of_it = |point: &&String| Some(&*cells[place(point)].0) == row["class"].as_str();
            let count = members.iter().filter(is_of_it).count() as u64;
            same("of a class", row["count"].as_u64(), Some(count))?;
        }
        let profile = rows(&folder, &["profile", name])?;
        same("features", profile.len(), names.len())?;
        for (column, row) in profile.iter().enumerate() {
            let sum: f64 = members.iter().map(|point| cells[place(point)].1[column]).sum();
            let mean = row["mean"].as_f64().unwrap_or(f64::NAN);
            let is_near = (mean - sum / members.len() as f64).abs() < 1e-9;
            same(&format!("{name}: mean of {}", row["feature"]), is_near, true)?;
        }
        for row in rows(&folder, &["rule", name])? {
            same("of its points", row["size"].as_u64(), community["size"].as_u64())?;
        }
        let told = description(&folder, &["describe", name])?;
        let points = match members.len() {
            178 => "all 178 points".to_owned(),
            some => format!("{some} of the 178 points"),
        };
        for word in [format!("{name}: "), points] {
            same(&format!("{told:?} says {word:?}"), told.contains(&word), true)?;
        }
        // A community is accepted in every spelling, and where a cluster is asked for.
        same("in the shell", folder.ok(&["repl", "g.db", "-c", name])?.contains(name), true)?;
        folder.ok(&["query", "g.db", "intent", name])?;
        folder.ok(&["query", "g.db", "path", name, "c1"])?;
    }
    let swapped = description(&folder, &["describe", "g2+g1"])?;
    same("swapped", swapped, description(&folder, &["describe", "g1+g2"])?)?;
    let explained = folder.ok(&["query", "g.db", "members", "g1", "--explain"])?;
    same("no statement", explained.starts_with("no statement"), true)?;
    for words in [&["describe", "g9"][..], &["members", "g1.7"], &["contrast", "g1", "g1+g9"]] {
        let ran = folder.run(&[&["query", "g.db"], words].concat());
        ran.fails(2, words[words.len() - 1])?;
        same("what there is", ran.err.contains("g1 to g3"), true)?;
    }
    Ok(())
}

fn pictures_and_tables_of_a_community() -> Result<(), Failed> {
    let folder = wine()?;
    for selection in ["--around", "--up", "--down"] {
        folder.ok(&["export", "g.db", selection, "g3", "--limit", "9", "-o", "x.dot"])?;
        let title = folder.text("x.dot").contains("the cluster most like g3");
        same(selection, title, true)?;
    }
    folder.ok(&["export", "g.db", "--lca", "g1,d150", "-o", "x.dot"])?;
    // The points of a community, built again by themselves.
    let count = rows(&folder, &["members", "g3"])?.len();
    folder.ok(&["build", "g.db", "--only", "g3", "--to", "only.db"])?;
    let info = folder.ok(&["info", "only.db"])?;
    same("points", info.lines().any(|line| line == format!("points                 {count}")), true)
}

/// If a point is named g1, the bare word is refused as ambiguous, and a prefix says which is meant.
fn a_point_may_be_called_as_a_community() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: u32| format!("g{at},{},{}\n", at % 20 + 100 * (at / 20), at * at % 17);
    folder.file("t.csv", "name,x,y\n".to_owned() + &(0..40).map(row).collect::<String>());
    folder.ok(&["build", "t.csv", "--id", "name", "--k", "5", "--to", "g.db"])?;
    folder.run(&["query", "g.db", "members", "g1"]).fails(2, "write point:g1 or group:g1")?;
    let members = set(&rows(&folder, &["members", "point:g1"])?, "point");
    let group = rows(&folder, &["members", "group:g1"])?.len();
    same("of the group", group, rows(&folder, &["community", "g1"])?.len())?;
    let smallest = &rows(&folder, &["containing", "g1", "1"])?[0]["concept"];
    let smallest = smallest.as_str().ok_or("a cluster")?.to_owned();
    let of_point = set(&rows(&folder, &["members", &smallest])?, "point");
    same("the cluster of the point", members, of_point)?;
    same("points of the group", rows(&folder, &["community", "g1"])?.len() >= 20, true)?;
    // A word that is the whole name of a point is not split into a prefix and a name.
    folder.file("p.csv", "name,x\na,1\npoint:a,2\nb,4\n");
    folder.ok(&["build", "p.csv", "--id", "name", "--k", "1", "--to", "p.db"])?;
    let of = |word: &str| folder.ok(&["query", "p.db", "members", word, "--format", "csv"]);
    same("point:a", of("point:a")?, of("point:point:a")?)?;
    same("a is another", of("point:a")? == of("a")?, false)
}

fn mean<'a>(cells: &[Cells], points: impl Iterator<Item = &'a String>, at: usize) -> f64 {
    let values: Vec<f64> = points.map(|point| cells[place(point)].1[at]).collect();
    values.iter().sum::<f64>() / values.len() as f64
}

fn two_groups_are_compared_column_by_column() -> Result<(), Failed> {
    let folder = wine()?;
    let (names, cells) = table("wine.csv")?;
    let one = set(&rows(&folder, &["members", "g1"])?, "point");
    let other = set(&rows(&folder, &["members", "g2"])?, "point");
    let everything: Vec<String> = (1..=178).map(|row| format!("d{row}")).collect();
    let answer = rows(&folder, &["contrast", "g1", "g2"])?;
    same("columns", answer.len(), names.len())?;
    let mut last = f64::INFINITY;
    for row in &answer {
        let at = names.iter().position(|name| row["column"] == *name).ok_or("no such column")?;
        let means =
            [mean(&cells, one.difference(&other), at), mean(&cells, other.difference(&one), at)];
        let overall = mean(&cells, everything.iter(), at);
        let square = |(_, values): &Cells| (values[at] - overall).powi(2);
        let deviation = (cells.iter().map(square).sum::<f64>() / 178.0).sqrt();
        let truth = [means[0], means[1], (means[0] - means[1]) / deviation];
        for (column, truth) in ["one", "other", "difference"].into_iter().zip(truth) {
            let shown = row[column].as_f64().unwrap_or(f64::NAN);
            let what = format!("{} {column}: {shown}, not {truth}", row["column"]);
            same(&what, (shown - truth).abs() < 1e-9, true)?;
        }
        same("the largest first", truth[2].abs() <= last, true)?;
        last = truth[2].abs();
    }
    let ran = folder.run(&["query", "g.db", "contrast", "g1", "g2", "3"]);
    let both = one.intersection(&other).count();
    for word in [format!("{both} in both"), "between g1 g2".to_owned()] {
        same(&ran.err, ran.err.contains(&word), true)?;
    }
    // Shares of words and means of numbers are compared in kept columns.
    let row = |at: u32| {
        let [sex, paid] = [["f", "m"], ["no", "yes"]].map(|words| words[usize::from(at >= 30)]);
        format!("{},{},{sex},{paid},{}\n", at / 30 * 50 + at % 6, at % 5, 1000 + at)
    };
    folder.file("t.csv", "x,y,sex,paid,price\n".to_owned() + &(0..60).map(row).collect::<String>());
    folder.ok(&["build", "t.csv", "--keep", "sex,paid,price", "--to", "g.db", "--force"])?;
    let answer = rows(&folder, &["contrast", "d1", "d60"])?;
    let of = |column: &str| {
        answer.iter().find(|row| row["column"] == column).cloned().ok_or(format!("no {column}"))
    };
    let sex = of("sex")?;
    let shares = [&sex["one"], &sex["other"]].map(|share| share.as_f64());
    same("all of one", shares == [Some(1.0), Some(0.0)] || shares == [Some(0.0), Some(1.0)], true)?;
    same("a word", sex["value"] == "f" || sex["value"] == "m", true)?;
    let price = of("price")?;
    let members = set(&rows(&folder, &["members", "d1"])?, "point");
    let mean = members.iter().map(|point| 1000.0 + place(point) as f64).sum::<f64>();
    let shown = price["one"].as_f64().unwrap_or(f64::NAN);
    same("a mean", (shown - mean / members.len() as f64).abs() < 1e-9, true)
}

fn one_within_the_other_is_compared_with_the_rest() -> Result<(), Failed> {
    let folder = wine()?;
    let (names, cells) = table("wine.csv")?;
    let group = set(&rows(&folder, &["members", "g1"])?, "point");
    let join = set(&rows(&folder, &["members", "g1+g2"])?, "point");
    for row in rows(&folder, &["contrast", "g1", "g1+g2"])? {
        let at = names.iter().position(|name| row["column"] == *name).ok_or("no such column")?;
        let means = [mean(&cells, group.iter(), at), mean(&cells, join.difference(&group), at)];
        for (column, truth) in ["one", "other"].into_iter().zip(means) {
            let shown = row[column].as_f64().unwrap_or(f64::NAN);
            same(column, (shown - truth).abs() < 1e-9, true)?;
        }
    }
    let ran = folder.run(&["query", "g.db", "contrast", "g1", "g1"]);
    same(&ran.err, ran.err.contains("the two have the same points"), true)
}

fn two_points_are_compared() -> Result<(), Failed> {
    let folder = wine()?;
    let told = description(&folder, &["why", "d1", "d51"])?;
    let lca = &rows(&folder, &["lca", "d1", "d51"])?[0];
    let members = lca["size"].as_u64().ok_or("a size")?;
    for word in [
        format!("d1 and d51 is {} with {members} points", lca["concept"].as_str().unwrap_or("?"),),
        "They share ".to_owned(),
        "With them are ".to_owned(),
        "Both are in the community g1".to_owned(),
        "They are alike in ".to_owned(),
    ] {
        same(&format!("{told:?} says {word:?}"), told.contains(&word), true)?;
    }
    let told = description(&folder, &["why", "d64", "d147"])?;
    for word in [
        "d64 is in g2 and d147 in g3",
        "They share 1 neighbour of 53: d73",
        "They are alike in proline 420 and 415, ",
        ", by the spread of c746. They differ in total_phenols 3.5 and 0.98, ",
    ] {
        same(&format!("{told:?} says {word:?}"), told.contains(word), true)?;
    }
    for words in [["why", "d1", "d1"], ["between", "g1", "g1"]] {
        folder.run(&[&["query", "g.db"], &words[..]].concat()).fails(2, "twice")?;
    }
    folder.run(&["query", "g.db", "why", "d1"]).fails(2, "OTHER")?;
    folder.run(&["query", "g.db", "why", "d1", "g9"]).fails(2, "g9")?;
    // A value that both or all points share separates nobody; nominal columns stay words.
    let row = |at: u32| {
        format!("{},{},7,{}\n", at / 30 * 50 + at % 6, at % 5, ["f", "m"][usize::from(at >= 30)])
    };
    folder.file("t.csv", "x,y,same,sex\n".to_owned() + &(0..60).map(row).collect::<String>());
    folder.ok(&["build", "t.csv", "--nominal", "sex", "--k", "9", "--to", "g.db", "--force"])?;
    let told = description(&folder, &["why", "d1", "d60"])?;
    same(&told, told.contains("sex f and m") && told.contains("They differ in "), true)?;
    same(&told, told.contains("same") || told.contains("sex="), false)?;
    // Nothing lies between an outlier and the rest, and still the two are not alike.
    let row = |at: u32| format!("{},{},{}\n", at % 7, at % 5, if at == 3 { 900 } else { at % 3 });
    folder.file("t.csv", "x,y,z\n".to_owned() + &(0..60).map(row).collect::<String>());
    folder.ok(&["build", "t.csv", "--scale", "standard", "--k", "9", "--to", "g.db", "--force"])?;
    for other in ["d3", "d39"] {
        let told = description(&folder, &["why", "d4", other])?;
        let (_, differ) = told.split_once("They differ in ").ok_or_else(|| told.clone())?;
        same(&told, differ.contains("z 900 and "), true)?;
    }
    // Words are alike when they are equal.
    let row = |at: u32| format!("{},{},town{}\n", at % 7, at % 5, at / 2);
    folder.file("t.csv", "x,y,town\n".to_owned() + &(0..60).map(row).collect::<String>());
    folder.ok(&["build", "t.csv", "--keep", "town", "--k", "9", "--to", "g.db", "--force"])?;
    let told = description(&folder, &["why", "d1", "d36"])?;
    same(&told, told.contains("They differ in town town0 and town17"), true)?;
    let told = description(&folder, &["why", "d1", "d2"])?;
    same(&told, told.contains("town town0") && !told.contains("town0 and"), true)?;
    // Two points alone, which are equal.
    folder.file("t.csv", "x,y\n1,2\n1,2\n");
    folder.ok(&["build", "t.csv", "--columns", "x,y", "--to", "g.db", "--force"])?;
    same("two", description(&folder, &["why", "d1", "d2"])?.contains("d1 and d2"), true)
}

fn two_objects_of_a_context_are_compared() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("b.cxt", "B\n\n3\n3\n\nFrog\nBream\nReed\nwater\nland\nmoves\nXXX\nX.X\nXX.\n");
    folder.ok(&["build", "b.cxt", "--to", "g.db"])?;
    let told = description(&folder, &["why", "Frog", "Bream"])?;
    same(&told, told.contains("They share 2 attributes: water and moves"), true)
}

fn words_of_an_lca_may_be_clusters_and_groups() -> Result<(), Failed> {
    let folder = wine()?;
    let of_points = |words: &[&str]| rows(&folder, &[&["lca"], words].concat());
    let cluster = set(&rows(&folder, &["members", "c50"])?, "point");
    let names: Vec<&str> = cluster.iter().map(String::as_str).collect();
    same("a cluster", of_points(&["c50", "d9"])?, of_points(&[&names[..], &["d9"]].concat())?)?;
    same("itself", &of_points(&["c50"])?[0]["concept"], &json!("c50"))?;
    let two = of_points(&["g1", "g2"])?;
    same("two groups", &two[0]["concept"], &json!("g1+g2"))?;
    folder.run(&["query", "g.db", "lca", "g1", "g9", "x"]).fails(2, "g9")
}

fn a_number_of_groups_holds_in_every_answer() -> Result<(), Failed> {
    let folder = Folder::new();
    let wine = example("wine.csv");
    let build = |groups: &'static str| {
        vec!["build", &wine, "--drop", "class", "--to", "g.db", "--force", "--groups", groups]
    };
    let told = folder.ok(&build("2"))?;
    same("the verdict", told.starts_with("Cut into 2 groups, all clearly (0.59)."), true)?;
    same("the fact", folder.json(&["info", "g.db"])?["groups"].as_u64(), Some(2))?;
    let groups: Vec<Json> = rows(&folder, &["communities"])?;
    let groups = groups.iter().filter(|one| one["level"] == "group");
    same("the groups", groups.count(), 2)?;
    folder.ok(&["copy", "g.db", "h.db"])?;
    let compared = folder.run(&["compare", "g.db", "h.db"]);
    same("copies", compared.err.contains("both are the same graph"), true)?;
    let ran = folder.run(&build("9"));
    ran.fails(2, "wine: the points can be cut into at most 5 groups, not 9")?;
    folder.ok(&build("5")).map(|_| ())
}

/// A list of points is a set of its own, and not their smallest cluster.
fn listed_points_are_a_set() -> Result<(), Failed> {
    let folder = wine()?;
    let mean = |some: &[usize], column: usize, rows: &[Cells]| {
        some.iter().map(|&at| rows[at].1[column]).sum::<f64>() / some.len() as f64
    };
    let (names, cells) = table("wine.csv")?;
    let [one, other] = [[0, 4, 9], [70, 100, 150]];
    let list = |some: [usize; 3]| some.map(|at| format!("d{}", at + 1)).join(",");
    for row in rows(&folder, &["contrast", &list(one), &format!("{{{}}}", list(other))])? {
        let column = names.iter().position(|name| row["column"] == **name).ok_or("no column")?;
        for (side, some) in [("one", one), ("other", other)] {
            let found = row[side].as_f64().ok_or("no mean")?;
            same(side, (found - mean(&some, column, &cells)).abs() < 1e-9, true)?;
        }
    }
    let said = description(&folder, &["describe", &list(one)])?;
    same(
        "describe",
        said.starts_with("3 points of 178. All are of class 1. All are in g1."),
        true,
    )?;
    let said = description(&folder, &["describe", "{d1}"])?;
    same("one point", said.starts_with("1 point of 178. Its class is 1."), true)?;
    let said = description(&folder, &["why", "g2", "{d1,d2,d3}"])?;
    let begins = "g2 has 73 points. 3 points are listed. All are in g1. The smallest community";
    same("why", said.starts_with(begins), true)?;
    let ran = folder.run(&["query", "g.db", "describe", "d1,d999"]);
    ran.fails(2, "there is no point \"d999\"")
}
