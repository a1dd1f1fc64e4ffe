//! What the program asks of any stored graph, in Cypher.

use std::sync::Arc;

use neo4rs::Row;

use super::names;
use super::store::{Neo4jStore, missing, of_graph};
use super::value::{Decoded, index, int, list, text, value};
use crate::graph::{ClassFacts, Features};
use crate::keys::Key;
use crate::lattice::ConceptId;
use crate::store::{Base, Concept, Info, LatticeStore, Result};

fn cover(row: &Row) -> Decoded<(ConceptId, ConceptId)> {
    Ok((concept(row, "lower")?, concept(row, "upper")?))
}

fn concept(row: &Row, column: &str) -> Decoded<ConceptId> {
    Ok(ConceptId(index(row.get(column)?)))
}

fn indices(row: &Row, column: &str) -> Decoded<Vec<u32>> {
    // An offline import leaves an empty list out.
    let ids = row.get::<Option<Vec<i64>>>(column)?.unwrap_or_default();
    Ok(ids.into_iter().map(index).collect())
}

impl LatticeStore for Neo4jStore {
    fn info(&self) -> Result<Info> {
        let facts = of_graph!("RETURN g.facts AS facts");
        let keys: Vec<Vec<String>> = self.all(facts, |row| row.get("facts"))?;
        let Some(keys) = keys.into_iter().next() else {
            return Err(missing(&self.server, self.name())?);
        };
        let properties = list(keys.iter().map(|key| text(&names::of_fact(key))));
        let statement = of_graph!("UNWIND $properties AS property RETURN g[property] AS value");
        let values =
            self.server.read(self.about(statement).param("properties", properties), |row| {
                row.get("value").map(value)
            })?;
        Ok(Info(keys.into_iter().zip(values).collect()))
    }

    fn base(&self) -> Result<Arc<Base>> {
        self.cached_base()
    }

    fn features(&self) -> Result<Features> {
        let features = of_graph!("RETURN coalesce(g.featureNames, []) AS names");
        let all: Vec<Vec<String>> = self.all(features, |row| row.get("names"))?;
        let feature_names: Vec<String> = all.into_iter().flatten().collect();
        if feature_names.is_empty() {
            return Ok(Features::default());
        }
        let properties = list(feature_names.iter().map(|name| text(&names::of_feature(name))));
        let statement = of_graph!(
            "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
             RETURN [property IN $properties | p[property]] AS values ORDER BY p.id"
        );
        let rows: Vec<Vec<f64>> = self
            .server
            .read(self.about(statement).param("properties", properties), |row| row.get("values"))?;
        Ok(Features { names: feature_names, values: rows.into_iter().flatten().collect() })
    }

    fn classes(&self) -> Result<Vec<ClassFacts>> {
        let classes = of_graph!(
            "MATCH (k:Class {graph: g.graph}) WHERE k.id > 0
             RETURN k.name AS name, k.size AS size, k.concepts AS concepts,
                    k.largestPure AS largest, k.dendrogramPurity AS purity
             ORDER BY k.id"
        );
        self.all(classes, |row| {
            Ok(ClassFacts {
                name: row.get("name")?,
                size: row.get("size")?,
                concepts: row.get("concepts")?,
                largest_pure: row.get::<Option<i64>>("largest")?.map(|id| ConceptId(index(id))),
                dendrogram_purity: row.get("purity")?,
            })
        })
    }

    fn boundary(&self) -> Result<Vec<Option<ConceptId>>> {
        let boundary = of_graph!(
            "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0 AND g.classes > 0
             RETURN p.boundary AS id ORDER BY p.id"
        );
        let met = |row: &Row| Ok(row.get::<Option<i64>>("id")?.map(|id| ConceptId(index(id))));
        self.all(boundary, met)
    }

