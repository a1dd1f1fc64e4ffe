// title: the features of a cluster: mean in it, over all, difference in standard deviations
// parameter: concept concept
// columns: feature mean overall difference
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
// Standard deviations over all points; no difference where all points have the same value.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (c:Concept {graph: g.graph, id: toInteger(ltrim($concept, 'c'))})
CALL (g, c) {
  CALL (g, c) {
    WITH * WHERE c.intentSize = 0
    MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
    RETURN p
  UNION ALL
    WITH * WHERE c.intentSize > 0 AND size(c.generatorIds) = 0
    MATCH (p:Point {graph: g.graph})
    WHERE p.id > 0 AND COUNT { (p)-[:NEIGHBOR|HAS]->() } = c.intentSize
    RETURN p
  UNION ALL
    WITH * WHERE c.intentSize > 0
    UNWIND c.generatorIds AS id
    MATCH (:Point {graph: g.graph, id: id})-[:NEIGHBOR|HAS]->(x)
    WITH c, x, count(*) AS having
    WHERE having = size(c.generatorIds)
    MATCH (p:Point)-[:NEIGHBOR|HAS]->(x)
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
CALL (g, property) {
  MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
  RETURN avg(p[property]) AS overall, stDevP(p[property]) AS deviation
}
RETURN g.featureNames[at] AS feature, mean, overall,
       CASE WHEN deviation > 0 THEN (mean - overall) / deviation END AS difference
ORDER BY at;
