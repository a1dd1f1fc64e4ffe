//! `export -o x.html`: the page in a real browser, used as a person uses it, and held to the
//! program's own answers.

use std::collections::BTreeSet;
use std::fs;

use fantoccini::key::Key;
use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use crate::browser::Page;
use crate::support::{Folder, Need, example, iris, project, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_walk_over_a_page, Need::Browser),
        trial!(two_points_are_joined_as_lca_says, Need::Browser),
        trial!(a_large_page_moves_smoothly, Need::Browser),
        trial!(no_name_becomes_markup, Need::Browser),
        trial!(pages_of_other_graphs, Need::Browser),
        trial!(many_classes_have_shapes_too, Need::Browser),
        trial!(a_page_has_every_cluster_of_a_chain),
        trial!(without_scripts_there_is_a_picture, Need::Browser),
        trial!(the_same_part_gives_the_same_bytes),
        trial!(the_script_asks_for_nothing_and_writes_text_alone),
    ]
}

fn url(folder: &Folder, name: &str) -> String {
    format!("file://{}", folder.path(name).display())
}

/// A page of the program, opened.
struct Opened {
    page: Page,
    url: String,
}

impl Opened {
    fn of(folder: &Folder, words: &[&str]) -> Result<Self, Failed> {
        folder.ok(&[&["export", "-o", "x.html", "--force"], words].concat())?;
        let url = url(folder, "x.html");
        let opened = Self { page: Page::open(&url)?, url };
        opened.rested()?;
        Ok(opened)
    }

    /// Waits until the address has settled, and tells what stands in it.
    fn rested(&self) -> Result<String, Failed> {
        self.page.wait("location.hash.includes('view=')")?;
        let mut last = String::new();
        loop {
            let now = self.told("location.hash")?;
            if now == last {
                return Ok(now);
            }
            last = now;
            std::thread::sleep(std::time::Duration::from_millis(400));
        }
    }

    fn ask(&self, expression: &str) -> Result<Json, Failed> {
        Ok(self.page.script(&format!("return {expression}"), vec![])?)
    }

    fn told(&self, expression: &str) -> Result<String, Failed> {
        Ok(self.ask(expression)?.as_str().unwrap_or_default().to_owned())
    }

    /// The heading of what is told.
    fn heading(&self) -> Result<String, Failed> {
        self.told("document.querySelector('#details h2').textContent")
    }

    /// The names on the chips below a heading.
    fn chips(&self, heading: &str) -> Result<Vec<String>, Failed> {
        let script = "const heading = [...document.querySelectorAll('#details h3')]
                          .find((each) => each.textContent.includes(arguments[0]));
                      const more = heading?.nextElementSibling.querySelector('button.more');
                      more?.click();
                      return [...(heading?.nextElementSibling.querySelectorAll('.chip bdi') ?? [])]
                          .map((each) => each.textContent)";
        let found = self.page.script(script, vec![json!(heading)])?;
        Ok(serde_json::from_value(found)?)
    }

    /// Where a cluster stands in the window, by what the page holds and its address.
    fn place(&self, cluster: &str) -> Result<(f64, f64), Failed> {
        self.rested()?;
        let script = "const data = JSON.parse(document.getElementById('data').textContent);
                      const node = data.nodes.find((node) => node.name === arguments[0]);
                      const words = new URLSearchParams(location.hash.slice(1));
                      const [x, y, scale] = words.get('view').split(',').map(Number);
                      const box = document.getElementById('canvas').getBoundingClientRect();
                      return [box.left + box.width / 2 + (node.x - x) * scale,
                          box.top + box.height / 2 + (data.layers[node.layer][0] - y) * scale]";
        let at = self.page.script(script, vec![json!(cluster)])?;
        Ok(serde_json::from_value(at)?)
    }

    fn view(&self) -> Result<[f64; 3], Failed> {
        self.rested()?;
        let view = "new URLSearchParams(location.hash.slice(1)).get('view').split(',').map(Number)";
        Ok(serde_json::from_value(self.ask(view)?)?)
    }

