// title: points with their smallest cluster, all or of one class
// parameter: class class = all
// columns: point class concept
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param class => 'setosa';
// For all points: :param class => null;
MATCH (p:Point {graph: $graph}) WHERE $class IS NULL OR p.class = $class
OPTIONAL MATCH (p)-[:MEMBER_OF]->(c:Concept)
WITH p, min(c.id) AS first
RETURN p.name AS point, p.class AS class, 'c' + first AS concept
ORDER BY p.id;
