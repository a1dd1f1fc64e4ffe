//! The communities on a page: their list, the content of each, the points between two groups, and
//! the community of two points.

use conceptgraph::communities::{Communities, Community};
use conceptgraph::store::sqlite::SqliteStore;
use fantoccini::key::Key;
use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use super::{Opened, column};
use crate::support::{Folder, Need, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(communities_come_first, Need::Browser),
        trial!(a_group_opens_into_its_clusters, Need::Browser),
        trial!(points_between_two_groups_are_those_of_between, Need::Browser),
        trial!(a_single_group_is_shown_by_its_parts, Need::Browser),
        trial!(what_was_asked_for_comes_first, Need::Browser),
        trial!(groups_of_a_context_say_attributes, Need::Browser),
        trial!(groups_say_words_and_kept_columns_as_build_does, Need::Browser),
    ]
}

/// A script that returns name, number of points and description of the listed groups.
const LIST: &str = "[...document.querySelectorAll('#details .lines .open')].map((line) =>
    ['strong', '.count', 'small'].map((part) => line.querySelector(part).textContent))";
const NAMES: &str =
    "[...document.querySelectorAll('#details .lines strong')].map((name) => name.textContent)";
const VERDICT: &str = "document.getElementById('verdict').textContent";
const STANDING: &str = "document.querySelector('#details .standing').textContent";
/// Returns the lines about columns of each group on the map.
fn profiles(opened: &Opened, groups: usize) -> Result<Vec<Vec<[String; 4]>>, Failed> {
    let cells = "[...document.querySelectorAll('#details .profile tr')].map((line) =>
        [...line.children].map((cell) => cell.textContent))";
    let mut all = Vec::new();
    for at in 1..=groups {
        opened.page.press("#points", Key::Escape)?;
        opened.page.click(&format!("#details .lines li:nth-child({at}) .open"))?;
        all.push(serde_json::from_value(opened.ask(cells)?)?);
    }
    Ok(all)
}

fn iris() -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("iris.csv"), "--label", "class", "--k", "10"])?;
    Ok(folder)
}

fn communities(folder: &Folder, file: &str) -> Result<Communities, Failed> {
    Ok(SqliteStore::graph(&folder.path(file))?.communities()?.clone())
}

fn findings(folder: &Folder, file: &str) -> Result<String, Failed> {
    Ok(SqliteStore::graph(&folder.path(file))?.findings()?)
}

/// Returns what a page says of the separation of a group.
fn standing(group: &Community) -> Option<String> {
    let separation = group.separation?;
    let words = match separation {
        doubtful if doubtful < 0.2 => "Hardly stands apart",
        less if less < 0.5 => "Stands apart less",
        _ => "Stands apart clearly",
    };
    Some(format!("{words} ({separation:.2})"))
}

