//! Bad input: one line that names file, row, column and remedy, exit code 1 or 2, nothing written.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, same, trial};

/// A file and what is wrong with it: name, content, message after the name.
const FILES: [(&str, &[u8], &str); 22] = [
    ("empty.csv", b"", ": the file is empty; check that it was written"),
    ("header.csv", b"a,b\n", ": a header and no data row; give at least 2 rows"),
    (
        "one.csv",
        b"a,b\n1,2\n",
        ": one data row, and one point has no neighbours; give at least 2 rows",
    ),
    (
        "ragged.csv",
        b"a,b\n1,2\n3\n",
        ", row 2 (line 3): found 1 cell, expected 2; give every row one cell a column, quoting \
         cells that hold the separator",
    ),
    (
        "text.tsv",
        b"a\tb\n1\t2\n3\toops\n",
        ", row 2 (line 3), column \"b\": found \"oops\", not a number; correct it, leave the \
         column out, make it the label, or say that it stands for a missing value",
    ),
    (
        "nan.csv",
        b"a,b\n1,nan\n3,4\n",
        ", row 1 (line 2), column \"b\": found \"nan\", which stands for a missing \
         value; fill it, leave such rows out, or take the mean of the column",
    ),
    (
        "inf.csv",
        b"a,b\n1,2\n3,-Infinity\n",
        ", row 2 (line 3), column \"b\": found \"-Infinity\", not a finite number; correct \
         it, or say that it stands for a missing value",
    ),
    (
        "cell.csv",
        b"a;b\r\n1;\r\n3;4\r\n",
        ", row 1 (line 2), column \"b\": the cell is empty; fill it, leave such rows out, or \
         take the mean of the column",
    ),
    (
        "twice.csv",
        b"a,a\n1,2\n3,4\n",
        ", line 1: columns 1 and 2 are both named \"a\"; give each its own name",
    ),
    (
        "junk.csv",
        b"a\0\x9f\x92,b\n",
        ", line 1: a NUL byte, this is not text; give a text file in UTF-8",
    ),
    (
        "letter.dat",
        b"1 2\n3 x\n",
        ", line 2: found \"x\", not an item; items are whole numbers from 0, separated by spaces",
    ),
    ("empty.dat", b"", ": the file is empty; check that it was written"),
    ("no_b.cxt", b"A\n\n1\n1\n\nx\ny\nX\n", ", line 1: "),
    ("no_counts.cxt", b"B\n\nx\n1\n\nx\ny\nX\n", ", line "),
    ("no_objects.cxt", b"B\n\n0\n1\n\ny\n", ", line 3: "),
    ("cut_off.cxt", b"B\n\n2\n1\n\nx\n", ""),
    ("short_row.cxt", b"B\n\n1\n2\n\nx\na\nb\nX\n", ", line 9: "),
    ("long_row.cxt", b"B\n\n1\n1\n\nx\na\nX.\n", ", line 8: "),
    ("letter.cxt", b"B\n\n1\n2\n\nx\na\nb\nXo\n", ", line 9: "),
    ("same_object.cxt", b"B\n\n2\n1\n\nx\nx\na\nX\n.\n", ", line 7: "),
    ("trailing.cxt", b"B\n\n1\n1\n\nx\na\nX\nmore\n", ", line 9: "),
    ("bytes.cxt", b"B\n\n1\n1\n\n\xff\na\nX\n", ", line 6: "),
];

