//! Pictures that fit a page: width, title, legend, letters, themes.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, example, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_picture_has_the_given_width),
        trial!(pages_and_pixels_have_the_given_width, Need::Dot),
        trial!(no_picture_is_a_fan),
        trial!(heading_and_letters_follow_the_words),
        trial!(the_shell_takes_the_same_words),
        trial!(every_point_is_on_the_map),
        trial!(far_points_have_rings),
        trial!(a_map_is_coloured_as_asked),
        trial!(a_group_has_one_colour_everywhere),
        trial!(a_small_map_names_each_point),
        trial!(of_many_classes_the_most_frequent_have_colours),
        trial!(a_map_is_drawn_in_every_format, Need::Dot),
    ]
}

/// Returns the first number after `before` in an SVG.
fn number(svg: &str, before: &str) -> Result<f64, Failed> {
    let rest = svg.split(before).nth(1).ok_or(format!("no {before}"))?;
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
    Ok(rest[..end.unwrap_or(rest.len())].parse()?)
}

/// Exports `iris.db` as SVG with these arguments.
fn svg(folder: &Folder, words: &[&str]) -> Result<String, Failed> {
    folder.ok(&[&["export", "iris.db", "-o", "x.svg"], words].concat())?;
    Ok(folder.text("x.svg"))
}

fn a_picture_has_the_given_width() -> Result<(), Failed> {
    let folder = iris()?;
    let selections: [&[&str]; 7] = [
        &["--lca", "d1,d51"],
        &["--largest", "12"],
        &["--largest", "50"],
        &["--around", "c3000"],
        &["--containing", "d3"],
        &["--peaks"],
        &["--points"],
    ];
    for selection in selections {
        for (width, points) in [("8.5cm", 240.94), ("600px", 450.0)] {
            let svg = svg(&folder, &[selection, &["--width", width]].concat())?;
            same(
                "the width",
                number(&svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")?,
                points,
            )?;
            // Letters are legible in print.
            let sizes = svg.split("font-size=\"").skip(1).filter_map(|rest| rest.split('"').next());
            for size in sizes {
                same(size, size.parse::<f64>()? >= 6.5, true)?;
            }
        }
    }
    Ok(())
}

/// A width in CSS pixels is 0.75 points of a PDF and two pixels of a PNG each.
fn pages_and_pixels_have_the_given_width() -> Result<(), Failed> {
    let folder = iris()?;
    let export = ["export", "iris.db"];
    for words in [
        &[&export[..], &["--peaks"]].concat()[..],
        &[&export[..], &["--largest", "12"]].concat(),
        &[&export[..], &["--lca", "d1,d51"]].concat(),
        &[&export[..], &["--points"]].concat(),
        &[&export[..], &["--tree"]].concat(),
    ] {
        for (width, points, pixels) in [("300px", 225.0, 600), ("600px", 450.0, 1200)] {
            folder.ok(&[words, &["--width", width, "-o", "x.pdf"]].concat())?;
            let pdf = folder.read("x.pdf");
            let pdf = String::from_utf8_lossy(&pdf);
            // Later versions of Cairo write the page between compressed objects.
            if !pdf.contains("/ObjStm") {
                let page = pdf.split("/MediaBox [").nth(1).and_then(|rest| rest.split(']').next());
                let wide: f64 =
                    page.and_then(|page| page.split(' ').nth(3)).ok_or("no page")?.parse()?;
                same(width, wide, points)?;
            }
            folder.ok(&[words, &["--width", width, "-o", "x.png"]].concat())?;
            let png = folder.read("x.png");
            let wide = u32::from_be_bytes(png[16..20].try_into()?);
            same(width, wide, pixels)?;
        }
    }
    Ok(())
}

/// The cluster of all points is left out, with a note, if most lines would lead to it.
fn no_picture_is_a_fan() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.build_full_iris("30", &["-q"])?;
    let fan = svg(&folder, &["--largest", "30", "--width", "600px"])?;
    let whole = "id=\"c17628\"";
    same(
        "without the whole",
        [fan.contains(whole), fan.contains("lie in the whole")],
        [false, true],
    )?;
    same("few lines", svg(&folder, &["--largest", "5"])?.contains(whole), true)?;
    same("selected", svg(&folder, &["--around", "c17628"])?.contains(whole), true)?;
    let narrow = ["export", "iris.db", "--largest", "60", "--width", "3cm", "-o", "x.svg"];
    let said = folder.run(&narrow).err;
    same(&said, said.contains("there is no room for the names of "), true)
}

