// title: points between two groups, first those most evenly between two that stand apart
// parameter: limit count = 100
// columns: point class community share other other_share separation
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param limit => 100;
// Both groups are those with the largest shares. Where two groups grow into one another, many
// points are in both, and a line between them could as well be elsewhere. So the smaller share
// counts times the separation of the two: 0 no boundary, 1 nothing crosses.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (p:Point {graph: g.graph})-[b:BELONGS_TO]->(m:Community {level: 'group'})
WHERE p.id > 0 AND b.share < 1
WITH p, b.share AS share, m
ORDER BY p.id, share DESC, m.id
WITH p, collect(share) AS shares, collect(m) AS groups
WITH p, shares[0] AS share, shares[1] AS other_share, groups[0] AS one, groups[1] AS two
OPTIONAL MATCH (one)-[o:OVERLAPS]-(two)
WITH p, one, two, share, other_share, coalesce(o.separation, 1.0) AS separation
RETURN p.name AS point, p.class AS class, one.name AS community, share, two.name AS other,
       other_share, separation
ORDER BY other_share * separation DESC, p.id
LIMIT coalesce($limit, 100);
