//! What is kept in a server besides the contract: properties that queries show, and relationships
//! that no list names.

use super::store::{Neo4jStore, of_graph};
use super::value::get;
use crate::store::Result;

/// Statements that answer with one line a fault.
const STATEMENTS: [&str; 12] = [
    of_graph!(
        "MATCH (c:Concept {load: g.load}) WHERE c.id > 0
         CALL (c) {
           MATCH (c)-[h:HAS_CLASS]->(k:Class)
           RETURN k.name AS class, h.count AS count ORDER BY h.count DESC, k.id LIMIT 1
         }
         WITH c, class, count
         WHERE c.majorityClass IS NULL OR c.majorityClass <> class OR c.purity IS NULL
               OR NOT abs(c.purity - toFloat(count) / c.size) < 1e-12
         RETURN 'c' + c.id + ' has another class or purity than its counts say' AS fault LIMIT 10"
    ),
    of_graph!(
        "MATCH (c:Concept {load: g.load}) WHERE c.id > 0
         CALL (c) { MATCH (c)-[:COVERED_BY|BOTTOM_OF]->(u) RETURN min(u.size) AS size }
         WITH c, size WHERE coalesce(c.gap, 0) <> coalesce(size - c.size, 0)
         RETURN 'the gap of c' + c.id + ' does not lead to its smallest parent' AS fault LIMIT 10"
    ),
    of_graph!(
        "MATCH (c:Concept {load: g.load}) WHERE c.id > 0
         MATCH (c)-[h:HAS_CLASS]->(k:Class)
         WHERE k.load <> g.load OR h.count < 1
               OR NOT coalesce(abs(h.purity - toFloat(h.count) / c.size) < 1e-12, false)
         RETURN 'the share of a class in c' + c.id + ' is not its count by the size' AS fault
         LIMIT 10"
    ),
    of_graph!(
        "MATCH (c:Concept {load: g.load}) WHERE c.id > 0
         MATCH (c)-[:COVERED_BY|BOTTOM_OF]->(u)
         WITH g, c, u, count(*) AS times
         WHERE times > 1 OR u.load IS NULL OR u.load <> g.load
         RETURN 'c' + c.id + ' is covered twice by one cluster, or by one of another graph' AS fault
         LIMIT 10"
    ),
    of_graph!(
        "MATCH (p:Point {load: g.load}) WHERE p.id > 0
         OPTIONAL MATCH (p)-[:OF_CLASS]->(k:Class)
         WITH p, collect(k.name) AS classes
         WHERE classes <> CASE WHEN p.class IS NULL THEN [] ELSE [p.class] END
         RETURN 'point ' + p.id + ' has another class than its relationship says' AS fault LIMIT 10"
    ),
    of_graph!(
        "MATCH (p:Point {load: g.load}) WHERE p.id > 0
         CALL (p) {
           OPTIONAL MATCH (p)-[b:BELONGS_TO]->(m:Community {level: 'group'})
           RETURN m, b.share AS share ORDER BY share DESC, m.id LIMIT 1
         }
         CALL (p, m) {
           OPTIONAL MATCH (p)-[b:BELONGS_TO]->(o:Community {level: 'part'})-[:PART_OF]->(m)
           RETURN o.name AS part ORDER BY b.share DESC, o.id LIMIT 1
         }
         WITH p, coalesce(m.name, '') AS community, coalesce(share, 0.0) AS share,
              coalesce(part, '') AS part
         WHERE coalesce(p.community, '') <> community OR coalesce(p.share, 0.0) <> share
               OR coalesce(p.part, '') <> part
         RETURN 'point ' + p.id + ' has another main community than its relationships say' AS fault
         LIMIT 10"
    ),
    of_graph!(
        "MATCH (c:Concept {load: g.load}) WHERE c.id > 0
         WITH g, c WHERE c.generator <> '{' + reduce(text = '', name IN COLLECT {
           UNWIND range(0, size(coalesce(c.generatorNames, [])) - 1) AS at
           MATCH (p:Point {load: g.load, name: c.generatorNames[at]})
           RETURN coalesce(p.quoted, p.name) ORDER BY at
         } | text + CASE text WHEN '' THEN '' ELSE ',' END + name) + '}'
         RETURN 'the generator of c' + c.id + ' is written otherwise' AS fault LIMIT 10"
    ),
    of_graph!(
        "MATCH (n:Concept {load: g.load}) WHERE n.id < 1 OR n.id IS NULL
         RETURN 'a cluster has no number' AS fault LIMIT 10"
    ),
    of_graph!(
        "MATCH (c:Concept {load: g.load}) WHERE c.id > 0
         WITH c, COUNT { ()-[:MEMBER_OF]->(c) } AS members, coalesce(g.members = true, false) AS all
         WHERE members <> CASE WHEN all THEN c.size ELSE 0 END
         RETURN 'c' + c.id + ' has ' + c.size + ' points, but ' + members + ' relationships to them'
                AS fault LIMIT 10"
    ),
    of_graph!(
        "MATCH (c:Concept {load: g.load}) WHERE c.id > 0 AND coalesce(c.name, '') <> 'c' + c.id
         RETURN 'c' + c.id + ' has another name' AS fault LIMIT 10"
    ),
    of_graph!(
        "MATCH (c:Concept {load: g.load}) WHERE c.id > 0
         WITH g, c.community AS name, min(c.id) AS id WHERE NOT name IS NULL
           AND NOT EXISTS { MATCH (:Community {load: g.load, name: name, level: 'group'}) }
         RETURN 'c' + id + ' is in a group that does not exist' AS fault LIMIT 10"
    ),
    of_graph!(
        "MATCH (m:Community {load: g.load})-[:PART_OF]->(p) WHERE m.id > 0
         WITH g, m, count(*) AS times, collect(p.load) AS loads
         WHERE times > 1 OR loads <> [g.load]
         RETURN coalesce(m.name, 'a community') + ' lies in several communities, or in one of '
                + 'another graph' AS fault LIMIT 10"
    ),
];

/// The first faults, at most `most`.
pub(super) fn faults(store: &Neo4jStore, most: usize) -> Result<Vec<String>> {
    let mut faults: Vec<String> = Vec::new();
    for statement in STATEMENTS {
        faults.extend(store.all(statement, |row| get::<String>(row, "fault"))?);
        if faults.len() >= most {
            break;
        }
    }
    faults.truncate(most);
    Ok(faults)
}
