// title: untypical points: their neighbourhood is wider than usual in their group
// parameter: limit count = 100
// columns: point class community outlier distance
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param limit => 100;
// outlier is 1 - m / w, where w is the distance to the last of a point's 15 nearest points, itself
// included, and m the median of w in its group: 0.5 for a neighbourhood twice as wide. distance is
// that to the nearest.
MATCH (p:Point {graph: $graph})
WITH p
ORDER BY p.outlier DESC, p.id
LIMIT coalesce($limit, 100)
OPTIONAL MATCH (p)-[near:NEIGHBOR {rank: 1}]->(:Point)
RETURN p.name AS point, p.class AS class, p.community AS community, p.outlier AS outlier,
       near.distance AS distance
ORDER BY p.outlier DESC, p.id;
