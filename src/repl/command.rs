//! The commands of the shell: syntax, description and completion.

use super::line_error::LineError;
use super::screen::Destination;
use super::statement::{self, Statement};
use super::tokenize;
use crate::communities;
use crate::query::catalogue::{Catalogue, Language};
use crate::terminal::rows::Format;

/// A command of the shell, apart from the queries.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The first word of the command.
    pub name: &'static str,
    /// The syntax of the words after the first.
    pub takes: &'static str,
    /// The description of the command for `.help`.
    pub does: &'static str,
    pub(super) completes: Completes,
    parse: Parse,
}

/// The completion of the words after a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Completes {
    Nothing,
    OneOf(&'static [&'static str]),
    Files,
    Tables,
    Commands,
    Query,
    Selection,
}

/// The parser of the words after a command.
#[derive(Clone, Copy, Debug)]
enum Parse {
    /// No words.
    Alone(fn() -> Line),
    One(fn(String) -> Line),
    UpToOne(fn(Option<String>) -> Line),
    /// Any number of words; `None` if the command does not accept them.
    Words(fn(&[String]) -> Option<Line>),
}

const fn command(
    name: &'static str,
    takes: &'static str,
    does: &'static str,
    completes: Completes,
    parse: Parse,
) -> Command {
    Command { name, takes, does, completes, parse }
}

/// All commands, in the order of the help.
pub const COMMANDS: [Command; 19] = {
    use Completes::*;
    use Parse::*;
    let (modes, on_off) = (OneOf(&["table", "csv", "json", "markdown"]), OneOf(&["on", "off"]));
    let row = "the clusters that hold a new row: 5.1,3.5,1.4,0.2 or name=value";
    let sql = "query a SQLite file in SQL, over several lines";
    let cypher = "query a Neo4j graph in Cypher, over several lines";
    let draw = "draw a part: around it radius 2, lca A B, largest 50";
    let width = "cut tables to N columns; 0 never cuts, auto fits the window";
    let once = "write the next answer to a file; force replaces one";
    let output = "write all answers to a file; without one, to the screen";
    let params = "parameters for sql and cypher: list them, or set one";
    [
        command("back", "", "the cluster that was `it` before", Nothing, Alone(|| Line::Back)),
        command("place", "VALUES", row, Nothing, Words(place)),
        command(
            "explain",
            "QUERY [ARG...]",
            "answer a query and show its statement",
            Query,
            Words(explain),
        ),
        // `Line::parse` reads statements before commands.
        command("sql", "STATEMENT;", sql, Nothing, Words(|_| None)),
        command("cypher", "STATEMENT;", cypher, Nothing, Words(|_| None)),
        command("export", "SELECTION to FILE", draw, Selection, Words(export)),
        command("info", "", "the facts about this graph", Nothing, Alone(|| Line::Info)),
        command("use", "STORE", "switch to another store", Files, One(Line::Use)),
        command(".help", "[COMMAND]", "this list, or one command", Commands, UpToOne(Line::Help)),
        command(
            ".tables",
            "",
            "what sql or cypher can query, with columns",
            Nothing,
            Alone(|| Line::Tables),
        ),
        command(".schema", "[TABLE]", "how they are defined", Tables, UpToOne(Line::Schema)),
        command(".mode", "[table|csv|json|markdown]", "how rows are written", modes, Words(mode)),
        command(".width", "[N|auto]", width, OneOf(&["auto"]), Words(columns)),
        command(".timer", "[on|off]", "show how long each answer took", on_off, Words(timer)),
        command(".once", "FILE [force]", once, Files, Words(next_output)),
        command(".output", "[FILE] [force]", output, Files, Words(all_output)),
        command(".read", "FILE", "run the lines of a file", Files, One(Line::Read)),
        command(".params", "[NAME VALUE]", params, Nothing, Words(parameters)),
        command(".quit", "", "leave (Ctrl-D)", Nothing, Alone(|| Line::Quit)),
    ]
};

fn place(words: &[String]) -> Option<Line> {
    (!words.is_empty()).then(|| Line::Place(words.to_vec()))
}

fn explain(words: &[String]) -> Option<Line> {
    let (name, words) = words.split_first()?;
    Some(Line::Query { name: name.clone(), words: words.to_vec(), explain: true })
}

fn export(words: &[String]) -> Option<Line> {
    Some(Line::Export(words.to_vec()))
}

fn mode(words: &[String]) -> Option<Line> {
    let [name] = words else { return words.is_empty().then_some(Line::Mode(None)) };
    let known = Format::ALL.into_iter().find(|format| format.name() == name);
    known.map(|format| Line::Mode(Some(format)))
}

fn columns(words: &[String]) -> Option<Line> {
    match words {
        [] => Some(Line::Width(None)),
        [auto] if auto == "auto" => Some(Line::Width(None)),
        [width] => Some(Line::Width(Some(width.parse().ok()?))),
        _ => None,
    }
}

fn timer(words: &[String]) -> Option<Line> {
    match words {
        [] => Some(Line::Timer(None)),
        [on] if on == "on" => Some(Line::Timer(Some(true))),
        [off] if off == "off" => Some(Line::Timer(Some(false))),
        _ => None,
    }
}

fn next_output(words: &[String]) -> Option<Line> {
    Destination::of(words).map(Line::Once)
}

fn all_output(words: &[String]) -> Option<Line> {
    match words {
        [] => Some(Line::Output(None)),
        words => Destination::of(words).map(|file| Line::Output(Some(file))),
    }
}

fn parameters(words: &[String]) -> Option<Line> {
    match words {
        [] => Some(Line::Parameters(None)),
        [name, value] => Some(Line::Parameters(Some((name.clone(), value.clone())))),
        _ => None,
    }
}

impl Command {
    /// Returns the command called `name`, or `None`.
    pub(super) fn find(name: &str) -> Option<&'static Self> {
        COMMANDS.iter().find(|command| command.name == name)
    }

    /// Returns the line that the command makes of `words`, or `None`.
    fn line(&self, words: &[String]) -> Option<Line> {
        match (self.parse, words) {
            (Parse::Alone(line), []) => Some(line()),
            (Parse::UpToOne(line), []) => Some(line(None)),
            (Parse::UpToOne(line), [one]) => Some(line(Some(one.clone()))),
            (Parse::One(line), [one]) => Some(line(one.clone())),
            (Parse::Words(line), words) => line(words),
            _ => None,
        }
    }

    /// Returns the usage of the command, such as `use STORE`.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.takes).trim_end().to_owned()
    }
}

/// Returns the usage and description of every query and then every command, for `.help`.
pub fn table(catalogue: &Catalogue) -> Vec<(String, String)> {
    let queries = catalogue.queries().iter().map(|q| (q.usage(), q.title.clone()));
    let commands = COMMANDS.iter().map(|c| (c.usage(), c.does.to_owned()));
    queries.chain(commands).collect()
}

/// A parsed line.
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
                return command.line(&words[1..]).ok_or_else(|| LineError::Usage(command.usage()));
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

/// Returns `true` if `word` alone names a cluster or a community: `c12`, `g1`, `#2`, `it`.
fn names_a_cluster(word: &str) -> bool {
    let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit());
    word == "it"
        || communities::canonical(word).is_some()
        || word.strip_prefix(['c', 'C', '#']).is_some_and(is_number)
}
