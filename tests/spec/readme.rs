//! The README says what is so: its commands run, and print what it shows.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, PROGRAM, Ran, project, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("readme::commands_print_what_it_shows", Need::Dot, commands),
        trial("readme::every_command_and_query_is_named", Need::Nothing, named),
        trial("readme::every_dependency_is_named_with_its_reason", Need::Nothing, dependencies),
    ]
}

fn readme() -> Result<String, Failed> {
    Ok(std::fs::read_to_string(project().join("README.md"))?)
}

/// The commands of the `console` blocks with the lines that follow them.
fn shown(readme: &str) -> Vec<(String, Vec<String>)> {
    let mut shown: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match (line.strip_prefix("$ "), shown.last_mut()) {
                (Some(command), _) => shown.push((command.to_owned(), Vec::new())),
                (None, Some((_, lines))) => lines.push(line.to_owned()),
                (None, None) => {}
            },
        }
    }
    shown
}

/// Whether a line is as shown; `[..]` stands for anything.
fn matches(told: &str, shown: &str) -> bool {
    let mut rest = told.trim_end();
    let mut parts = shown.trim_end().split("[..]").peekable();
    let start = parts.next().unwrap_or_default();
    match (rest.strip_prefix(start), parts.peek()) {
        (Some(after), Some(_)) => rest = after,
        (Some(after), None) => return after.is_empty(),
        (None, _) => return false,
    }
    while let Some(part) = parts.next() {
        let found = if parts.peek().is_none() { rest.ends_with(part) } else { rest.contains(part) };
        if !found {
            return false;
        }
        rest = rest.split_once(part).map_or(rest, |(_, after)| after);
    }
    true
}

fn commands() -> Result<(), Failed> {
    let folder = Folder::new();
    for name in ["examples", "queries"] {
        std::fs::create_dir(folder.path(name))?;
        for entry in std::fs::read_dir(project().join(name))? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                std::fs::copy(entry.path(), folder.path(name).join(entry.file_name()))?;
            }
        }
    }
    let shown = shown(&readme()?);
    same("commands", shown.len() >= 6, true)?;
    for (command, lines) in shown {
        let words = command
            .strip_prefix("cargo run --release -- ")
            .or_else(|| command.strip_prefix("conceptgraph "));
        // Other programs' commands (cargo, sqlite3) run as they are; building is cargo's affair.
        let line = match words {
            Some(words) => format!("{PROGRAM} {words}"),
            None if command.starts_with("cargo ") => continue,
            None => command.clone(),
        };
        let ran = Ran::of(folder.command("sh", &["-c", &line]), &[&line]);
        let told: Vec<&str> = ran.out.lines().collect();
        let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |at| at + 1);
        let as_shown = told.len() == end && told.iter().zip(&lines).all(|(t, s)| matches(t, s));
        if ran.code != 0 || !(as_shown || end == 0) {
            return Err(ran.told(&lines[..end].join("\n")).into());
        }
    }
    Ok(())
}

fn named() -> Result<(), Failed> {
    let readme = readme()?;
    let help = Folder::new().ok(&["--help"])?;
    let (_, commands) = help.split_once("Commands:\n").ok_or("no commands")?;
    let commands = commands.lines().take_while(|line| !line.is_empty());
    // A line further in goes on with what the one before says.
    let commands = commands.filter_map(|line| line.strip_prefix("  "));
    for command in commands.filter_map(|line| line.split(' ').next()).filter(|c| !c.is_empty()) {
        let is_named = command == "help" || readme.contains(&format!("`{command}"));
        same(command, is_named, true)?;
    }
    for query in conceptgraph::query::catalogue::Catalogue::sql().queries() {
        same(&query.name, readme.contains(&format!("`{}", query.usage())), true)?;
    }
    Ok(())
}

fn dependencies() -> Result<(), Failed> {
    let (readme, cargo) = (readme()?, std::fs::read_to_string(project().join("Cargo.toml"))?);
    let mut inside = false;
    let mut seen = 0;
    for line in cargo.lines() {
        if let Some(section) = line.strip_prefix('[') {
            inside = section.contains("dependencies");
        } else if let Some((name, _)) = line.split_once(" = ").filter(|_| inside) {
            same(name, readme.contains(&format!("| {name} |")), true)?;
            seen += 1;
        }
    }
    same("dependencies", seen > 10, true)
}
