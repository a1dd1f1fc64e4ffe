//! A page used as a person uses it: with pointer and keys, by names, by its address.

use std::collections::BTreeSet;

use fantoccini::key::Key;
use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use super::{Opened, column};
use crate::support::{Folder, Need, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_walk_over_a_page, Need::Browser),
        trial!(two_points_are_joined_as_lca_says, Need::Browser),
        trial!(a_large_page_follows_the_pointer, Need::Browser),
    ]
}

/// Creates a folder with `iris.db`, the full lattice.
fn full_iris() -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.build_iris(&[])?;
    Ok(folder)
}

/// Returns `true` if a cluster is on the page of the 300 largest.
fn is_among_300(cluster: &str) -> bool {
    cluster[1..].parse().is_ok_and(|id: u32| id > 15_407 - 300)
}

fn a_walk_over_a_page() -> Result<(), Failed> {
    let folder = full_iris()?;
    let opened = Opened::of(&folder, &["iris.db", "--largest", "300"])?;
    let page = &opened.page;
    let subtitle = opened.told("document.getElementById('subtitle').textContent")?;
    same("subtitle", &*subtitle, "300 of 15,407 clusters · 150 points · k = 75")?;
    let about = "document.getElementById('about-diagram').textContent";
    same("at first", opened.told(about)?.starts_with("Around c15407: "), true)?;

    // A click shows all details of a cluster.
    page.click_at(opened.peak("c15404")?)?;
    same("clicked", &*opened.heading()?, "Cluster c15404")?;
    let members = column(&folder, &["members", "c15404"], "point")?;
    same("members", opened.chips("Its 135 points")?, members)?;
    let connection = rusqlite::Connection::open(folder.path("iris.db"))?;
    let center = "SELECT name FROM concept JOIN point ON point.id = centre_id
                  WHERE concept.id = 15404";
    let center: String = connection.query_row(center, [], |row| row.get(0))?;
    let said = "[...document.querySelectorAll('#details p')].map((line) => line.textContent)";
    let said: Vec<String> = serde_json::from_value(opened.ask(said)?)?;
    for line in ["135 of 150 points (90 %)".to_owned(), format!("Around {center}")] {
        same(&format!("{line} in {said:?}"), said.contains(&line), true)?;
    }
    same(
        "upper",
        opened.chips("Next larger")?,
        column(&folder, &["parents", "c15404"], "concept")?,
    )?;
    let mut lower = column(&folder, &["children", "c15404"], "concept")?;
    lower.retain(|cluster| is_among_300(cluster));
    lower.reverse();
    same("lower", opened.chips("Next smaller")?, lower)?;
    let profile = folder.json(&["query", "iris.db", "profile", "c15404"])?;
    let features = opened.ask("document.querySelectorAll('#details .profile tr').length")?;
    // The features that differ by at least a quarter of a standard deviation.
    let differs = |row: &&Json| row["difference"].as_f64().is_some_and(|by| by.abs() >= 0.25);
    let expected = profile.as_array().ok_or("rows")?.iter().filter(differs).count();
    same("features", features, json!(expected))?;

    // The pointer alone shows a summary.
    page.point_at(opened.peak("c15361")?)?;
    page.wait("!document.getElementById('peak-tip').hidden")?;
    let tip = opened.told("document.getElementById('peak-tip').innerText")?;
    let words =
        ["c15361 101 points around d", "versicolor: 50", "d16, d51", "and 93 more", "petal_length"];
    for word in words {
        same(&format!("{word} in {tip}"), tip.contains(word), true)?;
    }

    // Dragging moves, the wheel zooms at the pointer, and Fit shows everything again.
    let before = opened.view()?;
    page.drag((800.0, 200.0), (700.0, 200.0))?;
    let after = opened.view()?;
    same("moved left", ((after[0] - before[0]) * before[2] - 100.0).abs() < 2.0, true)?;
    let fixed = opened.peak("c15361")?;
    page.wheel(fixed, -300)?;
    same("larger", opened.view()?[2] > 1.5 * before[2], true)?;
    let still = opened.peak("c15361")?;
    same("in place", (still.0 - fixed.0).hypot(still.1 - fixed.1) < 9.0, true)?;
    page.click("#peaks .zoom button:last-child")?;
    same("fitted", opened.view()?, before)?;

    page.fill("#search", "c15377")?;
    page.press("#search", Key::Enter)?;
    same("a cluster found", &*opened.heading()?, "Cluster c15377")?;
    page.fill("#search", "setosa")?;
    page.press("#search", Key::Enter)?;
    same("a class found", &*opened.heading()?, "Class setosa")?;
    page.fill("#first", "d1")?;
    page.press("#first", Key::Enter)?;
    same("a point found", &*opened.heading()?, "Point d1")?;
    page.fill("#second", "d140")?;
    page.press("#second", Key::Enter)?;
    same("two points", &*opened.heading()?, "d1 and d140")?;
    let join = column(&folder, &["lca", "d1", "d140"], "concept")?;
    same("joined", opened.chips("Smallest cluster on this page with both")?, join)?;
    page.fill("#second", "d1")?;
    page.press("#second", Key::Enter)?;
    same("one and the same", &*opened.heading()?, "Point d1")?;

    // A field accepts an exact name when it loses the focus, and nothing else.
    for (field, name) in [("#first", "d101"), ("#second", "d109")] {
        page.fill(field, name)?;
        page.press(field, Key::Tab)?;
    }
    same("both", &*opened.heading()?, "d101 and d109")?;
    page.fill("#second", "d15x")?;
    page.press("#second", Key::Enter)?;
    page.press("#second", Key::Tab)?;
    same("one is left", &*opened.heading()?, "Point d101")?;
    let marked = "document.getElementById('second').getAttribute('aria-invalid')";
    same("marked", &*opened.told(marked)?, "true")?;
    page.fill("#second", "d1")?;
    page.press("#second", Key::Enter)?;
    same("named in full", &*opened.heading()?, "d101 and d1")?;

    page.press("#canvas", Key::Escape)?;
    same("cleared", opened.told(about)?.starts_with("Around c15407: "), true)?;
    page.press("#canvas", Key::Down)?;
    same("the largest", &*opened.heading()?, "Cluster c15407")?;
    page.press("#canvas", Key::Down)?;
    let below = opened.heading()?.replace("Cluster ", "");
    let children = column(&folder, &["children", "c15407"], "concept")?;
    same("below it", children.contains(&below), true)?;
    page.press("#canvas", Key::Up)?;
    same("and back", &*opened.heading()?, "Cluster c15407")?;

    // The link holds the state of the page and restores it.
    page.click("#theme")?;
    let address = opened.rested()?;
    for word in ["cluster=c15407", "show=clusters", "theme=dark"] {
        same(&format!("{word} in {address}"), address.contains(word), true)?;
    }
    let state = "[document.documentElement.dataset.theme, \
                  document.getElementById('details').innerText, \
                  document.getElementById('about-diagram').innerText].join()";
    let told = opened.told(state)?;
    opened.is_quiet()?;
    opened.reopen(&address)?;
    same("restored", opened.told(state)?, told)?;
    same("the address", opened.rested()?, address)
}

