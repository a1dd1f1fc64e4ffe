// title: a shortest chain of covers between two comparable clusters, smallest first
// parameter: concept concept
// parameter: other concept
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris'
//                                    :param concept => 'c812'
//                                    :param other => 'c15407'
// Told from the larger one downwards: of several lower covers equally near to the end, the one with
// the lowest id. So each step follows one cover alone.
MATCH (g:Graph {name: $graph, status: 'ready'})
WITH g, toInteger(ltrim($concept, 'c')) AS a, toInteger(ltrim($other, 'c')) AS b
MATCH (low:Concept {graph: g.graph, id: CASE WHEN a < b THEN a ELSE b END})
MATCH (high:Concept {graph: g.graph, id: CASE WHEN a < b THEN b ELSE a END})
CALL (low, high) {
  MATCH SHORTEST 1 (low)-[:COVERED_BY]->*(high)
  RETURN count(*) AS comparable
}
CALL (low, high, comparable) {
  WITH * WHERE comparable > 0
  MATCH (high) ((a)<-[:COVERED_BY]-(b) WHERE b.id = head(COLLECT {
    MATCH (a)<-[:COVERED_BY]-(x:Concept) WHERE x.id >= low.id
    MATCH way = SHORTEST 1 (low)-[:COVERED_BY]->*(x)
    RETURN x.id ORDER BY length(way), x.id LIMIT 1
  }))* (c:Concept)
  RETURN c
}
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY c.id;
