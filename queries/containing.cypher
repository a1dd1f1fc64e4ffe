// title: the clusters that hold this point, smallest first
// parameter: point point
// parameter: limit count = 100
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris'
//                                    :param point => 'd1'
//                                    :param limit => 100
// The walk stands in a subquery of its own: sorting beside it makes the planner start from all
// concepts.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (p:Point {graph: g.graph, name: $point})
CALL (p) {
  MATCH (p)-[:INTRODUCED_IN]->(:Concept)-[:COVERED_BY*0..]->(c:Concept)
  RETURN DISTINCT c
}
WITH c ORDER BY c.id LIMIT coalesce($limit, 100)
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY c.id;
