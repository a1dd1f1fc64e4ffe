//! The line editor: history, completion, hints, and statements over several lines.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io;
use std::path::PathBuf;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::command::{Completion, ShellCommand, is_interjection};
use super::shell::Shell;
use super::statement;
use super::vocabulary::{Vocabulary, start_of_name, start_of_word};
use crate::base::display_safe;
use crate::query::catalogue::Language;
use crate::store::server_url::may_contain_secret;

struct LineHelper {
    /// The way to end the statement that began on an earlier line; `None` if there is none.
    continuation_hint: Option<&'static str>,
    vocabulary: RefCell<Vocabulary>,
    files: FilenameCompleter,
    colour: bool,
}

pub(super) fn run(shell: &mut Shell<'_>) -> io::Result<()> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .history_ignore_space(true)
        .history_ignore_dups(true)
        .map_err(io::Error::other)?
        .max_history_size(10_000)
        .map_err(io::Error::other)?
        .build();
    let mut editor: Editor<LineHelper, FileHistory> =
        Editor::with_config(config).map_err(io::Error::other)?;
    let colour = console::colors_enabled();
    let vocabulary = RefCell::new(shell.vocabulary());
    editor.set_helper(Some(LineHelper {
        continuation_hint: None,
        vocabulary,
        files: FilenameCompleter::new(),
        colour,
    }));
    let file = history_file();
    if let Some(file) = &file {
        // The file does not exist the first time.
        let _ = editor.load_history(file);
    }
    println!("{}", shell.greeting());
    let mut generation = shell.generation;
    let mut open = String::new();
    loop {
        let read = read_statement(&mut editor, &shell.prompt(), shell.language(), &mut open);
        let line = match read {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => {
                remember(&mut editor, &std::mem::take(&mut open))?;
                continue;
            }
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(io::Error::other(error)),
        };
        remember(&mut editor, &line)?;
        if !shell.run(&line)? {
            break;
        }
        if let Some(helper) = editor.helper_mut() {
            if generation == shell.generation {
                helper.vocabulary.get_mut().recent = shell.history.last_answer().to_vec();
            } else {
                // A store that cannot be read is tried once, not after every line.
                generation = shell.generation;
                helper.vocabulary.replace(shell.vocabulary());
            }
        }
        if let Some(file) = &file {
            // A history that cannot be written is not worth an error after every line.
            let _ = editor.append_history(file);
        }
    }
    remember(&mut editor, &open)?;
    if let Some(file) = &file {
        let _ = editor.append_history(file);
    }
    Ok(())
}

/// Adds a line or a statement, whole or not, to the history.
fn remember(editor: &mut Editor<LineHelper, FileHistory>, line: &str) -> io::Result<()> {
    if !line.trim().is_empty() && !may_contain_secret(line) {
        // The beginning is not trimmed: a line that begins with a space is not remembered.
        editor.add_history_entry(line.trim_end()).map_err(io::Error::other)?;
    }
    Ok(())
}

/// Reads a line and, if it begins a statement, further lines up to the semicolon. `open` keeps the
/// lines of a statement while a command between them, such as `.tables`, is run.
fn read_statement(
    editor: &mut Editor<LineHelper, FileHistory>,
    prompt: &str,
    language: Language,
    open: &mut String,
) -> rustyline::Result<String> {
    loop {
        if let Some(helper) = editor.helper_mut() {
            helper.continuation_hint = continuation_hint(open);
        }
        let line = match open.is_empty() {
            true => editor.readline(prompt),
            // The second prompt is as wide as the first, so that the lines are aligned.
            false => editor.readline(&format!("{:>1$}> ", "...", prompt.len().max(5) - 2)),
        };
        match line {
            Ok(line) if !open.is_empty() && is_interjection(&line) => return Ok(line),
            Ok(line) => *open += &line,
            // The end of the input also ends a statement.
            Err(ReadlineError::Eof) if !open.trim().is_empty() => return Ok(std::mem::take(open)),
            Err(error) => return Err(error),
        }
        if !statement::is_unfinished(open, language) {
            return Ok(std::mem::take(open));
        }
        open.push('\n');
    }
}

/// Returns the way to end a statement of which some lines are typed; `None` if there are none.
fn continuation_hint(open: &str) -> Option<&'static str> {
    Some(match open.trim_end() {
        "" => return None,
        // The semicolon did not end it.
        text if text.ends_with(';') => "a quotation mark or a comment is open; Ctrl-C cancels it",
        _ => "; ends the statement, Ctrl-C cancels it",
    })
}

/// Returns the file that keeps lines between sessions, after creating its folder.
fn history_file() -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).or_else(home)?;
    let folder = state.join("conceptgraph");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..position];
        if self.continuation_hint.is_some() || statement::is_statement_start(typed) {
            let start = start_of_name(typed);
            let words =
                self.vocabulary.borrow().statement_candidates(&typed[..start], &typed[start..]);
            let pair = |word: String| Pair {
                display: display_safe::escape_line(&word).into_owned(),
                replacement: word,
            };
            return Ok((start, words.into_iter().map(pair).collect()));
        }
        let start = start_of_word(typed);
        let before: Vec<&str> = typed[..start].split_whitespace().collect();
        let completes = before.first().and_then(|name| ShellCommand::find(name));
        let is_file = match completes.map(|command| command.completion) {
            Some(Completion::Selection) => before.last() == Some(&"to"),
            completes => matches!(completes, Some(Completion::Files)),
        };
        if is_file {
            return self.files.complete(line, position, context);
        }
        let words = self.vocabulary.borrow().candidates(&before, &typed[start..]);
        let pair = |word: String| Pair {
            display: display_safe::escape_line(&word).into_owned(),
            replacement: word + " ",
        };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

/// The usage of the line that is being typed: it is shown, and never becomes a part of the line.
struct UsageHint(String);

impl Hint for UsageHint {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for LineHelper {
    type Hint = UsageHint;

    fn hint(&self, line: &str, position: usize, _: &Context<'_>) -> Option<UsageHint> {
        if let Some(hint) = self.continuation_hint {
            return line.is_empty().then(|| UsageHint(hint.to_owned()));
        }
        let typed = line.strip_suffix(' ').filter(|_| position == line.len())?;
        let vocabulary = self.vocabulary.borrow();
        let usage = match vocabulary.catalogue.find(typed) {
            Ok(query) => query.usage(),
            Err(_) => ShellCommand::find(typed)?.usage(),
        };
        let takes = usage.strip_prefix(typed)?;
        Some(UsageHint(display_safe::escape_line(takes.trim_start()).into_owned()))
    }
}

impl Highlighter for LineHelper {
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

impl Validator for LineHelper {}

impl Helper for LineHelper {}
