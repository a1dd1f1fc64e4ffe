//! The communities on a page: a card of each, and its clusters lit.

use fantoccini::key::Key;
use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use super::{Opened, column};
use crate::support::{Folder, Need, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(communities_come_first, Need::Browser),
        trial!(a_part_has_the_communities_of_its_clusters, Need::Browser),
    ]
}

const CARDS: &str = "[...document.querySelectorAll('#details .card')]
    .map((card) => [...card.children].map((line) => line.textContent))";

fn iris() -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("iris.csv"), "--label", "class", "--k", "10"])?;
    Ok(folder)
}

fn communities_come_first() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::of(&folder, &["iris.db", "--map"])?;
    let rows = folder.json(&["query", "iris.db", "communities"])?;
    let rows = rows.as_array().ok_or("rows")?;
    let text = |row: &Json, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let card = |row: &Json| {
        let points = row["points"].as_u64().unwrap_or_default();
        let purity = 100.0 * row["purity"].as_f64().unwrap_or_default();
        json!([
            text(row, "community"),
            format!("{points} of 150 points ({:.0} %)", points as f64 / 1.5),
            format!("{purity:.0} % {}", text(row, "class")),
            text(row, "apart"),
            format!("central cluster {}", text(row, "central")),
        ])
    };
    let cards: Vec<Json> = rows.iter().map(card).collect();
    same("cards", opened.ask(CARDS)?, json!(cards))?;
    same("the heading", &*opened.heading()?, "5 communities")?;

    // A card lights the clusters of its community, and the others turn pale.
    let connection = rusqlite::Connection::open(folder.path("iris.db"))?;
    let select = "SELECT 'c' || concept_id FROM community_concept WHERE community_id = 2";
    let mut all = connection.prepare(select)?;
    let all: Vec<String> = all.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let names = "JSON.parse(document.getElementById('data').textContent).nodes
                     .map((node) => node.name)";
    let names: Vec<String> = serde_json::from_value(opened.ask(names)?)?;
    let before: Vec<Json> =
        names.iter().map(|name| pixel(&opened, name)).collect::<Result<_, _>>()?;
    opened.page.click("#details .card:nth-child(2)")?;
    same("chosen", &*opened.heading()?, "Community g2")?;
    let mut inside = names.clone();
    inside.retain(|name| all.contains(name));
    inside.reverse();
    same("its clusters", opened.chips("on this page")?, inside.clone())?;
    same("some of the page", (1..names.len()).contains(&inside.len()), true)?;
    for (name, before) in names.iter().zip(before) {
        let is_same = pixel(&opened, name)? == before;
        same(&format!("{name} is lit"), is_same, inside.contains(name))?;
    }

    // The link brings it back, and Escape leads to the cards.
    let address = opened.rested()?;
    same(&address, address.contains("community=g2"), true)?;
    opened.page.press("#canvas", Key::Escape)?;
    same("cleared", &*opened.heading()?, "5 communities")?;
    let cleared = opened.rested()?;
    same(&cleared, cleared.contains("community"), false)?;
    opened.page.script("location.hash = arguments[0]", vec![json!(address)])?;
    opened.page.wait("document.querySelector('#details h2').textContent === 'Community g2'")?;
    opened.is_quiet()
}

/// The colour in the middle of a cluster.
fn pixel(opened: &Opened, name: &str) -> Result<Json, Failed> {
    let (x, y) = opened.place(name)?;
    let script = "const canvas = document.getElementById('canvas');
        const box = canvas.getBoundingClientRect();
        const by = canvas.width / box.width;
        const [x, y] = [(arguments[0] - box.left + 2) * by, (arguments[1] - box.top + 2) * by];
        const one = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
        one.drawImage(canvas, x, y, 1, 1, 0, 0, 1, 1);
        return [...one.getImageData(0, 0, 1, 1).data]";
    Ok(opened.page.script(script, vec![json!(x), json!(y)])?)
}

fn a_part_has_the_communities_of_its_clusters() -> Result<(), Failed> {
    let folder = iris()?;
    let central = column(&folder, &["communities"], "central")?;
    let opened = Opened::of(&folder, &["iris.db", "--up", &central[0]])?;
    let cards = opened.ask(CARDS)?.as_array().ok_or("cards")?.len();
    same("some of them", (1..central.len()).contains(&cards), true)?;
    let heading = format!("On this page: clusters of {cards} of {} communities", central.len());
    same("the heading", opened.heading()?, heading)?;
    // A small cluster is nobody's home.
    let opened = Opened::of(&folder, &["iris.db", "--down", "c3"])?;
    same("none", &*opened.heading()?, "How to read it")?;
    opened.is_quiet()
}