fn texts(folder: &Folder, statement: &str) -> Result<Vec<String>, Failed> {
    let connection = rusqlite::Connection::open(folder.path("iris.db"))?;
    let mut rows = connection.prepare(statement)?;
    Ok(rows.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

fn communities_come_first() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let (rows, all) =
        (folder.json(&["query", "iris.db", "communities"])?, communities(&folder, "iris.db")?);
    let text = |row: &Json, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let groups = rows.as_array().ok_or("rows")?.iter().filter(|row| row["level"] == "group");
    let line = |(row, group): (&Json, &Community)| {
        let purity = 100.0 * row["purity"].as_f64().unwrap_or_default();
        let apart = group.main_difference().unwrap_or_default();
        json!([
            text(row, "community"),
            format!("{} points", row["size"]),
            format!("{purity:.0} % {}; {apart}", text(row, "class")),
        ])
    };
    let expected: Vec<Json> = groups.zip(all.groups()).map(line).collect();
    same("some groups", expected.len() > 2, true)?;
    same("the list", opened.ask(LIST)?, json!(expected))?;
    same("above the map", opened.told(VERDICT)?, findings(&folder, "iris.db")?)?;
    let labels = "[...document.querySelectorAll('.label strong')].map((name) => name.textContent)";
    let mut labels: Vec<String> = serde_json::from_value(opened.ask(labels)?)?;
    // The parts that are islands have names too.
    labels.retain(|name| !name.contains('.'));
    labels.sort();
    let names: Vec<String> = all.groups().iter().map(|one| one.name.clone()).collect();
    same("on the map", labels, names)?;

    // A group shows its standing, and the numbers of points that it shares with other groups.
    for (at, group) in all.groups().iter().enumerate() {
        opened.page.press("#points", Key::Escape)?;
        opened.page.click(&format!("#details .lines li:nth-child({}) .open", at + 1))?;
        same("how it stands", Some(opened.told(STANDING)?), standing(group))?;
        let number = at + 1;
        let shared = format!(
            "SELECT 'g' || (community_id + other_id - {number}) || ' ' || points FROM overlap
             WHERE {number} IN (community_id, other_id) AND points > 0
             ORDER BY points DESC, community_id + other_id"
        );
        let chips = "[...document.querySelectorAll('#details .chip[data-between]')]
            .map((chip) => chip.textContent)";
        same("shared", opened.ask(chips)?, json!(texts(&folder, &shared)?))?;
    }

    // The community of all points, which joins the groups, can be opened too.
    let whole = all.all.iter().find(|one| one.parent.is_none()).ok_or("the whole")?;
    opened.page.fill("#search", &whole.name)?;
    opened.page.press("#search", Key::Enter)?;
    same("all groups", opened.heading()?, format!("Groups {}", whole.name))?;

    // A point shows its communities.
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
    opened.is_quiet()
}

fn a_group_opens_into_its_clusters() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    // Clusters with more than half of their points in the second group.
    let all = texts(
        &folder,
        "WITH main AS (
             SELECT point_id, (
                 SELECT community_id FROM in_group
                 WHERE in_group.point_id = member.point_id
                 ORDER BY share DESC, community_id LIMIT 1
             ) = 2 AS is_here, concept_id FROM member
         )
         SELECT 'c' || concept_id FROM main GROUP BY 1 HAVING 2 * sum(is_here) > count(*)",
    )?;
    // Those most like the group come first: by Jaccard index, of equal ones the largest.
    let inside = texts(
        &folder,
        "WITH both AS (
             SELECT concept_id, count(*) AS size, count(in_group.point_id) AS common FROM member
             LEFT JOIN in_group ON in_group.point_id = member.point_id AND community_id = 2
             GROUP BY 1
         )
         SELECT 'c' || both.concept_id FROM both, community WHERE community.id = 2
         ORDER BY 1.0 * common / (both.size + community.size - common) DESC,
             both.concept_id DESC",
    )?;
    let inside: Vec<String> = inside.into_iter().filter(|name| all.contains(name)).collect();
    same("some clusters", inside.len() > 12, true)?;

    opened.page.click("#details .lines li:nth-child(2) .open")?;
    same("chosen", &*opened.heading()?, "Group g2")?;
    let rows = folder.json(&["query", "iris.db", "communities"])?;
    let size = rows[1]["size"].as_f64().ok_or("size")?;
    let said = opened.told("document.querySelector('#details p').textContent")?;
    same("size", said, format!("{size} of 150 points ({:.0} %)", 100.0 * size / 150.0))?;
    let words = format!("{} cluster", inside.len());
    same("its clusters", opened.chips(&words)?, inside.clone())?;
    let about = opened.told("document.getElementById('about-diagram').textContent")?;
    same(&about, about.starts_with(&format!("Around {}: ", inside[0])), true)?;
    let members = texts(
        &folder,
        "SELECT name FROM in_group JOIN point ON point.id = point_id
         WHERE community_id = 2 ORDER BY point.id",
    )?;
    same("its points", opened.chips(&format!("Its {size} points"))?, members)?;
    let rows = opened.told("document.getElementById('as-rows').textContent")?;
    same("its rows", rows, format!("Rows: {size} of 150"))?;

    // The link restores the group, and Escape leads to all.
    let address = opened.rested()?;
    same(&address, address.contains("community=g2"), true)?;
    opened.page.press("#points", Key::Escape)?;
    same("cleared", &*opened.heading()?, "What is in the table")?;
    let cleared = opened.rested()?;
    same(&cleared, cleared.contains("g2"), false)?;
    opened.page.script("location.hash = arguments[0]", vec![json!(address)])?;
    opened.page.wait("document.querySelector('#details h2').textContent === 'Group g2'")?;
    opened.is_quiet()
}

