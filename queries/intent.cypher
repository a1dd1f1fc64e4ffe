// title: what all points of a cluster have: attributes, or points that all are near to
// parameter: concept concept
// columns: attribute points
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
// The points of a cluster share what its generating points share. `points` is how many have the
// attribute: where these are the points of the cluster alone, it is introduced here.
MATCH (c:Concept {graph: $graph, name: $concept})
CALL (c) {
  // Sharing everything needs no generator.
  WITH * WHERE size(c.generatorNames) = 0
  MATCH (a:Point {graph: $graph}) WHERE a.ownNeighbor OR EXISTS { (a)<-[:NEIGHBOR]-() }
  RETURN a
UNION ALL
  WITH * WHERE size(c.generatorNames) = 0
  MATCH (a:Attribute {graph: $graph})
  RETURN a
UNION ALL
  WITH * WHERE size(c.generatorNames) > 0
  UNWIND c.generatorNames AS name
  MATCH (p:Point {graph: $graph, name: name})-[:NEIGHBOR|HAS*0..1]->(a)
  WHERE p <> a OR p.ownNeighbor
  WITH c, a, count(*) AS having
  WHERE having = size(c.generatorNames)
  RETURN a
}
RETURN a.name AS attribute,
       COUNT { (a)<-[:NEIGHBOR|HAS]-() } + CASE a.ownNeighbor WHEN true THEN 1 ELSE 0 END AS points
ORDER BY a.id;
