//! Exact numbers of concepts and covers that other programs agree on.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, data, example, same, trial};

/// The tables of `examples/`, with the concepts and covers of the full lattice at k = floor(n / 2).
const EXAMPLES: [(&str, u64, Option<u64>); 3] = [
    ("iris.csv", 15_407, Some(69_569)),
    ("wine.csv", 1_490, Some(3_228)),
    ("breast_cancer.csv", 152_852, None),
];

/// The tables of the datasets, with their concepts and covers.
const TABLES: [(&str, u64, u64); 2] =
    [("breast_cancer_wdbc_mean10", 17_193, 34_743), ("parkinsons", 250_911, 1_183_465)];

/// The contexts for measuring miners, with their concepts and covers.
const SPEED: [(&str, u64, u64); 4] = [
    ("irisz75", 326_485, 1_950_886),
    ("gauss4_50", 226_529, 1_283_691),
    ("vert40", 641_762, 3_249_564),
    ("bcz40", 1_337_500, 6_764_834),
];

/// The classic contexts, with the concepts that the README of the datasets gives.
const CONTEXTS: [(&str, u64); 19] = [
    ("liveinwater", 19),
    ("livingbeings", 19),
    ("livingbeings_de", 19),
    ("digits", 48),
    ("bodiesofwater", 12),
    ("gewaesser", 28),
    ("lattice", 24),
    ("mushroom", 238_710),
    ("forum-romanum", 19),
    ("segments", 11_878),
    ("animals", 35),
    ("famous_animals", 13),
    ("driveconcepts", 24),
    ("missmarple", 13),
    ("music", 163),
    ("newzealand", 8),
    ("officesupplies", 5),
    ("planets", 12),
    ("seasoningplanner_de", 532),
];

/// The concepts of connect by the least size: 90 %, 60 %, and two that LCM 5.3 agrees on.
const CONNECT: [(&str, u64, Option<u64>); 4] = [
    ("60802", 3_487, None),
    ("40534", 68_350, Some(364_347)),
    ("40000", 71_991, None),
    ("30000", 181_950, None),
];

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, concepts, covers) in EXAMPLES {
        trials.push(trial!(an_example(name, concepts, covers)));
    }
    for (name, concepts, covers) in TABLES {
        trials.push(trial!(a_table(name, concepts, covers), Need::Data));
    }
    for (name, concepts, covers) in SPEED {
        trials.push(trial!(a_context_for_speed(name, concepts, covers), Need::Data));
    }
    for (name, concepts) in CONTEXTS {
        trials.push(trial!(a_classic_context(name, concepts), Need::Data));
    }
    trials.push(trial!(mushroom_fimi, Need::Data));
    for (least, concepts, covers) in CONNECT {
        trials.push(trial!(connect(least, concepts, covers), Need::Data));
    }
    trials.push(trial!(a_share_means_points_rounded_down));
    trials.push(trial!(a_limit_ends_with_3_and_names_numbers));
    trials
}

fn an_example(name: &str, concepts: u64, covers: Option<u64>) -> Result<(), Failed> {
    check(&[&example(name), "--label", "class", "--k", "50%", "--scale", "none"], concepts, covers)
}

fn a_table(name: &str, concepts: u64, covers: u64) -> Result<(), Failed> {
    let input = dataset("paper", &format!("{name}.csv"));
    check(&[&input, "--label", "class", "--k", "50%", "--scale", "none"], concepts, Some(covers))
}

fn a_context_for_speed(name: &str, concepts: u64, covers: u64) -> Result<(), Failed> {
    check(&[&dataset("speed", &format!("{name}.dat"))], concepts, Some(covers))
}

fn a_classic_context(name: &str, concepts: u64) -> Result<(), Failed> {
    check(&[&dataset("contexts", &format!("{name}.cxt"))], concepts, None)
}

fn mushroom_fimi() -> Result<(), Failed> {
    check(&[&dataset("fimi", "mushroom.dat")], 238_710, Some(1_370_991))
}

fn connect(least: &str, concepts: u64, covers: Option<u64>) -> Result<(), Failed> {
    check(&[&dataset("fimi", "connect.dat"), "--min-size", least], concepts, covers)
}

fn a_share_means_points_rounded_down() -> Result<(), Failed> {
    let folder = Folder::new();
    let iris = example("iris.csv");
    let count = |words: &[&str]| {
        let start = ["count", &iris, "--label", "class"];
        folder.json(&[&start[..], words].concat())
    };
    same("k", count(&["--k", "50%"])?, count(&["--k", "75"])?)?;
    let of_k = |size: &str| count(&["--k", "75", "--min-size", size]);
    same("min-size", of_k("10%")?, of_k("15")?)
}

fn a_limit_ends_with_3_and_names_numbers() -> Result<(), Failed> {
    let iris = example("iris.csv");
    let folder = Folder::new();
    let most = ["count", &iris, "--label", "class", "--k", "50%", "--max-concepts", "15406"];
    folder.run(&most).fails(3, "15,406")?;
    folder
        .ok(&["count", &iris, "--label", "class", "--k", "50%", "--max-concepts", "15407"])
        .map(drop)
}

fn dataset(folder: &str, name: &str) -> String {
    let data = data().expect("the test needs the datasets");
    data.join(folder).join(name).display().to_string()
}

/// Counts concepts with covers and without, which must find as many concepts.
fn check(words: &[&str], concepts: u64, covers: Option<u64>) -> Result<(), Failed> {
    let folder = Folder::new();
    let count = [&["count"], words].concat();
    let answer = folder.json(&count)?;
    same("concepts", answer["concepts"].as_u64(), Some(concepts))?;
    if covers.is_some() {
        same("covers", answer["covers"].as_u64(), covers)?;
    }
    let alone = folder.json(&[&count[..], &["--no-covers"]].concat())?;
    same("without covers", alone, serde_json::json!({ "concepts": concepts }))?;
    same("files left", folder.names(), Vec::new())
}
