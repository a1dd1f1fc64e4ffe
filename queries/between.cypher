// title: points between two groups, first those most evenly between two that stand apart
// parameter: community community =
// parameter: other community =
// parameter: limit count = 100
// columns: point class community share other other_share separation
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param community => null;
//                                    :param other => null;
//                                    :param limit => 100;
// With two communities, the query returns the points that belong to both. Without them, it takes
// the two groups with the largest shares of each point. If two groups hardly stand apart, many
// points are in both, and the line between them is arbitrary. So rows are ranked by the smaller
// share times the separation of the two groups, from 0 (no boundary) to 1 (nothing crosses it).
MATCH (asked:Community {graph: $graph})
WHERE CASE
    WHEN $community IS NULL THEN asked.level = 'group'
    ELSE asked.name IN [$community, $other]
END
MATCH (p:Point)-[b:IN_GROUP|IN_PART|IN_JOIN]->(asked)
WITH p, asked, round(b.share, 9) AS share
ORDER BY p.id, share DESC, asked.id
WITH p, collect(share) AS shares, collect(asked) AS two
WHERE size(two) > 1
WITH p, shares[0] AS share, shares[1] AS other_share, two[0] AS one, two[1] AS two
OPTIONAL MATCH (one)-[o:OVERLAPS]-(two)
RETURN p.name AS point, p.class AS class, one.name AS community, share, two.name AS other,
       other_share, o.separation AS separation
ORDER BY other_share * coalesce(separation, 1.0) DESC, p.id
LIMIT coalesce($limit, 100);
