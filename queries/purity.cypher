// title: each class's share of a cluster; without a cluster, the answer of classes
// parameter: concept concept = classes
// columns: class count purity
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c300';
MATCH (c:Concept {graph: $graph, name: $concept})
MATCH (k:Class {graph: $graph})
OPTIONAL MATCH (c)-[h:HAS_CLASS]->(k)
RETURN k.name AS class, coalesce(h.count, 0) AS count,
       CASE WHEN c.size > 0 THEN coalesce(h.purity, 0.0) END AS purity
ORDER BY k.id;
