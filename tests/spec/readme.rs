//! The documents are true: their commands print the output shown, and what they name exists.

use std::collections::BTreeSet;
use std::fs;

use conceptgraph::query::catalogue::Catalogue;
use libtest_mimic::{Failed, Trial};

use crate::support::documents::{Document, redacted, run, workplace};
use crate::support::{Folder, Need, project, same, trial};

/// The documents whose commands need a server; the tests of Neo4j run them.
const OF_A_SERVER: [&str; 2] = ["examples/neo4j/README.md", "tests/messages/neo4j.md"];

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial("readme::redactions_hide_nothing_else", Need::Nothing, redactions_hide_nothing_else),
        trial("readme::the_front_door_is_short", Need::Nothing, the_front_door_is_short),
        trial("readme::every_command_is_named", Need::Nothing, every_command_is_named),
        trial("readme::options_shown_exist", Need::Nothing, options_shown_exist),
        trial("readme::files_named_exist", Need::Nothing, files_named_exist),
        trial(
            "readme::every_dependency_has_its_reason",
            Need::Nothing,
            every_dependency_has_its_reason,
        ),
        trial("readme::literature_is_cited", Need::Nothing, literature_is_cited),
    ];
    for document in Document::all() {
        if document.has_commands() && !OF_A_SERVER.contains(&&*document.name) {
            let name = format!("readme::commands_print_what_is_shown::{}", document.name);
            let check = || commands_print_what_is_shown(document);
            trials.push(trial(name, Need::Documents, check));
        }
    }
    trials
}

fn commands_print_what_is_shown(document: Document) -> Result<(), Failed> {
    let folder = workplace()?;
    document.check(&folder, |line| run(&folder, line, &[]))
}

fn redactions_hide_nothing_else() -> Result<(), Failed> {
    let alike = [
        ("iris.db, 5.32 MiB, made in 0.19 s", "iris.db, 900.00 KiB, made in 1.20 s"),
        ("mining            0.03 s", "mining           12.00 s"),
        ("most memory  7 B", "most memory   17.5 GiB"),
    ];
    for (one, other) in alike {
        same(other, redacted(other), redacted(one))?;
    }
    let different = [
        ("iris.db, 5.32 MiB, made in 0.19 s", "wine.db, 5.32 MiB, made in 0.19 s"),
        ("15,407 clusters", "15,408 clusters"),
        ("d1  0.19", "d1 0.19"),
        ("one\ntwo", "one"),
    ];
    for (one, other) in different {
        same(other, redacted(other) == redacted(one), false)?;
    }
    Ok(())
}

fn the_front_door_is_short() -> Result<(), Failed> {
    let lines = Document::read("README.md")?.text.lines().count();
    if lines <= 200 { Ok(()) } else { Err(format!("the README has {lines} lines").into()) }
}

/// Returns the program's commands, from its help.
fn commands() -> Result<Vec<String>, Failed> {
    let help = Folder::new().ok(&["--help"])?;
    let (_, commands) = help.split_once("Commands:\n").ok_or("no commands")?;
    let commands = commands.lines().take_while(|line| !line.is_empty());
    // An indented line continues the description before it.
    let commands = commands.filter_map(|line| line.strip_prefix("  "));
    let names = commands.filter_map(|line| line.split(' ').next());
    Ok(names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect())
}

fn every_command_is_named() -> Result<(), Failed> {
    let (front, queries) = (Document::read("README.md")?, Document::read("queries/README.md")?);
    for command in commands()? {
        same(&command, front.text.contains(&format!("| `{command}")), true)?;
    }
    for query in Catalogue::sql().queries() {
        same(&query.name, queries.text.contains(&format!("| `{}", query.usage())), true)?;
    }
    Ok(())
}

