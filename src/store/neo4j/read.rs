//! Reads the sections of a graph in a Neo4j database.

use std::collections::HashMap;

use neo4rs::{BoltType, Row};

use super::display::{format_bolt, to_value};
use super::store::Neo4jStore;
use super::value::{Decoded, NamedValues, get};
use crate::base::ids::{ClassId, CommunityId, ConceptId, PointId};
use crate::base::numbers::from_hex;
use crate::base::rows::Value;
use crate::communities::{Community, Level, Overlap};
use crate::dataset::{Features, Origin};
use crate::graph::{
    ClassFacts, Concept, DamageError, GraphFacts, ReadResult, Sections, StoredContext, StoredPoint,
    StoredPoints, class_id, community_id, concept_id, point_id,
};
use crate::store::Result;
use crate::store::neo4j_rows::names;

fn optional_id<T>(row: &Row, column: &str, id: fn(i64) -> Decoded<T>) -> Decoded<Option<T>> {
    get::<Option<i64>>(row, column)?.map(id).transpose()
}

fn ids<T>(row: &Row, column: &str, id: fn(i64) -> Decoded<T>) -> Decoded<Vec<T>> {
    get::<Vec<i64>>(row, column)?.into_iter().map(id).collect()
}

impl Neo4jStore {
    /// Returns a list of names on the graph's own node; empty if the node has none.
    fn name_list(&self, property: &str) -> Result<Vec<String>> {
        let names = format!("MATCH (g:Graph {{load: $load}}) RETURN g.{property} AS names");
        let names = self.read(&names, |row| get::<Option<Vec<String>>>(row, "names"))?;
        Ok(names.into_iter().flatten().flatten().collect())
    }

    /// Returns the numbers and names of the nodes with a label, in ascending order.
    fn numbered_names(&self, label: &str) -> Result<Vec<(i64, String)>> {
        let all = format!(
            "MATCH (x:{label} {{load: $load}}) WHERE x.id > 0
             RETURN x.id AS id, x.name AS name ORDER BY x.id"
        );
        self.read(&all, |row| Ok((get(row, "id")?, get(row, "name")?)))
    }

    /// Returns the numbers of the nodes with a label by name; names are distinct.
    fn numbers_by_name(&self, label: &str) -> Result<HashMap<String, i64>> {
        let all = self.numbered_names(label)?.into_iter();
        Ok(all.map(|(number, name)| (name, number)).collect())
    }

    /// Returns the pairs of a concept and a node at the other end of a pattern, in ascending order.
    fn concept_pairs<T: Ord + Copy>(
        &self,
        pattern: &str,
        id: fn(i64) -> Decoded<T>,
    ) -> Result<Vec<(ConceptId, T)>> {
        let all = format!(
            "MATCH (c:Concept {{load: $load}}) WHERE c.id > 0
             RETURN c.id AS id, COLLECT {{ MATCH (c){pattern} RETURN x.id }} AS others
             ORDER BY c.id"
        );
        let lists = self.read(&all, |row| {
            let mut others = ids(row, "others", id)?;
            others.sort_unstable();
            Ok((concept_id(get(row, "id")?)?, others))
        })?;
        let pairs =
            |(id, others): (ConceptId, Vec<T>)| others.into_iter().map(move |one| (id, one));
        Ok(lists.into_iter().flat_map(pairs).collect())
    }
}

impl Sections for Neo4jStore {
    fn location(&self) -> String {
        self.address().to_string()
    }

    fn facts(&self) -> ReadResult<GraphFacts> {
        // The number of concepts decides how much memory is taken, so it is compared with the
        // stored nodes: with the last concept by id, and with the number of concepts of all graphs
        // together, which a server knows.
        let node = "MATCH (g:Graph {load: $load})
             CALL () { MATCH (c:Concept) RETURN count(c) AS all }
             RETURN g.facts AS keys, properties(g) AS properties, all,
                    EXISTS { MATCH (:Concept {load: $load, id: g.concepts}) } AS last,
                    EXISTS { MATCH (c:Concept {load: $load}) WHERE c.id > g.concepts } AS more";
        let facts = self.read(node, |row| {
            let (keys, properties): (Vec<String>, NamedValues) =
                (get(row, "keys")?, get(row, "properties")?);
            let entry = |key: String| {
                let property = properties.get(&names::fact_property(&key)).cloned();
                (key, property.map_or(Value::Null, to_value))
            };
            let entries: Vec<(String, Value)> = keys.into_iter().map(entry).collect();
            let facts = GraphFacts::from_entries(&entries)?;
            let (all, last, more): (u64, bool, bool) =
                (get(row, "all")?, get(row, "last")?, get(row, "more")?);
            match last && !more && u64::from(facts.concepts) <= all {
                true => Ok(GraphFacts { name: self.name().to_owned(), ..facts }),
                false => Err(format!("c{} is not its last cluster", facts.concepts).into()),
            }
        });
        Ok(facts?.pop().ok_or_else(|| self.replaced_error())?)
    }

