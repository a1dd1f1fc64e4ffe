//! The line a person types: history, completion, hints, several lines for a statement.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io;
use std::path::PathBuf;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::command::{self, COMMANDS};
use super::shell::{Flow, Shell, concept};
use super::words::quote;
use crate::export::selection;
use crate::query::catalogue::{Catalogue, ParameterKind};
use crate::query::format::Format;

/// The most words offered at once.
const MOST: usize = 200;

/// What can be typed in one graph.
#[derive(Debug)]
pub(super) struct Vocabulary {
    pub(super) catalogue: Catalogue,
    pub(super) points: Vec<String>,
    pub(super) classes: Vec<String>,
    pub(super) concepts: u32,
    /// Clusters of the last answer.
    pub(super) recent: Vec<String>,
}

struct Typing {
    vocabulary: RefCell<Vocabulary>,
    files: FilenameCompleter,
    colour: bool,
}

/// Reads and runs lines until the person leaves.
pub(super) fn run(shell: &mut Shell<'_>) -> io::Result<()> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .history_ignore_space(true)
        .max_history_size(10_000)
        .map_err(io::Error::other)?
        .build();
    let mut editor: Editor<Typing, FileHistory> =
        Editor::with_config(config).map_err(io::Error::other)?;
    let colour = console::colors_enabled();
    let vocabulary = RefCell::new(shell.vocabulary());
    editor.set_helper(Some(Typing { vocabulary, files: FilenameCompleter::new(), colour }));
    let file = history_file();
    if let Some(file) = &file {
        // There is none the first time.
        let _ = editor.load_history(file);
    }
    println!("{}", shell.greeting());
    let mut generation = shell.generation;
    loop {
        let line = match editor.readline(&shell.prompt()) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(io::Error::other(error)),
        };
        if !line.trim().is_empty() {
            editor.add_history_entry(line.trim()).map_err(io::Error::other)?;
        }
        shell.history = editor.history().into_iter().cloned().collect();
        if shell.run(&line)? == Flow::Quit {
            break;
        }
        if let Some(helper) = editor.helper_mut() {
            if generation == shell.generation {
                helper.vocabulary.get_mut().recent = shell.recent();
            } else {
                // A store that is away is asked once, not after every line.
                generation = shell.generation;
                helper.vocabulary.replace(shell.vocabulary());
            }
        }
        if let Some(file) = &file {
            // A history that cannot be kept is not worth an error a line.
            let _ = editor.append_history(file);
        }
    }
    if let Some(file) = &file {
        let _ = editor.append_history(file);
    }
    Ok(())
}

/// Where lines are kept from one session to the next; its folder is made.
fn history_file() -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).or_else(home)?;
    let folder = state.join("conceptgraph");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

impl Vocabulary {
    /// What can follow these words, of which the last is being typed.
    fn candidates(&self, before: &[&str], typed: &str) -> Vec<String> {
        let starts = |word: &&str| word.starts_with(typed);
        let own =
            |words: &[&str]| words.iter().filter(|w| starts(w)).map(|&w| w.to_owned()).collect();
        let queries = || self.catalogue.queries().iter().map(|query| query.name.as_str());
        let Some((&first, rest)) = before.split_first() else {
            let all = queries().chain(COMMANDS.iter().map(|command| command.name));
            return all.filter(starts).map(str::to_owned).collect();
        };
        match first {
            "explain" if rest.is_empty() => queries().filter(starts).map(str::to_owned).collect(),
            "explain" => self.candidates(rest, typed),
            ".mode" => own(&Format::ALL.map(Format::name)),
            ".timer" => own(&["on", "off"]),
            ".help" => self.candidates(&[], typed),
            "expand" => self.concepts(typed),
            "export" => match before.last() {
                Some(&("around" | "up" | "down")) => self.concepts(typed),
                Some(&("containing" | "lca")) => self.listed_points(typed),
                Some(&("radius" | "largest" | "limit")) => Vec::new(),
                _ => own(&selection::WORDS),
            },
            name => {
                let Ok(query) = self.catalogue.find(name) else { return Vec::new() };
                let last = query.parameters.last().filter(|p| p.kind == ParameterKind::Points);
                let parameter = query.parameters.get(rest.len()).or(last);
                match parameter.map(|parameter| parameter.kind) {
                    Some(ParameterKind::Point | ParameterKind::Points) => {
                        names(&self.points, typed)
                    }
                    Some(ParameterKind::Class) => names(&self.classes, typed),
                    Some(ParameterKind::Concept) => self.concepts(typed),
                    Some(ParameterKind::Count | ParameterKind::Share) | None => own(&["limit"]),
                }
            }
        }
    }

