// title: the largest cluster that both contain (several, or none, where not all are stored)
// parameter: concept concept
// parameter: other concept
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
//                                    :param other => 'c90';
// The common points are an extent themselves; the sum of their keys names its concept. Where it is
// not stored, the maximal ones of the common down-set answer.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (a:Concept {graph: g.graph, id: toInteger(ltrim($concept, 'c'))})
MATCH (b:Concept {graph: g.graph, id: toInteger(ltrim($other, 'c'))})
CALL (g, a, b) {
  UNWIND [a, b] AS c
  CALL (g, c) {
    WITH * WHERE c.intentSize = 0
    MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
    RETURN p
  UNION ALL
    WITH * WHERE c.intentSize > 0 AND size(c.generatorIds) = 0
    MATCH (p:Point {graph: g.graph})
    WHERE p.id > 0 AND COUNT { (p)-[:NEIGHBOR|HAS]->() } = c.intentSize
    RETURN p
  UNION ALL
    WITH * WHERE c.intentSize > 0
    UNWIND c.generatorIds AS id
    MATCH (:Point {graph: g.graph, id: id})-[:NEIGHBOR|HAS]->(x)
    WITH c, x, count(*) AS having
    WHERE having = size(c.generatorIds)
    MATCH (p:Point)-[:NEIGHBOR|HAS]->(x)
    WITH c, p, count(*) AS having
    WHERE having = c.intentSize
    RETURN p
  }
  WITH p, count(*) AS holds
  WHERE holds = 2
  RETURN sum(p.key) AS key, count(p) AS points
}
CALL (g, key, points) {
  MATCH (c:Concept {graph: g.graph, key: key})
  WHERE c.size = points
  RETURN collect(c) AS closed
}
CALL (a, b, closed) {
  UNWIND closed AS c
  RETURN c
UNION ALL
  WITH * WHERE size(closed) = 0
  UNWIND [a, b] AS asked
  CALL (asked) {
    MATCH (asked)<-[:COVERED_BY*0..]-(l:Concept)
    RETURN DISTINCT l
  }
  WITH l, count(*) AS within
  WHERE within = 2
  // Whoever is met only as itself, never as a lower cover of a common one, is maximal.
  CALL (l) {
    RETURN l AS c
  UNION ALL
    MATCH (l)<-[:COVERED_BY]-(c:Concept)
    RETURN c
  }
  WITH c, count(*) AS met
  WHERE met = 1
  RETURN c
}
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY c.id;
