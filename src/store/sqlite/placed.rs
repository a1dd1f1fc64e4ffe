//! What a file keeps beside a graph so that it can grow: what it was asked for, and the rows that
//! were placed among its points. Tables for these are made when the first come; nothing else reads
//! them.

use rusqlite::{Connection, TransactionBehavior};

use super::insert::insert;
use super::state::State;
use super::store::SqliteStore;
use super::to_write::open_to_write;
use super::write_error::{WriteError, failed};
use super::{SCHEMA_OF_PLACED, schema};
use crate::base::ids::{CommunityId, ConceptId};
use crate::base::progress::Progress;
use crate::store::row_store::RowStore;
use crate::store::{Error, LatticeStore, PlacedRow, Result, community_id, concept_id};

/// Adds rows to those that are kept beside the graph in a file, or puts them in their place if
/// these are to be forgotten, all or nothing. It is one
/// transaction of SQLite's, which waits for those of other programs and leaves all else in the file
/// as it is.
///
/// # Errors
/// A file whose graph or rows are not as they were when it was opened, that may not be written or
/// is in use; a table of another's that is called like ours; an interrupt. The file is then as it
/// was.
pub fn keep(
    store: &SqliteStore,
    rows: &[PlacedRow],
    forget: bool,
    progress: &Progress,
) -> Result<()> {
    let path = store.path();
    let sqlite = |error: rusqlite::Error| match progress.interrupted() {
        true => Error::Interrupted,
        false => failed(path, error),
    };
    let mut connection = open_to_write(path)?;
    let ended = progress.clone();
    connection.progress_handler(1 << 16, Some(move || ended.interrupted())).map_err(sqlite)?;
    connection.execute_batch("PRAGMA foreign_keys = OFF").map_err(sqlite)?;
    let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let transaction = begun.map_err(sqlite)?;
    if store.opened.as_ref() != Some(&State::of(&transaction).map_err(sqlite)?) {
        return Err(failed(path, WriteError::Changed));
    }
    if !schema::has_placed(&transaction).map_err(sqlite)? {
        let taken = "SELECT 1 FROM sqlite_schema WHERE name IN
            ('placed', 'placed_belongs', 'placed_measurement', 'placed_kept')";
        if transaction.prepare(taken).and_then(|mut taken| taken.exists([])).map_err(sqlite)? {
            let said = "a table is called like those of new rows (placed, placed_belongs, \
                        placed_measurement, placed_kept) and is another; rename it";
            return Err(Error::Refused(format!("{}: {said}", path.display())));
        }
    }
    if forget && schema::has_placed(&transaction).map_err(sqlite)? {
        let forget = "DELETE FROM placed_kept; DELETE FROM placed_measurement;
                      DELETE FROM placed_belongs; DELETE FROM placed";
        transaction.execute_batch(forget).map_err(sqlite)?;
    }
    write(&transaction, rows).map_err(sqlite)?;
    if progress.interrupted() {
        return Err(Error::Interrupted);
    }
    transaction.commit().map_err(sqlite)
}

/// Writes what a graph has of both.
pub(super) fn write_beside(
    connection: &Connection,
    graph: &dyn LatticeStore,
) -> Result<rusqlite::Result<()>> {
    let (asked, placed) = (graph.asked()?, graph.placed()?);
    let write_all = || {
        if let Some(asked) = asked {
            connection.execute("INSERT INTO graph VALUES ('asked', ?)", [asked])?;
        }
        if placed.is_empty() { Ok(()) } else { write(connection, &placed) }
    };
    Ok(write_all())
}

