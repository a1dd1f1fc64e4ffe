//! The sections of a graph in its SQLite file.

use rusqlite::Row;

use super::store::SqliteStore;
use super::{decode, features};
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::rows::Value;
use crate::communities::{Community, Level, Overlap};
use crate::dataset::{Features, Origin};
use crate::graph::{
    ClassFacts, Concept, GraphFacts, ReadResult, Sections, StoredContext, StoredPoint, StoredPoints,
};
use crate::store::Result;
use decode::{id, optional_id, text_error};

/// The fewest bytes of a row of the table `concept`.
const LEAST_BYTES: i64 = 8;

impl SqliteStore {
    /// Returns the column names in a table of columns, which must be numbered from 1.
    fn column_names(&self, table: &str) -> Result<Vec<String>> {
        let select = format!("SELECT id, name FROM {table} ORDER BY id");
        let rows = self.query_all(&select, |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))?;
        match (1..).zip(&rows).find(|(at, (number, _))| at != number) {
            Some((at, _)) => Err(self.damage_error(format!("{table} {at} is missing"))),
            None => Ok(rows.into_iter().map(|(_, name)| name).collect()),
        }
    }

    fn numbered_names(&self, table: &str) -> Result<Vec<(i64, String)>> {
        let select = format!("SELECT id, name FROM {table} ORDER BY id");
        self.query_all(&select, |row| Ok((row.get(0)?, row.get(1)?)))
    }
}

/// Reads names in a JSON array.
fn names(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<String>> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text)
        .map_err(|_| text_error(column, format!("{text:?} is no list of names")))
}

impl Sections for SqliteStore {
    fn location(&self) -> String {
        self.path().display().to_string()
    }

    fn facts(&self) -> ReadResult<GraphFacts> {
        let entries: Vec<(String, Value)> = self
            .query_all("SELECT key, value FROM graph ORDER BY rowid", |row| {
                Ok((row.get(0)?, decode::to_value(row.get_ref(1)?)))
            })?;
        let facts = GraphFacts::from_entries(&entries).map_err(|error| self.damage_error(error))?;
        // The number of concepts decides how much memory is taken, so it is compared with the
        // stored rows and with the size of the file.
        let select = "SELECT coalesce(max(id), 0),
                (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)
            FROM concept";
        let there: Vec<(i64, i64)> =
            self.query_all(select, |row| Ok((row.get(0)?, row.get(1)?)))?;
        let claimed = i64::from(facts.concepts);
        match there[..] {
            [(last, bytes)] if last == claimed && last <= bytes / LEAST_BYTES => Ok(facts),
            [(last, _)] => {
                let claimed = format!("it claims {claimed} clusters, but its last is c{last}");
                Err(self.damage_error(claimed).into())
            }
            _ => Err(self.damage_error("its clusters cannot be counted").into()),
        }
    }

    fn points(&self) -> ReadResult<StoredPoints> {
        let points = "SELECT id, \"row\", name, class_id, map_x, map_y, outlier
            FROM point ORDER BY id";
        let kept = "SELECT value FROM kept ORDER BY point_id, kept_column_id";
        Ok(StoredPoints {
            classes: self.numbered_names("class")?,
            points: self.query_all(points, |row| {
                Ok(StoredPoint {
                    number: row.get(0)?,
                    row: row.get(1)?,
                    name: row.get(2)?,
                    class: optional_id(row, 3)?,
                    place: [row.get(4)?, row.get(5)?],
                    outlier: row.get(6)?,
                })
            })?,
            kept_names: self.column_names("kept_column")?,
            kept: self.query_all(kept, |row| row.get(0))?,
        })
    }

    fn context(&self, origin: Origin) -> ReadResult<StoredContext> {
        Ok(match origin {
            Origin::Ready => {
                let incidence = "SELECT point_id, attribute_id FROM incidence ORDER BY 1, 2";
                StoredContext::Ready {
                    attributes: self.numbered_names("attribute")?,
                    incidence: self.query_all(incidence, |row| Ok((id(row, 0)?, id(row, 1)?)))?,
                }
            }
            Origin::Neighbors { .. } => {
                let neighbors = "SELECT neighbors FROM context ORDER BY point_id";
                StoredContext::Neighbors(self.query_all(neighbors, |row| row.get(0))?)
            }
        })
    }

