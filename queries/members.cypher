// title: the points of a cluster
// parameter: concept concept
// columns: point class
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
// The attributes that all generating points share, then the points that have them all.
MATCH (c:Concept {graph: $graph, name: $concept})
CALL (c) {
  // No shared attribute at all: then all points.
  WITH * WHERE c.intentSize = 0
  MATCH (p:Point {graph: $graph})
  RETURN p
UNION ALL
  // Sharing everything needs no generator: the points that have every attribute.
  WITH * WHERE c.intentSize > 0 AND size(c.generatorNames) = 0
  MATCH (p:Point {graph: $graph})
  WHERE COUNT { (p)-[:NEIGHBOR|HAS]->() } + CASE p.ownNeighbor WHEN true THEN 1 ELSE 0 END
        = c.intentSize
  RETURN p
UNION ALL
  WITH * WHERE c.intentSize > 0
  UNWIND c.generatorNames AS name
  MATCH (p:Point {graph: $graph, name: name})-[:NEIGHBOR|HAS*0..1]->(a)
  WHERE p <> a OR p.ownNeighbor
  WITH a, count(*) AS having
  WHERE having = size(c.generatorNames)
  MATCH (p:Point)-[:NEIGHBOR|HAS*0..1]->(a)
  WHERE p <> a OR p.ownNeighbor
  WITH p, count(*) AS having
  WHERE having = c.intentSize
  RETURN p
}
RETURN p.name AS point, p.class AS class
ORDER BY p.id;
