//! The shell as a person meets it: a real pseudo-terminal, keys, several lines, Ctrl-C.

use std::process::{Command, Stdio};
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use rexpect::session::{PtySession, spawn_command};

use crate::support::{Folder, example, iris, program, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(typing_completing_and_leaving),
        trial!(history_lives_on),
        trial!(a_statement_takes_several_lines),
        trial!(an_unfinished_statement_is_kept),
        trial!(long_answers_are_paged),
        trial!(ctrl_c_ends_the_query_not_the_shell),
        trial!(tables_fit_the_window),
        trial!(a_store_that_goes_away),
        trial!(colour_is_for_those_who_want_it),
    ]
}

/// The timeout for one answer, in milliseconds.
const PATIENCE: u64 = 20_000;

fn shell(folder: &Folder, columns: u16, colour: bool) -> Result<PtySession, Failed> {
    let program = program();
    let start = format!("stty cols {columns} rows 30; echo $$ > pid; exec {program} repl iris.db");
    let mut command = folder.command("sh", &["-c", &start]);
    // The session supplies the terminal, so the null input of the folder is replaced.
    command.stdin(Stdio::inherit()).env("TERM", "xterm").env("PAGER", "cat");
    if colour {
        command.env_remove("NO_COLOR");
    }
    let mut session = spawn_command(command, Some(PATIENCE))?;
    session.exp_string("Ctrl-D leaves.")?;
    session.exp_string("iris.db> ")?;
    Ok(session)
}

/// Sends a line and waits for its answer and the prompt after it. A line is redrawn with its prompt
/// while it is typed, and input before the next prompt may be lost; so the answer is awaited first.
fn ask(shell: &mut PtySession, line: &str, answer: &str, prompt: &str) -> Result<String, Failed> {
    shell.send_line(line)?;
    let before = shell.exp_string(answer)?;
    shell.exp_string(prompt)?;
    Ok(before)
}

/// Presses Ctrl-C and waits for the next prompt: input before it may be lost with the line.
fn give_up_line(shell: &mut PtySession) -> Result<(), Failed> {
    shell.send_control('c')?;
    let paste_off = "\x1b[?2004l";
    shell.exp_string(paste_off)?;
    shell.exp_string("iris.db> ")?;
    Ok(())
}

fn typing_completing_and_leaving() -> Result<(), Failed> {
    let folder = iris()?;
    let mut shell = shell(&folder, 100, false)?;
    // Tab completes a command and a point; the prompt then names the current cluster.
    shell.send("near\t")?;
    shell.flush()?;
    shell.exp_string("nearest ")?;
    shell.send("d15\t\t")?;
    shell.flush()?;
    shell.exp_string("d150")?;
    give_up_line(&mut shell)?;
    ask(&mut shell, "lca d1 d51", "d60", "iris.db c15321> ")?;
    ask(&mut shell, "lca d1 dd", "error: there is no point \"dd\"", "iris.db c15321> ")?;
    shell.send_control('d')?;
    shell.exp_eof()?;
    Ok(())
}

fn history_lives_on() -> Result<(), Failed> {
    let folder = iris()?;
    let mut first = shell(&folder, 100, false)?;
    ask(&mut first, "members c5", "d53     versicolor", "iris.db> ")?;
    first.send_line(".quit")?;
    first.exp_eof()?;
    let mut second = shell(&folder, 100, false)?;
    // Up twice, past .quit.
    second.send("\x1b[A\x1b[A")?;
    second.flush()?;
    second.exp_string("members c5")?;
    give_up_line(&mut second)?;
    second.send_control('r')?;
    second.send("memb")?;
    second.flush()?;
    second.exp_string("members c5")?;
    ask(&mut second, "", "d53     versicolor", "iris.db> ")?;
    second.send_control('d')?;
    second.exp_eof()?;
    Ok(())
}

fn a_statement_takes_several_lines() -> Result<(), Failed> {
    let folder = iris()?;
    let mut shell = shell(&folder, 100, false)?;
    shell.send_line("sql SELECT count(*) * 1000 AS answer")?;
    shell.exp_string("    ...> ")?;
    ask(&mut shell, "FROM point;", "150000", "iris.db> ")?;
    ask(
        &mut shell,
        "sql DELETE FROM point;",
        "statements here only read; write with sqlite3",
        "iris.db> ",
    )?;
    shell.send_control('d')?;
    shell.exp_eof()?;
    Ok(())
}

