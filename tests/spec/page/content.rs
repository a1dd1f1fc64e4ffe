//! The content of a page: unchanged names, every selected cluster, and a text without scripts.

use std::fs;

use conceptgraph::communities::verdict;
use conceptgraph::store::sqlite::SqliteStore;
use fantoccini::key::Key;
use libtest_mimic::{Failed, Trial};
use serde_json::json;

use super::{Opened, url};
use crate::browser::Page;
use crate::support::{Folder, Need, iris, project, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(no_name_becomes_markup, Need::Browser),
        trial!(the_page_of_a_context_names_attributes, Need::Browser),
        trial!(a_page_has_every_cluster_of_a_chain),
        trial!(without_scripts_there_are_words, Need::Browser),
        trial!(the_same_part_gives_the_same_bytes),
        trial!(the_script_asks_for_nothing_and_writes_text_alone),
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
    same(&text, text.contains(&verdict(all, 150, 150)), true)?;
    for group in all.groups() {
        let words = [&group.name, group.apart.as_deref().unwrap_or_default()];
        same(&text, words.iter().all(|word| text.contains(*word)), true)?;
    }
    Ok(())
}

fn the_same_part_gives_the_same_bytes() -> Result<(), Failed> {
    let folder = iris()?;
    for name in ["a.html", "b.html"] {
        folder.ok(&["export", "iris.db", "--largest", "400", "-o", name])?;
    }
    same("the same bytes", folder.read("a.html") == folder.read("b.html"), true)?;
    // A page replaces a page without --force; other files are not replaced.
    folder.ok(&["export", "iris.db", "--largest", "4", "-o", "a.html"])?;
    same("replaced", folder.read("a.html").len() < folder.read("b.html").len(), true)?;
    folder.file("mine.html", "<!DOCTYPE html><title>mine</title>");
    let refused = folder.run(&["export", "iris.db", "--largest", "4", "-o", "mine.html"]);
    refused.fails(1, "mine.html")
}

/// The script contains no word by which a name could become markup or a request could be sent.
fn the_script_asks_for_nothing_and_writes_text_alone() -> Result<(), Failed> {
    const NEVER: [&str; 14] = [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "createContextualFragment",
        "document.write",
        "eval(",
        "Function(",
        "fetch(",
        "XMLHttpRequest",
        "WebSocket",
        "import",
        "http:",
        "https:",
        "</",
    ];
    let mut faults = Vec::new();
    let mut files = 0;
    for entry in fs::read_dir(project().join("src/page/web"))? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files += 1;
        if text.lines().count() > 400 {
            faults.push(format!("{name} has more than 400 lines"));
        }
        let long = text.lines().filter(|line| line.chars().count() > 100);
        faults.extend(long.map(|line| format!("{name}: {line}")));
    }
    same("files", files > 5, true)?;
    let folder = iris()?;
    folder.ok(&["export", "iris.db", "--largest", "4", "-o", "x.html"])?;
    let page = folder.text("x.html");
    let (_, script) = page.split_once("<script type=\"module\">").ok_or("the script")?;
    let (script, _) = script.split_once("</script>").ok_or("its end")?;
    same("the script is there", script.len() > 10_000, true)?;
    let found = NEVER.iter().filter(|word| script.contains(**word));
    faults.extend(found.map(|word| format!("the script has {word}")));
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// A picture abridges a long chain, but a page has the clusters of its middle.
fn a_page_has_every_cluster_of_a_chain() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.build_iris(&[])?;
    let join = ["export", "iris.db", "--lca", "d1,d51", "-o"];
    let said = |file: &str| folder.run(&[&join[..], &[file]].concat()).err;
    let clusters = |said: String| -> Result<usize, Failed> {
        let count = said.split([' ', ':']).find_map(|word| word.parse().ok());
        Ok(count.ok_or(said)?)
    };
    let (page, picture) = (clusters(said("x.html"))?, clusters(said("x.dot"))?);
    same("the page has more", page > picture, true)?;
    same("as many as a file", page, clusters(said("x.graphml"))?)
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
    opened.page.script("location.hash = '#a=duck'", vec![])?;
    opened.page.wait("document.querySelector('#details h2').textContent === 'Point duck'")?;
    same("its own", opened.chips("Its 3 attributes")?.len(), 3)?;
    opened.is_quiet()
}
