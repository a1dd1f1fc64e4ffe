//! The tree of communities as a picture.

use libtest_mimic::{Failed, Trial};
use rusqlite::Connection;

use crate::support::{Folder, Need, example, iris, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(a_tree_follows_the_words_for_pictures),
        trial!(names_of_classes_are_text_and_short),
        trial!(groups_are_joined_at_their_separation),
        trial!(separations_stand_beside_the_groups),
        trial!(a_narrow_tree_has_all_its_title),
        trial!(one_group_stands_with_its_parts),
        trial!(a_tree_is_a_picture_of_a_whole_graph),
        trial!(the_same_tree_is_a_png_and_a_pdf, Need::Dot),
    ]
}

fn drawn(folder: &Folder, store: &str, words: &[&str]) -> Result<String, Failed> {
    folder.ok(&[&["export", store, "--tree", "-o", "x.svg"], words].concat())?;
    Ok(folder.text("x.svg"))
}

fn words(svg: &str) -> Vec<String> {
    let texts = svg.lines().filter(|line| line.starts_with("<text"));
    let inside = |line: &str| Some(line.split_once('>')?.1.strip_suffix("</text>")?.to_owned());
    texts.filter_map(inside).collect()
}

fn a_tree_follows_the_words_for_pictures() -> Result<(), Failed> {
    let folder = iris()?;
    let tree = |words: &[&str]| drawn(&folder, "iris.db", words);
    let (plain, narrow) = (tree(&[])?, tree(&["--width", "8.5cm"])?);
    same("as wide as by default", plain.contains(" width=\"560pt\""), true)?;
    same("as wide as wanted", narrow.contains(" width=\"240.94pt\""), true)?;
    same("the letters stay", narrow.contains("font-size=\"9\""), true)?;
    same("dark", tree(&["--theme", "dark"])?.contains("#161b22"), true)?;
    same("print", tree(&["--theme", "paper"])?.contains("Times"), true)?;
    same("the same again", tree(&[])? == plain, true)
}

