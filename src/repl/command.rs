//! What can be typed, and what each line means.

use super::complaint::Complaint;
use super::screen::Destination;
use super::statement::{self, Statement};
use super::{aliases, words};
use crate::base::input_error::did_you_mean;
use crate::export::ExportRequest;
use crate::query::catalogue::{Catalogue, Language, ParameterKind};

/// Something to type besides the canned queries.
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
pub const COMMANDS: [Command; 23] = [
    command("back", "", "the cluster that was `it` before"),
    command("expand", "CONCEPT", "its parents and children in the full lattice, stored or not"),
    command("place", "VALUES", "the clusters that hold a new row: 5.1,3.5,1.4,0.2 or name=value"),
    command("explain", "QUERY [ARG...]", "run a query and show its statement"),
    command("sql", "STATEMENT;", "query a SQLite file in SQL, over several lines"),
    command("cypher", "STATEMENT;", "query a Neo4j graph in Cypher, over several lines"),
    command("export", "SELECTION to FILE", "draw a part: around it radius 2, lca A B, largest 50"),
    command("info", "", "the facts about this graph"),
    command("use", "STORE", "switch to another store"),
    command(".help", "[COMMAND]", "this list, or one command"),
    command(".queries", "", "the queries and what they take"),
    command(".tables", "", "what sql or cypher can query, with columns"),
    command(".schema", "[TABLE]", "how they are defined"),
    command(".mode", "[table|csv|json|markdown]", "how rows are written"),
    command(".width", "[N|auto]", "cut tables to N columns; 0 never cuts, auto fits the window"),
    command(".rows", "[on|off]", "show how many rows each answer has"),
    command(".timer", "[on|off]", "show how long each answer took"),
    command(".once", "FILE [force]", "write the next answer to a file; force replaces one"),
    command(".output", "[FILE] [force]", "write all answers to a file; without one, to the screen"),
    command(".read", "FILE", "run the lines of a file"),
    command(".params", "[NAME VALUE]", "parameters for sql and cypher: list them, or set one"),
    command(".history", "", "the lines typed so far"),
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

/// What a line means.
#[derive(Debug)]
pub(super) enum Line {
    Nothing,
    Query { name: String, words: Vec<String>, limit: Option<u64>, explain: bool },
    Expand(Option<String>),
    Place(Vec<String>),
    Native { language: Option<Language>, statement: String },
    Back,
    Info,
    Export(ExportRequest),
    Use(String),
    Help(Option<String>),
    Mode(Option<String>),
    Tables,
    Schema(Option<String>),
    Queries,
    Width(Option<usize>),
    Counts(Option<bool>),
    Timer(Option<bool>),
    Once(Destination),
    Output(Option<Destination>),
    Read(String),
    Parameters(Option<(String, String)>),
    History,
    Quit,
}

impl Line {
    /// Reads a line; `resolve` puts clusters in the place of `it` and `#2`, or of points where a
    /// parameter takes one.
    pub(super) fn parse(
        text: &str,
        catalogue: &Catalogue,
        resolve: impl Fn(String, Option<ParameterKind>) -> Result<String, Complaint>,
    ) -> Result<Self, Complaint> {
        if statement::is_comment(text) {
            return Ok(Line::Nothing);
        }
        if let Some(Statement { language, text }) = statement::read(text) {
            let statement = text.trim().trim_end_matches(';').trim();
            if statement.is_empty() {
                let language = language.map_or("sql", Language::name);
                return Err(Complaint::Usage(format!("{language} STATEMENT;")));
            }
            return Ok(Line::Native { language, statement: statement.to_owned() });
        }
        // A semicolon at the end is a habit; in quotation marks it is a part of a name.
        let text = text.trim_end().trim_end_matches(';');
        let mut all = words::split(text)?.into_iter();
        let Some(first) = all.next() else { return Ok(Line::Nothing) };
        let rest: Vec<String> = all.collect();
        if catalogue.find(&first).is_ok() {
            return query(&first, &rest, catalogue, resolve, false);
        }
        let first = aliases::meant(&first).to_owned();
        let usage = || {
            let known = COMMANDS.iter().find(|command| command.name == first);
            Complaint::Usage(known.map_or(first.clone(), Command::usage))
        };
        let none = |line| if rest.is_empty() { Ok(line) } else { Err(usage()) };
        let maybe_one = || match &rest[..] {
            [] => Ok(None),
            [one] => Ok(Some(one.clone())),
            _ => Err(usage()),
        };
        let one = || maybe_one()?.ok_or_else(usage);
        let maybe_on = || match maybe_one()?.as_deref() {
            None => Ok(None),
            Some("on") => Ok(Some(true)),
            Some("off") => Ok(Some(false)),
            Some(_) => Err(usage()),
        };
        let concept = |word| resolve(word, Some(ParameterKind::Concept));
        match first.as_str() {
            word if rest.is_empty() && names_a_cluster(word) => {
                query("concept", &[first], catalogue, resolve, false)
            }
            "back" => none(Line::Back),
            "info" => none(Line::Info),
            "expand" => maybe_one()?.map(concept).transpose().map(Line::Expand),
            "place" if rest.is_empty() => Err(usage()),
            "place" => Ok(Line::Place(rest)),
            ".quit" => none(Line::Quit),
            ".history" => none(Line::History),
            "use" => one().map(Line::Use),
            ".tables" => none(Line::Tables),
            ".schema" => maybe_one().map(Line::Schema),
            ".queries" => none(Line::Queries),
            ".once" => Destination::of(&rest).map(Line::Once).ok_or_else(usage),
            ".read" => one().map(Line::Read),
            ".output" if rest.is_empty() => Ok(Line::Output(None)),
            ".output" => {
                Destination::of(&rest).map(|sink| Line::Output(Some(sink))).ok_or_else(usage)
            }
            ".help" => maybe_one().map(Line::Help),
            ".mode" => maybe_one().map(Line::Mode),
            ".timer" => maybe_on().map(Line::Timer),
            ".rows" => maybe_on().map(Line::Counts),
            ".width" => match maybe_one()?.as_deref() {
                None | Some("auto") => Ok(Line::Width(None)),
                Some(width) => width.parse().map(|width| Line::Width(Some(width))).or(Err(usage())),
            },
            ".params" => match &rest[..] {
                [] => Ok(Line::Parameters(None)),
                [name, value] => Ok(Line::Parameters(Some((name.clone(), value.clone())))),
                _ => Err(usage()),
            },
            "export" => {
                let words = rest.into_iter().map(|word| resolve(word, None));
                let words = words.collect::<Result<Vec<_>, _>>()?;
                Ok(Line::Export(ExportRequest::parse(&words)?))
            }
            "explain" => match rest.split_first() {
                Some((name, words)) => query(name, words, catalogue, resolve, true),
                None => Err(usage()),
            },
            name => query(name, &rest, catalogue, resolve, false),
        }
    }
}

/// Whether a word alone names a cluster: `c12`, `#2`, `it`, `{d1,d5}`.
fn names_a_cluster(word: &str) -> bool {
    let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit());
    word == "it"
        || word.starts_with('{')
        || word.strip_prefix(['c', 'C', '#']).is_some_and(is_number)
}

