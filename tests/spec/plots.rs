//! Plots: clusters by size, their purity, what they tell by k, and the tree of communities.

use libtest_mimic::{Failed, Trial};
use rusqlite::Connection;

use crate::support::{Folder, Need, example, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(lines_are_named_and_coloured_by_class),
        trial!(what_is_said_of_sizes_and_purity_is_so),
        trial!(a_plot_follows_the_words_for_pictures),
        trial!(names_of_classes_are_text_and_short),
        trial!(the_graph_has_the_k_that_a_sweep_would_take),
        trial!(groups_are_joined_at_their_separation),
        trial!(separations_stand_beside_the_groups),
        trial!(marks_of_equal_numbers_are_whole_and_apart),
        trial!(a_legend_is_short_and_names_lines_alone),
        trial!(a_narrow_plot_has_all_its_title),
        trial!(one_group_stands_with_its_parts),
        trial!(the_same_plot_is_a_png_and_a_pdf, Need::Dot),
    ]
}

fn plotted(folder: &Folder, words: &[&str]) -> Result<String, Failed> {
    folder.ok(&[&["plot"], words, &["-o", "x.svg"]].concat())?;
    Ok(folder.text("x.svg"))
}

/// The words of an SVG, in its order.
fn words(svg: &str) -> Vec<String> {
    let texts = svg.lines().filter(|line| line.starts_with("<text"));
    let inside = |line: &str| Some(line.split_once('>')?.1.strip_suffix("</text>")?.to_owned());
    texts.filter_map(inside).collect()
}

fn lines_are_named_and_coloured_by_class() -> Result<(), Failed> {
    let folder = iris()?;
    for (what, axis) in [("sizes", "clusters that are no larger"), ("purity", "mean purity")] {
        let svg = plotted(&folder, &["iris.db", what])?;
        let words = words(&svg);
        let lines = [
            (axis, ""),
            ("mostly setosa", "#0072b2"),
            ("mostly versicolor", "#e69f00"),
            ("mostly virginica", "#009e73"),
            ("all clusters", "#1f2328"),
        ];
        for (name, colour) in lines {
            same(name, words.iter().any(|word| word == name), true)?;
            let is_line = |line: &&str| line.starts_with("<polyline") && line.contains(colour);
            // The line itself and its sample next to the name.
            same(name, svg.lines().filter(is_line).count() >= 2, true)?;
        }
    }
    Ok(())
}

fn what_is_said_of_sizes_and_purity_is_so() -> Result<(), Failed> {
    let folder = iris()?;
    let database = Connection::open(folder.path("iris.db"))?;
    let one = |sql: &str| database.query_row(sql, [], |row| row.get::<_, f64>(0));
    let shown = "FROM concept WHERE size > 0 AND size < 150";
    let all = one(&format!("SELECT count(*) {shown}"))?;
    let at = |share: f64| {
        let row = (share * all).ceil() - 1.0;
        one(&format!("SELECT size {shown} ORDER BY size LIMIT 1 OFFSET {row}"))
    };
    let said = words(&plotted(&folder, &["iris.db", "sizes"])?).join(" ");
    let truth = format!("at most {} points, nine in ten at most {}.", at(0.5)?, at(0.9)?);
    same("sizes", said.contains(&truth), true)?;
    let mean = one(&format!("SELECT avg(purity) {shown}"))?;
    let said = words(&plotted(&folder, &["iris.db", "purity"])?).join(" ");
    let truth = format!("A cluster is {:.0}\u{a0}% pure on average", 100.0 * mean);
    same("purity", said.contains(&truth) && said.contains("all together 33\u{a0}%"), true)
}

