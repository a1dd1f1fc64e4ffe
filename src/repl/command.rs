//! The commands of the shell: how each is typed, what it does, and what completes it.

use super::line_error::LineError;
use super::screen::Destination;
use super::statement::{self, Statement};
use super::tokenize;
use crate::query::catalogue::{Catalogue, Language};
use crate::terminal::rows::Format;

/// Something to type besides the canned queries.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its first word.
    pub name: &'static str,
    /// What follows the first word.
    pub takes: &'static str,
    /// What it does.
    pub does: &'static str,
    /// What completes the words behind it.
    pub(super) completes: Completes,
    /// What it is with these words behind it; none where it does not take them.
    parse: fn(&[String]) -> Option<Line>,
}

/// What completes the words behind a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Completes {
    Nothing,
    Words(&'static [&'static str]),
    Files,
    Tables,
    Commands,
    Query,
    Selection,
}

const fn command(
    name: &'static str,
    takes: &'static str,
    does: &'static str,
    completes: Completes,
    parse: fn(&[String]) -> Option<Line>,
) -> Command {
    Command { name, takes, does, completes, parse }
}

const ON_OFF: Completes = Completes::Words(&["on", "off"]);
const MODES: Completes = Completes::Words(&["table", "csv", "json", "markdown"]);

/// All of them, in the order of the help.
pub const COMMANDS: [Command; 19] =
    [
        command("back", "", "the cluster that was `it` before", Completes::Nothing, |words| {
            none(words, Line::Back)
        }),
        command(
            "place",
            "VALUES",
            "the clusters that hold a new row: 5.1,3.5,1.4,0.2 or name=value",
            Completes::Nothing,
            |words| (!words.is_empty()).then(|| Line::Place(words.to_vec())),
        ),
        command(
            "explain",
            "QUERY [ARG...]",
            "answer a query and show its statement",
            Completes::Query,
            |words| {
                let (name, words) = words.split_first()?;
                Some(Line::Query { name: name.clone(), words: words.to_vec(), explain: true })
            },
        ),
        command(
            "sql",
            "STATEMENT;",
            "query a SQLite file in SQL, over several lines",
            Completes::Nothing,
            |_| None,
        ),
        command(
            "cypher",
            "STATEMENT;",
            "query a Neo4j graph in Cypher, over several lines",
            Completes::Nothing,
            |_| None,
        ),
        command(
            "export",
            "SELECTION to FILE",
            "draw a part: around it radius 2, lca A B, largest 50",
            Completes::Selection,
            |words| Some(Line::Export(words.to_vec())),
        ),
        command("info", "", "the facts about this graph", Completes::Nothing, |words| {
            none(words, Line::Info)
        }),
        command("use", "STORE", "switch to another store", Completes::Files, |words| {
            one(words).map(Line::Use)
        }),
        command(".help", "[COMMAND]", "this list, or one command", Completes::Commands, |words| {
            up_to_one(words).map(Line::Help)
        }),
        command(
            ".tables",
            "",
            "what sql or cypher can query, with columns",
            Completes::Nothing,
            |words| none(words, Line::Tables),
        ),
        command(".schema", "[TABLE]", "how they are defined", Completes::Tables, |words| {
            up_to_one(words).map(Line::Schema)
        }),
        command(".mode", "[table|csv|json|markdown]", "how rows are written", MODES, |words| {
            let format = |name| Format::ALL.into_iter().find(|format| format.name() == name);
            match up_to_one(words)? {
                None => Some(Line::Mode(None)),
                Some(name) => format(name).map(|format| Line::Mode(Some(format))),
            }
        }),
        command(
            ".width",
            "[N|auto]",
            "cut tables to N columns; 0 never cuts, auto fits the window",
            Completes::Words(&["auto"]),
            |words| match up_to_one(words)?.as_deref() {
                None | Some("auto") => Some(Line::Width(None)),
                Some(width) => Some(Line::Width(Some(width.parse().ok()?))),
            },
        ),
        command(".timer", "[on|off]", "show how long each answer took", ON_OFF, |words| {
            match up_to_one(words)?.as_deref() {
                None => Some(Line::Timer(None)),
                Some("on") => Some(Line::Timer(Some(true))),
                Some("off") => Some(Line::Timer(Some(false))),
                Some(_) => None,
            }
        }),
        command(
            ".once",
            "FILE [force]",
            "write the next answer to a file; force replaces one",
            Completes::Files,
            |words| Destination::of(words).map(Line::Once),
        ),
        command(
            ".output",
            "[FILE] [force]",
            "write all answers to a file; without one, to the screen",
            Completes::Files,
            |words| match words {
                [] => Some(Line::Output(None)),
                words => Destination::of(words).map(|file| Line::Output(Some(file))),
            },
        ),
        command(".read", "FILE", "run the lines of a file", Completes::Files, |words| {
            one(words).map(Line::Read)
        }),
        command(
            ".params",
            "[NAME VALUE]",
            "parameters for sql and cypher: list them, or set one",
            Completes::Nothing,
            |words| match words {
                [] => Some(Line::Parameters(None)),
                [name, value] => Some(Line::Parameters(Some((name.clone(), value.clone())))),
                _ => None,
            },
        ),
        command(".quit", "", "leave (Ctrl-D)", Completes::Nothing, |words| none(words, Line::Quit)),
    ];