fn names_of_classes_are_text_and_short() -> Result<(), Failed> {
    let folder = Folder::new();
    let long = "long".repeat(60);
    let names = ["<b>&amp;", "\u{202e}bidi", &long];
    let row = |at: usize| format!("{},{}\n", at / 20 * 1000 + at % 20, names[at / 20]);
    folder.file("t.csv", "x,class\n".to_owned() + &(0..60).map(row).collect::<String>());
    folder.ok(&["build", "t.csv", "--label", "class", "--k", "5"])?;
    let svg = drawn(&folder, "t.db", &[])?;
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

/// The third group of wine is clearly apart, whatever the community of the other two says.
fn groups_are_joined_at_their_separation() -> Result<(), Failed> {
    for table in ["iris", "wine"] {
        let folder = Folder::new();
        let file = example(&format!("{table}.csv"));
        folder.ok(&["build", &file, "--label", "class", "--to", "t.db"])?;
        let words = words(&drawn(&folder, "t.db", &[])?);
        let rows = folder.json(&["query", "t.db", "communities"])?;
        for one in rows.as_array().into_iter().flatten().filter(|one| one["level"] == "group") {
            let name = one["community"].as_str().unwrap_or_default();
            let at = words.iter().position(|word| word == name).ok_or(name)?;
            same(name, &words[at + 1], &one["size"].to_string())?;
            let class = one["class"].as_str().unwrap_or_default();
            same(name, words[at + 2].ends_with(class), true)?;
            let least = Connection::open(folder.path("t.db"))?.query_row(
                "SELECT ifnull(min(overlap.separation), 1.0) FROM overlap JOIN community \
                 ON community.id IN (community_id, other_id) WHERE name = ?",
                [name],
                |row| row.get::<_, f64>(0),
            )?;
            same(name, words.contains(&format!("{least:.2}")), true)?;
            // One separation a group: in the tree, in the table and in sentences.
            same(name, one["separation"].as_f64(), Some(least))?;
            let described = folder.ok(&["query", "t.db", "describe", name])?.replace('\n', " ");
            let sentence = format!("Its separation is {least:.2}, ");
            same(&described, described.contains(&sentence), true)?;
        }
        // Joined groups stand together: in iris g4 joins g2 and g3 before g1 does.
        let order = words.iter().map(|word| &**word).filter(|word| {
            let is_part = word.contains('.');
            word.starts_with('g') && !is_part
        });
        let truth = ["g1", "g2", "g3", "g4"].into_iter();
        let truth = truth.take(if table == "iris" { 4 } else { 3 });
        same("order", order.collect::<Vec<_>>(), truth.collect())?;
    }
    Ok(())
}

fn separations_stand_beside_the_groups() -> Result<(), Failed> {
    let folder = Folder::new();
    let table = example("breast_cancer.csv");
    folder.ok(&["build", &table, "--label", "class", "--to", "t.db", "-q"])?;
    let value = |line: &str, name: &str| -> Option<f64> {
        line.split_once(name)?.1.split(['"', ' ']).next()?.parse().ok()
    };
    // The groups hardly stand apart, so their joins stand right beside them.
    let svg = drawn(&folder, "t.db", &[])?;
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

fn a_narrow_tree_has_all_its_title() -> Result<(), Failed> {
    let folder = iris()?;
    let words = words(&drawn(&folder, "iris.db", &["--width", "200px"])?);
    same("title", words.join(" ").starts_with("iris: the tree of communities"), true)
}

fn one_group_stands_with_its_parts() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: u32| format!("{},{}\n", at % 20, at / 20);
    folder.file("t.csv", (0..400).map(row).fold("x,y\n".to_owned(), |text, row| text + &row));
    folder.ok(&["build", "t.csv", "--k", "9", "-q"])?;
    let words = words(&drawn(&folder, "t.db", &[])?);
    let has = |start: &str| words.iter().any(|word| word.starts_with(start));
    same("it is said", has("No groups stand apart"), true)?;
    same("group and parts", (has("g1"), has("g1.2")), (true, true))?;
    same("nothing is joined", has("separation"), false)
}

fn a_tree_is_a_picture_of_a_whole_graph() -> Result<(), Failed> {
    let folder = iris()?;
    let ran = folder.run(&["export", "iris.db", "--tree", "-o", "x.svg"]);
    same(&ran.err, ran.err.starts_with("x.svg: 4 groups"), true)?;
    for (file, more) in
        [("x.json", &[][..]), ("x.html", &[]), ("x.csv", &[]), ("x.svg", &["-n", "3"])]
    {
        let words = ["export", "iris.db", "--tree", "-o", file];
        folder
            .run(&[&words[..], more].concat())
            .fails(2, "the tree of communities is written whole")?;
    }
    for more in
        [["--labels", "none"], ["--title", "Tree"], ["--legend", "off"], ["--color", "class"]]
    {
        let words = ["export", "iris.db", "--tree", "-o", "x.svg"];
        let ran = folder.run(&[&words[..], &more].concat());
        same(&ran.err, (ran.code, ran.err.contains(more[0])), (2, true))?;
    }
    folder.file("c.cxt", "B\n\n2\n2\n\np\nq\na\nb\nX.\n.X\n");
    folder.ok(&["build", "c.cxt"])?;
    folder
        .run(&["export", "c.db", "--tree", "-o", "c.svg"])
        .fails(1, "there is nothing to draw")?;
    let shell = ["repl", "iris.db", "-c", "export tree to y.svg"];
    folder.ok(&shell)?;
    same("of the shell", folder.read("y.svg") == folder.read("x.svg"), true)
}

fn the_same_tree_is_a_png_and_a_pdf() -> Result<(), Failed> {
    let folder = iris()?;
    for (file, start) in [("x.png", &b"\x89PNG"[..]), ("x.PDF", b"%PDF")] {
        folder.ok(&["export", "iris.db", "--tree", "-o", file])?;
        same(file, folder.read(file).starts_with(start), true)?;
    }
    Ok(())
}