    fn points(&self) -> ReadResult<StoredPoints> {
        let classes = self.numbered_names("Class")?;
        // Points store the name of their class; names of classes are distinct.
        let by_name: HashMap<&str, i64> =
            classes.iter().map(|(number, name)| (name.as_str(), *number)).collect();
        let of_class = |name: String| {
            let number = by_name.get(name.as_str()).copied();
            class_id(number.ok_or_else(|| DamageError(format!("there is no class {name:?}")))?)
        };
        let points = "MATCH (g:Graph {load: $load})
             MATCH (p:Point {load: $load}) WHERE p.id > 0
             RETURN p.id AS id, p.name AS name, p.class AS class, p.row AS row,
                    p.outlier AS outlier,
                    p.mapX AS x, p.mapY AS y,
                    [property IN coalesce(g.keptProperties, []) | coalesce(p[property], '')]
                        AS kept
             ORDER BY p.id";
        let points = self.read(points, |row| {
            let point = StoredPoint {
                number: get(row, "id")?,
                row: get(row, "row")?,
                name: get(row, "name")?,
                class: get::<Option<String>>(row, "class")?.map(of_class).transpose()?,
                place: [get(row, "x")?, get(row, "y")?],
                outlier: get(row, "outlier")?,
            };
            let cell = |cell| match cell {
                BoltType::String(text) => text.value,
                number => format_bolt(&number),
            };
            let kept: Vec<BoltType> = get(row, "kept")?;
            Ok((point, kept.into_iter().map(cell).collect()))
        })?;
        let (points, kept): (Vec<_>, Vec<Vec<String>>) = points.into_iter().unzip();
        Ok(StoredPoints {
            classes,
            points,
            kept_names: self.name_list("keptNames")?,
            kept: kept.concat(),
        })
    }

    fn context(&self, origin: Origin) -> ReadResult<StoredContext> {
        if origin == Origin::Ready {
            let incidence = "MATCH (p:Point {load: $load})-[:HAS]->(a:Attribute) WHERE p.id > 0
                 RETURN p.id AS point, a.id AS attribute ORDER BY point, attribute";
            let incidence = self.read(incidence, |row| {
                Ok((point_id(get(row, "point")?)?, point_id(get(row, "attribute")?)?))
            })?;
            return Ok(StoredContext::Ready {
                attributes: self.numbered_names("Attribute")?,
                incidence,
            });
        }
        let packed = "MATCH (p:Point {load: $load}) WHERE p.id > 0
                      RETURN p.context AS context ORDER BY p.id";
        Ok(StoredContext::Neighbors(self.read(packed, |row| {
            let bytes = from_hex(&get::<String>(row, "context")?);
            bytes.ok_or_else(|| "the context of a point cannot be read".into())
        })?))
    }

    fn features(&self) -> ReadResult<Features> {
        let values = "MATCH (g:Graph {load: $load})
             MATCH (p:Point {load: $load}) WHERE p.id > 0
             RETURN [property IN coalesce(g.featureProperties, []) | p[property]] AS values
             ORDER BY p.id";
        let values: Vec<Vec<f64>> = self.read(values, |row| get(row, "values"))?;
        Ok(Features { names: self.name_list("featureNames")?, values: values.concat().into() })
    }

    fn classes(&self) -> ReadResult<Vec<ClassFacts>> {
        let classes = "MATCH (k:Class {load: $load}) WHERE k.id > 0
             RETURN k.name AS name, k.size AS size, k.concepts AS concepts,
                    COLLECT { MATCH (k)-[:LARGEST_PURE]->(c:Concept) RETURN c.id }[0] AS largest,
                    k.dendrogramPurity AS purity, k.chance AS chance
             ORDER BY k.id";
        Ok(self.read(classes, |row| {
            Ok(ClassFacts {
                name: get(row, "name")?,
                size: get(row, "size")?,
                concepts: get(row, "concepts")?,
                largest_pure: optional_id(row, "largest", concept_id)?,
                dendrogram_purity: get(row, "purity")?,
                chance: get(row, "chance")?,
            })
        })?)
    }

    fn near_points(&self) -> ReadResult<Vec<(PointId, PointId, Option<f64>)>> {
        let near = "MATCH (p:Point {load: $load})-[n:NEIGHBOR]->(o:Point) WHERE p.id > 0
             RETURN p.id AS point, o.id AS other, n.distance AS distance ORDER BY point, n.rank";
        Ok(self.read(near, |row| {
            let [point, other] = [get(row, "point")?, get(row, "other")?];
            Ok((point_id(point)?, point_id(other)?, get(row, "distance")?))
        })?)
    }

