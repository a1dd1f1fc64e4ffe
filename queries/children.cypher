// title: the next smaller clusters (lower covers)
// parameter: concept concept
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
MATCH (upper:Concept {graph: $graph, name: $concept})
MATCH (c:Concept)-[:COVERED_BY|BOTTOM_OF]->(upper)
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY c.id;
