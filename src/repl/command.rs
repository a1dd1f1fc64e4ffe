//! The commands of the shell: syntax, description and completion.

use super::line_error::LineError;
use super::screen::Destination;
use super::statement::{self, TypedStatement};
use super::tokenize;
use crate::query::catalogue::{Catalogue, Language};
use crate::query::likely_name;
use crate::query::names::is_cluster_name;
use crate::terminal::rows::RowFormat;

/// Words that stand in the command line of the program alone.
const PROGRAM_WORDS: &str =
    "conceptgraph build query repl compare list check copy drop count evaluate context";

/// A command of the shell, apart from the queries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShellCommand {
    /// The first word of the command.
    pub name: &'static str,
    /// The syntax of the words after the first.
    pub(crate) syntax: &'static str,
    pub description: &'static str,
    pub(super) completion: Completion,
    parse: WordParser,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Completion {
    Nothing,
    OneOf(&'static [&'static str]),
    Files,
    Tables,
    Commands,
    Query,
    Selection,
}

#[derive(Clone, Copy, Debug)]
enum WordParser {
    NoWords(fn() -> ParsedLine),
    OneWord(fn(String) -> ParsedLine),
    OptionalWord(fn(Option<String>) -> ParsedLine),
    /// Any number of words; `None` if the command does not accept them.
    Words(fn(&[String]) -> Option<ParsedLine>),
}

const fn new_command(
    name: &'static str,
    takes: &'static str,
    does: &'static str,
    completes: Completion,
    parse: WordParser,
) -> ShellCommand {
    ShellCommand { name, syntax: takes, description: does, completion: completes, parse }
}

/// All commands, in the order of the help.
pub(crate) const COMMANDS: [ShellCommand; 19] = {
    use Completion::*;
    use WordParser::*;
    let (modes, on_off) = (OneOf(&["table", "csv", "json", "markdown"]), OneOf(&["on", "off"]));
    let format = "[table|csv|json|markdown]";
    let back = "return to the previous cluster";
    let row = "the clusters that hold a new row: 5.1,3.5,1.4,0.2 or name=value";
    let explain = "answer a query and show its statement";
    let sql = "query a SQLite file in SQL, over several lines";
    let cypher = "query a Neo4j graph in Cypher, over several lines";
    let draw = "draw a part: around it radius 2, lca A B, largest 50";
    let info = "the facts about this graph";
    let help = "list or explain commands";
    let tables = "list the tables or labels with their columns";
    let schema = "show their definitions";
    let mode = "set the format of rows";
    let width = "cut tables to N columns; 0 never cuts, auto fits the window";
    let timer = "show the duration of each answer";
    let once = "write the next answer to a file; force replaces one";
    let output = "write all answers to a file; without one, to the screen";
    let params = "parameters for sql and cypher: list them, or set one";
    let quit = "leave (exit, Ctrl-D)";
    [
        new_command("back", "", back, Nothing, NoWords(|| ParsedLine::Back)),
        new_command("place", "VALUES", row, Nothing, Words(parse_place)),
        new_command("explain", "QUERY [ARG...]", explain, Query, Words(parse_explain)),
        // `Line::parse` reads statements before commands.
        new_command("sql", "STATEMENT;", sql, Nothing, Words(|_| None)),
        new_command("cypher", "STATEMENT;", cypher, Nothing, Words(|_| None)),
        new_command("export", "SELECTION to FILE", draw, Selection, Words(parse_export)),
        new_command("info", "", info, Nothing, NoWords(|| ParsedLine::Info)),
        new_command("use", "STORE", "switch to another store", Files, OneWord(ParsedLine::Use)),
        new_command(".help", "[COMMAND]", help, Commands, OptionalWord(ParsedLine::Help)),
        new_command(".tables", "", tables, Nothing, NoWords(|| ParsedLine::Tables)),
        new_command(".schema", "[TABLE]", schema, Tables, OptionalWord(ParsedLine::Schema)),
        new_command(".mode", format, mode, modes, Words(parse_mode)),
        new_command(".width", "[N|auto]", width, OneOf(&["auto"]), Words(parse_width)),
        new_command(".timer", "[on|off]", timer, on_off, Words(parse_timer)),
        new_command(".once", "FILE [force]", once, Files, Words(parse_once)),
        new_command(".output", "[FILE] [force]", output, Files, Words(parse_output)),
        new_command(".read", "FILE", "run the lines of a file", Files, OneWord(ParsedLine::Read)),
        new_command(".params", "[NAME VALUE]", params, Nothing, Words(parse_parameters)),
        new_command(".quit", "", quit, Nothing, NoWords(|| ParsedLine::Quit)),
    ]
};

fn parse_place(words: &[String]) -> Option<ParsedLine> {
    (!words.is_empty()).then(|| ParsedLine::Place(words.to_vec()))
}

fn parse_explain(words: &[String]) -> Option<ParsedLine> {
    let (name, words) = words.split_first()?;
    Some(ParsedLine::Query { name: name.clone(), words: words.to_vec(), explain: true })
}

fn parse_export(words: &[String]) -> Option<ParsedLine> {
    Some(ParsedLine::Export(words.to_vec()))
}

fn parse_mode(words: &[String]) -> Option<ParsedLine> {
    let [name] = words else { return words.is_empty().then_some(ParsedLine::Mode(None)) };
    let known = RowFormat::NAMES.into_iter().find(|(known, _)| known == name);
    known.map(|(_, format)| ParsedLine::Mode(Some(format)))
}

