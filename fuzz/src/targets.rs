//! Fuzz targets of the readers: a result can be written and read again, an error is one line.

use conceptgraph::context::neighbor_lists::NeighborLists;
use conceptgraph::context::{cxt as burmeister, fimi, mtx as market};
use conceptgraph::export::ExportRequest;
use conceptgraph::query::catalogue::{Catalogue, Query};
use conceptgraph::query::name_list;
use conceptgraph::repl::{self, tokenize};
use conceptgraph::store::neo4j::Address;
use conceptgraph::table::{MissingPolicy, ReadOptions};
use conceptgraph::table::{distances as pairs, read_from};
use conceptgraph_engine::base::memory::MemoryLimit;
use conceptgraph_engine::base::points::Points;

fn one_line(error: impl std::fmt::Display) {
    let error = error.to_string();
    assert!(!error.trim().is_empty() && !error.contains('\n'), "{error:?}");
}

fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// Reads a table of numbers; the first byte chooses the options.
pub fn table(data: &[u8]) {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let has = |bit: u8| choice >> bit & 1 == 1;
    let reading = ReadOptions::default()
        .header(has(0).then_some(false))
        .label(has(1).then(|| "c".to_owned()))
        .id(has(2).then(|| "n".to_owned()))
        .drop(if has(3) { vec!["x".to_owned()] } else { Vec::new() })
        .missing(match (has(4), has(7)) {
            (true, true) => Some(MissingPolicy::Mean),
            (true, false) => Some(MissingPolicy::Drop),
            (false, true) => Some(MissingPolicy::Error),
            (false, false) => None,
        })
        .nominal(if has(5) { vec!["w".to_owned()] } else { Vec::new() })
        .keep(if has(6) { vec!["k".to_owned()] } else { Vec::new() });
    match read_from(bytes, &reading) {
        Ok(read) => {
            let (rows, columns) = (read.table.points().len(), read.table.features().len());
            assert!(rows >= 2 && columns >= 1);
            assert_eq!(read.table.values().len(), rows * columns);
            assert!(read.table.values().iter().all(|value| value.is_finite()));
        }
        Err(error) => one_line(error),
    }
}

/// Reads neighbour lists as a sparse matrix.
pub fn mtx(data: &[u8]) {
    match market::parse(data) {
        Ok(matrix) if matrix.rows == matrix.columns => {
            let points = Points::from_count(matrix.rows, None);
            match NeighborLists::new(points, matrix.entries, Some(2)) {
                Ok(lists) => assert!(lists.lists.iter().all(|list| (1..=2).contains(&list.len()))),
                Err(error) => one_line(error),
            }
        }
        Ok(matrix) => assert!(matrix.rows > 0),
        Err(error) => one_line(error),
    }
}

/// Reads the distances of all pairs; the first byte says whether there are classes.
pub fn distances(data: &[u8]) {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let label = (choice & 1 == 1).then_some("c");
    match pairs::parse(bytes, label, MemoryLimit::unlimited()) {
        Ok(table) => {
            let n = table.points().len();
            assert_eq!((table.features().len(), table.values().len()), (n, n * n));
        }
        Err(error) => one_line(error),
    }
}

/// Reads a context in Burmeister's format.
pub fn cxt(data: &[u8]) {
    match burmeister::parse(data) {
        Ok((context, points)) => {
            let mut written = Vec::new();
            if burmeister::write(&context, points.names(), &mut written).is_ok() {
                let again = burmeister::parse(&written).expect("what was written is read");
                assert_eq!(again, (context, points));
            }
        }
        Err(error) => one_line(error),
    }
}

/// Reads a context in FIMI's format, whose items are renumbered when it is written.
pub fn dat(data: &[u8]) {
    match fimi::parse(data) {
        Ok((context, _)) => {
            let mut written = Vec::new();
            fimi::write(&context, &mut written).expect("memory can be written");
            let (again, _) = fimi::parse(&written).expect("what was written is read");
            assert_eq!(again.object_count(), context.object_count());
            assert_eq!(again.rows().item_count(), context.rows().item_count());
        }
        Err(error) => one_line(error),
    }
}

/// Reads the header of a query file.
pub fn header(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match Query::parse("q", text) {
        Ok(query) => one_line(query.usage().replace('\n', " ")),
        Err((line, fault)) => {
            assert!(line >= 1 && line <= text.lines().count().max(1));
            one_line(fault);
        }
    }
}

/// Reads a line of the shell, and the words of a selection.
pub fn line(data: &[u8]) {
    thread_local! {
        static CATALOGUE: Catalogue = Catalogue::sql();
    }
    let Some(text) = text(data) else { return };
    if let Err(fault) = CATALOGUE.with(|catalogue| repl::check_line(text, catalogue)) {
        assert!(!fault.to_string().trim().is_empty());
    }
    if let Ok(found) = tokenize::split(text) {
        let quoted: Vec<String> = found.iter().map(|word| tokenize::quote(word)).collect();
        let again = tokenize::split(&quoted.join(" ")).expect("what was quoted is read");
        assert_eq!(again, found);
        let _ = ExportRequest::parse(&found);
    }
}

/// Reads the address of a graph in Neo4j.
pub fn address(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match Address::parse(text) {
        Ok(address) => {
            assert!(!address.server().contains('@'), "{address}");
            let again = Address::parse(&address.to_string());
            assert_eq!(again.expect("what was written is read"), address);
        }
        Err(error) => one_line(error),
    }
}

/// Reads a list of names in one word.
pub fn notation(data: &[u8]) {
    let Some(text) = text(data) else { return };
    if let Some(names) = name_list::parse(text) {
        let written = name_list::write(names.iter().map(String::as_str));
        assert_eq!(name_list::parse(&written), Some(names));
    }
}
