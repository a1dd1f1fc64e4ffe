// title: the clusters and communities that hold this point, smallest first
// parameter: point point
// parameter: limit count = 100
// columns: concept size purity class centre
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param point => 'd1';
//                                    :param limit => 100;
// Communities, except the one of all points, are listed among the clusters.
MATCH (g:Graph {graph: $graph})
MATCH (p:Point {graph: $graph, name: $point})
CALL (g, p) {
  MATCH (p)-[:MEMBER_OF]->(c:Concept)
  RETURN c
UNION
  MATCH (p)-[:IN_GROUP|IN_PART|IN_JOIN]->(c:Community)
  WHERE c.size < g.points
  RETURN c
}
RETURN c.name AS concept, c.size AS size, c.purity AS purity,
       c.majorityClass AS class, c.centre AS centre
ORDER BY size, c:Community, c.id
LIMIT coalesce($limit, 100);
