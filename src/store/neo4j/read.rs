//! What the program reads of any stored graph, in Cypher.

use std::sync::Arc;

use neo4rs::Row;

use super::shown::value;
use super::store::{Neo4jStore, missing, of_graph};
use super::value::{Decoded, concept, get, int, key, list, maybe_concept, points, text};
use super::{attached, communities, integrity};
use crate::base::ids::{CommunityId, ConceptId, PointId};
use crate::base::keys::Key;
use crate::base::rows::Value;
use crate::communities::{Communities, Membership};
use crate::dataset::Features;
use crate::graph::ClassFacts;
use crate::store::neo4j_rows::names;
use crate::store::{
    Attached, Concept, DamageError, GraphFacts, LatticeStore, Result, StoredContext, class_id,
    community_id, point_id,
};

fn cover(row: &Row) -> Decoded<(ConceptId, ConceptId)> {
    Ok((concept(row, "lower")?, concept(row, "upper")?))
}

impl LatticeStore for Neo4jStore {
    fn facts(&self) -> Result<GraphFacts> {
        let facts = of_graph!("RETURN g.facts AS facts");
        let keys: Vec<Vec<String>> = self.all(facts, |row| get(row, "facts"))?;
        let Some(keys) = keys.into_iter().next() else {
            return Err(missing(&self.server, self.name())?);
        };
        let properties = list(keys.iter().map(|key| text(&names::of_fact(key))));
        let statement = of_graph!("UNWIND $properties AS property RETURN g[property] AS value");
        let values = self.read(self.about(statement).param("properties", properties), |row| {
            get(row, "value").map(value)
        })?;
        let entries: Vec<(String, Value)> = keys.into_iter().zip(values).collect();
        let facts = GraphFacts::from_entries(&entries);
        let facts = facts.map(|facts| GraphFacts { name: self.name().to_owned(), ..facts });
        let facts = facts.map_err(|error| self.damaged(error))?;
        // The claimed numbers decide how much memory is taken, so they are compared with what is
        // stored: the last concept by its id, and how many all graphs together have, which a server
        // knows.
        let there = of_graph!(
            "CALL () { MATCH (c:Concept) RETURN count(c) AS all }
             RETURN all, EXISTS { MATCH (:Concept {graph: g.graph, id: $last}) } AS last,
                    EXISTS { MATCH (c:Concept {graph: g.graph}) WHERE c.id > $last } AS more"
        );
        let there = self.about(there).param("last", i64::from(facts.concepts));
        let there: Vec<(i64, bool, bool)> =
            self.read(there, |row| Ok((get(row, "all")?, get(row, "last")?, get(row, "more")?)))?;
        let claimed = i64::from(facts.concepts);
        match there[..] {
            [(all, true, false)] if claimed <= all => Ok(facts),
            [_, ..] => Err(self.damaged(format!("c{claimed} is not its last cluster"))),
            [] => Err(missing(&self.server, self.name())?),
        }
    }

    fn stored_context(&self) -> Result<Arc<StoredContext>> {
        self.cached_context()
    }

    fn features(&self) -> Result<Arc<Features>> {
        let features = of_graph!("RETURN coalesce(g.featureNames, []) AS names");
        let all: Vec<Vec<String>> = self.all(features, |row| get(row, "names"))?;
        let feature_names: Vec<String> = all.into_iter().flatten().collect();
        let properties = list(feature_names.iter().map(|name| text(&names::of_feature(name))));
        let statement = of_graph!(
            "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
             RETURN [property IN $properties | p[property]] AS values ORDER BY p.id"
        );
        let rows: Vec<Vec<f64>> = self
            .read(self.about(statement).param("properties", properties), |row| {
                get(row, "values")
            })?;
        let features =
            Features { names: feature_names, values: rows.into_iter().flatten().collect() };
        self.sound(Arc::new(features), |bounds, features| bounds.features(features))
    }

