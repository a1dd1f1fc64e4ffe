//! The words that complete a line of the shell, for one graph.

use std::collections::BTreeSet;

use super::Session;
use super::command::{COMMANDS, Completion, ShellCommand};
use super::tokenize::quote;
use crate::export::request;
use crate::query::catalogue::Catalogue;
use crate::query::parameter::ParameterKind;
use crate::store::SchemaObject;
use crate::terminal::writer::is_long_name;

const TABLE_KEYWORDS: [&str; 2] = ["from", "join"];

const MAX_CANDIDATES: usize = 200;

#[derive(Debug)]
pub(super) struct Vocabulary {
    pub(super) catalogue: Catalogue,
    pub(super) points: Vec<String>,
    pub(super) classes: Vec<String>,
    pub(super) communities: Vec<String>,
    pub(super) recent: Vec<String>,
    pub(super) schema_objects: Vec<SchemaObject>,
}

/// Returns the names that are short enough to be typed.
fn typeable_names(names: &[String]) -> Vec<String> {
    names.iter().filter(|name| !is_long_name(name)).cloned().collect()
}

impl Vocabulary {
    /// Reads the words of a stored graph; a part that cannot be read is not offered.
    pub(super) fn new(opened: &Session, recent: Vec<String>) -> Self {
        let points = opened.graph.points().ok();
        let classes = points.and_then(|points| points.classes());
        Self {
            catalogue: opened.catalogue.clone(),
            points: points.map_or(Vec::new(), |points| typeable_names(points.names())),
            classes: classes.map_or(Vec::new(), |classes| typeable_names(classes.names())),
            communities: opened.graph.communities().map_or_else(
                |_| Vec::new(),
                |found| found.all.iter().map(|one| one.name.clone()).collect(),
            ),
            recent,
            schema_objects: opened.database.schema_objects().unwrap_or_default(),
        }
    }

    /// Returns the words that begin with `typed` and can follow the words `before`.
    pub(super) fn candidates(&self, before: &[&str], typed: &str) -> Vec<String> {
        let starts = |word: &&str| word.starts_with(typed);
        let own =
            |words: &[&str]| words.iter().filter(|w| starts(w)).map(|&w| w.to_owned()).collect();
        let queries = || self.catalogue.queries().iter().map(|query| query.name.as_str());
        let Some((&first, rest)) = before.split_first() else {
            let all = queries().chain(COMMANDS.iter().map(|command| command.name));
            return all.filter(starts).map(str::to_owned).collect();
        };
        if let Ok(query) = self.catalogue.find(first) {
            let last = query.parameters.last().filter(|p| p.kind == ParameterKind::Points);
            let parameter = query.parameters.get(rest.len()).or(last);
            return match parameter.map(|parameter| parameter.kind) {
                Some(ParameterKind::Point | ParameterKind::Points) => {
                    quoted_candidates(&self.points, typed)
                }
                Some(ParameterKind::Class) => quoted_candidates(&self.classes, typed),
                Some(ParameterKind::Concept | ParameterKind::Set) => self.concept_candidates(typed),
                Some(ParameterKind::Community) => quoted_candidates(&self.communities, typed),
                Some(ParameterKind::Intervals) => Vec::new(),
                Some(ParameterKind::Count | ParameterKind::Share) | None => own(&["limit"]),
            };
        }
        match ShellCommand::find(first).map(|command| command.completion) {
            None | Some(Completion::Nothing | Completion::Files) => Vec::new(),
            Some(Completion::OneOf(words)) => own(words),
            Some(Completion::Tables) => quoted_candidates(&self.table_names(), typed),
            Some(Completion::Commands) => self.candidates(&[], typed),
            Some(Completion::Query) if rest.is_empty() => {
                queries().filter(starts).map(str::to_owned).collect()
            }
            Some(Completion::Query) => self.candidates(rest, typed),
            Some(Completion::Selection) => match before.last() {
                Some(&("around" | "up" | "down")) => self.concept_candidates(typed),
                Some(&("containing" | "lca")) => self.point_candidates(typed),
                Some(&("radius" | "largest" | "limit")) => Vec::new(),
                _ => own(&request::KEYWORDS),
            },
        }
    }

    fn table_names(&self) -> Vec<String> {
        self.schema_objects.iter().map(|one| one.name.clone()).collect()
    }

