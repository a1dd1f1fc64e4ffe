//! `context`: the binary table alone, in three formats.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, data, example, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(formats_read_back),
        trial!(cross_table_is_for_people),
        trial!(irisz75_comes_out_of_iris, Need::Data),
        trial!(every_known_context_survives, Need::Data),
    ]
}

fn formats_read_back() -> Result<(), Failed> {
    let folder = Folder::new();
    let wine = example("wine.csv");
    let make = |to: &str| folder.ok(&["context", &wine, "--label", "class", "--k", "9", "-o", to]);
    for name in ["w.cxt", "w.dat", "w.csv"] {
        make(name)?;
    }
    // Reading a context and writing it again gives an equal file.
    for (from, to) in [("w.cxt", "again.cxt"), ("w.dat", "again.dat")] {
        folder.ok(&["context", from, "-o", to])?;
        same(from, folder.text(from) == folder.text(to), true)?;
    }
    let count = |input: &str| folder.json(&["count", input]);
    let truth = folder.json(&["count", &wine, "--label", "class", "--k", "9"])?;
    same("cxt", count("w.cxt")?, truth.clone())?;
    same("dat", count("w.dat")?, truth)?;
    same("points", folder.text("w.dat").lines().count(), 178)?;
    same("neighbours", folder.text("w.dat").lines().all(|l| l.split(' ').count() == 9), true)
}

fn cross_table_is_for_people() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.ok(&["context", &example("figure1.csv"), "--id", "name", "--k", "4", "-o", "f.csv"])?;
    let start = "point,1,2,3,4,5,6,7,8\n1,1,0,0,1,0,1,1,0\n";
    same("start", folder.text("f.csv").starts_with(start), true)
}

fn irisz75_comes_out_of_iris() -> Result<(), Failed> {
    let folder = Folder::new();
    let iris = example("iris.csv");
    let words = ["context", &iris, "--label", "class", "--scale", "standard", "--k", "75"];
    folder.ok(&[&words[..], &["-o", "iris.dat"]].concat())?;
    let truth = data().ok_or("no data")?.join("speed/irisz75.dat");
    let rows = |text: &str| -> Vec<Vec<u32>> {
        let items = |line: &str| line.split_whitespace().flat_map(str::parse).collect();
        text.lines().map(items).collect()
    };
    same("rows", rows(&folder.text("iris.dat")) == rows(&std::fs::read_to_string(truth)?), true)
}

fn every_known_context_survives() -> Result<(), Failed> {
    let folder = Folder::new();
    let contexts = data().ok_or("no data")?.join("contexts");
    let mut seen = 0;
    for entry in std::fs::read_dir(contexts)? {
        let path = entry?.path().display().to_string();
        folder.ok(&["context", &path, "-o", "a.cxt", "--force"])?;
        folder.ok(&["context", "a.cxt", "-o", "b.cxt", "--force"])?;
        same(&path, folder.read("a.cxt") == folder.read("b.cxt"), true)?;
        same(&path, folder.json(&["count", "a.cxt"])?, folder.json(&["count", &path])?)?;
        seen += 1;
    }
    same("contexts", seen, 19)
}