    /// Chooses two points by a link, and waits for the answer.
    fn pair(&self, first: &str, second: &str) -> Result<(), Failed> {
        let go = "location.hash = '#' + new URLSearchParams({a: arguments[0], b: arguments[1]})";
        self.page.script(go, vec![json!(first), json!(second)])?;
        let heading = json!(format!("{first} and {second}"));
        let is_there = format!("document.querySelector('#details h2').textContent === {heading}");
        self.page.wait(&is_there)?;
        Ok(())
    }

    /// Nothing was said on the console, and nothing but the file was asked for.
    fn is_quiet(&self) -> Result<(), Failed> {
        let (said, asked) = self.page.console_and_requests()?;
        same("said on the console", said, vec![])?;
        let others = asked.iter().filter(|url| !url.starts_with(&self.url)).count();
        same("the file was asked for", asked.len() > others, true)?;
        same(&format!("other requests of {asked:?}"), others, 0)
    }
}

/// The column of a query's answer.
fn column(folder: &Folder, words: &[&str], name: &str) -> Result<Vec<String>, Failed> {
    let rows = folder.json(&[&["query", "iris.db"], words].concat())?;
    let text = |row: &Json| row[name].as_str().unwrap_or_default().to_owned();
    Ok(rows.as_array().ok_or("rows")?.iter().map(text).collect())
}

/// The clusters of the page of the 300 largest.
fn is_among_300(cluster: &str) -> bool {
    cluster[1..].parse().is_ok_and(|id: u32| id > 15_407 - 300)
}

fn a_walk_over_a_page() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::of(&folder, &["iris.db", "--largest", "300"])?;
    let page = &opened.page;
    let subtitle = opened.told("document.getElementById('subtitle').textContent")?;
    same("subtitle", &*subtitle, "300 of 15,407 clusters · 150 points · k = 75")?;
    same("at first", &*opened.heading()?, "How to read it")?;

    // A click tells everything about a cluster.
    page.click_at(opened.place("c15404")?)?;
    same("clicked", &*opened.heading()?, "Cluster c15404")?;
    let members = column(&folder, &["members", "c15404"], "point")?;
    same("members", opened.chips("Its 135 points")?, members)?;
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
    same("features", features.as_u64(), profile.as_array().map(|rows| rows.len() as u64))?;

    // The pointer alone tells in short.
    page.point_at(opened.place("c15361")?)?;
    page.wait("!document.getElementById('tip').hidden")?;
    let tip = opened.told("document.getElementById('tip').innerText")?;
    let words = ["c15361 101 points", "versicolor: 50", "d16, d51", "and 93 more", "petal_length"];
    for word in words {
        same(&format!("{word} in {tip}"), tip.contains(word), true)?;
    }

    // Dragging moves, the wheel zooms where it turns, and Fit shows everything again.
    let before = opened.view()?;
    page.drag((100.0, 300.0), (200.0, 250.0))?;
    let after = opened.view()?;
    same("moved right", ((before[0] - after[0]) * before[2] - 100.0).abs() < 2.0, true)?;
    same("moved up", ((before[1] - after[1]) * before[2] + 50.0).abs() < 2.0, true)?;
    let fixed = opened.place("c15361")?;
    page.wheel(fixed, -300)?;
    same("larger", opened.view()?[2] > 1.5 * before[2], true)?;
    let still = opened.place("c15361")?;
    same("in place", (still.0 - fixed.0).hypot(still.1 - fixed.1) < 4.0, true)?;
    page.click("#fit")?;
    same("fitted", opened.view()?, before)?;

    // Search, by the keyboard.
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
    same("joined", opened.chips("Smallest cluster with both")?, join.clone())?;
    let way = opened.chips("The way up from d140")?;
    same("the end of the way", way.last(), join.first())?;
    for step in way.windows(2) {
        let upper = column(&folder, &["parents", &step[0]], "concept")?;
        same(&format!("{step:?} is a cover"), upper.contains(&step[1]), true)?;
    }

    // Keys on the diagram.
    page.press("#canvas", Key::Escape)?;
    same("cleared", &*opened.heading()?, "How to read it")?;
    page.press("#canvas", Key::Down)?;
    same("the largest", &*opened.heading()?, "Cluster c15407")?;
    page.press("#canvas", Key::Down)?;
    let below = opened.heading()?.replace("Cluster ", "");
    let children = column(&folder, &["children", "c15407"], "concept")?;
    same("below it", children.contains(&below), true)?;
    page.press("#canvas", Key::Up)?;
    same("and back", &*opened.heading()?, "Cluster c15407")?;

    // Filters.
    page.click("#classes label:nth-child(2) input")?;
    let largest = folder.json(&["query", "iris.db", "largest", "300"])?;
    let others = largest.as_array().ok_or("rows")?.iter();
    let others = others.filter(|row| row["class"] != "versicolor").count();
    let shown = opened.told("document.getElementById('shown').textContent")?;
    same("shown", shown, format!("{others} of 300 clusters shown"))?;
    page.press("#least", Key::Right)?;

    // What was done is in the link, and the link brings it back.
    page.click("#theme")?;
    let address = opened.rested()?;
    for word in ["cluster=c15407", "hide=versicolor", "least=86", "theme=dark"] {
        same(&format!("{word} in {address}"), address.contains(word), true)?;
    }
    let state = "[document.documentElement.dataset.theme, \
                  document.getElementById('details').innerText, \
                  document.getElementById('shown').innerText].join()";
    let told = opened.told(state)?;
    opened.is_quiet()?;
    page.go("about:blank")?;
    page.go(&format!("{}{address}", opened.url))?;
    opened.rested()?;
    same("restored", opened.told(state)?, told)?;
    same("the address", opened.rested()?, address)
}

