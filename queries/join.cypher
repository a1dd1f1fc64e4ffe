// title: the smallest cluster that contains both (several where not all are stored)
// parameter: concept concept
// parameter: other concept
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
//                                    :param other => 'c90';
// The points that have all attributes the generating points of both share. Where that concept is
// not stored, the minimal ones of the common up-set answer.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (a:Concept {graph: g.graph, id: toInteger(ltrim($concept, 'c'))})
MATCH (b:Concept {graph: g.graph, id: toInteger(ltrim($other, 'c'))})
CALL (g, a, b) {
  UNWIND a.generatorIds + b.generatorIds AS id
  MATCH (p:Point {graph: g.graph, id: id})
  RETURN collect(DISTINCT p) AS taken
}
CALL (taken) {
  UNWIND taken AS p
  MATCH (p)-[:NEIGHBOR|HAS]->(x)
  WITH x, count(*) AS having
  WHERE having = size(taken)
  RETURN collect(x) AS shared
}
CALL (g, shared) {
  UNWIND shared AS x
  MATCH (p:Point)-[:NEIGHBOR|HAS]->(x)
  WITH p, count(*) AS having
  WHERE having = size(shared)
  RETURN sum(p.key) AS key, count(p) AS points
}
CALL (g, taken, shared) {
  // No shared attribute at all: then it is the cluster of all points.
  WITH * WHERE size(shared) = 0 AND size(taken) > 0
  MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
  RETURN sum(p.key) AS allKeys, count(p) AS all
}
CALL (g, a, taken, key, points, allKeys, all) {
  WITH * WHERE size(taken) > 0
  MATCH (c:Concept {graph: g.graph, key: key + allKeys})
  WHERE c.size = points + all
  RETURN collect(c) AS found
}
// Without a generating point both are the bottom.
WITH a, b, CASE size(taken) WHEN 0 THEN [a] ELSE found END AS closed
CALL (a, b, closed) {
  UNWIND closed AS c
  RETURN c
UNION ALL
  WITH * WHERE size(closed) = 0
  UNWIND [a, b] AS asked
  CALL (asked) {
    MATCH (asked)-[:COVERED_BY*0..]->(u:Concept)
    RETURN DISTINCT u
  }
  WITH u, count(*) AS holds
  WHERE holds = 2
  // Whoever is met only as itself, never as an upper cover of a common one, is minimal.
  CALL (u) {
    RETURN u AS c
  UNION ALL
    MATCH (u)-[:COVERED_BY]->(c:Concept)
    RETURN c
  }
  WITH c, count(*) AS met
  WHERE met = 1
  RETURN c
}
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY c.id;