    fn concepts(&self, ids: &[ConceptId]) -> Result<Vec<Concept>> {
        let classes = self.cached_base()?.points.classes().map_or(0, |c| c.names().len());
        let concepts = of_graph!(
            "UNWIND range(0, size($ids) - 1) AS at
             MATCH (c:Concept {graph: g.graph, id: $ids[at]})
             CALL (c) {
               MATCH (c)-[h:HAS_CLASS]->(k:Class)
               RETURN collect(k.id) AS classes, collect(h.count) AS counts
             }
             RETURN c.id AS id, c.size AS size, c.intentSize AS intent, c.key AS key,
                    c.generatorIds AS generator, classes, counts
             ORDER BY at"
        );
        self.each(concepts, ids, |row| {
            let mut counts = vec![0; classes];
            let of: Vec<i64> = row.get("classes")?;
            for (class, count) in of.into_iter().zip(row.get::<Vec<u32>>("counts")?) {
                if let Some(place) = counts.get_mut(index(class) as usize) {
                    *place = count;
                }
            }
            Ok(Concept {
                id: concept(row, "id")?,
                size: row.get("size")?,
                intent_size: row.get("intent")?,
                key: row.get::<i64>("key")? as Key,
                generator: indices(row, "generator")?,
                counts,
            })
        })
    }

    fn upper(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let upper = of_graph!(
            "UNWIND range(0, size($ids) - 1) AS at
             MATCH (c:Concept {graph: g.graph, id: $ids[at]})-[:COVERED_BY]->(u:Concept)
             RETURN c.id AS lower, u.id AS upper ORDER BY at, upper"
        );
        self.each(upper, ids, cover)
    }

    fn lower(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let lower = of_graph!(
            "UNWIND range(0, size($ids) - 1) AS at
             MATCH (c:Concept {graph: g.graph, id: $ids[at]})<-[:COVERED_BY]-(l:Concept)
             RETURN l.id AS lower, c.id AS upper ORDER BY at, lower"
        );
        self.each(lower, ids, cover)
    }

    fn members(&self, ids: &[ConceptId]) -> Result<Vec<Vec<u32>>> {
        let base = self.cached_base()?;
        let generators = of_graph!(
            "UNWIND range(0, size($ids) - 1) AS at
             MATCH (c:Concept {graph: g.graph, id: $ids[at]})
             RETURN c.generatorIds AS generator ORDER BY at"
        );
        self.each(generators, ids, |row| Ok(base.context.closure(&indices(row, "generator")?)))
    }

    fn introduced(&self, point: u32) -> Result<Vec<ConceptId>> {
        let introduced = of_graph!(
            "MATCH (:Point {graph: g.graph, id: $point})-[:INTRODUCED_IN]->(c:Concept)
             RETURN c.id AS id ORDER BY id"
        );
        let statement = self.about(introduced).param("point", i64::from(point) + 1);
        self.server.read(statement, |row| concept(row, "id"))
    }

    fn introduces(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, u32)>> {
        let introduces = of_graph!(
            "UNWIND range(0, size($ids) - 1) AS at
             MATCH (c:Concept {graph: g.graph, id: $ids[at]})<-[:INTRODUCED_IN]-(p:Point)
             RETURN c.id AS id, p.id AS point ORDER BY at, point"
        );
        self.each(introduces, ids, |row| Ok((concept(row, "id")?, index(row.get("point")?))))
    }

    fn named(&self, names: &[(Key, u32)]) -> Result<Vec<Option<ConceptId>>> {
        let named = of_graph!(
            "UNWIND range(0, size($keys) - 1) AS at
             MATCH (c:Concept {graph: g.graph, key: $keys[at]}) WHERE c.size = $sizes[at]
             RETURN at, c.id AS id"
        );
        let keys = list(names.iter().map(|&(key, _)| int(key as i64)));
        let sizes = list(names.iter().map(|&(_, size)| int(size)));
        let statement = self.about(named).param("keys", keys).param("sizes", sizes);
        let mut found = vec![None; names.len()];
        let rows: Vec<(i64, ConceptId)> =
            self.server.read(statement, |row| Ok((row.get("at")?, concept(row, "id")?)))?;
        for (at, id) in rows {
            found[at as usize] = Some(id);
        }
        Ok(found)
    }
}
