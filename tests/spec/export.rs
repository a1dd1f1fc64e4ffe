//! `export`: pictures by the real `dot`, and refusals that help.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, Ran, example, iris, program, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(every_selection_draws_its_clusters),
        trial!(every_format_is_what_it_says, Need::Dot),
        trial!(figure_1_of_the_paper),
        trial!(without_graphviz_text_formats_still_work),
        trial!(many_clusters_are_peaks_and_too_many_are_refused),
        trial!(a_limit_holds_for_every_selection),
        trial!(standard_output_takes_what_is_one_file),
        trial!(a_command_for_an_import_can_be_pasted),
    ]
}

/// Returns the ids of the nodes drawn in an SVG, ascending.
fn drawn(svg: &str) -> Vec<u32> {
    let id = |part: &str| part.split('"').next().and_then(|id| id.parse().ok());
    let mut ids: Vec<u32> = svg.split("<circle id=\"c").skip(1).filter_map(id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn every_selection_draws_its_clusters() -> Result<(), Failed> {
    let folder = iris()?;
    let draw = |words: &[&str]| {
        folder.ok(&[&["export", "iris.db", "-o", "x.svg"], words].concat())?;
        Ok::<_, Failed>(drawn(&folder.text("x.svg")))
    };
    let ids = |query: &[&str]| -> Result<Vec<u32>, Failed> {
        let rows = folder.json(&[&["query", "iris.db"], query].concat())?;
        // Communities in the answer are not drawn.
        let number =
            |row: &serde_json::Value| row["concept"].as_str()?.strip_prefix('c')?.parse().ok();
        let mut ids: Vec<u32> = rows.as_array().ok_or("rows")?.iter().filter_map(number).collect();
        ids.sort_unstable();
        Ok(ids)
    };
    same("largest", draw(&["--largest", "50"])?, (15_358..=15_407).collect())?;
    let containing = draw(&["--containing", "d3", "--limit", "40"])?;
    let mut expected = ids(&["containing", "d3", "60"])?;
    expected.truncate(40);
    same("containing", containing, expected)?;
    let mut near = ids(&["parents", "c3000"])?;
    near.extend(ids(&["children", "c3000"])?);
    near.push(3000);
    near.sort_unstable();
    same("around", draw(&["--around", "c3000"])?, near.clone())?;
    let two = draw(&["--around", "c3000", "--radius", "2"])?;
    same("radius 2", near.iter().all(|id| two.contains(id)) && two.len() > near.len(), true)?;
    let up = draw(&["--up", "c15000"])?;
    same("up", (up[0], up.last().copied()), (15_000, Some(15_407)))?;
    let down = draw(&["--down", "c100"])?;
    same("down", (down[0], down.last().copied()), (1, Some(100)))?;
    let lca = draw(&["--lca", "d1,d51"])?;
    let join = ids(&["lca", "d1", "d51"])?;
    let ends = [ids(&["lca", "d1"])?, ids(&["lca", "d51"])?, join].concat();
    same("lca", ends.iter().all(|id| lca.contains(id)) && lca.len() < 50, true)?;
    let svg = folder.text("x.svg");
    same("its chains", svg.matches("stroke-width=\"2.2\"").count() > 2, true)?;
    same("its points", [">d1<", ">d51<"].map(|name| svg.contains(name)), [true; 2])
}

fn every_format_is_what_it_says() -> Result<(), Failed> {
    let folder = iris()?;
    let formats: [(&str, &[u8]); 5] = [
        ("x.svg", b"<svg "),
        ("x.png", b"\x89PNG"),
        ("x.pdf", b"%PDF-"),
        ("x.tex", b"% conceptgraph"),
        ("x.dot", b"digraph"),
    ];
    for (name, magic) in formats {
        folder.ok(&["export", "iris.db", "--largest", "9", "-o", name])?;
        same(name, folder.read(name).starts_with(magic), true)?;
    }
    let first = folder.read("x.dot");
    folder.ok(&["export", "iris.db", "--largest", "9", "-o", "x.dot"])?;
    same("the same bytes", folder.read("x.dot") == first, true)?;
    same("files", folder.names().len(), 6)
}

fn figure_1_of_the_paper() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.ok(&["build", &example("figure1.csv"), "--id", "name", "--k", "4"])?;
    let rows = folder.json(&["query", "figure1.db", "largest"])?;
    let mut clusters = Vec::new();
    for row in rows.as_array().ok_or("rows")? {
        let concept = row["concept"].as_str().ok_or("concept")?;
        let members = folder.json(&["query", "figure1.db", "members", concept])?;
        let members = members.as_array().ok_or("members")?.iter();
        clusters.push(members.filter_map(|m| m["point"].as_str()).collect::<String>());
    }
    clusters.sort();
    let mut paper = [
        "", "1", "6", "3", "8", "24", "16", "38", "57", "124", "234", "1246", "5678", "15678",
        "35678", "12345678",
    ];
    paper.sort_unstable();
    same("clusters", clusters, paper.map(str::to_owned).to_vec())?;
    folder.ok(&["export", "figure1.db", "-o", "figure1.svg"])?;
    let svg = folder.text("figure1.svg");
    same("nodes", drawn(&svg).len(), 16)?;
    // Larger clusters stand above smaller ones: all above the empty set, none above the whole.
    let y = |id: u32| -> Result<f64, Failed> {
        let circle = svg.split(&format!("<circle id=\"c{id}\"")).nth(1);
        let y = circle.and_then(|rest| rest.split(" cy=\"").nth(1)?.split('"').next());
        Ok(y.ok_or(format!("c{id} is no circle"))?.parse()?)
    };
    for id in 2..16 {
        same("upwards", y(1)? > y(id)? && y(id)? > y(16)?, true)?;
    }
    // Sets of so few points are written out.
    same("a set", svg.contains(">{5, 6, 7, 8}<"), true)
}

fn without_graphviz_text_formats_still_work() -> Result<(), Failed> {
    let folder = iris()?;
    let run = |name: &str| {
        let words = ["export", "iris.db", "--largest", "9", "-o", name];
        let mut command = folder.command(program(), &words);
        command.env("PATH", folder.path("nowhere"));
        Ran::of(command, &words)
    };
    run("x.png").fails(1, ".svg, .tex or .dot")?;
    for name in ["x.svg", "x.tex", "x.dot"] {
        same(name, run(name).code, 0)?;
    }
    same(
        "files",
        folder.names(),
        ["iris.db", "x.dot", "x.svg", "x.tex"].map(str::to_owned).to_vec(),
    )
}

fn many_clusters_are_peaks_and_too_many_are_refused() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.build_full_iris("45%", &["-q"])?;
    let export = |words: &[&str]| folder.run(&[&["export", "iris.db"], words].concat());
    let hundred = export(&["--largest", "100", "-o", "lines.svg"]);
    same(
        &hundred.err,
        hundred.err.contains("100 clusters, ") || hundred.err.contains("99 "),
        true,
    )?;
    let more = export(&["--largest", "101", "-o", "peaks.svg"]);
    same(&more.err, more.err.contains("drawn as peaks"), true)?;
    same("an axis", folder.text("peaks.svg").contains("points in the cluster"), true)?;
    for format in ["dot", "svg", "html"] {
        let file = format!("x.{format}");
        export(&["--all", "-o", &file]).fails(3, "are more than the 20,000")?;
        same("no file", folder.names().contains(&file), false)?;
    }
    same("insisted", export(&["-o", "x.dot", "--all", "--force"]).code, 0)?;
    let whole = export(&["-o", "whole.svg"]);
    same(&whole.err, whole.err.contains("the 20,000 largest of "), true)
}

