// title: from a point's smallest cluster to the top, always to the parent purest in its class
// parameter: point point
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param point => 'd1';
// Of parents equally pure, the one with the lowest id. Each step follows one cover alone, so there
// is a single path.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (p:Point {graph: g.graph, name: $point})
CALL (p) {
  MATCH (p)-[:INTRODUCED_IN]->(c:Concept)
  RETURN c AS first ORDER BY c.id LIMIT 1
}
CALL (p, first) {
  MATCH (first) ((a)-[:COVERED_BY]->(b) WHERE b.id = head(COLLECT {
    MATCH (a)-[:COVERED_BY]->(u:Concept)
    OPTIONAL MATCH (u)-[own:HAS_CLASS]->(k:Class {name: p.class})
    RETURN u.id ORDER BY coalesce(own.purity, 0.0) DESC, u.id LIMIT 1
  }))* (c:Concept)
  RETURN c
}
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY c.id;
