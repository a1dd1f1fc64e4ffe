//! The peaks beside the map, each lighting up in the other, the line diagram that unfolds, the
//! parts that are seen at first, and the page on paper.

use std::collections::{BTreeMap, BTreeSet};

use fantoccini::key::Key;
use libtest_mimic::{Failed, Trial};
use serde_json::{Value as Json, json};

use super::map::iris;
use super::{Opened, Place, column};
use crate::support::{Folder, Need, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(parts_are_seen_at_first, Need::Browser),
        trial!(a_circle_lights_up_its_points, Need::Browser),
        trial!(a_point_lights_up_its_clusters, Need::Browser),
        trial!(a_group_stands_out_among_the_peaks, Need::Browser),
        trial!(the_line_diagram_unfolds, Need::Browser),
        trial!(a_narrow_page_has_the_peaks_in_a_tab, Need::Browser),
        trial!(paper_has_the_title_the_map_and_the_peaks, Need::Browser),
    ]
}

/// Three clouds of points, two of which are near each other: the parts of a group.
fn islands() -> Result<Folder, Failed> {
    let folder = Folder::new();
    let spot = |at: usize| {
        let mixed = |by: usize| ((at + 7) * by % 1_009) as f64 / 1_009.0;
        let radius = mixed(101).sqrt();
        let angle = std::f64::consts::TAU * mixed(607);
        let (x, y) = [(0.0, 0.0), (2.4, 0.0), (40.0, 9.0)][at / 60];
        (x + radius * angle.cos(), y + radius * angle.sin())
    };
    let rows = (0..180).map(spot).map(|(x, y)| format!("{x:.4},{y:.4}\n"));
    folder.file("iris.csv", "x,y\n".to_owned() + &rows.collect::<String>());
    folder.ok(&["build", "iris.csv", "--k", "24", "--scale", "none"])?;
    Ok(folder)
}

/// Returns the colours of a canvas at positions in the window, once it is painted.
fn colours(opened: &Opened, canvas: &str, at: &[Place]) -> Result<Vec<[i32; 3]>, Failed> {
    let script = "const canvas = document.getElementById(arguments[0]);
        const {left, top, width} = canvas.getBoundingClientRect();
        const by = canvas.width / width;
        const copy = document.createElement('canvas');
        Object.assign(copy, {width: canvas.width, height: canvas.height});
        const pen = copy.getContext('2d', {willReadFrequently: true});
        pen.drawImage(canvas, 0, 0);
        return arguments[1].map(([x, y]) => [...pen.getImageData(Math.round((x - left) * by),
            Math.round((y - top) * by), 1, 1).data].slice(0, 3))";
    // Two frames are painted before the canvas is read.
    let wait = "window.frames2 = 0;
        requestAnimationFrame(() => requestAnimationFrame(() => { window.frames2 = 2; }))";
    opened.page.script(wait, vec![])?;
    opened.page.wait("window.frames2 === 2")?;
    let found = opened.page.script(script, vec![json!(canvas), json!(at)])?;
    Ok(serde_json::from_value(found)?)
}

/// Returns how far a colour is from white.
fn strength(colour: [i32; 3]) -> i32 {
    colour.iter().map(|part| 255 - part).sum()
}

fn data(opened: &Opened, what: &str) -> Result<Json, Failed> {
    opened.ask(&format!("JSON.parse(document.getElementById('data').textContent).{what}"))
}

fn rgb(colour: &str) -> [i32; 3] {
    [1, 3, 5].map(|at| i32::from_str_radix(&colour[at..at + 2], 16).unwrap_or_default())
}

fn parts_are_seen_at_first() -> Result<(), Failed> {
    let folder = islands()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let all = data(&opened, "communities")?;
    let all = all.as_array().ok_or("communities")?;
    let text = |at: usize, what: &str| all[at][what].as_str().unwrap_or_default().to_owned();
    let parts: BTreeSet<usize> = (0..all.len()).filter(|&at| text(at, "level") == "part").collect();
    same(&format!("parts of {all:?}"), parts.len() > 1, true)?;

    // Names and marks have the colours of the data of the page.
    let labels = "[...document.querySelectorAll('.label')].map((label) => [
        label.querySelector('strong').textContent, label.style.getPropertyValue('--tint')])";
    let labels: BTreeMap<String, String> =
        serde_json::from_value::<Vec<(String, String)>>(opened.ask(labels)?)?.into_iter().collect();
    for (name, colour) in &labels {
        let at = (0..all.len()).find(|&at| text(at, "name") == *name).ok_or("a community")?;
        same(name, colour, &text(at, "colour"))?;
    }
    let named = parts.iter().filter(|&&at| labels.contains_key(&text(at, "name"))).count();
    same(&format!("islands have names: {labels:?}"), named > 1, true)?;
    let groups = (0..all.len()).filter(|&at| text(at, "level") == "group");
    for group in groups {
        same("a group has its name", labels.contains_key(&text(group, "name")), true)?;
    }

    // A dot has the colour of its part, which no other community has.
    let belongs: Vec<Vec<(usize, f64)>> = serde_json::from_value(data(&opened, "belongs")?)?;
    let places = opened.points()?;
    let places: Vec<Place> = places.into_iter().map(|(_, place)| place).collect();
    let found = colours(&opened, "points", &places)?;
    let mut seen = BTreeSet::new();
    for (shares, colour) in belongs.iter().zip(found).step_by(3) {
        let [(part, _)] =
            shares.iter().filter(|(at, _)| parts.contains(at)).collect::<Vec<_>>()[..]
        else {
            continue;
        };
        let away = |at: usize| -> i32 {
            let own = rgb(&text(at, "colour"));
            own.iter().zip(colour).map(|(one, other)| (one - other).abs()).sum()
        };
        let nearest = parts.iter().copied().min_by_key(|&at| away(at));
        same(&format!("the colour {colour:?}"), nearest, Some(*part))?;
        seen.insert(*part);
    }
    same("all parts", seen.len(), parts.len())?;
    opened.is_quiet()
}