fn none(words: &[String], line: Line) -> Option<Line> {
    words.is_empty().then_some(line)
}

fn one(words: &[String]) -> Option<String> {
    up_to_one(words).flatten()
}

fn up_to_one(words: &[String]) -> Option<Option<String>> {
    match words {
        [] => Some(None),
        [one] => Some(Some(one.clone())),
        _ => None,
    }
}

impl Command {
    /// The command of that name.
    pub(super) fn find(name: &str) -> Option<&'static Self> {
        COMMANDS.iter().find(|command| command.name == name)
    }

    /// How it is typed.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.takes).trim_end().to_owned()
    }
}

/// Every command with what it does, the queries first: what `.help` prints.
pub fn table(catalogue: &Catalogue) -> Vec<(String, String)> {
    let queries = catalogue.queries().iter().map(|q| (q.usage(), q.title.clone()));
    let commands = COMMANDS.iter().map(|c| (c.usage(), c.does.to_owned()));
    queries.chain(commands).collect()
}

/// What a line means.
#[derive(Debug)]
pub(super) enum Line {
    Nothing,
    Query { name: String, words: Vec<String>, explain: bool },
    Statement { language: Option<Language>, text: String },
    Place(Vec<String>),
    Back,
    Info,
    Export(Vec<String>),
    Use(String),
    Help(Option<String>),
    Mode(Option<Format>),
    Tables,
    Schema(Option<String>),
    Width(Option<usize>),
    Timer(Option<bool>),
    Once(Destination),
    Output(Option<Destination>),
    Read(String),
    Parameters(Option<(String, String)>),
    Quit,
}

impl Line {
    /// Reads one command or statement.
    pub(super) fn parse(text: &str, catalogue: &Catalogue) -> Result<Self, LineError> {
        if let Some(Statement { language, text }) = statement::read(text) {
            let text = text.trim().trim_end_matches(';').trim();
            if text.is_empty() {
                let language = language.map_or("sql", Language::name);
                return Err(LineError::Usage(format!("{language} STATEMENT;")));
            }
            return Ok(Line::Statement { language, text: text.to_owned() });
        }
        let mut words = tokenize::split(text.trim_end().trim_end_matches(';'))?;
        if words.is_empty() {
            return Ok(Line::Nothing);
        }
        if catalogue.find(&words[0]).is_err() {
            if let Some(command) = Command::find(&words[0]) {
                let line = (command.parse)(&words[1..]);
                return line.ok_or_else(|| LineError::Usage(command.usage()));
            }
            if words.len() > 1 || !names_a_cluster(&words[0]) {
                return Err(LineError::NoCommand(words.swap_remove(0)));
            }
            words.insert(0, "concept".to_owned());
        }
        let name = words.remove(0);
        Ok(Line::Query { name, words, explain: false })
    }
}

/// Whether a word alone names a cluster: `c12`, `#2`, `it`, `{d1,d5}`.
fn names_a_cluster(word: &str) -> bool {
    let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit());
    word == "it"
        || word.starts_with('{')
        || word.strip_prefix(['c', 'C', '#']).is_some_and(is_number)
}
