//! Plots: how many clusters there are of each size, how pure they are, and the sweep of `evaluate`.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(lines_are_named_and_coloured_by_class),
        trial!(a_plot_follows_the_words_for_pictures),
        trial!(names_of_classes_are_text_and_short),
        trial!(wide_ranges_are_logarithmic),
    ]
}

fn plotted(folder: &Folder, words: &[&str]) -> Result<String, Failed> {
    folder.ok(&[&["plot"], words, &["-o", "x.svg"]].concat())?;
    Ok(folder.text("x.svg"))
}

fn lines_are_named_and_coloured_by_class() -> Result<(), Failed> {
    let folder = iris()?;
    for (what, axis) in [("sizes", "clusters"), ("purity", "mean purity")] {
        let svg = plotted(&folder, &["iris.db", what])?;
        same("the axis", svg.lines().any(|line| line == axis), true)?;
        let lines = [
            ("most points: setosa", "#0072B2"),
            ("most points: versicolor", "#E69F00"),
            ("most points: virginica", "#009E73"),
            ("all clusters", "#1F2328"),
        ];
        for (name, colour) in lines {
            same(name, svg.lines().any(|line| line == name), true)?;
            let line = format!("<polyline fill=\"none\" opacity=\"1\" stroke=\"{colour}\"");
            // The line itself and its sample next to the name.
            same(name, svg.matches(&line).count() >= 2, true)?;
        }
    }
    Ok(())
}

fn a_plot_follows_the_words_for_pictures() -> Result<(), Failed> {
    let folder = iris()?;
    let sizes = |words: &[&str]| plotted(&folder, &[&["iris.db", "sizes"], words].concat());
    let (plain, narrow) = (sizes(&[])?, sizes(&["--width", "8.5cm"])?);
    same("as wide as by default", plain.starts_with("<svg width=\"640\""), true)?;
    same("as wide as asked", narrow.starts_with("<svg width=\"321\""), true)?;
    same("dark", sizes(&["--theme", "dark"])?.contains("#161B22"), true)?;
    same("print", sizes(&["--theme", "paper"])?.contains("Times"), true)?;
    same("the same again", sizes(&[])? == plain, true)
}

/// Sizes from 1 to 1,200: on a plain axis all but the largest cluster would be a line at the edge.
fn wide_ranges_are_logarithmic() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: u32| format!("{},{}\n", at * at % 1009, at * 7919 % 1013);
    folder.file("t.csv", (0..1200).map(row).fold("x,y\n".to_owned(), |text, row| text + &row));
    folder.ok(&["build", "t.csv", "--k", "4", "-q"])?;
    let wide = plotted(&folder, &["t.db", "sizes"])?;
    let has = |svg: &str, words: &str| svg.lines().any(|line| line == words);
    same("title", has(&wide, "t: clusters by size"), true)?;
    same("powers of ten", ["10", "100", "1,000"].iter().all(|size| has(&wide, size)), true)?;
    let folder = iris()?;
    let plain = plotted(&folder, &["iris.db", "sizes"])?;
    same("even steps", has(&plain, "20") || has(&plain, "50"), true)
}

fn names_of_classes_are_text_and_short() -> Result<(), Failed> {
    let folder = Folder::new();
    let long = "long".repeat(60);
    let names = ["<b>&amp;", "back\\\"\"slash\\", "\u{202e}bidi", &long, "\u{e4}\u{f6}"];
    let quoted = names.map(|name| format!("\"{}\"", name.replace('"', "\"\"")));
    let row = |at: usize| format!("{at},{}\n", quoted[at % names.len()]);
    folder.file("t.csv", "x,class\n".to_owned() + &(0..20).map(row).collect::<String>());
    folder.ok(&["build", "t.csv", "--label", "class", "--k", "4"])?;
    let svg = plotted(&folder, &["t.db", "sizes"])?;
    for (name, is_there) in [
        ("&lt;b&gt;&amp;amp;", true),
        ("<b>", false),
        ("\u{202e}", false),
        (&long, false),
        ("\u{2026}", true),
    ] {
        same(name, svg.contains(name), is_there)?;
    }
    Ok(())
}
