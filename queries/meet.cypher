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
MATCH (a:Concept {graph: $graph, name: $concept})
MATCH (b:Concept {graph: $graph, name: $other})
CALL (a, b) {
  UNWIND [a, b] AS c
  CALL (c) {
    WITH * WHERE c.intentSize = 0
    MATCH (p:Point {graph: $graph})
    RETURN p
  UNION ALL
    WITH * WHERE c.intentSize > 0 AND size(c.generatorNames) = 0
    MATCH (p:Point {graph: $graph})
    WHERE COUNT { (p)-[:NEIGHBOR|HAS]->() } + CASE p.ownNeighbor WHEN true THEN 1 ELSE 0 END
          = c.intentSize
    RETURN p
  UNION ALL
    WITH * WHERE c.intentSize > 0
    UNWIND c.generatorNames AS name
    MATCH (p:Point {graph: $graph, name: name})-[:NEIGHBOR|HAS*0..1]->(x)
    WHERE p <> x OR p.ownNeighbor
    WITH c, x, count(*) AS having
    WHERE having = size(c.generatorNames)
    MATCH (p:Point)-[:NEIGHBOR|HAS*0..1]->(x)
    WHERE p <> x OR p.ownNeighbor
    WITH c, p, count(*) AS having
    WHERE having = c.intentSize
    RETURN p
  }
  WITH p, count(*) AS holds
  WHERE holds = 2
  RETURN sum(p.key) AS key, count(p) AS points
}
CALL (key, points) {
  MATCH (c:Concept {graph: $graph, key: key})
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
    MATCH (asked)<-[:COVERED_BY|BOTTOM_OF*0..]-(l:Concept)
    RETURN DISTINCT l
  }
  WITH l, count(*) AS within
  WHERE within = 2
  // Whoever is met only as itself, never as a lower cover of a common one, is maximal.
  CALL (l) {
    RETURN l AS c
  UNION ALL
    MATCH (l)<-[:COVERED_BY|BOTTOM_OF]-(c:Concept)
    RETURN c
  }
  WITH c, count(*) AS met
  WHERE met = 1
  RETURN c
}
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY c.id;