    /// Clusters: of the last answer, by number, or by points in braces.
    fn concepts(&self, typed: &str) -> Vec<String> {
        if typed.starts_with('{') {
            return self.listed_points(typed);
        }
        let mut found: Vec<String> =
            self.recent.iter().filter(|word| word.starts_with(typed)).cloned().collect();
        let number = typed.strip_prefix('c').and_then(|digits| digits.parse::<u32>().ok());
        let mut more: Vec<u32> = number.into_iter().filter(|&n| n >= 1).collect();
        let mut at = 0;
        while at < more.len() && more.len() < MOST {
            let shorter = more[at];
            let longer = (0..10).filter_map(|digit| shorter.checked_mul(10)?.checked_add(digit));
            more.extend(longer.filter(|&n| n <= self.concepts));
            at += 1;
        }
        found.extend(more.into_iter().filter(|&n| n <= self.concepts).map(|n| concept(n - 1)));
        found.sort_unstable_by_key(|word| (word.len(), word.clone()));
        found.dedup();
        found
    }

    /// The last point of a list being typed: `{d1,d5` or `d1,d5`.
    fn listed_points(&self, typed: &str) -> Vec<String> {
        let at = typed.rfind(['{', ',']).map_or(0, |at| at + 1);
        let (before, last) = typed.split_at(at);
        names(&self.points, last).into_iter().map(|name| format!("{before}{name}")).collect()
    }
}

fn names(known: &[String], typed: &str) -> Vec<String> {
    let typed = typed.trim_start_matches('"');
    known.iter().filter(|name| name.starts_with(typed)).take(MOST).map(|name| quote(name)).collect()
}

/// Where the word that is being typed begins.
fn start_of_word(line: &str) -> usize {
    let mut quoted = false;
    let mut start = 0;
    for (at, letter) in line.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            _ if quoted => {}
            _ if letter.is_whitespace() => start = at + letter.len_utf8(),
            _ => {}
        }
    }
    start
}

impl Completer for Typing {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..position];
        let start = start_of_word(typed);
        let before: Vec<&str> = typed[..start].split_whitespace().collect();
        let wants_file = matches!(
            (before.first(), before.last()),
            (Some(&"export"), Some(&"to")) | (Some(&(".read" | ".once" | ".output" | "use")), _)
        );
        if wants_file {
            return self.files.complete(line, position, context);
        }
        let words = self.vocabulary.borrow().candidates(&before, &typed[start..]);
        let pair = |word: String| Pair { display: word.clone(), replacement: word + " " };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Hinter for Typing {
    type Hint = String;

    /// What a command takes, once it stands there.
    fn hint(&self, line: &str, position: usize, _: &Context<'_>) -> Option<String> {
        let typed = line.strip_suffix(' ').filter(|_| position == line.len())?;
        let vocabulary = self.vocabulary.borrow();
        let usage = match vocabulary.catalogue.find(typed) {
            Ok(query) => query.usage(),
            Err(_) => COMMANDS.iter().find(|command| command.name == typed)?.usage(),
        };
        usage.strip_prefix(typed).map(|takes| takes.trim_start().to_owned())
    }
}

impl Highlighter for Typing {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.colour { format!("\x1b[2m{hint}\x1b[0m").into() } else { hint.into() }
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        if self.colour { format!("\x1b[1;36m{prompt}\x1b[0m").into() } else { prompt.into() }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        false
    }
}

impl Validator for Typing {
    /// A statement goes on until its semicolon.
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match command::is_open(context.input()) {
            true => ValidationResult::Incomplete,
            false => ValidationResult::Valid(None),
        })
    }
}

impl Helper for Typing {}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary() -> Vocabulary {
        let text = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Vocabulary {
            catalogue: Catalogue::sql(),
            points: text(&["d1", "d12", "two words", "e"]),
            classes: text(&["setosa", "virginica"]),
            concepts: 130,
            recent: text(&["c7", "c130"]),
        }
    }

    #[test]
    fn each_place_offers_what_fits_there() {
        let offered = |line: &str| {
            let start = start_of_word(line);
            let before: Vec<&str> = line[..start].split_whitespace().collect();
            vocabulary().candidates(&before, &line[start..])
        };
        assert_eq!(offered("lin"), ["lineage"]);
        assert_eq!(offered(".he"), [".help"]);
        assert_eq!(offered("lca d1 d"), ["d1", "d12"]);
        assert_eq!(offered("lca t"), ["\"two words\""]);
        assert_eq!(offered("pure v"), ["virginica"]);
        assert_eq!(offered("concept c13"), ["c13", "c130"]);
        assert_eq!(offered("explain members {d12,d"), ["{d12,d1", "{d12,d12"]);
        assert_eq!(offered("export around c7 ra"), ["radius"]);
        assert_eq!(offered("export lca d1,e"), ["d1,e"]);
        assert_eq!(offered(".mode m"), ["markdown"]);
        assert_eq!(offered("stats "), ["limit"]);
    }
}