/// Returns the positions of some points, and of all others, in the window.
fn divided(opened: &Opened, some: &[String]) -> Result<(Vec<Place>, Vec<Place>), Failed> {
    let (inside, outside): (Vec<_>, Vec<_>) =
        opened.points()?.into_iter().partition(|(name, _)| some.contains(name));
    let places = |all: Vec<(String, Place)>| all.into_iter().map(|(_, place)| place).collect();
    Ok((places(inside), places(outside)))
}

fn mean_strength(opened: &Opened, canvas: &str, at: &[Place]) -> Result<i32, Failed> {
    let all: Vec<i32> = colours(opened, canvas, at)?.into_iter().map(strength).collect();
    Ok(all.iter().sum::<i32>() / all.len().max(1) as i32)
}

fn a_circle_lights_up_its_points() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let like = column(&folder, &["communities"], "cluster")?;
    let (inside, outside) = divided(&opened, &column(&folder, &["members", &like[0]], "point")?)?;
    let light = || -> Result<[i32; 2], Failed> {
        let [one, other] = [&inside, &outside].map(|at| mean_strength(&opened, "points", at));
        Ok([one?, other?])
    };
    let [one, other] = light()?;
    same(&format!("all alike: {one} and {other}"), other > 150, true)?;
    opened.page.point_at(opened.peak(&like[0])?)?;
    opened.page.wait("!document.getElementById('peak-tip').hidden")?;
    let [lit, pale] = light()?;
    same(&format!("{lit} is lit, {pale} is not"), lit > 150 && 3 * pale < 2 * other, true)?;
    opened.page.point_at((700.0, 2.0))?;
    same("dark again", light()?, [one, other])?;
    // A click chooses it, and its points stay lit.
    opened.page.click_at(opened.peak(&like[0])?)?;
    same("chosen", opened.heading()?, format!("Cluster {}", like[0]))?;
    let [lit, pale] = light()?;
    same(&format!("{lit} is lit, {pale} is not"), lit > 150 && 3 * pale < 2 * other, true)?;
    opened.is_quiet()
}

fn a_point_lights_up_its_clusters() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let circles = opened.circles("mountains")?;
    let holding = column(&folder, &["containing", "d42", "100000"], "concept")?;
    let (inside, outside): (Vec<_>, Vec<_>) =
        circles.iter().partition(|(name, _)| holding.contains(name));
    let places = |all: Vec<(&String, &Place)>| all.into_iter().map(|(_, &at)| at).collect();
    let (inside, outside): (Vec<Place>, Vec<Place>) = (places(inside), places(outside));
    same("some of each", inside.len() > 5 && outside.len() > 50, true)?;
    let before = mean_strength(&opened, "mountains", &outside)?;
    opened.page.point_at(opened.point("d42")?)?;
    opened.page.wait("!document.getElementById('point-tip').hidden")?;
    let lit = mean_strength(&opened, "mountains", &inside)?;
    let pale = mean_strength(&opened, "mountains", &outside)?;
    same(&format!("{lit}, {pale} of {before}"), lit > 2 * pale && 3 * pale < 2 * before, true)?;
    opened.is_quiet()
}

