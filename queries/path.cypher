// title: a shortest chain of covers between two comparable clusters, smallest first
// parameter: concept concept
// parameter: other concept
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
//                                    :param other => 'c15407';
// The chain is read down from the larger one: of several lower covers equally near to the end, it
// takes the one with the lowest id. A cluster lies within another exactly when its generating
// points do, so the walk stays between the two.
// Before the cluster of all points stand the communities to which all points of the one before it
// belong.
MATCH (g:Graph {graph: $graph})
WITH g, toInteger(ltrim($concept, 'c')) AS a, toInteger(ltrim($other, 'c')) AS b
MATCH (low:Concept {graph: $graph, id: CASE WHEN a < b THEN a ELSE b END})
MATCH (high:Concept {graph: $graph, id: CASE WHEN a < b THEN b ELSE a END})
CALL (high) {
  // The points of the larger one. Without a shared attribute it has all points.
  UNWIND high.generatorNames AS name
  MATCH (p:Point {graph: $graph, name: name})-[:NEIGHBOR|HAS*0..1]->(x)
  WHERE p <> x OR p.ownNeighbor
  WITH high, x, count(*) AS having
  WHERE having = size(high.generatorNames)
  MATCH (p:Point)-[:NEIGHBOR|HAS*0..1]->(x)
  WHERE p <> x OR p.ownNeighbor
  WITH high, p, count(*) AS having
  WHERE having = high.intentSize
  RETURN collect(p.name) AS members
}
WITH g, low, high, members
WHERE high.intentSize = 0 OR all(name IN low.generatorNames WHERE name IN members)
CALL (low, high, members) {
  // Of the lower covers of each cluster between, the first of the nearest to the smaller end.
  MATCH way = (low)-[:COVERED_BY|BOTTOM_OF*0..]->(x:Concept)
  WHERE all(c IN nodes(way) WHERE
    high.intentSize = 0 OR all(name IN c.generatorNames WHERE name IN members))
  WITH high, x, min(length(way)) AS distance
  MATCH (x)-[:COVERED_BY|BOTTOM_OF]->(upper:Concept) WHERE upper.id <= high.id
  WITH upper, min([distance, x.id]) AS nearest
  ORDER BY upper.id DESC
  RETURN collect([upper.id, nearest[1]]) AS steps
}
UNWIND reduce(chain = [high.id], step IN steps |
  CASE WHEN step[0] = last(chain) THEN chain + step[1] ELSE chain END) AS id
MATCH (c:Concept {graph: $graph, id: id})
WITH g, c ORDER BY c.id
WITH g, collect(c) AS chain
CALL (g, chain) {
  WITH * WHERE size(chain) > 1 AND chain[-1].size = g.n
  WITH g, chain[-2] AS c
  CALL (c) {
    // The points with every attribute that the generating points share; of none, with every one.
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
  UNION ALL
    WITH * WHERE size(c.generatorNames) = 0
    MATCH (p:Point {graph: $graph})
    WHERE COUNT { (p)-[:NEIGHBOR|HAS]->() } + CASE p.ownNeighbor WHEN true THEN 1 ELSE 0 END
          = c.intentSize
    RETURN p
  }
  MATCH (p)-[:BELONGS_TO]->(:Community)-[:PART_OF*0..]->(m:Community)
  WHERE m.points < g.n
  WITH c, m, count(DISTINCT p) AS held
  WHERE held = c.size
  RETURN collect(m) AS holding
}
UNWIND chain + holding AS c
RETURN c.name AS concept, coalesce(c.points, c.size) AS size, c.purity AS purity,
       c.majorityClass AS class, c.generator AS generator
ORDER BY size, c:Community, c.id;