fn parse_width(words: &[String]) -> Option<ParsedLine> {
    match words {
        [] => Some(ParsedLine::Width(None)),
        [auto] if auto == "auto" => Some(ParsedLine::Width(None)),
        [width] => Some(ParsedLine::Width(Some(width.parse().ok()?))),
        _ => None,
    }
}

fn parse_timer(words: &[String]) -> Option<ParsedLine> {
    match words {
        [] => Some(ParsedLine::Timer(None)),
        [on] if on == "on" => Some(ParsedLine::Timer(Some(true))),
        [off] if off == "off" => Some(ParsedLine::Timer(Some(false))),
        _ => None,
    }
}

fn parse_once(words: &[String]) -> Option<ParsedLine> {
    Destination::parse(words).map(ParsedLine::Once)
}

fn parse_output(words: &[String]) -> Option<ParsedLine> {
    match words {
        [] => Some(ParsedLine::Output(None)),
        words => Destination::parse(words).map(|file| ParsedLine::Output(Some(file))),
    }
}

fn parse_parameters(words: &[String]) -> Option<ParsedLine> {
    match words {
        [] => Some(ParsedLine::Parameters(None)),
        [name, value] => Some(ParsedLine::Parameters(Some((name.clone(), value.clone())))),
        _ => None,
    }
}

impl ShellCommand {
    /// Returns the command of a name, which may be written with or without its dot.
    pub(super) fn find(name: &str) -> Option<&'static Self> {
        let name = match name.trim_start_matches('.') {
            "?" => "help",
            "exit" => "quit",
            bare => bare,
        };
        COMMANDS.iter().find(|command| command.name.trim_start_matches('.') == name)
    }

    fn parse_arguments(&self, words: &[String]) -> Option<ParsedLine> {
        match (self.parse, words) {
            (WordParser::NoWords(line), []) => Some(line()),
            (WordParser::OptionalWord(line), []) => Some(line(None)),
            (WordParser::OptionalWord(line), [one]) => Some(line(Some(one.clone()))),
            (WordParser::OneWord(line), [one]) => Some(line(one.clone())),
            (WordParser::Words(line), words) => line(words),
            _ => None,
        }
    }

    /// Returns the usage of the command, such as `use STORE`.
    pub(crate) fn usage(&self) -> String {
        format!("{} {}", self.name, self.syntax).trim_end().to_owned()
    }
}

/// Returns the usage and description of every query and then every command, for `.help`.
pub fn help_entries(catalogue: &Catalogue) -> Vec<(String, String)> {
    let queries = catalogue.queries().iter().map(|q| (q.usage(), q.title.clone()));
    let commands = COMMANDS.iter().map(|c| (c.usage(), c.description.to_owned()));
    queries.chain(commands).collect()
}

#[derive(Debug)]
pub(super) enum ParsedLine {
    Nothing,
    Query { name: String, words: Vec<String>, explain: bool },
    Statement { language: Option<Language>, text: String },
    Place(Vec<String>),
    Back,
    Info,
    Export(Vec<String>),
    Use(String),
    Help(Option<String>),
    Mode(Option<RowFormat>),
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

impl ParsedLine {
    pub(super) fn parse(text: &str, catalogue: &Catalogue) -> Result<Self, LineError> {
        if let Some(TypedStatement { language, text }) = statement::parse(text) {
            let text = text.trim().trim_end_matches(';').trim();
            if text.is_empty() {
                let language = language.map_or("sql", Language::name);
                return Err(LineError::Usage(format!("{language} STATEMENT;")));
            }
            return Ok(ParsedLine::Statement { language, text: text.to_owned() });
        }
        let mut words = tokenize::split(text.trim_end().trim_end_matches(';'))?;
        if words.is_empty() {
            return Ok(ParsedLine::Nothing);
        }
        if catalogue.find(&words[0]).is_err() {
            if let Some(command) = ShellCommand::find(&words[0]) {
                return command
                    .parse_arguments(&words[1..])
                    .ok_or_else(|| LineError::Usage(command.usage()));
            }
            if words.len() > 1 || !is_cluster_name(&words[0]) {
                return Err(no_command_error(words.swap_remove(0), catalogue));
            }
            words.insert(0, "concept".to_owned());
        }
        let name = words.remove(0);
        Ok(ParsedLine::Query { name, words, explain: false })
    }
}

/// Returns the error of a word that is neither a command nor a query.
pub(super) fn no_command_error(word: String, catalogue: &Catalogue) -> LineError {
    let statement = match catalogue.language() {
        Language::Sql => "select",
        Language::Cypher => "match",
    };
    let queries = catalogue.queries().iter().map(|query| query.name.as_str());
    let known = queries.chain(COMMANDS.iter().map(|command| command.name)).chain([statement]);
    let near = match PROGRAM_WORDS.split(' ').any(|own| own == word) {
        true => " (it is a word of the program; `exit` leaves the shell)".to_owned(),
        false => likely_name(&word, known),
    };
    LineError::NoCommand(word, near)
}

/// Returns `true` if a line within a statement is a command, not a part of the statement.
pub(super) fn is_interjection(line: &str) -> bool {
    let word = line.split([' ', ';']).next().unwrap_or_default();
    let is_plain = ["help", "?", "exit", "quit"].contains(&line.trim_end_matches([' ', ';']));
    is_plain || word.starts_with('.') && ShellCommand::find(word).is_some()
}
