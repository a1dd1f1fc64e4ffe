// title: at most three intervals of features that tell a cluster from other points best
// parameter: concept concept
// parameter: rule intervals = found
// columns: feature low high points inside size precision recall f1
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c300';
//                                    :param rule => ['petal_length', '', '1.9'];
// The program finds the intervals, each of three strings: a feature, the least value and the
// largest value, empty if there is no bound. Each row counts the points in all intervals so far,
// and those of them in the cluster. f1 is the harmonic mean of precision and recall.
MATCH (g:Graph {graph: $graph})
MATCH (c:Concept {graph: $graph, name: $concept})
WITH c, [i IN range(0, size($rule) / 3 - 1) | {
    feature: $rule[3 * i],
    property: [
      j IN range(0, size(g.featureNames) - 1) WHERE g.featureNames[j] = $rule[3 * i] |
      g.featureProperties[j]
    ][0],
    low: toFloat($rule[3 * i + 1]),
    high: toFloat($rule[3 * i + 2])
  }] AS conditions
UNWIND range(0, size(conditions) - 1) AS step
CALL (c, conditions, step) {
  MATCH (p:Point {graph: $graph})
  WHERE all(x IN conditions[0..step + 1] WHERE
    (x.low IS NULL OR p[x.property] >= x.low) AND (x.high IS NULL OR p[x.property] <= x.high))
  WITH EXISTS { (p)-[:MEMBER_OF]->(c) } AS isInside
  RETURN count(*) AS points, sum(CASE WHEN isInside THEN 1 ELSE 0 END) AS inside
}
WITH step, conditions[step] AS x, points, inside, c.size AS size
RETURN x.feature AS feature, x.low AS low, x.high AS high, points, inside, size,
       CASE WHEN points > 0 THEN toFloat(inside) / points END AS precision,
       CASE WHEN size > 0 THEN toFloat(inside) / size END AS recall,
       CASE WHEN points + size > 0 THEN 2.0 * inside / (points + size) END AS f1
ORDER BY step;
