//! The map of the points and the rows below it: pointed at, clicked, enclosed, and by keys alone.

use std::collections::BTreeSet;

use conceptgraph::Progress;
use conceptgraph::store::sqlite::SqliteStore;
use fantoccini::key::Key;
use libtest_mimic::{Failed, Trial};
use serde_json::json;

use super::{Opened, column};
use crate::support::{Folder, Need, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_point_tells_its_row, Need::Browser),
        trial!(points_that_are_drawn_around_are_told_from_the_rest, Need::Browser),
        trial!(two_points_light_up_what_joins_them, Need::Browser),
        trial!(a_far_point_is_marked, Need::Browser),
        trial!(the_map_is_used_by_keys_alone, Need::Browser),
        trial!(rows_are_sorted_and_found, Need::Browser),
        trial!(a_name_of_two_things_is_not_guessed, Need::Browser),
    ]
}

/// A planted point has a ring, which the legend explains, and its panel gives its score.
fn a_far_point_is_marked() -> Result<(), Failed> {
    let folder = Folder::new();
    let iris = std::fs::read_to_string(example("iris.csv"))?;
    folder.file("iris.csv", iris + "60,3,1,0,setosa\n");
    folder.ok(&["build", "iris.csv", "--label", "class", "--scale", "none"])?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let legend = opened.told("document.getElementById('legend').innerText")?;
    same(&legend, legend.contains("far from the rest: 1"), true)?;
    opened.page.click_at(opened.point("d151")?)?;
    same("chosen", &*opened.heading()?, "Point d151")?;
    let told = opened.told("document.getElementById('details').innerText")?;
    same(&told, told.contains("Far from the rest: outlier score 0.98"), true)?;
    opened.is_quiet()
}

/// If a point and a cluster have one name, Enter picks neither, and a prefix says which is meant.
fn a_name_of_two_things_is_not_guessed() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: usize| format!("c{at},{},{}\n", at * at % 31, at * 7 % 13);
    let rows: String = (1..=40).map(row).collect();
    folder.file("iris.csv", format!("name,x,y\n{rows}"));
    folder.ok(&["build", "iris.csv", "--id", "name"])?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let before = opened.heading()?;
    opened.page.fill("#search", "c5")?;
    opened.page.press("#search", Key::Enter)?;
    same("nothing is picked", opened.heading()?, before)?;
    let first = opened.told("document.querySelector('#search-list li').textContent")?;
    same("both ways", &*first, "The name is ambiguous: point:c5 or cluster:c5")?;
    for (word, heading) in [("point:c5", "Point c5"), ("cluster:c5", "Cluster c5")] {
        opened.page.fill("#search", word)?;
        opened.page.press("#search", Key::Enter)?;
        same(word, opened.heading()?.starts_with(heading), true)?;
    }
    opened.is_quiet()
}

/// Builds a graph of flats in two groups, with a name, a year and a price as kept columns.
fn flats() -> Result<Folder, Failed> {
    let folder = Folder::new();
    let row = |at: usize| {
        let (side, mixed) = (at / 60, (at * 2_654_435_761) >> 7);
        let year = 1990 + 4 * side + at % 3;
        let price = if at == 7 { -0.0 } else { 1_234_567.0 + at as f64 };
        format!("house {at},{},{},{year},{price}\n", 20 * side + mixed % 5, mixed % 13)
    };
    let rows: String = (0..120).map(row).collect();
    folder.file("iris.csv", format!("name,x,y,year,price\n{rows}"));
    folder.ok(&[
        "build",
        "iris.csv",
        "--k",
        "20",
        "--scale",
        "none",
        "--keep",
        "name,year,price",
    ])?;
    Ok(folder)
}

pub fn iris() -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("iris.csv"), "--label", "class", "--k", "10"])?;
    Ok(folder)
}

/// A script that returns the names of the listed rows that are elements of the page.
const LISTED: &str =
    "[...document.querySelectorAll('#rows tbody th')].map((row) => row.textContent)";
const TAB: &str = "document.getElementById('as-rows').textContent";

/// Returns the centre of a group's name on the map.
pub fn label(opened: &Opened, at: usize) -> Result<(f64, f64), Failed> {
    let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2]";
    let name = json!(format!(".label:nth-of-type({at})"));
    Ok(serde_json::from_value(opened.page.script(script, vec![name])?)?)
}