    fn communities(&self) -> ReadResult<Vec<(CommunityId, Community)>> {
        let communities = "MATCH (m:Community {load: $load}) WHERE m.id > 0
             OPTIONAL MATCH (m)-[:PART_OF|JOINED_IN]->(p:Community)
             OPTIONAL MATCH (k:Class {load: $load, name: m.majorityClass})
             RETURN m.id AS id, m.name AS name, m.level AS level, p.id AS parent,
                    m.size AS points, m.separation AS separation, m.touching AS touching,
                    m.cohesion AS cohesion, m.purity AS purity, k.id AS class,
                    COLLECT { MATCH (m)-[:MOST_LIKE]->(c:Concept) RETURN c.id }[0] AS cluster,
                    m.title AS title, coalesce(m.typical, []) AS typical,
                    CASE WHEN size(m.apart) > 0
                         THEN reduce(all = m.apart[0], one IN tail(m.apart) | all + ', ' + one)
                    END AS apart
             ORDER BY m.id";
        Ok(self.read(communities, |row| {
            let level: String = get(row, "level")?;
            let no_level = |_| DamageError(format!("there is no level {level:?}"));
            let purity: Option<f64> = get(row, "purity")?;
            let community = Community {
                name: get(row, "name")?,
                level: level.parse::<Level>().map_err(no_level)?,
                parent: optional_id(row, "parent", community_id)?,
                points: get(row, "points")?,
                separation: get(row, "separation")?,
                touching: get(row, "touching")?,
                cohesion: get(row, "cohesion")?,
                majority_and_purity: optional_id(row, "class", class_id)?.zip(purity),
                cluster: optional_id(row, "cluster", concept_id)?,
                title: get(row, "title")?,
                typical: get(row, "typical")?,
                apart: get(row, "apart")?,
            };
            Ok((community_id(get(row, "id")?)?, community))
        })?)
    }

    fn overlaps(&self) -> ReadResult<Vec<Overlap>> {
        let overlaps = "MATCH (m:Community {load: $load})-[o:OVERLAPS]->(n:Community)
             WHERE m.id > 0
             RETURN m.id AS one, n.id AS other, o.points AS points, o.jaccard AS jaccard,
                    o.separation AS separation
             ORDER BY one, other";
        Ok(self.read(overlaps, |row| {
            Ok(Overlap {
                one: community_id(get(row, "one")?)?,
                other: community_id(get(row, "other")?)?,
                points: get(row, "points")?,
                jaccard: get(row, "jaccard")?,
                separation: get(row, "separation")?,
            })
        })?)
    }

    fn membership(&self) -> ReadResult<Vec<(PointId, CommunityId, f64)>> {
        let shares = "MATCH (p:Point {load: $load})-[b:IN_GROUP|IN_PART]->(m:Community)
             WHERE p.id > 0
             RETURN p.id AS point, m.id AS community, b.share AS share ORDER BY point, community";
        Ok(self.read(shares, |row| {
            let [point, community] = [get(row, "point")?, get(row, "community")?];
            Ok((point_id(point)?, community_id(community)?, get(row, "share")?))
        })?)
    }

    fn concepts(&self) -> ReadResult<Vec<Concept>> {
        // Concepts store the names of their centre and their community.
        let [points, communities] =
            [self.numbers_by_name("Point")?, self.numbers_by_name("Community")?];
        let number = |names: &HashMap<String, i64>, name: Option<String>| -> Decoded<Option<i64>> {
            let of = |name: String| {
                let number = names.get(&name).copied();
                number.ok_or_else(|| {
                    DamageError(format!("a cluster names {name:?}, which is not there"))
                })
            };
            name.map(of).transpose()
        };
        let concepts = "MATCH (c:Concept {load: $load}) WHERE c.id > 0
             RETURN c.id AS id, c.size AS size, c.centre AS centre, c.cohesion AS cohesion,
                    c.community AS community
             ORDER BY c.id";
        Ok(self.read(concepts, |row| {
            let center = number(&points, get(row, "centre")?)?;
            let community = number(&communities, get(row, "community")?)?;
            Ok(Concept {
                id: concept_id(get(row, "id")?)?,
                size: get(row, "size")?,
                counts: Vec::new(),
                center: center.map(point_id).transpose()?,
                cohesion: get(row, "cohesion")?,
                community: community.map(community_id).transpose()?,
            })
        })?)
    }

    fn class_counts(&self) -> ReadResult<Vec<(ConceptId, ClassId, u32)>> {
        let counts = "MATCH (c:Concept {load: $load})-[h:HAS_CLASS]->(k:Class) WHERE c.id > 0
             RETURN c.id AS id, k.id AS class, h.count AS count";
        Ok(self.read(counts, |row| {
            let [id, class] = [get(row, "id")?, get(row, "class")?];
            Ok((concept_id(id)?, class_id(class)?, get(row, "count")?))
        })?)
    }

    fn covers(&self) -> ReadResult<Vec<(ConceptId, ConceptId)>> {
        Ok(self.concept_pairs("-[:COVERED_BY]->(x:Concept)", concept_id)?)
    }

    fn members(&self) -> ReadResult<Vec<(ConceptId, PointId)>> {
        Ok(self.concept_pairs("<-[:MEMBER_OF]-(x:Point)", point_id)?)
    }
}
