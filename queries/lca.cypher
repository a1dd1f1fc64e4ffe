// title: the smallest cluster with all these points, or else community
// parameter: points points
// columns: concept size purity class centre
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param points => ['d1', 'd51'];
// Ids rise with the size, so the first cluster with all of the points is the smallest. If it is the
// cluster of all points, the smallest community to which all of the points belong is returned.
// Names without a point count too, so that no cluster contains them.
MATCH (g:Graph {graph: $graph})
WITH g, COUNT { UNWIND $points AS name RETURN DISTINCT name } AS wanted
CALL (g, wanted) {
  MATCH (p:Point {graph: $graph})-[:MEMBER_OF]->(c:Concept) WHERE p.name IN $points
  WITH g, wanted, c, count(*) AS held
  WHERE held = wanted
  RETURN c, CASE WHEN c.size < g.points THEN 1 ELSE 3 END AS place
  ORDER BY c.id
  LIMIT 1
UNION ALL
  MATCH (p:Point {graph: $graph})-[:IN_GROUP|IN_PART|IN_JOIN]->(c:Community)
  WHERE p.name IN $points AND c.size < g.points
  WITH wanted, c, count(*) AS held
  WHERE held = wanted
  RETURN c, 2 AS place
  ORDER BY c.size, c.id
  LIMIT 1
}
RETURN c.name AS concept, c.size AS size, c.purity AS purity,
       c.majorityClass AS class, c.centre AS centre
ORDER BY place
LIMIT 1;
