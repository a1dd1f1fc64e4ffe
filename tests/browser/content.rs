//! The content of a page: unchanged names, every selected cluster, and a text without scripts.

use conceptgraph::store::sqlite::SqliteStore;
use fantoccini::key::Key;
use libtest_mimic::{Failed, Trial};
use serde_json::json;

use super::{Opened, url};
use crate::browser::Page;
use crate::support::{Folder, Need, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(no_name_becomes_markup, Need::Browser),
        trial!(the_page_of_a_context_names_attributes, Need::Browser),
        trial!(without_scripts_there_are_words, Need::Browser),
    ]
}

const HOSTILE: [&str; 8] = [
    "</script><script>document.title='obeyed'</script>",
    "<img src=x onerror=\"document.title='obeyed'\">",
    "<!--<script>",
    "]]></noscript><b>bold</b>",
    "{{script}}",
    "\"' onload='document.title=1",
    "&lt;b&gt; &amp; \\u003c",
    "__proto__",
];

fn no_name_becomes_markup() -> Result<(), Failed> {
    let folder = Folder::new();
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(["name", HOSTILE[0], HOSTILE[1], "class"])?;
    for (row, name) in HOSTILE.iter().enumerate() {
        csv.write_record([*name, &row.to_string(), &(row * row).to_string(), HOSTILE[row / 3]])?;
    }
    folder.file("<b>t.csv", csv.into_inner()?);
    folder.ok(&[
        "build", "<b>t.csv", "--id", "name", "--label", "class", "--k", "3", "--to", "t.db",
    ])?;
    let opened = Opened::of(&folder, &["t.db"])?;
    let page = &opened.page;
    let elements = "['script', 'img', 'b', 'style', 'meta'].map(
        (name) => document.getElementsByTagName(name).length).join()";
    same("elements", opened.told(elements)?, "2,0,0,1,4".to_owned())?;
    for (row, name) in HOSTILE.iter().enumerate() {
        let other = HOSTILE[(row + 1) % HOSTILE.len()];
        opened.pair(name, other)?;
        let value = opened.told("document.getElementById('first').value")?;
        same("the name as it is", &*value, *name)?;
        page.fill("#search", &name[..5])?;
        page.wait("document.querySelectorAll('#search-list li').length > 0")?;
        same("elements", opened.told(elements)?, "2,0,0,1,4".to_owned())?;
    }
    page.fill("#search", HOSTILE[2])?;
    page.press("#search", Key::Enter)?;
    same("a class", opened.heading()?, format!("Class {}", HOSTILE[2]))?;
    same("the title", opened.told("document.title")?, "<b>t".to_owned())?;
    opened.is_quiet()
}

fn without_scripts_there_are_words() -> Result<(), Failed> {
    let folder = iris()?;
    folder.ok(&["export", "iris.db", "--largest", "40", "-o", "x.html"])?;
    let page = Page::open_without_scripts(&url(&folder, "x.html"))?;
    let (text, graph) = (page.text()?, SqliteStore::graph(&folder.path("iris.db"))?);
    let all = graph.communities()?;
    same(&text, text.contains(&graph.findings()?), true)?;
    for group in all.groups() {
        let words = [&group.name, group.apart.as_deref().unwrap_or_default()];
        same(&text, words.iter().all(|word| text.contains(*word)), true)?;
    }
    Ok(())
}

/// Each attribute stands at the largest cluster that has it, each point at the smallest.
fn the_page_of_a_context_names_attributes() -> Result<(), Failed> {
    let folder = Folder::new();
    let context = "B\n\n3\n3\n\nduck\nfrog\ntrout\nflies\nlays eggs\nswims\nXXX\n.XX\n.XX\n";
    folder.file("animals.cxt", context);
    folder.ok(&["build", "animals.cxt"])?;
    let opened = Opened::of(&folder, &["animals.db"])?;
    opened.pair("duck", "trout")?;
    same(
        "shared",
        opened.chips("2 attributes shared")?,
        ["lays eggs", "swims"].map(str::to_owned).to_vec(),
    )?;
    same("joined", opened.chips("with both")?, vec!["c2".to_owned()])?;
    same("no classes", opened.ask("document.querySelectorAll('.bar').length")?, json!(0))?;
    let labels = "JSON.parse(document.getElementById('data').textContent).nodes.map(
        ({above, below}) => [above, below])";
    let expected = json!([[["flies"], [0]], [["lays eggs", "swims"], [1, 2]]]);
    same("labels", opened.ask(labels)?, expected)?;
    let circles = opened.circles("canvas")?;
    same("the whole is above", circles["c2"].1 < circles["c1"].1, true)?;
    opened.page.script("location.hash = '#a=duck'", vec![])?;
    opened.page.wait("document.querySelector('#details h2').textContent === 'Point duck'")?;
    same("its own", opened.chips("Its 3 attributes")?.len(), 3)?;
    opened.is_quiet()
}
