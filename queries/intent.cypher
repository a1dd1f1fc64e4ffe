// title: what all points of a cluster have: attributes, or points that all are near to
// parameter: concept concept
// columns: attribute points
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
// The points of a cluster share what its generating points share. `points` is how many have the
// attribute: where these are the points of the cluster alone, it is introduced here.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (c:Concept {graph: g.graph, id: toInteger(ltrim($concept, 'c'))})
CALL (g, c) {
  // Sharing everything needs no generator.
  WITH * WHERE size(c.generatorIds) = 0
  MATCH (a:Point {graph: g.graph}) WHERE a.id > 0 AND EXISTS { (a)<-[:NEIGHBOR]-() }
  RETURN a
UNION ALL
  WITH * WHERE size(c.generatorIds) = 0
  MATCH (a:Attribute {graph: g.graph}) WHERE a.id > 0
  RETURN a
UNION ALL
  WITH * WHERE size(c.generatorIds) > 0
  UNWIND c.generatorIds AS id
  MATCH (:Point {graph: g.graph, id: id})-[:NEIGHBOR|HAS]->(a)
  WITH c, a, count(*) AS having
  WHERE having = size(c.generatorIds)
  RETURN a
}
RETURN a.name AS attribute, COUNT { (a)<-[:NEIGHBOR|HAS]-() } AS points
ORDER BY a.id;