fn two_points_are_joined_as_lca_says() -> Result<(), Failed> {
    // Every pair where every cluster is on the page.
    let folder = Folder::new();
    folder.ok(&["build", &example("figure1.csv"), "--id", "name", "--k", "4"])?;
    let opened = Opened::of(&folder, &["figure1.db"])?;
    for first in 1..=8 {
        for second in first + 1..=8 {
            let (first, second) = (first.to_string(), second.to_string());
            let rows = folder.json(&["query", "figure1.db", "lca", &first, &second])?;
            opened.pair(&first, &second)?;
            let found = opened.chips("Smallest cluster with both")?;
            same(&format!("{first}, {second}"), json!(found), json!([rows[0]["concept"]]))?;
        }
    }
    opened.is_quiet()?;
    // An address typed while the page is about to write its own there is the one that is shown.
    let late = "const busy = (end = performance.now() + 100) => {
                    while (performance.now() < end);
                };
                document.getElementById('fit').click();
                setTimeout(busy, 150);
                setTimeout(() => location.hash = '#a=1&b=2', 190)";
    opened.page.script(late, vec![])?;
    opened.page.wait("document.querySelector('#details h2').textContent === '1 and 2'")?;
    same("the address", opened.rested()?.starts_with("#a=1&b=2&view="), true)?;
    // Some where only the largest are: the page says where the answer is not among them, and names
    // the smallest that are.
    let folder = iris()?;
    let opened = Opened::of(&folder, &["iris.db", "--largest", "300"])?;
    let members: Vec<BTreeSet<u32>> = members_of_the_largest(&folder)?;
    let mut absent = 0;
    for (first, second) in (1..=150).step_by(7).zip((1..=150).rev().step_by(5)) {
        let (a, b) = (format!("d{first}"), format!("d{second}"));
        let rows = folder.json(&["query", "iris.db", "lca", &a, &b])?;
        let join = rows[0]["concept"].as_str().ok_or("an answer")?;
        opened.pair(&a, &b)?;
        if is_among_300(join) {
            same(&format!("{a}, {b}"), opened.chips("with both")?, vec![join.to_owned()])?;
            continue;
        }
        absent += 1;
        let note = opened.told("document.querySelector('#details .note').textContent")?;
        let words = format!(
            "It has {} of 150 points and is not on this page. Commands know it as {{{a},{b}}}.",
            rows[0]["size"]
        );
        same("said", note, words)?;
        let both = |set: &&BTreeSet<u32>| set.contains(&first) && set.contains(&second);
        let all: Vec<&BTreeSet<u32>> = members.iter().filter(both).collect();
        let minimal = |set: &&&BTreeSet<u32>| {
            !all.iter().any(|other| other.len() < set.len() && other.is_subset(set))
        };
        let minimal = all.iter().filter(minimal).map(|set| {
            let at = members.iter().position(|other| other == *set).unwrap_or_default();
            format!("c{}", 15_108 + at)
        });
        let minimal: Vec<String> = minimal.collect();
        same(&format!("{a}, {b} nearest"), opened.chips("on this page with both")?, minimal)?;
    }
    same("some are absent", absent > 5 && absent < 20, true)?;
    opened.is_quiet()
}

