//! The communities on a page: a card of each, what is in it, and the points between two.

use fantoccini::key::Key;
use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use super::{Opened, column};
use crate::support::{Folder, Need, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(communities_come_first, Need::Browser),
        trial!(a_card_opens_into_its_clusters, Need::Browser),
        trial!(points_between_two_communities_are_those_of_bridge, Need::Browser),
        trial!(a_part_has_the_communities_of_its_clusters, Need::Browser),
        trial!(cards_of_a_context_say_attributes, Need::Browser),
    ]
}

/// Of each card its heading, and the numbers of the points that it shares with others.
const CARDS: &str = "[...document.querySelectorAll('#cards .card')].map((card) => [
    [...card.querySelector('.open').children].map((part) => part.textContent),
    [...card.querySelectorAll('.chip')].map((chip) => chip.textContent)])";
const NAMES: &str =
    "[...document.querySelectorAll('#cards .card strong')].map((name) => name.textContent)";
const ABOVE: &str = "document.querySelector('#cards h2').textContent";

fn iris() -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("iris.csv"), "--label", "class", "--k", "10"])?;
    Ok(folder)
}

fn texts(folder: &Folder, statement: &str) -> Result<Vec<String>, Failed> {
    let connection = rusqlite::Connection::open(folder.path("iris.db"))?;
    let mut rows = connection.prepare(statement)?;
    Ok(rows.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

fn communities_come_first() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let rows = folder.json(&["query", "iris.db", "communities"])?;
    let text = |row: &Json, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let mut expected = Vec::new();
    for (row, number) in rows.as_array().ok_or("rows")?.iter().zip(1..) {
        let purity = 100.0 * row["purity"].as_f64().unwrap_or_default();
        let heading = json!([
            text(row, "community"),
            format!("{purity:.0} % {}", text(row, "class")),
            format!("{} points", row["points"]),
        ]);
        let shared = format!(
            "SELECT 'g' || (community_id + other_id - {number}) || ' ' || points FROM overlap
             WHERE {number} IN (community_id, other_id) ORDER BY points DESC, community_id + other_id LIMIT 4"
        );
        expected.push(json!([heading, texts(&folder, &shared)?]));
    }
    same("cards", opened.ask(CARDS)?, json!(expected))?;
    same("above them", &*opened.told(ABOVE)?, "5 communities")?;
    let all = opened.told("document.querySelector('#cards .head').textContent")?;
    same(&all, all.contains("They hold all 150 points"), true)?;

    // A card says means in the units of the table.
    let line = "document.querySelector('#cards .card .profile tr').textContent";
    let line = opened.told(line)?;
    let feature = ["sepal_length", "sepal_width", "petal_length", "petal_width"];
    same(&line, feature.iter().any(|name| line.starts_with(name)), true)?;

    // A point says which communities it is in, and their cards are marked.
    opened.page.fill("#first", "d78")?;
    opened.page.press("#first", Key::Enter)?;
    let shares = folder.json(&["query", "iris.db", "membership", "d78"])?;
    let chip = |row: &Json| {
        let share = 100.0 * row["share"].as_f64().unwrap_or_default();
        json!(format!("{} {share:.0} %", text(row, "community")))
    };
    let expected: Vec<Json> = shares.as_array().ok_or("rows")?.iter().map(chip).collect();
    let found = "[...document.querySelectorAll('#details .chip[data-community]')]
        .map((chip) => chip.textContent)";
    same("its communities", opened.ask(found)?, json!(expected))?;
    let chosen = opened.ask("document.querySelectorAll('#cards .card.chosen').length")?;
    same("marked", chosen, json!(expected.len()))?;
    opened.is_quiet()
}

fn a_card_opens_into_its_clusters() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db", "--map"])?;
    let all =
        texts(&folder, "SELECT 'c' || concept_id FROM community_concept WHERE community_id = 2")?;
    let names = "JSON.parse(document.getElementById('data').textContent).nodes
                     .map((node) => node.name)";
    let names: Vec<String> = serde_json::from_value(opened.ask(names)?)?;
    let mut inside = names.clone();
    inside.retain(|name| all.contains(name));
    inside.reverse();
    same("some of the page", (1..names.len()).contains(&inside.len()), true)?;

    opened.page.click("#cards .card:nth-of-type(2) .open")?;
    same("chosen", &*opened.heading()?, "Community g2")?;
    same("above", &*opened.told(ABOVE)?, "Community g2: 37 of 150 points (25 %)")?;
    same("its clusters", opened.ask(NAMES)?, json!(inside))?;
    let members = texts(
        &folder,
        "SELECT name FROM belongs JOIN point ON point.id = point_id
         WHERE community_id = 2 ORDER BY point.id",
    )?;
    same("its points", opened.chips("Its 37 points")?, members)?;
    opened.page.click("#cards .card .open")?;
    same("a cluster", opened.heading()?, format!("Cluster {}", inside[0]))?;
    opened.page.click("#back")?;
    same("all again", &*opened.told(ABOVE)?, "5 communities")?;

    // In the diagram its clusters are lit, and the others turn pale.
    opened.page.click("#as-diagram")?;
    let before: Vec<Json> =
        names.iter().map(|name| pixel(&opened, name)).collect::<Result<_, _>>()?;
    opened.page.click("#as-cards")?;
    opened.page.click("#cards .card:nth-of-type(2) .open")?;
    opened.page.click("#as-diagram")?;
    for (name, before) in names.iter().zip(before) {
        let is_same = pixel(&opened, name)? == before;
        same(&format!("{name} is lit"), is_same, inside.contains(name))?;
    }

    // The link brings it back, and Escape leads to all cards.
    let address = opened.rested()?;
    for word in ["community=g2", "open=g2", "show=diagram"] {
        same(&format!("{word} in {address}"), address.contains(word), true)?;
    }
    opened.page.press("#canvas", Key::Escape)?;
    opened.page.click("#as-cards")?;
    same("cleared", &*opened.told(ABOVE)?, "5 communities")?;
    let cleared = opened.rested()?;
    same(&cleared, cleared.contains("g2"), false)?;
    opened.page.script("location.hash = arguments[0]", vec![json!(address)])?;
    opened.page.wait("document.querySelector('#details h2').textContent === 'Community g2'")?;
    opened.is_quiet()
}

