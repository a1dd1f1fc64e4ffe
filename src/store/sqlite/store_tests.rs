use super::*;
use crate::base::progress::Progress;
use crate::build::{BuildOptions, Source, build};
use crate::table::{ReadOptions, read_from};

fn store() -> SqliteStore {
    let table = b"sepal length (cm),\"a, \"\"b\"\"\"\n1,2\n2,3\n3,1\n9,9\n";
    let read = read_from(table, &ReadOptions::default()).expect("a table");
    let (source, progress) = (Source::Table(read.table), Progress::default());
    let graph = build("g", source, &BuildOptions::default(), &progress).expect("a graph");
    SqliteStore::in_memory(&graph, &progress).expect("a store")
}

#[test]
fn columns_have_their_names_whole() {
    let objects = store().schema_objects().expect("tables");
    let features = objects.iter().find(|one| one.name == "features").expect("a table");
    assert_eq!(features.columns, ["point_id", "sepal length (cm)", "a, \"b\""]);
}

/// The interrupt comes after the check for one and before the statement begins.
#[test]
fn an_interrupt_before_a_statement_begins_ends_it() {
    let store = store();
    let long = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000000)
                SELECT count(*) FROM n";
    store.interrupter()();
    let ended = store.query_rows(long, &[], None).map_err(|error| store.statement_error(error));
    assert!(matches!(ended, Err(StoreError::Interrupted)), "{ended:?}");
}

#[test]
fn the_bytes_of_a_file_in_wal_mode_are_a_graph() {
    let mut bytes = store().to_bytes().expect("bytes");
    bytes[18..20].fill(2);
    let read = SqliteStore::from_bytes(&bytes).expect("a store");
    assert_eq!(
        read.query_rows("SELECT count(*) FROM point", &[], None).expect("rows").rows.len(),
        1
    );
}

#[test]
fn a_value_of_a_statement_has_a_limit() {
    let store = store();
    let length = |bytes: usize| {
        let statement = format!("SELECT length(hex(zeroblob({})))", bytes / 2);
        store.query_rows(&statement, &[], None).map_err(|error| store.statement_error(error))
    };
    assert_eq!(length(1 << 20).expect("a value").rows.len(), 1);
    let error = length(65 << 20).expect_err("too large").to_string();
    assert!(error.contains("string or blob too big"), "{error}");
}
