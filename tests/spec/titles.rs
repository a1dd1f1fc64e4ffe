//! What communities are called and what is said of them, and the same as GraphRAG reads it.

use std::collections::HashSet;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{Folder, example, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(titles_are_short_and_tell_communities_apart),
        trial!(a_changed_summary_is_a_fault),
        trial!(graphrag_has_the_tree),
        trial!(graphrag_is_meant_by_name_alone),
        trial!(parquet_has_lists),
    ]
}

/// The columns of GraphRAG 3, in its order.
const COMMUNITIES: &str = "id,human_readable_id,community,level,parent,children,title,entity_ids,\
                           relationship_ids,text_unit_ids,period,size";
const REPORTS: &str = "id,human_readable_id,community,level,parent,children,title,summary,\
                       full_content,rank,rating_explanation,findings,full_content_json,period,size";

fn communities(folder: &Folder, store: &str) -> Result<Vec<Value>, Failed> {
    match folder.json(&["query", store, "communities"])? {
        Value::Array(rows) => Ok(rows),
        other => Err(format!("{other}").into()),
    }
}

fn titles_are_short_and_tell_communities_apart() -> Result<(), Failed> {
    let folder = Folder::new();
    for table in ["iris", "wine", "breast_cancer"] {
        let (file, store) = (example(&format!("{table}.csv")), format!("{table}.db"));
        folder.ok(&["build", &file, "--label", "class", "--to", &store, "-q"])?;
        let mut met = HashSet::new();
        for row in communities(&folder, &store)? {
            let [name, title] = ["community", "title"].map(|key| row[key].as_str());
            let (name, title) = name.zip(title).ok_or("texts")?;
            same(title, met.insert(title.to_owned()), true)?;
            same(title, (1..=40).contains(&title.chars().count()), true)?;
            let said = folder.ok(&["query", &store, "describe", name])?;
            same(&said, said.starts_with(&format!("{name}: {title}. It is a ")), true)?;
        }
        same("the whole", met.iter().any(|title| title.starts_with("all ")), true)?;
    }
    let rows = communities(&folder, "iris.db")?;
    same("setosa", rows[0]["title"].as_str(), Some("low petal_length and petal_width"))
}

fn a_changed_summary_is_a_fault() -> Result<(), Failed> {
    let folder = iris()?;
    let file = rusqlite::Connection::open(folder.path("iris.db"))?;
    let summary: String =
        file.query_one("SELECT summary FROM community WHERE id = 2", [], |row| row.get(0))?;
    for words in [
        "g2: high petal_length and petal_width. It is a group: 48 of the 150 points (32 %). ",
        " 58 % are of class versicolor (all points: 33 %). What sets it apart: petal_length 4.81 ",
        " In g2+g3 its separation from the rest is 0.18, ",
        " It shares points: 9 with g3 and 9 with g4.",
    ] {
        same(&summary, summary.contains(words), true)?;
    }
    same("whole", folder.run(&["check", "iris.db"]).code, 0)?;
    file.execute("UPDATE community SET summary = 'x' WHERE id = 2", [])?;
    drop(file);
    folder.run(&["check", "iris.db"]).fails(1, "")?;
    same("said", folder.run(&["check", "iris.db"]).out.contains("the summaries of its"), true)
}