fn heading_and_letters_follow_the_words() -> Result<(), Failed> {
    let folder = iris()?;
    let nine = ["--largest", "9"];
    let with = |more: &[&str]| svg(&folder, &[&nine, more].concat());
    let plain = with(&[])?;
    for word in ["the 9 largest of", ">g1<", "a line leads up"] {
        same(word, plain.contains(word), true)?;
    }
    let bare = with(&["--title", "none", "--legend", "off"])?;
    for word in ["the 9 largest of", ">g1<", "a line leads up"] {
        same(word, bare.contains(word), false)?;
    }
    same("classes", with(&["--color", "class"])?.contains(">setosa: 50<"), true)?;
    same("a title", with(&["--title", "My <own>"])?.contains("My &lt;own&gt;"), true)?;
    same("dark", with(&["--theme", "dark"])?.contains("fill=\"#161b22\""), true)?;
    same("print", with(&["--theme", "paper"])?.contains("Times"), true)
}

fn the_shell_takes_the_same_words() -> Result<(), Failed> {
    let folder = iris()?;
    let line = "export largest 9 limit 5 force to a.dot";
    folder.ok(&["repl", "iris.db", "--bail", "-c", line])?;
    folder.ok(&[
        "export",
        "iris.db",
        "--largest",
        "9",
        "--limit",
        "5",
        "--force",
        "-o",
        "b.dot",
    ])?;
    same("the same", folder.text("a.dot"), folder.text("b.dot"))
}

fn every_point_is_on_the_map() -> Result<(), Failed> {
    let folder = iris()?;
    let map = svg(&folder, &["--points"])?;
    same("the same bytes", svg(&folder, &["--points"])? == map, true)?;
    // Two flowers are equal.
    let named = map.split("<title>d").skip(1).filter_map(|rest| rest.split(['\n', ' ']).next());
    same("discs", named.collect::<BTreeSet<_>>().len(), 149)?;
    same("two in one", map.contains(" and 1 point\n"), true)?;
    let inside = map.split("<circle cx=\"").skip(1).all(|rest| {
        let at = rest.split('"').next().and_then(|x| x.parse::<f64>().ok());
        at.is_some_and(|x| (0.0..=720.0).contains(&x))
    });
    same("inside", inside, true)?;
    for word in ["stand apart", ">g1: 50<", ">100 % setosa<", "between groups"] {
        same(word, map.contains(word), true)?;
    }
    let words = ["--points", "--width", "8.5cm", "--theme", "dark", "--title", "Mine"];
    let narrow = svg(&folder, &[&words[..], &["--legend", "off"]].concat())?;
    same("width", narrow.contains("width=\"240.94pt\""), true)?;
    same("title", narrow.contains(">Mine<") && !narrow.contains("stand apart"), true)?;
    same("legend", narrow.contains("between two"), false)?;
    same("dark", narrow.contains("#161b22"), true)
}

fn far_points_have_rings() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("far.csv", std::fs::read_to_string(example("iris.csv"))? + "60,3,1,0,setosa\n");
    folder.ok(&["build", "far.csv", "--label", "class", "--scale", "none"])?;
    folder.ok(&["export", "far.db", "-o", "far.svg", "--points"])?;
    let map = folder.text("far.svg");
    let rings = map.split("<circle").filter(|circle| circle.contains("fill=\"none\"")).count();
    same("rings, one of them in the legend", rings, 2)?;
    same("the legend", map.contains(">far from the rest: 1<"), true)?;
    let outliers = folder.ok(&["query", "far.db", "outliers", "1", "--format", "csv"])?;
    same("first", outliers.lines().nth(1).is_some_and(|row| row.starts_with("d151,")), true)?;
    same("of iris", svg(&iris()?, &["--points"])?.contains("far from"), false)
}

fn a_map_is_coloured_as_asked() -> Result<(), Failed> {
    let folder = Folder::new();
    let rows = (0..60).map(|at| {
        let site = ["north", "south", ""][at % 3];
        format!("{},{},{site},{}\n", at % 30, at * at % 7, 1990 + at % 4)
    });
    folder.file("t.csv", "x,y,site,year\n".to_owned() + &rows.collect::<String>());
    folder.ok(&["build", "t.csv", "--columns", "x,y", "--keep", "site,year"])?;
    let drawn = |color: &str| {
        folder.ok(&["export", "t.db", "--points", "--color", color, "-o", "x.svg"])?;
        Ok::<_, Failed>(folder.text("x.svg"))
    };
    for (color, said) in [
        ("x", ">x: 0 to 29<"),
        ("year", ">year: 1990 to 1993<"),
        ("site", ">north: 20<"),
        ("site", ">none: 20<"),
        ("community", ">t: "),
    ] {
        same(said, drawn(color)?.contains(said), true)?;
    }
    let words = ["export", "t.db", "-o", "x.svg", "--points"];
    folder.run(&[&words[..], &["--color", "sites"]].concat()).fails(2, "did you mean \"site\"?")?;
    folder.run(&[&words[..], &["--color", "class"]].concat()).fails(2, "\"class\"")?;
    folder.run(&[&words[..], &["--limit", "5"]].concat()).fails(2, "without a limit")?;
    folder.run(&["export", "t.db", "-o", "x.json", "--points"]).fails(2, ".svg, .png")
}

