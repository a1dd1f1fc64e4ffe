//! Names that contain terminal commands, forged lines or changes of the reading direction: no
//! output for people obeys them.

use libtest_mimic::{Failed, Trial};
use rexpect::session::spawn_command;

use crate::support::{Folder, Ran, program, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(no_command_obeys_a_name),
        trial!(a_terminal_gets_no_exact_bytes),
        trial!(passwords_are_not_repeated),
    ]
}

/// Names that clear the screen, forge a line, ring, reverse, hide, or start a C1 command.
const NAMES: [&str; 6] = [
    "a\x1b[2J\x1b[31m",
    "b\x0b\x0cerror: forged",
    "c\x07\x08\x08\x7f",
    "d\u{202e}desrever\u{2066}",
    "e\u{200b}\u{feff}\u{ad}",
    "f\u{9b}2J\u{85}\u{2028}",
];

/// Returns `true` if no character of `text` but a line feed acts on a terminal.
fn is_harmless(text: &str) -> bool {
    !text.chars().any(|c| {
        c != '\n' && c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                           | '\u{2060}'..='\u{206f}' | '\u{feff}')
    })
}

fn harmless(ran: &Ran) -> Result<(), Failed> {
    let forged = |line: &str| line.starts_with("error: forged");
    let whole = ran.out.clone() + &ran.err;
    if is_harmless(&whole) && !whole.lines().any(forged) {
        return Ok(());
    }
    Err(ran.report("text that does nothing").into())
}

/// Builds a graph with hostile names only; returns its folder and file.
fn hostile() -> Result<(Folder, String), Failed> {
    let folder = Folder::new();
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(["n", "x\x1b[31m", "c\u{202e}"])?;
    for (row, name) in NAMES.iter().enumerate() {
        csv.write_record([*name, &(row * row).to_string(), NAMES[row / 3]])?;
    }
    let table = "t\x1b[31m\u{202e}\n.csv";
    folder.file(table, csv.into_inner()?);
    let words = ["build", table, "--id", "n", "--label", "c\u{202e}", "--k", "3"];
    let built = folder.run(&words);
    if built.code != 0 {
        return Err(built.report("exit code 0").into());
    }
    harmless(&built)?;
    // No table gives a name with a line break; an altered store may hold one.
    let store = table.replace(".csv", ".db");
    let connection = rusqlite::Connection::open(folder.path(&store))?;
    let forge = "UPDATE graph SET value = value || char(10) || 'error: forged' WHERE key = 'name'";
    same("rows altered", connection.execute(forge, [])?, 1)?;
    Ok((folder, store))
}

