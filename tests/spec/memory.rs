//! `--max-memory` limits the whole run: the peak of memory is read from the system.
//!
//! The peak may exceed it by a tenth, for uncounted memory, and by the program's own.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;
use std::time::Duration;

use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};
use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, Need, Ran, long, program, repetitions, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(mining_stays_within_the_limit, Need::Linux),
        long(trial!(what_is_advised_fits, Need::Linux)),
        long(trial!(reading_stays_within_the_limit, Need::Linux)),
        long(trial!(reading_parquet_stays_within_the_limit, Need::Parquet)),
    ]
}

const MIB: u64 = 1 << 20;
/// The memory of the program when it does nothing: its code and its threads.
const PROGRAM_ALONE: u64 = 24 * MIB;

/// Returns a field of the status of a process, on Linux; `None` once the process has ended.
pub fn status_field(id: u32, name: &str) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(value.trim().to_owned())
}

/// Runs the program and returns its peak of memory in bytes.
fn watched(folder: &Folder, words: &[&str]) -> Result<(Ran, u64), Failed> {
    let mut command = folder.command(program(), words);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut peak = 0;
    // A process that has ended has no memory, but waits for its status to be read.
    while child.try_wait()?.is_none() {
        let most = status_field(child.id(), "VmHWM:");
        let most = most.and_then(|most| most.strip_suffix(" kB")?.trim().parse().ok());
        peak = peak.max(most.unwrap_or(0) << 10);
        std::thread::sleep(Duration::from_micros(500));
    }
    Ok((Ran::new(words, child.wait_with_output()?), peak))
}

/// Returns `true` if a run within this limit succeeded. A run that did not must have ended with a
/// line that names a remedy and stored nothing. Fails if the peak exceeded the limit.
fn is_done(folder: &Folder, words: &[&str], mebibytes: u64) -> Result<bool, Failed> {
    let (limit, names) = (format!("{mebibytes}M"), folder.names());
    let words = [words, &["--max-memory", &limit, "-q"]].concat();
    let (ran, peak) = watched(folder, &words)?;
    let most = mebibytes * MIB * 110 / 100 + PROGRAM_ALONE;
    // A run that was refused at once was not seen at all.
    if peak > most || peak == 0 && ran.code == 0 {
        let found = format!("at most {} MiB, and not {}", most / MIB, peak / MIB);
        return Err(ran.report(&found).into());
    }
    match ran.code {
        0 => Ok(true),
        _ => {
            let says = if ran.err.contains("--min-size") { "--min-size" } else { "--max-memory" };
            ran.fails(3, says)?;
            same("nothing was stored", folder.names(), names)?;
            Ok(false)
        }
    }
}

/// Returns pseudo-random numbers from 0 to 1.
fn numbers() -> impl Iterator<Item = f64> {
    let mut state = 7_u64;
    std::iter::repeat_with(move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1 << 24) as f64
    })
}

fn mining_stays_within_the_limit() -> Result<(), Failed> {
    let folder = Folder::new();
    // The limit is exceeded in different steps: search, ranking, later ones.
    let (rows, limits) = repetitions((20_000, &[36, 60, 80, 100, 150][..]), (3_000, &[36]));
    folder.file("r.csv", table(rows, 4).0).file("few.csv", table(1_000, 4).0);
    let full = |name| {
        let words = ["build", name, "--anchors", "0", "--k", "12", "--graph", "full"];
        [&words[..], &["--max-concepts", "100000000"]].concat()
    };
    for mebibytes in limits {
        same("it takes more", is_done(&folder, &full("r.csv"), *mebibytes)?, false)?;
    }
    same("writing takes more", is_done(&folder, &full("few.csv"), 29)?, false)?;
    // The remedies that the messages name.
    same("more is allowed", is_done(&folder, &full("few.csv"), 60)?, true)?;
    std::fs::remove_file(folder.path("few.db"))?;
    let less = [full("few.csv"), vec!["--min-size", "9"]].concat();
    same("less is kept", is_done(&folder, &less, 40)?, true)
}

/// The k of an advice such as `--k 29 takes fewer neighbours` is within the limit.
fn what_is_advised_fits() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.file("t.csv", table(8_000, 10).0);
    for (words, mebibytes) in [
        (&["build", "t.csv", "--anchors", "0"][..], 230),
        (&["context", "t.csv", "--anchors", "0", "-o", "o.dat"], 100),
    ] {
        let limit = format!("{mebibytes}M");
        let ran = folder.run(&[words, &["--k", "50%", "--max-memory", &limit, "-q"]].concat());
        ran.fails(3, "takes fewer neighbours")?;
        let k = ran.err.split_once("--k ").and_then(|(_, advice)| advice.split(' ').next());
        let advised = [words, &["--k", k.unwrap_or_default()]].concat();
        same("it fits", is_done(&folder, &advised, mebibytes)?, true)?;
    }
    Ok(())
}

fn reading_stays_within_the_limit() -> Result<(), Failed> {
    let folder = Folder::new();
    for (name, bytes) in files()? {
        folder.file(name, bytes);
        let words = ["context", name, "--k", "2", "-o", "o.dat", "--force"];
        for mebibytes in [24, 28] {
            same("it takes more", is_done(&folder, &words, mebibytes)?, false)?;
        }
        same("more is allowed", is_done(&folder, &words, 256)?, true)?;
        std::fs::remove_file(folder.path("o.dat"))?;
    }
    Ok(())
}

