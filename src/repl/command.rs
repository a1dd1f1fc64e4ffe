//! What can be typed, and what each line means.

use super::screen::Destination;
use super::words;
use crate::export::request::Request;
use crate::input_error::did_you_mean;
use crate::query::catalogue::Catalogue;

/// Something to type beside the canned queries.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its first word.
    pub name: &'static str,
    /// What follows the first word.
    pub takes: &'static str,
    /// What it does.
    pub does: &'static str,
}

const fn command(name: &'static str, takes: &'static str, does: &'static str) -> Command {
    Command { name, takes, does }
}

/// All of them, in the order of the help.
pub const COMMANDS: [Command; 17] = [
    command("back", "", "the cluster that was `it` before"),
    command("expand", "CONCEPT", "its parents and children in the full lattice, stored or not"),
    command("explain", "QUERY [ARG...]", "run a query and show its statement"),
    command("sql", "STATEMENT;", "ask a SQLite file in its own language, over several lines"),
    command("cypher", "STATEMENT;", "ask a Neo4j graph in its own language, over several lines"),
    command("export", "SELECTION to FILE", "draw a part: around it radius 2, lca A,B, largest 50"),
    command("info", "", "what this graph is"),
    command("use", "STORE", "go on with another store"),
    command(".help", "[COMMAND]", "this list, or one command"),
    command(".mode", "[table|csv|json|markdown]", "how rows are written"),
    command(".timer", "[on|off]", "say how long each answer took"),
    command(".once", "FILE [force]", "write the next answer to a file; force replaces one"),
    command(".output", "[FILE] [force]", "write all answers to a file; without one, to the screen"),
    command(".read", "FILE", "run the lines of a file"),
    command(".params", "[NAME VALUE]", "parameters for sql and cypher: list them, or set one"),
    command(".history", "", "what was typed"),
    command(".quit", "", "leave (Ctrl-D)"),
];

impl Command {
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

/// What a line asks for.
#[derive(Debug)]
pub(super) enum Line {
    Nothing,
    Query { name: String, words: Vec<String>, limit: Option<u64>, explain: bool },
    Expand(Option<String>),
    Native { language: &'static str, statement: String },
    Back,
    Info,
    Export(Request),
    Use(String),
    Help(Option<String>),
    Mode(Option<String>),
    Timer(Option<bool>),
    Once(Destination),
    Output(Option<Destination>),
    Read(String),
    Parameters(Option<(String, String)>),
    History,
    Quit,
}

/// Whether more lines belong to this one: a statement that has not ended.
pub(super) fn is_open(text: &str) -> bool {
    native(text).is_some_and(|(_, statement)| !statement.trim_end().ends_with(';'))
}

/// The language and the statement, where the line is one.
fn native(text: &str) -> Option<(&'static str, &str)> {
    let text = text.trim_start();
    ["sql", "cypher"].into_iter().find_map(|language| {
        let rest = text.strip_prefix(language)?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some((language, rest))
    })
}

impl Line {
    /// Reads a line; `resolve` puts clusters in the place of `it` and `#2`.
    pub(super) fn parse(
        text: &str,
        catalogue: &Catalogue,
        resolve: impl Fn(String) -> Result<String, String>,
    ) -> Result<Self, String> {
        if let Some((language, statement)) = native(text) {
            let statement = statement.trim().trim_end_matches(';').trim();
            if statement.is_empty() {
                return Err(format!("usage: {language} STATEMENT;"));
            }
            return Ok(Line::Native { language, statement: statement.to_owned() });
        }
        let mut all = words::split(text)?.into_iter();
        let Some(first) = all.next() else { return Ok(Line::Nothing) };
        let rest: Vec<String> = all.collect();
        let usage = || {
            let known = COMMANDS.iter().find(|command| command.name == first);
            format!("usage: {}", known.map_or(first.clone(), Command::usage))
        };
        let none = |line| if rest.is_empty() { Ok(line) } else { Err(usage()) };
        let maybe_one = || match &rest[..] {
            [] => Ok(None),
            [one] => Ok(Some(one.clone())),
            _ => Err(usage()),
        };
        let one = || maybe_one()?.ok_or_else(usage);
        match first.as_str() {
            "back" => none(Line::Back),
            "info" => none(Line::Info),
            "expand" => maybe_one()?.map(&resolve).transpose().map(Line::Expand),
            ".quit" | ".exit" | "quit" | "exit" => none(Line::Quit),
            ".history" => none(Line::History),
            "use" => one().map(Line::Use),
            ".once" => Destination::of(&rest).map(Line::Once).ok_or_else(usage),
            ".read" => one().map(Line::Read),
            ".output" if rest.is_empty() => Ok(Line::Output(None)),
            ".output" => {
                Destination::of(&rest).map(|sink| Line::Output(Some(sink))).ok_or_else(usage)
            }
            ".help" | "help" => maybe_one().map(Line::Help),
            ".mode" => maybe_one().map(Line::Mode),
            ".timer" => match maybe_one()?.as_deref() {
                None => Ok(Line::Timer(None)),
                Some("on") => Ok(Line::Timer(Some(true))),
                Some("off") => Ok(Line::Timer(Some(false))),
                Some(_) => Err(usage()),
            },
            ".params" => match &rest[..] {
                [] => Ok(Line::Parameters(None)),
                [name, value] => Ok(Line::Parameters(Some((name.clone(), value.clone())))),
                _ => Err(usage()),
            },
            "export" => {
                let words = rest.into_iter().map(resolve).collect::<Result<Vec<_>, _>>()?;
                Request::parse(&words).map(Line::Export)
            }
            "explain" => match rest.split_first() {
                Some((name, words)) => query(name, words, catalogue, resolve, true),
                None => Err(usage()),
            },
            name => query(name, &rest, catalogue, resolve, false),
        }
    }
}

fn query(
    name: &str,
    words: &[String],
    catalogue: &Catalogue,
    resolve: impl Fn(String) -> Result<String, String>,
    explain: bool,
) -> Result<Line, String> {
    if catalogue.find(name).is_err() {
        let queries = catalogue.queries().iter().map(|query| query.name.as_str());
        let near = did_you_mean(name, queries.chain(COMMANDS.iter().map(|c| c.name)));
        return Err(format!("there is no command {name:?}{near}; .help lists them"));
    }
    let (words, limit) = match words {
        [words @ .., limit, number] if ["limit", "--limit"].contains(&limit.as_str()) => {
            let number = number.parse::<u32>().ok().filter(|&number| number > 0);
            (words, Some(number.ok_or("limit must be a positive integer")?.into()))
        }
        words => (words, None),
    };
    let words = words.iter().cloned().map(resolve).collect::<Result<Vec<_>, _>>()?;
    Ok(Line::Query { name: name.to_owned(), words, limit, explain })
}