/// The points of each of the 300 largest clusters of iris, as the store lists them.
fn members_of_the_largest(folder: &Folder) -> Result<Vec<BTreeSet<u32>>, Failed> {
    let connection = rusqlite::Connection::open(folder.path("iris.db"))?;
    let mut rows = connection.prepare("SELECT points FROM extent WHERE concept_id > 15107")?;
    let mut members = Vec::new();
    for points in rows.query_map([], |row| row.get::<_, String>(0))? {
        members.push(serde_json::from_str(&points?)?);
    }
    Ok(members)
}

/// How long frames take while a page of 2,000 clusters is dragged and zoomed; half of them come
/// 30 times a second at least, whatever runs beside.
fn a_large_page_moves_smoothly() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::of(&folder, &["iris.db", "--largest", "2000"])?;
    let size = folder.read("x.html").len();
    same(&format!("{size} bytes are less than 3 MB"), size < 3_000_000, true)?;
    let times = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd";
    let open = opened.ask(times)?.as_f64().ok_or("a time")?;
    same(&format!("open after {open} ms"), open < 2000.0, true)?;
    let script = "const canvas = document.getElementById('canvas');
        const times = window.times = [];
        canvas.setPointerCapture = () => {};
        const send = (event) => canvas.dispatchEvent(event);
        const pointer = (kind, x, y) => send(new PointerEvent(kind,
            {pointerId: 1, clientX: x, clientY: y, bubbles: true}));
        pointer('pointerdown', 300, 300);
        const frame = (now) => {
            times.push(now);
            const at = times.length;
            if (at <= 60) pointer('pointermove', 300 + 90 * Math.sin(at / 5), 300 + at);
            if (at === 60) pointer('pointerup', 300, 360);
            if (at > 60) send(new WheelEvent('wheel', {deltaY: at < 90 ? -40 : 40, clientX: 300,
                clientY: 300, cancelable: true}));
            if (at <= 120) requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame)";
    opened.page.script(script, vec![])?;
    opened.page.wait("window.times.length > 120")?;
    let times: Vec<f64> = serde_json::from_value(opened.ask("window.times")?)?;
    let mut frames: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    frames.sort_by(f64::total_cmp);
    let middle = frames[frames.len() / 2];
    if std::env::var_os("CONCEPTGRAPH_TEST_TIMES").is_some() {
        let slowest = frames[frames.len() * 95 / 100];
        eprintln!("2,000 clusters: open {open:.0} ms; frames {middle:.1} ms, 95 % {slowest:.1} ms");
    }
    same(&format!("{middle} ms a frame"), middle < 1000.0 / 30.0, true)?;
    opened.is_quiet()
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
    same("the title", opened.told("document.title")?, "<b>t: all 13 clusters".to_owned())?;
    opened.is_quiet()
}

fn without_scripts_there_is_a_picture() -> Result<(), Failed> {
    let folder = iris()?;
    folder.ok(&["export", "iris.db", "--largest", "40", "-o", "x.html"])?;
    let page = Page::open_without_scripts(&url(&folder, "x.html"))?;
    let text = page.text()?;
    same(&format!("what is to be read: {text}"), text.contains("Each disc is a cluster"), true)?;
    let count = "return [document.querySelectorAll('svg circle').length,
                         document.querySelector('svg').getBoundingClientRect().width > 500,
                         document.getElementById('app').hidden]";
    same("the picture", page.script(count, vec![])?, json!([40, true, true]))
}