    fn classes(&self) -> Result<Vec<ClassFacts>> {
        let classes = of_graph!(
            "MATCH (k:Class {graph: g.graph}) WHERE k.id > 0
             RETURN k.name AS name, k.size AS size, k.concepts AS concepts,
                    k.largestPure AS largest, k.dendrogramPurity AS purity,
                    k.chance AS chance
             ORDER BY k.id"
        );
        let classes = self.all(classes, |row| {
            Ok(ClassFacts {
                name: get(row, "name")?,
                size: get(row, "size")?,
                concepts: get(row, "concepts")?,
                largest_pure: maybe_concept(row, "largest")?,
                dendrogram_purity: get(row, "purity")?,
                chance: get(row, "chance")?,
            })
        })?;
        self.sound(classes, |bounds, classes| bounds.classes(classes))
    }

    fn boundary(&self) -> Result<Vec<Option<ConceptId>>> {
        let boundary = of_graph!(
            "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0 AND g.classes > 0
             RETURN p.boundary AS id ORDER BY p.id"
        );
        let boundary = self.all(boundary, |row| maybe_concept(row, "id"))?;
        self.sound(boundary, |bounds, boundary| bounds.boundary(boundary))
    }

    fn homes(&self) -> Result<Vec<Option<ConceptId>>> {
        let homes = of_graph!(
            "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0 RETURN p.home AS id ORDER BY p.id"
        );
        let homes = self.all(homes, |row| maybe_concept(row, "id"))?;
        self.sound(homes, |bounds, homes| bounds.homes(homes))
    }

    fn communities(&self) -> Result<Arc<Communities>> {
        communities::read(self).map(Arc::new)
    }

    fn membership(&self) -> Result<Arc<Membership>> {
        communities::membership(self).map(Arc::new)
    }

    fn concepts(&self, ids: &[ConceptId]) -> Result<Vec<Concept>> {
        let classes = self.cached_context()?.points.classes().map_or(0, |c| c.names().len());
        let concepts = of_graph!(
            "UNWIND range(0, size($ids) - 1) AS at
             MATCH (c:Concept {graph: g.graph, id: $ids[at]})
             CALL (c) {
               MATCH (c)-[h:HAS_CLASS]->(k:Class)
               RETURN collect(k.id) AS classes, collect(h.count) AS counts
             }
             RETURN c.id AS id, c.size AS size, c.intentSize AS intent, c.key AS key,
                    c.delta AS delta, c.cohesion AS cohesion, c.gap AS gap,
                    c.community AS community, c.generatorIds AS generator, classes, counts
             ORDER BY at"
        );
        let concepts = self.each(concepts, ids, |row| {
            let mut counts = vec![0; classes];
            let of: Vec<i64> = get(row, "classes")?;
            let having = get::<Vec<u32>>(row, "counts")?;
            if of.len() != having.len() {
                return Err(DamageError("a class of a cluster has no count".to_owned()));
            }
            for (class, count) in of.into_iter().zip(having) {
                let place = counts.get_mut(class_id(class)?.index());
                *place.ok_or_else(|| DamageError(format!("there is no class {class}")))? = count;
            }
            Ok(Concept {
                id: concept(row, "id")?,
                size: get(row, "size")?,
                intent_size: get(row, "intent")?,
                key: key(row, "key")?,
                generator: points(row, "generator")?,
                counts,
                delta: get(row, "delta")?,
                cohesion: get(row, "cohesion")?,
                gap: get(row, "gap")?,
                community: get::<Option<String>>(row, "community")?.map(group).transpose()?,
            })
        })?;
        self.sound(concepts, |bounds, concepts| {
            bounds.answered(ids, concepts.len())?;
            concepts.iter().try_for_each(|concept| bounds.row(concept))
        })
    }

    fn upper(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let upper = of_graph!(
            "UNWIND range(0, size($ids) - 1) AS at
             MATCH (c:Concept {graph: g.graph, id: $ids[at]})-[:COVERED_BY]->(u:Concept)
             RETURN c.id AS lower, u.id AS upper ORDER BY at, upper"
        );
        self.sound(self.each(upper, ids, cover)?, |bounds, covers| bounds.covers(covers))
    }

