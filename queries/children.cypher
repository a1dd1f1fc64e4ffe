// title: the next smaller clusters (lower covers)
// parameter: concept concept
// columns: concept size purity class centre
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c300';
MATCH (upper:Concept {graph: $graph, name: $concept})
MATCH (c:Concept)-[:COVERED_BY]->(upper)
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.centre AS centre
ORDER BY c.id;
