// title: points by the smallest cluster in which they meet another class, smallest first
// parameter: limit count = 100
// columns: point point_class concept size purity class centre
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param limit => 100;
MATCH (p:Point {graph: $graph})-[:MEMBER_OF]->(mixed:Concept) WHERE mixed.purity < 1
WITH p, min(mixed.id) AS first
ORDER BY first, p.id
LIMIT coalesce($limit, 100)
MATCH (c:Concept {graph: $graph, id: first})
RETURN p.name AS point, p.class AS point_class, 'c' + c.id AS concept, c.size AS size,
       c.purity AS purity, c.majorityClass AS class, c.centre AS centre
ORDER BY c.id, p.id;
