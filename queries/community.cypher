// title: the points of a group, a part or a join, the largest share first
// parameter: community community
// parameter: limit count = 100
// columns: point class share
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param community => 'g1';
//                                    :param limit => 100;
// The share of a point in a join is the sum of its shares in the groups of the join. Shares are
// rounded to nine digits, so that the order of summation does not affect the order of the rows.
MATCH (p:Point)-[b:IN_GROUP|IN_PART|IN_JOIN]->(:Community {graph: $graph, name: $community})
RETURN p.name AS point, p.class AS class, round(b.share, 9) AS share
ORDER BY share DESC, p.id
LIMIT coalesce($limit, 100);
