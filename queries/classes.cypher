// title: the classes: size, clusters led, largest pure one, dendrogram purity and that of chance
// columns: class size concepts largest_pure dendrogram_purity chance
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (k:Class {graph: g.graph}) WHERE k.id > 0
RETURN k.name AS class, k.size AS size, k.concepts AS concepts, 'c' + k.largestPure AS largest_pure,
       k.dendrogramPurity AS dendrogram_purity, k.chance AS chance
ORDER BY k.id;
