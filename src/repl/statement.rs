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
    read(text).is_some_and(|statement| !statement.text.trim_end().ends_with(';'))
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
    fn remarks_are_told_from_clusters() {
        for line in ["# x", "#", " -- x", "// x"] {
            assert!(is_comment(line), "{line}");
        }
        for line in ["#2", "lca #2", "- x", "/x", ""] {
            assert!(!is_comment(line), "{line}");
        }
    }
}