    fn features(&self) -> ReadResult<Features> {
        let names = self.column_names("feature")?;
        let values = features::read(&names, |select, each| self.query_all(select, each).map(drop))?;
        Ok(Features { names, values: values.into() })
    }

    fn classes(&self) -> ReadResult<Vec<ClassFacts>> {
        let select = "SELECT name, size, concepts, largest_pure_id, dendrogram_purity, chance
            FROM class ORDER BY id";
        Ok(self.query_all(select, |row| {
            Ok(ClassFacts {
                name: row.get(0)?,
                size: row.get(1)?,
                concepts: row.get::<_, u32>(2)?.into(),
                largest_pure: optional_id(row, 3)?,
                dendrogram_purity: row.get(4)?,
                chance: row.get(5)?,
            })
        })?)
    }

    fn near_points(&self) -> ReadResult<Vec<(PointId, PointId, Option<f64>)>> {
        let select = "SELECT point_id, neighbor_id, distance FROM neighbor ORDER BY point_id, rank";
        Ok(self.query_all(select, |row| Ok((id(row, 0)?, id(row, 1)?, row.get(2)?)))?)
    }

    fn communities(&self) -> ReadResult<Vec<(CommunityId, Community)>> {
        let select = "SELECT id, name, level, parent_id, size, separation, touching, cohesion,
                majority_class_id, purity, concept_id, title, typical, apart
            FROM community ORDER BY id";
        Ok(self.query_all(select, |row| {
            let level: String = row.get(2)?;
            let level: Level =
                level.parse().map_err(|_| text_error(2, format!("there is no level {level:?}")))?;
            let community = Community {
                name: row.get(1)?,
                level,
                parent: optional_id(row, 3)?,
                points: row.get(4)?,
                separation: row.get(5)?,
                touching: row.get(6)?,
                cohesion: row.get(7)?,
                majority_and_purity: optional_id(row, 8)?.zip(row.get(9)?),
                cluster: optional_id(row, 10)?,
                title: row.get(11)?,
                typical: names(row, 12)?,
                apart: row.get(13)?,
            };
            Ok((id(row, 0)?, community))
        })?)
    }

    fn overlaps(&self) -> ReadResult<Vec<Overlap>> {
        let select = "SELECT community_id, other_id, points, jaccard, separation
            FROM overlap ORDER BY community_id, other_id";
        Ok(self.query_all(select, |row| {
            Ok(Overlap {
                one: id(row, 0)?,
                other: id(row, 1)?,
                points: row.get(2)?,
                jaccard: row.get(3)?,
                separation: row.get(4)?,
            })
        })?)
    }

    fn membership(&self) -> ReadResult<Vec<(PointId, CommunityId, f64)>> {
        let select = "SELECT point_id, community_id, share FROM in_group
            UNION ALL SELECT point_id, community_id, share FROM in_part ORDER BY 1, 2";
        Ok(self.query_all(select, |row| Ok((id(row, 0)?, id(row, 1)?, row.get(2)?)))?)
    }

    fn concepts(&self) -> ReadResult<Vec<Concept>> {
        let select = "SELECT id, size, centre_id, cohesion, community_id FROM concept ORDER BY id";
        Ok(self.query_all(select, |row| {
            Ok(Concept {
                id: id(row, 0)?,
                size: row.get(1)?,
                counts: Vec::new(),
                center: optional_id(row, 2)?,
                cohesion: row.get(3)?,
                community: optional_id(row, 4)?,
            })
        })?)
    }

    fn class_counts(&self) -> ReadResult<Vec<(ConceptId, ClassId, u32)>> {
        let select = "SELECT concept_id, class_id, count FROM concept_class";
        Ok(self.query_all(select, |row| Ok((id(row, 0)?, id(row, 1)?, row.get(2)?)))?)
    }

    fn covers(&self) -> ReadResult<Vec<(ConceptId, ConceptId)>> {
        let select = "SELECT lower_id, upper_id FROM cover ORDER BY 1, 2";
        Ok(self.query_all(select, |row| Ok((id(row, 0)?, id(row, 1)?)))?)
    }

    fn members(&self) -> ReadResult<Vec<(ConceptId, PointId)>> {
        let select = "SELECT concept_id, point_id FROM member ORDER BY 1, 2";
        Ok(self.query_all(select, |row| Ok((id(row, 0)?, id(row, 1)?)))?)
    }
}