fn points_between_two_groups_are_those_of_between() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    opened.page.click("#details .lines li:nth-child(2) .open")?;
    opened.page.click("#details .chip[data-between]")?;
    let heading = opened.heading()?;
    let (one, other) =
        heading.strip_prefix("Between ").and_then(|two| two.split_once(" and ")).ok_or("two")?;
    let mut expected = column(&folder, &["between", one, other], "point")?;
    let mut found = opened.chips("The points")?;
    expected.sort();
    found.sort();
    same("points", !found.is_empty(), true)?;
    same("between", found, expected)?;
    let address = opened.rested()?;
    same(&address, address.contains(&format!("between={one},{other}")), true)?;
    opened.is_quiet()
}

fn texts_of(folder: &Folder, level: &str) -> Result<Vec<String>, Failed> {
    let all = communities(folder, "line.db")?.all.into_iter();
    Ok(all.filter(|one| one.level.to_string() == level).map(|one| one.name).collect())
}

fn what_was_asked_for_comes_first() -> Result<(), Failed> {
    let folder = iris()?;
    let like = column(&folder, &["communities"], "cluster")?;
    let opened = Opened::first(&folder, &["iris.db", "--up", &like[0]])?;
    let seen = "[document.documentElement.dataset.show, document.documentElement.dataset.large]";
    same("clusters", opened.ask(seen)?, json!(["clusters", "true"]))?;
    let about = opened.told("document.getElementById('about-diagram').textContent")?;
    same(&about, about.starts_with("Each circle is a cluster."), true)?;
    // The smallest cluster is a single point; the map is shown nevertheless.
    let opened = Opened::first(&folder, &["iris.db", "--down", "c1"])?;
    same("a map", opened.told(VERDICT)?.is_empty(), false)?;
    opened.is_quiet()
}

fn a_single_group_is_shown_by_its_parts() -> Result<(), Failed> {
    let folder = Folder::new();
    // Points along a line.
    let rows = (0..400_u64).map(|at| format!("{}.{},{}\n", at, at * at % 7, at * 5 % 11));
    folder.file("line.csv", "x,y\n".to_owned() + &rows.collect::<String>());
    folder.ok(&["build", "line.csv", "--k", "12"])?;
    let all = communities(&folder, "line.db")?;
    let names = |level: &str| texts_of(&folder, level);
    same("one group", names("group")?, vec!["g1".to_owned()])?;
    let opened = Opened::first(&folder, &["line.db"])?;
    same("its parts", opened.ask(NAMES)?, json!(names("part")?))?;
    same("above them", opened.told(VERDICT)?, findings(&folder, "line.db")?)?;
    opened.page.click("#details .lines .open")?;
    same("a part", &*opened.heading()?, "Part g1.1")?;
    same("of", opened.chips("It is a part of")?, vec!["g1".to_owned()])?;
    let whole = all.all.iter().find(|one| one.parent.is_none()).ok_or("the whole")?;
    same("typical", opened.chips("Typical of it")?, all.all[1].typical.clone())?;
    let inside = format!("Its {} points", all.all[1].points);
    let points = opened.chips(&inside)?;
    opened.page.click("#details .chip[data-community]")?;
    same("the whole", opened.heading()?, format!("Group {}", whole.name))?;
    // Two points of one part whose smallest cluster has all points: the page names the part.
    let (one, other) = (points.first().ok_or("points")?, points.last().ok_or("points")?);
    let rows = folder.json(&["query", "line.db", "lca", one, other])?;
    let answer = rows[0]["concept"].as_str().ok_or("an answer")?;
    same("a community", answer.starts_with('g'), true)?;
    opened.pair(one, other)?;
    same("with both", opened.chips("Smallest community with both")?, vec![answer.to_owned()])?;
    opened.is_quiet()
}

