// title: each class's share of a cluster; without one, the same as classes
// parameter: concept concept = classes
// columns: class count purity
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (c:Concept {graph: g.graph, id: toInteger(ltrim($concept, 'c'))})
MATCH (k:Class {graph: g.graph}) WHERE k.id > 0
OPTIONAL MATCH (c)-[h:HAS_CLASS]->(k)
RETURN k.name AS class, coalesce(h.count, 0) AS count,
       CASE WHEN c.size > 0 THEN coalesce(h.purity, 0.0) END AS purity
ORDER BY k.id;