fn no_command_obeys_a_name() -> Result<(), Failed> {
    let (folder, store) = hostile()?;
    let store = store.as_str();
    let table = &store.replace(".db", ".csv");
    let (own, escape) = ("q\x1b[31m", NAMES[0]);
    std::fs::create_dir(folder.path("own"))?;
    let query = format!("-- title: {own}\n-- columns: a\x1b[31m\nSELECT 1 AS \"a\x1b[31m\"\n");
    folder.file(&format!("own/{own}.sql"), query);
    let mut asked: Vec<Vec<&str>> = vec![
        vec!["info", store],
        vec!["count", table, "--id", "n", "--label", "c\u{202e}"],
        vec!["count", table],
        vec!["count", table, "--label", escape],
        vec!["context", table, "--id", "n", "-o", "x.cxt"],
        vec!["context", table, "-o", escape],
        vec!["evaluate", table, "--id", "n", "--label", "c\u{202e}", "--k", "2"],
        vec!["evaluate", table, "--id", "n", "--label", "c\u{202e}", "--per-class"],
        vec!["copy", store, "copy\x1b[31m.db"],
        vec!["copy", store, store],
        vec!["drop", "copy\x1b[31m.db"],
        vec!["drop", escape],
        vec!["info", escape],
        vec!["export", store, "--all", "-o", "p\x1b[31m.dot"],
        vec!["export", store, "--lca", escape, "-o", "p.dot"],
        vec!["export", store, "--lca", "nobody\x1b[31m", "-o", "p.dot"],
        vec!["export", store, "--format", "bulk", "-o", "f\x1b[31m"],
        vec!["query", store, escape],
        vec!["query", store, "pure", escape],
        vec!["query", store, "pure", "nobody\x1b[31m"],
        vec!["query", store, "--queries", "own", own],
        vec!["query", store, "--queries", "nowhere\x1b[31m", "stats"],
        vec!["build", table, "--k", escape],
        vec!["build", table, escape],
        vec![escape],
        vec!["sample", "synth1", "-o", "no\x1b[31m/x.csv"],
    ];
    for name in NAMES {
        for query in ["lca", "containing", "nearest"] {
            asked.push(vec!["query", store, query, name]);
            asked.push(vec!["query", store, "--explain", query, name]);
            asked.push(vec!["query", store, "--format", "markdown", query, name]);
        }
    }
    for query in ["points", "classes", "largest", "boundary", "stats", "purity"] {
        asked.push(vec!["query", store, query]);
    }
    for query in ["concept", "members", "profile", "parents", "children"] {
        asked.push(vec!["query", store, query, "c1"]);
    }
    for words in asked {
        harmless(&folder.run(&words))?;
    }
    let lines = [
        "stats",
        "lca \"a\x1b[2J\x1b[31m\" nobody\x1b[31m",
        "members c1",
        "it\x1b[31m",
        ".help",
        ".help q\x1b[31m",
        "q\x1b[31m",
        ".params p a\x1b[31m",
        ".params",
        "sql SELECT 'a' || char(27) || '[31m' AS \"b\x1b[31m\";",
        "sql SELECT \x1b[31m;",
        "explain lca \"a\x1b[2J\x1b[31m\"",
        "use no\x1b[31m.db",
        ".read no\x1b[31m.txt",
        ".once no\x1b[31m/x",
        "export all to p\x1b[31m.dot",
        ".mode \x1b[31m",
    ];
    for line in lines {
        harmless(&folder.run(&["repl", store, "--queries", "own", "-c", line]))?;
    }
    Ok(())
}

/// CSV and JSON are exact in a pipe, and harmless text on a terminal.
fn a_terminal_gets_no_exact_bytes() -> Result<(), Failed> {
    let (folder, store) = hostile()?;
    for format in ["csv", "json", "table"] {
        let mode = format!(".mode {format}");
        for shell in [false, true] {
            let words = match shell {
                false => vec!["query", &store, "points", "--format", format],
                true => vec!["repl", &store, "-c", &mode, "-c", "points"],
            };
            let mut command = folder.command(program(), &words);
            command.stdin(std::process::Stdio::inherit()).env("TERM", "xterm");
            // The session is decoded byte by byte.
            let seen = spawn_command(command, Some(20_000))?.exp_eof()?;
            let seen = String::from_utf8(seen.chars().map(|byte| byte as u8).collect())?;
            same("it answered", seen.contains("desrever"), true)?;
            same(&format!("{words:?} {seen:?}"), is_harmless(&seen.replace('\r', "")), true)?;
        }
    }
    let exact = folder.json(&["query", &store, "points"])?;
    same("exact", exact[0]["point"].as_str(), Some(NAMES[0]))
}

fn passwords_are_not_repeated() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("t.csv", "x\n1\n2\n");
    for server in [
        "bolt://u:secret@h",
        "http://u:secret@h:7474/browser",
        "neo4js://u:secret@h",
        "neo4j+foo://u:secret@h",
        "bolt:u:secret@h",
        "neo4j:secret@h",
        "BOLT://:secret@h?graph=x",
    ] {
        for words in [
            vec!["info", server],
            vec!["query", server, "stats"],
            vec!["copy", server, "x.db"],
            vec!["copy", "t.csv", server],
            vec!["build", "t.csv", "--to", server],
            vec!["drop", server],
            vec!["repl", server, "-c", "stats"],
        ] {
            let ran = folder.run(&words);
            same(&format!("{words:?} fails"), ran.code == 1 || ran.code == 2, true)?;
            let told = ran.out.contains("secret") || ran.err.contains("secret");
            same(&format!("{words:?} {}", ran.err), told, false)?;
        }
    }
    Ok(())
}
