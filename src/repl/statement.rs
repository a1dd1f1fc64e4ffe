//! Division of a line into statements and commands: how each begins and ends.

use super::tokenize;
use crate::base::quotation;
use crate::query::catalogue::Language;

/// The first words of statements with their language; `None` if both languages have the word.
const FIRST_WORDS: [(&str, Option<Language>); 9] = [
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TypedStatement<'t> {
    /// The language of the statement; `None` if its words do not show it.
    pub(super) language: Option<Language>,
    /// The statement without a leading `sql` or `cypher`.
    pub(super) text: &'t str,
}

fn first_word_language(word: &str) -> Option<Option<Language>> {
    let known = FIRST_WORDS.iter().find(|(first, _)| word.eq_ignore_ascii_case(first));
    known.map(|&(_, language)| language)
}

/// Reads a line as a statement, with or without a leading `sql` or `cypher`.
pub(super) fn parse(line: &str) -> Option<TypedStatement<'_>> {
    let line = line.trim_start();
    let end = line.find(|c: char| c.is_whitespace() || c == '(' || c == ';').unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    for language in [Language::Sql, Language::Cypher] {
        if word == language.name() {
            return Some(TypedStatement { language: Some(language), text: rest });
        }
    }
    if word.eq_ignore_ascii_case("explain") {
        let next = rest.split_whitespace().next().unwrap_or_default();
        let is_plan = next.eq_ignore_ascii_case("query");
        let language = if is_plan { Some(Language::Sql) } else { first_word_language(next)? };
        return Some(TypedStatement { language, text: line });
    }
    first_word_language(word).map(|language| TypedStatement { language, text: line })
}

/// Returns `true` if a line being typed is a statement with more than its first word.
pub(super) fn is_statement_start(line: &str) -> bool {
    parse(line).is_some() && line.trim_start().contains(char::is_whitespace)
}

/// Returns the statements and commands of some lines, without the comments before them. A statement
/// ends at its semicolon, a command at its semicolon or at the end of its line. `own` is the
/// language of statements whose words do not show one.
pub(super) fn split_parts(text: &str, own: Language) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), text);
    loop {
        rest = &rest[blank_length(rest)..];
        if rest.is_empty() {
            return parts;
        }
        let (part, after) = rest.split_at(end_of_part(rest, own).unwrap_or(rest.len()));
        parts.extend(Some(part).filter(|part| *part != ";"));
        rest = after;
    }
}

/// Returns `true` if the last statement or a comment of the lines has not ended.
pub(super) fn is_unfinished(text: &str, own: Language) -> bool {
    let mut rest = text;
    loop {
        let before = blank_length(rest);
        if before == rest.len() {
            return rest[..before].rfind("/*") > rest[..before].rfind("*/");
        }
        rest = &rest[before..];
        match end_of_part(rest, own) {
            Some(end) => rest = &rest[end..],
            None => return parse(rest).is_some(),
        }
    }
}

/// Returns the length of leading white space and comments. `#2` is a cluster, not a comment.
fn blank_length(text: &str) -> usize {
    let mut rest = text.trim_start();
    loop {
        let after_hash = rest.strip_prefix('#');
        let numbered =
            after_hash.is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit()));
        let ends_by = match rest {
            _ if rest.starts_with("/*") => "*/",
            _ if rest.starts_with("--") || rest.starts_with("//") => "\n",
            _ if rest.starts_with('#') && !numbered => "\n",
            _ => return text.len() - rest.len(),
        };
        rest = rest.split_once(ends_by).map_or("", |(_, after)| after).trim_start();
    }
}

/// Returns the end of the statement or command at the beginning of a text.
fn end_of_part(text: &str, own: Language) -> Option<usize> {
    match parse(text) {
        None => tokenize::end_of_command(text),
        Some(statement) => end_of_statement(text, statement.language.unwrap_or(own)),
    }
}

fn end_of_statement(text: &str, language: Language) -> Option<usize> {
    let closed = match language {
        Language::Sql => quotation::sql_quote_len,
        Language::Cypher => quotation::cypher_quote_len,
    };
    let mut at = 0;
    loop {
        let letter = text[at..].chars().next()?;
        at += match (closed(&text[at..]), letter) {
            (Some(length), _) => length,
            (None, ';') => return Some(at + 1),
            (None, letter) => letter.len_utf8(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{Cypher, Sql};

    #[test]
    fn a_statement_is_told_by_its_first_word() {
        let language = |line| parse(line).map(|statement| statement.language);
        assert_eq!(language("select 1"), Some(Some(Sql)));
        assert_eq!(language("  WITH x AS (SELECT 1)"), Some(None));
        assert_eq!(language("MATCH(n) RETURN n"), Some(Some(Cypher)));
        assert_eq!(language("explain query plan select 1"), Some(Some(Sql)));
        assert_eq!(parse("sql PRAGMA x;").map(|statement| statement.text), Some(" PRAGMA x;"));
        for line in ["lca d1", "explain lca d1", "selected", "without", "", "sqlite"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }

    #[test]
    fn a_semicolon_in_quotation_marks_or_a_comment_ends_nothing() {
        for (language, whole) in [
            (Sql, "select ';', \";\", `;`, [;];"),
            (Sql, "select 'it''s; x';"),
            (Sql, "select '\\';"),
            (Sql, "select 1 -- it's; \"\n, 2;"),
            (Sql, "select 1 /* it's; */, 2;"),
            (Sql, "with x as (select 1) -- it's; x\nselect 2;"),
            (Cypher, r"RETURN 'it\'s; x';"),
            (Cypher, r#"RETURN "a\"; \\";"#),
            (Cypher, "MATCH (a)--(b) // it's; x\nRETURN `a;``b`;"),
            (Cypher, "WITH 1 AS x // it's; x\nRETURN x /* it's; */;"),
            (Cypher, "RETURN 'http://x;';"),
        ] {
            let both = format!("{whole} parents c3");
            assert_eq!(split_parts(&both, language), [whole, "parents c3"], "{whole}");
            assert!(!is_unfinished(&both, language) && !is_unfinished(whole, language), "{whole}");
            let without = whole.trim_end_matches(';');
            assert_eq!(split_parts(without, language), [without]);
            assert!(is_unfinished(without, language), "{without}");
        }
        assert_eq!(split_parts("select 'open; x", Sql), ["select 'open; x"]);
        assert!(is_unfinished("select 1; select 2", Sql) && is_unfinished("sql", Sql));
        assert!(
            is_unfinished("select 1 -- done;", Sql) && !is_unfinished("select 1; -- done", Sql)
        );
        assert!(!is_unfinished("lca d1", Sql) && !is_unfinished("", Sql));
    }

    #[test]
    fn commands_end_with_a_semicolon_too() {
        let several = "# first; x\nselect 1; ; lca \"a;b\" {c;d}; #2 ; -- x";
        assert_eq!(split_parts(several, Sql), ["select 1;", "lca \"a;b\" {c;d};", "#2 ;"]);
    }

    #[test]
    fn comments_are_told_from_clusters() {
        for line in ["# x", "#", " -- x; y", "// x", "/* x */ ", ""] {
            assert!(split_parts(line, Sql).is_empty() && !is_unfinished(line, Sql), "{line}");
        }
        for line in ["#2", "lca #2", "- x", "/x", "ö", "日本"] {
            assert_eq!(split_parts(line, Sql), [line]);
        }
        assert!(
            is_unfinished("/* x", Sql) && split_parts("/* x\ny */ select 1;", Sql) == ["select 1;"]
        );
    }
}
