// title: the classes: size, clusters led, largest pure cluster, dendrogram purity, and chance
// columns: class size concepts largest_pure dendrogram_purity chance
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
MATCH (k:Class {graph: $graph})
OPTIONAL MATCH (k)-[:LARGEST_PURE]->(c:Concept)
RETURN k.name AS class, k.size AS size, k.concepts AS concepts, c.name AS largest_pure,
       k.dendrogramPurity AS dendrogram_purity, k.chance AS chance
ORDER BY k.id;