fn reading_parquet_stays_within_the_limit() -> Result<(), Failed> {
    const COLUMNS: usize = 400;
    let folder = Folder::new();
    folder.file("t.csv", table(3_000, COLUMNS).0);
    folder.ok(&["build", "t.csv", "--anchors", "20", "--k", "4", "-q"])?;
    folder.ok(&["export", "t.db", "-o", "t.parquet"])?;
    let columns = (0..COLUMNS).map(|at| format!("c{at}")).collect::<Vec<_>>().join(",");
    let words = ["context", "t.parquet", "--columns", &columns, "--anchors", "20", "--k", "2"];
    let words = [&words[..], &["-o", "o.dat"]].concat();
    same("it takes more", is_done(&folder, &words, 28)?, false)?;
    same("more is allowed", is_done(&folder, &words, 256)?, true)
}

fn table(rows: usize, columns: usize) -> (String, Vec<f64>) {
    let values: Vec<f64> = numbers().take(rows * columns).collect();
    let names: Vec<String> = (0..columns).map(|at| format!("c{at}")).collect();
    let mut text = names.join(",") + "\n";
    for row in values.chunks(columns) {
        let row: Vec<String> = row.iter().map(f64::to_string).collect();
        text += &(row.join(",") + "\n");
    }
    (text, values)
}

fn files() -> Result<Vec<(&'static str, Vec<u8>)>, Failed> {
    const ROWS: usize = 300;
    const COLUMNS: usize = 4_000;
    let (text, values) = table(ROWS, COLUMNS);
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text.as_bytes())?;
    let (mut lines, mut cells) = (String::new(), String::new());
    let column =
        |at: usize| [at / 676, at / 26 % 26, at % 26].map(|letter| char::from(b'A' + letter as u8));
    cells += "<row r=\"1\">";
    for at in 0..COLUMNS {
        let name: String = column(at).into_iter().collect();
        write!(cells, "<c r=\"{name}1\" t=\"str\"><v>c{at}</v></c>")?;
    }
    cells += "</row>";
    for (at, row) in (2..).zip(values.chunks(COLUMNS)) {
        let members: Vec<String> =
            row.iter().enumerate().map(|(at, value)| format!("\"c{at}\":{value}")).collect();
        writeln!(lines, "{{{}}}", members.join(","))?;
        write!(cells, "<row r=\"{at}\">")?;
        for (place, value) in row.iter().enumerate() {
            let name: String = column(place).into_iter().collect();
            write!(cells, "<c r=\"{name}{at}\"><v>{value}</v></c>")?;
        }
        cells += "</row>";
    }
    let mut header =
        format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({ROWS}, {COLUMNS}), }}");
    header += &(" ".repeat(117 - header.len()) + "\n");
    let length = (header.len() as u16).to_le_bytes();
    let items: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let array = [&b"\x93NUMPY\x01\x00"[..], &length, header.as_bytes(), &items].concat();
    let sheet = format!("<worksheet {MAIN}><sheetData>{cells}</sheetData></worksheet>");
    let book = format!(
        "<workbook {MAIN} xmlns:r=\"{OFFICE}/relationships\"><sheets>\
         <sheet name=\"s\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
    );
    let to_sheet = relation("worksheet", "worksheets/sheet1.xml");
    let to_book = relation("officeDocument", "xl/workbook.xml");
    let book = zipped(&[
        ("_rels/.rels", to_book.as_bytes()),
        ("xl/workbook.xml", book.as_bytes()),
        ("xl/_rels/workbook.xml.rels", to_sheet.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])?;
    Ok(vec![
        ("t.csv", text.clone().into_bytes()),
        ("t.csv.gz", packer.finish()?),
        ("t.jsonl", lines.into_bytes()),
        ("t.npz", zipped(&[("x.npy", &array)])?),
        ("t.npy", array),
        ("t.xlsx", book),
    ])
}

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006";
const MAIN: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";

/// Returns the XML by which one file of a spreadsheet refers to another.
fn relation(kind: &str, to: &str) -> String {
    let schema = "http://schemas.openxmlformats.org/package/2006/relationships";
    format!(
        "<Relationships xmlns=\"{schema}\"><Relationship Id=\"r1\" \
         Type=\"{OFFICE}/relationships/{kind}\" Target=\"{to}\"/></Relationships>"
    )
}

/// Returns a zip archive of these files.
fn zipped(files: &[(&str, &[u8])]) -> Result<Vec<u8>, Failed> {
    let (mut all, mut index) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(bytes)?;
        let (packed, mut sum) = (packer.finish()?, Crc::new());
        sum.update(bytes);
        let sizes = [sum.sum(), packed.len() as u32, bytes.len() as u32].map(u32::to_le_bytes);
        // Version, flags, method, date and time, then the sizes and the length of the name.
        let about = [
            &[20, 0, 0, 0, 8, 0, 0, 0, 33, 0][..],
            &sizes.concat(),
            &(name.len() as u32).to_le_bytes(),
        ];
        let at = (all.len() as u32).to_le_bytes();
        index.extend([&b"PK\x01\x02\x14\x00"[..], &about.concat(), &[0; 10], &at].concat());
        index.extend(name.as_bytes());
        all.extend([&b"PK\x03\x04"[..], &about.concat(), name.as_bytes(), &packed].concat());
    }
    let count = (files.len() as u16).to_le_bytes();
    let [size, at] = [index.len(), all.len()].map(|number| (number as u32).to_le_bytes());
    all.extend(index);
    all.extend([&b"PK\x05\x06\0\0\0\0"[..], &count, &count, &size, &at, &[0; 2]].concat());
    Ok(all)
}