fn a_plot_follows_the_words_for_pictures() -> Result<(), Failed> {
    let folder = iris()?;
    let sizes = |words: &[&str]| plotted(&folder, &[&["iris.db", "sizes"], words].concat());
    let (plain, narrow) = (sizes(&[])?, sizes(&["--width", "8.5cm"])?);
    same("as wide as by default", plain.contains(" width=\"480pt\""), true)?;
    same("as wide as asked", narrow.contains(" width=\"240.94pt\""), true)?;
    same("the letters stay", narrow.contains("font-size=\"9\""), true)?;
    same("dark", sizes(&["--theme", "dark"])?.contains("#161b22"), true)?;
    same("print", sizes(&["--theme", "paper"])?.contains("Times"), true)?;
    same("the same again", sizes(&[])? == plain, true)
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

fn the_graph_has_the_k_that_a_sweep_would_take() -> Result<(), Failed> {
    let folder = Folder::new();
    let file = example("iris.csv");
    folder.ok(&["build", &file, "--label", "class", "--to", "iris.db"])?;
    let k = folder.json(&["info", "iris.db"])?["k"].to_string();
    let own = plotted(&folder, &["iris.db", "telling"])?;
    let sweep = ["count", &file, "--label", "class", "--sweep", "k=auto", "-o", "k.svg"];
    folder.ok(&sweep)?;
    let swept = folder.text("k.svg");
    for (svg, says) in [(&own, "This graph has"), (&swept, "A build would choose")] {
        let says = format!("{says} k = {k}");
        same(&says, words(svg).iter().any(|words| words.starts_with(&says)), true)?;
    }
    let lines = |svg: &str| -> Vec<String> {
        svg.lines().filter(|line| line.starts_with("<poly")).map(str::to_owned).collect()
    };
    same("the same lines", lines(&own), lines(&swept))
}

/// Of wine the third group is clearly apart, whatever the community of the other two says.
fn groups_are_joined_at_their_separation() -> Result<(), Failed> {
    for table in ["iris", "wine"] {
        let folder = Folder::new();
        let file = example(&format!("{table}.csv"));
        folder.ok(&["build", &file, "--label", "class", "--to", "t.db"])?;
        let words = words(&plotted(&folder, &["t.db", "tree"])?);
        let rows = folder.json(&["query", "t.db", "communities"])?;
        for one in rows.as_array().into_iter().flatten().filter(|one| one["level"] == "group") {
            let name = one["community"].as_str().unwrap_or_default();
            let at = words.iter().position(|word| word == name).ok_or(name)?;
            same(name, &words[at + 1], &one["points"].to_string())?;
            let class = one["class"].as_str().unwrap_or_default();
            same(name, words[at + 2].ends_with(class), true)?;
            let least = Connection::open(folder.path("t.db"))?.query_row(
                "SELECT ifnull(min(overlap.separation), 1.0) FROM overlap JOIN community \
                 ON community.id IN (community_id, other_id) WHERE name = ?",
                [name],
                |row| row.get::<_, f64>(0),
            )?;
            same(name, words.contains(&format!("{least:.2}")), true)?;
        }
        // What is joined stands together: in iris g4 joins g2 and g3 before g1 does.
        let order = words.iter().map(|word| &**word).filter(|word| word.starts_with('g'));
        let truth = ["g1", "g2", "g3", "g4"].into_iter();
        let truth = truth.take(if table == "iris" { 4 } else { 3 });
        same("order", order.collect::<Vec<_>>(), truth.collect())?;
    }
    Ok(())
}

fn separations_stand_beside_the_groups() -> Result<(), Failed> {
    let folder = Folder::new();
    let table = example("breast_cancer.csv");
    folder.ok(&["build", &table, "--label", "class", "--min-size", "50%", "--to", "t.db", "-q"])?;
    let value = |line: &str, name: &str| -> Option<f64> {
        line.split_once(name)?.1.split(['"', ' ']).next()?.parse().ok()
    };
    // The groups grow into one another, so their joins stand right beside them.
    let svg = plotted(&folder, &["t.db", "tree"])?;
    let groups = svg.lines().find_map(|line| value(line, "<polygon points=\""));
    let is_separation = |line: &&str| line.starts_with("<text") && line.contains(">0.0");
    let separations: Vec<&str> = svg.lines().filter(is_separation).collect();
    same("separations", separations.len(), 2)?;
    for line in separations {
        let width = if line.contains("text-anchor=\"end\"") { 0.0 } else { 15.9 };
        let end = value(line, " x=\"").map(|x| x + width);
        same(line, end < groups, true)?;
    }
    Ok(())
}

fn marks_of_equal_numbers_are_whole_and_apart() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: u32| format!("{},{},only\n", at / 50, (at / 50) * (at / 50));
    folder.file("t.csv", "x,y,class\n".to_owned() + &(0..150).map(row).collect::<String>());
    folder.ok(&["build", "t.csv", "--label", "class", "--k", "50"])?;
    let marks = |what: &str| -> Result<String, Failed> {
        let words = words(&plotted(&folder, &["t.db", what])?);
        let is_mark = |word: &String| word.trim_end_matches(" %").parse::<f64>().is_ok();
        Ok(words.into_iter().filter(is_mark).collect::<Vec<_>>().join(", "))
    };
    same("sizes", &*marks("sizes")?, "0 %, 20 %, 40 %, 60 %, 80 %, 100 %, 49, 50, 51")?;
    same("purity", &*marks("purity")?, "94 %, 96 %, 98 %, 100 %, 49, 50, 51")
}

