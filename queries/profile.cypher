// title: the features of a cluster: mean in it, over all, difference in standard deviations
// parameter: concept concept
// columns: feature mean overall difference
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
// Standard deviations over all points; no difference where all points have the same value.
MATCH (g:Graph {graph: $graph})
MATCH (c:Concept {graph: $graph, name: $concept})
CALL (c) {
  CALL (c) {
    WITH * WHERE c.intentSize = 0
    MATCH (p:Point {graph: $graph})
    RETURN p
  UNION ALL
    WITH * WHERE c.intentSize > 0 AND size(c.generatorNames) = 0
    MATCH (p:Point {graph: $graph})
    WHERE COUNT { (p)-[:NEIGHBOR|HAS]->() } + CASE p.ownNeighbor WHEN true THEN 1 ELSE 0 END
          = c.intentSize
    RETURN p
  UNION ALL
    WITH * WHERE c.intentSize > 0
    UNWIND c.generatorNames AS name
    MATCH (p:Point {graph: $graph, name: name})-[:NEIGHBOR|HAS*0..1]->(x)
    WHERE p <> x OR p.ownNeighbor
    WITH c, x, count(*) AS having
    WHERE having = size(c.generatorNames)
    MATCH (p:Point)-[:NEIGHBOR|HAS*0..1]->(x)
    WHERE p <> x OR p.ownNeighbor
    WITH c, p, count(*) AS having
    WHERE having = c.intentSize
    RETURN p
  }
  RETURN collect(p) AS members
}
UNWIND range(0, size(coalesce(g.featureNames, [])) - 1) AS at
WITH g, members, at, g.featureProperties[at] AS property
CALL (members, property) {
  UNWIND members AS p
  RETURN avg(p[property]) AS mean
}
CALL (property) {
  MATCH (p:Point {graph: $graph})
  RETURN avg(p[property]) AS overall, stDevP(p[property]) AS deviation
}
RETURN g.featureNames[at] AS feature, mean, overall,
       CASE WHEN deviation > 0 THEN (mean - overall) / deviation END AS difference
ORDER BY at;
