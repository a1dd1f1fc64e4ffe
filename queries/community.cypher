// title: the points of a group, a part or a join, the largest share first
// parameter: community community
// parameter: limit count = 100
// columns: point class share
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param community => 'g1';
//                                    :param limit => 100;
// The share of a point in a join is the sum of its shares in the groups of the join, rounded to
// nine digits, so that the order of summation does not affect the order of the rows.
MATCH (asked:Community {graph: $graph}) WHERE asked.name = $community
MATCH (held:Community)-[:PART_OF*0..]->(asked)
// The share of a group includes the shares of its parts.
WHERE held.id = asked.id OR held.level = 'group'
MATCH (p:Point)-[b:BELONGS_TO]->(held)
WITH p, round(sum(b.share), 9) AS share
RETURN p.name AS point, p.class AS class, share
ORDER BY share DESC, p.id
LIMIT coalesce($limit, 100);