fn a_group_stands_out_among_the_peaks() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let circles = opened.circles("mountains")?;
    let names: Vec<String> =
        serde_json::from_value(data(&opened, "nodes.map((one) => one.name)")?)?;
    let inside: Vec<usize> = serde_json::from_value(data(&opened, "communities[0].nodes")?)?;
    let inside: BTreeSet<&String> = inside.iter().map(|&at| &names[at]).collect();
    let (mountain, rest): (Vec<_>, Vec<_>) =
        circles.iter().partition(|(name, _)| inside.contains(name));
    let places = |all: Vec<(&String, &Place)>| all.into_iter().map(|(_, &at)| at).collect();
    let (mountain, rest): (Vec<Place>, Vec<Place>) = (places(mountain), places(rest));
    opened.page.click("#details .lines .open")?;
    same("a group", &*opened.heading()?, "Group g1")?;
    let lit = mean_strength(&opened, "mountains", &mountain)?;
    let pale = mean_strength(&opened, "mountains", &rest)?;
    same(&format!("{lit} and {pale}"), lit > 2 * pale, true)?;
    opened.is_quiet()
}

/// A click on a circle of the line diagram adds its covers, and a second click some more.
fn the_line_diagram_unfolds() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::of(&folder, &["iris.db"])?;
    let like = column(&folder, &["communities"], "cluster")?;
    opened.page.fill("#search", &like[1])?;
    opened.page.press("#search", Key::Enter)?;
    let covers = |cluster: &str| -> Result<BTreeSet<String>, Failed> {
        let mut all: BTreeSet<String> =
            column(&folder, &["parents", cluster], "concept")?.into_iter().take(8).collect();
        all.extend(column(&folder, &["children", cluster], "concept")?);
        Ok(all)
    };
    let first = opened.circles("canvas")?;
    let names: BTreeSet<String> = first.keys().cloned().collect();
    let mut expected = covers(&like[1])?;
    expected.insert(like[1].clone());
    same("it and its covers", names.is_subset(&expected) && names.contains(&like[1]), true)?;
    same(&format!("several: {names:?}"), names.len() >= expected.len().min(9), true)?;
    // The larger a cluster, the higher it stands.
    let size = |name: &str| -> Result<usize, Failed> {
        Ok(column(&folder, &["members", name], "point")?.len())
    };
    for (name, place) in first.iter().filter(|(name, _)| **name != like[1]) {
        let is_higher = place.1 < first[&like[1]].1;
        same(name, is_higher, size(name)? > size(&like[1])?)?;
    }
    let other = names.iter().find(|name| **name != like[1]).ok_or("another")?;
    opened.page.click_at(first[other])?;
    same("chosen", opened.heading()?, format!("Cluster {other}"))?;
    let second: BTreeSet<String> = opened.circles("canvas")?.into_keys().collect();
    same("those from before", second.is_superset(&names), true)?;
    let added: BTreeSet<String> = second.difference(&names).cloned().collect();
    same(&format!("{added:?} cover {other}"), added.is_subset(&covers(other)?), true)?;
    same("some are added", added.is_empty(), false)?;
    opened.is_quiet()
}

fn a_narrow_page_has_the_peaks_in_a_tab() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let seen = "['map', 'peaks', 'rows', 'diagram', 'as-peaks'].filter((id) =>
        document.getElementById(id).getBoundingClientRect().height > 0)";
    same("beside the map", opened.ask(seen)?, json!(["map", "peaks", "rows"]))?;
    for width in [900, 500] {
        opened.page.resize(width, 900)?;
        opened.page.wait(&format!("innerWidth <= {width}"))?;
        same("below the map", opened.ask(seen)?, json!(["map", "peaks", "as-peaks"]))?;
        opened.page.click("#as-rows")?;
        same("rows", opened.ask(seen)?, json!(["map", "rows", "as-peaks"]))?;
        opened.page.click("#as-peaks")?;
        same("all is seen", opened.ask("document.body.scrollWidth <= innerWidth")?, json!(true))?;
    }
    opened.is_quiet()
}

fn paper_has_the_title_the_map_and_the_peaks() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    opened.page.click("#theme")?;
    let seen = "[document.documentElement.dataset.theme, ...['title', 'map', 'peaks', 'rows',
        'tools', 'panel'].filter((id) =>
            document.getElementById(id).getBoundingClientRect().height > 0)]";
    let dark = opened.ask(seen)?;
    same(
        "on the screen",
        &dark,
        &json!(["dark", "title", "map", "peaks", "rows", "tools", "panel"]),
    )?;
    opened.page.script("window.dispatchEvent(new Event('beforeprint'))", vec![])?;
    same("on paper", opened.ask(seen)?, json!(["light", "title", "map", "peaks"]))?;
    let paper = "['points', 'mountains'].map((id) => {
        const {width, height} = document.getElementById(id);
        const all = document.getElementById(id).getContext('2d').getImageData(0, 0, width, height);
        return new Set(new Uint32Array(all.data.buffer)).size > 20;
    })";
    same("both are painted", opened.ask(paper)?, json!([true, true]))?;
    opened.page.script("window.dispatchEvent(new Event('afterprint'))", vec![])?;
    same("and back", opened.ask(seen)?, dark)?;
    opened.is_quiet()
}