/// Compares the colours of groups and parts on the map of points, in the tree, on the page and in
/// the style for Neo4j.
fn a_group_has_one_colour_everywhere() -> Result<(), Failed> {
    let folder = iris()?;
    folder.ok(&["export", "iris.db", "-o", "x.html"])?;
    let page = folder.text("x.html");
    let data = page.split("id=\"data\"").nth(1).and_then(|rest| rest.split_once('>'));
    let data = data.and_then(|(_, rest)| rest.split('<').next()).ok_or("the data of the page")?;
    let data: serde_json::Value = serde_json::from_str(data)?;
    let communities = data["communities"].as_array().ok_or("communities")?;
    let (map, tree) = (svg(&folder, &["--points"])?, svg(&folder, &["--tree"])?);
    let (mut groups, mut parts) = (0, BTreeSet::new());
    for one in communities {
        let colour = one["colour"].as_str().ok_or("a colour")?;
        let fill = format!("fill=\"{colour}\"");
        match one["level"].as_str() {
            Some("group") => {
                groups += 1;
                same("on the map", map.contains(&format!("stroke=\"{colour}\"")), true)?;
                same("in the tree", tree.contains(&fill), true)?;
            }
            Some("part") => {
                same("on the map", map.contains(&fill), true)?;
                same("in the tree", tree.contains(&fill), true)?;
                same("of its own", parts.insert(colour), true)?;
            }
            _ => {}
        }
    }
    same("groups", groups > 2, true)
}

/// The title says that so few points show no groups, so no group has an outline or a name.
fn a_small_map_names_each_point() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("figure1.csv"), "--id", "name", "--k", "4", "--to", "g.db"])?;
    folder.ok(&["export", "g.db", "--points", "-o", "x.svg"])?;
    let svg = folder.text("x.svg");
    for point in 1..=8 {
        same("a name", svg.contains(&format!(">{point}</text>")), true)?;
    }
    same("no group", svg.contains(">g1"), false)?;
    // Equal points stand at one position, under the name of the first.
    folder.file("t.csv", "x,y\n1,1\n1,1\n1,1\n");
    folder.ok(&["build", "t.csv", "--columns", "x,y"])?;
    folder.ok(&["export", "t.db", "--points", "-o", "x.svg", "--force"])?;
    let svg = folder.text("x.svg");
    same("equal points", svg.contains(">d1 and 2 more</text>"), true)?;
    same("the title", svg.contains("No two different points are near one another"), true)
}

/// The class that comes last by name is the most frequent.
fn of_many_classes_the_most_frequent_have_colours() -> Result<(), Failed> {
    let folder = Folder::new();
    let class = |at: usize| (b'a' + [11, 11, at % 11][at % 3] as u8) as char;
    let rows = (0..99).map(|at| format!("{},{},{}\n", at % 10, at / 10, class(at)));
    folder.file("t.csv", "x,y,kind\n".to_owned() + &rows.collect::<String>());
    folder.ok(&["build", "t.csv", "--label", "kind"])?;
    folder.ok(&["export", "t.db", "--points", "--color", "class", "-o", "x.svg"])?;
    let svg = folder.text("x.svg");
    same("the largest", svg.contains(">l: 66<"), true)?;
    same("ten entries", svg.contains(">3 others: 9<"), true)
}

fn a_map_is_drawn_in_every_format() -> Result<(), Failed> {
    let folder = iris()?;
    for (file, begin) in [("x.png", &b"\x89PNG"[..]), ("x.pdf", b"%PDF"), ("x.dot", b"graph {")] {
        folder.ok(&["export", "iris.db", "--points", "-o", file])?;
        same(file, std::fs::read(folder.path(file))?.starts_with(begin), true)?;
    }
    folder.ok(&["repl", "iris.db", "--bail", "-c", "export points color class to a.svg"])?;
    folder.ok(&["export", "iris.db", "--points", "--color", "class", "-o", "b.svg"])?;
    same("the same", folder.text("a.svg"), folder.text("b.svg"))
}
