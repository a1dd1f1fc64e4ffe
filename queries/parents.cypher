// title: the next larger clusters (upper covers)
// parameter: concept concept
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (lower:Concept {graph: g.graph, id: toInteger(ltrim($concept, 'c'))})
MATCH (lower)-[:COVERED_BY]->(c:Concept)
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY c.id;
