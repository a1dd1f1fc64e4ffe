// title: the points of a community, the largest share first
// parameter: community community
// parameter: limit count = 100
// columns: point class share
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param community => 'g1';
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (p:Point)-[b:BELONGS_TO]->(:Community {graph: g.graph, id: toInteger(ltrim($community, 'g'))})
RETURN p.name AS point, p.class AS class, b.share AS share
ORDER BY share DESC, p.id
LIMIT coalesce($limit, 100);