    fn lower(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, ConceptId)>> {
        let lower = of_graph!(
            "UNWIND range(0, size($ids) - 1) AS at
             MATCH (c:Concept {graph: g.graph, id: $ids[at]})<-[:COVERED_BY]-(l:Concept)
             RETURN l.id AS lower, c.id AS upper ORDER BY at, lower"
        );
        self.sound(self.each(lower, ids, cover)?, |bounds, covers| bounds.covers(covers))
    }

    fn members(&self, ids: &[ConceptId]) -> Result<Vec<Vec<PointId>>> {
        let generators = of_graph!(
            "UNWIND range(0, size($ids) - 1) AS at
             MATCH (c:Concept {graph: g.graph, id: $ids[at]})
             RETURN c.id AS id, c.generatorIds AS generator ORDER BY at"
        );
        let found =
            self.each(generators, ids, |row| Ok((concept(row, "id")?, points(row, "generator")?)))?;
        let found = self.sound(found, |bounds, found| {
            bounds.answered(ids, found.len())?;
            found.iter().try_for_each(|(id, generator)| bounds.points(*id, generator))
        })?;
        let context = &self.cached_context()?.context;
        Ok(found.into_iter().map(|(_, generator)| context.closure(&generator)).collect())
    }

    fn introduced(&self, point: PointId) -> Result<Vec<ConceptId>> {
        let introduced = of_graph!(
            "MATCH (:Point {graph: g.graph, id: $point})-[:INTRODUCED_IN]->(c:Concept)
             RETURN c.id AS id ORDER BY id"
        );
        let statement = self.about(introduced).param("point", point.number());
        let found = self.read(statement, |row| concept(row, "id"))?;
        self.sound(found, |bounds, found| bounds.concepts(found))
    }

    fn introduces(&self, ids: &[ConceptId]) -> Result<Vec<(ConceptId, PointId)>> {
        let introduces = of_graph!(
            "UNWIND range(0, size($ids) - 1) AS at
             MATCH (c:Concept {graph: g.graph, id: $ids[at]})<-[:INTRODUCED_IN]-(p:Point)
             RETURN c.id AS id, p.id AS point ORDER BY at, point"
        );
        let found = self.each(introduces, ids, |row| {
            Ok((concept(row, "id")?, point_id(get(row, "point")?)?))
        })?;
        self.sound(found, |bounds, found| {
            found.iter().try_for_each(|&(_, point)| bounds.point(point))
        })
    }

    fn find_by_key(&self, keys: &[(Key, u32)]) -> Result<Vec<Option<ConceptId>>> {
        let by_key = of_graph!(
            "UNWIND range(0, size($keys) - 1) AS at
             MATCH (c:Concept {graph: g.graph, key: $keys[at]}) WHERE c.size = $sizes[at]
             RETURN at, c.id AS id"
        );
        let sums = list(keys.iter().map(|&(key, _)| int(key as i64)));
        let sizes = list(keys.iter().map(|&(_, size)| int(size)));
        let statement = self.about(by_key).param("keys", sums).param("sizes", sizes);
        let mut found = vec![None; keys.len()];
        let rows: Vec<(i64, ConceptId)> =
            self.read(statement, |row| Ok((get(row, "at")?, concept(row, "id")?)))?;
        for (at, id) in rows {
            if let Some(place) = usize::try_from(at).ok().and_then(|at| found.get_mut(at)) {
                *place = Some(id);
            }
        }
        self.sound(found, |bounds, found| {
            found.iter().flatten().try_for_each(|&id| bounds.concept(id))
        })
    }

    fn attached(&self) -> Result<Option<Attached>> {
        attached::attached(self)
    }

    fn own_faults(&self, most: usize) -> Result<Vec<String>> {
        integrity::faults(self, most)
    }
}

/// The community that the name of a group means.
fn group(name: String) -> Decoded<CommunityId> {
    let number = name.strip_prefix('g').and_then(|number| number.parse().ok());
    community_id(number.unwrap_or(0))
}
