//! Labels of raw tables: standard input has lines "path n d" of raw f64 files.
use std::io::{BufRead, Write};
fn main() {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut words = line.split(' ');
        let (path, n, d) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
        let bytes = std::fs::read(path).unwrap();
        let values: Vec<f64> = bytes.chunks(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect();
        let (labels, seconds) = conceptgraph_engine::communities::g65(values, n.parse().unwrap(), d.parse().unwrap());
        let labels: Vec<String> = labels.iter().map(ToString::to_string).collect();
        writeln!(out, "{seconds} {}", labels.join(" ")).unwrap();
        out.flush().unwrap();
    }
}
