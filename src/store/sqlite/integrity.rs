//! Faults that SQLite itself finds in a file.

use rusqlite::Connection;

/// Statements that return one row per fault.
const STATEMENTS: [&str; 2] = [
    "SELECT 'SQLite: ' || integrity_check FROM pragma_integrity_check
     WHERE integrity_check <> 'ok'",
    "SELECT DISTINCT 'a row of ' || \"table\" || ' names a row of ' || \"parent\"
            || ' that does not exist'
     FROM pragma_foreign_key_check",
];

/// Returns the first faults that SQLite finds in the file, at most `most`.
pub(super) fn faults(connection: &Connection, most: usize) -> rusqlite::Result<Vec<String>> {
    let mut faults = Vec::new();
    for statement in STATEMENTS {
        let limited = format!("{statement} LIMIT {}", most - faults.len());
        let mut statement = connection.prepare(&limited)?;
        for fault in statement.query_map([], |row| row.get::<_, String>(0))? {
            faults.push(fault?.replace('\n', " "));
        }
    }
    Ok(faults)
}