fn points_between_two_communities_are_those_of_bridge() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    opened.page.click("#cards .card .chip")?;
    let heading = opened.heading()?;
    let (one, other) =
        heading.strip_prefix("Between ").and_then(|two| two.split_once(" and ")).ok_or("two")?;
    let mut expected = column(&folder, &["bridge", one, other], "point")?;
    let found = "[...document.querySelectorAll('#details .chip[data-point] bdi')]
        .map((name) => name.textContent)";
    let mut found: Vec<String> = serde_json::from_value(opened.ask(found)?)?;
    expected.sort();
    found.sort();
    same("points", !found.is_empty(), true)?;
    same("between", found, expected)?;
    let address = opened.rested()?;
    same(&address, address.contains(&format!("between={one},{other}")), true)?;
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
    let opened = Opened::first(&folder, &["iris.db", "--up", &central[0]])?;
    // Something was asked for, so that the diagram comes first.
    same("first", &*opened.told("document.documentElement.dataset.show")?, "diagram")?;
    opened.page.click("#as-cards")?;
    let cards = opened.ask(NAMES)?.as_array().ok_or("cards")?.len();
    same("some of them", (1..central.len()).contains(&cards), true)?;
    let heading = format!("On this page: clusters of {cards} of {} communities", central.len());
    same("the heading", opened.told(ABOVE)?, heading)?;
    // A small cluster is nobody's home.
    let opened = Opened::first(&folder, &["iris.db", "--down", "c3"])?;
    same("no cards", opened.ask("document.getElementById('tabs').hidden")?, json!(true))?;
    same("none", &*opened.heading()?, "How to read it")?;
    opened.is_quiet()
}

fn cards_of_a_context_say_attributes() -> Result<(), Failed> {
    let folder = Folder::new();
    // Two groups of points, each with attributes of its own, and one that all have.
    let row = |at: usize| {
        let bit = |column: usize| match column {
            9 => 'X',
            column if (column < 5) == (at < 8) && column % 5 != at % 5 => 'X',
            _ => '.',
        };
        (0..10).map(bit).collect::<String>() + "\n"
    };
    let names = (0..16).map(|at| format!("p{at}\n")).collect::<String>();
    let attributes = (0..10).map(|at| format!("a{at}\n")).collect::<String>();
    let rows = (0..16).map(row).collect::<String>();
    folder.file("two.cxt", format!("B\n\n16\n10\n\n{names}{attributes}{rows}"));
    folder.ok(&["build", "two.cxt"])?;
    let opened = Opened::first(&folder, &["two.db"])?;
    if opened.told("document.documentElement.dataset.show")? == "diagram" {
        opened.page.click("#as-cards")?;
    }
    let lines = "[...document.querySelectorAll('#cards .card')].map((card) =>
        [...card.querySelectorAll('.profile th')].map((name) => name.textContent))";
    let lines: Vec<Vec<String>> = serde_json::from_value(opened.ask(lines)?)?;
    same("cards", lines.len() > 1, true)?;
    for line in lines {
        same(&format!("{line:?}"), line.is_empty() || line.contains(&"a9".to_owned()), false)?;
    }
    opened.is_quiet()
}