fn two_points_are_joined_as_lca_says() -> Result<(), Failed> {
    // Every pair of points, with every cluster on the page.
    let folder = Folder::new();
    folder.ok(&["build", &example("figure1.csv"), "--id", "name", "--k", "4"])?;
    let opened = Opened::of(&folder, &["figure1.db"])?;
    for first in 1..=8 {
        for second in first + 1..=8 {
            let (first, second) = (first.to_string(), second.to_string());
            let rows = folder.json(&["query", "figure1.db", "lca", &first, &second])?;
            opened.pair(&first, &second)?;
            let found = opened.chips("with both")?;
            same(&format!("{first}, {second}"), json!(found), json!([rows[0]["concept"]]))?;
        }
    }
    opened.is_quiet()?;
    // An address typed just before the page writes its own takes precedence.
    let late = "const busy = (end = performance.now() + 100) => {
                    while (performance.now() < end);
                };
                document.getElementById('fit').click();
                setTimeout(busy, 150);
                setTimeout(() => location.hash = '#a=1&b=2', 190)";
    opened.page.script(late, vec![])?;
    opened.page.wait("document.querySelector('#details h2').textContent === '1 and 2'")?;
    same("the address", &*opened.rested()?, "#a=1&b=2")?;
    // Some pairs with only the largest clusters on the page, which answers with the smallest.
    let folder = full_iris()?;
    let opened = Opened::of(&folder, &["iris.db", "--largest", "300"])?;
    let members: Vec<BTreeSet<u32>> = members_of_the_largest(&folder)?;
    let mut absent = 0;
    for (first, second) in (1..=150).step_by(7).zip((1..=150).rev().step_by(5)) {
        let (a, b) = (format!("d{first}"), format!("d{second}"));
        let rows = folder.json(&["query", "iris.db", "lca", &a, &b])?;
        let join = rows[0]["concept"].as_str().ok_or("an answer")?;
        opened.pair(&a, &b)?;
        if join.starts_with('g') || is_among_300(join) {
            same(&format!("{a}, {b}"), opened.chips("with both")?, vec![join.to_owned()])?;
            continue;
        }
        absent += 1;
        let both = |set: &BTreeSet<u32>| set.contains(&first) && set.contains(&second);
        let smallest = members.iter().position(both).ok_or("the whole has both")?;
        let found = opened.chips("Smallest cluster on this page with both")?;
        same(&format!("{a}, {b} here"), found, vec![format!("c{}", 15_108 + smallest)])?;
        let steps = opened.told("document.querySelector('#details .steps').textContent")?;
        let all = members.iter().filter(|set| both(set)).count();
        same(&steps, steps.contains(&format!("1 of {all}: ")), true)?;
    }
    same("some are absent", absent > 5 && absent < 20, true)?;
    opened.is_quiet()
}

