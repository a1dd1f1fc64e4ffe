// title: the points of a cluster
// parameter: concept concept
// columns: point class
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
// The attributes that all generating points share, then the points that have them all.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (c:Concept {graph: g.graph, id: toInteger(ltrim($concept, 'c'))})
CALL (g, c) {
  // No shared attribute at all: then all points.
  WITH * WHERE c.intentSize = 0
  MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
  RETURN p
UNION ALL
  // Sharing everything needs no generator: the points that have every attribute.
  WITH * WHERE c.intentSize > 0 AND size(c.generatorIds) = 0
  MATCH (p:Point {graph: g.graph})
  WHERE p.id > 0 AND COUNT { (p)-[:NEIGHBOR|HAS]->() } = c.intentSize
  RETURN p
UNION ALL
  WITH * WHERE c.intentSize > 0
  UNWIND c.generatorIds AS id
  MATCH (:Point {graph: g.graph, id: id})-[:NEIGHBOR|HAS]->(a)
  WITH a, count(*) AS having
  WHERE having = size(c.generatorIds)
  MATCH (p:Point)-[:NEIGHBOR|HAS]->(a)
  WITH p, count(*) AS having
  WHERE having = c.intentSize
  RETURN p
}
RETURN p.name AS point, p.class AS class
ORDER BY p.id;
