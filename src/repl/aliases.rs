//! What people type who know other shells: the words that mean one of ours, and what to type
//! instead where there is none.

/// Words of sqlite3, duckdb, psql and cypher-shell, and ours for them.
const MEANT: [(&str, &str); 19] = [
    (".exit", ".quit"),
    ("quit", ".quit"),
    ("exit", ".quit"),
    (":exit", ".quit"),
    (":quit", ".quit"),
    ("\\q", ".quit"),
    ("help", ".help"),
    ("?", ".help"),
    (":help", ".help"),
    ("\\?", ".help"),
    (".open", "use"),
    (":use", "use"),
    (".table", ".tables"),
    ("\\d", ".tables"),
    ("\\dt", ".tables"),
    (":schema", ".schema"),
    ("\\i", ".read"),
    (":source", ".read"),
    ("\\timing", ".timer"),
];

/// First words, and what to do instead.
const INSTEAD: [(&[&str], &str); 9] = [
    (&[".import"], "this shell reads an existing graph; make one with `conceptgraph build FILE`"),
    (&[".dump", ".backup", ".save", ".clone"], "`conceptgraph copy STORE STORE` copies a graph"),
    (
        &[".headers", ".header", ".separator", ".nullvalue", ".show"],
        "`.mode table|csv|json|markdown` sets how rows are written, always with a header",
    ),
    (
        &[".databases", ".database"],
        "one graph is open, `info` shows which; `use STORE` opens another",
    ),
    (&[".indexes", ".indices", ".fullschema"], "`.schema` shows tables and indexes"),
    (&[".changes", ".count"], "`.rows on` shows after each answer how many rows it has"),
    (&[".system", ".shell", "!", "\\!"], "this shell runs no other programs; leave it with .quit"),
    (&["show", "describe", "desc"], "`.tables` lists what there is, `.schema NAME` describes one"),
    (
        &["insert", "update", "delete", "create", "drop", "alter", "attach", "merge", "set"],
        "statements here only read; write with sqlite3 or cypher-shell",
    ),
];

/// Our word for one of another shell, or the word as it is.
pub(super) fn meant(word: &str) -> &str {
    MEANT.iter().find(|(theirs, _)| *theirs == word).map_or(word, |&(_, ours)| ours)
}

/// What to do instead of a command that does not exist.
pub(super) fn instead(word: &str) -> Option<&'static str> {
    let is_it = |theirs: &&str| word.eq_ignore_ascii_case(theirs);
    INSTEAD.iter().find(|(words, _)| words.iter().any(is_it)).map(|&(_, does)| does)
}
