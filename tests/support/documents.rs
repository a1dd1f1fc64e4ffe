//! The documents of the project, and the comparison of their commands' output with the text.
//!
//! A block that begins with "```console" holds commands behind `$ `, each followed by its whole
//! output, standard output and standard error, and by `? 2` if its exit code is 2. The command goes
//! on in a line behind `> `. A block that begins with "```csv iris.csv" is a file of that name.
//! With `CONCEPTGRAPH_UPDATE_DOCUMENTS` set, a document that differs is rewritten; review the
//! difference before you commit it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::SystemTime;

use libtest_mimic::Failed;
use regex::Regex;
use snapbox::assert::Action;
use snapbox::data::DataFormat;
use snapbox::{Assert, Data, Redactions};

use super::{Folder, Ran, program, project};

/// A document, by its path in the project.
pub struct Document {
    pub name: String,
    pub text: String,
}

enum Part<'a> {
    Text(&'a str),
    File { opened: &'a str, name: &'a str, content: String },
    Command { line: String, output: Vec<&'a str> },
}

impl Document {
    pub fn read(name: &str) -> Result<Self, Failed> {
        let text = fs::read_to_string(project().join(name))?;
        Ok(Self { name: name.to_owned(), text })
    }

    /// Returns every Markdown file of the project, by name.
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

    /// Returns `true` if the document shows commands to run.
    pub fn has_commands(&self) -> bool {
        self.text.contains("```console\n")
    }

    fn parts(&self) -> Result<Vec<Part<'_>>, Failed> {
        let mut parts = Vec::new();
        let mut lines = self.text.lines();
        while let Some(line) = lines.next() {
            let block = lines.by_ref().take_while(|&line| line != "```");
            match line.strip_prefix("```").map(|words| words.split_once(' ').ok_or(words)) {
                Some(Ok((_, name))) => {
                    let content = block.map(|line| format!("{line}\n")).collect();
                    parts.push(Part::File { opened: line, name, content });
                    parts.push(Part::Text("```"));
                }
                Some(Err("console")) => {
                    parts.push(Part::Text(line));
                    commands(block, &mut parts)?;
                    parts.push(Part::Text("```"));
                }
                _ => parts.push(Part::Text(line)),
            }
        }
        Ok(parts)
    }

    /// Runs the commands of the document in `folder`, in order, and compares their output with the
    /// text. A command that fails must leave the folder unchanged.
    pub fn check(&self, folder: &Folder, run: impl Fn(&str) -> Ran) -> Result<(), Failed> {
        let mut text = String::new();
        for part in self.parts()? {
            match part {
                Part::Text(line) => text += &format!("{line}\n"),
                Part::File { opened, name, content } => {
                    fs::create_dir_all(folder.path(name).parent().ok_or("no folder")?)?;
                    folder.file(name, &content);
                    text += &format!("{opened}\n{content}");
                }
                Part::Command { line, output } => {
                    let before = files(folder);
                    let Ran { code, out, .. } = run(&line);
                    if code != 0 && files(folder) != before {
                        return Err(format!("$ {line}\nfailed, and changed a file").into());
                    }
                    text += &format!("$ {}\n", line.replace('\n', "\n> "));
                    for new in out.trim_end().lines().map(str::trim_end) {
                        // A line that differs only in a time or a size is kept.
                        let is_same = |old: &&&str| redacted(old) == redacted(new);
                        text += &format!("{}\n", output.iter().find(is_same).unwrap_or(&new));
                    }
                    if code != 0 {
                        text += &format!("? {code}\n");
                    }
                }
            }
        }
        let update = std::env::var_os("CONCEPTGRAPH_UPDATE_DOCUMENTS").is_some();
        let action = if update { Action::Overwrite } else { Action::Verify };
        let shown = Data::read_from(&project().join(&self.name), Some(DataFormat::Text)).raw();
        let compared = Assert::new().action(action).try_eq(Some(&"printed"), text.into(), shown);
        compared.map_err(|error| {
            let update = "CONCEPTGRAPH_UPDATE_DOCUMENTS=1 cargo test --test spec -- readme";
            format!("{error}\nIf this is what it should print, write it: {update}").into()
        })
    }
}

/// Parses the commands of a block, each with its output.
fn commands<'a>(
    lines: impl Iterator<Item = &'a str>,
    parts: &mut Vec<Part<'a>>,
) -> Result<(), Failed> {
    for shown in lines {
        match (shown.strip_prefix("$ "), shown.strip_prefix("> "), parts.last_mut()) {
            (Some(line), ..) => {
                parts.push(Part::Command { line: line.to_owned(), output: Vec::new() });
            }
            (_, Some(more), Some(Part::Command { line, output })) if output.is_empty() => {
                *line += &format!("\n{more}");
            }
            (.., Some(Part::Command { output, .. })) => output.push(shown),
            _ => return Err(format!("no command prints {shown:?}").into()),
        }
    }
    Ok(())
}

/// Returns the size and the time of modification of each file below a folder.
fn files(folder: &Folder) -> BTreeMap<PathBuf, (u64, SystemTime)> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![folder.path("")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(data) if data.is_dir() => folders.push(entry.path()),
                Ok(data) => {
                    let written = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                    found.insert(entry.path(), (data.len(), written));
                }
                Err(_) => {}
            }
        }
    }
    found
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

/// Creates a folder as a reader has it: the examples, the queries, and the program on the path.
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
    std::os::unix::fs::symlink(program(), folder.path(".bin/conceptgraph"))?;
    Ok(folder)
}

/// Runs a shell command in the folder, with both streams as the output, as on a screen.
pub fn run(folder: &Folder, line: &str, variables: &[(&str, &str)]) -> Ran {
    let mut command = folder.command("sh", &["-c", &format!("exec 2>&1\n{line}")]);
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", folder.path(".bin").display()));
    command.envs(variables.iter().copied());
    Ran::of(command, &[line])
}

/// The patterns of text that differs from run to run or between machines: times and sizes.
static REDACTIONS: LazyLock<Redactions> = LazyLock::new(|| {
    let mut redactions = Redactions::new();
    for (placeholder, units) in [("[TIME]", "s|ms"), ("[SIZE]", "B|KiB|MiB|GiB")] {
        let number = Regex::new(&format!(r"\s+[0-9.,]+ ({units})\b")).expect("a pattern");
        redactions.insert(placeholder, number).expect("a placeholder");
    }
    redactions
});

/// Returns the output of a command with placeholders for times and sizes.
pub fn redacted(printed: &str) -> String {
    REDACTIONS.redact(printed)
}