/// Of thirteen classes one has no cluster.
fn a_legend_is_short_and_names_lines_alone() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: u32| format!("{},k{:02}\n", at / 20 * 100 + at % 20, at / 20);
    let rows = (0..240).map(row).collect::<String>();
    folder.file("many.csv", format!("x,class\n{rows}3,rare\n3,k00\n3,k00\n"));
    let rows = (0..60).map(row).collect::<String>();
    folder.file("few.csv", format!("x,class\n{rows}3,rare\n3,k00\n3,k00\n"));
    for (table, classes) in [("many", 8), ("few", 3)] {
        folder.ok(&["build", &format!("{table}.csv"), "--label", "class", "--k", "5"])?;
        for what in ["sizes", "purity"] {
            let words = words(&plotted(&folder, &[&format!("{table}.db"), what])?);
            let lines = words.iter().filter(|word| word.starts_with("mostly "));
            same(table, lines.count(), classes)?;
            same(table, words.iter().any(|word| word == "mostly rare"), false)?;
            let is_cut = words.iter().any(|word| word == "all clusters, of 13 classes");
            same(table, is_cut, table == "many")?;
        }
    }
    Ok(())
}

fn a_narrow_plot_has_all_its_title() -> Result<(), Failed> {
    let folder = iris()?;
    for (what, title) in [("tree", "the tree of communities"), ("sizes", "clusters by size")] {
        let svg = plotted(&folder, &["iris.db", what, "--width", "200px"])?;
        same(what, words(&svg).join(" ").starts_with(&format!("iris: {title}")), true)?;
    }
    Ok(())
}

fn one_group_stands_with_its_parts() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: u32| format!("{},{}\n", at % 20, at / 20);
    folder.file("t.csv", (0..400).map(row).fold("x,y\n".to_owned(), |text, row| text + &row));
    folder.ok(&["build", "t.csv", "--k", "9", "-q"])?;
    let words = words(&plotted(&folder, &["t.db", "tree"])?);
    let has = |start: &str| words.iter().any(|word| word.starts_with(start));
    same("it is said", has("No groups stand apart"), true)?;
    same("group and parts", (has("g1"), has("g1.2")), (true, true))?;
    same("nothing is joined", has("separation"), false)
}

fn the_same_plot_is_a_png_and_a_pdf() -> Result<(), Failed> {
    let folder = iris()?;
    for (file, start) in [("x.png", &b"\x89PNG"[..]), ("x.PDF", b"%PDF")] {
        folder.ok(&["plot", "iris.db", "tree", "-o", file])?;
        same(file, folder.read(file).starts_with(start), true)?;
    }
    Ok(())
}
