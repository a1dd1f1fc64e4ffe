//! What the program reads of any stored graph, in Cypher.

use std::sync::Arc;

use super::shown::value;
use super::store::{Neo4jStore, missing, of_graph};
use super::value::{get, int, list, text};
use crate::base::rows::Value;
use crate::dataset::Features;
use crate::lattice::Lattice;
use crate::store::bounds::{Bounds, Checked};
use crate::store::neo4j_rows::names;
use crate::store::row_store::{Decoded, RowStore, Statements, StoredRow};
use crate::store::{DamageError, Error, GraphFacts, Queryable, Result, StoredContext};

/// Continues a statement with each of the nodes whose numbers are asked, `at` its place.
macro_rules! of_each {
    ($start:literal, $rest:literal) => {
        concat!(
            "MATCH (g:Graph {name: $graph, status: 'ready'}) WHERE g.load IS NOT NULL
             UNWIND range(0, size($ids) - 1) AS at
             MATCH (x:",
            $start,
            " {load: g.load, id: $ids[at]})",
            $rest
        )
    };
}

impl RowStore for Neo4jStore {
    const STATEMENTS: Statements = Statements {
        classes: of_graph!(
            "MATCH (k:Class {load: g.load}) WHERE k.id > 0
             RETURN k.name AS name, k.size AS size, k.concepts AS concepts,
                    COLLECT { MATCH (k)-[:LARGEST_PURE]->(c:Concept) RETURN c.id }[0] AS largest,
                    k.dendrogramPurity AS purity, k.chance AS chance
             ORDER BY k.id"
        ),
        communities: of_graph!(
            "MATCH (m:Community {load: g.load}) WHERE m.id > 0
             OPTIONAL MATCH (m)-[:PART_OF]->(p:Community)
             OPTIONAL MATCH (k:Class {load: g.load, name: m.majorityClass})
             RETURN m.id AS id, m.name AS name, m.level AS level, p.id AS parent,
                    m.points AS points, m.separation AS separation, m.touching AS touching,
                    m.cohesion AS cohesion, m.purity AS purity, k.id AS class,
                    COLLECT { MATCH (m)-[:MOST_LIKE]->(c:Concept) RETURN c.id }[0] AS cluster,
                    m.title AS title,
                    CASE WHEN size(m.apart) > 0
                         THEN reduce(told = m.apart[0], one IN tail(m.apart) | told + ', ' + one)
                    END AS apart
             ORDER BY m.id"
        ),
        summaries: of_graph!(
            "MATCH (m:Community {load: g.load}) WHERE m.id > 0
             RETURN m.summary AS summary ORDER BY m.id"
        ),
        overlaps: of_graph!(
            "MATCH (m:Community {load: g.load})-[o:OVERLAPS]->(n:Community) WHERE m.id > 0
             RETURN m.id AS one, n.id AS other, o.points AS points, o.jaccard AS jaccard,
                    o.separation AS separation
             ORDER BY one, other"
        ),
        membership: of_graph!(
            "MATCH (p:Point {load: g.load})-[b:BELONGS_TO]->(m:Community) WHERE p.id > 0
             RETURN p.id AS point, m.id AS community, b.share AS share ORDER BY point, community"
        ),
        concept: of_each!(
            "Concept",
            " RETURN x.id AS id, x.size AS size, x.cohesion AS cohesion,
                     COLLECT { MATCH (p:Point {load: x.load})
                               WHERE p.id > 0 AND p.name = x.centre RETURN p.id
                     }[0] AS centre,
                     COLLECT { MATCH (m:Community {load: x.load})
                               WHERE m.id > 0 AND m.name = x.community RETURN m.id
                     }[0] AS community
              ORDER BY at"
        ),
        counts: of_each!(
            "Concept",
            "-[h:HAS_CLASS]->(k:Class) RETURN x.id AS id, k.id AS class, h.count AS count"
        ),
        upper: of_each!(
            "Concept",
            "-[:COVERED_BY|BOTTOM_OF]->(u:Concept)
             RETURN x.id AS lower, u.id AS upper ORDER BY at, upper"
        ),
        lower: of_each!(
            "Concept",
            "<-[:COVERED_BY|BOTTOM_OF]-(l:Concept)
             RETURN l.id AS lower, x.id AS upper ORDER BY at, lower"
        ),
        members: of_each!(
            "Concept",
            "<-[:MEMBER_OF]-(p:Point) RETURN x.id AS id, p.id AS point ORDER BY at, point"
        ),
        containing: of_each!(
            "Point",
            "-[:MEMBER_OF]->(c:Concept) RETURN x.id AS point, c.id AS id ORDER BY at, id"
        ),
        near: of_graph!(
            "MATCH (p:Point {load: g.load})-[n:NEIGHBOR]->(o:Point) WHERE p.id > 0
             RETURN p.id AS point, o.id AS other, n.distance AS distance ORDER BY point, n.rank"
        ),
        of_class: of_each!(
            "Class",
            "<-[h:HAS_CLASS]-(c:Concept)
             RETURN c.id AS id, c.size AS size, h.count AS count ORDER BY id"
        ),
        by_size: of_graph!(
            "MATCH (c:Concept {load: g.load}) WHERE c.id > 0
             RETURN c.size AS size, count(*) AS concepts, avg(c.purity) AS purity,
                    sum(COUNT { (c)-[:COVERED_BY|BOTTOM_OF]->() }) AS covers
             ORDER BY size"
        ),
    };

    fn rows<T>(
        &self,
        statement: &str,
        decode: impl Fn(&dyn StoredRow) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.all(statement, |row| decode(row))
    }

    fn rows_of<T>(
        &self,
        statement: &str,
        numbers: impl Iterator<Item = i64>,
        decode: impl Fn(&dyn StoredRow) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        let statement = self.about(statement).param("ids", list(numbers.map(int)));
        self.read(statement, |row| decode(row))
    }

    /// Beyond the bounds of a graph may be within those of one that replaced it meanwhile.
    fn sound<T>(&self, answer: T, check: impl Fn(Bounds<'_>, &T) -> Checked) -> Result<T> {
        if self.kept_context().is_some_and(|kept| check(Bounds::of(&kept), &answer).is_ok()) {
            return Ok(answer);
        }
        let checked = check(Bounds::of(&*self.cached_context()?), &answer);
        checked.map(|()| answer).map_err(|error| self.damaged(error))
    }

    fn damaged(&self, damage: impl Into<DamageError>) -> Error {
        Error::Damaged { place: self.address().to_string(), damage: damage.into() }
    }

    fn read_facts(&self) -> Result<GraphFacts> {
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
        let facts = GraphFacts::from_entries(&entries).map_err(|error| self.damaged(error))?;
        // The claimed numbers decide how much memory is taken, so they are compared with what is
        // stored: the last concept by its id, and how many all graphs together have, which a server
        // knows.
        let there = of_graph!(
            "CALL () { MATCH (c:Concept) RETURN count(c) AS all }
             RETURN all, EXISTS { MATCH (:Concept {load: g.load, id: $last}) } AS last,
                    EXISTS { MATCH (c:Concept {load: g.load}) WHERE c.id > $last } AS more"
        );
        let claimed = i64::from(facts.concepts);
        let there: Vec<(i64, bool, bool)> = self
            .read(self.about(there).param("last", claimed), |row| {
                Ok((get(row, "all")?, get(row, "last")?, get(row, "more")?))
            })?;
        match there[..] {
            [(all, true, false)] if claimed <= all => {
                Ok(GraphFacts { name: self.name().to_owned(), ..facts })
            }
            [_, ..] => Err(self.damaged(format!("c{claimed} is not its last cluster"))),
            [] => Err(missing(&self.server, self.name())?),
        }
    }

    fn cached_context(&self) -> Result<Arc<StoredContext>> {
        self.context_of_load()
    }

    fn read_features(&self) -> Result<Features> {
        let features = of_graph!("RETURN coalesce(g.featureNames, []) AS names");
        let names: Vec<Vec<String>> = self.all(features, |row| get(row, "names"))?;
        let names = names.concat();
        let properties = list(names.iter().map(|name| text(&names::of_feature(name))));
        let statement = of_graph!(
            "MATCH (p:Point {load: g.load}) WHERE p.id > 0 AND size($properties) > 0
             RETURN [property IN $properties | p[property]] AS values ORDER BY p.id"
        );
        let statement = self.about(statement).param("properties", properties);
        let values: Vec<Vec<f64>> = self.read(statement, |row| get(row, "values"))?;
        Ok(Features { names, values: values.concat().into() })
    }

    fn cached_lattice(&self) -> Result<Arc<Lattice>> {
        self.lattice_of_load()
    }

    fn as_queryable(&self) -> &dyn Queryable {
        self
    }
}
