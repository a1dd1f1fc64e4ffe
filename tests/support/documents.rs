//! The documents of the project, and whether their commands still print what they show.
//!
//! A block that begins with "```console" holds commands behind `$ `, each followed by all it
//! prints, on standard output and standard error. With `CONCEPTGRAPH_UPDATE_DOCUMENTS` set, a
//! document that shows something else is rewritten; read the difference before you commit it.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Failed;

use super::{Folder, PROGRAM, Ran, project};

/// A document, by its path in the project.
pub struct Document {
    pub name: String,
    pub text: String,
}

/// A piece of a document.
enum Part<'a> {
    Text(&'a str),
    Command { line: &'a str, output: Vec<&'a str> },
}

impl Document {
    pub fn read(name: &str) -> Result<Self, Failed> {
        let text = fs::read_to_string(project().join(name))?;
        Ok(Self { name: name.to_owned(), text })
    }

    /// Every Markdown file of the project, by name.
    pub fn all() -> Vec<Self> {
        let mut paths = Vec::new();
        walk(project(), &mut paths);
        paths.sort();
        let read = |path: PathBuf| {
            let name = path.strip_prefix(project()).expect("below the project");
            Self::read(&name.to_string_lossy()).expect("a document is text")
        };
        paths.into_iter().map(read).collect()
    }

    /// Whether it shows commands to run.
    pub fn has_commands(&self) -> bool {
        self.text.contains("```console\n")
    }

    fn parts(&self) -> Result<Vec<Part<'_>>, Failed> {
        let mut parts = Vec::new();
        let mut inside = false;
        for line in self.text.lines() {
            if !inside || line == "```" {
                inside = line == "```console";
                parts.push(Part::Text(line));
                continue;
            }
            match (line.strip_prefix("$ "), parts.last_mut()) {
                (Some(line), _) => parts.push(Part::Command { line, output: Vec::new() }),
                (None, Some(Part::Command { output, .. })) => output.push(line),
                (None, _) => return Err(format!("no command prints {line:?}").into()),
            }
        }
        Ok(parts)
    }

    /// Runs its commands, in order, and compares what they print with what is shown.
    pub fn check(&self, run: impl Fn(&str) -> Ran) -> Result<(), Failed> {
        let (mut text, mut faults) = (String::new(), Vec::new());
        for part in self.parts()? {
            let (line, output) = match part {
                Part::Text(line) => {
                    text += &format!("{line}\n");
                    continue;
                }
                Part::Command { line, output } => (line, output.join("\n")),
            };
            let ran = run(line);
            let (printed, shown) = (ran.out.trim_end(), output.trim_end());
            let is_same = masked(printed) == masked(shown);
            if ran.code != 0 || !is_same {
                faults.push(ran.report(&masked(shown)));
            }
            text += &format!("$ {line}\n");
            // What differs by a time alone stays.
            for new in (if is_same { shown } else { printed }).lines() {
                let old = shown.lines().find(|old| masked(old) == masked(new));
                text += &format!("{}\n", old.unwrap_or(new));
            }
        }
        if std::env::var_os("CONCEPTGRAPH_UPDATE_DOCUMENTS").is_some() && text != self.text {
            fs::write(project().join(&self.name), text)?;
        }
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
    }
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            walk(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// A folder as a reader has it: the examples, the queries, and the program on the path.
pub fn workplace() -> Result<Folder, Failed> {
    let folder = Folder::new();
    for name in ["examples", "queries"] {
        fs::create_dir(folder.path(name))?;
        for entry in fs::read_dir(project().join(name))? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                fs::copy(entry.path(), folder.path(name).join(entry.file_name()))?;
            }
        }
    }
    fs::create_dir(folder.path(".bin"))?;
    std::os::unix::fs::symlink(PROGRAM, folder.path(".bin/conceptgraph"))?;
    Ok(folder)
}

/// Runs a command there by the shell; both streams are the output, as on a screen.
pub fn run(folder: &Folder, line: &str, variables: &[(&str, &str)]) -> Ran {
    let mut command = folder.command("sh", &["-c", &format!("exec 2>&1\n{line}")]);
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", folder.path(".bin").display()));
    command.envs(variables.iter().copied());
    Ran::of(command, &[line])
}

const TIMES: [&str; 2] = ["s", "ms"];
const SIZES: [&str; 4] = ["B", "KiB", "MiB", "GiB"];

/// What a command printed, without what differs from one run or machine to the next: times, sizes
/// of files and of memory, and what stands in a last column `seconds`.
pub fn masked(printed: &str) -> String {
    let is_timed = |line: &str| line.split_whitespace().last() == Some("seconds");
    let (mut masked, mut timed) = (String::new(), false);
    for line in printed.lines().map(str::trim_end) {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let mut changed = timed || is_timed(line);
        for at in 1..words.len() {
            let unit = words[at].trim_end_matches([',', ';', ')']);
            let mask = if TIMES.contains(&unit) {
                "TIME"
            } else if SIZES.contains(&unit) {
                "SIZE"
            } else {
                continue;
            };
            let number = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
            if words[at - 1].chars().all(number) {
                (words[at - 1], words[at]) = (mask, &words[at][unit.len()..]);
                changed = true;
            }
        }
        if let (true, Some(last)) = (timed, words.last_mut()) {
            *last = if last.starts_with('─') { "─" } else { "TIME" };
        }
        timed = changed && (timed || is_timed(line));
        masked += &if changed { words.join(" ") } else { line.to_owned() };
        masked.push('\n');
    }
    masked
}