/// Returns the points of each of the 300 largest clusters of iris, as the store lists them.
fn members_of_the_largest(folder: &Folder) -> Result<Vec<BTreeSet<u32>>, Failed> {
    let connection = rusqlite::Connection::open(folder.path("iris.db"))?;
    let mut rows = connection.prepare(
        "SELECT json_group_array(point_id) FROM member WHERE concept_id > 15107
         GROUP BY concept_id ORDER BY concept_id",
    )?;
    let mut members = Vec::new();
    for points in rows.query_map([], |row| row.get::<_, String>(0))? {
        members.push(serde_json::from_str(&points?)?);
    }
    Ok(members)
}

/// A page of 2,000 clusters draws every step of a drag and of a zoom. With
/// `CONCEPTGRAPH_TEST_TIMES` set, the times of the frames are printed.
fn a_large_page_follows_the_pointer() -> Result<(), Failed> {
    let folder = full_iris()?;
    let opened = Opened::of(&folder, &["iris.db", "--largest", "2000"])?;
    let size = folder.read("x.html").len();
    same(&format!("{size} bytes are less than 3 MB"), size < 3_000_000, true)?;
    let script = "const canvas = document.getElementById('mountains');
        const times = window.times = [], seen = window.seen = new Set();
        canvas.setPointerCapture = () => {};
        const send = (event) => canvas.dispatchEvent(event);
        const pointer = (kind, x, y) => send(new PointerEvent(kind,
            {pointerId: 1, clientX: x, clientY: y, bubbles: true}));
        pointer('pointerdown', 700, 200);
        const frame = (now) => {
            times.push(now);
            const at = times.length;
            if ([20, 40, 60, 75, 90].includes(at)) seen.add(canvas.toDataURL());
            if (at <= 60) pointer('pointermove', 700 + 90 * Math.sin(at / 5), 200);
            if (at === 60) pointer('pointerup', 700, 200);
            if (at > 60) send(new WheelEvent('wheel', {deltaY: at < 90 ? -40 : 40, clientX: 700,
                clientY: 200, cancelable: true}));
            if (at <= 120) requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame)";
    opened.page.script(script, vec![])?;
    opened.page.wait("window.times.length > 120")?;
    same("pictures", opened.ask("window.seen.size")?, serde_json::json!(5))?;
    if std::env::var_os("CONCEPTGRAPH_TEST_TIMES").is_some() {
        let times: Vec<f64> = serde_json::from_value(opened.ask("window.times")?)?;
        let mut frames: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        frames.sort_by(f64::total_cmp);
        let [middle, slowest] = [50, 95].map(|percent| frames[frames.len() * percent / 100]);
        eprintln!("2,000 clusters: frames {middle:.1} ms, 95 % {slowest:.1} ms");
    }
    opened.is_quiet()
}
