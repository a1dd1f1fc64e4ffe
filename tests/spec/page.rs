//! The bytes of a page; `tests/browser` uses pages in a browser.

use std::fs;

use libtest_mimic::{Failed, Trial};

use crate::support::{iris, project, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(the_same_part_gives_the_same_bytes),
        trial!(the_script_asks_for_nothing_and_writes_text_alone),
    ]
}

fn the_same_part_gives_the_same_bytes() -> Result<(), Failed> {
    let folder = iris()?;
    for name in ["a.html", "b.html"] {
        folder.ok(&["export", "iris.db", "--largest", "400", "-o", name])?;
    }
    same("the same bytes", folder.read("a.html") == folder.read("b.html"), true)?;
    // A page replaces a page without --force; other files are not replaced.
    folder.ok(&["export", "iris.db", "--largest", "4", "-o", "a.html"])?;
    same("replaced", folder.read("a.html").len() < folder.read("b.html").len(), true)?;
    folder.file("mine.html", "<!DOCTYPE html><title>mine</title>");
    let refused = folder.run(&["export", "iris.db", "--largest", "4", "-o", "mine.html"]);
    refused.fails(1, "mine.html")
}

/// The script contains no word by which a name could become markup or a request could be sent.
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
    for entry in fs::read_dir(project().join("src/page/web"))? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files += 1;
        if text.lines().count() > 400 {
            faults.push(format!("{name} has more than 400 lines"));
        }
        let long = text.lines().filter(|line| line.chars().count() > 100);
        faults.extend(long.map(|line| format!("{name}: {line}")));
    }
    same("files", files > 5, true)?;
    let folder = iris()?;
    folder.ok(&["export", "iris.db", "--largest", "4", "-o", "x.html"])?;
    let page = folder.text("x.html");
    let (_, script) = page.split_once("<script type=\"module\">").ok_or("the script")?;
    let (script, _) = script.split_once("</script>").ok_or("its end")?;
    same("the script is there", script.len() > 10_000, true)?;
    let found = NEVER.iter().filter(|word| script.contains(**word));
    faults.extend(found.map(|word| format!("the script has {word}")));
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}