fn groups_of_a_context_say_attributes() -> Result<(), Failed> {
    let folder = Folder::new();
    // Two groups of points, each with attributes of its own, and one attribute of all points.
    let row = |at: usize| {
        // Three of four of its own attributes, mixed.
        let mixed = |column: usize| ((at + 1) * 2_654_435_761) >> (2 * (column % 12) + 4);
        let bit = |column: usize| match column {
            24 => 'X',
            column if (column < 12) == (at < 40) && mixed(column) % 4 > 0 => 'X',
            _ => '.',
        };
        (0..25).map(bit).collect::<String>() + "\n"
    };
    let names = (0..80).map(|at| format!("p{at}\n")).collect::<String>();
    let attributes = (0..25).map(|at| format!("a{at}\n")).collect::<String>();
    let rows = (0..80).map(row).collect::<String>();
    folder.file("two.cxt", format!("B\n\n80\n25\n\n{names}{attributes}{rows}"));
    folder.ok(&["build", "two.cxt"])?;
    let opened = Opened::first(&folder, &["two.db"])?;
    for lines in profiles(&opened, 2)? {
        let names: Vec<&String> = lines.iter().map(|[name, ..]| name).collect();
        same(&format!("{names:?}"), names.len() > 1 && !names.contains(&&"a24".to_owned()), true)?;
    }
    opened.is_quiet()
}

fn groups_say_words_and_kept_columns_as_build_does() -> Result<(), Failed> {
    let folder = Folder::new();
    // Two groups; a town has a comma, quotes and an umlaut, and some cells are empty.
    let row = |at: usize| {
        let (side, mixed) = (at / 60, (at * 2_654_435_761) >> 7);
        let sex = if mixed % 5 == side { "f" } else { "m" };
        let town = if mixed % 7 > 3 * side { "\"Köln, \"\"Süd\"\"\"" } else { "Bonn" };
        let price = if mixed % 9 == 0 { String::new() } else { format!("{}000", 400 + 3 * at) };
        let smoker = usize::from(mixed % 4 < 1 + 2 * side);
        let (x, y) = (20 * side + mixed % 5, mixed % 3);
        format!("h{at},{x},{y},{sex},{smoker},{price},{},{town}\n", 1990 + 4 * side + at % 3)
    };
    let rows: String = (0..120).map(row).collect();
    folder.file("flats.csv", format!("name,x,y,sex,smoker,price,year,town\n{rows}"));
    let kept = ["--nominal", "sex", "--keep", "name,price,year,town"];
    folder.ok(&[&["build", "flats.csv", "--k", "20", "--scale", "none"], &kept[..]].concat())?;
    let opened = Opened::first(&folder, &["flats.db"])?;
    let all = communities(&folder, "flats.db")?;
    let cards = profiles(&opened, 2)?;
    for (lines, group) in cards.iter().zip(all.groups()) {
        let said: Vec<String> = lines
            .iter()
            .map(|[name, here, _, beside]| match beside.strip_prefix("all ") {
                Some(_) => format!("{name} {here} ({beside})"),
                None => format!("{name} {}", beside.replace(['+', '-'], "")),
            })
            .collect();
        let apart = group.apart.as_deref().ok_or("differences")?.replace(" yes (", " (");
        let both = said.iter().filter(|line| apart.contains(*line)).count();
        same(&format!("{said:?} and {apart}"), both, 3)?;
        let price = lines.iter().find(|[name, ..]| name == "price").ok_or("a price")?;
        same("of all", price[3].starts_with("all 58"), true)?;
    }
    opened.is_quiet()
}