fn a_point_tells_its_row() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let verdict = opened.told("document.getElementById('verdict').textContent")?;
    let graph = SqliteStore::graph(&folder.path("iris.db"))?;
    same("the verdict", verdict, graph.findings()?)?;
    // Positions are those of the store.
    let places = "JSON.parse(document.getElementById('data').textContent).places";
    let places: Vec<i32> = serde_json::from_value(opened.ask(places)?)?;
    let expected =
        graph.positions(&Progress::default())?.iter().flatten().map(|at| (at * 1e4).round() as i32);
    same("places", places, expected.collect::<Vec<_>>())?;

    // The pointer shows the row, and a click chooses it.
    opened.page.point_at(opened.point("d42")?)?;
    opened.page.wait("!document.getElementById('point-tip').hidden")?;
    let tip = opened.told("document.getElementById('point-tip').innerText")?;
    for word in ["d42", "setosa", "g1 100 %", "sepal_width", "2.3"] {
        same(&format!("{word} in {tip}"), tip.contains(word), true)?;
    }
    opened.page.click_at(opened.point("d42")?)?;
    same("chosen", &*opened.heading()?, "Point d42")?;
    let row = "[...document.querySelectorAll('#details .profile tr')].map((row) => row.innerText)";
    let row: Vec<String> = serde_json::from_value(opened.ask(row)?)?;
    same(
        "its row",
        row,
        ["sepal_length\t4.5", "sepal_width\t2.3", "petal_length\t1.3", "petal_width\t0.3"]
            .map(str::to_owned)
            .to_vec(),
    )?;
    let chosen = "document.querySelector('#rows tr.chosen th').textContent";
    same("in the list", &*opened.told(chosen)?, "d42")?;

    // The name of a group lights up its points.
    opened.page.click_at(label(&opened, 1)?)?;
    let name = opened.heading()?.replace("Group ", "");
    let rows = folder.json(&["query", "iris.db", "communities"])?;
    let row = rows.as_array().ok_or("rows")?.iter().find(|row| row["community"] == *name);
    let points = &row.ok_or("a group")?["size"];
    same("its rows", opened.told(TAB)?, format!("Rows: {points} of 150"))?;
    opened.is_quiet()
}

/// Draws a lasso around some points.
fn lasso(opened: &Opened, names: &[String]) -> Result<(), Failed> {
    let script = "const canvas = document.getElementById('points');
        canvas.setPointerCapture = () => {};
        const {left, top} = canvas.getBoundingClientRect();
        const send = (kind, x, y) => canvas.dispatchEvent(new PointerEvent(kind, {pointerId: 1,
            clientX: left + x, clientY: top + y, bubbles: true}));
        const [first, ...rest] = arguments[0];
        document.getElementById('lasso').click();
        send('pointerdown', ...first);
        rest.forEach((at) => send('pointermove', ...at));
        send('pointerup', ...rest.at(-1))";
    let all = opened.points()?;
    let mut places = all.iter().filter(|(name, _)| names.contains(name)).map(|&(_, place)| place);
    let first = places.next().ok_or("points")?;
    let (mut low, mut high) = (first, first);
    for (x, y) in places.chain([first]) {
        (low.0, low.1) = (low.0.min(x - 2.0), low.1.min(y - 2.0));
        (high.0, high.1) = (high.0.max(x + 2.0), high.1.max(y + 2.0));
    }
    let around = json!([[low.0, low.1], [high.0, low.1], [high.0, high.1], [low.0, high.1]]);
    opened.page.script(script, vec![around])?;
    Ok(())
}