fn the_same_part_gives_the_same_bytes() -> Result<(), Failed> {
    let folder = iris()?;
    for name in ["a.html", "b.html"] {
        folder.ok(&["export", "iris.db", "--largest", "400", "-o", name])?;
    }
    same("the same bytes", folder.read("a.html") == folder.read("b.html"), true)?;
    // A page replaces a page, without --force; nothing else is replaced.
    folder.ok(&["export", "iris.db", "--largest", "4", "-o", "a.html"])?;
    same("replaced", folder.read("a.html").len() < folder.read("b.html").len(), true)?;
    folder.file("mine.html", "<!DOCTYPE html><title>mine</title>");
    let refused = folder.run(&["export", "iris.db", "--largest", "4", "-o", "mine.html"]);
    refused.fails_with(1, "is not a picture")
}

/// What would make markup of a name, or ask somebody for something, does not occur.
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
    for entry in fs::read_dir(project().join("src/export/page/web"))? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files += 1;
        if text.lines().count() > 400 {
            faults.push(format!("{name} has more than 400 lines"));
        }
        let long = text.lines().filter(|line| line.chars().count() > 100);
        faults.extend(long.map(|line| format!("{name}: {line}")));
        if name.ends_with(".js") {
            let found = NEVER.iter().filter(|word| text.contains(**word));
            faults.extend(found.map(|word| format!("{name} has {word}")));
        }
    }
    same("files", files > 5, true)?;
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// Nine classes have eight colours; the ninth is a square.
fn many_classes_have_shapes_too() -> Result<(), Failed> {
    let folder = Folder::new();
    let table = |classes: usize| {
        let rows = (0..27).map(|at| format!("{},k{}\n", at * at, at % classes));
        "x,class\n".to_owned() + &rows.collect::<String>()
    };
    for (classes, shapes) in [(9, 1), (8, 0)] {
        folder.file("t.csv", table(classes));
        folder.ok(&["build", "t.csv", "--label", "class", "--k", "3", "--force"])?;
        let opened = Opened::of(&folder, &["t.db"])?;
        let shaped = "[...document.querySelectorAll('#classes .swatch')]
                          .filter((mark) => mark.style.clipPath.startsWith('polygon')).length";
        same("shapes", opened.ask(shaped)?, json!(shapes))?;
        let says = opened.told("document.getElementById('details').textContent")?;
        same("it says so", says.contains("Colours and shapes show"), classes > 8)?;
        opened.is_quiet()?;
    }
    Ok(())
}

/// A picture cuts a long chain short; whoever explores wants its middle.
fn a_page_has_every_cluster_of_a_chain() -> Result<(), Failed> {
    let folder = iris()?;
    let join = ["export", "iris.db", "--lca", "d1,d51", "-o"];
    let said = |file: &str| folder.run(&[&join[..], &[file]].concat()).err;
    let clusters = |said: String| -> Result<usize, Failed> {
        let count = said.split([' ', ':']).find_map(|word| word.parse().ok());
        Ok(count.ok_or(said)?)
    };
    let (page, picture) = (clusters(said("x.html"))?, clusters(said("x.dot"))?);
    same("the page has more", page > picture, true)?;
    same("as many as a file", page, clusters(said("x.graphml"))?)?;
    let data = folder.text("x.html");
    same("nothing is left out", data.contains("\"shortened\":[]"), true)
}

/// The chips of a context's page are attributes, and a cluster that is not stored has its members.
fn pages_of_other_graphs() -> Result<(), Failed> {
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
    same(
        "no classes",
        opened.ask("document.querySelectorAll('.bar, #classes input').length")?,
        json!(0),
    )?;
    opened.is_quiet()?;

    folder.ok(&["build", &example("iris.csv"), "--label", "class", "--graph", "lca"])?;
    let cluster = "{d16,d42,d61}";
    let opened = Opened::of(&folder, &["iris.db", "--around", cluster])?;
    let asked = "JSON.parse(document.getElementById('data').textContent).nodes
                     .find((node) => node.asked).name";
    let name = opened.told(asked)?;
    same(&format!("{name} is not stored"), name.starts_with('{'), true)?;
    opened.page.click_at(opened.place(&name)?)?;
    same("clicked", opened.heading()?, format!("Cluster {name}"))?;
    let members = column(&folder, &["members", cluster], "point")?;
    same("members", opened.chips(&format!("Its {}", members.len()))?, members)?;
    opened.is_quiet()
}
