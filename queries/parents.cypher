// title: the next larger clusters (upper covers)
// parameter: concept concept
// columns: concept size purity class centre
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c300';
MATCH (lower:Concept {graph: $graph, name: $concept})
MATCH (lower)-[:COVERED_BY]->(c:Concept)
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.centre AS centre
ORDER BY c.id;
