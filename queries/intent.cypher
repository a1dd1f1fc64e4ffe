// title: the attributes of a ready context that all points of a cluster have
// parameter: concept concept
// columns: attribute points
//
// In Neo4j Browser and cypher-shell: :param graph => 'beings';
//                                    :param concept => 'c3';
// `points` is the number of points with the attribute. If it is the size of the cluster, no larger
// cluster has the attribute. The graph of a table has no attributes.
MATCH (c:Concept {graph: $graph, name: $concept})
MATCH (a:Attribute {graph: $graph})
// No point of the cluster lacks the attribute.
WHERE NOT EXISTS { (c)<-[:MEMBER_OF]-(p:Point) WHERE NOT EXISTS { (p)-[:HAS]->(a) } }
RETURN a.name AS attribute, COUNT { (a)<-[:HAS]-(:Point) } AS points
ORDER BY a.id;