/// The limit that a refusal of a large picture advises works for every selection.
fn a_limit_holds_for_every_selection() -> Result<(), Failed> {
    let folder = iris()?;
    let drawn = |words: &[&str]| {
        folder.ok(&[&["export", "iris.db", "--force", "-o", "x.dot"], words].concat())?;
        Ok::<_, Failed>(folder.text("x.dot").matches("tooltip=").count())
    };
    let selections: [&[&str]; 7] = [
        &[],
        &["--all"],
        &["--largest", "900"],
        &["--containing", "d3"],
        &["--up", "c1"],
        &["--down", "c15407"],
        &["--around", "c9000", "--radius", "9"],
    ];
    for selection in selections {
        same("limited", drawn(&[selection, &["--limit", "12"]].concat())?, 12)?;
    }
    same("nearest", drawn(&["--around", "c1", "--limit", "1"])?, 1)
}

fn standard_output_takes_what_is_one_file() -> Result<(), Failed> {
    let folder = iris()?;
    let export =
        |words: &[&str]| folder.run(&[&["export", "iris.db", "--largest", "5"], words].concat());
    folder.ok(&["export", "iris.db", "--largest", "5", "-o", "x.dot"])?;
    let ran = export(&["-o", "-", "--format", "dot"]);
    same("the same", (ran.code, ran.out), (0, folder.text("x.dot")))?;
    same("nothing else is said", ran.err, String::new())?;
    // The named format is written, whatever the suffix.
    folder.ok(&["export", "iris.db", "--largest", "5", "-o", "x.txt", "--format", "dot"])?;
    same("the same", folder.text("x.txt"), folder.text("x.dot"))?;
    same("files", folder.names().len(), 3)
}

/// The printed command can be pasted into a shell; neo4j-admin splits its values at commas only.
fn a_command_for_an_import_can_be_pasted() -> Result<(), Failed> {
    let folder = iris()?;
    let admin = ["--format", "bulk", "-o"];
    let told = folder.ok(&[&["export", "iris.db"], &admin[..], &["a b"]].concat())?;
    let line = told.lines().find(|line| line.contains("neo4j-admin database import"));
    let show = format!("printf '%s\\n' {}", line.unwrap_or_default());
    let words = Ran::of(folder.command("sh", &["-c", &show]), &["sh"]).out;
    for word in ["--nodes=Point=a b/Point.csv", "--report-file=a b/import.report"] {
        same(word, words.lines().any(|line| line == word), true)?;
    }
    Ok(())
}
