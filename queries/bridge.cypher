// title: the points in both of two groups or parts, the most evenly split first, and their homes
// parameter: community community
// parameter: other community
// parameter: limit count = 100
// columns: point point_class share other_share separation concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param community => 'g2';
//                                    :param other => 'g3';
//                                    :param limit => 100;
// `separation` is that of two groups: 0 no boundary, 1 nothing crosses.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (one:Community {graph: g.graph}) WHERE one.id > 0 AND one.name = $community
MATCH (two:Community {graph: g.graph}) WHERE two.id > 0 AND two.name = $other
OPTIONAL MATCH (one)-[between:OVERLAPS]-(two)
WITH g, one, two, between.separation AS separation
MATCH (p:Point)-[b:BELONGS_TO]->(one)
MATCH (p)-[o:BELONGS_TO]->(two)
WITH g, p, b.share AS share, o.share AS other_share, separation,
     CASE WHEN b.share < o.share THEN b.share ELSE o.share END AS least
ORDER BY least DESC, p.id
LIMIT coalesce($limit, 100)
OPTIONAL MATCH (c:Concept {graph: g.graph, id: p.home})
RETURN p.name AS point, p.class AS point_class, share, other_share, separation,
       'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY least DESC, p.id;
