// title: one cluster: its row, its numbers of parents and children, and its cohesion
// parameter: concept concept
// columns: concept size purity class centre parents children cohesion
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c300';
MATCH (c:Concept {graph: $graph, name: $concept})
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.centre AS centre,
       COUNT { (c)-[:COVERED_BY]->() } AS parents,
       COUNT { ()-[:COVERED_BY]->(c) } AS children,
       c.cohesion AS cohesion;