fn points_that_are_drawn_around_are_told_from_the_rest() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let names: Vec<String> = (1..=50).map(|at| format!("d{at}")).collect();
    lasso(&opened, &names)?;
    same("chosen", &*opened.heading()?, "50 points chosen")?;
    same("they", opened.chips("The points")?, names.clone())?;
    let words: Vec<&str> = ["lca"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let rows = folder.json(&[&["query", "iris.db"], &words[..]].concat())?;
    let smallest = "[...document.querySelectorAll('#details h3')].find((each) =>
        each.textContent.startsWith('Smallest')).nextElementSibling.textContent";
    let smallest = opened.told(smallest)?;
    let (name, size) = (rows[0]["concept"].as_str().ok_or("a name")?, rows[0]["size"].to_string());
    same(&smallest, smallest.contains(name) || smallest.contains(&size), true)?;
    // The line is that of `contrast`.
    let means = "document.querySelector('#details .profile tr').innerText";
    let line = opened.told(means)?;
    same(&line, line.starts_with("petal_length\t1.46") && line.ends_with("rest 4.91"), true)?;
    let caption =
        opened.told("document.querySelector('#details .profile + .quiet').textContent")?;
    same(&caption, caption.ends_with("is 2.0 standard deviations."), true)?;

    // If only the cluster of all points has them all, a smaller community is named, as by `lca`.
    let others: Vec<String> = (51..=150).map(|at| format!("d{at}")).collect();
    lasso(&opened, &others)?;
    same("they", opened.chips("The points")?, others.clone())?;
    let words: Vec<&str> = ["lca"].into_iter().chain(others.iter().map(String::as_str)).collect();
    let answer = column(&folder, &words, "concept")?;
    same("a community", answer[0].starts_with('g'), true)?;
    same("of all", opened.chips("Smallest community with all of them")?, answer)?;

    // The link restores the chosen points.
    opened.reopen(&opened.rested()?)?;
    same("once more", opened.chips("The points")?, others)?;
    opened.is_quiet()
}

fn shift_click(opened: &Opened, (x, y): (f64, f64)) -> Result<(), Failed> {
    let script = "const canvas = document.elementFromPoint(...arguments[0]);
        canvas.setPointerCapture = () => {};
        for (const kind of ['pointerdown', 'pointerup']) {
            canvas.dispatchEvent(new PointerEvent(kind, {pointerId: 1, clientX: arguments[0][0],
                clientY: arguments[0][1], shiftKey: true, bubbles: true}));
        }";
    opened.page.script(script, vec![json!([x, y])])?;
    Ok(())
}

fn two_points_light_up_what_joins_them() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    opened.page.click_at(opened.point("d101")?)?;
    shift_click(&opened, opened.point("d121")?)?;
    same("two", &*opened.heading()?, "d101 and d121")?;
    // One cluster with both points after the other, the smallest first.
    let both = |name: &str| -> Result<BTreeSet<String>, Failed> {
        let all = column(&folder, &["containing", name, "100000"], "concept")?.into_iter();
        Ok(all.filter(|name| name.starts_with('c')).collect())
    };
    let joined: BTreeSet<String> = both("d101")?.intersection(&both("d121")?).cloned().collect();
    let mut last = 0;
    for step in 1..=joined.len().min(4) {
        let said = opened.told("document.querySelector('#details .steps').textContent")?;
        let expected = format!("{step} of {}: ", joined.len());
        same(&said, said.contains(&expected), true)?;
        let size = opened.told(TAB)?;
        let size: usize = size.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or(size)?;
        same("larger and larger", size >= last, true)?;
        last = size;
        // The card describes the cluster of this step.
        if step > 1 {
            let name = opened.chips("A larger cluster with both")?;
            same("one of those", name.len() == 1 && joined.contains(&name[0]), true)?;
            let members = column(&folder, &["members", &name[0]], "point")?;
            same("its size", members.len(), size)?;
            same("its points", opened.chips(&format!("Points of {}", name[0]))?, members)?;
            let focus = opened.told("document.activeElement.textContent")?;
            same("the keyboard stays", &*focus, "Larger ›")?;
        }
        opened.rested()?;
        if step < joined.len() {
            opened.page.press("#details .steps button:last-of-type", Key::Enter)?;
        }
    }
    // The common values are those of `why`.
    let alike =
        "[...document.querySelectorAll('#details .lines li')].map((line) => line.innerText)";
    let alike: Vec<String> = serde_json::from_value(opened.ask(alike)?)?;
    let said = folder.ok(&["query", "iris.db", "why", "d101", "d121"])?;
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    same("some columns", alike.is_empty(), false)?;
    for values in alike {
        same(&format!("{values} in {said}"), said.contains(&values), true)?;
    }

    // The back button leads to each of them, and then to the point before.
    let steps = joined.len().min(5);
    let back = |heading: &str| -> Result<(), Failed> {
        opened.rested()?;
        opened.page.script("history.back()", vec![])?;
        let is_there = format!("document.querySelector('#details h2').textContent === {heading:?}");
        opened.page.wait(&is_there)?;
        Ok(())
    };
    opened.rested()?;
    opened.page.click_at(label(&opened, 1)?)?;
    let group = opened.heading()?;
    same("a group", group.starts_with("Group g"), true)?;
    // The points are no longer named, neither in the fields nor in the link.
    let fields = opened.told(
        "document.getElementById('first').value +
        document.getElementById('second').value",
    )?;
    same("fields", &*fields, "")?;
    same("the link", opened.rested()?.contains("a="), false)?;
    back("d101 and d121")?;
    let said = opened.told("document.querySelector('#details .steps').textContent")?;
    same(&said, said.contains(&format!("{steps} of ")), true)?;
    for _ in 1..steps {
        back("d101 and d121")?;
    }
    back("Point d101")?;
    opened.is_quiet()
}