fn an_unfinished_statement_is_kept() -> Result<(), Failed> {
    let folder = iris()?;
    let mut shell = shell(&folder, 100, false)?;
    shell.send_line("SELECT count(*) * 1000 AS answer")?;
    shell.exp_string("; ends the statement, Ctrl-C cancels it")?;
    // The answer of a command between its lines does not end it.
    shell.send_line(".mode")?;
    shell.exp_string("table")?;
    shell.exp_string("    ...> ")?;
    ask(&mut shell, "FROM point;", "150000", "iris.db> ")?;
    shell.send_line("SELECT 'given'")?;
    shell.exp_string("    ...> ")?;
    give_up_line(&mut shell)?;
    shell.send("\x1b[A")?;
    shell.flush()?;
    shell.exp_string("SELECT 'given'")?;
    ask(&mut shell, ";", "given", "iris.db> ")?;
    shell.send_line("exit")?;
    shell.exp_eof()?;
    Ok(())
}

fn long_answers_are_paged() -> Result<(), Failed> {
    let folder = iris()?;
    let mut command = folder.command("sh", &[]);
    folder.file("pager", "#!/bin/sh\necho paged $LESS\ncat > seen.txt\n");
    let start = format!("chmod +x pager; stty rows 30 cols 100; exec {} repl iris.db", program());
    command.args(["-c", &start]).stdin(Stdio::inherit()).env("TERM", "xterm");
    command.env("PAGER", "./pager").env_remove("LESS");
    let mut shell = spawn_command(command, Some(PATIENCE))?;
    shell.exp_string("leaves.")?;
    shell.exp_string("iris.db> ")?;
    ask(&mut shell, "points", "paged FRX", "iris.db> ")?;
    same("the whole answer", folder.text("seen.txt").contains("d150"), true)?;
    let short = ask(&mut shell, "lca d1 d51", "d60", "iris.db c15321> ")?;
    same("a short answer", short.contains("paged"), false)?;
    shell.send_line("quit")?;
    shell.exp_eof()?;
    Ok(())
}

fn ctrl_c_ends_the_query_not_the_shell() -> Result<(), Failed> {
    let folder = iris()?;
    let mut shell = shell(&folder, 100, false)?;
    // The first statement says that the line is no longer being typed.
    shell.send_line(
        "sql SELECT 'be' || 'gun'; \
         sql WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n;",
    )?;
    shell.exp_string("begun")?;
    std::thread::sleep(Duration::from_millis(700));
    shell.send_control('c')?;
    shell.exp_string("error: interrupted")?;
    shell.exp_string("iris.db> ")?;
    // Ctrl-C discards a line that is being typed.
    shell.send("nonsense")?;
    give_up_line(&mut shell)?;
    ask(&mut shell, "members c5", "d53     versicolor", "iris.db> ")?;
    shell.send_control('d')?;
    shell.exp_eof()?;
    Ok(())
}

fn tables_fit_the_window() -> Result<(), Failed> {
    let folder = iris()?;
    let mut shell = shell(&folder, 40, false)?;
    let answer = ask(&mut shell, "concept c15321", "columns hidden: ", "iris.db c15321> ")?;
    same("the last column", answer.contains("cohesion"), false)?;
    let pid = folder.text("pid");
    let resized = Command::new("stty")
        .arg("-F")
        .arg(std::fs::read_link(format!("/proc/{}/fd/0", pid.trim()))?)
        .args(["cols", "160"])
        .status()?;
    same("resized", resized.success(), true)?;
    ask(&mut shell, "concept c15321", "cohesion", "iris.db c15321> ")?;
    shell.send_control('d')?;
    shell.exp_eof()?;
    Ok(())
}

fn a_store_that_goes_away() -> Result<(), Failed> {
    let folder = iris()?;
    let mut shell = shell(&folder, 100, false)?;
    std::fs::remove_file(folder.path("iris.db"))?;
    ask(&mut shell, "members c5", "error: iris.db: the file is gone; open it again", "iris.db> ")?;
    folder.ok(&["build", &example("iris.csv"), "--label", "class", "--k", "9"])?;
    let replaced = "error: iris.db: the file was replaced by another one; open it again";
    ask(&mut shell, "members c5", replaced, "iris.db> ")?;
    shell.send_line("use iris.db")?;
    shell.exp_regex("k +9")?;
    shell.exp_string("iris.db> ")?;
    ask(&mut shell, "members c5", "setosa", "iris.db> ")?;
    shell.send_control('d')?;
    shell.exp_eof()?;
    Ok(())
}

fn colour_is_for_those_who_want_it() -> Result<(), Failed> {
    let folder = iris()?;
    let mut plain = shell(&folder, 100, false)?;
    plain.send_line("lca d1 d51")?;
    let answer = plain.exp_string("c15321> ")?;
    same("colours under NO_COLOR", answer.contains("\x1b[1;36m"), false)?;
    let mut coloured = shell(&folder, 100, true)?;
    coloured.send_line("lca d1 d51")?;
    coloured.exp_string("\x1b[1;36m")?;
    coloured.exp_string("c15321")?;
    coloured.exp_string("> ")?;
    for mut shell in [plain, coloured] {
        shell.send_control('d')?;
        shell.exp_eof()?;
    }
    Ok(())
}
