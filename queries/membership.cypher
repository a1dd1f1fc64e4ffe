// title: the groups and parts of each point with its share in them, the largest share first
// parameter: point point = all
// columns: point class community level share
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param point => 'd1';
// For all points: :param point => null;
// The shares of a point in groups add up to 1, and its shares in the parts of a group add up to its
// share in the group. A point in no community has a row without a community.
MATCH (p:Point {graph: $graph}) WHERE $point IS NULL OR p.name = $point
OPTIONAL MATCH (p)-[b:IN_GROUP|IN_PART]->(m:Community)
RETURN p.name AS point, p.class AS class, m.name AS community, m.level AS level, b.share AS share
ORDER BY p.id, m.level, b.share DESC, m.id;
