//! What a person's Cypher may not do although the server lets a read transaction do it: administer
//! the server, and read files or other servers for the database (`LOAD CSV`).
//!
//! Whatever writes into the database is refused by the server itself. Procedures of plugins are as
//! the server's administrator allows them.

/// Commands by their first word.
const COMMANDS: [&str; 13] = [
    "ALTER",
    "DEALLOCATE",
    "DENY",
    "DROP",
    "DRYRUN",
    "ENABLE",
    "GRANT",
    "REALLOCATE",
    "RENAME",
    "REVOKE",
    "START",
    "STOP",
    "TERMINATE",
];

/// Beginnings of the names of procedures that change something in the server.
const PROCEDURES: [&str; 13] = [
    "DB.CHECKPOINT",
    "DB.CLEARQUERYCACHES",
    "DB.CREATE",
    "DB.PREPAREFORREPLANNING",
    "DB.RESAMPLE",
    "DB.STATS",
    "DBMS.CLUSTER",
    "DBMS.KILL",
    "DBMS.QUARANTINE",
    "DBMS.SCHEDULER",
    "DBMS.SECURITY",
    "DBMS.SET",
    "DBMS.UPGRADE",
];

/// What a statement may not do here, in words; nothing for one that may run.
pub(super) fn refused(statement: &str) -> Option<String> {
    let words = words(statement);
    let first = words.iter().position(|word| !["EXPLAIN", "PROFILE", "CYPHER"].contains(&&**word));
    let (first, rest) = words[first?..].split_first()?;
    let first = first.as_str();
    let all = words.iter().map(String::as_str);
    let pairs = || all.clone().zip(all.clone().skip(1));
    let told = |what: &str| Some(format!("{what} is refused: statements here only read the graph"));
    // As a clause, with a pattern, the server itself refuses it.
    let creates = first == "CREATE" && rest.first().is_some_and(|next| next != "(");
    if creates || COMMANDS.contains(&first) {
        return told(first);
    }
    if pairs().any(|pair| pair == ("LOAD", "CSV")) {
        return told("LOAD CSV");
    }
    let changes = |name: &str| PROCEDURES.iter().any(|procedure| name.starts_with(procedure));
    let called = pairs().find(|(call, name)| *call == "CALL" && changes(name));
    called.and_then(|(_, name)| told(&format!("CALL {}", name.to_lowercase())))
}

/// The words and signs of a statement, in capitals, dotted names as one; without comments and
/// strings.
fn words(statement: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut rest = statement.chars().peekable();
    while let Some(c) = rest.next() {
        let ends = match (c, rest.peek()) {
            ('/', Some('/')) => {
                rest.by_ref().find(|&c| c == '\n');
                true
            }
            ('/', Some('*')) => {
                let mut before = ' ';
                rest.next();
                rest.by_ref().find(|&c| std::mem::replace(&mut before, c) == '*' && c == '/');
                true
            }
            ('\'' | '"', _) => {
                let mut escaped = false;
                let ends = |&end: &char| {
                    let is_end = end == c && !escaped;
                    escaped = end == '\\' && !escaped;
                    is_end
                };
                rest.by_ref().find(ends);
                true
            }
            // A name in backticks is a name like another.
            ('`', _) => false,
            (c, _) if c.is_alphanumeric() || c == '_' || c == '.' => {
                word.extend(c.to_uppercase());
                false
            }
            _ => true,
        };
        if ends {
            words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
        }
        if ends && !c.is_whitespace() && !"/'\"".contains(c) {
            words.push(c.to_string());
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn administration_and_files_are_refused() {
        for statement in [
            "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
            "call db.clearQueryCaches()",
            "CALL /* so */ db.clearQueryCaches()",
            "CALL `dbms`.`killConnection`('x') YIELD message RETURN message",
            "// a comment\nLOAD  CSV FROM 'file:///etc/passwd' AS line RETURN line",
            "MATCH (n) CALL { LOAD /**/ CSV FROM 'http://x' AS l RETURN l } RETURN n",
            "EXPLAIN DROP DATABASE neo4j",
            "CREATE USER x SET PASSWORD 'y'",
            "STOP DATABASE neo4j",
        ] {
            assert!(refused(statement).is_some(), "{statement}");
        }
    }

    #[test]
    fn what_only_reads_may_run() {
        for statement in [
            "",
            "MATCH (p:Point) WHERE p.name = 'LOAD CSV' RETURN p // LOAD CSV",
            "MATCH (p {name: \"it's \\\" TERMINATE\"}) RETURN p.start, p.load AS csv",
            "CALL db.labels() YIELD label RETURN label",
            "SHOW DATABASES YIELD name",
            "CREATE (n:Left to the server)",
            "CALL dbms.components()",
            "MATCH (c) WITH c AS load, 1 AS csv RETURN load, csv",
        ] {
            assert_eq!(refused(statement), None, "{statement}");
        }
    }
}
