//! Reading a graph from a Neo4j database.
//!
//! Every statement starts from the graph's own node, so a graph that is still being loaded is not
//! seen, and one that is replaced in between is seen whole, before or after.

use std::cell::OnceCell;
use std::collections::HashMap;

use neo4rs::{Query, Row, query};

use super::address::Address;
use super::credentials::Credentials;
use super::server::Server;
use super::value::{Decoded, bolt, cells, ids, index, list, text, value};
use super::{journal, names};
use crate::context::FormalContext;
use crate::graph::{ClassFacts, Features};
use crate::keys::Key;
use crate::lattice::ConceptId;
use crate::mine::Progress;
use crate::points::{Classes, Points};
use crate::store::{Base, Concept, Error, Info, LatticeStore, Queryable, Result, Rows, Value};

/// The names of the graphs that can be read, sorted.
///
/// # Errors
/// A server that cannot be reached or fails.
pub fn graphs(address: &Address, credentials: &Credentials) -> Result<Vec<String>> {
    journal::ready(&Server::connect(address, credentials)?)
}

/// Removes the graph that the address names, and what is left of loads of that name that failed. It
/// can be interrupted and called again.
///
/// # Errors
/// No name, no such graph, a server that cannot be reached or fails, an interrupt.
pub fn remove(address: &Address, credentials: &Credentials, progress: &Progress) -> Result<()> {
    let Some(name) = address.graph() else {
        return Err(Error::Refused(format!("{address}: name the graph to remove: ?graph=NAME")));
    };
    let server = Server::connect(address, credentials)?;
    if !journal::mark_for_removal(&server, name)? {
        return Err(missing(&server, name)?);
    }
    journal::sweep_removed(&server, name, &|| progress.interrupted())
}

/// What a person is told who asks for a graph that is not there.
fn missing(server: &Server, name: &str) -> Result<Error> {
    let place = server.address().server();
    let there = journal::ready(server)?;
    Ok(Error::Refused(match there.is_empty() {
        true => format!("{place}: there is no graph here; load one with `conceptgraph build`"),
        false => format!("{place}: there is no graph {name:?}; there are {}", there.join(", ")),
    }))
}

/// A stored graph, open for reading.
#[derive(Debug)]
pub struct Neo4jStore {
    server: Server,
    name: String,
    base: OnceCell<Base>,
}

/// Begins every statement that reads: the graph's own node.
macro_rules! of_graph {
    ($rest:literal) => {
        concat!("MATCH (g:Graph {name: $graph, status: 'ready'})\n", $rest)
    };
}

impl Neo4jStore {
    /// Opens the graph that the address names, or the only one there.
    ///
    /// # Errors
    /// A server that cannot be reached, no such graph, or several and none named.
    pub fn open(address: &Address, credentials: &Credentials) -> Result<Self> {
        let server = Server::connect(address, credentials)?;
        let there = journal::ready(&server)?;
        let name = match (address.graph(), &there[..]) {
            (Some(name), there) if there.iter().any(|one| one == name) => name.to_owned(),
            (Some(name), _) => return Err(missing(&server, name)?),
            (None, [only]) => only.clone(),
            (None, []) => return Err(missing(&server, "")?),
            (None, several) => {
                return Err(Error::Refused(format!(
                    "{}: there are several graphs, name one with ?graph=: {}",
                    address.server(),
                    several.join(", ")
                )));
            }
        };
        Ok(Self { server, name, base: OnceCell::new() })
    }

    /// The graph's name in the database.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is.
    pub fn address(&self) -> Address {
        self.server.address().with_graph(&self.name)
    }

    fn about(&self, statement: &str) -> Query {
        query(statement).param("graph", self.name.as_str())
    }

    /// All rows of a statement about the graph.
    fn all<T>(&self, statement: &str, decode: impl Fn(&Row) -> Decoded<T>) -> Result<Vec<T>> {
        self.server.read(self.about(statement), decode)
    }

    /// The rows of a statement for each id in turn.
    fn each<T>(
        &self,
        statement: &str,
        asked: &[ConceptId],
        decode: impl Fn(&Row) -> Decoded<T>,
    ) -> Result<Vec<T>> {
        self.server.read(self.about(statement).param("ids", ids(asked)), decode)
    }

    fn cached_base(&self) -> Result<&Base> {
        if let Some(base) = self.base.get() {
            return Ok(base);
        }
        let base = self.read_base()?;
        Ok(self.base.get_or_init(|| base))
    }

