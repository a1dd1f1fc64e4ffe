// title: the points of a cluster
// parameter: concept concept
// columns: point class
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c300';
MATCH (p:Point)-[:MEMBER_OF]->(:Concept {graph: $graph, name: $concept})
RETURN p.name AS point, p.class AS class
ORDER BY p.id;
