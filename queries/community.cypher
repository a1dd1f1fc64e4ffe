// title: the points of a group, a part or a join, the largest share first
// parameter: community community
// parameter: limit count = 100
// columns: point class share
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param community => 'g1';
//                                    :param limit => 100;
// Points belong to groups and parts; to a join by the sum of their shares in its groups, in nine
// digits, so that the order of adding makes no other order.
MATCH (asked:Community {graph: $graph}) WHERE asked.name = $community
MATCH (held:Community)-[:PART_OF*0..]->(asked)
// The parts of a group have no more than the group.
WHERE held.id = asked.id OR held.level = 'group'
MATCH (p:Point)-[b:BELONGS_TO]->(held)
WITH p, round(sum(b.share), 9) AS share
RETURN p.name AS point, p.class AS class, share
ORDER BY share DESC, p.id
LIMIT coalesce($limit, 100);
