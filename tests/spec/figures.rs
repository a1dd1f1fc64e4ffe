//! Pictures that fit a page: width, direction, title, legend, letters, themes, short chains.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(no_picture_is_wider_than_asked_for, Need::Dot),
        trial!(larger_clusters_stand_where_they_should, Need::Dot),
        trial!(heading_and_letters_follow_the_words, Need::Dot),
        trial!(many_classes_are_told_apart, Need::Dot),
        trial!(chains_are_short_in_every_selection),
        trial!(the_shell_takes_the_same_words),
    ]
}

/// The first number after `before` in an SVG.
fn number(svg: &str, before: &str) -> Result<f64, Failed> {
    let rest = svg.split(before).nth(1).ok_or(format!("no {before}"))?;
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
    Ok(rest[..end.unwrap_or(rest.len())].parse()?)
}

/// A picture in the web's vector format.
fn svg(folder: &Folder, words: &[&str]) -> Result<String, Failed> {
    folder.ok(&[&["export", "iris.db", "-o", "x.svg"], words].concat())?;
    Ok(folder.text("x.svg"))
}

fn no_picture_is_wider_than_asked_for() -> Result<(), Failed> {
    let folder = iris()?;
    let selections: [&[&str]; 5] = [
        &["--lca", "d1,d51"],
        &["--largest", "12"],
        &["--largest", "50"],
        &["--around", "c3000"],
        &["--containing", "d3"],
    ];
    for selection in selections {
        for (width, points) in [("8.5cm", 241.0), ("600px", 450.0)] {
            let svg = svg(&folder, &[selection, &["--width", width]].concat())?;
            let wide = number(&svg, "<svg width=\"")?;
            same("not wider", wide <= points && wide > points / 4.0, true)?;
        }
    }
    // A few clusters keep letters that can be read: 12 points for sizes, less a quarter at most.
    let few = svg(&folder, &["--largest", "12", "--width", "8.5cm"])?;
    let scale = number(&few, "scale(")?;
    let letters = number(&few, "font-weight=\"bold\" font-size=\"")? * scale;
    same("letters", letters >= 6.5, true)
}

fn larger_clusters_stand_where_they_should() -> Result<(), Failed> {
    let folder = iris()?;
    let svg = svg(&folder, &["--largest", "12"])?;
    let at = |id: &str| -> Result<f64, Failed> {
        let node = svg.split(&format!("<g id=\"{id}\"")).nth(1).ok_or("the node")?;
        number(node.split("<text").nth(1).ok_or("its text")?, " x=\"")
    };
    same("right", at("c15407")? - at("c15396")? > 100.0, true)
}

fn heading_and_letters_follow_the_words() -> Result<(), Failed> {
    let folder = iris()?;
    let nine = ["--largest", "9"];
    let with = |more: &[&str]| svg(&folder, &[&nine, more].concat());
    let plain = with(&[])?;
    for word in ["the 9 largest of", "setosa", "mixed", "bold"] {
        same(word, plain.contains(word), true)?;
    }
    let bare = with(&["--title", "none", "--legend", "off"])?;
    // Names of classes are in the tooltips still.
    for word in ["the 9 largest of", "mixed to pure", ">setosa<"] {
        same(word, bare.contains(word), false)?;
    }
    same("a title", with(&["--title", "My <own>"])?.contains("My &lt;own&gt;"), true)?;
    same("dark", with(&["--theme", "dark"])?.contains("fill=\"#161b22\""), true)?;
    same("print", with(&["--theme", "paper"])?.contains("Times"), true)
}

/// Twelve classes: eight colours, and a letter each.
fn many_classes_are_told_apart() -> Result<(), Failed> {
    let folder = Folder::new();
    let rows = (0..24).map(|at| format!("{},{},k{:02}\n", at * at, at % 5, at / 2));
    folder.file("t.csv", "x,y,class\n".to_owned() + &rows.collect::<String>());
    folder.ok(&["build", "t.csv", "--label", "class", "--k", "3"])?;
    folder.ok(&["export", "t.db", "--largest", "30", "-o", "x.svg"])?;
    let svg = folder.text("x.svg");
    for letter in 'A'..='L' {
        same("a letter", svg.contains(&format!(">{letter}<")), true)?;
    }
    Ok(())
}

fn chains_are_short_in_every_selection() -> Result<(), Failed> {
    let folder = Folder::new();
    // Each row has the attributes of the next and one more: a chain of clusters.
    let rows: Vec<String> = (0..20).map(|at| "X".repeat(at) + &".".repeat(20 - at)).collect();
    let names = |word: &str| (0..20).map(|at| format!("{word}{at}\n")).collect::<String>();
    let context = format!("B\n\n20\n20\n\n{}{}{}\n", names("g"), names("m"), rows.join("\n"));
    folder.file("t.cxt", context);
    folder.ok(&["build", "t.cxt"])?;
    let drawn = |words: &[&str]| {
        folder.ok(&[&["export", "t.db", "-o", "x.dot", "--labels", "none"], words].concat())?;
        Ok::<_, Failed>(folder.text("x.dot"))
    };
    for words in [&["--all"][..], &["--largest", "15"], &["--containing", "g15"], &["--up", "c4"]] {
        let dot = drawn(words)?;
        let counts = ["tooltip=", "between", "style=\"dashed\""].map(|of| dot.matches(of).count());
        same(words[0], counts, [6, 1, 1])?;
    }
    // Files for programs have all of it.
    let json = folder.ok(&["export", "t.db", "-o", "-", "--format", "json"])?;
    same("whole", json.matches("\"size\"").count(), 21)
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
