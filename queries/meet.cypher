// title: the largest clusters inside two clusters, none within another
// parameter: concept concept
// parameter: other concept
// columns: concept size purity class centre
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c300';
//                                    :param other => 'c340';
// A cluster lies inside both if all of its points do.
MATCH (one:Concept {graph: $graph, name: $concept})
MATCH (other:Concept {graph: $graph, name: $other})
CALL (one, other) {
  MATCH (p:Point)-[:MEMBER_OF]->(one) WHERE EXISTS { (p)-[:MEMBER_OF]->(other) }
  RETURN collect(p) AS both
}
CALL (both) {
  UNWIND both AS p
  MATCH (p)-[:MEMBER_OF]->(c:Concept)
  WITH c, count(*) AS held
  WHERE held = c.size
  RETURN c
UNION ALL
  WITH * WHERE size(both) = 0
  MATCH (c:Concept {graph: $graph, id: 1, size: 0})
  RETURN c
}
// A cluster that occurs once, and so not as a lower cover of another one inside, is maximal.
CALL (c) {
  RETURN c AS met
UNION ALL
  MATCH (c)<-[:COVERED_BY]-(met:Concept) WHERE met.size > 0
  RETURN met
}
WITH met AS c, count(*) AS times
WHERE times = 1
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.centre AS centre
ORDER BY c.id DESC;
