// title: the nearest points, each with the smallest cluster that holds both
// parameter: point point
// parameter: count count = 10
// columns: point point_class distance concept size purity class centre
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param point => 'd1';
//                                    :param count => 10;
// A graph keeps the 15 nearest points of each point. If only the cluster of all points contains
// both, the smallest community with both is returned.
MATCH (g:Graph {graph: $graph})
MATCH (p:Point {graph: $graph, name: $point})-[near:NEIGHBOR]->(q:Point)
WHERE near.rank <= coalesce($count, 10)
CALL (g, p, q) {
  CALL (g, p, q) {
    MATCH (p)-[:MEMBER_OF]->(c:Concept)<-[:MEMBER_OF]-(q)
    RETURN c, CASE WHEN c.size < g.points THEN 1 ELSE 3 END AS place
    ORDER BY c.id
    LIMIT 1
  UNION ALL
    MATCH (p)-[:IN_GROUP|IN_PART|IN_JOIN]->(c:Community)<-[:IN_GROUP|IN_PART|IN_JOIN]-(q)
    WHERE c.size < g.points
    RETURN c, 2 AS place
    ORDER BY c.size, c.id
    LIMIT 1
  }
  RETURN c
  ORDER BY place
  LIMIT 1
}
RETURN q.name AS point, q.class AS point_class, near.distance AS distance, c.name AS concept,
       c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.centre AS centre
ORDER BY near.rank;