fn the_map_is_used_by_keys_alone() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let page = &opened.page;
    page.press("#points", Key::Right)?;
    page.press("#points", Key::Right)?;
    let status = opened.told("document.getElementById('status').textContent")?;
    same(&status, status.starts_with("Point d"), true)?;
    page.press("#points", Key::Enter)?;
    same("chosen", opened.heading()?, status)?;
    let before = opened.rested()?;
    page.press("#points", Key::Left)?;
    page.press("#points", Key::Enter)?;
    same("another", opened.rested()? == before, false)?;
    page.press("#points", Key::Escape)?;
    same("cleared", &*opened.heading()?, "What is in the table")?;
    page.press(".lines .open", Key::Enter)?;
    same("a group", opened.heading()?.starts_with("Group g"), true)?;
    opened.is_quiet()
}

fn rows_are_sorted_and_found() -> Result<(), Failed> {
    let folder = flats()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let listed =
        || -> Result<Vec<String>, Failed> { Ok(serde_json::from_value(opened.ask(LISTED)?)?) };
    same("at first", listed()?.first().cloned(), Some("d1".to_owned()))?;
    same("only those in sight", listed()?.len() < 60, true)?;
    // Descending by price: the last row is the dearest, and numbers are as people write them.
    let head = "[...document.querySelectorAll('#rows thead button')]
        .find((head) => head.textContent === 'price')";
    for _ in 0..2 {
        opened.page.script(&format!("({head}).click()"), vec![])?;
    }
    same("dearest", listed()?.first().cloned(), Some("d120".to_owned()))?;
    let cells = "[...document.querySelector('#rows tbody tr[data-row]').children]
        .map((cell) => cell.textContent)";
    let cells: Vec<String> = serde_json::from_value(opened.ask(cells)?)?;
    same("year and price", &cells[3..5], &["1996".to_owned(), "1234686".to_owned()][..])?;
    let page = opened.told("document.body.innerText")?;
    same("no -0", page.contains("-0\n") || page.contains("-0\t"), false)?;

    // A row is found by a kept value, and a click in the list chooses it.
    opened.page.fill("#search", "House 77")?;
    opened.page.press("#search", Key::Enter)?;
    same("found", &*opened.heading()?, "Point d78")?;
    // A kept number is found too, and so are all rows with a word.
    opened.page.fill("#search", "1996")?;
    opened.page.press("#search", Key::Enter)?;
    same("a year", &*opened.heading()?, "year 1996")?;
    opened.page.fill("#search", "HOUSE 11")?;
    opened.page.press("#search", Key::Up)?;
    opened.page.press("#search", Key::Enter)?;
    same("several", &*opened.heading()?, "Rows with HOUSE 11")?;
    same("house 11, 110 to 119", &*opened.told(TAB)?, "Rows: 11 of 120")?;
    opened.page.press("#points", Key::Escape)?;
    opened.page.click("#rows tbody th button")?;
    same("chosen", opened.heading()?.starts_with("Point d"), true)?;

    // A column gives the colours, and the link names it.
    let choose = "const colour = document.getElementById('colour');
        colour.value = '=year';
        colour.dispatchEvent(new Event('change'))";
    opened.page.script(choose, vec![])?;
    same("the legend", &*opened.told("document.getElementById('legend').innerText")?, "19901996")?;
    let address = opened.rested()?;
    same(&address, address.contains("colour=%3Dyear"), true)?;
    let first = listed()?.first().cloned();
    opened.reopen(&address)?;
    same("sorted as before", listed()?.first().cloned(), first)?;
    opened.is_quiet()
}
