//! Statements in the store's own language: how they begin, and when they have ended.

use crate::query::catalogue::Language;

/// First words of statements, and the language that has them; none where both do.
const FIRST: [(&str, Option<Language>); 9] = [
    ("select", Some(Language::Sql)),
    ("values", Some(Language::Sql)),
    ("pragma", Some(Language::Sql)),
    ("with", None),
    ("match", Some(Language::Cypher)),
    ("return", Some(Language::Cypher)),
    ("unwind", Some(Language::Cypher)),
    ("call", Some(Language::Cypher)),
    ("optional", Some(Language::Cypher)),
];

/// A statement as it was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Statement<'t> {
    /// The language it is in, where its words show it.
    pub(super) language: Option<Language>,
    /// Without the word before it.
    pub(super) text: &'t str,
}

/// Whether a line that begins with this word is a statement of SQL or Cypher.
pub fn starts_a_statement(word: &str) -> bool {
    first(word).is_some()
}

/// The words that statements begin with.
pub(super) fn first_words<'a>() -> impl Iterator<Item = &'a str> {
    FIRST.iter().map(|&(word, _)| word)
}

fn first(word: &str) -> Option<Option<Language>> {
    let known = FIRST.iter().find(|(first, _)| word.eq_ignore_ascii_case(first));
    known.map(|&(_, language)| language)
}

/// The statement that a line holds, behind `sql`, `cypher` or nothing.
pub(super) fn read(line: &str) -> Option<Statement<'_>> {
    let line = line.trim_start();
    let end = line.find(|c: char| c.is_whitespace() || c == '(' || c == ';').unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    for language in [Language::Sql, Language::Cypher] {
        if word == language.name() {
            return Some(Statement { language: Some(language), text: rest });
        }
    }
    if word.eq_ignore_ascii_case("explain") {
        let next = rest.split_whitespace().next().unwrap_or_default();
        let is_plan = next.eq_ignore_ascii_case("query");
        let language = if is_plan { Some(Language::Sql) } else { first(next)? };
        return Some(Statement { language, text: line });
    }
    first(word).map(|language| Statement { language, text: line })
}

/// Whether a line that is being typed is a statement beyond its first word.
pub(super) fn starts(line: &str) -> bool {
    read(line).is_some() && line.trim_start().contains(char::is_whitespace)
}

/// Whether more lines belong to this one: a statement that has not ended.
pub(super) fn is_open(text: &str) -> bool {
    // What follows a statement on its line may be a command, which ends with the line.
    let last = |first: Statement<'_>| match first.text.trim_end().ends_with(';') {
        true => None,
        false => parts(text).last().copied(),
    };
    read(text).and_then(last).is_some_and(|last| read(last).is_some())
}

/// The statements and commands of a line that begins with a statement: each ends at its semicolon,
/// which is not one between quotation marks or in a remark.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let is_sql = read(text).is_some_and(|first| first.language == Some(Language::Sql));
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let ends = |opened: usize, by: &str| {
            let end = rest[opened..].find(by).map(|found| opened + found + by.len());
            end.unwrap_or(rest.len())
        };
        at += match letter {
            // In Cypher two dashes are a relationship.
            '-' if is_sql && rest.starts_with("--") => ends(2, "\n"),
            '/' if !is_sql && rest.starts_with("//") => ends(2, "\n"),
            '/' if rest.starts_with("/*") => ends(2, "*/"),
            '\'' | '"' | '`' => ends(1, &letter.to_string()),
            _ => letter.len_utf8(),
        };
        if letter == ';' {
            parts.push(&text[start..at]);
            start = at;
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().trim_end_matches(';').trim().is_empty());
    parts
}

/// Whether a line is a remark: `#`, `--` or `//` before any words. `#2` is a cluster.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let numbered = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    line.starts_with("--")
        || line.starts_with("//")
        || line.strip_prefix('#').is_some_and(|rest| !numbered(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_told_by_its_first_word() {
        let language = |line| read(line).map(|statement| statement.language);
        assert_eq!(language("select 1"), Some(Some(Language::Sql)));
        assert_eq!(language("  WITH x AS (SELECT 1)"), Some(None));
        assert_eq!(language("MATCH(n) RETURN n"), Some(Some(Language::Cypher)));
        assert_eq!(language("explain query plan select 1"), Some(Some(Language::Sql)));
        assert_eq!(read("sql PRAGMA x;").map(|statement| statement.text), Some(" PRAGMA x;"));
        for line in ["lca d1", "explain lca d1", "selected", "without", "", "sqlite"] {
            assert_eq!(read(line), None, "{line}");
        }
        assert!(is_open("select 1\n") && !is_open("select 1;\n") && !is_open("lca d1"));
    }

    #[test]
    fn a_line_may_hold_several_statements() {
        let several = "select ';' -- a; b\n, \";\" /* ; */; select 2 ;; parents c3";
        let expected = ["select ';' -- a; b\n, \";\" /* ; */;", " select 2 ;", " parents c3"];
        assert_eq!(parts(several), expected);
        assert_eq!(parts("MATCH (a)--(b) RETURN a; // x;"), ["MATCH (a)--(b) RETURN a;", " // x;"]);
        assert_eq!(parts("select 'open; x"), ["select 'open; x"]);
        assert_eq!(parts("select 1;"), ["select 1;"]);
        assert!(is_open("select 1; select 2") && !is_open("select 1; parents c3"));
        assert!(is_open("sql"));
    }

    #[test]
    fn remarks_are_told_from_clusters() {
        for line in ["# x", "#", " -- x", "// x"] {
            assert!(is_comment(line), "{line}");
        }
        for line in ["#2", "lca #2", "- x", "/x", ""] {
            assert!(!is_comment(line), "{line}");
        }
    }
}
