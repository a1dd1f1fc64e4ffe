// title: the features of a cluster: mean in it, over all, difference in standard deviations
// parameter: concept concept
// columns: feature mean overall difference
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c300';
// The difference is in standard deviations over all points, null if all values are equal.
MATCH (g:Graph {graph: $graph})
MATCH (c:Concept {graph: $graph, name: $concept})
UNWIND range(0, size(coalesce(g.featureNames, [])) - 1) AS at
WITH g, c, at, g.featureProperties[at] AS property
CALL (c, property) {
  MATCH (p:Point)-[:MEMBER_OF]->(c)
  RETURN avg(p[property]) AS mean
}
CALL (property) {
  MATCH (p:Point {graph: $graph})
  RETURN avg(p[property]) AS overall, stDevP(p[property]) AS deviation
}
RETURN g.featureNames[at] AS feature, mean, overall,
       CASE WHEN deviation > 0 THEN (mean - overall) / deviation END AS difference
ORDER BY at;