/// Options on a good table, and what is wrong with them.
const OPTIONS: [(&str, i32, &str); 12] = [
    (
        "--label klass",
        2,
        "ok.csv: no column \"klass\" for the label (did you mean \"class\"?); its columns are \
         \"a\", \"b\", \"class\"",
    ),
    ("--label class --k 0", 2, "ok.csv: k = 0 is not possible for 3 points; choose 1 to 3"),
    ("--label class --k 4", 2, "ok.csv: k = 4 is not possible for 3 points; choose 1 to 3"),
    (
        "--label class --columns a,class",
        2,
        "ok.csv: the column \"class\" is named both as the label and as a column to use; name it \
         once",
    ),
    (
        "--label class --id class",
        2,
        "ok.csv: the column \"class\" is named both as the label and as the id; name it once",
    ),
    (
        "--label class --drop a,bb",
        2,
        "ok.csv: no column \"bb\" to leave out (did you mean \"b\"?); its columns are \"a\", \
         \"b\", \"class\"",
    ),
    (
        "--label class --columns a,a",
        2,
        "ok.csv: the column \"a\" is named twice as a column to use; name it once",
    ),
    (
        "--label class --min-size 4",
        2,
        "ok: a least size of 4 is more than the 3 points, so no cluster would be left; choose 0 to 3",
    ),
    ("--label class --to gone/x.db", 1, "gone/x.db: there is no folder gone; make it first"),
    ("--label class --to .", 1, ".: this is a folder; name a file to write, such as graph.db"),
    (
        "--label class --metric cosine --columns a",
        1,
        "ok.csv: row 1 (d1) has only zeros, so its cosine distance is undefined; drop the row or \
         take another metric",
    ),
    ("--label class --drop a,b", 1, "ok.csv: "),
];

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, content, message) in FILES {
        trials.push(trial!(a_bad_file(name, content, message)));
    }
    for (options, code, message) in OPTIONS {
        trials.push(trial!(bad_options(options, code, message)));
    }
    trials.push(trial!(missing_file_and_folder));
    trials.push(trial!(options_of_tables_on_a_context));
    trials.push(trial!(rows_left_out_are_counted));
    trials
}

fn a_bad_file(name: &str, content: &[u8], message: &str) -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file(name, content);
    let context = ["context", name, "-o", "x.cxt"];
    for command in [&["build", name][..], &["count", name], &context] {
        fails(&folder, command, 1, &format!("{name}{message}"))?;
    }
    same("files", folder.names(), vec![name.to_owned()])
}

fn bad_options(options: &str, code: i32, message: &str) -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("ok.csv", "a,b,class\n0,2,x\n3,4,y\n5,6,y\n");
    let words: Vec<&str> = options.split(' ').collect();
    fails(&folder, &[&["build", "ok.csv"], &words[..]].concat(), code, message)?;
    same("files", folder.names(), vec!["ok.csv".to_owned()])
}

fn missing_file_and_folder() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.run(&["build", "gone.csv"]).fails(1, "gone.csv: no such file; check the path")?;
    folder.run(&["build", "gone.cxt"]).fails(1, "gone.cxt: no such file; check the path")?;
    std::fs::create_dir(folder.path("d.csv"))?;
    folder.run(&["build", "d.csv"]).fails(1, "d.csv: this is a directory; give a file")
}

fn options_of_tables_on_a_context() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("c.cxt", "B\n\n1\n1\n\nx\na\nX\n");
    for (option, word) in [
        ("--label", "x"),
        ("--missing", "drop"),
        ("--k", "1"),
        ("--metric", "cosine"),
        ("--scale", "minmax"),
    ] {
        let fault = "is for tables, and this is a ready context; leave it out";
        let ran = folder.run(&["build", "c.cxt", option, word]);
        ran.fails(2, &format!("c.cxt: {option} {fault}"))?;
    }
    Ok(())
}

fn rows_left_out_are_counted() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("m.csv", "a,b\n1,\n2,2\n3,4\n5,5\n");
    let ran = folder.run(&["count", "m.csv", "--missing", "drop"]);
    same(
        "answer",
        ran.err.as_str(),
        "left out 1 of 4 rows with an empty cell; points keep the numbers of their rows\n",
    )?;
    same("code", ran.code, 0)
}

/// One line: `error: `, the message, which may be only a beginning, and a remedy after `; `.
fn fails(folder: &Folder, words: &[&str], code: i32, message: &str) -> Result<(), Failed> {
    let ran = folder.run(words);
    let start = format!("error: {message}");
    let whole = message.contains("; ") && ran.err != format!("{start}\n");
    let one_line = ran.err.lines().count() == 1 && ran.err.contains("; ");
    if ran.code == code && one_line && ran.err.starts_with(&start) && !whole {
        return Ok(());
    }
    Err(ran.report(&format!("exit code {code} and one line\n{start}")).into())
}
