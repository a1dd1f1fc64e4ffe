// title: the communities that points belong to, and by which share, the largest share first
// parameter: point point = all
// columns: point class community share
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param point => 'd1';
// For all points: :param point => null;
// The shares of a point add up to 1; one that is in no community has a row without.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (p:Point {graph: g.graph}) WHERE p.id > 0 AND ($point IS NULL OR p.name = $point)
OPTIONAL MATCH (p)-[b:BELONGS_TO]->(m:Community)
RETURN p.name AS point, p.class AS class, 'g' + m.id AS community, b.share AS share
ORDER BY p.id, b.share DESC, m.id;