/// Returns the texts between two backquotes on one line.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Commands that are shown but cannot be run here are at least parsed.
fn options_shown_exist() -> Result<(), Failed> {
    let (folder, commands) = (workplace()?, commands()?);
    let mut options = BTreeSet::new();
    for command in &commands {
        let help = folder.ok(&[command, "--help"])?;
        let words = help.split_whitespace().filter(|word| word.starts_with("--"));
        options.extend(words.map(|word| word.trim_end_matches([',', '.', ';']).to_owned()));
    }
    let mut understood = BTreeSet::new();
    // The documents of messages show mistakes.
    for document in Document::all().into_iter().filter(|of| !of.name.starts_with("tests/messages"))
    {
        let fence = |line: &&str| line.starts_with("```");
        for line in document.text.lines().filter(|line| !fence(line)) {
            same(line, line.matches('`').count() % 2, 0)?;
        }
        for span in spans(&document.text).filter(|span| span.starts_with("--")) {
            let option = span.split([' ', '=']).next().unwrap_or_default();
            let found = format!("{}: {option}", document.name);
            same(&found, options.contains(option), true)?;
        }
        let text = document.text.replace("\\\n", " ");
        // The commands of a console block are run by other tests.
        let lines = text.lines().filter(|line| !line.starts_with("$ "));
        for shown in lines.chain(spans(&text)) {
            let called = shown.split("conceptgraph ").skip(1).find(|words| {
                commands.iter().any(|command| words.split(' ').next() == Some(command))
            });
            // Backquotes and comments end a command that stands in a sentence.
            let called = called.and_then(|words| words.split(['`', '#']).next());
            if let Some(words) = called
                && understood.insert(words.trim().to_owned())
            {
                let ran = run(&folder, &format!("conceptgraph {words} --help"), &[]);
                if ran.code != 0 {
                    return Err(format!("{}\n{}", document.name, ran.report("the help")).into());
                }
            }
        }
    }
    same("commands", understood.len() > 20, true)
}

/// The page for contributors: how the program works, and its dependencies.
const INSIDE: &str = "CONTRIBUTING.md";

/// Links of the documents and paths that `INSIDE` names lead to files.
fn files_named_exist() -> Result<(), Failed> {
    for Document { name, text } in Document::all() {
        let folder = project().join(&name).parent().ok_or("no folder")?.to_owned();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            same(&format!("{name} leads to {link}"), folder.join(link).exists(), true)?;
        }
    }
    let page = Document::read(INSIDE)?.text;
    let homes = ["src/", "queries/", "tests/", "benches/", "examples/", "docker/"];
    let paths = spans(&page).filter(|span| homes.iter().any(|home| span.starts_with(home)));
    let mut seen = 0;
    for path in paths {
        // NAME stands for a file to be added: its folder must exist.
        let path = path.split("NAME").next().unwrap_or(path);
        same(&format!("{INSIDE} names {path}"), project().join(path).exists(), true)?;
        seen += 1;
    }
    same("paths", seen > 10, true)
}

fn every_dependency_has_its_reason() -> Result<(), Failed> {
    let page = Document::read(INSIDE)?.text;
    let mut seen = 0;
    for folder in [".", "spark", "src/engine", "src/knn", "src/mine", "src/sets"] {
        let cargo = fs::read_to_string(project().join(folder).join("Cargo.toml"))?;
        let mut inside = false;
        for line in cargo.lines() {
            if let Some(section) = line.strip_prefix('[') {
                inside = section.contains("dependencies");
            } else if let Some((name, _)) = line.split_once(" = ").filter(|_| inside) {
                same(name, page.contains(&format!("\n| {name} |")), true)?;
                seen += 1;
            }
        }
    }
    same("dependencies", seen > 50, true)
}

/// The author of every entry of the bibliography is cited in the sources.
fn literature_is_cited() -> Result<(), Failed> {
    let page = Document::read(INSIDE)?.text;
    let (_, list) = page.split_once("## Bibliography\n").ok_or("no bibliography")?;
    let list = list.split("\n## ").next().unwrap_or(list);
    let mut sources = String::new();
    gather(&project().join("src"), &mut sources)?;
    gather(&project().join("spark/src"), &mut sources)?;
    let mut seen = 0;
    for entry in list.lines().filter_map(|line| line.strip_prefix("- ")) {
        let author = entry.split([',', ':']).next().unwrap_or(entry);
        same(author, sources.contains(author), true)?;
        seen += 1;
    }
    same("entries", seen > 5, true)
}

fn gather(folder: &std::path::Path, into: &mut String) -> Result<(), Failed> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, into)?;
        } else {
            *into += &fs::read_to_string(&path)?;
        }
    }
    Ok(())
}