fn query(
    name: &str,
    words: &[String],
    catalogue: &Catalogue,
    resolve: impl Fn(String, Option<ParameterKind>) -> Result<String, Complaint>,
    explain: bool,
) -> Result<Line, Complaint> {
    let Ok(known) = catalogue.find(name) else {
        if let Some(instead) = aliases::instead(name) {
            return Err(Complaint::Elsewhere(name.to_owned(), instead));
        }
        let queries = catalogue.queries().iter().map(|query| query.name.as_str());
        let commands = COMMANDS.iter().map(|command| command.name);
        let near = did_you_mean(name, queries.chain(commands).chain(statement::first_words()));
        return Err(Complaint::NoCommand(name.to_owned(), near));
    };
    let (words, limit) = match words {
        [words @ .., limit, number] if ["limit", "--limit", "-n"].contains(&limit.as_str()) => {
            let number = number.parse::<u32>().ok().filter(|&number| number > 0);
            (words, Some(number.ok_or(Complaint::Limit)?.into()))
        }
        words => (words, None),
    };
    let kind = |at: usize| known.parameters.get(at).or(known.parameters.last()).map(|p| p.kind);
    let words = words.iter().cloned().enumerate().map(|(at, word)| resolve(word, kind(at)));
    let words = words.collect::<Result<Vec<_>, _>>()?;
    Ok(Line::Query { name: name.to_owned(), words, limit, explain })
}