fn graphrag_has_the_tree() -> Result<(), Failed> {
    let folder = iris()?;
    let said = folder.run(&["export", "iris.db", "-o", "communities.csv"]);
    same("said", said.err.as_str(), "communities.csv: 7 rows, 12 columns\n")?;
    folder.ok(&["export", "iris.db", "-o", "community_reports.csv"])?;
    let read = |name: &str, header: &str| -> Result<Vec<csv::StringRecord>, Failed> {
        let mut file = csv::Reader::from_path(folder.path(name))?;
        same(name, file.headers()?.iter().collect::<Vec<_>>().join(","), header.to_owned())?;
        Ok(file.records().collect::<Result<_, _>>()?)
    };
    let (tree, reports) =
        (read("communities.csv", COMMUNITIES)?, read("community_reports.csv", REPORTS)?);
    let own = communities(&folder, "iris.db")?;
    for (at, ((row, report), own)) in tree.iter().zip(&reports).zip(&own).enumerate() {
        let name = own["community"].as_str().ok_or("a name")?;
        same("name", &row[0], name)?;
        same("numbers", [&row[1], &row[2]], [&*at.to_string(), &*at.to_string()])?;
        same("title", Some(&row[6]), own["title"].as_str())?;
        same("the same tree", (0..7).all(|column| row[column] == report[column]), true)?;
        let parent: i64 = row[4].parse()?;
        let above = usize::try_from(parent).ok().map(|parent| &tree[parent]);
        same("parent", above.map(|above| &above[0]), own["parent"].as_str())?;
        let level = above.map_or(Ok(-1), |above| above[3].parse::<i64>())? + 1;
        same("level", &row[3], &*level.to_string())?;
        if let Some(above) = above {
            let children: Vec<usize> = serde_json::from_str(&above[5])?;
            same("children", children.contains(&at), true)?;
        }
        let points: Vec<String> = serde_json::from_str(&row[7])?;
        let members = folder.json(&["query", "iris.db", "community", name])?;
        let members = members.as_array().ok_or("rows")?.iter();
        let members: HashSet<&str> = members.filter_map(|row| row["point"].as_str()).collect();
        same("points", points.iter().map(String::as_str).collect::<HashSet<_>>(), members)?;
        same("size", [&row[11], &report[14]], [&*points.len().to_string(); 2])?;
        same("nothing", [&row[8], &row[9], &row[10]], ["[]", "[]", ""])?;
        same("text", report[8].to_owned(), format!("# {}\n\n{}", &row[6], &report[7]))?;
        let json: Value = serde_json::from_str(&report[12])?;
        same("summary", json["summary"].as_str(), Some(&report[7]))?;
    }
    same("all", [tree.len(), reports.len()], [own.len(); 2])
}

fn graphrag_is_meant_by_name_alone() -> Result<(), Failed> {
    let folder = iris()?;
    let export = |words: &[&str]| folder.ok(&[&["export", "iris.db"], words].concat());
    export(&["-o", "communities.csv"])?;
    let named = export(&["--graphrag", "communities", "-o", "-", "-f", "csv"])?;
    same("by option", &named, &folder.text("communities.csv"))?;
    export(&["--communities", "-o", "communities.csv", "--force"])?;
    same("ours", folder.text("communities.csv").starts_with("community,title,points"), true)?;
    let repl = ["repl", "iris.db", "-c", "export graphrag communities to x.csv"];
    folder.ok(&repl)?;
    same("the shell", folder.text("x.csv"), named)?;
    let wrong = ["repl", "iris.db", "-c", "export graphrag trees to y.csv"];
    folder.run(&wrong).fails(1, "graphrag is communities or reports, not \"trees\"")
}

#[cfg(not(feature = "parquet"))]
fn parquet_has_lists() -> Result<(), Failed> {
    let folder = iris()?;
    folder.run(&["export", "iris.db", "-o", "communities.parquet"]).fails(2, "without Parquet")
}

#[cfg(feature = "parquet")]
fn parquet_has_lists() -> Result<(), Failed> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{Field, List};

    fn texts(field: &Field) -> String {
        let all = |list: &List| list.elements().iter().map(texts).collect::<Vec<_>>().join(",");
        match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            Field::Long(number) => number.to_string(),
            Field::Double(number) => number.to_string(),
            Field::ListInternal(list) => format!("[{}]", all(list)),
            other => format!("{other:?}"),
        }
    }
    let folder = iris()?;
    for (name, header) in [("communities", COMMUNITIES), ("community_reports", REPORTS)] {
        let [file, again, table] =
            ["parquet", "again.parquet", "csv"].map(|suffix| format!("{name}.{suffix}"));
        for target in [&file, &table] {
            folder.ok(&["export", "iris.db", "-o", target])?;
        }
        let option = if name == "communities" { name } else { "reports" };
        folder.ok(&["export", "iris.db", "--graphrag", option, "-o", &again])?;
        same("the same bytes", folder.read(&file) == folder.read(&again), true)?;
        let reader = SerializedFileReader::new(std::fs::File::open(folder.path(&file))?)?;
        let mut csv = csv::Reader::from_path(folder.path(&table))?;
        let mut count = 0;
        for (row, cells) in reader.get_row_iter(None)?.zip(csv.records()) {
            let (row, cells) = (row?, cells?);
            let names: Vec<&str> = row.get_column_iter().map(|(name, _)| &**name).collect();
            same("columns", names.join(","), header.to_owned())?;
            for ((name, field), cell) in row.get_column_iter().zip(&cells) {
                let cell = match field {
                    Field::ListInternal(_) => cell.replace('"', ""),
                    _ => cell.to_owned(),
                };
                same(name, texts(field), cell)?;
            }
            count += 1;
        }
        same("rows", count, 7)?;
    }
    Ok(())
}