    /// Returns the names of tables and columns that begin with `typed` and can follow `before`.
    pub(super) fn statement_candidates(&self, before: &str, typed: &str) -> Vec<String> {
        let last = before.split_whitespace().last().unwrap_or_default();
        let wants_table = TABLE_KEYWORDS.iter().any(|word| word.eq_ignore_ascii_case(last));
        let columns =
            self.schema_objects.iter().filter(|_| !wants_table).flat_map(|one| &one.columns);
        let all = self.schema_objects.iter().map(|one| &one.name).chain(columns);
        let found: BTreeSet<&String> = all.filter(|name| name.starts_with(typed)).collect();
        found.into_iter().map(|name| quote_sql_name(name, before.ends_with('"'))).collect()
    }

    fn concept_candidates(&self, typed: &str) -> Vec<String> {
        if typed.starts_with('{') {
            return self.point_candidates(typed);
        }
        let recent = self.recent.iter().chain(&self.communities);
        let recent = recent.filter(|word| word.starts_with(typed)).cloned();
        // A point stands for its smallest cluster.
        let points =
            if typed.is_empty() { Vec::new() } else { quoted_candidates(&self.points, typed) };
        recent.chain(points).collect()
    }

    /// Completes the last point of a list that is being typed: `{d1,d5` or `d1,d5`.
    fn point_candidates(&self, typed: &str) -> Vec<String> {
        let at = typed.rfind(['{', ',']).map_or(0, |at| at + 1);
        let (before, last) = typed.split_at(at);
        quoted_candidates(&self.points, last)
            .into_iter()
            .map(|name| format!("{before}{name}"))
            .collect()
    }
}

fn quoted_candidates(known: &[String], typed: &str) -> Vec<String> {
    let typed = typed.trim_start_matches('"');
    known
        .iter()
        .filter(|name| name.starts_with(typed))
        .take(MAX_CANDIDATES)
        .map(|name| quote(name))
        .collect()
}

/// Quotes a name for SQL if necessary; `is_quoted` if a quotation mark has been typed.
fn quote_sql_name(name: &str, is_quoted: bool) -> String {
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let name = name.replace('"', "\"\"");
    match (is_quoted, is_plain && !name.starts_with(|c: char| c.is_ascii_digit())) {
        (true, _) => name + "\"",
        (false, true) => name,
        (false, false) => format!("\"{name}\""),
    }
}

/// Returns the start of the name that is being typed in a statement.
pub(super) fn start_of_name(line: &str) -> usize {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    line.trim_end_matches(is_name).len()
}

pub(super) fn start_of_word(line: &str) -> usize {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary() -> Vocabulary {
        let text = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Vocabulary {
            communities: ["g1", "g2", "g3"].map(str::to_owned).to_vec(),
            catalogue: Catalogue::sql(),
            points: text(&["d1", "d12", "two words", "e"]),
            classes: text(&["setosa", "virginica"]),
            recent: text(&["c7", "c130"]),
            schema_objects: vec![SchemaObject {
                name: "point".into(),
                columns: text(&["id", "name", "length (cm)", "0\""]),
                definition: String::new(),
            }],
        }
    }

    #[test]
    fn each_place_offers_what_fits_there() {
        let offered = |line: &str| {
            let start = start_of_word(line);
            let before: Vec<&str> = line[..start].split_whitespace().collect();
            vocabulary().candidates(&before, &line[start..])
        };
        assert_eq!(offered("landm"), ["landmarks"]);
        assert_eq!(offered(".he"), [".help"]);
        assert_eq!(offered("lca d1 d"), ["d1", "d12"]);
        assert_eq!(offered("lca t"), ["\"two words\""]);
        assert_eq!(offered("pure v"), ["virginica"]);
        assert_eq!(offered("concept c1"), ["c130"]);
        assert_eq!(offered("explain members {d12,d"), ["{d12,d1", "{d12,d12"]);
        assert_eq!(offered("members d1"), ["d1", "d12"]);
        assert_eq!(offered("describe g"), ["g1", "g2", "g3"]);
        assert_eq!(offered("export around c7 radi"), ["radius"]);
        assert_eq!(offered("export lca d1,e"), ["d1,e"]);
        assert_eq!(offered(".mode m"), ["markdown"]);
        assert_eq!(offered("stats "), ["limit"]);
        assert_eq!(offered(".schema p"), ["point"]);
        let named = |line: &str| {
            let (before, typed) = line.split_at(start_of_name(line));
            vocabulary().statement_candidates(before, typed)
        };
        assert_eq!(named("SELECT * FROM "), ["point"]);
        assert_eq!(named("SELECT id R"), [""; 0]);
        assert_eq!(named("SELECT point.na"), ["name"]);
        assert_eq!(named("SELECT * FROM (SELECT * FROM po"), ["point"]);
        assert_eq!(named("SELECT len"), ["\"length (cm)\""]);
        assert_eq!(named("SELECT \"len"), ["length (cm)\""]);
        assert_eq!(named("SELECT 0"), ["\"0\"\"\""]);
    }
}
