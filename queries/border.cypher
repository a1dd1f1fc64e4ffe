// title: points between communities, the most evenly split first
// parameter: limit count = 100
// columns: point class community share other other_share
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param limit => 100;
// Both communities are those with the largest shares.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (p:Point {graph: g.graph})-[b:BELONGS_TO]->(m:Community) WHERE p.id > 0 AND b.share < 1
WITH p, b.share AS share, m.id AS community
ORDER BY p.id, share DESC, community
WITH p, collect(share) AS shares, collect(community) AS communities
RETURN p.name AS point, p.class AS class, 'g' + communities[0] AS community, shares[0] AS share,
       'g' + communities[1] AS other, shares[1] AS other_share
ORDER BY shares[0], shares[1] DESC, p.id
LIMIT coalesce($limit, 100);
