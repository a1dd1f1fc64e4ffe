//! The tree of communities as GraphRAG (Microsoft) reads it: `communities.parquet` and
//! `community_reports.parquet`, with the columns of its version 3.
//!
//! Communities are numbered from 0 as stores order them. An entity is a point, by its name. There
//! are no relationships, no text units and no date: the same graph gives the same bytes.

use std::path::Path;

use serde_json::json;

use super::columns::Cell;
use super::table::{CellKind, FileColumn, FileTable};
use crate::base::ids::CommunityId;
use crate::base::kept::Kind;
use crate::store::{LatticeStore, Result};

/// One of the two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphRag {
    /// A row for each community, with its place in the tree and its points.
    Communities,
    /// The same with what is said of it.
    Reports,
}

impl GraphRag {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Communities, Self::Reports];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Communities => "communities",
            Self::Reports => "reports",
        }
    }

    /// The one of that word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|of| of.name() == word)
    }

    /// The one that GraphRAG looks for in a file of that name.
    pub fn of(path: &Path) -> Option<Self> {
        match path.file_stem()?.to_str()? {
            "communities" => Some(Self::Communities),
            "community_reports" => Some(Self::Reports),
            _ => None,
        }
    }
}

/// A community.
pub(super) struct Row {
    name: String,
    title: String,
    summary: String,
    content: String,
    json: String,
    level: i64,
    parent: i64,
    children: Vec<i64>,
    points: Vec<String>,
    rank: f64,
}

const RANKED: &str = "Ten times the share of the points that are in it.";

/// Reads them.
pub(super) fn rows(store: &dyn LatticeStore) -> Result<Vec<Row>> {
    let (stored, communities) = (store.stored_context()?, store.communities()?);
    let membership = store.membership()?;
    let ids: Vec<CommunityId> = CommunityId::first(communities.all.len()).collect();
    let row = |(&id, summary): (&CommunityId, String)| {
        let one = &communities.all[id.index()];
        let held = communities.points(&membership, id).into_iter();
        let number = |id: CommunityId| i64::from(id.0);
        let inside = ids.iter().filter(|other| communities.all[other.index()].parent == Some(id));
        let rank = 10.0 * f64::from(one.points) / membership.len().max(1) as f64;
        let said = json!({
            "title": one.title,
            "summary": summary,
            "rating": rank,
            "rating_explanation": RANKED,
            "findings": [],
        });
        Row {
            name: one.name.clone(),
            title: one.title.clone(),
            content: format!("# {}\n\n{summary}", one.title),
            json: said.to_string(),
            summary,
            level: communities.upwards(id).count() as i64 - 1,
            parent: one.parent.map_or(-1, number),
            children: inside.map(|&other| number(other)).collect(),
            points: held.map(|(point, _)| stored.points.name(point).to_owned()).collect(),
            rank,
        }
    };
    Ok(ids.iter().zip(store.summaries()?).map(row).collect())
}

/// As a table.
pub(super) fn table(of: GraphRag, all: &[Row]) -> FileTable<'_> {
    let number = |name, number: fn(&Row) -> i64| {
        FileColumn::new(name, Kind::Integer, move |row| Cell::Integer(number(&all[row])))
    };
    let at = |name| FileColumn::new(name, Kind::Integer, |row| Cell::Integer(row as i64));
    let text =
        |name, text: fn(&Row) -> &str| FileColumn::text(name, move |row| Some(text(&all[row])));
    let none = |name, kind| FileColumn::list(name, kind, |_| Cell::Texts(Vec::new()));
    let children = FileColumn::list("children", CellKind::Integers, |row| {
        Cell::Integers(all[row].children.clone())
    });
    let points = FileColumn::list("entity_ids", CellKind::Texts, |row| {
        Cell::Texts(all[row].points.iter().map(String::as_str).collect())
    });
    let mut columns = vec![
        text("id", |row| &row.name),
        at("human_readable_id"),
        at("community"),
        number("level", |row| row.level),
        number("parent", |row| row.parent),
        children,
        text("title", |row| &row.title),
    ];
    columns.extend(match of {
        GraphRag::Communities => vec![
            points,
            none("relationship_ids", CellKind::Texts),
            none("text_unit_ids", CellKind::Texts),
        ],
        GraphRag::Reports => vec![
            text("summary", |row| &row.summary),
            text("full_content", |row| &row.content),
            FileColumn::real("rank", |row| Some(all[row].rank)),
            text("rating_explanation", |_| RANKED),
            none("findings", CellKind::Findings),
            text("full_content_json", |row| &row.json),
        ],
    });
    columns.extend([text("period", |_| ""), number("size", |row| row.points.len() as i64)]);
    FileTable { rows: all.len(), columns }
}