/// Adds rows behind those that are there.
fn write(connection: &Connection, placed: &[PlacedRow]) -> rusqlite::Result<()> {
    if !schema::has_placed(connection)? {
        connection.execute_batch(SCHEMA_OF_PLACED)?;
    }
    let last = "SELECT coalesce(max(id), 0) FROM placed";
    let last: i64 = connection.query_row(last, [], |row| row.get(0))?;
    let numbered = || (last + 1..).zip(placed);
    let row = |(number, one): (i64, &PlacedRow)| {
        let (group, share) = one.communities.first().copied().unzip();
        [
            number.into(),
            one.row.into(),
            one.name.clone().into(),
            one.class.clone().into(),
            one.smallest.map(ConceptId::number).into(),
            group.map(CommunityId::number).into(),
            share.into(),
            one.distance.into(),
            one.is_far.into(),
        ]
    };
    insert(connection, "placed", numbered().map(row))?;
    let shares = numbered().flat_map(|(number, one)| {
        let mut shares = one.communities.clone();
        shares.sort_by_key(|&(community, _)| community);
        let row = move |(id, share): (CommunityId, f64)| {
            [number.into(), id.number().into(), share.into()]
        };
        shares.into_iter().map(row)
    });
    insert(connection, "placed_belongs", shares)?;
    let values = numbered().flat_map(|(number, one)| {
        let values = (1_i64..).zip(&one.values);
        values.map(move |(feature, &value)| [number.into(), feature.into(), value.into()])
    });
    insert(connection, "placed_measurement", values)?;
    let cells = numbered().flat_map(|(number, one)| {
        let cells = (1_i64..).zip(&one.kept);
        cells.map(move |(column, cell)| [number.into(), column.into(), cell.clone().into()])
    });
    insert(connection, "placed_kept", cells)
}

/// What the graph was asked for.
pub(super) fn asked(store: &SqliteStore) -> Result<Option<String>> {
    Ok(store.all("SELECT value FROM graph WHERE key = 'asked'", |row| row.get(0))?.pop())
}

/// The rows that are kept beside the points; none where another's table has that name.
pub(super) fn read(store: &SqliteStore) -> Result<Vec<PlacedRow>> {
    if !schema::has_placed(&store.connection).map_err(|error| store.unreadable(error))? {
        return Ok(Vec::new());
    }
    let numbered: Vec<(i64, PlacedRow)> = store.rows(
        "SELECT id, \"row\", name, class, concept_id AS concept, distance, far FROM placed
         ORDER BY id",
        |row| {
            let placed = PlacedRow {
                row: row.number("row")?,
                name: row.name("name")?,
                class: row.text("class")?,
                smallest: row.int("concept")?.map(concept_id).transpose()?,
                communities: Vec::new(),
                distance: row.real("distance")?.unwrap_or_default(),
                is_far: row.number::<i64>("far")? == 1,
                values: Vec::new(),
                kept: Vec::new(),
            };
            Ok((row.number("id")?, placed))
        },
    )?;
    let (numbers, mut rows): (Vec<i64>, Vec<PlacedRow>) = numbered.into_iter().unzip();
    let damaged = || store.damaged("the rows that were placed in it are not whole");
    let place = |number: i64| numbers.binary_search(&number).map_err(|_| damaged());
    let shares = store.rows(
        "SELECT placed_id AS id, community_id AS community, share FROM placed_belongs
         ORDER BY placed_id, share DESC, community_id",
        |row| {
            let community = community_id(row.number("community")?)?;
            Ok((row.number("id")?, (community, row.real("share")?.unwrap_or_default())))
        },
    )?;
    for (number, share) in shares {
        rows[place(number)?].communities.push(share);
    }
    let values = store.rows(
        "SELECT placed_id AS id, value FROM placed_measurement ORDER BY placed_id, feature_id",
        |row| Ok((row.number("id")?, row.real("value")?)),
    )?;
    for (number, value) in values {
        let value = value.filter(|value| value.is_finite()).ok_or_else(damaged)?;
        rows[place(number)?].values.push(value);
    }
    let kept = store.rows(
        "SELECT placed_id AS id, value FROM placed_kept ORDER BY placed_id, kept_column_id",
        |row| Ok((row.number("id")?, row.name("value")?)),
    )?;
    for (number, cell) in kept {
        rows[place(number)?].kept.push(cell);
    }
    let stored = store.stored_context()?;
    let width = stored.points.kept().names().len();
    let last = stored.points.ids().last().map_or(0, |point| stored.points.row(point));
    let is_whole = |one: &PlacedRow| {
        one.values.len() == stored.facts.features as usize
            && one.kept.len() == width
            && one.row > last
            && stored.points.find(&one.name).is_none()
    };
    let rise = rows.is_sorted_by(|one, next| one.row < next.row);
    if rise && rows.iter().all(is_whole) { Ok(rows) } else { Err(damaged()) }
}