    fn read_base(&self) -> Result<Base> {
        let classes = of_graph!(
            "MATCH (k:Class {graph: g.graph}) WHERE k.id > 0 RETURN k.name AS name ORDER BY k.id"
        );
        let classes: Vec<String> = self.all(classes, |row| row.get("name"))?;
        let points = of_graph!(
            "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
             RETURN p.name AS name, p.class AS class, p.key AS key ORDER BY p.id"
        );
        let rows: Vec<(String, Option<String>, i64)> =
            self.all(points, |row| Ok((row.get("name")?, row.get("class")?, row.get("key")?)))?;
        let labels: Vec<&String> = rows.iter().filter_map(|(_, class, _)| class.as_ref()).collect();
        let classes = (!classes.is_empty()).then(|| Classes::from_labels(&labels));
        let keys = rows.iter().map(|&(_, _, key)| key as Key).collect();
        let names: Vec<String> = rows.iter().map(|(name, _, _)| name.clone()).collect();
        let points = Points::named(names, classes)
            .map_err(|_| self.server.failed("two points have one name"))?;
        let attributes = of_graph!(
            "MATCH (a:Attribute {graph: g.graph}) WHERE a.id > 0 RETURN a.name AS name ORDER BY a.id"
        );
        let mut attributes: Vec<String> = self.all(attributes, |row| row.get("name"))?;
        let incidence = of_graph!(
            "MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
             CALL (p) { MATCH (p)-[:NEIGHBOR|HAS]->(a) RETURN collect(a.id) AS others }
             RETURN p.id AS id, others, EXISTS { (p)-[:NEIGHBOR]->() } AS neighbors ORDER BY id"
        );
        let rows: Vec<(Vec<i64>, bool)> =
            self.all(incidence, |row| Ok((row.get("others")?, row.get("neighbors")?)))?;
        if rows.iter().any(|&(_, neighbors)| neighbors) {
            attributes = points.names().to_vec();
        }
        let lists = rows.into_iter().map(|(others, _)| others.into_iter().map(index).collect());
        Ok(Base { context: FormalContext::new(attributes, lists), points, keys })
    }
}

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
            return Err(missing(&self.server, &self.name)?);
        };
        let properties = list(keys.iter().map(|key| text(&names::of_fact(key))));
        let statement = of_graph!("UNWIND $properties AS property RETURN g[property] AS value");
        let values =
            self.server.read(self.about(statement).param("properties", properties), |row| {
                row.get("value").map(value)
            })?;
        Ok(Info(keys.into_iter().zip(values).collect()))
    }

    fn base(&self) -> Result<Base> {
        self.cached_base().cloned()
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
        let context = &self.cached_base()?.context;
        let generators = of_graph!(
            "UNWIND range(0, size($ids) - 1) AS at
             MATCH (c:Concept {graph: g.graph, id: $ids[at]})
             RETURN c.generatorIds AS generator ORDER BY at"
        );
        self.each(generators, ids, |row| Ok(context.closure(&indices(row, "generator")?)))
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

    fn named(&self, key: Key, size: u32) -> Result<Option<ConceptId>> {
        let named = of_graph!(
            "MATCH (c:Concept {graph: g.graph, key: $key}) WHERE c.size = $size
             RETURN c.id AS id"
        );
        let statement = self.about(named).param("key", key as i64).param("size", i64::from(size));
        Ok(self.server.read(statement, |row| concept(row, "id"))?.first().copied())
    }
}

impl Queryable for Neo4jStore {
    /// The graph's name is given as `$graph`. A parameter is a single value; a list of points comes
    /// as a JSON array, as SQL takes it, and is handed on as the list that Cypher takes.
    fn run(&self, statement: &str, parameters: &[(&str, Value)]) -> Result<Rows> {
        let mut asked = self.about(statement);
        for (name, value) in parameters {
            let names: Option<Vec<String>> = match value {
                Value::Text(json) if *name == LIST => serde_json::from_str(json).ok(),
                _ => None,
            };
            let value = match names {
                Some(names) => list(names.iter().map(|name| text(name))),
                None => bolt(value),
            };
            asked = asked.param(name, value);
        }
        let rows = self.server.read(asked, cells)?;
        let mut columns: Vec<String> =
            rows.first().map_or(Vec::new(), |row| row.keys().cloned().collect());
        columns.sort_unstable();
        let row = |mut row: HashMap<String, Value>| {
            columns.iter().map(|column| row.remove(column).unwrap_or(Value::Null)).collect()
        };
        Ok(Rows { rows: rows.into_iter().map(row).collect(), columns })
    }
}

/// The parameter that is a list.
const LIST: &str = "points";
